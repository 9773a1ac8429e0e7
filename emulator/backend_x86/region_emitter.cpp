#include "emulator/backend_x86/region_emitter.hpp"

#include "emulator/backend_x86/select.hpp"
#include "emulator/backend_x86/transcript.hpp"
#include "emulator/translate/lower.hpp"
#include "emulator/translate/passes.hpp"

namespace mariner::backend_x86 {

RegionEmitter::RegionEmitter(const Listing& listing, const Region& region, const RegisterMap& map,
                             const Surroundings& around, Transcript* transcript)
    : m_listing(listing),
      m_region(region),
      m_program_map(map),
      m_map(&map),
      m_around(around),
      m_transcript(transcript) {}

bool RegionEmitter::run() {
    if (m_code.init(asmjit::Environment::host(), m_around.base) != asmjit::kErrorOk ||
        m_code.attach(&m_a) != asmjit::kErrorOk) {
        return false;
    }
    m_code.setErrorHandler(&m_refusal);
    if (m_transcript != nullptr) {
        m_transcript->begin(m_code);
    }
    m_a.addEncodingOptions(asmjit::EncodingOptions::kOptimizedAlign);
    for (size_t i = 0; i < m_region.blocks().size(); ++i) {
        m_labels.push_back(m_a.newLabel());
        m_entries.push_back(m_a.newLabel());
    }
    plan_loops();
    HostSelector selector(*this);
    for (const Block& block : m_region.blocks()) {
        emit_block(block, selector);
    }
    for (const std::unique_ptr<PlannedLoop>& loop : m_loops) {
        emit_loop(*loop, selector);
    }
    for (size_t i = 0; i < m_region.blocks().size(); ++i) {
        if (const i32 debt = m_region.blocks()[i].debt; debt != 0) {
            m_index = m_region.blocks()[i].first;
            later([this, i, debt] {
                m_a.bind(m_entries[i]);
                m_a.add(budget_register, debt);
                m_a.jmp(m_labels[i]);
            });
        }
    }
    m_block = nullptr;
    m_later.emit_all([this](u32 instruction) { m_index = instruction; },
                     [this](u32 instruction) {
                         m_index = instruction;
                         write_down(true);
                     });
    return !m_is_too_deep && !m_refusal.is_refused && m_code.flatten() == asmjit::kErrorOk &&
           m_code.resolveUnresolvedLinks() == asmjit::kErrorOk &&
           m_code.relocateToBase(m_around.base) == asmjit::kErrorOk;
}

std::vector<RegionEmitter::CodeEntry> RegionEmitter::entries() const {
    std::vector<CodeEntry> entries;
    for (size_t i = 0; i < m_entries.size(); ++i) {
        entries.push_back({m_region.blocks()[i].first, m_code.labelOffset(m_entries[i])});
    }
    return entries;
}

std::vector<StepSite> RegionEmitter::sites() const {
    std::vector<StepSite> sites;
    for (const ContinuedSite& site : m_sites) {
        sites.push_back({site.pc, site.debt, m_around.base + m_code.labelOffset(site.continuation)});
    }
    return sites;
}

void RegionEmitter::emit_block(const Block& block, HostSelector& selector) {
    const size_t number = static_cast<size_t>(&block - m_region.blocks().data());
    if (block.is_loop) {
        m_a.align(asmjit::AlignMode::kCode, 16);  // more would be paid for by those who fall into short loops
    }
    m_a.bind(m_labels[number]);
    if (block.debt == 0) {
        m_a.bind(m_entries[number]);
    }
    begin_block(block);
    selector.emit(improved(block));
    write_down(false);
}

void RegionEmitter::begin_block(const Block& block) {
    m_block = &block;
    m_debt = block.debt;
    m_index = block.first;
}

const translate::LoweredBlock& RegionEmitter::improved(const Block& block) {
    if (const PlannedLoop* const loop = loop_around(block)) {
        return loop->tested[number_of(block) - loop->plan.loop.first];
    }
    improve(block, m_lowered);
    return m_lowered;
}

void RegionEmitter::improve(const Block& block, translate::LoweredBlock& lowered) const {
    translate::lower(m_listing, block.first, block.end, lowered);
    translate::improve(lowered);
}

/// What was emitted since the last call, as the code of the instruction at hand.
void RegionEmitter::write_down(bool is_aside) {
    if (m_transcript != nullptr) {
        m_transcript->take(m_index, is_aside);
    }
}

u32 RegionEmitter::new_site() {
    if (!m_after) {
        m_after = m_a.newLabel();
    }
    m_sites.push_back({pc(), m_debt + 1, *m_after});
    return m_around.first_site + static_cast<u32>(m_sites.size()) - 1;
}

void RegionEmitter::step() {
    step_of(new_site());
}

/// The interpreters do this instruction, and go on.
void RegionEmitter::leave_loop(i32 debt) {
    give_back();
    take(debt);
    leave(pc(), LeaveReason::interpret);
}

void RegionEmitter::step_of(u32 site) {
    m_a.mov(x86::eax, site);
    m_a.jmp(asmjit::Imm(m_around.thunks.step));
}

}  // namespace mariner::backend_x86
