#pragma once
// java.util.Random's sequence, which MARS's services 40 to 44 hand to programs. Used by the syscalls and by
// the games' native twins, so that both draw the same numbers from the same seed.

#include "emulator/support/types.hpp"

namespace mariner {

class JavaRandom {
public:
    explicit JavaRandom(i64 seed) { set_seed(seed); }

    void set_seed(i64 seed) { m_state = (static_cast<u64>(seed) ^ multiplier) & mask; }

    /// Any 32-bit value (service 41).
    i32 next_int() { return static_cast<i32>(next_bits(32)); }

    /// 0 .. bound-1 (service 42). The caller has refused bounds below 1.
    i32 next_int(i32 bound);

    /// [0, 1) (services 43 and 44).
    float next_float() { return static_cast<float>(next_bits(24)) / 16777216.0F; }
    double next_double();

    /// The generator's whole state, for snapshots; set_state takes it back.
    [[nodiscard]] u64 state() const { return m_state; }
    void set_state(u64 state) { m_state = state & mask; }

private:
    static constexpr u64 multiplier = 0x5DEECE66DULL;
    static constexpr u64 mask = (1ULL << 48) - 1;

    u32 next_bits(int bits) {
        m_state = (m_state * multiplier + 0xBULL) & mask;
        return static_cast<u32>(m_state >> (48 - bits));
    }

    u64 m_state = 0;
};

}  // namespace mariner
