#include "emulator/grader/content_hash.hpp"

#include <algorithm>
#include <bit>

namespace mariner::grader {

namespace {

/// The first 32 bits behind the point of the cube roots of the first 64 primes.
constexpr std::array<u32, 64> round_constants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

}  // namespace

void ContentHash::take_block(const u8* block) {
    std::array<u32, 64> words{};
    for (size_t i = 0; i < 16; ++i) {
        words[i] = static_cast<u32>(block[4 * i]) << 24 | static_cast<u32>(block[4 * i + 1]) << 16 |
                   static_cast<u32>(block[4 * i + 2]) << 8 | static_cast<u32>(block[4 * i + 3]);
    }
    for (size_t i = 16; i < 64; ++i) {
        const u32 a = words[i - 15];
        const u32 b = words[i - 2];
        words[i] = words[i - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3) + words[i - 7] +
                   (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10);
    }
    std::array<u32, 8> s = m_state;
    for (size_t i = 0; i < 64; ++i) {
        const u32 choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
        const u32 first = s[7] + (std::rotr(s[4], 6) ^ std::rotr(s[4], 11) ^ std::rotr(s[4], 25)) + choice +
                          round_constants[i] + words[i];
        const u32 majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        const u32 second = (std::rotr(s[0], 2) ^ std::rotr(s[0], 13) ^ std::rotr(s[0], 22)) + majority;
        s = {first + second, s[0], s[1], s[2], s[3] + first, s[4], s[5], s[6]};
    }
    for (size_t i = 0; i < 8; ++i) {
        m_state[i] += s[i];
    }
}

void ContentHash::add_bytes(std::string_view bytes) {
    m_length += bytes.size();
    while (!bytes.empty()) {
        const size_t count = std::min(bytes.size(), m_buffer.size() - m_buffered);
        std::copy_n(bytes.begin(), count, m_buffer.begin() + static_cast<std::ptrdiff_t>(m_buffered));
        bytes.remove_prefix(count);
        m_buffered += count;
        if (m_buffered == m_buffer.size()) {
            take_block(m_buffer.data());
            m_buffered = 0;
        }
    }
}

void ContentHash::add(std::string_view piece) {
    add_bytes(std::to_string(piece.size()) + ":");
    add_bytes(piece);
}

ContentHash::Digest ContentHash::digest() {
    const u64 bits = m_length * 8;
    add_bytes(std::string_view("\x80", 1));
    while (m_buffered != 56) {
        add_bytes(std::string_view("\0", 1));
    }
    std::string length;
    for (int shift = 56; shift >= 0; shift -= 8) {
        length += static_cast<char>(bits >> shift);
    }
    add_bytes(length);
    return {m_state[0], m_state[1], m_state[2], m_state[3]};
}

std::string ContentHash::finish() {
    const Digest all = digest();
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (size_t i = 0; i < 32; ++i) {
        text += digits[all.at(i / 8) >> (28 - 4 * (i % 8)) & 15U];
    }
    return text;
}

std::string content_hash_of(const std::vector<SourceFile>& files) {
    ContentHash hash;
    for (const SourceFile& file : files) {
        hash.add(file.name);
        hash.add(file.bytes);
    }
    return hash.finish();
}

}  // namespace mariner::grader
