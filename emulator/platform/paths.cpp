#include "emulator/platform/paths.hpp"

namespace mariner::platform {

std::string_view folder_part(std::string_view path) {
    size_t length = path.size();
    while (length > root_length(path) && !is_separator(path[length - 1])) {
        --length;
    }
    return path.substr(0, length);
}

std::string_view file_name(std::string_view path) {
    return path.substr(folder_part(path).size());
}

std::string join(std::string_view folder, std::string_view path) {
    if (folder.empty() || is_absolute(path)) {
        return std::string(path);
    }
    std::string joined(folder);
    if (!is_separator(joined.back())) {
        joined += separator;
    }
    return joined.append(path);
}

std::string normalized(std::string_view path) {
    const size_t root = root_length(path);
    std::string result;
    for (size_t i = 0; i < path.size(); ++i) {
        if (!is_separator(path[i])) {
            result += path[i];
        } else if (i < root || !result.ends_with(separator)) {
            result += separator;
        }
    }
    if (result.size() > root && result.ends_with(separator)) {
        result.pop_back();
    }
    return result;
}

}  // namespace mariner::platform
