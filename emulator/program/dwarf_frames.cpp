// The call frames of a program: dwarf::write_frames.

#include <algorithm>
#include <array>
#include <optional>

#include "emulator/program/dwarf_parts.hpp"

namespace mariner::dwarf {

namespace {

// DWARF's numbers for the rules of a frame; the first two carry their operand in the low six bits.
constexpr u8 cfa_offset = 0x80;
constexpr u8 cfa_advance_loc4 = 0x04, cfa_undefined = 0x07, cfa_same_value = 0x08, cfa_def_cfa = 0x0c,
             cfa_def_cfa_offset = 0x0e;
constexpr u8 sp = 29;
constexpr u8 ra = 31;
constexpr i32 largest_frame = 1 << 20;

/// What is known in front of an instruction, seen from the value that $sp had at the function's call.
struct FrameState {
    i32 size = 0;                                // how far $sp is below it
    std::array<std::optional<i32>, 32> saved{};  // how far below it a register's value lies
};

bool must_be_kept(u8 number) {
    return (number >= 16 && number <= 23) || number == 30 || number == ra;
}

/// Follows a function's code from top to bottom; behind a return stands what belongs before that return's epilogue.
class FrameFollower {
public:
    [[nodiscard]] const FrameState& state() const { return m_state; }

    void step(const isa::Instruction& instruction) {
        const bool is_sum = instruction.op == isa::Op::addi || instruction.op == isa::Op::addiu;
        if (is_sum && instruction.rt == sp && instruction.rs == sp) {
            move_stack_pointer(instruction.imm);
        } else if (instruction.op == isa::Op::sw && instruction.rs == sp) {
            save(instruction.rt, m_state.size - instruction.imm);
        } else if (instruction.op == isa::Op::lw && instruction.rs == sp) {
            restore(instruction.rt, m_state.size - instruction.imm);
        } else if (instruction.op == isa::Op::jr && instruction.rs == ra && m_before_epilogue) {
            m_state = *m_before_epilogue;
            m_before_epilogue.reset();
        }
    }

private:
    void begin_epilogue() {
        if (!m_before_epilogue) {
            m_before_epilogue = m_state;
        }
    }
    void move_stack_pointer(i32 by) {
        if (by > 0) {
            begin_epilogue();
        }
        const i64 size = i64{m_state.size} - by;
        m_state.size = size >= 0 && size <= largest_frame ? static_cast<i32>(size) : 0;
    }
    void save(u8 number, i32 below) {
        if (must_be_kept(number) && below > 0 && below % 4 == 0 && !m_state.saved[number]) {
            m_state.saved[number] = below;
        }
    }
    void restore(u8 number, i32 below) {
        if (m_state.saved[number] == below) {
            begin_epilogue();
            m_state.saved[number].reset();
        }
    }

    FrameState m_state;
    std::optional<FrameState> m_before_epilogue;
};

/// The rules that make `to` of `from`.
void append_changes(std::string& out, const FrameState& from, const FrameState& to) {
    if (from.size != to.size) {
        out += static_cast<char>(cfa_def_cfa_offset);
        append_varint(out, static_cast<u32>(to.size));
    }
    for (u32 number = 0; number < to.saved.size(); ++number) {
        if (from.saved[number] == to.saved[number]) {
            continue;
        }
        if (to.saved[number]) {
            out += static_cast<char>(cfa_offset | number);
            append_varint(out, static_cast<u32>(*to.saved[number]) / 4);
        } else {
            out += static_cast<char>(cfa_same_value);
            append_varint(out, number);
        }
    }
}

std::string padded_unit(std::string unit) {
    unit.append((4 - unit.size() % 4) % 4, '\0');  // a rule that does nothing
    return with_length(unit);
}

std::string common_part() {
    std::string out;
    append_number(out, ~u64{0}, 4);
    append_number(out, 1, 1);  // version
    append_text(out, "");
    append_varint(out, 4);   // advances count instructions
    append_signed(out, -4);  // and offsets words below
    append_number(out, ra, 1);
    out += static_cast<char>(cfa_def_cfa);
    append_varint(out, sp);
    append_varint(out, 0);
    out += static_cast<char>(cfa_same_value);
    append_varint(out, ra);
    return padded_unit(out);
}

std::string frame_of(const ProgramImage& image, const FunctionRange& function) {
    std::string out;
    append_number(out, 0, 4);  // where the common part begins
    append_number(out, function.begin, 4);
    append_number(out, function.end - function.begin, 4);
    if (function.begin == image.entry) {
        out += static_cast<char>(cfa_undefined);  // nobody called it
        append_varint(out, ra);
        return padded_unit(out);
    }
    FrameFollower follower;
    u32 told = function.begin;
    auto entry = std::ranges::lower_bound(image.text, function.begin, {}, &TextEntry::address);
    // What follows the last instruction is another function's.
    for (; entry != image.text.end() && entry->address + 4 < function.end; ++entry) {
        const FrameState before = follower.state();
        follower.step(entry->instruction);
        std::string changes;
        append_changes(changes, before, follower.state());
        if (!changes.empty()) {
            out += static_cast<char>(cfa_advance_loc4);
            append_number(out, (entry->address + 4 - told) / 4, 4);
            out += changes;
            told = entry->address + 4;
        }
    }
    return padded_unit(out);
}

}  // namespace

std::string write_frames(const ProgramImage& image, const std::vector<FunctionRange>& functions) {
    std::string out = common_part();
    for (const FunctionRange& function : functions) {
        out += frame_of(image, function);
    }
    return out;
}

}  // namespace mariner::dwarf
