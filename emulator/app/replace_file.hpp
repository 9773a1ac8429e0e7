#pragma once
// A file's text replaced by another one. Called by the commands that change sources.

#include <string>
#include <string_view>

#include "emulator/support/result.hpp"

namespace mariner::app {

/// Beside the file first, so that it is whole whatever happens; a link's file, not the link, is replaced.
Result<void> replace_file(const std::string& path, std::string_view text);

}  // namespace mariner::app
