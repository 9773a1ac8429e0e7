#include "emulator/platform/paths.hpp"

#include "emulator/platform/handles_windows.hpp"

namespace mariner::platform {

const char separator = '\\';

bool is_separator(char c) {
    return c == '\\' || c == '/';
}

/// C:\x, \\server\x, and \x on the current drive.
size_t root_length(std::string_view path) {
    const auto separates = [&](size_t i) { return i < path.size() && is_separator(path[i]); };
    const bool has_letter = path.size() > 1 && path[1] == ':' && ((path[0] | 0x20) >= 'a' && (path[0] | 0x20) <= 'z');
    if (has_letter) {
        return separates(2) ? 3 : 2;
    }
    return !separates(0) ? 0 : separates(1) ? 2 : 1;
}

std::string real_path(const std::string& path) {
    constexpr DWORD all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    const HANDLE file = CreateFileA(path.c_str(), 0, all, nullptr, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr);
    if (file == INVALID_HANDLE_VALUE) {
        return {};
    }
    std::string real(32768, '\0');
    real.resize(GetFinalPathNameByHandleA(file, real.data(), static_cast<DWORD>(real.size()), FILE_NAME_NORMALIZED));
    CloseHandle(file);
    // \\?\C:\x is C:\x, and \\?\UNC\server\x is \\server\x.
    constexpr std::string_view prefix = R"(\\?\)";
    constexpr std::string_view network = R"(\\?\UNC\)";
    if (real.starts_with(network)) {
        return R"(\\)" + real.substr(network.size());
    }
    return real.starts_with(prefix) ? real.substr(prefix.size()) : real;
}

}  // namespace mariner::platform
