// Checker: how an address outside its object was made, and what should end the loop around it.

#include <algorithm>
#include <bit>

#include "emulator/analysis/cause_words.hpp"
#include "emulator/analysis/checker.hpp"
#include "emulator/analysis/loop_exit.hpp"
#include "emulator/isa/registers.hpp"
#include "emulator/meaning/facts.hpp"
#include "emulator/support/text.hpp"

namespace mariner {

namespace {

using isa::is_one_of;
using isa::Op;

u32 size_of_element(DataKind kind, u32 otherwise) {
    return kind == DataKind::halves ? 2 : kind == DataKind::words ? 4 : kind == DataKind::doubles ? 8 : otherwise;
}

std::string unit_of(u32 size) {
    return size == 4 ? "word" : size == 1 ? "byte" : size == 2 ? "halfword" : "double";
}

}  // namespace

/// The nearest line above that writes the register, as the source stands.
u32 Checker::writer_above(u32 pc, u8 id) const {
    constexpr u32 farthest = 256;
    for (u32 at = pc - 4; at >= m_text_base && pc - at <= farthest; at -= 4) {
        const isa::Instruction* const one = instruction_at(at);
        if (one == nullptr || one->op == Op::jr || registers_written(*one).contains(id)) {
            return one != nullptr && one->op != Op::jr ? at : no_address;
        }
    }
    return no_address;
}

/// Every place from the first to the last holds an instruction; none of a longer part than anybody writes as one loop.
bool Checker::is_gapless(u32 first, u32 last) const {
    constexpr u32 longest = 0x10000;
    u32 at = first;
    while (last - first <= longest && at <= last && instruction_at(at) != nullptr) {
        at += 4;
    }
    return at > last;
}

/// The innermost loop that a place stands in: one without gaps.
Checker::Rounds Checker::loop_around(u32 pc) const {
    constexpr u32 farthest = 512;
    const auto leads = [&](u32 at) {
        const isa::Instruction* const one = instruction_at(at);
        const bool is_direct = one != nullptr && meaning::facts(one->op).is_transfer() &&
                               !meaning::facts(one->op).links && !meaning::facts(one->op).is_indirect;
        return is_direct ? isa::transfer_target(*one, at) : no_address;
    };
    const auto is_test = [&](u32 at) {
        const isa::Instruction& one = *instruction_at(at);
        return meaning::facts(one.op).is_branch && !(one.op == Op::bgez && one.rs == reg::zero);
    };
    Rounds loop;
    for (u32 at = pc; at - pc <= farthest && instruction_at(at) != nullptr && loop.back == no_address; at += 4) {
        const u32 target = leads(at);
        loop.back = target != no_address && target <= pc ? at : no_address;
        loop.head = target;
    }
    if (loop.back == no_address || !is_gapless(loop.head, loop.back)) {
        return {};
    }
    loop.test = is_test(loop.back) ? loop.back : no_address;
    for (u32 at = loop.head; at < loop.back && !is_test(loop.back); at += 4) {
        const u32 target = leads(at);
        const bool leads_out = target != no_address && is_test(at) && (target < loop.head || target > loop.back);
        if (leads_out && loop.test != no_address) {
            loop.test = no_address;
            break;
        }
        loop.test = leads_out ? at : loop.test;
    }
    return loop;
}

namespace {

struct Shorter {
    std::string_view word;
    std::string_view in_its_place;
    bool goes_back;
};
/// They go on where both are equal.
constexpr Shorter longer_tests[] = {{"ble ", "blt", true},    {"bge ", "bgt", true},   {"blez ", "bltz", true},
                                    {"bgez ", "bgtz", true},  {"bgt ", "bge", false},  {"blt ", "ble", false},
                                    {"bgtz ", "bgez", false}, {"bltz ", "blez", false}};

}  // namespace

/// What an operand of a loop's test held when it was tested last; none if that isn't known.
std::optional<i64> Checker::tested_value(std::string_view operand, const Rounds& loop) const {
    const std::optional<u8> id = isa::find_register(operand);
    if (!id) {
        const std::optional<i32> number = parse_java_int(operand);
        return number ? std::optional<i64>(*number) : std::nullopt;
    }
    const u32 writer = m_writer[*id];
    const bool is_behind_test = writer < m_pc && writer >= (loop.test == loop.back ? loop.head : loop.test);
    const i64 value = static_cast<i32>(m_machine.cpu.gpr[*id]);
    return !is_behind_test   ? std::optional(value)
           : is_step(writer) ? std::optional(value - instruction_at(writer)->imm)
                             : std::nullopt;
}

/// "write blt in place of ble": for a round that the test let in where both were equal; empty for others.
std::string Checker::remedy_for_equality(const Rounds& loop) const {
    const std::string test = line_of(loop.test);
    for (const Shorter& one : longer_tests) {
        const size_t begin = test.find("(" + std::string(one.word));
        if (one.goes_back != (loop.test == loop.back) || begin == std::string::npos) {
            continue;
        }
        const std::string_view operands = std::string_view(test).substr(begin + 1 + one.word.size());
        const size_t first = operands.find(',');
        const std::string_view rest = operands.substr(first == std::string_view::npos ? operands.size() : first + 1);
        const bool has_zero = one.word.find('z') != std::string_view::npos;
        const std::optional<i64> left = tested_value(trim(operands.substr(0, first)), loop);
        const std::optional<i64> right =
            has_zero ? std::optional<i64>(0) : tested_value(trim(rest.substr(0, rest.find(','))), loop);
        if (left && right && *left == *right) {
            return "the loop goes round once too often: write " + std::string(one.in_its_place) + " in place of " +
                   std::string(one.word) + "in " + test;
        }
    }
    return {};
}

/// The instruction adds a constant to a register.
bool Checker::is_step(u32 pc) const {
    const isa::Instruction* const one = instruction_at(pc);
    return one != nullptr && is_one_of(one->op, Op::addi, Op::addiu) && one->rs == one->rt;
}

/// What a test compares, also by slt in front of it.
RegisterSet Checker::compared_by(u32 test) const {
    RegisterSet compared = read_by_statement(m_machine.image(), test);
    for_each_id(RegisterSet{compared.low & 0xffffffffU, 0}, [&](u8 id) {
        const isa::Instruction* const maker = instruction_at(writer_above(test, id));
        if (maker != nullptr && is_one_of(maker->op, Op::slt, Op::sltu, Op::slti, Op::sltiu)) {
            compared = compared | registers_read(*maker);
        }
    });
    return compared;
}

/// The loops around a place that may have gone too far: the one around them all sets none of what the place counts by.
std::vector<Checker::Rounds> Checker::loops_of_walk(u32 pc, u8 walker) const {
    constexpr size_t deepest = 3;
    std::vector<Rounds> loops;
    Rounds loop = loop_around(pc);
    while (loop.test != no_address && loops.size() < deepest) {
        loops.push_back(loop);
        const Rounds outer = loop_around(loop.back + 4);
        bool is_outside = outer.back == no_address || outer.head >= loop.head;
        for (u32 at = outer.head; !is_outside && at < loop.head; at += 4) {
            const isa::Instruction& one = *instruction_at(at);
            is_outside = registers_written(one).contains(walker) && !registers_read(one).contains(walker);
        }
        loop = is_outside ? Rounds{} : outer;
    }
    return loops;
}

/// What a loop that goes too far is to end by, or the one around it; empty if that isn't known.
std::string Checker::remedy_for_rounds(u32 pc) const {
    const isa::Instruction* const access = instruction_at(pc);
    const bool is_access = access != nullptr && access->op != Op::syscall;
    const u8 walker = is_access ? root_of_index(index_of_access(*access)).id : reg::at;
    const std::vector<Rounds> loops = loops_of_walk(pc, walker);
    std::string tests;
    for (const Rounds& loop : loops) {
        if (std::string equality = remedy_for_equality(loop); !equality.empty()) {
            return equality;
        }
        tests += (tests.empty() ? "" : " or ") + line_of(loop.test);
    }
    bool counts = loops.size() > 1;
    for_each_id(RegisterSet{loops.empty() ? 0 : compared_by(loops[0].test).low & 0xffffffffU, 0}, [&](u8 id) {
        const u32 step = m_writer[id];
        const bool is_inside = step >= loops[0].head && step <= loops[0].back;
        counts |= id == walker || (is_inside && is_step(step) && std::abs(instruction_at(step)->imm) == 1);
    });
    const bool is_near = is_access && access->rs != reg::at && access->imm > 0 && m_marks[access->rs].is_address() &&
                         is_within(m_marks[access->rs], m_machine.cpu.gpr[access->rs], 1);
    return !counts ? std::string()
                   : (is_near ? "let the loop end one round earlier: " : "let the loop end earlier: ") + tests +
                         " ends it" + (loops.size() == 1 ? limit_clause(loops[0]) : std::string());
}

/// ", and hw.asm:7 (li $t5, 11) sets $t5": what a loop counts to, or from.
std::string Checker::limit_clause(const Rounds& loop) const {
    const RegisterSet compared = compared_by(loop.test);
    const bool has_constant =
        registers_read(*instruction_at(loop.test)).contains(reg::at) && (compared.low & (compared.low - 1)) == 0;
    std::string limit;
    for_each_id(RegisterSet{has_constant ? 0 : compared.low & 0xffffffffU, 0}, [&](u8 id) {
        const u32 writer = writer_above(loop.head, id);
        const bool steps = m_writer[id] >= loop.head && m_writer[id] <= loop.back;
        const bool is_better = limit.empty() || !steps;
        limit = writer != no_address && is_better ? ", and " + line_of(writer) + " sets " + name(id) : limit;
    });
    return limit;
}

/// A copy that ends by what it loads goes as far as its source does: a text up to its zero.
bool Checker::is_copy_to_its_end() const {
    const isa::Instruction* const store = instruction_at(m_pc);
    const Rounds loop = loop_around(m_pc);
    if (store == nullptr || is_load(store) || loop.back == no_address) {
        return false;
    }
    const u32 load = m_writer[store->rt];
    bool is_tested = false;
    for (u32 at = loop.head; at <= loop.back; at += 4) {
        is_tested |= meaning::facts(instruction_at(at)->op).is_branch && compared_by(at).contains(store->rt);
    }
    return is_tested && is_load(instruction_at(load)) && load >= loop.head && load <= loop.back;
}

/// In a straight line between two places: a system call, the last one.
u32 Checker::service_between(u32 from, u32 to) const {
    constexpr u32 farthest = 256;
    for (u32 at = to - 4; from != no_address && at > from && to - at <= farthest; at -= 4) {
        if (instruction_at(at) != nullptr && instruction_at(at)->op == Op::syscall) {
            return at;
        }
    }
    return no_address;
}

/// A block of the heap whose size isn't what the program wanted: $a0 was left from another service.
std::string Checker::remedy_for_request(const DataObject& block, u32 request) const {
    const u32 other = service_between(request, block.maker);
    if (other == no_address) {
        return {};
    }
    const u32 misplaced = writer_above(block.maker, reg::a1);
    const bool is_misplaced = misplaced != no_address && misplaced > other;
    return "syscall 9 takes the size from $a0, which still held what " + line_of(request) + " put there for " +
           line_of(other) + ": " +
           (is_misplaced ? "name $a0 in place of $a1 in " + line_of(misplaced)
                         : "put the size into $a0 in front of " + line_of(block.maker));
}

/// "the last word is at list+12: "
std::string Checker::last_place(const DataObject& object, u32 size, const std::string& whose) {
    return "the last " + unit_of(size) + " is at " + whose + "+" +
           std::to_string((object.size - std::min(size, object.size)) / size * size) + ": ";
}

/// An access behind the last element, for which no one fault is seen: what ends the loop, or how much room is needed.
std::string Checker::remedy_for_length(const DataObject& object, u32 size, const std::string& whose) const {
    const bool is_heap = object.maker != 0;
    const bool is_space = kind_of_data(m_machine.image(), object.begin) == DataKind::space;
    const std::string unit = unit_of(size);
    const std::string last = last_place(object, size, whose);
    const u32 request = is_heap ? writer_above(object.maker, reg::a0) : no_address;
    if (std::string other = remedy_for_request(object, request); is_heap && !other.empty()) {
        return other;
    }
    const std::string more = is_heap ? "ask for more than " + std::to_string(object.size) + " bytes" +
                                           (request != no_address ? " in " + line_of(request) : " in $a0") + " (" +
                                           std::to_string(size) + " for each " + unit + ")"
                             : is_space
                                 ? "make room for more: .space counts bytes" +
                                       std::string(size > 1 ? ", and a " + unit + " takes " + std::to_string(size) : "")
                                 : "make room for more";
    const isa::Instruction* const access = instruction_at(m_pc);
    const bool ends_text = access != nullptr && access->op == Op::sb && access->rt == reg::zero;
    if ((is_space && object.size % size != 0) || is_copy_to_its_end() ||
        (ends_text && loop_around(m_pc).back == no_address)) {
        return last + more;
    }
    if (std::string rounds = remedy_for_rounds(m_pc); !rounds.empty()) {
        return last + (is_heap ? more + "; or " + rounds : rounds);
    }
    const u8 index = access != nullptr ? root_of_index(index_of_access(*access)).id : reg::at;
    const Rounds loop = loop_around(m_pc);
    if (is_heap || loop.back == no_address || index == reg::at || m_writer[index] == no_address) {
        return last + (is_heap ? more : "check the offset and the index");
    }
    const std::string value = m_marks[index].is_address()
                                  ? " has moved " + name(index) + " on"
                                  : " made " + name(index) + " = " + decimal(m_machine.cpu.gpr[index]);
    return last + line_of(m_writer[index]) + value +
           (loop.test != no_address ? ", and " + line_of(loop.test) + " ends the loop" : "");
}

/// Behind shifts, copies and sums with an address: the register that an index was made from, and by how much it counts.
Checker::IndexRoot Checker::root_of_index(u8 id) const {
    constexpr int most_steps = 6;
    IndexRoot root{id, 1};
    for (int i = 0; i < most_steps; ++i) {
        const isa::Instruction* const maker = instruction_at(m_writer[root.id]);
        if (maker == nullptr) {
            return root;
        }
        const bool is_copy = is_one_of(maker->op, Op::addi, Op::addiu, Op::ori) && maker->rs != root.id;
        u8 source = reg::zero;
        if (maker->op == Op::sll) {
            root.scale <<= static_cast<u32>(maker->imm);
            source = maker->rt;
        } else if (is_copy) {
            source = maker->rs;
        } else if (is_one_of(maker->op, Op::add, Op::addu, Op::or_)) {
            source = maker->rs == reg::zero || m_marks[maker->rs].is_address() ? maker->rt : maker->rs;
        }
        root.is_lost = source == root.id || is_one_of(maker->op, Op::mul, Op::mflo);
        if (source == reg::zero || source == root.id || source == reg::at) {
            return root;
        }
        root.id = source;
    }
    return root;
}

/// The register that an access counts by: its index, or the address itself.
u8 Checker::index_of_access(const isa::Instruction& access) const {
    if (access.rs != reg::at) {
        return access.rs;
    }
    RegisterSet named = read_by_statement(m_machine.image(), m_pc);
    if (!is_load(&access)) {
        named.remove(access.rt);
    }
    u8 index = reg::at;
    for_each_id(RegisterSet{named.low & 0xffffffffU, 0}, [&](u8 id) { index = id; });
    return index;
}

/// No branch of a loop compares what it loads with 0.
bool Checker::misses_end_of_text(const isa::Instruction& load) const {
    const Rounds loop = loop_around(m_pc);
    for (u32 at = loop.head; loop.back != no_address && at <= loop.back; at += 4) {
        const isa::Instruction* const one = instruction_at(at);
        const bool is_test = one != nullptr && meaning::facts(one->op).is_branch &&
                             ((one->rs == load.rt && (one->rt == reg::zero || !is_one_of(one->op, Op::beq, Op::bne))) ||
                              (one->rt == load.rt && one->rs == reg::zero));
        if (is_test) {
            return false;
        }
    }
    return loop.back != no_address &&
           (loop.test == no_address || registers_read(*instruction_at(loop.test)).contains(load.rt));
}

/// The function that was called last has moved the argument, and its caller goes on with it; empty if it hasn't.
std::string Checker::remedy_for_moved_argument(u8 index) const {
    const CheckedCall& frame = m_frames.back();
    const u32 writer = m_writer[index];
    const isa::Instruction* const call = frame.inner_link != no_address ? instruction_at(frame.inner_site) : nullptr;
    const std::optional<u32> routine = call != nullptr ? isa::call_target(*call, frame.inner_site) : std::nullopt;
    const bool is_inside = routine && writer >= *routine && (*routine > m_pc || writer < frame.entry);
    if (!arguments.contains(index) || !is_inside || m_pc < frame.inner_link) {
        return {};
    }
    return name(index) + " isn't what it was before " + line_of(frame.inner_site) + ": " + line_of(writer) +
           " has changed it. Load it again behind the call, or keep it in an $s register";
}

/// An access behind the end of an object: what was wrong with the way there; empty if that is a loop's length, or not
/// known.
std::string Checker::remedy_for_way(const DataObject& object, u32 size) const {
    const isa::Instruction* const access = instruction_at(m_pc);
    if (access == nullptr || index_of_access(*access) == reg::at) {
        return {};
    }
    const u8 index = index_of_access(*access);
    if (std::string moved = remedy_for_moved_argument(index); !moved.empty()) {
        return moved;
    }
    const IndexRoot root = root_of_index(index);
    const u32 maker_at = m_writer[root.id];
    const isa::Instruction* const maker = instruction_at(maker_at);
    const DataKind kind = kind_of_data(m_machine.image(), object.begin);
    const u32 element = size_of_element(kind, size);
    if (is_step(maker_at)) {
        const u32 stride = static_cast<u32>(std::abs(maker->imm)) * root.scale;
        if (stride > element && element > 1 && stride <= 8 && root.scale <= element) {
            return m_objects.name(object) + " holds elements of " + std::to_string(element) +
                   " bytes: " + line_of(maker_at) + " goes on by " + std::to_string(stride) + ", so write " +
                   std::to_string(element / root.scale) + " there";
        }
        const bool is_text = object.is_text && size == 1 && is_load(access) && stride == 1;
        return is_text && misses_end_of_text(*access) ? "test for the 0 that ends the text: beqz " + name(access->rt) +
                                                            " behind " + line_of(m_pc) + ", and a label behind the loop"
                                                      : std::string();
    }
    if (maker == nullptr || root.is_lost || m_marks[root.id].is_address()) {
        return {};
    }
    const u32 count = object.size / std::max(element, 1U) - (kind == DataKind::text_with_end ? 1 : 0);
    const std::string most = std::to_string(count == 0 ? 0 : count - 1);
    const u32 choice = maker->op == Op::syscall ? writer_above(maker_at, reg::v0) : no_address;
    const u32 bound = writer_above(maker_at, reg::a1);
    if (choice != no_address && instruction_at(choice)->imm == 42 && bound != no_address) {
        return line_of(maker_at) + " gives numbers below $a1: put " + std::to_string(count) +
               ", the number of elements, into $a1 in " + line_of(bound);
    }
    const std::string mask = std::has_single_bit(count) && count > 1
                                 ? ", as by andi " + name(index) + ", " + name(index) + ", " + most
                                 : std::string();
    if (m_marks[index].is_address()) {
        return "begin there at the latest, with an index from 0 to " + most + " (" + line_of(m_writer[index]) +
               " made the address)";
    }
    return "keep the index from 0 to " + most + (root.scale == 1 ? mask : std::string()) + " (" +
           line_of(m_writer[index]) + " made it)";
}

/// Of a place in front of what a function has on the stack, where its caller has put an argument, if only one; or of
/// one that the program itself has taken off.
std::string Checker::remedy_above_frame(const isa::Instruction& load) const {
    const u32 site = m_frames.back().site;
    if (site == no_address) {
        const std::string rounds = remedy_for_rounds(m_pc);
        return "what was pushed has all been taken off: " + (rounds.empty() ? "" : rounds + ", or ") + "push first";
    }
    constexpr u32 near = 64;
    u32 slot = 0;
    for (u32 at = m_frames.back().sp; at < m_frames.back().sp + near && m_machine.map().stack.contains(at); at += 4) {
        const u32 writer = m_marked.word(at).writer;
        if (m_memory.is_all_written(at, 4) && writer < site && site - writer <= near) {
            if (slot != 0) {
                return {};
            }
            slot = at;
        }
    }
    const std::string offset = std::to_string(slot - m_machine.cpu.gpr[reg::sp]);
    return slot == 0 ? std::string()
                     : line_of(m_marked.word(slot).writer) + " has put an argument there where " + offset +
                           "($sp) is now: write " + offset + " in place of " + std::to_string(load.imm);
}

/// What nothing has put on the stack: is there a store for it that comes later, or has all been taken off already?
std::string Checker::remedy_for_unset_local(u32 address) const {
    const isa::Instruction* const load = instruction_at(m_pc);
    if (load == nullptr || load->rs != reg::sp || m_forgotten_frames > 0) {
        return {};
    }
    if (address >= m_frames.back().sp) {
        return remedy_above_frame(*load);
    }
    constexpr u32 farthest = 256;
    const std::string place = std::to_string(load->imm) + "($sp)";
    for (u32 at = m_pc + 4; at - m_pc < farthest && instruction_at(at) != nullptr; at += 4) {
        const isa::Instruction& one = *instruction_at(at);
        if (one.op == Op::jr) {
            break;
        }
        if (one.op == Op::sw && one.rs == reg::sp && one.imm == load->imm) {
            return "give it a first value in front of the loop, as in sw $zero, " + place + ": " + line_of(at) +
                   " stores there, but only later";
        }
    }
    return {};
}

/// What a list's element was followed by is no address: the load takes another part of the element than the link.
std::optional<Cause> Checker::cause_of_wrong_link(const isa::Instruction& load, u32 writer, u32 value) const {
    constexpr u32 nearest = 64;
    for (u32 at = writer > nearest ? writer - nearest : 0; at <= writer + nearest; at += 4) {
        const isa::Instruction* const other = instruction_at(at);
        const bool is_beside = at != writer && is_load(other) && other->rs == load.rs && other->rt != load.rt &&
                               load.rs == load.rt && other->imm >= 0;
        if (!is_beside) {
            continue;
        }
        const i32 link = other->imm != load.imm ? other->imm : load.imm == 0 ? 4 : 0;
        const std::string right = "lw " + name(load.rt) + ", " + std::to_string(link) + "(" + name(load.rs) + ")";
        return Cause{line_of(writer) + " takes " + decimal(value) +
                         " for the address of the next element: that is the element's value" +
                         (other->imm == load.imm ? ", which " + line_of(at) + " loads, too" : std::string()),
                     "follow the link, which stands beside the value: " + right +
                         (other->imm != load.imm ? ", and load the value from " + std::to_string(load.imm) + "(" +
                                                       name(load.rs) + ") in " + line_of(at)
                                                 : std::string())};
    }
    return std::nullopt;
}

}  // namespace mariner
