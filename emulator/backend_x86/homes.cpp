#include "emulator/backend_x86/homes.hpp"

#include <cstddef>

#include "emulator/machine/cpu_state.hpp"

namespace mariner::backend_x86 {

namespace {

template <class Each>
void each_integer(const RegisterMap& map, Each each) {
    for (u8 number = 0; number < place::count; ++number) {
        if (map.integers[number] != RegisterMap::none) {
            each(integer_home[map.integers[number]], integer_slot(number));
        }
    }
}

}  // namespace

x86::Mem integer_slot(u8 number) {
    const size_t offset =
        number == place::flags ? offsetof(CpuState, condition_flags) : offsetof(CpuState, gpr) + 4 * size_t{number};
    return cpu_member(offset);
}

x86::Mem cpu_member(size_t offset, u32 size) {
    return x86::Mem(cpu_register, static_cast<i32>(offset), size);
}

x86::Mem float_slot(u8 number, u32 size) {
    return cpu_member(offsetof(CpuState, fpr) + 4 * size_t{number}, size);
}

void load_homes(x86::Assembler& a, const RegisterMap& map) {
    each_integer(map, [&](const x86::Gp& home, const x86::Mem& slot) { a.mov(home, slot); });
    for (size_t pair = 0; pair < map.pairs.size(); ++pair) {
        if (map.pairs[pair] != RegisterMap::none) {
            const x86::Xmm& home = float_home[map.pairs[pair]];
            const auto even = static_cast<u8>(2 * pair);
            map.is_single[pair] ? a.movss(home, float_slot(even)) : a.movsd(home, float_slot(even, 8));
        }
    }
}

void store_homes(x86::Assembler& a, const RegisterMap& map) {
    each_integer(map, [&](const x86::Gp& home, const x86::Mem& slot) { a.mov(slot, home); });
    for (size_t pair = 0; pair < map.pairs.size(); ++pair) {
        if (map.pairs[pair] != RegisterMap::none) {
            const x86::Xmm& home = float_home[map.pairs[pair]];
            const auto even = static_cast<u8>(2 * pair);
            map.is_single[pair] ? a.movss(float_slot(even), home) : a.movsd(float_slot(even, 8), home);
        }
    }
}

}  // namespace mariner::backend_x86
