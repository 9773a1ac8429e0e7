#pragma once
// HTTP/1.1 as far as one page on this machine needs it: a request with a body of known length, an answer, and the end
// of the connection. Strict: what isn't written as the standard says is refused. Knows no connection; called by
// `mariner studio`.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "emulator/support/types.hpp"

namespace mariner::protocol {

struct HttpRequest {
    std::string method;
    std::string target;
    std::vector<std::pair<std::string, std::string>> fields{};  // names in small letters
    std::string body{};

    /// Empty if there is none.
    [[nodiscard]] std::string_view field(std::string_view name) const;
};

struct HttpReply {
    int status = 200;
    std::string type = "text/plain; charset=utf-8";
    std::string body{};
};

class HttpReader {
public:
    static constexpr size_t most_head_bytes = 16384;
    explicit HttpReader(size_t most_body_bytes) : m_most_body_bytes(most_body_bytes) {}

    enum class HttpProgress : u8 { more, whole, wrong };
    HttpProgress feed(std::string_view bytes);
    /// After HttpProgress::whole.
    [[nodiscard]] const HttpRequest& request() const { return m_request; }
    /// After HttpProgress::wrong: the status to answer with.
    [[nodiscard]] int status() const { return m_status; }

private:
    HttpProgress refuse(int status);
    HttpProgress read_head(std::string_view head);
    bool read_field(std::string_view line);

    size_t m_most_body_bytes;
    std::string m_bytes;
    std::optional<size_t> m_body_size;  // known as soon as the head is read
    HttpRequest m_request;
    int m_status = 0;
};

/// With the fields that keep a page to itself: not stored, not framed, not guessed at, no word to others.
std::string http_text(const HttpReply& reply);

}  // namespace mariner::protocol
