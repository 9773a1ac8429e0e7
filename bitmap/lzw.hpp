#pragma once
// GIF's compression: pixels of a picture in, blocks of a file out. Knows nothing of colours, or of the rest of a GIF.

#include <array>
#include <string>

#include "emulator/support/types.hpp"

namespace mariner::bitmap {

/// Longest known string first: each code stands for one that came before, or for a pixel. Codes grow from `bits + 1` to
/// 12 bits, then all is forgotten.
class LzwWriter {
public:
    /// Appends to `out`, which must outlive it. `bits`: of a pixel's number, 2 to 8.
    LzwWriter(std::string& out, u32 bits);
    void add(u8 pixel);
    /// The rest, and the end of the picture.
    void finish();

private:
    static constexpr u32 most_codes = 4095;
    static constexpr u32 none = ~u32{0};
    struct LzwString {
        u32 key = none;  // the code of all but its last pixel, and that
        u32 code = 0;
    };

    /// Where a string stands, or would.
    LzwString& find(u32 key);
    void forget();
    void put(u32 code);
    void put_block();

    std::string& m_out;
    u32 m_bits;
    u32 m_clear;
    u32 m_next = 0;
    u32 m_width = 0;
    u32 m_current = none;
    u32 m_waiting = 0;  // bits that fill no byte yet
    u32 m_waiting_count = 0;
    std::string m_block;
    std::array<LzwString, size_t{2} * (most_codes + 1)> m_strings;
};

}  // namespace mariner::bitmap
