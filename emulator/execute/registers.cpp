#include "emulator/execute/registers.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>

#include "emulator/isa/instruction_table.hpp"
#include "emulator/isa/registers.hpp"
#include "emulator/support/java_number.hpp"

namespace mariner {

namespace {

struct SpecialRegister {
    u8 id;
    std::string_view name;
    u32 CpuState::*place;
    u8 coprocessor0 = 0;  // its number there
};
constexpr auto special_registers = std::to_array<SpecialRegister>({
    {register_id::hi, "$hi", &CpuState::hi},
    {register_id::lo, "$lo", &CpuState::lo},
    {register_id::condition_flags, "$fcc", &CpuState::condition_flags},
    {register_id::bad_address, "$vaddr", &CpuState::bad_address, 8},
    {register_id::status, "$status", &CpuState::status, 12},
    {register_id::cause, "$cause", &CpuState::cause, 13},
    {register_id::epc, "$epc", &CpuState::epc, 14},
});

std::array<std::string, register_id::count> make_names() {
    std::array<std::string, register_id::count> names;
    for (u8 i = 0; i < 32; ++i) {
        names[i] = isa::register_name(i);
        names[register_id::float_base + i] = "$f" + std::to_string(i);
    }
    for (const SpecialRegister& one : special_registers) {
        names[one.id] = one.name;
    }
    return names;
}

/// What a word of the access column names: a register, or the first of those that a slot tells apart.
struct AccessWord {
    std::string_view word;
    u8 isa::Instruction::*slot;
    u8 id;
};
constexpr auto access_words = std::to_array<AccessWord>({
    {"rd", &isa::Instruction::rd, 0},
    {"rs", &isa::Instruction::rs, 0},
    {"rt", &isa::Instruction::rt, 0},
    {"fd", &isa::Instruction::rd, register_id::float_base},
    {"fs", &isa::Instruction::rs, register_id::float_base},
    {"ft", &isa::Instruction::rt, register_id::float_base},
    {"pd", &isa::Instruction::rd, register_id::float_base},
    {"ps", &isa::Instruction::rs, register_id::float_base},
    {"pt", &isa::Instruction::rt, register_id::float_base},
    {"hi", nullptr, register_id::hi},
    {"lo", nullptr, register_id::lo},
    {"cc", nullptr, register_id::condition_flags},
    {"ra", nullptr, reg::ra},
});

/// Bits of access_words.
constexpr u32 words_in(std::string_view text) {
    u32 found = 0;
    for (size_t i = 0; i < access_words.size(); ++i) {
        found |= text.find(access_words[i].word) != std::string_view::npos ? 1U << i : 0;
    }
    return found;
}

struct AccessSides {
    u32 written = 0;
    u32 read = 0;
    u32 kept = 0;
};
consteval auto make_sides() {
    std::array<AccessSides, isa::op_count> table{};
    for (size_t i = 0; i < isa::op_count; ++i) {
        const std::string_view access = isa::compiled_table[i].access;
        const size_t arrow = std::min(access.find("<-"), access.size());
        const std::string_view left = access.substr(0, arrow);
        const std::string_view right = access.substr(arrow);
        const bool is_merge = left.size() == 3 && right.find(left) == 3;
        table[i].written = words_in(left);
        table[i].kept = is_merge ? table[i].written : 0;
        table[i].read = words_in(right) & ~table[i].kept;
    }
    return table;
}
constexpr std::array<AccessSides, isa::op_count> access_sides = make_sides();

constexpr const AccessSides& sides_of(isa::Op op) {
    return access_sides[static_cast<size_t>(op)];
}
static_assert((sides_of(isa::Op::sw).read & words_in("rt")) != 0);
static_assert((sides_of(isa::Op::lwl).read & words_in("rt")) == 0);
static_assert((sides_of(isa::Op::mtc1).read & words_in("fs")) == 0);

RegisterSet registers_of(u32 words, const isa::Instruction& instruction, u32 bits_of_pair = 3) {
    RegisterSet set;
    for (; words != 0; words &= words - 1) {
        const AccessWord& word = access_words[static_cast<size_t>(std::countr_zero(words))];
        const u32 number = word.slot != nullptr ? instruction.*word.slot & 31U : 0U;
        if (word.id < register_id::float_base) {
            set.low |= u64{1} << (word.id + number);
        } else {
            set.floats |= (word.word.front() == 'p' ? bits_of_pair : 1U) << number;
        }
    }
    return set;
}

}  // namespace

std::string_view register_name(u8 id) {
    static const std::array<std::string, register_id::count> names = make_names();
    return id < register_id::count ? std::string_view(names[id]) : std::string_view();
}

std::optional<u8> find_register(std::string_view name) {
    if (name.starts_with('$')) {
        name.remove_prefix(1);
    }
    if (name.empty()) {
        return std::nullopt;
    }
    u32 number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (error == std::errc{} && end == name.data() + name.size()) {
        return number < 32 ? std::optional(static_cast<u8>(number)) : std::nullopt;
    }
    for (u8 id = 0; id < register_id::count; ++id) {
        const std::string_view known = register_name(id);
        if (!known.empty() && known.substr(1) == name) {
            return id;
        }
    }
    return std::nullopt;
}

u32* register_place(CpuState& cpu, u8 id) {
    if (id < 32) {
        return id == reg::zero ? nullptr : &cpu.gpr[id];
    }
    if (id >= register_id::float_base && id < register_id::count) {
        return &cpu.fpr[id - register_id::float_base];
    }
    for (const SpecialRegister& one : special_registers) {
        if (one.id == id) {
            return &(cpu.*one.place);
        }
    }
    return nullptr;
}

std::optional<u32> register_value(const CpuState& cpu, u8 id) {
    if (id == reg::zero) {
        return 0;
    }
    // The place is read only.
    const u32* const place = register_place(const_cast<CpuState&>(cpu), id);
    return place != nullptr ? std::optional(*place) : std::nullopt;
}

std::string float_register_text(const CpuState& cpu, u8 id, bool is_pair) {
    const u32 bits = register_value(cpu, id).value_or(0);
    const u64 high = register_value(cpu, static_cast<u8>(id + 1)).value_or(0);
    return is_pair ? java_text(std::bit_cast<double>((high << 32U) | bits)) : java_text(std::bit_cast<float>(bits));
}

RegisterSet registers_read(const isa::Instruction& instruction) {
    return registers_of(sides_of(instruction.op).read, instruction);
}

RegisterSet registers_kept(const isa::Instruction& instruction) {
    return registers_of(sides_of(instruction.op).kept, instruction);
}

RegisterSet registers_written(const isa::Instruction& instruction) {
    RegisterSet set = registers_of(sides_of(instruction.op).written, instruction);
    set.remove(reg::zero);
    for (const SpecialRegister& one : special_registers) {
        const bool is_moved_to = instruction.op == isa::Op::mtc0 && one.coprocessor0 == instruction.rd;
        if (one.coprocessor0 != 0 &&
            (is_moved_to || (instruction.op == isa::Op::eret && one.id == register_id::status))) {
            set.add(one.id);
        }
    }
    return set;
}

RegisterSet single_registers(const isa::Instruction& instruction) {
    const AccessSides& sides = sides_of(instruction.op);
    constexpr u32 singles = words_in("fd fs ft");
    return registers_of((sides.read | sides.written) & singles, instruction);
}

RegisterSet double_registers(const isa::Instruction& instruction) {
    const AccessSides& sides = sides_of(instruction.op);
    constexpr u32 doubles = words_in("pd ps pt");
    return registers_of((sides.read | sides.written) & doubles, instruction, 1);
}

}  // namespace mariner
