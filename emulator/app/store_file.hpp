#pragma once
// The file that a store of earlier terms lies in (similar/store.hpp).

#include <string>

#include "emulator/similar/store.hpp"
#include "emulator/support/result.hpp"

namespace mariner::app {

/// The error names the file.
Result<similar::ProgramStore> read_store_file(const std::string& path);
/// All of it or nothing.
Result<void> write_store_file(const std::string& path, const similar::ProgramStore& store);
/// Makes it if need be; how many programs it holds then. What others add meanwhile stays.
Result<size_t> add_to_store_file(const std::string& path, similar::ProgramStore more);

}  // namespace mariner::app
