#pragma once
// Puts the journals of several gradings together: the shards of a class, or several classes. Refuses what would make a
// report wrong: parts that contradict each other, that are not finished, or that are missing.

#include <memory>
#include <string>
#include <vector>

#include "emulator/grader/journal.hpp"

namespace mariner::grader {

/// Where an output folder keeps its journal; empty for no folder.
std::string journal_path(const std::string& folder);
/// A shard's own folder in the output folder that it may share with the others: "shard-3-of-8".
std::string shard_folder(size_t number, size_t count);

/// The folders (or journals) that a part stands for: itself, or the shards' folders in it.
std::vector<std::string> journals_of(const std::string& part, const std::string& out);

/// `parts`: journals, or folders with one or with shards' folders. The result stands in `folder`, which is locked by
/// the caller, or nowhere if that is empty; a folder that is also a part is read by its shards only.
Result<std::unique_ptr<Journal>> merge_parts(const std::vector<std::string>& parts, const std::string& folder);

}  // namespace mariner::grader
