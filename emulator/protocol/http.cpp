#include "emulator/protocol/http.hpp"

#include <algorithm>
#include <array>

#include "emulator/support/text.hpp"

namespace mariner::protocol {

namespace {

constexpr std::string_view line_end = "\r\n";

bool is_token(std::string_view text) {
    constexpr std::string_view marks = "!#$%&'*+-.^_`|~";
    return !text.empty() && std::ranges::all_of(text, [&](char c) {
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        return is_plain || marks.find(c) != std::string_view::npos;
    });
}

bool is_visible(char c) {
    return static_cast<u8>(c) > 0x20 && c != 0x7f;
}

/// What stands before the next separator, which goes with it.
std::string_view take_until(std::string_view& rest, std::string_view separator) {
    const size_t at = std::min(rest.find(separator), rest.size());
    const std::string_view part = rest.substr(0, at);
    rest.remove_prefix(std::min(at + separator.size(), rest.size()));
    return part;
}

std::string_view phrase_of(int status) {
    struct StatusPhrase {
        int status;
        std::string_view phrase;
    };
    static constexpr auto phrases = std::to_array<StatusPhrase>({{200, "OK"},
                                                                 {400, "Bad Request"},
                                                                 {403, "Forbidden"},
                                                                 {404, "Not Found"},
                                                                 {405, "Method Not Allowed"},
                                                                 {409, "Conflict"},
                                                                 {413, "Content Too Large"},
                                                                 {431, "Request Header Fields Too Large"},
                                                                 {500, "Internal Server Error"},
                                                                 {501, "Not Implemented"}});
    const auto* const found = std::ranges::find(phrases, status, &StatusPhrase::status);
    return found != phrases.end() ? found->phrase : "Unknown";
}

}  // namespace

std::string_view HttpRequest::field(std::string_view name) const {
    const auto found = std::ranges::find(fields, name, [](const auto& one) { return std::string_view(one.first); });
    return found != fields.end() ? std::string_view(found->second) : std::string_view();
}

HttpReader::HttpProgress HttpReader::refuse(int status) {
    m_status = status;
    return HttpProgress::wrong;
}

HttpReader::HttpProgress HttpReader::feed(std::string_view bytes) {
    if (m_status != 0) {
        return HttpProgress::wrong;
    }
    m_bytes += bytes;
    if (!m_body_size) {
        const size_t end = m_bytes.find("\r\n\r\n");
        if (end == std::string::npos) {
            return m_bytes.size() > most_head_bytes ? refuse(431) : HttpProgress::more;
        }
        if (end > most_head_bytes) {
            return refuse(431);
        }
        const std::string head = m_bytes.substr(0, end);
        m_bytes.erase(0, end + 4);
        if (read_head(head) == HttpProgress::wrong) {
            return HttpProgress::wrong;
        }
    }
    if (m_bytes.size() < *m_body_size) {
        return HttpProgress::more;
    }
    m_request.body = m_bytes.substr(0, *m_body_size);
    return HttpProgress::whole;
}

HttpReader::HttpProgress HttpReader::read_head(std::string_view head) {
    std::string_view line = take_until(head, line_end);
    m_request.method = take_until(line, " ");
    m_request.target = take_until(line, " ");
    const bool is_target = m_request.target.starts_with('/') && std::ranges::all_of(m_request.target, is_visible);
    if (!is_token(m_request.method) || !is_target || (line != "HTTP/1.1" && line != "HTTP/1.0")) {
        return refuse(400);
    }
    while (!head.empty()) {
        if (!read_field(take_until(head, line_end))) {
            return refuse(400);
        }
    }
    if (!m_request.field("transfer-encoding").empty()) {
        return refuse(501);
    }
    const std::string_view length = m_request.field("content-length");
    const std::optional<u64> size = length.empty() ? std::optional<u64>(0) : parse_digits<u64>(length);
    if (!size) {
        return refuse(400);
    }
    if (*size > m_most_body_bytes) {
        return refuse(413);
    }
    m_body_size = static_cast<size_t>(*size);
    return HttpProgress::more;
}

/// No field comes twice here, and none goes on in the next line.
bool HttpReader::read_field(std::string_view line) {
    std::string name(take_until(line, ":"));
    if (!is_token(name) || std::ranges::any_of(line, [](char c) { return static_cast<u8>(c) < 0x20 && c != '\t'; })) {
        return false;
    }
    std::ranges::transform(name, name.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    const bool is_new = std::ranges::none_of(m_request.fields, [&](const auto& one) { return one.first == name; });
    m_request.fields.emplace_back(std::move(name), std::string(trim(line)));
    return is_new;
}

std::string http_text(const HttpReply& reply) {
    std::string text = "HTTP/1.1 " + std::to_string(reply.status) + " ";
    text += phrase_of(reply.status);
    text += "\r\nContent-Type: " + reply.type + "\r\nContent-Length: " + std::to_string(reply.body.size()) +
            "\r\nConnection: close\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
            "Referrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n"
            "Cross-Origin-Opener-Policy: same-origin\r\nContent-Security-Policy: frame-ancestors 'none'\r\n\r\n";
    return text + reply.body;
}

}  // namespace mariner::protocol
