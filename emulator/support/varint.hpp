#pragma once
// Numbers in as few bytes as they need: seven bits a byte, the lowest first, the top bit set but in the last (LEB128).
// Bytes that may be wrong are read by others, with checks (program/line_map.cpp, grader/pack.hpp).

#include "emulator/support/types.hpp"

namespace mariner {

template <class Bytes>
void append_varint(Bytes& out, u64 number) {
    for (; number >= 0x80; number >>= 7) {
        out.push_back(static_cast<typename Bytes::value_type>(number | 0x80U));
    }
    out.push_back(static_cast<typename Bytes::value_type>(number));
}

/// The same to where there is room for `longest_varint`; returns where it ends.
inline constexpr size_t longest_varint = 10;
inline u8* write_varint(u8* to, u64 number) {
    for (; number >= 0x80; number >>= 7) {
        *to++ = static_cast<u8>(number | 0x80U);
    }
    *to++ = static_cast<u8>(number);
    return to;
}

/// Of bytes that append_varint() or write_varint() has written.
inline u64 take_varint(const u8*& from) {
    u64 number = *from & 0x7fU;
    for (u32 shift = 7; (*from++ & 0x80U) != 0; shift += 7) {
        number |= u64{*from & 0x7fU} << shift;
    }
    return number;
}

/// Small numbers of either sign as small ones without.
constexpr u64 zigzag(i64 value) {
    return (static_cast<u64>(value) << 1) ^ static_cast<u64>(value >> 63);
}
constexpr i64 unzigzag(u64 value) {
    return static_cast<i64>(value >> 1) ^ -static_cast<i64>(value & 1U);
}

}  // namespace mariner
