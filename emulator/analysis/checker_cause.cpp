// Checker: what led to the end of a run. Which instruction made the bad address, the divisor, the return address.

#include <algorithm>

#include "emulator/analysis/cause_words.hpp"
#include "emulator/analysis/checker.hpp"
#include "emulator/meaning/facts.hpp"
#include "emulator/support/text.hpp"

namespace mariner {

namespace {

using isa::is_one_of;
using isa::Op;

bool is_misaligned(ExceptionKind kind) {
    return kind == ExceptionKind::misaligned_word_load || kind == ExceptionKind::misaligned_word_store ||
           kind == ExceptionKind::misaligned_half_load || kind == ExceptionKind::misaligned_half_store;
}

bool is_bad_address(ExceptionKind kind) {
    return kind == ExceptionKind::address_load || kind == ExceptionKind::address_store ||
           kind == ExceptionKind::text_load || kind == ExceptionKind::text_store;
}

bool is_one_of_kinds(FindingKind kind, FindingKind first, FindingKind second) {
    return kind == first || kind == second;
}

}  // namespace

/// Where the program went wrong long before it came to this end: nothing had called the code that returned.
const Finding* Checker::lost_way() const {
    const std::vector<Finding>& all = m_findings.all();
    const auto lost = std::ranges::find(all, FindingKind::return_address, &Finding::kind);
    const isa::Instruction* const last = instruction_at(m_pc);
    const bool returns_by_load =
        last != nullptr && last->op == Op::jr && last->rs == reg::ra && is_load(instruction_at(m_writer[reg::ra]));
    if (lost == all.end() && !returns_by_load && !m_is_astray) {
        return nullptr;
    }
    // Who has lost count of the stack finds another return address there.
    const auto is_before = [&](const Finding& finding) {
        return finding.kind == FindingKind::stack_direction ||
               ((lost != all.end() || m_is_astray) &&
                is_one_of_kinds(finding.kind, FindingKind::fall_through, FindingKind::stack_pointer));
    };
    const auto way = std::find_if(all.begin(), lost, is_before);
    return way != all.end() ? &*way : nullptr;
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
        const std::string rounds = remedy_for_rounds(pc);
        return rounds.starts_with("the loop goes")
                   ? std::optional(Cause{"the input is at its end, and the loop around " + line_of(pc) +
                                             " goes on where its count is equal to what it is compared with",
                                         rounds + " (or give it one line more)"})
                   : std::nullopt;
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

/// The base of a failed access was loaded back from the wrong place by the function that the finding is about.
bool Checker::gave_saved(const Finding& finding, const isa::Instruction& access) const {
    constexpr u32 longest_end = 64;
    const u32 writer = m_writer[access.rs];
    const isa::Instruction* const load = instruction_at(writer);
    return is_load(load) && load->rs == reg::sp && writer < finding.pc && finding.pc - writer <= longest_end &&
           finding.what.find(name(access.rs) + " ") != std::string::npos;
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
        const bool is_restored_wrong =
            finding.kind == FindingKind::saved_register && is_access && gave_saved(finding, *instruction);
        const bool is_doubt = finding.kind == FindingKind::address_as_value ||
                              finding.kind == FindingKind::value_lost || is_restored_wrong;
        return finding.pc != result.pc && other != nullptr && other->op != Op::syscall &&
               (is_doubt || (finding.kind == FindingKind::past_end && gave_operand));
    };
    const auto found = std::ranges::find_if(m_findings.all(), is_root);
    return found != m_findings.all().end() ? &*found : nullptr;
}

std::optional<Cause> Checker::cause_of_exception(const RunResult& result) const {
    const isa::Instruction* const instruction = instruction_at(result.pc);
    if (result.exception.kind >= ExceptionKind::odd_all && result.exception.kind <= ExceptionKind::odd_second) {
        return std::nullopt;  // the failure says it; what such a register's other half holds is beside the point
    }
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
        return cause_of_bad_double(*instruction, result.exception.value);
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
    if (std::optional<Cause> code = cause_of_code_as_data(instruction, address)) {
        return code;
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
        const std::optional<Cause> link = value != 0 ? cause_of_wrong_link(*maker, writer, value) : std::nullopt;
        return link         ? *link
               : value == 0 ? Cause{name(base) + " is 0, which is no address (the end of a list?): " + origin_of(base),
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
    if (std::optional<Cause> summand = cause_of_bad_summand(*maker)) {
        return summand;
    }
    return Cause{name(base) + " holds a small number, no address: " + origin_of(base),
                 value == 0 ? "load an address with la first; where 0 means the end, test it before: beqz " + name(base)
                            : "load the base address with la and add the index to it (times 4 for words)"};
}

/// The sum of an index and of what stands at a label, where the label's address was meant.
std::optional<Cause> Checker::cause_of_bad_summand(const isa::Instruction& sum) const {
    if (!is_one_of(sum.op, Op::add, Op::addu)) {
        return std::nullopt;
    }
    for (const u8 id : {sum.rs, sum.rt}) {
        const u32 writer = m_writer[id];
        const Symbol* const label = is_load(instruction_at(writer)) ? label_named_in(writer) : nullptr;
        const DataItem* const item = label != nullptr ? item_at(m_machine.image(), label->address) : nullptr;
        if (item != nullptr && item->size > 4) {  // no variable of one word: that may be an index
            return Cause{
                origin_of(id) + ": that is what stands in " + label->name + ", not where " + label->name + " is",
                "load the address: la " + name(id) + ", " + label->name};
        }
    }
    return std::nullopt;
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
    if (kind == DataKind::space && holds_bytes(instruction, *object)) {
        return Cause{opcode + (is_store ? " writes" : " reads") + " 4 bytes, but " + whose + " holds single bytes",
                     is_store ? "use sb" : "use lb (or lbu)"};
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
    const std::string place =
        "the address is " + whose + (object != nullptr ? "+" + std::to_string(distance) : std::string());
    if (const std::string step = remedy_for_odd_step(base); !step.empty()) {
        return Cause{place + ", but words stand 4 bytes apart" + maker, step};
    }
    return Cause{place + ", but words stand 4 bytes apart" + maker,
                 "count in fours: multiply the index by 4 (" + index_in_bytes(base) +
                     ") before it is added, or add 4 each round" +
                     (kind == DataKind::space ? "; for characters use lb and sb" : "")};
}

/// "sll $t2, $t2, 2": for what was added to an address as it is.
std::string Checker::index_in_bytes(u8 base) const {
    const isa::Instruction* const access = instruction_at(m_pc);
    const isa::Instruction* const sum = instruction_at(m_writer[base]);
    u8 index = base == reg::at ? index_of_access(*access) : reg::at;
    if (index == reg::at && sum != nullptr && is_one_of(sum->op, Op::add, Op::addu)) {
        index = m_marks[sum->rs].is_address() ? sum->rt : sum->rs;
    }
    const std::string it = name(index == reg::at || index == reg::zero ? u8{8} : index);
    return "sll " + it + ", " + it + ", 2";
}

/// A step that leads from a word to a place between two; empty if there is none.
std::string Checker::remedy_for_odd_step(u8 base) const {
    const isa::Instruction* const step = instruction_at(m_writer[base]);
    const bool is_step = step != nullptr && is_one_of(step->op, Op::addi, Op::addiu) && step->rs == step->rt;
    if (is_step && base == reg::sp) {
        const std::string words = std::to_string((std::abs(step->imm) + 3) / 4 * 4);
        return "take and give back whole words, also for a byte: " + words + " in place of " +
               std::to_string(std::abs(step->imm)) + " in " + line_of(m_writer[base]) +
               "; $sp must stay divisible by 4";
    }
    return is_step && step->imm > 4 && step->imm % 4 != 0
               ? "step by the size of an element: with words in it that is a multiple of 4, such as " +
                     std::to_string(step->imm / 4 * 4) + " or " + std::to_string((step->imm + 3) / 4 * 4)
               : std::string();
}

/// Room whose bytes the lines around reach one by one, or that is no whole number of words.
bool Checker::holds_bytes(const isa::Instruction& access, const DataObject& object) const {
    constexpr u32 near = 64;
    bool has_bytes = object.size % 4 != 0;
    for (u32 at = m_pc - near; at <= m_pc + near && !has_bytes; at += 4) {
        const isa::Instruction* const other = instruction_at(at);
        has_bytes = other != nullptr && other->rs == access.rs && is_one_of(other->op, Op::lb, Op::lbu, Op::sb);
    }
    return has_bytes;
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
std::optional<Cause> Checker::cause_of_bad_double(const isa::Instruction& access, u32 address) const {
    const DataObject* const object = m_objects.find(address);
    const DataKind kind = kind_of_data(m_machine.image(), address);
    const u8 base = index_of_access(access);
    const isa::Instruction* const step = instruction_at(m_writer[base]);
    if (object != nullptr && object->begin % 8 == 0 && step != nullptr && is_one_of(step->op, Op::addi, Op::addiu) &&
        kind == DataKind::doubles) {
        return Cause{"the address is " + m_objects.name(*object) + "+" + std::to_string(address - object->begin) +
                         ", but doubles stand 8 bytes apart; " + line_of(m_writer[base]) + " made it",
                     "go on by 8 from one double to the next"};
    }
    if (object == nullptr || kind != DataKind::floats) {
        return std::nullopt;
    }
    const std::string whose = m_objects.name(*object);
    return Cause{
        whose + " is a float of 4 bytes, and a double of 8 is read or stored there" + m_objects.declaration(*object),
        "use l.s and s.s, or declare " + whose + " with .double"};
}

std::string Checker::remedy_for_divisor(u8 divisor) const {
    const std::string test = "test it before: beqz " + name(divisor) + ", and a label for that case";
    if (m_writer[divisor] == no_address) {
        return "give " + name(divisor) + " a value before, or name the right register";
    }
    const isa::Instruction* const maker = instruction_at(m_writer[divisor]);
    // A count that begins at 0 is right to do so, but where the loop that divides counts in it.
    const Rounds loop = loop_around(m_pc);
    const bool is_counted = std::ranges::any_of(m_machine.image().text, [&](const TextEntry& entry) {
        const bool is_in_loop = loop.back != no_address && entry.address >= loop.head && entry.address <= loop.back;
        return entry.address != m_writer[divisor] && !is_in_loop &&
               registers_written(entry.instruction).contains(divisor);
    });
    const bool is_constant = !is_counted && maker != nullptr && (registers_read(*maker).low & ~u64{1}) == 0 &&
                             maker->op != Op::syscall && !is_load(maker);
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

}  // namespace mariner
