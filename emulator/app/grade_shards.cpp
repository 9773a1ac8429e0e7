#include "emulator/app/grade_shards.hpp"

#include <charconv>

#include "emulator/grader/merge.hpp"
#include "emulator/grader/report_files.hpp"

namespace mariner::app {

namespace {

constexpr size_t most_shards = 100'000;

}  // namespace

bool parse_shard(const std::string& text, Shard& shard) {
    if (text.empty()) {
        return true;
    }
    const char* const end = text.data() + text.size();
    const auto [slash, first_error] = std::from_chars(text.data(), end, shard.number);
    if (first_error != std::errc() || slash == end || *slash != '/') {
        return false;
    }
    const auto [stop, second_error] = std::from_chars(slash + 1, end, shard.count);
    return second_error == std::errc() && stop == end && shard.number >= 1 && shard.number <= shard.count &&
           shard.count <= most_shards;
}

std::string shard_folder(const std::string& text, const Shard& shard) {
    return text.empty() ? text : grader::shard_folder(shard.number, shard.count);
}

Result<std::optional<grader::FolderLock>> own_folder(std::string& folder, const std::string& shard) {
    if (folder.empty()) {
        return std::optional<grader::FolderLock>();
    }
    Result<void> made = grader::make_folder(folder);
    if (made && !shard.empty()) {
        folder += "/" + shard;
        made = grader::make_folder(folder);
    }
    if (!made) {
        return made.error();
    }
    Result<grader::FolderLock> lock = grader::FolderLock::take(folder, grader::FolderLock::Sharing::alone);
    return lock ? Result<std::optional<grader::FolderLock>>(std::move(*lock)) : lock.error();
}

}  // namespace mariner::app
