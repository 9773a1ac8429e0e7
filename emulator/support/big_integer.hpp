#pragma once
// An unsigned integer of up to 1536 bits without allocation, with what java_number's digit loop needs.

#include <array>
#include <cassert>

#include "emulator/support/types.hpp"

namespace mariner {

class BigInteger {
public:
    explicit BigInteger(u64 value = 0) {
        m_words[0] = static_cast<u32>(value);
        m_words[1] = static_cast<u32>(value >> 32);
        m_size = m_words[1] != 0 ? 2 : (m_words[0] != 0 ? 1 : 0);
    }

    void multiply(u32 factor) {
        u64 carry = 0;
        for (size_t i = 0; i < m_size; ++i) {
            carry += static_cast<u64>(m_words[i]) * factor;
            m_words[i] = static_cast<u32>(carry);
            carry >>= 32;
        }
        append(static_cast<u32>(carry));
    }

    void multiply_by_power_of_five(u32 exponent) {
        for (; exponent >= 13; exponent -= 13) {
            multiply(1220703125U);  // 5^13, the largest that fits
        }
        for (; exponent > 0; --exponent) {
            multiply(5);
        }
    }

    void shift_left(u32 bits) {
        if (m_size == 0) {
            return;
        }
        const u32 words = bits / 32;
        assert(m_size + words < capacity);
        for (size_t i = m_size; i-- > 0;) {
            m_words[i + words] = m_words[i];
        }
        for (u32 i = 0; i < words; ++i) {
            m_words[i] = 0;
        }
        m_size += words;
        if (bits % 32 != 0) {
            multiply(1U << (bits % 32));
        }
    }

    void add(const BigInteger& other) {
        u64 carry = 0;
        const size_t longest = m_size > other.m_size ? m_size : other.m_size;
        for (size_t i = 0; i < longest; ++i) {
            carry += static_cast<u64>(m_words[i]) + other.m_words[i];
            m_words[i] = static_cast<u32>(carry);
            carry >>= 32;
        }
        m_size = longest;
        append(static_cast<u32>(carry));
    }

    /// Leaves the remainder; the quotient must be below 10 (so that counting subtractions is fast enough).
    u32 divide_to_digit(const BigInteger& divisor) {
        u32 quotient = 0;
        while (compare(divisor) >= 0) {
            subtract(divisor);
            ++quotient;
        }
        assert(quotient < 10);
        return quotient;
    }

    [[nodiscard]] int compare(const BigInteger& other) const {
        if (m_size != other.m_size) {
            return m_size < other.m_size ? -1 : 1;
        }
        for (size_t i = m_size; i-- > 0;) {
            if (m_words[i] != other.m_words[i]) {
                return m_words[i] < other.m_words[i] ? -1 : 1;
            }
        }
        return 0;
    }

private:
    static constexpr size_t capacity = 48;

    void append(u32 word) {
        if (word != 0) {
            assert(m_size < capacity);
            m_words[m_size++] = word;
        }
    }

    /// `other` is not greater.
    void subtract(const BigInteger& other) {
        i64 borrow = 0;
        for (size_t i = 0; i < m_size; ++i) {
            borrow += static_cast<i64>(m_words[i]) - static_cast<i64>(other.m_words[i]);
            m_words[i] = static_cast<u32>(borrow);
            borrow >>= 32;
        }
        while (m_size > 0 && m_words[m_size - 1] == 0) {
            --m_size;
        }
    }

    std::array<u32, capacity> m_words{};  // least significant first; zero from m_size on
    size_t m_size = 0;
};

}  // namespace mariner
