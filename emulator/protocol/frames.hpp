#pragma once
// The frames of the Debug Adapter Protocol and the Language Server Protocol: a header with Content-Length, an empty
// line, JSON text. Pure functions over bytes from anywhere; what the messages mean is the servers' business.

#include <optional>
#include <string>
#include <string_view>

#include "emulator/support/json_reader.hpp"
#include "emulator/support/result.hpp"
#include "emulator/support/types.hpp"

namespace mariner::protocol {

std::string frame_message(std::string_view json);

/// Cuts a stream into messages.
class MessageReader {
public:
    static constexpr size_t max_header = 4096;
    static constexpr size_t max_message = size_t{4} << 20;

    /// `most`: bytes of a message; a longer one is an error for good.
    explicit MessageReader(size_t most = max_message) : m_most(most) {}

    void feed(std::string_view bytes) { m_bytes += bytes; }

    /// Nothing while no message is complete. A message that isn't JSON is an error, after which the next one may be
    /// good; a header that can't be understood is one for good: is_lost().
    std::optional<Result<JsonValue>> next();
    [[nodiscard]] bool is_lost() const { return m_is_lost; }

private:
    Error lose(std::string_view what);

    size_t m_most;
    std::string m_bytes;
    bool m_is_lost = false;
};

}  // namespace mariner::protocol
