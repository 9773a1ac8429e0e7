#include "emulator/remote/dap_message.hpp"

#include "emulator/support/text.hpp"

namespace mariner::remote {

namespace {

constexpr std::string_view header_end = "\r\n\r\n";
constexpr std::string_view length_field = "content-length:";
constexpr std::string_view base64_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Only the length means something. Others are sent by another protocol: a page could hide a request in its body.
std::optional<size_t> length_of(std::string_view header) {
    while (!header.empty()) {
        const size_t end = header.find("\r\n");
        const std::string line = to_lower(header.substr(0, end));
        header.remove_prefix(end == std::string_view::npos ? header.size() : end + 2);
        if (!line.starts_with("content-")) {
            return std::nullopt;
        }
        if (line.starts_with(length_field)) {
            return parse_digits<size_t>(trim(std::string_view(line).substr(length_field.size())));
        }
    }
    return std::nullopt;
}

}  // namespace

std::string frame_message(std::string_view json) {
    return "Content-Length: " + std::to_string(json.size()) + std::string(header_end) + std::string(json);
}

std::optional<Result<JsonValue>> MessageReader::next() {
    if (m_is_lost) {
        return std::nullopt;
    }
    const size_t end = std::string_view(m_bytes).substr(0, max_header).find(header_end);
    if (end == std::string::npos) {
        return m_bytes.size() < max_header ? std::nullopt
                                           : std::optional<Result<JsonValue>>(lose("a header that does not end"));
    }
    const std::optional<size_t> length = length_of(std::string_view(m_bytes).substr(0, end));
    if (!length || *length > max_message) {
        return lose(length ? "a message that is too long" : "a header without Content-Length");
    }
    const size_t first = end + header_end.size();
    if (m_bytes.size() - first < *length) {
        return std::nullopt;
    }
    Result<JsonValue> message = read_json(std::string_view(m_bytes).substr(first, *length));
    m_bytes.erase(0, first + *length);
    return message;
}

Error MessageReader::lose(std::string_view what) {
    m_is_lost = true;
    m_bytes.clear();
    return Error{"the client sent " + std::string(what) + ": nothing more can be understood"};
}

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

}  // namespace mariner::remote
