#pragma once
// Performs a list of micro-operations one by one, plainly: a third opinion beside the bodies and the compiled code, for
// tests, which can also make it wrong at one place.
//
// A World is what a list is performed on: u64 get(RegisterPlace), void set(RegisterPlace, u64), u32 immediate(),
// u32 link(), bool load(address, bytes, u64& value), bool store(address, bytes, u64 value) (false: refused),
// void raise(ExceptionKind, u32 value), void jump(u32 address).

#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "emulator/meaning/flow.hpp"
#include "emulator/meaning/micro.hpp"

namespace mariner::meaning {

namespace detail {

constexpr u32 low32(u64 value) {
    return static_cast<u32>(value);
}
constexpr i32 signed32(u64 value) {
    return static_cast<i32>(low32(value));
}
inline double number_of(ValueType type, u64 bits) {
    return type == ValueType::f32 ? static_cast<double>(std::bit_cast<float>(low32(bits)))
                                  : std::bit_cast<double>(bits);
}
inline u64 bits_of_number(ValueType type, double number) {
    return type == ValueType::f32 ? std::bit_cast<u32>(static_cast<float>(number)) : std::bit_cast<u64>(number);
}
inline bool is_nan(ValueType type, u64 bits) {
    return std::isnan(number_of(type, bits));
}

inline u64 clamp(double value) {
    if (std::isnan(value)) {
        return 0;
    }
    constexpr double least = std::numeric_limits<i32>::min();
    constexpr double greatest = std::numeric_limits<i32>::max();
    return low32(static_cast<u64>(static_cast<i64>(value < least ? least : value > greatest ? greatest : value)));
}

inline u64 round(const Micro& micro, double value) {
    // The limits are those of the format: as a single, the greatest integer is 2^31, which doesn't fit.
    const double greatest = micro.type == ValueType::f32 ? 2147483648.0 : 2147483647.0;
    if (!(value >= -2147483648.0 && value <= greatest)) {
        return 0x7fffffff;
    }
    const double rounded = micro.rounding == Rounding::up           ? std::ceil(value)
                           : micro.rounding == Rounding::down       ? std::floor(value)
                           : micro.rounding == Rounding::to_nearest ? std::nearbyint(value)
                                                                    : std::trunc(value);
    return rounded > 2147483647.0 ? 0x7fffffff : low32(static_cast<u64>(static_cast<i64>(rounded)));
}

/// Values of 32 bits have zeros above them; a flag is 0 or 1.
inline u64 integer_value(const Micro& micro, u64 a, u64 b) {
    using enum MicroCode;
    const u64 mask = micro.type == ValueType::i64 ? ~u64{0} : 0xffffffff;
    const u64 divisor = b != 0 ? b : 1;  // a list that was made wrong may divide by 0
    switch (micro.code) {
        case add:
            return (a + b) & mask;
        case sub:
            return (a - b) & mask;
        case bit_and:
            return a & b;
        case bit_or:
            return a | b;
        case bit_xor:
            return a ^ b;
        case shl:
            return (a << (b & 31)) & mask;
        case shr:
            return a >> (b & 31);
        case sar:
            return low32(static_cast<u64>(i64{signed32(a)} >> (b & 31)));
        case clz:
            return static_cast<u64>(std::countl_zero(low32(a)));
        case div_s:
            return low32(static_cast<u64>(i64{signed32(a)} / i64{signed32(divisor)}));
        case div_u:
            return a / divisor;
        case rem_s:
            return low32(static_cast<u64>(i64{signed32(a)} % i64{signed32(divisor)}));
        case rem_u:
            return a % divisor;
        case extend_s:
            return static_cast<u64>(i64{signed32(a)});
        case mul:
            return a * b;
        case join:
            return (a << 32) | b;
        case low:
            return low32(a);
        case high:
            return a >> 32;
        case lt_s:
            return signed32(a) < signed32(b) ? 1 : 0;
        case lt_u:
            return a < b ? 1 : 0;
        case add_over:
            return i64{signed32(a)} + signed32(b) != signed32(a + b) ? 1 : 0;
        case sub_over:
            return i64{signed32(a)} - signed32(b) != signed32(a - b) ? 1 : 0;
        case invert:
            return a ^ 1;
        default:  // extend_u, bit, bits_of, of_bits
            return a;
    }
}

constexpr bool is_on_floats(MicroCode code) {
    using enum MicroCode;
    return code == lt_f || code == le_f || (code >= fadd && code <= round_i32);
}

inline u64 float_value(const Micro& micro, u64 a, u64 b) {
    using enum MicroCode;
    const ValueType type = micro.type;
    const u64 sign = type == ValueType::f32 ? 0x80000000 : 0x8000000000000000;
    const double x = number_of(type, a);
    const double y = number_of(type, b);
    switch (micro.code) {
        // Computed as doubles and then rounded to a single, the four operations and the root are what they should be.
        case fadd:
            return bits_of_number(type, x + y);
        case fsub:
            return bits_of_number(type, x - y);
        case fmul:
            return bits_of_number(type, x * y);
        case fdiv:
            return bits_of_number(type, x / y);
        case fsqrt:
            return bits_of_number(type, std::sqrt(x));
        case fabs:
            return a & ~sign;
        case fneg:
            return a ^ sign;
        case canon:
            return !is_nan(type, a) ? a : type == ValueType::f32 ? 0x7fc00000 : 0x7ff8000000000000;
        case promote:
            return bits_of_number(ValueType::f64, number_of(ValueType::f32, a));
        case demote:
            return bits_of_number(ValueType::f32, number_of(ValueType::f64, a));
        case from_i32:
            return bits_of_number(type, signed32(a));
        case clamp_i32:
            return clamp(x);
        case round_i32:
            return round(micro, x);
        case lt_f:
            return x < y ? 1 : 0;
        default:  // le_f
            return x <= y ? 1 : 0;
    }
}

}  // namespace detail

template <class World>
class MicroEvaluator {
public:
    MicroEvaluator(MicroSpan list, World& world, std::optional<size_t> spoiled = {})
        : m_list(list), m_world(world), m_spoiled(spoiled) {}

    Flow run() {
        for (size_t i = 0; i < m_list.size(); ++i) {
            const Micro& micro = m_list[i];
            if (micro.guard != Micro::none && m_values[micro.guard] == 0) {
                continue;
            }
            const u64 wrong = m_spoiled == i ? 1 : 0;
            const Flow flow = perform(micro, wrong, m_values[i]);
            if (flow != Flow::next) {
                return flow;
            }
            m_values[i] ^= wrong;
        }
        return Flow::next;
    }

private:
    [[nodiscard]] u64 value(u8 operand) const { return operand == Micro::none ? 0 : m_values[operand]; }

    Flow perform(const Micro& micro, u64 wrong, u64& result) {
        using enum MicroCode;
        const u64 a = value(micro.a());
        const u64 b = value(micro.b());
        switch (micro.code) {
            case get:
                result = m_world.get(micro.place);
                return Flow::next;
            case constant:
                result = micro.number;
                return Flow::next;
            case immediate:
                result = m_world.immediate();
                return Flow::next;
            case link:
                result = m_world.link();
                return Flow::next;
            case load:
                return load_value(micro, detail::low32(a), result);
            case store:
                return m_world.store(detail::low32(a), micro.bytes, b ^ wrong) ? Flow::next : Flow::leave;
            case set:
                m_world.set(micro.place, a ^ wrong);
                return Flow::next;
            case trap_if:
                return (a ^ wrong) != 0 ? raised(micro.kind, 0) : Flow::next;
            case raise:
                return raised(micro.kind, detail::low32(a ^ wrong));
            case branch_if:
                return (a ^ wrong) != 0 ? Flow::branch : Flow::next;
            case branch:
                return wrong != 0 ? Flow::next : Flow::branch;
            case jump:
            case jump_now:
                m_world.jump(detail::low32(a ^ wrong));
                return micro.code == jump ? Flow::jump : Flow::jump_now;
            case service:
                return wrong != 0 ? Flow::next : Flow::syscall;
            case select:
                result = a != 0 ? b : value(micro.c());
                return Flow::next;
            case eq:
                result = micro.type == ValueType::i32
                             ? a == b
                             : detail::number_of(micro.type, a) == detail::number_of(micro.type, b);
                return Flow::next;
            default:
                result = detail::is_on_floats(micro.code) ? detail::float_value(micro, a, b)
                                                          : detail::integer_value(micro, a, b);
                return Flow::next;
        }
    }

    Flow raised(ExceptionKind kind, u32 value) {
        m_world.raise(kind, value);
        return Flow::leave;
    }

    Flow load_value(const Micro& micro, u32 address, u64& result) {
        if (!m_world.load(address, micro.bytes, result)) {
            return Flow::leave;
        }
        if (micro.is_signed) {
            const u64 sign = u64{1} << (8 * micro.bytes - 1);
            result = detail::low32((result ^ sign) - sign);
        }
        return Flow::next;
    }

    MicroSpan m_list;
    World& m_world;
    std::optional<size_t> m_spoiled;
    std::array<u64, 256> m_values{};
};

}  // namespace mariner::meaning
