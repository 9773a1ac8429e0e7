#pragma once
// What commands share that spread their work over machines: which part is ours, and the folder that is written by
// nobody else. For `grade` and `league`.

#include <optional>
#include <string>

#include "emulator/grader/folder_lock.hpp"

namespace mariner::app {

struct Shard {
    size_t number = 1;
    size_t count = 1;
};

inline constexpr const char* wrong_shard = "--shard is I/N, as in 3/8";
/// "3/8"; nothing for no shard. False if it is neither.
bool parse_shard(const std::string& text, Shard& shard);
/// Its folder in the one of --out; none without a shard.
std::string shard_folder(const std::string& text, const Shard& shard);

/// The folder of --out, made and locked. Shards of a class may share one: each has a folder of its own in it.
Result<std::optional<grader::FolderLock>> own_folder(std::string& folder, const std::string& shard = {});

}  // namespace mariner::app
