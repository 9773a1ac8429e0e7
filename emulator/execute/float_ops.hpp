#pragma once
// Floating-point arithmetic on raw register bits as MARS does it: IEEE, round to nearest even, every NaN result the
// canonical one, conversions with MARS's limits. Used by the bodies and the JIT. Host floats never leave this file.

#include <bit>
#include <cfloat>
#include <cmath>

#include "emulator/support/types.hpp"

static_assert(FLT_EVAL_METHOD == 0, "float operations must round to their own width (x87 arithmetic doesn't)");

namespace mariner::float_ops {

inline constexpr u32 canonical_single = 0x7fc00000;
inline constexpr u64 canonical_double = 0x7ff8000000000000;
inline constexpr u32 no_integer = 0x7fffffff;  // result of a rounding that fits no 32-bit integer

inline float single(u32 bits) {
    return std::bit_cast<float>(bits);
}
inline double wide(u64 bits) {
    return std::bit_cast<double>(bits);
}

/// The bits of a result; a NaN becomes the canonical one.
inline u32 bits(float value) {
    return value == value ? std::bit_cast<u32>(value) : canonical_single;
}
inline u64 bits(double value) {
    return value == value ? std::bit_cast<u64>(value) : canonical_double;
}

inline u32 square_root(u32 value) {
    return single(value) >= 0 ? bits(std::sqrt(single(value))) : canonical_single;
}
inline u64 square_root(u64 value) {
    return wide(value) >= 0 ? bits(std::sqrt(wide(value))) : canonical_double;
}

/// cvt.w: toward zero, clamped, NaN gives 0.
template <class F>
u32 truncate_clamped(F value) {
    if (!(value == value)) {
        return 0;
    }
    if (value >= static_cast<F>(2147483648.0)) {
        return 0x7fffffff;
    }
    if (value <= static_cast<F>(-2147483648.0)) {
        return 0x80000000;
    }
    return static_cast<u32>(static_cast<i32>(value));
}

/// ceil.w, floor.w, round.w, trunc.w: what lies outside [-2^31, 2^31 - 1] (as this format holds those limits) and NaN
/// give 0x7fffffff. `rounded` is the value rounded to an integer.
template <class F>
u32 to_integer(F value, F rounded) {
    constexpr F least = static_cast<F>(-2147483648.0);
    constexpr F greatest = static_cast<F>(2147483647.0);
    if (!(value >= least && value <= greatest) || rounded >= static_cast<F>(2147483648.0)) {
        return no_integer;
    }
    return static_cast<u32>(static_cast<i32>(rounded));
}

template <class F>
u32 ceiling(F value) {
    return to_integer(value, std::ceil(value));
}
template <class F>
u32 floored(F value) {
    return to_integer(value, std::floor(value));
}
/// Ties to even: the host's default rounding mode, which nothing here changes.
template <class F>
u32 nearest(F value) {
    return to_integer(value, std::nearbyint(value));
}
template <class F>
u32 truncated(F value) {
    return to_integer(value, std::trunc(value));
}

}  // namespace mariner::float_ops
