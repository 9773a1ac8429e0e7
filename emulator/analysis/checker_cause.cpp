// Checker: what led to the end of a run. Which instruction made the bad address, the divisor, the return address.

#include <algorithm>

#include "emulator/analysis/checker.hpp"
#include "emulator/analysis/loop_exit.hpp"
#include "emulator/meaning/facts.hpp"
#include "emulator/support/text.hpp"

namespace mariner {

namespace {

using isa::is_one_of;
using isa::Op;

/// Below, an address is rather an index, a number, or nothing at all.
constexpr u32 near_zero = 0x10000;

bool is_load(const isa::Instruction* instruction) {
    return instruction != nullptr && meaning::facts(instruction->op).loads != 0;
}

bool is_misaligned(ExceptionKind kind) {
    return kind == ExceptionKind::misaligned_word_load || kind == ExceptionKind::misaligned_word_store ||
           kind == ExceptionKind::misaligned_half_load || kind == ExceptionKind::misaligned_half_store;
}

bool is_bad_address(ExceptionKind kind) {
    return kind == ExceptionKind::address_load || kind == ExceptionKind::address_store ||
           kind == ExceptionKind::text_load || kind == ExceptionKind::text_store;
}

std::string decimal(u32 value) {
    return std::to_string(static_cast<i32>(value));
}

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

/// Where the program went wrong long before it came to this end: nothing had called the code that returned.
const Finding* Checker::lost_way() const {
    const std::vector<Finding>& all = m_findings.all();
    const auto lost = std::ranges::find(all, FindingKind::return_address, &Finding::kind);
    if (lost == all.end()) {
        return nullptr;
    }
    const auto is_fall = [](const Finding& finding) { return finding.kind == FindingKind::fall_through; };
    return &*std::find_if(all.begin(), lost, is_fall);
}

std::optional<Cause> Checker::cause_of(const RunResult& result) const {
    const bool was_stopped = result.ending == RunEnding::step_limit || result.ending == RunEnding::time_limit ||
                             result.ending == RunEnding::stopped || result.ending == RunEnding::limit;
    const bool has_failed = result.ending == RunEnding::exception || result.ending == RunEnding::invalid_pc;
    const Finding* const way = lost_way();
    if (way != nullptr && (was_stopped || has_failed)) {
        return Cause{line_of(way->pc) + ": " + way->what + "; " + way->why, way->remedy};
    }
    if (result.ending == RunEnding::exception) {
        return cause_of_exception(result);
    }
    if (result.ending == RunEnding::invalid_pc) {
        return cause_of_bad_jump(result.pc);
    }
    if (result.ending == RunEnding::end_of_input) {
        return cause_of_read_for_print(result.pc);
    }
    return was_stopped ? endless_recursion() : std::nullopt;
}

/// A service that reads a number or character, and right in front of it an argument that it doesn't take: one that
/// prints was meant.
std::optional<Cause> Checker::cause_of_read_for_print(u32 pc) const {
    constexpr u32 farthest = 8;  // nothing but the choice of the service lies between
    const u32 writer = m_writer[reg::a0];
    const u32 service = m_machine.cpu.gpr[reg::v0];
    const bool is_set = writer != no_address && writer < pc && pc - writer <= farthest;
    if (!is_set || (service != 5 && service != 12)) {
        return std::nullopt;
    }
    return Cause{"the input is at its end; but " + line_of(writer) + " sets $a0 for this system call, and syscall " +
                     std::to_string(service) + " reads " + (service == 5 ? "a number" : "a character") +
                     " and takes nothing from $a0",
                 "if something is to be printed: 11 prints a character, 1 an integer, 4 a text; else give the program "
                 "one line for every read"};
}

Findings::Told Checker::told_by_cause(const RunResult& result) const {
    Findings::Told told;
    if (!cause_of(result)) {
        return told;
    }
    if (const Finding* const way = lost_way()) {
        for (const Finding& finding : m_findings.all()) {
            const bool is_consequence = finding.kind == FindingKind::return_address && &finding > way;
            if (&finding == way || is_consequence) {
                told.push_back(&finding);
            }
        }
    } else if (result.ending == RunEnding::exception) {
        const ProgramImage& image = m_machine.image();
        const Finding* const root = root_of(result);
        for (const Finding& finding : m_findings.all()) {
            const bool is_same_line = image.find_statement(finding.pc) == image.find_statement(result.pc);
            if (&finding == root || finding.pc == result.pc ||
                (is_same_line && image.find_statement(result.pc) != nullptr)) {
                told.push_back(&finding);
            }
        }
    }
    return told;
}

/// A fault from before, of which the failure is a consequence: a loop that compares with an address goes too far, what
/// was read behind the end of an array is too large, or no address.
const Finding* Checker::root_of(const RunResult& result) const {
    const isa::Instruction* const instruction = instruction_at(result.pc);
    const bool is_overflow = result.exception.kind == ExceptionKind::overflow;
    const bool is_access = is_bad_address(result.exception.kind) || is_misaligned(result.exception.kind);
    if (instruction == nullptr || instruction->op == Op::syscall || (!is_overflow && !is_access)) {
        return nullptr;
    }
    const RegisterSet operands = is_overflow ? registers_read(*instruction) : RegisterSet{u64{1} << instruction->rs, 0};
    const auto is_root = [&](const Finding& finding) {
        const isa::Instruction* const other = instruction_at(finding.pc);
        bool gave_operand = false;
        for_each_register(operands, {}, [&](u8 id, bool /*is_double*/) { gave_operand |= m_writer[id] == finding.pc; });
        const bool is_doubt = finding.kind == FindingKind::address_as_value || finding.kind == FindingKind::value_lost;
        return finding.pc != result.pc && other != nullptr && other->op != Op::syscall &&
               (is_doubt || (finding.kind == FindingKind::past_end && gave_operand));
    };
    const auto found = std::ranges::find_if(m_findings.all(), is_root);
    return found != m_findings.all().end() ? &*found : nullptr;
}

std::optional<Cause> Checker::cause_of_exception(const RunResult& result) const {
    const isa::Instruction* const instruction = instruction_at(result.pc);
    if (const Finding* const root = root_of(result)) {
        return Cause{line_of(root->pc) + " " + root->what + ": " + root->why, root->remedy};
    }
    const bool is_walk = instruction != nullptr && is_bad_address(result.exception.kind) &&
                         instruction->op != Op::syscall && m_marks[instruction->rs].nature() == Nature::object;
    if (is_walk) {
        return cause_of_walk(instruction->rs);
    }
    if (const std::vector<const Finding*> known = m_findings.at(result.pc); !known.empty()) {
        Cause cause{known.front()->what + ": " + known.front()->why, known.front()->remedy};
        for (size_t i = 1; i < known.size() && instruction != nullptr && instruction->op == Op::syscall; ++i) {
            cause.why += "; it " + known[i]->what;
            cause.remedy += "; " + known[i]->remedy;
        }
        return cause;
    }
    if (instruction != nullptr && instruction->op == Op::syscall && m_service == 9) {
        return cause_of_full_heap(result.pc);
    }
    if (instruction == nullptr || instruction->op == Op::syscall) {
        return std::nullopt;
    }
    if (is_bad_address(result.exception.kind)) {
        return cause_of_bad_address(*instruction, result.exception);
    }
    if (is_one_of(instruction->op, Op::ldc1, Op::sdc1)) {
        return cause_of_bad_double(result.exception.value);
    }
    if (is_misaligned(result.exception.kind)) {
        return cause_of_bad_alignment(*instruction, result.exception.value);
    }
    if (result.exception.kind == ExceptionKind::overflow) {
        return cause_of_overflow(*instruction);
    }
    return result.exception.kind == ExceptionKind::break_without_code ? cause_of_break(result.pc) : std::nullopt;
}

/// "hw.asm:7 (lw $t1, n) put 5 into $t1"
std::string Checker::origin_of(u8 id) const {
    const u32 writer = m_writer[id];
    const std::string value = id < 32 ? decimal(m_machine.cpu.gpr[id]) : "its value";
    if (writer == no_address) {
        return "no instruction has given " + name(id) + " a value";
    }
    const isa::Instruction* const instruction = instruction_at(writer);
    if (instruction != nullptr && instruction->op == Op::syscall) {
        return line_of(writer) + " gave " + value + " as the system call's result";
    }
    return line_of(writer) + " put " + value + " into " + name(id);
}

/// The label that the statement at pc names, if it is one of data.
const Symbol* Checker::label_named_in(u32 pc) const {
    const ProgramImage& image = m_machine.image();
    const TextEntry* entry = image.find_text(pc);
    while (entry != nullptr && !entry->first_of_statement) {
        entry = image.find_text(entry->address - 4);
    }
    if (entry == nullptr) {
        return nullptr;
    }
    const auto found = std::ranges::lower_bound(image.references, entry->address, {}, &Reference::address);
    const bool is_there = found != image.references.end() && found->address == entry->address;
    return is_there && image.symbols[found->symbol].is_data ? &image.symbols[found->symbol] : nullptr;
}

/// Where a register's value came from by move, as long as it still stands there.
u8 Checker::source_of_copy(u8 id) const {
    constexpr int most_copies = 4;
    for (int i = 0; i < most_copies; ++i) {
        const isa::Instruction* const maker = instruction_at(m_writer[id]);
        const bool is_copy = maker != nullptr && is_one_of(maker->op, Op::addu, Op::or_) &&
                             (maker->rs == reg::zero) != (maker->rt == reg::zero);
        const u8 source = !is_copy ? id : maker->rs == reg::zero ? maker->rt : maker->rs;
        if (source == id || m_machine.cpu.gpr[source] != m_machine.cpu.gpr[id] || m_writer[source] == no_address) {
            return id;
        }
        id = source;
    }
    return id;
}

/// A service that was chosen and never called: its number still stands for its result.
const Finding* Checker::missing_service(u32 number) const {
    const auto is_it = [&](const Finding& finding) {
        const isa::Instruction* const choice = instruction_at(finding.pc);
        return finding.kind == FindingKind::syscall_missing && choice != nullptr &&
               static_cast<u32>(choice->imm) == number;
    };
    const auto found = std::ranges::find_if(m_findings.all(), is_it);
    return found != m_findings.all().end() ? &*found : nullptr;
}

std::optional<Cause> Checker::cause_of_bad_address(const isa::Instruction& instruction,
                                                   const Exception& exception) const {
    const u8 base = source_of_copy(instruction.rs);
    const u32 value = m_machine.cpu.gpr[base];
    const u32 address = exception.value;
    const MemoryMap& map = m_machine.map();
    if (base == reg::sp || (address < map.stack.base && map.stack.base - address < 0x100000)) {
        if (std::optional<Cause> recursion = endless_recursion()) {
            return recursion;
        }
    }
    if (base == reg::zero || (base == reg::at && label_named_in(m_pc) == nullptr)) {
        return Cause{
            "the number " + decimal(address) + " stands where an address belongs, and no memory is there",
            "to put the number into the register write li; to reach memory, name a label, or a register as in 0($t0)"};
    }
    const u32 writer = m_writer[base];
    const isa::Instruction* const maker = instruction_at(writer);
    if (const Finding* const missing = missing_service(value)) {
        return Cause{origin_of(base) + ", for " + line_of(missing->pc) + " " + missing->what, missing->remedy};
    }
    if (value >= near_zero || maker == nullptr) {
        return Cause{
            name(base) + " holds no address of the program's data: " + origin_of(base),
            "load the address with la, and change " + name(base) + " only by the distance to the next element"};
    }
    if (is_load(maker)) {
        const Symbol* const label = label_named_in(writer);
        if (label != nullptr && value != 0) {
            return Cause{
                origin_of(base) + ": that is what stands in " + label->name + ", not where " + label->name + " is",
                "load the address: la " + name(base) + ", " + label->name};
        }
        return value == 0 ? Cause{name(base) + " is 0, which is no address (the end of a list?): " + origin_of(base),
                                  "test before following it: beqz " + name(base) + ", and a label behind the loop"}
                          : Cause{"the element " + decimal(value) + " is taken for an address: " + origin_of(base),
                                  "keep the address in one register and load the element into another"};
    }
    const bool has_new_block = m_service == 9 && base != reg::v0 && m_marks[reg::v0].nature() == Nature::object;
    if (has_new_block) {
        return Cause{name(base) + " holds a small number, no address: " + origin_of(base) +
                         "; the address of the new block is in $v0, where syscall 9 puts it",
                     "name $v0 in place of " + name(base) + ", or keep the address: move $s0, $v0"};
    }
    return Cause{name(base) + " holds a small number, no address: " + origin_of(base),
                 value == 0 ? "load an address with la first; where 0 means the end, test it before: beqz " + name(base)
                            : "load the base address with la and add the index to it (times 4 for words)"};
}

/// The heap is full: asked for again and again?
std::optional<Cause> Checker::cause_of_full_heap(u32 pc) const {
    constexpr u32 many = 100;
    const u32 count = m_objects.blocks_of(pc);
    if (count < many) {
        return std::nullopt;
    }
    return Cause{line_of(pc) + " has asked for memory " + with_thousands(count) +
                     " times: the program comes back to it without end",
                 "ask once, in front of the loop: let the loop go back to a label behind this line"};
}

/// An address that has gone all the way from its object to where no memory is.
std::optional<Cause> Checker::cause_of_walk(u8 base) const {
    const DataObject& object = m_objects[m_marks[base].number()];
    const std::string whose = m_objects.name(object);
    return Cause{"the address began in " + whose + " and has left it far behind: " + origin_of(base) +
                     m_objects.declaration(object),
                 object.is_number ? "check the index: so many bytes behind " + whose + " there is no memory any more"
                                  : "end the loop after the last element of " + whose + ", which has " +
                                        Objects::size_text(object.size)};
}

std::optional<Cause> Checker::cause_of_bad_alignment(const isa::Instruction& instruction, u32 address) const {
    const bool is_store = meaning::facts(instruction.op).stores != 0;
    const std::string opcode(isa::info(instruction.op).mnemonic);
    const DataKind kind = kind_of_data(m_machine.image(), address);
    const DataObject* const object = m_objects.find(address);
    if (std::optional<Cause> text = cause_of_text_as_word(instruction, address)) {
        return text;
    }
    const std::string whose = object != nullptr ? m_objects.name(*object) : hex32(address);
    if (is_text_or_bytes(address)) {
        const bool is_text = kind != DataKind::bytes;
        return Cause{opcode + (is_store ? " writes" : " reads") + " several bytes at once, but " + whose + " holds " +
                         (is_text ? "characters of one byte each" : "single bytes"),
                     is_store ? "use sb" : "use lb (or lbu)"};
    }
    if (address < near_zero) {
        return cause_of_bad_address(instruction, {ExceptionKind::address_load, address, 0, {}});
    }
    const u8 base = instruction.rs;
    const bool begins_badly = object != nullptr && object->begin % 4 != 0;
    if (begins_badly) {
        return Cause{
            whose + " begins at " + hex32(object->begin) + ", which is not divisible by 4, for nothing aligns it",
            "write .align 2 in front of " + whose + (kind == DataKind::space ? ", or use lb and sb for bytes" : "")};
    }
    const u32 distance = object != nullptr ? address - object->begin : address % 4;
    const std::string maker = base == reg::at || m_writer[base] == no_address
                                  ? std::string()
                                  : "; " + line_of(m_writer[base]) + " made the address";
    if (kind == DataKind::halves) {
        return Cause{
            opcode + (is_store ? " writes" : " reads") + " 4 bytes, but " + whose + " holds halfwords of 2 bytes",
            is_store ? "use sh" : "use lh (or lhu)"};
    }
    if (m_machine.cpu.gpr[base] % 4 == 0 && instruction.imm % 4 != 0) {
        return Cause{"the address is " + whose + (object != nullptr ? "+" + std::to_string(distance) : std::string()) +
                         ", but words stand 4 bytes apart; the " + std::to_string(instruction.imm) +
                         " in front of the parenthesis counts bytes",
                     "write a multiple of 4 there: 0 for the first word, 4 for the second"};
    }
    const isa::Instruction* const step = instruction_at(m_writer[base]);
    const bool is_odd_step = step != nullptr && is_one_of(step->op, Op::addi, Op::addiu) && step->rs == step->rt &&
                             step->imm > 4 && step->imm % 4 != 0;
    if (is_odd_step) {
        const std::string wider = std::to_string((step->imm + 3) / 4 * 4);
        return Cause{"the address is " + whose + (object != nullptr ? "+" + std::to_string(distance) : std::string()) +
                         ", but words stand 4 bytes apart" + maker,
                     "step by the size of an element: with words in it that is a multiple of 4, such as " +
                         std::to_string(step->imm / 4 * 4) + " or " + wider};
    }
    return Cause{
        "the address is " + whose + (object != nullptr ? "+" + std::to_string(distance) : std::string()) +
            ", but words stand 4 bytes apart" + maker,
        kind == DataKind::space
            ? "count in fours: multiply the index by 4 (sll) before it is added, or add 4 each round; for characters "
              "use lb and sb"
            : "count in fours: multiply the index by 4 (sll $t0, $t0, 2) before it is added, or add 4 each round"};
}

/// `lw $a0, title` in front of a syscall that prints: the address of the text is meant.
std::optional<Cause> Checker::cause_of_text_as_word(const isa::Instruction& instruction, u32 address) const {
    const Symbol* const label = label_named_in(m_pc);
    const bool is_argument = instruction.op == Op::lw && instruction.rt == reg::a0;
    if (!is_argument || label == nullptr || label->address != address || !is_text_or_bytes(address)) {
        return std::nullopt;
    }
    return Cause{
        "lw loads what stands in " + label->name + ", and that is text; to print it, syscall 4 wants its address",
        "load the address: la " + name(instruction.rt) + ", " + label->name + " (a single character is loaded by lb)"};
}

/// l.d and s.d of what no double is.
std::optional<Cause> Checker::cause_of_bad_double(u32 address) const {
    const DataObject* const object = m_objects.find(address);
    const DataKind kind = kind_of_data(m_machine.image(), address);
    if (object == nullptr || kind != DataKind::floats) {
        return std::nullopt;
    }
    const std::string whose = m_objects.name(*object);
    return Cause{
        whose + " is a float of 4 bytes, and a double of 8 is read or stored there" + m_objects.declaration(*object),
        "use l.s and s.s, or declare " + whose + " with .double"};
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
        return Cause{
            jumps + line_of(m_writer[id]) + " loaded it, and " + stored + ", over the saved $ra",
            "keep the place of $ra on the stack free: check the offsets and the size of what stands beside it"};
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

std::string Checker::remedy_for_divisor(u8 divisor) const {
    const std::string test = "test it before: beqz " + name(divisor) + ", and a label for that case";
    if (m_writer[divisor] == no_address) {
        return "give " + name(divisor) + " a value before, or name the right register";
    }
    const isa::Instruction* const maker = instruction_at(m_writer[divisor]);
    const bool is_constant =
        maker != nullptr && (registers_read(*maker).low & ~u64{1}) == 0 && maker->op != Op::syscall && !is_load(maker);
    return is_constant ? "begin with another number in " + line_of(m_writer[divisor]) + ", or " + test : test;
}

/// Of div and rem with three operands: the divisor is what the statement's first branch tests.
std::optional<Cause> Checker::cause_of_break(u32 pc) const {
    const isa::Instruction* const test = instruction_at(pc - 4);
    const TextEntry* const entry = m_machine.image().find_text(pc);
    if (test == nullptr || test->op != Op::bne || entry == nullptr || entry->first_of_statement) {
        return std::nullopt;
    }
    const u8 divisor = test->rs != reg::zero ? test->rs : test->rt;
    return Cause{"division by zero: the divisor " + name(divisor) + " is 0; " + origin_of(divisor),
                 remedy_for_divisor(divisor)};
}

std::optional<Cause> Checker::cause_of_overflow(const isa::Instruction& instruction) const {
    std::string origins;
    for_each_register(registers_read(instruction), {}, [&](u8 id, bool /*is_double*/) {
        const bool is_large = m_machine.cpu.gpr[id] + 0x100000 > 0x200000;
        if (id < 32 && id != reg::zero && is_large) {
            origins += (origins.empty() ? "" : "; ") + origin_of(id);
        }
    });
    return Cause{
        "the result does not fit into 32 bits (-2147483648 to 2147483647)" + (origins.empty() ? "" : ": " + origins),
        "if the numbers are right, use addu, addiu or subu, which wrap around; else look at how they grow"};
}

std::optional<Cause> Checker::address_in(RegisterSet registers) const {
    std::optional<Cause> cause;
    for_each_id(registers, [&](u8 id) {
        if (cause || m_marks[id].nature() != Nature::object || id >= 32) {
            return;
        }
        const DataObject& object = m_objects[m_marks[id].number()];
        const u32 taker = only_taker_of(object);
        constexpr u32 near = 64;
        const bool is_walk = m_machine.cpu.gpr[id] - object.begin < object.size + near;
        if (taker != no_address && !is_walk && object.size == 4) {
            const std::string load = is_text_or_bytes(object.begin) ? "lb " : "lw ";
            cause = Cause{name(id) + " holds an address and counts with it: " + line_of(taker) +
                              " took the address of " + m_objects.name(object) + ", not what stands there",
                          "load what stands there: " + load + name(id) + ", " + m_objects.name(object) +
                              " (la gives the address)"};
        }
    });
    return cause;
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
