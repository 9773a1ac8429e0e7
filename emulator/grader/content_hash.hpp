#pragma once
// A fingerprint of bytes that nobody can make on purpose for other bytes: SHA-256, cut to 128 bits. By it the grader
// knows submissions and rubrics that have not changed.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/support/source_file.hpp"
#include "emulator/support/types.hpp"

namespace mariner::grader {

class ContentHash {
public:
    /// A piece of the whole; its length counts too, so that "ab" + "c" differs from "a" + "bc".
    void add(std::string_view piece);
    using Digest = std::array<u32, 4>;
    /// Nothing may be added after.
    [[nodiscard]] Digest digest();
    /// The same as 32 hexadecimal digits.
    [[nodiscard]] std::string finish();

private:
    void add_bytes(std::string_view bytes);
    void take_block(const u8* block);

    std::array<u32, 8> m_state{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                               0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<u8, 64> m_buffer{};
    size_t m_buffered = 0;
    u64 m_length = 0;
};

/// Over names and bytes, in this order.
std::string content_hash_of(const std::vector<SourceFile>& files);

}  // namespace mariner::grader
