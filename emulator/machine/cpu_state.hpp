#pragma once
// The registers. Standard layout, because compiled code will reach its members by offset.

#include <array>

#include "emulator/support/types.hpp"

namespace mariner {

namespace reg {
inline constexpr u8 zero = 0, at = 1, v0 = 2, v1 = 3, a0 = 4, a1 = 5, a2 = 6, a3 = 7, k0 = 26, k1 = 27, gp = 28,
                    sp = 29, fp = 30, ra = 31;
/// Engines send writes to $zero here, so that no body has to test for it.
inline constexpr u8 bin = 32;
}  // namespace reg

/// Delayed branching: what happens after the current instruction (docs/mars/instructions.md, section 4).
/// `due`: the slot's instruction was a syscall; the branch takes effect as soon as the syscall has been served.
enum class DelayState : u8 { clear, registered, triggered, due };

struct CpuState {
    std::array<u32, 33> gpr{};
    u32 pc = 0;
    u32 hi = 0;
    u32 lo = 0;
    std::array<u32, 32> fpr{};  // raw bits; a double: even register low word, odd register high word
    u32 condition_flags = 0;    // bit k is flag k, 0..7
    u32 bad_address = 0;        // coprocessor 0 register 8
    u32 status = 0x0000ff11;    // 12
    u32 cause = 0;              // 13
    u32 epc = 0;                // 14
    DelayState delay_state = DelayState::clear;
    u32 delay_target = 0;

    friend bool operator==(const CpuState&, const CpuState&) = default;
};

}  // namespace mariner
