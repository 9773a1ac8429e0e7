#include "emulator/protocol/base64.hpp"

#include "emulator/support/types.hpp"

namespace mariner::protocol {

namespace {

constexpr std::string_view base64_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string to_base64(std::string_view bytes) {
    std::string text;
    for (size_t i = 0; i < bytes.size(); i += 3) {
        const std::string_view group = bytes.substr(i, 3);
        u32 bits = 0;
        for (size_t k = 0; k < 3; ++k) {
            bits = bits << 8 | (k < group.size() ? static_cast<u8>(group[k]) : 0U);
        }
        for (size_t k = 0; k < 4; ++k) {
            text += k <= group.size() ? base64_digits[bits >> (18 - 6 * k) & 63] : '=';
        }
    }
    return text;
}

std::optional<std::string> from_base64(std::string_view text) {
    std::string bytes;
    if (text.size() % 4 != 0) {
        return std::nullopt;
    }
    const size_t padding = text.ends_with("==") ? 2 : text.ends_with("=") ? 1 : 0;
    u32 bits = 0;
    for (size_t i = 0; i < text.size(); ++i) {
        const bool is_padding = i >= text.size() - padding;
        const size_t digit = is_padding ? 0 : base64_digits.find(text[i]);
        if (digit == std::string_view::npos) {
            return std::nullopt;
        }
        bits = bits << 6 | static_cast<u32>(digit);
        if (i % 4 == 3) {
            bytes += {static_cast<char>(bits >> 16), static_cast<char>(bits >> 8), static_cast<char>(bits)};
        }
    }
    bytes.resize(bytes.size() - padding);
    return bytes;
}

}  // namespace mariner::protocol
