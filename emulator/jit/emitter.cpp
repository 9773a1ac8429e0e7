#include "emulator/jit/emitter.hpp"

namespace mariner::jit {

HostEmitter::HostEmitter(const Listing& listing, const Region& region, const RegisterMap& map,
                         const Surroundings& around)
    : m_listing(listing), m_region(region), m_map(map), m_around(around) {}

bool HostEmitter::run() {
    if (m_code.init(asmjit::Environment::host(), m_around.base) != asmjit::kErrorOk ||
        m_code.attach(&m_a) != asmjit::kErrorOk) {
        return false;
    }
    m_a.addEncodingOptions(asmjit::EncodingOptions::kOptimizedAlign);
    for (size_t i = 0; i < m_region.blocks().size(); ++i) {
        m_labels.push_back(m_a.newLabel());
        m_entries.push_back(m_a.newLabel());
    }
    for (const Block& block : m_region.blocks()) {
        emit_block(block);
    }
    for (size_t i = 0; i < m_region.blocks().size(); ++i) {
        if (const i32 debt = m_region.blocks()[i].debt; debt != 0) {
            later([this, i, debt] {
                m_a.bind(m_entries[i]);
                m_a.add(budget_register, debt);
                m_a.jmp(m_labels[i]);
            });
        }
    }
    m_block = nullptr;
    // What is emitted late may put off more.
    for (size_t i = 0; i < m_later.size(); ++i) {
        const std::function<void()> emit = std::move(m_later[i]);
        emit();
    }
    return !m_is_too_deep && m_code.flatten() == asmjit::kErrorOk &&
           m_code.resolveUnresolvedLinks() == asmjit::kErrorOk &&
           m_code.relocateToBase(m_around.base) == asmjit::kErrorOk;
}

std::vector<HostEmitter::CodeEntry> HostEmitter::entries() const {
    std::vector<CodeEntry> entries;
    for (size_t i = 0; i < m_entries.size(); ++i) {
        entries.push_back({m_region.blocks()[i].first, m_code.labelOffset(m_entries[i])});
    }
    return entries;
}

std::vector<StepSite> HostEmitter::sites() const {
    std::vector<StepSite> sites;
    for (const ContinuedSite& site : m_sites) {
        sites.push_back({site.pc, site.debt, m_around.base + m_code.labelOffset(site.continuation)});
    }
    return sites;
}

void HostEmitter::emit_block(const Block& block) {
    const size_t number = static_cast<size_t>(&block - m_region.blocks().data());
    if (block.is_loop) {
        m_a.align(asmjit::AlignMode::kCode, 16);  // more would be paid for by those who fall into short loops
    }
    m_a.bind(m_labels[number]);
    if (block.debt == 0) {
        m_a.bind(m_entries[number]);
    }
    m_block = &block;
    m_debt = block.debt;
    m_known.fill(std::nullopt);
    m_known[reg::zero] = 0;
    m_frame.reset();
    m_untested.reset();
    m_has_product = false;
    for (m_index = block.first; m_index < block.end; ++m_index) {
        if (m_listing.role(m_index) != Role::plain) {
            SPOIL_RESULT(*this);
            emit_end();
            return;
        }
        if (fuses_with_branch(block)) {
            emit_compare_and_branch();
            return;
        }
        m_has_product = m_has_product && fetches_product(m_index);
        if (!emit_in_place()) {
            step();
        }
        SPOIL_RESULT(*this);
        if (m_after) {
            m_a.bind(*m_after);
            m_after.reset();
        }
        ++m_debt;
    }
    go(block.end, m_debt);
}

bool HostEmitter::emit_in_place() {
    return is_compiled(m_listing.code(m_index)) && !IS_SPOILED(m_listing.code(m_index), stepped) &&
           !names_odd_register(op()) &&
           (emit_integer() || emit_product() || emit_memory() || emit_float() || emit_operations());
}

x86::Gp HostEmitter::read(u8 number, const Gp& scratch) {
    if (has_home(number)) {
        return home(number);
    }
    move(scratch, source(number));
    return scratch;
}

asmjit::Operand HostEmitter::source(u8 number) const {
    if (number < m_known.size() && m_known[number]) {
        return asmjit::Imm(static_cast<i32>(*m_known[number]));
    }
    return place_of(number);
}

asmjit::Operand HostEmitter::source_in_place(u8 number, const Gp& scratch) {
    if (has_home(number)) {
        return home(number);
    }
    const HostOperand from = source(number);
    if (!from.isImm()) {
        return from;
    }
    move(scratch, from);
    return scratch;
}

void HostEmitter::written(u8 number, const Gp& value) {
    forget(number);
    if (!has_home(number)) {
        m_a.mov(integer_slot(number), value.r32());
    } else if (home(number) != value.r32()) {
        m_a.mov(home(number), value.r32());
    }
}

void HostEmitter::move(const Gp& to, const HostOperand& from) {
    if (from.isReg() && from.as<Gp>() == to) {
        return;
    }
    m_a.emit(x86::Inst::kIdMov, to, from);
}

void HostEmitter::set_constant(u8 number, u32 value) {
    if (known(number) == value) {
        return;
    }
    write_constant(number, value);
    m_known[number] = value;
}

void HostEmitter::write_constant(u8 number, u32 value) {
    if (has_home(number)) {
        m_a.mov(home(number), value);
    } else {
        m_a.mov(integer_slot(number), static_cast<i32>(value));
    }
    forget(number);
}

void HostEmitter::forget(u8 number) {
    if (number < m_known.size()) {
        m_known[number] = std::nullopt;
    }
}

std::optional<u32> HostEmitter::known(u8 number) const {
    return number < m_known.size() ? m_known[number] : std::nullopt;
}

u32 HostEmitter::new_site() {
    if (!m_after) {
        m_after = m_a.newLabel();
    }
    return new_site(*m_after);
}

u32 HostEmitter::new_site(const HostLabel& continuation) {
    m_sites.push_back({pc(), m_debt + 1, continuation});
    return m_around.first_site + static_cast<u32>(m_sites.size()) - 1;
}

void HostEmitter::step() {
    m_a.mov(x86::eax, new_site());
    m_a.jmp(asmjit::Imm(m_around.thunks.step));
    m_known.fill(std::nullopt);
    m_known[reg::zero] = 0;
}

asmjit::Label HostEmitter::step_label(std::function<void()> undo) {
    const HostLabel label = m_a.newLabel();
    later([this, label, site = new_site(), undo = std::move(undo)] {
        m_a.bind(label);
        if (undo) {
            undo();
        }
        m_a.mov(x86::eax, site);
        m_a.jmp(asmjit::Imm(m_around.thunks.step));
    });
    return label;
}

}  // namespace mariner::jit
