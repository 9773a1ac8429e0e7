#include "emulator/analysis/checker.hpp"

#include <bit>
#include <numeric>
#include <utility>

#include "emulator/analysis/trace.hpp"
#include "emulator/meaning/facts.hpp"
#include "emulator/runtime/explain.hpp"
#include "emulator/support/text.hpp"

namespace mariner {

namespace {

using isa::is_one_of;
using isa::Op;

/// rd = rs + 0 in one of its spellings: a copy, which is no use of the value yet. The source, or bin.
u8 copied_register(const isa::Instruction& instruction) {
    const auto& [op, rd, rs, rt, imm] = instruction;
    if (is_one_of(op, Op::mov_s, Op::mov_d)) {
        return static_cast<u8>(register_id::float_base + rs);
    }
    const bool adds = is_one_of(op, Op::addu, Op::add, Op::or_);
    if ((adds && rt == reg::zero) || (is_one_of(op, Op::addiu, Op::addi, Op::ori) && imm == 0)) {
        return rs;
    }
    return adds && rs == reg::zero ? rt : reg::bin;
}

/// The same result whatever the register holds.
bool ignores_operands(const isa::Instruction& instruction) {
    const auto& [op, rd, rs, rt, imm] = instruction;
    return (is_one_of(op, Op::xor_, Op::sub, Op::subu, Op::slt, Op::sltu, Op::beq, Op::bne) && rs == rt) ||
           (op == Op::and_ && (rs == reg::zero || rt == reg::zero)) || (op == Op::andi && imm == 0);
}

}  // namespace

Checker::Checker(const Machine& machine, const CheckOptions& options)
    : m_machine(machine),
      m_options(options),
      m_objects(machine.image()),
      m_text_base(machine.text().user().base),
      m_calls(options.delayed_branching) {
    read_text();
    restart();
}

void Checker::restart() {
    const u64 set_at_start = (u64{1} << reg::zero) | (u64{1} << reg::gp) | (u64{1} << reg::sp);
    m_unwritten.low = (0xffffffffU & ~set_at_start) | (u64{1} << register_id::hi) | (u64{1} << register_id::lo) |
                      (u64{1} << register_id::condition_flags);
    m_unwritten.floats = ~0U;
    if (m_options.has_arguments) {
        m_unwritten.low &= ~((u64{1} << reg::a0) | (u64{1} << reg::a1));
    }
    m_writer.fill(no_address);
    m_giver.fill(no_address);
    std::iota(m_copied_from.begin(), m_copied_from.end(), u8{0});
    m_written_on_top = {};
    m_memory.clear();
    mark_initial_memory();
    m_result = {};
    m_objects.restart();
    m_marks.fill({});
    m_marks[reg::sp] = ValueMark(Nature::frame, 0);
    m_marked.clear();
    add_data_marks();
    m_unread = {};
    m_lost = {};
    m_own_at = no_address;
    m_served_writers.fill(no_address);
    m_choice = m_next_choice = m_result_at = no_address;
    m_printed_texts.clear();
    m_joined_texts.clear();
    m_steps_over.clear();
    m_past_ends.clear();
    m_narrow_reads.clear();
    m_line_feed.reset();
    m_knows_line_feed = false;
    m_opened = {};
    m_open_files.fill({});
    m_pc = no_address;
    m_arrived_at = no_address;
    m_calls = CallFollower(m_options.delayed_branching);
    m_frames.assign(1, frame_now());
    m_frames.back().entry = m_machine.cpu.pc;
    m_forgotten_frames = 0;
    m_is_astray = false;
    m_is_after_syscall = false;
    attend();
}

void Checker::give_register(u8 id) {
    m_unwritten.remove(id);
    attend();
}

void Checker::begin_call(u32 link) {
    give_register(reg::ra);
    m_frames.push_back(frame_now());
    m_frames.back().entry = m_machine.cpu.pc;
    m_frames.back().link = link;
    attend();
}

void Checker::mark_initial_memory() {
    const ProgramImage& image = m_machine.image();
    for (const DataRange& range : image.data) {
        m_memory.set_range(range.address, range.bytes.size(), ByteState::written);
    }
    for (const Segment& extra : image.extra_data) {
        m_memory.set_range(extra.base, extra.limit - extra.base, ByteState::written);
    }
    if (m_options.has_arguments) {
        const u32 sp = m_machine.cpu.gpr[reg::sp];
        m_memory.set_range(sp, m_machine.map().stack_base - sp + 1, ByteState::written);
    }
}

/// Functions are what jal calls; a jalr makes its target one when it is executed.
void Checker::read_text() {
    for (const TextSlot& slot : m_machine.text().user().slots) {
        m_sites.push_back(site_of(slot.instruction));
    }
    m_known_sites = m_machine.is_self_modifying() ? 0 : static_cast<u32>(m_sites.size());
    for (const TextEntry& entry : m_machine.image().text) {
        if (const auto target = isa::call_target(entry.instruction, entry.address)) {
            mark_entry(*target);
        }
    }
    read_statements();
}

void Checker::mark_entry(u32 address) {
    const u32 index = (address - m_text_base) / 4;
    if (index < m_sites.size()) {
        m_sites[index].is_entry = true;
        m_sites[index].is_special = true;
    }
}

const Checker::InstructionSite& Checker::unknown_site(const isa::Instruction& instruction) {
    m_other_site = site_of(instruction);
    m_other_site.is_special = true;
    return m_other_site;
}

void Checker::settle(u32 pc) {
    if (m_is_after_syscall) {
        settle_syscall(pc);
    }
    if (const Transfer* const transfer = m_calls.arrived(pc)) {
        arrive(*transfer);
    }
}

void Checker::attend() {
    const CheckedCall& frame = m_frames.back();
    m_attended_reads = m_unwritten | m_lost | (followed & ~(frame.written | frame.used));
    m_attended_writes = m_unwritten | m_lost | (followed & ~m_written_on_top);
    if (m_choice != no_address || m_next_choice != no_address || m_result_at != no_address) {
        m_attended_writes.add(reg::v0);
    }
}

void Checker::look_closer(const InstructionSite& site, const isa::Instruction& instruction, u32 previous) {
    const u32 index = (m_pc - m_text_base) / 4;
    if (index < m_sites.size() && m_sites[index].is_entry) {
        enter_entry(previous);
    }
    if (site.reads.meets(m_attended_reads)) {
        CheckedCall& frame = m_frames.back();
        frame.used = frame.used | (site.reads & followed & ~frame.written);
        // Who saves a register doesn't use its value yet.
        const bool is_saving = meaning::facts(instruction.op).stores != 0 && is_stack_store(instruction);
        if (site.reads.meets(m_lost) && !is_saving) {
            for_each_register(site.reads & m_lost, double_registers(instruction),
                              [this](u8 id, bool /*is_double*/) { report_lost_value(id); });
            m_lost = m_lost & ~site.reads;
            m_passed = ValueMark{};  // what comes of it is a consequence
        }
        attend();
    }
    if (site.is_doubtful) {
        judge_doubtful(site, instruction);
    }
    const isa::InstructionInfo& info = isa::info(instruction.op);
    if (site.reads.meets(m_unwritten)) {
        read_unwritten(instruction, info, site.reads);
    }
    if (instruction.op == isa::Op::syscall) {
        before_syscall();
    } else if (meaning::facts(info.op).stores != 0) {
        before_store(instruction, info);
    } else if (meaning::facts(info.op).loads != 0 && instruction.rt == reg::ra) {
        m_return_loaded_from = m_machine.cpu.gpr[instruction.rs] + static_cast<u32>(instruction.imm);
    }
    m_calls.note(m_pc, instruction, info, m_machine.cpu);
}

/// Control is where a function begins: by a call, by a jump that is always taken, or by falling into it.
void Checker::enter_entry(u32 previous) {
    const bool has_arrived = std::exchange(m_arrived_at, no_address) == m_pc;
    const TextSlot* const before = m_machine.text().find(previous);
    const bool is_jump = before != nullptr && meaning::facts(before->instruction.op).is_jump;
    if (!has_arrived && previous + 4 == m_pc && !is_jump) {
        report_fall_through(previous, m_pc);
    }
}

bool Checker::is_stack_store(const isa::Instruction& instruction) const {
    if (instruction.rs == reg::sp || instruction.rs == reg::fp) {
        return true;
    }
    const u32 sp = m_machine.cpu.gpr[reg::sp];
    const u32 address = m_machine.cpu.gpr[instruction.rs] + static_cast<u32>(instruction.imm);
    return address >= sp && address <= m_machine.map().stack_base;
}

bool Checker::may_be_unwritten(const isa::Instruction& instruction, u8 id) const {
    // The start of a program may look for arguments, and jr $ra of a main that nothing called fails by itself.
    const bool asks_for_arguments = (id == reg::a0 || id == reg::a1) && m_frames.size() == 1;
    return asks_for_arguments || (id == reg::ra && instruction.op == isa::Op::jr);
}

void Checker::read_unwritten(const isa::Instruction& instruction, const isa::InstructionInfo& info, RegisterSet reads) {
    reads = reads & m_unwritten;
    if (const u8 source = copied_register(instruction); source != reg::bin) {
        m_result = {true, m_copied_from[source]};
        return;
    }
    if (meaning::facts(info.op).stores != 0 && (!is_judged() || is_stack_store(instruction))) {
        put_away(instruction, info, reads);
    }
    if (!is_judged() || ignores_operands(instruction)) {
        return;
    }
    for_each_register(reads, {}, [&](u8 id, bool /*is_double*/) {
        if (!may_be_unwritten(instruction, id)) {
            report_unwritten_register(id);
        }
    });
}

/// A register is saved before it is used for something else: its value goes on without being looked at.
void Checker::put_away(const isa::Instruction& instruction, const isa::InstructionInfo& info, RegisterSet& reads) {
    if (meaning::facts(info.op).is_float()) {
        m_result.is_unwritten = reads.floats != 0;
        reads.floats = 0;
        return;
    }
    const u64 stored = u64{1} << instruction.rt;
    m_result.is_unwritten = (reads.low & stored) != 0;
    m_result.source = m_copied_from[instruction.rt];
    if (instruction.rs != instruction.rt) {
        reads.low &= ~stored;
    }
}

/// A register gets a value, or a copy of what another without one holds.
void Checker::note_write(u8 id) {
    m_lost.remove(id);
    if (id == reg::v0) {
        const u32 given_at = std::exchange(m_result_at, no_address);
        const isa::Instruction* const writer = instruction_at(m_pc);
        const bool is_li = writer != nullptr && writer->rt == reg::v0 && writer->rs == reg::zero &&
                           isa::is_one_of(writer->op, isa::Op::addiu, isa::Op::addi) && writer->imm > 0;
        if (given_at != no_address && is_li && m_unread.contains(reg::v0) &&
            find_syscall(static_cast<u32>(writer->imm)) != nullptr) {
            m_lost.add(reg::v0);
            m_lost_values[reg::v0] = {given_at, by_next_choice, m_pc};
            m_frames.back().unread_result = given_at;
        }
        const u32 choice = std::exchange(m_choice, std::exchange(m_next_choice, no_address));
        if (choice != no_address && m_writer[reg::v0] == choice && m_unread.contains(reg::v0)) {
            report_missing_syscall(choice, m_pc);
        }
    }
    if (followed.contains(id)) {
        CheckedCall& frame = m_frames.back();
        frame.written.add(id);
        frame.own.add(id);
        m_written_on_top.add(id);
        m_giver[id] = frame.entry;
    }
    m_result.is_unwritten ? m_unwritten.add(id) : m_unwritten.remove(id);
    m_copied_from[id] = m_result.is_unwritten ? m_result.source : id;
    attend();
}

void Checker::report_unwritten_register(u8 id) {
    if (!m_findings.is_new(FindingKind::unwritten_register, m_pc, id)) {
        return;
    }
    const u8 source = m_copied_from[id] != reg::bin ? m_copied_from[id] : id;
    const bool is_copy = m_writer[id] != no_address;
    Finding finding{
        FindingKind::unwritten_register, m_pc, "reads " + name(id) + ", which was never given a value", {}, {}};
    if (is_copy) {
        finding.why = place_of(m_machine.image(), m_writer[id]) + " put into it what was in " +
                      (source == id ? name(id) + " before" : name(source)) + ", and no instruction had written " +
                      name(source) + "; it is 0 by chance";
    } else {
        finding.why = "no instruction wrote " + name(id) + "; it is " + (id < 32 ? hex32(m_machine.cpu.gpr[id]) : "0") +
                      " only because every register starts so here";
    }
    if (source == register_id::hi || source == register_id::lo) {
        finding.remedy = "write mult or div in front of it: they put their results into $lo and $hi";
    } else if (source == register_id::condition_flags) {
        finding.remedy = "compare in front of it, as in c.lt.s $f0, $f2: that sets the flag";
    } else {
        finding.remedy = remedy_for_unwritten(source).value_or("set " + name(source) +
                                                               " before this line, or check that the right register "
                                                               "is named");
    }
    m_findings.add(std::move(finding));
}

void Checker::read_unusual_memory(u32 address, u32 size) {
    const ByteState state = m_memory.state_of(address, size);
    if (state == ByteState::saved_register) {
        const isa::Instruction* const saving = instruction_at(m_marked.word(address).writer);
        m_result = {true, saving != nullptr ? site_of(*saving).stored : reg::bin};
        return;
    }
    if (m_base.nature() == Nature::object && !is_within(m_base, address, size)) {
        return;  // leave_object has more to say
    }
    const MemoryMap& map = m_machine.map();
    const ProgramImage& image = m_machine.image();
    // .space makes zeros that a program may count on.
    const u32 data_end = image.data_end != 0 ? image.data_end : map.heap_base;
    const bool is_declared = address >= map.data_base && address < data_end;
    const bool is_kernel_data = map.kernel_data.contains(address);
    const bool counts_as_written = is_declared || is_kernel_data || map.mmio.contains(address) ||
                                   map.text.contains(address) ||
                                   (m_options.data_is_zeroed && map.data.contains(address));
    if (!is_judged() || m_is_astray || counts_as_written ||
        !m_findings.is_new(FindingKind::unwritten_memory, m_pc, 0)) {
        return;
    }
    Finding finding{
        FindingKind::unwritten_memory, m_pc, "reads memory at " + hex32(address) + ", which was never written", {}, {}};
    const u32 sp = m_machine.cpu.gpr[reg::sp];
    if (address >= sp - page_size && address <= map.stack_base) {
        finding.why = "nothing was put on the stack there; $sp is " + hex32(sp);
        finding.remedy = remedy_for_unset_local(address);
        if (finding.remedy.empty()) {
            finding.remedy = "compare the offset with that of the sw that should have saved the value";
        }
    } else if (address >= map.heap_base && address < m_machine.heap_pointer) {
        finding.why = "syscall 9 gave this memory, and nothing was stored there since";
        finding.remedy = "store to it before reading";
    } else {
        const Symbol* const label = address >= image.data_end ? image.symbol_at(image.data_end - 1, true) : nullptr;
        finding.why = "nothing was declared or stored there" +
                      (label != nullptr && map.data.contains(address)
                           ? "; the data ends at " + hex32(image.data_end) + ", behind " + label->name
                           : std::string());
        finding.remedy = "check the address: an index that runs past the end of its array, or a wrong base register";
    }
    m_findings.add(std::move(finding));
}

void Checker::before_store(const isa::Instruction& instruction, const isa::InstructionInfo& info) {
    if (is_stack_store(instruction)) {
        CheckedCall& frame = m_frames.back();
        if (meaning::facts(info.op).is_float()) {
            frame.put_away.floats |= (3U << instruction.rt) & ~frame.written.floats;
        } else {
            frame.put_away.low |= (u64{1} << instruction.rt) & ~frame.written.low;
        }
        if (instruction.rt == reg::ra) {
            frame.ra_slot = m_machine.cpu.gpr[instruction.rs] + static_cast<u32>(instruction.imm);
            frame.ra_saver = m_pc;
        }
    }
    judge_wide_store(instruction);
    const u32 address = m_machine.cpu.gpr[instruction.rs] + static_cast<u32>(instruction.imm);
    if (instruction.rs == reg::sp && m_machine.cpu.gpr[reg::sp] > m_frames.back().sp) {
        report_stack_direction(address);
    }
    if (instruction.rs == reg::sp && address >= m_frames.back().sp && m_frames.size() > 1) {
        look_at_callers_frame(address);
    }
    if (!m_machine.map().text.contains(address) || !m_findings.is_new(FindingKind::text_write, m_pc, 0)) {
        return;
    }
    const u8 base = instruction.rs;
    m_findings.add({FindingKind::text_write, m_pc, "writes into the program's own instructions, at " + hex32(address),
                    "the address comes from " + name(base) + writer_clause(base),
                    "store into .data; the label of an instruction is no place for data"});
}

/// A function stores, by `$sp`, where the one that called it has saved a register for itself.
void Checker::look_at_callers_frame(u32 address) {
    const u32 writer = m_marked.word(address).writer;
    const isa::Instruction* const saving = instruction_at(writer);
    const CheckedCall& frame = m_frames.back();
    const bool is_saved = saving != nullptr && saving->rs == reg::sp && saving->op == isa::Op::sw &&
                          (saving->rt == reg::ra || saved_registers.contains(saving->rt)) && writer != m_pc &&
                          m_memory.state_of(address, 4) != ByteState::never_written;
    const u32 caller = m_frames[m_frames.size() - 2].entry;
    const bool is_of_caller = is_saved && frame.site != no_address && writer >= caller && writer <= frame.site;
    if (!is_of_caller || !is_judged() || !m_findings.is_new(FindingKind::saved_register, m_pc, saving->rt)) {
        return;
    }
    const std::string taken = std::to_string(frame.sp - m_machine.cpu.gpr[reg::sp]);
    m_findings.add(
        {FindingKind::saved_register, m_pc,
         "overwrites " + name(saving->rt) + " as the caller saved it: " + function_name(frame.entry) + " has taken " +
             taken + " bytes of the stack, and this lies behind them",
         line_of(writer) + " put it there, and " + line_of(frame.site) + " called " + function_name(frame.entry),
         "take the room first, addi $sp, $sp, -N with an N that reaches, and store below it, from 0($sp) on"});
}

/// The last choice of a service came to no syscall.
void Checker::finish_service(bool dropped_off) {
    const isa::Instruction* const last = instruction_at(m_writer[reg::v0]);
    const bool is_choice = last != nullptr && last->rt == reg::v0 && last->rs == reg::zero &&
                           last->op != isa::Op::addu && find_syscall(m_machine.cpu.gpr[reg::v0]) != nullptr;
    const bool is_unused = !m_options.delayed_branching && m_unread.contains(reg::v0) &&
                           m_writer[reg::v0] + 24 > m_pc && m_writer[reg::v0] <= m_pc;
    if (dropped_off && is_choice && is_unused) {
        report_missing_syscall(m_writer[reg::v0], no_address);
    }
}

/// A push at a $sp that was made larger: what stands there belongs to the caller.
void Checker::report_stack_direction(u32 address) {
    const CheckedCall& frame = m_frames.back();
    const u32 taken = m_machine.cpu.gpr[reg::sp] - frame.sp;
    if (address < frame.sp || !is_judged() || m_forgotten_frames > 0 || m_is_astray ||
        !m_findings.is_new(FindingKind::stack_direction, m_writer[reg::sp], 0)) {
        return;
    }
    const std::string size = std::to_string(taken);
    m_findings.add(
        {FindingKind::stack_direction, m_pc,
         "saves on a stack that was moved upwards: $sp is " + size + " bytes higher than at the beginning of " +
             function_name(frame.entry),
         "the stack grows downwards; what lies above belongs to the caller, and " + line_of(m_writer[reg::sp]) +
             " went there",
         "take room with addi $sp, $sp, -" + size + " and give it back with addi $sp, $sp, " + size + " at the end"});
}

void Checker::finish(bool dropped_off) {
    finish_service(dropped_off);
    finish_steps_over();
    finish_narrow_reads();
    finish_line_feed();
    if (!dropped_off || m_frames.size() < 2 || m_pc == no_address ||
        !m_findings.is_new(FindingKind::fall_through, m_pc, 0)) {
        return;
    }
    m_findings.add({FindingKind::fall_through, m_pc,
                    "runs past the program's last instruction inside " + function_name(m_frames.back().entry),
                    "behind it is no instruction, and the function has not returned", "end the function with jr $ra"});
}

}  // namespace mariner
