// Checker: how an address outside its object was made, and what should end the loop around it.

#include <algorithm>
#include <bit>

#include "emulator/analysis/cause_words.hpp"
#include "emulator/analysis/checker.hpp"
#include "emulator/analysis/loop_exit.hpp"
#include "emulator/meaning/facts.hpp"
#include "emulator/support/text.hpp"

namespace mariner {

namespace {

using isa::is_one_of;
using isa::Op;

u32 size_of_element(DataKind kind, u32 otherwise) {
    return kind == DataKind::halves ? 2 : kind == DataKind::words ? 4 : kind == DataKind::doubles ? 8 : otherwise;
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

/// The innermost loop that a place stands in.
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
    if (loop.back == no_address) {
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

/// What a loop that goes too far is to end by, or the one around it.
std::string Checker::remedy_for_rounds(u32 pc) const {
    constexpr int deepest = 3;
    std::string tests;
    std::string limit;
    Rounds loop = loop_around(pc);
    for (int depth = 0; depth < deepest && loop.test != no_address; ++depth) {
        const std::string test = line_of(loop.test);
        for (const Shorter& one : longer_tests) {
            if (one.goes_back == (loop.test == loop.back) &&
                test.find("(" + std::string(one.word)) != std::string::npos) {
                return "the loop goes round once too often: write " + std::string(one.in_its_place) + " in place of " +
                       std::string(one.word) + "in " + test;
            }
        }
        limit = depth == 0 ? limit_clause(loop) : std::string();
        tests += (depth == 0 ? "" : " or ") + test;
        const u32 inner = loop.head;
        loop = loop_around(loop.back + 4);
        loop = loop.head < inner ? loop : Rounds{};
    }
    return tests.empty() ? std::string(loop.back == no_address ? "check the offset and the index"
                                                               : "check where the loop begins and ends")
                         : "let the loop end earlier: " + tests + " ends it" + limit;
}

/// ", and hw.asm:7 (li $t5, 11) sets $t5": what a loop counts to, or from.
std::string Checker::limit_clause(const Rounds& loop) const {
    const RegisterSet compared = read_by_statement(m_machine.image(), loop.test);
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
    const bool is_step = maker != nullptr && is_one_of(maker->op, Op::addi, Op::addiu) && maker->rs == maker->rt;
    if (is_step) {
        const u32 stride = static_cast<u32>(std::abs(maker->imm)) * root.scale;
        if (stride > element && element > 1 && stride <= 8) {
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

/// What nothing has put on the stack: is there a store for it that comes later, or has all been taken off already?
std::string Checker::remedy_for_unset_local(u32 address) const {
    const isa::Instruction* const load = instruction_at(m_pc);
    if (load == nullptr || load->rs != reg::sp || m_forgotten_frames > 0) {
        return {};
    }
    if (address >= m_frames.back().sp) {
        return "what was pushed has all been taken off: " + remedy_for_rounds(m_pc) + ", or push first";
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
