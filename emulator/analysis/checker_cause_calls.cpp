// Checker: what led to the end of a run by way of calls. Who lost the return address, and which function calls itself
// without end.

#include <algorithm>

#include "emulator/analysis/cause_words.hpp"
#include "emulator/analysis/checker.hpp"
#include "emulator/analysis/loop_exit.hpp"
#include "emulator/meaning/facts.hpp"
#include "emulator/support/text.hpp"

namespace mariner {

namespace {

using isa::is_one_of;
using isa::Op;

/// What a recursive function was called with, twice in a row.
struct PassedRegister {
    std::string name;
    u32 then = 0;
    u32 now = 0;
};

/// The base case is never reached, which tests the first of these.
std::string remedy_for_base_case(const PassedRegister& tested, const PassedRegister& other) {
    if (tested.now != tested.then) {
        return "let each call come nearer to the base case, and let its test catch every value beyond (blez or ble in "
               "place of beq)";
    }
    return other.now != other.then
               ? "test the argument that changes from call to call, for the base case: " + other.name +
                     " goes on from " + decimal(other.then) + " to " + decimal(other.now) + ", but the test looks at " +
                     tested.name
               : "make the argument smaller before the call (addi " + tested.name + ", " + tested.name +
                     ", -1), so that the base case comes nearer";
}

}  // namespace

/// The place where $ra was saved holds something else by now.
Cause Checker::cause_of_overwritten_return(const std::string& jumps, const std::string& stored) const {
    const u32 saver = m_frames.back().ra_saver;
    const isa::Instruction* const own = instruction_at(saver);
    if (own != nullptr && own->rs == reg::sp && own->imm < 0) {
        return {
            jumps + line_of(saver) + " saved $ra below $sp, where the routines that are called put theirs; " + stored,
            "take room first: addi $sp, $sp, -4 and sw $ra, 0($sp); and behind the calls lw $ra, 0($sp) and "
            "addi $sp, $sp, 4"};
    }
    return {jumps + line_of(m_writer[reg::ra]) + " loaded it, and " + stored + ", over the saved $ra",
            "keep the place of $ra on the stack free: check the offsets and the size of what stands beside it"};
}

/// A jump to where no instruction is.
std::optional<Cause> Checker::cause_of_bad_jump(u32 target) const {
    const isa::Instruction* const jump = instruction_at(m_pc);
    if (jump == nullptr || !meaning::facts(jump->op).is_indirect) {
        return Cause{line_of(m_pc) + " leads to " + hex32(target) + ", where no instruction is",
                     "end what stands there with a jump, jr $ra, or li $v0, 10 and syscall"};
    }
    const u8 id = jump->rs;
    if (id != reg::ra) {
        return cause_of_bad_register_jump(*jump, target);
    }
    if (m_writer[id] == no_address) {
        return cause_of_lost_return(m_pc);
    }
    const std::string jumps = line_of(m_pc) + " jumps to " + hex32(target) + ", where no instruction is: ";
    if (!is_load(instruction_at(m_writer[id]))) {
        return Cause{jumps + origin_of(id),
                     "leave $ra alone: only jal sets it; save it on the stack before other calls"};
    }
    const u32 stored_at = m_return_loaded_from;
    const MarkedMemory::Word word = m_marked.word(stored_at);
    const u32 saved_at = m_frames.back().ra_slot;
    const std::string stored = word.writer != MarkedMemory::no_writer
                                   ? line_of(word.writer) + " had stored " + hex32(target) + " there"
                                   : std::string("nothing was stored there");
    const isa::Instruction* const saver = instruction_at(word.writer);
    if (saved_at == stored_at && saver != nullptr && saver->rt == reg::ra) {
        return cause_of_lost_return(m_pc);  // nobody had called: what was saved is what $ra holds at the start
    }
    if (saved_at == stored_at) {
        return cause_of_overwritten_return(jumps, stored);
    }
    const u32 sp = m_machine.cpu.gpr[reg::sp];
    const isa::Instruction* const last = instruction_at(m_writer[reg::sp]);
    const bool gives_back = last != nullptr && is_one_of(last->op, Op::addi, Op::addiu) && last->rs == reg::sp &&
                            last->imm > 0 && saved_at + static_cast<u32>(last->imm) == stored_at &&
                            m_writer[reg::sp] < m_writer[id];
    if (gives_back) {
        return Cause{jumps + line_of(m_writer[reg::sp]) + " gives the room on the stack back before " +
                         line_of(m_writer[id]) + " loads $ra from it, which so reads at another place",
                     "put " + line_of(m_writer[reg::sp]) +
                         " behind the lines that load from the stack, right in front of "
                         "jr $ra"};
    }
    const bool saves_other = saver != nullptr && saver->op == Op::sw && saver->rs == reg::sp && saver->rt != reg::ra;
    if (saved_at == 0 && saves_other) {
        const std::string offset = std::to_string(saver->imm);
        return Cause{jumps + line_of(m_writer[id]) + " loads $ra from where " + line_of(word.writer) + " stored " +
                         name(saver->rt) + ", and nothing in this routine has saved $ra",
                     "save it there first: sw $ra, " + offset + "($sp)"};
    }
    const std::string place = saved_at != 0 ? "; $ra was saved by " + line_of(m_frames.back().ra_saver) : std::string();
    return Cause{
        jumps + line_of(m_writer[id]) + " loaded $ra from the wrong place: " + stored + place,
        "load $ra with the same offset from the same $sp with which sw saved it (sp is " + hex32(sp) + " now)"};
}

/// jr or jalr by another register than $ra.
Cause Checker::cause_of_bad_register_jump(const isa::Instruction& jump, u32 target) const {
    const u8 id = jump.rs;
    const bool is_return = jump.op == Op::jr && m_frames.size() > 1;
    if (m_writer[id] == no_address) {
        return {line_of(m_pc) + " jumps to where " + name(id) + " says, which no instruction has set",
                is_return ? "to return to the caller write jr $ra"
                          : "load the address first: la " + name(id) + ", and the label"};
    }
    const isa::Instruction* const maker = instruction_at(m_writer[id]);
    const std::string why =
        line_of(m_pc) + " jumps to " + hex32(target) + ", where no instruction is: " + origin_of(id);
    for (const Finding* const known : m_findings.at(m_writer[id])) {
        if (known->kind == FindingKind::past_end) {  // behind a table of jumps
            return {why + ", and " + known->what,
                    "let the index stay within the table: compare it with the number of "
                    "entries before (bge, and a label for what isn't there)"};
        }
    }
    if (m_machine.map().text.contains(m_machine.peek_word(target).value_or(0))) {
        return {why + ", which is where the address of the code stands",
                "load it from there first: lw " + name(id) + ", 0(" + name(id) + ")"};
    }
    if (is_return && target < near_zero && !is_load(maker)) {
        return {why, "to return to the caller of " + function_name(m_frames.back().entry) + " write jr $ra; " +
                         name(id) + " holds no address"};
    }
    return {why, "jr and jalr need the address of an instruction: la " + name(id) + ", and the label of the code" +
                     (is_load(maker) ? " (lw takes what stands at a label)" : "")};
}

/// Nothing runs on into this instruction: in front of it a routine returns, or the program ends.
bool Checker::ends_before(u32 pc) const {
    const isa::Instruction* const last = instruction_at(pc - 4);
    if (last == nullptr || last->op != Op::syscall) {
        return last != nullptr && last->op == Op::jr;
    }
    constexpr u32 farthest = 3;
    for (u32 back = 2; back <= farthest + 1; ++back) {
        const isa::Instruction* const choice = instruction_at(pc - 4 * back);
        if (choice != nullptr && choice->rt == reg::v0 && choice->rs == reg::zero) {
            return choice->imm == 10 || choice->imm == 17;
        }
    }
    return false;
}

/// The jump from elsewhere that alone leads to a routine which returns at `site`; no_address if there is none.
u32 Checker::jump_instead_of_call(u32 site) const {
    u32 routine = site;
    while (routine > m_machine.map().text.base && !ends_before(routine)) {
        routine -= 4;
    }
    for (const TextEntry& entry : m_machine.image().text) {
        const bool is_jump =
            entry.instruction.op == Op::j || (entry.instruction.op == Op::bgez && entry.instruction.rs == reg::zero);
        const bool is_elsewhere = entry.address < routine || entry.address > site;
        if (is_jump && is_elsewhere && isa::transfer_target(entry.instruction, entry.address) == routine) {
            return entry.address;
        }
    }
    return no_address;
}

/// jr $ra where nothing has called: was a function entered by a jump or branch, or by running into it? It is the last
/// place before the return that a call leads to, or a jump from elsewhere and nothing else.
std::optional<Cause> Checker::cause_of_lost_return(u32 site) const {
    const std::vector<Symbol>& symbols = m_machine.image().symbols;
    const auto main =
        std::ranges::find_if(symbols, [](const Symbol& symbol) { return symbol.name == "main" && !symbol.is_data; });
    const u32 start = m_frames.front().entry;
    if (main != symbols.end() && start < site && main->address > site) {
        return Cause{"the program begins with its first instruction, " + line_of(start) + ", and not at main",
                     "put main and its lines in front of " + function_name(start) +
                         ", or let the run begin at main (--entry main; in MARS a setting)"};
    }
    const TextEntry* way_in = nullptr;
    u32 function = m_machine.map().text.base;
    for (const TextEntry& entry : m_machine.image().text) {
        const isa::InstructionInfo& info = isa::info(entry.instruction.op);
        const std::optional<u32> called = isa::call_target(entry.instruction, entry.address);
        if (!called && (!meaning::facts(info.op).is_transfer() || meaning::facts(info.op).is_indirect)) {
            continue;
        }
        const u32 target = called ? *called : isa::transfer_target(entry.instruction, entry.address);
        const bool is_elsewhere = entry.address < target || entry.address > site;
        const bool is_recursion = called && !is_elsewhere && jump_instead_of_call(target) != no_address;
        const bool is_entrance = !is_recursion && (called || (is_elsewhere && ends_before(target)));
        // What leads on inside a routine that has a way in already is none.
        const bool is_inside = !called && way_in != nullptr && entry.address >= function && entry.address <= site;
        const bool is_around = way_in != nullptr && way_in->address >= target && way_in->address <= site;
        if ((target > function ? !is_inside : is_around) && target <= site && is_entrance) {
            function = target;
            way_in = &entry;
        }
    }
    if (way_in == nullptr) {
        const std::vector<TextEntry>& text = m_machine.image().text;
        const auto jump = std::ranges::find_if(text, [](const TextEntry& entry) {
            return entry.instruction.op == Op::jr && entry.instruction.rs != reg::ra;
        });
        if (jump != text.end() && jump->address < site) {
            const std::string by = name(jump->instruction.rs);
            return Cause{"$ra is empty: " + line_of(jump->address) +
                             " goes on without saying where to return to, and " + line_of(site) + " wants to return",
                         "call it: jalr " + by + " in place of jr " + by};
        }
        return Cause{line_of(site) + " returns, but main was never called: $ra holds 0, as at the start",
                     "end the program with li $v0, 10 and syscall in place of jr $ra"};
    }
    const std::string name = function_name(function);
    if (isa::call_target(way_in->instruction, way_in->address)) {
        return Cause{"$ra is empty: the program ran into " + name + " from above, without a call",
                     "end what stands before " + name + " with li $v0, 10 and syscall (or with a jump)"};
    }
    const bool is_branch = meaning::facts(way_in->instruction.op).is_branch &&
                           !(way_in->instruction.op == Op::bgez && way_in->instruction.rs == reg::zero);
    return Cause{"$ra is empty: " + line_of(way_in->address) + (is_branch ? " goes to " : " jumps to ") + name +
                     " without saying where to return to, and " + line_of(site) + " wants to return",
                 is_branch ? "only jal says where to return to: turn the test around, let it branch past a line jal " +
                                 name + ", and write that line behind it"
                           : "call the function: jal " + name};
}

/// The last calls are all of one function, or of a few that call each other.
std::optional<Cause> Checker::endless_recursion() const {
    constexpr size_t fewest = 200;
    if (m_frames.size() < fewest) {
        return std::nullopt;
    }
    const CheckedCall& top = m_frames.back();
    const auto is_same = [&](const CheckedCall& frame) { return frame.entry == top.entry; };
    const auto recent = std::span(m_frames).last(fewest);
    if (std::ranges::count_if(recent, is_same) < static_cast<std::ptrdiff_t>(fewest / 8)) {
        return std::nullopt;
    }
    const auto before = std::find_if(m_frames.rbegin() + 1, m_frames.rend(), is_same);
    const std::string function = function_name(top.entry);
    std::string why = function + " calls itself without end (" + with_thousands(m_frames.size() + m_forgotten_frames) +
                      " calls deep): " + line_of(top.site) + " calls it" + others_between(top) +
                      ", and it never comes to its jr $ra";
    // A value that the call above has taken away may be what the next one is called with.
    const auto lost = std::ranges::find_if(m_findings.all(), [&](const Finding& finding) {
        const bool is_lost = finding.kind == FindingKind::value_lost || finding.kind == FindingKind::saved_register;
        return is_lost && finding.pc > top.entry && finding.pc < top.link + 256;
    });
    if (lost != m_findings.all().end()) {
        return Cause{why + "; " + line_of(lost->pc) + " " + lost->what + ": " + lost->why, lost->remedy};
    }
    const CheckedCall& caller = before != m_frames.rend() ? *before : top;
    const std::optional<u32> test = test_of(top.entry, top.site);
    const RegisterSet tested = test ? read_by_statement(m_machine.image(), *test) : RegisterSet{};
    PassedRegister looked_at{"$a0", caller.a0, top.a0};
    PassedRegister other{"$a1", caller.a1, top.a1};
    if (tested.contains(reg::a1) && !tested.contains(reg::a0)) {
        std::swap(looked_at, other);
    }
    const bool is_constant = looked_at.now == looked_at.then;
    why += "; " + looked_at.name +
           (is_constant ? " is " + decimal(looked_at.now) + " in every call"
                        : " goes on: " + decimal(looked_at.then) + ", then " + decimal(looked_at.now));
    why += test ? "; the test in " + line_of(*test) + " never stopped it" : std::string();
    return Cause{why, test ? remedy_for_base_case(looked_at, other)
                           : "begin " + function +
                                 " with its base case: a test such as blez $a0 that returns without another call"};
}

/// The calls that led from the call before to this one, where functions call each other.
std::string Checker::others_between(const CheckedCall& top) const {
    constexpr size_t most_named = 3;
    std::string text;
    size_t count = 0;
    for (size_t i = m_frames.size() - 1; i-- > 0 && m_frames[i].entry != top.entry; ++count) {
        if (count < most_named) {
            text += ", " + line_of(m_frames[i].site) + " " + function_name(m_frames[i].entry);
        }
    }
    return count > most_named ? text + " (and so on over " + std::to_string(count - most_named) + " more)" : text;
}

/// The branch between a function's beginning and its call of itself: the base case, if there is one.
std::optional<u32> Checker::test_of(u32 entry, u32 call) const {
    for (u32 pc = entry; pc < call; pc += 4) {
        const isa::Instruction* const instruction = instruction_at(pc);
        const bool is_always = instruction != nullptr && instruction->op == Op::bgez && instruction->rs == reg::zero;
        if (instruction != nullptr && meaning::facts(instruction->op).is_branch && !is_always) {
            return pc;
        }
    }
    return std::nullopt;
}

}  // namespace mariner
