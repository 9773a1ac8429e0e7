#include "emulator/assembler/source.hpp"

#include "emulator/platform/paths.hpp"
#include "emulator/support/file.hpp"

namespace mariner {

std::string SourceProvider::include_path(const std::string& including, std::string_view text) {
    const std::string from = platform::normalized(including);
    const std::string_view folder = platform::folder_part(from);
    if (platform::is_absolute(text) || folder.size() != platform::root_length(from)) {
        return platform::join(folder, text);
    }
    // MARS puts a separator behind the root's own, too, and its messages show both.
    const std::string_view behind = folder.empty() ? "" : std::string_view(&platform::separator, 1);
    return std::string(folder).append(behind).append(text);
}

Result<std::string> DiskSources::read(const std::string& path, size_t limit) {
    return read_file(path, limit);
}

std::string DiskSources::absolute_path(const std::string& path) {
    return platform::normalized(platform::join(m_directory, path));
}

Result<std::string> MemorySources::read(const std::string& path, size_t limit) {
    const auto found = m_files.find(path);
    if (found == m_files.end()) {
        return Error{path + " (No such file or directory)"};
    }
    if (found->second.size() > limit) {
        return Error{path + " (File too large)"};
    }
    return found->second;
}

}  // namespace mariner
