#include "emulator/assembler/source.hpp"

#include "emulator/support/file.hpp"

namespace mariner {

std::string normalized_path(std::string_view path) {
    std::string result;
    for (const char c : path) {
        if (c != '/' || !result.ends_with('/')) {
            result += c;
        }
    }
    if (result.size() > 1 && result.ends_with('/')) {
        result.pop_back();
    }
    return result;
}

std::string SourceProvider::include_path(const std::string& including, std::string_view text) {
    if (text.starts_with('/')) {
        return std::string(text);
    }
    const std::string from = normalized_path(including);
    const size_t slash = from.rfind('/');
    if (slash == std::string::npos) {
        return std::string(text);
    }
    const std::string parent = slash == 0 ? "/" : from.substr(0, slash);
    return parent + "/" + std::string(text);
}

Result<std::string> DiskSources::read(const std::string& path, size_t limit) {
    return read_file(path, limit);
}

std::string DiskSources::absolute_path(const std::string& path) {
    return normalized_path(path.starts_with('/') ? path : m_directory + "/" + path);
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
