// Checker: calls, returns, and what a function must leave as it was.

#include <algorithm>
#include <bit>
#include <utility>

#include "emulator/analysis/checker.hpp"
#include "emulator/analysis/trace.hpp"
#include "emulator/runtime/explain.hpp"
#include "emulator/support/text.hpp"

namespace mariner {

namespace {

/// move rd, rs; reg::bin for anything else.
u8 copied_to(const isa::Instruction& instruction) {
    const bool is_copy = isa::is_one_of(instruction.op, isa::Op::addu, isa::Op::add, isa::Op::or_) &&
                         (instruction.rs == reg::zero) != (instruction.rt == reg::zero);
    return is_copy ? instruction.rd : reg::bin;
}

}  // namespace

Checker::CheckedCall Checker::frame_now() const {
    const CpuState& cpu = m_machine.cpu;
    CheckedCall frame;
    frame.sp = cpu.gpr[reg::sp];
    frame.a0 = cpu.gpr[reg::a0];
    frame.a1 = cpu.gpr[reg::a1];
    for (size_t i = 0; i < saved_ids.size(); ++i) {
        frame.saved[i] = cpu.gpr[saved_ids[i]];
        frame.givers[i] = m_giver[saved_ids[i]];
    }
    for (size_t i = 0; i < frame.saved_floats.size(); ++i) {
        frame.saved_floats[i] = cpu.fpr[first_saved_float + i];
        frame.float_givers[i] = m_giver[register_id::float_base + first_saved_float + i];
    }
    return frame;
}

std::string Checker::function_name(u32 entry) const {
    const ProgramImage& image = m_machine.image();
    const Symbol* symbol = image.symbol_at(entry);
    // Of several labels at one place that which is called.
    for (const TextEntry& one : image.text) {
        const auto reference = isa::call_target(one.instruction, one.address) == entry
                                   ? std::ranges::lower_bound(image.references, one.address, {}, &Reference::address)
                                   : image.references.end();
        if (reference != image.references.end() && reference->address == one.address) {
            symbol = &image.symbols[reference->symbol];
            break;
        }
    }
    return symbol != nullptr ? symbol->name : "the function at " + hex32(entry);
}

std::string Checker::writer_clause(u8 id) const {
    return m_writer[id] == no_address ? std::string()
                                      : ", which " + place_of(m_machine.image(), m_writer[id]) + " wrote";
}

void Checker::arrive(const Transfer& transfer) {
    m_arrived_at = transfer.target;
    transfer.kind == TransferKind::call ? enter_function(transfer) : arrive_by_register(transfer);
    m_written_on_top = {};
    attend();
}

/// Temporaries that the lines right in front of a call wrote.
RegisterSet Checker::written_before(u32 call) const {
    constexpr u32 farthest = 48;
    RegisterSet set;
    for_each_id(temporaries & m_written_on_top, [&](u8 id) {
        if (call - m_writer[id] <= farthest) {
            set.add(id);
        }
    });
    return set;
}

void Checker::enter_function(const Transfer& transfer) {
    mark_entry(transfer.target);
    if (m_frames.size() >= most_frames) {
        m_frames.erase(m_frames.begin(), m_frames.begin() + most_frames / 2);
        m_forgotten_frames += most_frames / 2;
    }
    CheckedCall frame = frame_now();
    frame.entry = transfer.target;
    frame.site = transfer.site;
    frame.link = transfer.link;
    m_frames.back().lost = std::exchange(m_lost, {});
    m_frames.back().unread = m_unread;
    m_frames.back().recent = written_before(transfer.site);
    note_unread_result(transfer.site);
    m_frames.push_back(frame);
    m_marks[reg::sp] = ValueMark(Nature::frame, static_cast<u32>(m_frames.size() - 1));
}

/// The result of the call before this one, if it is still in $v0 and nothing has read it.
void Checker::note_unread_result(u32 call) {
    CheckedCall& caller = m_frames.back();
    const u32 writer = m_writer[reg::v0];
    const bool is_own = caller.inner_link <= call && writer >= caller.inner_link && writer <= call;
    const bool is_result =
        caller.inner_link != no_address && m_unread.contains(reg::v0) && !is_own && writer != no_address && is_judged();
    caller.unread_result = is_result ? caller.inner_site : no_address;
    caller.next_result = call;
}

void Checker::arrive_by_register(const Transfer& transfer) {
    const CheckedCall& top = m_frames.back();
    if (transfer.target != top.link && transfer.target == top.inner_link) {
        report_lost_return_address(top, transfer);
        return;
    }
    const size_t outermost = m_frames.size() > deepest_return ? m_frames.size() - deepest_return : 1;
    for (size_t i = m_frames.size(); i-- > outermost;) {
        if (m_frames[i].link != transfer.target) {
            continue;
        }
        const CheckedCall frame = m_frames[i];
        if (i + 1 == m_frames.size()) {
            check_return(frame, transfer);
        }
        const bool is_innermost = i + 1 == m_frames.size();
        m_frames.resize(i);
        if (m_frames.empty()) {
            m_frames.push_back(frame_now());
        }
        m_marks[reg::sp] = ValueMark(Nature::frame, static_cast<u32>(m_frames.size() - 1));
        m_lost = m_frames.back().lost;
        note_missing_result(frame);
        m_result_at = is_followed_by_choice(frame) ? frame.site : no_address;
        if (is_innermost && is_judged()) {
            note_lost_registers(frame, m_frames.back());
        }
        pass_on(frame, m_frames.back());
        m_frames.back().inner_site = frame.site;
        m_frames.back().inner_link = frame.link;
        return;
    }
}

void Checker::check_return(const CheckedCall& frame, const Transfer& transfer) {
    const CpuState& cpu = m_machine.cpu;
    const u32 sp = cpu.gpr[reg::sp];
    if (sp != frame.sp && !m_is_astray && m_findings.is_new(FindingKind::stack_pointer, transfer.site, 0)) {
        const bool is_lower = sp < frame.sp;
        const u32 distance = is_lower ? frame.sp - sp : sp - frame.sp;
        m_findings.add({FindingKind::stack_pointer, transfer.site,
                        function_name(frame.entry) + " returns with $sp " + std::to_string(distance) + " bytes too " +
                            (is_lower ? "low" : "high"),
                        "$sp was " + hex32(frame.sp) + " when " + place_of(m_machine.image(), frame.site) +
                            " called it and is " + hex32(sp) + " now; " +
                            place_of(m_machine.image(), m_writer[reg::sp]) + " changed it last",
                        remedy_for_stack(sp, frame.sp)});
        m_is_astray = true;  // what is found on the stack from now on follows from this
    }
    for (size_t i = 0; i < saved_ids.size(); ++i) {
        if (frame.saved[i] != cpu.gpr[saved_ids[i]]) {
            check_saved(frame, transfer.site, saved_ids[i], frame.givers[i]);
        }
    }
    for (size_t i = 0; i < frame.saved_floats.size(); ++i) {
        if (frame.saved_floats[i] != cpu.fpr[first_saved_float + i]) {
            check_saved(frame, transfer.site, static_cast<u8>(register_id::float_base + first_saved_float + i),
                        frame.float_givers[i]);
        }
    }
}

std::string Checker::remedy_for_stack(u32 sp, u32 wanted) const {
    const isa::Instruction* const last = instruction_at(m_writer[reg::sp]);
    const bool is_lower = sp < wanted;
    const std::string distance = std::to_string(is_lower ? wanted - sp : sp - wanted);
    const bool takes_again = is_lower && last != nullptr && last->rs == reg::sp && last->imm < 0 &&
                             isa::is_one_of(last->op, isa::Op::addi, isa::Op::addiu) &&
                             wanted - sp == 2 * static_cast<u32>(-last->imm);
    if (takes_again) {
        return "give back with a plus: addi $sp, $sp, " + std::to_string(-last->imm) + " in " +
               place_of(m_machine.image(), m_writer[reg::sp]) + ", which takes once more";
    }
    return is_lower
               ? "give back " + distance + " bytes more on this way out: addi $sp, $sp, N with the N that was taken"
               : "give back " + distance + " bytes less, or take as much more at the beginning";
}

/// Right behind the call whose result is in $v0 the number of a service is put there, and copied as if it were that.
bool Checker::is_followed_by_choice(const CheckedCall& inner) const {
    const isa::Instruction* const next = m_unread.contains(reg::v0) ? instruction_at(inner.link) : nullptr;
    if (next == nullptr || next->rt != reg::v0 || next->rs != reg::zero || inner.site == no_address || !is_judged()) {
        return false;
    }
    const isa::Instruction* const copy = instruction_at(inner.link + 4);
    return copy != nullptr && copied_to(*copy) == reg::a0 && registers_read(*copy).contains(reg::v0);
}

/// What stands in $v0 behind a call is its result, if the function has put one there. Else it is what the caller's own
/// lines have put there and used already: the number of a service.
void Checker::note_missing_result(const CheckedCall& inner) {
    m_lost.remove(reg::v0);
    const CheckedCall& outer = m_frames.back();
    const u32 writer = m_writer[reg::v0];
    const bool is_inside = writer >= inner.entry && writer <= m_pc;
    if (!m_unread.contains(reg::v0) && writer >= outer.entry && writer < inner.site && inner.site != no_address &&
        inner.entry != outer.entry && !is_inside && writer != no_address && !m_unwritten.contains(reg::v0) &&
        is_judged()) {
        m_lost.add(reg::v0);
        m_lost_values[reg::v0] = {inner.site, inner.entry, writer};
    }
}

/// A function has changed a register that its caller had given a value: if the caller reads it now, it finds another.
/// Not where the function takes the register as an argument (reads it first), or hands a result back in it: such a
/// result has been read by nobody yet, and the caller is done with its own value.
void Checker::note_lost_registers(const CheckedCall& inner, CheckedCall& outer) {
    const RegisterSet changed = inner.written & outer.own & ~(inner.used | inner.put_away);
    for_each_id(changed & followed, [&](u8 id) {
        const bool is_scratch = !m_unread.contains(id) || (outer.unread & outer.recent).contains(id);
        // Of saved registers that another function has set, check_saved speaks.
        const bool is_for_us = !saved_registers.contains(id) || outer.entry == inner.entry;
        // Who has used its own value before the call, and is called again by itself, expects no result there.
        const bool is_kept = saved_registers.contains(id) && outer.entry == inner.entry && !outer.unread.contains(id);
        if ((is_scratch || is_kept) && is_for_us) {
            m_lost.add(id);
            m_lost_values[id] = {inner.site, inner.entry, m_writer[id]};
        }
    });
    // What the function handed to a system call last is no result of its own.
    for_each_id(inner.written & outer.own & arguments & ~inner.put_away, [&](u8 id) {
        if (m_served_writers[id - reg::a0] == m_writer[id] && m_writer[id] != no_address) {
            m_lost.add(id);
            m_lost_values[id] = {inner.site, inner.entry, m_writer[id]};
        }
    });
    // A recursive function that makes its argument smaller finds it so afterwards.
    const bool is_argument_lost = outer.entry == inner.entry && outer.own.contains(reg::a0) &&
                                  inner.written.contains(reg::a0) && m_machine.cpu.gpr[reg::a0] != inner.a0;
    if (is_argument_lost) {
        m_lost.add(reg::a0);
        m_lost_values[reg::a0] = {inner.site, inner.entry, m_writer[reg::a0]};
    }
}

void Checker::report_missing_result(const LostValue& lost) {
    const std::string routine = function_name(lost.entry);
    m_findings.add(
        {FindingKind::value_lost, m_pc,
         "reads $v0 after the call of " + routine + " in " + line_of(lost.call) + ", which has put nothing there",
         "a function leaves its result in $v0; what stands there is from " + line_of(lost.writer),
         remedy_for_missing_result(routine)});
}

void Checker::report_lost_value(u8 id) {
    m_lost.remove(id);
    const LostValue& lost = m_lost_values[id];
    if (id == reg::v0 && lost.entry == by_next_choice && copied_to(*instruction_at(m_pc)) != reg::a0) {
        return;
    }
    if (!is_judged() || !m_findings.is_new(FindingKind::value_lost, m_pc, id)) {
        return;
    }
    if (id == reg::v0 && lost.entry == by_next_choice) {
        m_findings.add(
            {FindingKind::value_lost, m_pc,
             "copies $v0, but " + line_of(lost.writer) + " has overwritten what " + line_of(lost.call) + " gave",
             "$v0 holds the number of the next service by then; nothing has read the result before",
             "copy the result first: put this line in front of " + line_of(lost.writer)});
        return;
    }
    if (id == reg::v0 && lost.entry > by_next_choice) {
        report_missing_result(lost);
        return;
    }
    const isa::Instruction* const choice = id == reg::v0 ? instruction_at(lost.writer) : nullptr;
    const bool gives_float =
        choice != nullptr && choice->rs == reg::zero && (choice->imm == 6 || choice->imm == 7) && choice->rt == reg::v0;
    if (gives_float) {
        const std::string number = std::to_string(choice->imm);
        m_findings.add(
            {FindingKind::value_lost, m_pc,
             "reads $v0 behind the system call in " + line_of(lost.call) + ", where it holds only the service's number",
             "syscall " + number + " puts the number that it reads into $f0, as a " +
                 (choice->imm == 6 ? "float" : "double"),
             choice->imm == 6 ? "take it from there: mov.s $f12, $f0, and print it by syscall 2"
                              : "take it from there: mov.d $f12, $f0, and print it by syscall 3"});
        return;
    }
    if (id == reg::v0) {
        const DataObject* const read = choice != nullptr && choice->imm == 8 ? m_objects.find(m_a0) : nullptr;
        const u8 target = copied_to(*instruction_at(m_pc));
        m_findings.add(
            {FindingKind::value_lost, m_pc,
             "reads $v0 behind the system call in " + line_of(lost.call) + ", where it holds only the service's number",
             line_of(lost.writer) + " overwrote what was in $v0 before, and that service gives no result",
             read != nullptr && target != reg::bin
                 ? "the text that was read stands in " + m_objects.name(*read) + ": la " + name(target) + ", " +
                       m_objects.name(*read) + " in place of " + line_of(m_pc)
                 : "keep the value in another register (move $t0, $v0) before $v0 is used for a system call"});
        return;
    }
    const bool is_saved = saved_registers.contains(id);
    const std::string callee = function_name(lost.entry);
    m_findings.add(
        {FindingKind::value_lost, m_pc,
         "reads " + name(id) + " after the call of " + callee + " in " + line_of(lost.call) + ", which has changed it",
         line_of(lost.writer) + " in " + callee + " wrote " + name(id) + "; the value from before is lost",
         is_saved
             ? "let " + callee + " save " + name(id) + " on the stack at its beginning and restore it before jr $ra"
         : arguments.contains(id)
             ? "save " + name(id) + " on the stack before the call (sw " + name(id) +
                   ", 4($sp)) and load it again behind (lw " + name(id) + ", 4($sp)), or keep it in an $s register"
             : "keep the value in " +
                   std::string(id >= register_id::float_base ? "a register from $f20 on" : "an $s register") +
                   ", which a function must not change, or save " + name(id) +
                   " on the stack before the call and load it again behind"});
}

/// What a called function did counts for its caller too, but for what it put away and restored.
void Checker::pass_on(const CheckedCall& inner, CheckedCall& outer) {
    outer.used = outer.used | (inner.used & ~inner.put_away & ~outer.written);
    outer.written = outer.written | (inner.written & ~inner.put_away);
}

void Checker::check_saved(const CheckedCall& frame, u32 site, u8 id, u32 giver) {
    const bool is_shared = frame.used.contains(id) || giver == no_address || giver == frame.entry;
    const bool was_saved = frame.put_away.contains(id);
    if ((is_shared && !was_saved) || m_is_astray || !m_findings.is_new(FindingKind::saved_register, site, id)) {
        return;
    }
    m_findings.add(
        {FindingKind::saved_register, site, function_name(frame.entry) + " returns with " + name(id) + " changed",
         place_of(m_machine.image(), frame.site) + " called it, and a caller may count on " + name(id) +
             " keeping its value; " + place_of(m_machine.image(), m_writer[id]) + " wrote it" +
             (was_saved ? ", though " + function_name(frame.entry) + " had saved it" : std::string()),
         was_saved ? "restore " + name(id) + " as the last thing before the return, by a load with the same " +
                         "offset from the same $sp as the store that saved it"
                   : "save " + name(id) + " on the stack at the beginning and restore it before the return, or use a " +
                         (id >= register_id::float_base ? "register below $f20" : "$t register")});
}

void Checker::report_lost_return_address(const CheckedCall& frame, const Transfer& transfer) {
    const bool is_consequence = m_is_astray && frame.ra_saver != no_address;
    if (is_consequence || !m_findings.is_new(FindingKind::return_address, transfer.site, 0)) {
        return;
    }
    m_is_astray = true;
    const std::string call = line_of(frame.inner_site);
    const u32 jump = jump_instead_of_call(transfer.site);
    if (m_frames.size() == 1 && m_forgotten_frames == 0 && jump != no_address) {
        const std::string routine = function_name(isa::transfer_target(*instruction_at(jump), jump));
        m_findings.add({FindingKind::return_address, transfer.site, "returns, but nothing called " + routine,
                        line_of(jump) + " jumps there without saying where to return to: $ra is what the call in " +
                            call + " left, so it goes on behind that call",
                        "call it: write jal " + routine + " in " + line_of(jump)});
        return;
    }
    if (m_frames.size() == 1 && m_forgotten_frames == 0) {
        m_findings.add(
            {FindingKind::return_address, transfer.site, "returns, but nothing called this code",
             "$ra is what the call in " + call + " left there, so it goes on behind that call again and again",
             "end the program with li $v0, 10 and syscall"});
        return;
    }
    m_findings.add({FindingKind::return_address, transfer.site,
                    function_name(frame.entry) + " returns into itself: its return address is lost",
                    (m_writer[reg::ra] == frame.inner_site || m_writer[reg::ra] == no_address
                         ? "the call in " + call + " overwrote $ra"
                         : line_of(m_writer[reg::ra]) + " put the place behind the call in " + call + " into $ra") +
                        (frame.site == no_address ? std::string() : "; it should return behind " + line_of(frame.site)),
                    remedy_for_lost_return(frame)});
}

/// Was it saved, and when?
std::string Checker::remedy_for_lost_return(const CheckedCall& frame) const {
    if (frame.ra_saver == no_address) {
        return "save $ra on the stack before the call (sw $ra, 0($sp)) and restore it before jr $ra";
    }
    const std::string saver = line_of(frame.ra_saver);
    const bool is_good = m_machine.peek_word(frame.ra_slot).value_or(0) == frame.link;
    if (!is_good) {
        if (const std::optional<std::string> room = remedy_for_missing_room(frame)) {
            return *room;
        }
    }
    return is_good ? saver + " saved it: load it back from there behind the last call, right before jr $ra"
                   : saver + " saves it too late: do that before the first call";
}

void Checker::report_fall_through(u32 from, u32 to) {
    if (!m_findings.is_new(FindingKind::fall_through, from, 0)) {
        return;
    }
    if (const u32 call = call_from_inside(to); call != no_address) {
        m_findings.add({FindingKind::fall_through, call, "calls " + function_name(to) + ", the lines that it stands in",
                        "a call overwrites $ra, so that the jr $ra behind comes back to this place again and again",
                        "to go round, jump: write j " + function_name(to) + " in place of jal " + function_name(to)});
        return;
    }
    finish_service(true);
    m_findings.add({FindingKind::fall_through, from, "falls through into " + function_name(to),
                    "the function at " + place_of(m_machine.image(), to) +
                        " begins right behind this line, and is entered without a call",
                    m_frames.size() > 1 ? "end " + function_name(m_frames.back().entry) + " with jr $ra in front of it"
                                        : "end what stands before it with li $v0, 10 and syscall, or with a jump"});
}

}  // namespace mariner
