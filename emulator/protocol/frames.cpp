#include "emulator/protocol/frames.hpp"

#include "emulator/support/text.hpp"

namespace mariner::protocol {

namespace {

constexpr std::string_view header_end = "\r\n\r\n";
constexpr std::string_view length_field = "content-length:";

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
    if (!length || *length > m_most) {
        return lose(length ? "a message that is too long" : "a header without Content-Length");
    }
    const size_t first = end + header_end.size();
    if (m_bytes.size() - first < *length) {
        return std::nullopt;
    }
    Result<JsonValue> message = read_json(std::string_view(m_bytes).substr(first, *length), {m_most});
    m_bytes.erase(0, first + *length);
    return message;
}

Error MessageReader::lose(std::string_view what) {
    m_is_lost = true;
    m_bytes.clear();
    return Error{"the client sent " + std::string(what) + ": nothing more can be understood"};
}

}  // namespace mariner::protocol
