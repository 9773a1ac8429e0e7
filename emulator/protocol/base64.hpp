#pragma once
// Bytes as text, for messages that hold text only.

#include <optional>
#include <string>
#include <string_view>

namespace mariner::protocol {

/// Bytes in standard base64, with padding.
std::string to_base64(std::string_view bytes);
/// Nothing for what isn't base64.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace mariner::protocol
