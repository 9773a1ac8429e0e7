#pragma once
// The values that bodies compute with, and their arithmetic as MARS does it. u32 is a word, i32 the same bits with a
// sign, u64 two words. Single and Wide are floating-point registers: raw bits, on which only arithmetic is a number.
// It is IEEE's, rounded to nearest even; every NaN result is the canonical one; conversions have MARS's limits. What
// only moves bits keeps the NaN it finds. Host floats never leave this file.

#include <bit>
#include <cfloat>
#include <cmath>
#include <type_traits>

#include "emulator/support/types.hpp"

static_assert(FLT_EVAL_METHOD == 0, "float operations must round to their own width (x87 arithmetic doesn't)");

namespace mariner::meaning {

// Integers.

constexpr i32 as_signed(u32 value) {
    return static_cast<i32>(value);
}
constexpr u32 as_word(i32 value) {
    return static_cast<u32>(value);
}
constexpr u32 bit(bool condition) {
    return condition ? 1 : 0;
}
constexpr u32 chosen(bool condition, u32 then, u32 otherwise) {
    return condition ? then : otherwise;
}
constexpr u64 joined(u32 high, u32 low) {
    return (u64{high} << 32) | low;
}
constexpr u32 low_word(u64 value) {
    return static_cast<u32>(value);
}
constexpr u32 high_word(u64 value) {
    return static_cast<u32>(value >> 32);
}
/// As 64 bits, of which products and sums are the same whether they have a sign or not.
constexpr u64 widened_signed(u32 value) {
    return static_cast<u64>(i64{as_signed(value)});
}
constexpr u64 widened(u32 value) {
    return value;
}
constexpr u32 leading_zeros(u32 value) {
    return static_cast<u32>(std::countl_zero(value));
}
constexpr bool add_overflows(u32 a, u32 b) {
    i32 sum = 0;
    return __builtin_add_overflow(as_signed(a), as_signed(b), &sum);
}
constexpr bool sub_overflows(u32 a, u32 b) {
    i32 difference = 0;
    return __builtin_sub_overflow(as_signed(a), as_signed(b), &difference);
}
/// The divisor isn't 0. 64-bit division keeps 0x80000000 / -1 from trapping on the host; its low word is MARS's result.
constexpr u32 quotient(i32 dividend, i32 divisor) {
    return low_word(static_cast<u64>(i64{dividend} / i64{divisor}));
}
constexpr u32 remainder(i32 dividend, i32 divisor) {
    return low_word(static_cast<u64>(i64{dividend} % i64{divisor}));
}
constexpr u32 quotient(u32 dividend, u32 divisor) {
    return dividend / divisor;
}
constexpr u32 remainder(u32 dividend, u32 divisor) {
    return dividend % divisor;
}

// Floating point.

inline constexpr u32 no_integer = 0x7fffffff;  // result of a rounding that fits no 32-bit integer

template <class Bits, class Number>
struct FloatBits {
    Bits bits;

    static constexpr Bits sign = Bits{1} << (8 * sizeof(Bits) - 1);
    static constexpr Bits canonical_nan = static_cast<Bits>(sizeof(Bits) == 4 ? 0x7fc00000 : 0x7ff8000000000000);

    [[nodiscard]] Number number() const { return std::bit_cast<Number>(bits); }
    /// The bits of a result.
    static FloatBits of(Number number) { return {number == number ? std::bit_cast<Bits>(number) : canonical_nan}; }

    friend FloatBits operator+(FloatBits a, FloatBits b) { return of(a.number() + b.number()); }
    friend FloatBits operator-(FloatBits a, FloatBits b) { return of(a.number() - b.number()); }
    friend FloatBits operator*(FloatBits a, FloatBits b) { return of(a.number() * b.number()); }
    friend FloatBits operator/(FloatBits a, FloatBits b) { return of(a.number() / b.number()); }
    friend bool operator==(FloatBits a, FloatBits b) { return a.number() == b.number(); }
    friend bool operator<(FloatBits a, FloatBits b) { return a.number() < b.number(); }
    friend bool operator<=(FloatBits a, FloatBits b) { return a.number() <= b.number(); }
};
using Single = FloatBits<u32, float>;
using Wide = FloatBits<u64, double>;

constexpr u32 raw(Single value) {
    return value.bits;
}
constexpr Single from_raw(u32 bits) {
    return {bits};
}

template <class Bits, class Number>
constexpr FloatBits<Bits, Number> magnitude(FloatBits<Bits, Number> value) {
    return {value.bits & ~value.sign};
}
template <class Bits, class Number>
constexpr FloatBits<Bits, Number> negated(FloatBits<Bits, Number> value) {
    return {value.bits ^ value.sign};
}
template <class Bits, class Number>
FloatBits<Bits, Number> square_root(FloatBits<Bits, Number> value) {
    if (value.number() >= 0) {
        return value.of(std::sqrt(value.number()));
    }
    return {value.canonical_nan};
}

inline Single to_single(Wide value) {
    return Single::of(static_cast<float>(value.number()));
}
inline Single to_single(i32 value) {
    return Single::of(static_cast<float>(value));
}
inline Wide to_wide(Single value) {
    return Wide::of(static_cast<double>(value.number()));
}
inline Wide to_wide(i32 value) {
    return Wide::of(static_cast<double>(value));
}

/// cvt.w: toward zero, clamped, NaN gives 0.
template <class Bits, class Number>
u32 clamped(FloatBits<Bits, Number> from) {
    const Number value = from.number();
    if (!(value == value)) {
        return 0;
    }
    if (value >= static_cast<Number>(2147483648.0)) {
        return 0x7fffffff;
    }
    if (value <= static_cast<Number>(-2147483648.0)) {
        return 0x80000000;
    }
    return static_cast<u32>(static_cast<i32>(value));
}

namespace detail {

/// ceil.w, floor.w, round.w, trunc.w: what lies outside [-2^31, 2^31 - 1] (as this format holds those limits) and NaN
/// give 0x7fffffff. `rounded` is the value rounded to an integer.
template <class Number>
u32 to_integer(Number value, Number rounded) {
    constexpr Number least = static_cast<Number>(-2147483648.0);
    constexpr Number greatest = static_cast<Number>(2147483647.0);
    if (!(value >= least && value <= greatest) || rounded >= static_cast<Number>(2147483648.0)) {
        return no_integer;
    }
    return static_cast<u32>(static_cast<i32>(rounded));
}

}  // namespace detail

template <class Bits, class Number>
u32 rounded_up(FloatBits<Bits, Number> value) {
    return detail::to_integer(value.number(), std::ceil(value.number()));
}
template <class Bits, class Number>
u32 rounded_down(FloatBits<Bits, Number> value) {
    return detail::to_integer(value.number(), std::floor(value.number()));
}
/// Ties to even: the host's default rounding mode, which nothing here changes.
template <class Bits, class Number>
u32 rounded_to_nearest(FloatBits<Bits, Number> value) {
    return detail::to_integer(value.number(), std::nearbyint(value.number()));
}
template <class Bits, class Number>
u32 rounded_to_zero(FloatBits<Bits, Number> value) {
    return detail::to_integer(value.number(), std::trunc(value.number()));
}

// What memory holds: a load's type says how many bytes it reads and how they become a value.

template <class T>
using LoadedValue = std::conditional_t<std::is_integral_v<T>, u32, T>;

/// The sign of i8 and i16 comes in.
template <class T>
[[gnu::always_inline]] constexpr LoadedValue<T> loaded_value(T held) {
    return static_cast<LoadedValue<T>>(held);
}

}  // namespace mariner::meaning
