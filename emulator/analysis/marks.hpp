#pragma once
// What the checks know of a word beyond its bits: that it is an address inside some object, or a number in floating
// point; and which instruction stored it. Registers and memory carry such marks, copies take them along.

#include <array>

#include "emulator/analysis/shadow_pages.hpp"

namespace mariner {

enum class Nature : u8 {
    plain,   // an integer, characters, anything
    object,  // an address that began as that of an object (objects.hpp)
    frame,   // likewise, of the stack of a call: the number is the call's depth
    single,  // a number in single precision
    wide,    // half of one in double precision
    odd,     // see OddValue
};

/// Integers that are taken for others: characters for numbers, several for one.
enum class OddValue : u8 {
    bytes_at_once,  // four of a list of bytes, in one word
    digit,          // a character from 0 to 9
    digit_of_many,  // likewise, added to 0, as a number begins that is read digit by digit
    ten_digits,     // ten times that
    sum_of_digits,  // of two characters, or of one and ten times others
    typed_text,     // four characters, in one word
    line_feed,      // the one that ends what was typed
};

class ValueMark {
public:
    constexpr ValueMark() = default;
    constexpr explicit ValueMark(Nature nature, u32 number = 0) : m_bits(static_cast<u32>(nature) | number << 3U) {}
    /// `site`: the instruction that made it, counted from the first.
    constexpr ValueMark(OddValue value, u32 site) : ValueMark(Nature::odd, static_cast<u32>(value) | site << 3U) {}
    [[nodiscard]] constexpr bool is_plain() const { return m_bits == 0; }
    [[nodiscard]] constexpr Nature nature() const { return static_cast<Nature>(m_bits & 7U); }
    [[nodiscard]] constexpr u32 number() const { return m_bits >> 3U; }
    [[nodiscard]] constexpr bool is_address() const { return nature() == Nature::object || nature() == Nature::frame; }
    [[nodiscard]] constexpr bool is_float() const { return nature() == Nature::single || nature() == Nature::wide; }
    [[nodiscard]] constexpr bool is_odd() const { return nature() == Nature::odd; }
    [[nodiscard]] constexpr bool is(OddValue value) const {
        return is_odd() && (number() & 7U) == static_cast<u32>(value);
    }
    /// Of an odd value: where it was made.
    [[nodiscard]] constexpr u32 site() const { return number() >> 3U; }
    friend constexpr bool operator==(ValueMark, ValueMark) = default;

private:
    u32 m_bits = 0;
};

/// By words, as large as the memory that the guest touches.
class MarkedMemory {
public:
    static constexpr u32 no_writer = 1;
    struct Word {
        ValueMark mark;
        u32 writer = no_writer;  // the instruction that stored it last
    };

    [[nodiscard, gnu::always_inline]] Word word(u32 address) const {
        const MarkPage* const page = m_pages.find(address);
        return page != nullptr ? (*page)[address % page_size / 4] : Word{};
    }
    [[gnu::always_inline]] void set(u32 address, Word word) { m_pages.at(address)[address % page_size / 4] = word; }
    void set_range(u32 address, u64 size, Word word) {
        for (u64 at = address & ~3U; at < u64{address} + size; at += 4) {
            set(static_cast<u32>(at), word);
        }
    }
    /// As if nothing had been stored; costs only what was.
    void clear() {
        m_pages.for_each([](MarkPage& page) { page.fill({}); });
    }

private:
    using MarkPage = std::array<Word, page_size / 4>;
    ShadowPages<MarkPage> m_pages;
};

}  // namespace mariner
