#include "emulator/execute/registers.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>

#include "emulator/isa/registers.hpp"
#include "emulator/meaning/facts.hpp"
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

using meaning::PlaceSet;
using meaning::RegisterPlace;

/// The register that a place is, or the first of those that a slot tells apart.
struct NamedPlace {
    RegisterPlace place;
    u8 isa::Instruction::*slot;
    u8 id;
};
constexpr auto named_places = std::to_array<NamedPlace>({
    {RegisterPlace::rd, &isa::Instruction::rd, 0},
    {RegisterPlace::rs, &isa::Instruction::rs, 0},
    {RegisterPlace::rt, &isa::Instruction::rt, 0},
    {RegisterPlace::fd, &isa::Instruction::rd, register_id::float_base},
    {RegisterPlace::fs, &isa::Instruction::rs, register_id::float_base},
    {RegisterPlace::ft, &isa::Instruction::rt, register_id::float_base},
    {RegisterPlace::pd, &isa::Instruction::rd, register_id::float_base},
    {RegisterPlace::ps, &isa::Instruction::rs, register_id::float_base},
    {RegisterPlace::pt, &isa::Instruction::rt, register_id::float_base},
    {RegisterPlace::hi, nullptr, register_id::hi},
    {RegisterPlace::lo, nullptr, register_id::lo},
    {RegisterPlace::flag_read, nullptr, register_id::condition_flags},
    {RegisterPlace::flag_written, nullptr, register_id::condition_flags},
    {RegisterPlace::ra, nullptr, reg::ra},
});

RegisterSet registers_of(PlaceSet places, const isa::Instruction& instruction, u32 bits_of_pair = 3) {
    RegisterSet set;
    for (const NamedPlace& one : named_places) {
        if (!places.contains(one.place)) {
            continue;
        }
        const u32 number = one.slot != nullptr ? instruction.*one.slot & 31U : 0U;
        if (one.id < register_id::float_base) {
            set.low |= u64{1} << (one.id + number);
        } else {
            set.floats |= (meaning::pair_places.contains(one.place) ? bits_of_pair : 1U) << number;
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

bool goes_to_zero(const isa::Instruction& instruction) {
    const meaning::Facts& facts = meaning::facts(instruction.op);
    const auto writes_only = [&](RegisterPlace place, u8 number) {
        return facts.writes == PlaceSet::of(place) && number == reg::zero;
    };
    return !facts.is_transfer() && facts.stores == 0 &&
           (writes_only(RegisterPlace::rd, instruction.rd) || writes_only(RegisterPlace::rt, instruction.rt));
}

RegisterSet registers_read(const isa::Instruction& instruction) {
    return registers_of(meaning::facts(instruction.op).reads, instruction);
}

RegisterSet registers_kept(const isa::Instruction& instruction) {
    return registers_of(meaning::facts(instruction.op).keeps, instruction);
}

RegisterSet registers_written(const isa::Instruction& instruction) {
    const PlaceSet written = meaning::facts(instruction.op).writes;
    RegisterSet set = registers_of(written, instruction);
    set.remove(reg::zero);
    for (const SpecialRegister& one : special_registers) {
        const bool is_named = written.contains(RegisterPlace::c0) && one.coprocessor0 == instruction.rd;
        const bool is_status = written.contains(RegisterPlace::status) && one.id == register_id::status;
        if (one.coprocessor0 != 0 && (is_named || is_status)) {
            set.add(one.id);
        }
    }
    return set;
}

namespace {

PlaceSet all_places(isa::Op op) {
    const meaning::Facts& facts = meaning::facts(op);
    return facts.reads | facts.writes;
}

}  // namespace

RegisterSet single_registers(const isa::Instruction& instruction) {
    return registers_of(all_places(instruction.op) & meaning::single_places, instruction);
}

RegisterSet double_registers(const isa::Instruction& instruction) {
    return registers_of(all_places(instruction.op) & meaning::pair_places, instruction, 1);
}

}  // namespace mariner
