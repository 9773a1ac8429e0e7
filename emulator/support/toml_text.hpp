#pragma once
// Values of TOML as text: for who writes a document, or compares two of them whatever their layout.

#include <string>
#include <string_view>

#include "emulator/support/toml.hpp"

namespace mariner::toml {

/// A basic string: every control character as an escape.
std::string string_text(std::string_view text);
/// On one line, however it was written.
std::string text_of(const Value& value);

}  // namespace mariner::toml
