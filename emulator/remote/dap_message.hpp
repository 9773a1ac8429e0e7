#pragma once
// The Debug Adapter Protocol's frames: a header with Content-Length, an empty line, JSON text. Pure functions over
// bytes from anywhere; what the messages mean is dap_server's business.

#include <optional>
#include <string>
#include <string_view>

#include "emulator/support/json_reader.hpp"
#include "emulator/support/result.hpp"
#include "emulator/support/types.hpp"

namespace mariner::remote {

std::string frame_message(std::string_view json);

/// Bytes in standard base64, with padding.
std::string to_base64(std::string_view bytes);
/// Nothing for what isn't base64.
std::optional<std::string> from_base64(std::string_view text);

/// Cuts a stream into messages.
class MessageReader {
public:
    static constexpr size_t max_header = 4096;
    static constexpr size_t max_message = size_t{4} << 20;

    void feed(std::string_view bytes) { m_bytes += bytes; }

    /// Nothing while no message is complete. A message that isn't JSON is an error, after which the next one may be
    /// good; a header that can't be understood is one for good: is_lost().
    std::optional<Result<JsonValue>> next();
    [[nodiscard]] bool is_lost() const { return m_is_lost; }

private:
    Error lose(std::string_view what);

    std::string m_bytes;
    bool m_is_lost = false;
};

}  // namespace mariner::remote
