#include "emulator/platform/files.hpp"

#include <fcntl.h>
#include <io.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <mutex>

#include "emulator/platform/handles_windows.hpp"

namespace mariner::platform {

namespace {

int flags_of(Opening opening) {
    switch (opening) {
        case Opening::read:
            return _O_RDONLY;
        case Opening::write:
            return _O_WRONLY | _O_CREAT;
        case Opening::replace:
            return _O_WRONLY | _O_CREAT | _O_TRUNC;
        case Opening::append:
            return _O_WRONLY | _O_CREAT | _O_APPEND;
        case Opening::create:
            return _O_WRONLY | _O_CREAT | _O_EXCL;
    }
    return _O_RDONLY;
}

ByteTransfer transfer(int count) {
    return count >= 0 ? ByteTransfer{TransferState::done, static_cast<size_t>(count)}
                      : ByteTransfer{TransferState::failed, 0};
}

ByteTransfer transfer_of_socket(int count) {
    if (count < 0 && WSAGetLastError() == WSAEWOULDBLOCK) {
        return {TransferState::not_now, 0};
    }
    errno = count < 0 ? ECONNRESET : errno;
    return transfer(count);
}

int at_most_int(size_t size) {
    return static_cast<int>(std::min<size_t>(size, INT_MAX));
}

std::string console_rest;  // UTF-8

/// Whole lines, or what the raw mode gives: as UTF-8, with \n alone at their ends. What isn't ASCII reaches a reader
/// of bytes on new versions of Windows only.
ByteTransfer read_console(HANDLE console, std::span<char> into) {
    if (console_rest.empty()) {
        std::array<wchar_t, 1024> typed{};
        DWORD count = 0;
        SetLastError(0);
        if (ReadConsoleW(console, typed.data(), static_cast<DWORD>(typed.size()), &count, nullptr) == 0) {
            return {TransferState::failed, 0};
        }
        if (count == 0) {
            return {GetLastError() == ERROR_OPERATION_ABORTED ? TransferState::not_now : TransferState::done, 0};
        }
        constexpr wchar_t end_of_input = 0x1a;  // Ctrl-Z, as a line of its own
        if (typed[0] == end_of_input && count > 1 && typed[1] == L'\r') {
            return {};
        }
        console_rest.resize(size_t{count} * 3);
        const int length = WideCharToMultiByte(CP_UTF8, 0, typed.data(), static_cast<int>(count), console_rest.data(),
                                               static_cast<int>(console_rest.size()), nullptr, nullptr);
        console_rest.resize(static_cast<size_t>(length));
        for (size_t at = 0; (at = console_rest.find("\r\n", at)) != std::string::npos;) {
            console_rest.erase(at, 1);
        }
    }
    const size_t count = std::min(into.size(), console_rest.size());
    std::copy_n(console_rest.begin(), count, into.begin());
    console_rest.erase(0, count);
    return {TransferState::done, count};
}

// Sockets by number.

constexpr int first_socket = 1 << 20;
constexpr size_t most_sockets = 64;
std::mutex sockets_mutex;
std::array<std::optional<SOCKET>, most_sockets> sockets;

}  // namespace

int keep_socket(SOCKET socket) {
    const std::lock_guard lock(sockets_mutex);
    const auto free = std::ranges::find_if(sockets, [](const auto& one) { return !one; });
    if (free == sockets.end()) {
        closesocket(socket);
        return -1;
    }
    *free = socket;
    return first_socket + static_cast<int>(free - sockets.begin());
}

std::optional<SOCKET> find_socket(int descriptor) {
    const std::lock_guard lock(sockets_mutex);
    return descriptor >= first_socket ? sockets.at(static_cast<size_t>(descriptor - first_socket)) : std::nullopt;
}

void close_socket(int descriptor) {
    if (const std::optional<SOCKET> socket = find_socket(descriptor)) {
        const std::lock_guard lock(sockets_mutex);
        sockets.at(static_cast<size_t>(descriptor - first_socket)).reset();
        closesocket(*socket);
    }
}

HANDLE handle_of(int descriptor) {
    return descriptor < 0 ? INVALID_HANDLE_VALUE : reinterpret_cast<HANDLE>(_get_osfhandle(descriptor));
}

bool is_console(HANDLE handle) {
    DWORD mode = 0;
    return GetConsoleMode(handle, &mode) != 0;
}

bool console_has_rest() {
    return !console_rest.empty();
}

Descriptor open_file(const std::string& path, Opening opening, bool name_may_be_link) {
    if (!name_may_be_link && kind_of(path) == FileKind::other) {
        errno = EACCES;
        return Descriptor();
    }
    const int flags = flags_of(opening) | _O_BINARY | _O_NOINHERIT;
    Descriptor file(_open(path.c_str(), flags, _S_IREAD | _S_IWRITE));
    if (file.number() < 0 && kind_of(path) == FileKind::folder) {
        errno = EISDIR;
    }
    return file;
}

void close(int descriptor) {
    if (descriptor >= first_socket) {
        close_socket(descriptor);
    } else {
        _close(descriptor);
    }
}

ByteTransfer read(int descriptor, std::span<char> into) {
    if (const std::optional<SOCKET> socket = find_socket(descriptor)) {
        return transfer_of_socket(recv(*socket, into.data(), at_most_int(into.size()), 0));
    }
    const HANDLE handle = handle_of(descriptor);
    if (handle == INVALID_HANDLE_VALUE) {
        errno = EBADF;
        return {TransferState::failed, 0};
    }
    return is_console(handle)
               ? read_console(handle, into)
               : transfer(_read(descriptor, into.data(), static_cast<unsigned>(at_most_int(into.size()))));
}

ByteTransfer write(int descriptor, std::string_view bytes) {
    if (const std::optional<SOCKET> socket = find_socket(descriptor)) {
        return transfer_of_socket(send(*socket, bytes.data(), at_most_int(bytes.size()), 0));
    }
    if (handle_of(descriptor) == INVALID_HANDLE_VALUE) {
        errno = EBADF;
        return {TransferState::failed, 0};
    }
    return transfer(_write(descriptor, bytes.data(), static_cast<unsigned>(at_most_int(bytes.size()))));
}

size_t read_at(int descriptor, u64 offset, std::span<char> into) {
    size_t have = 0;
    while (have < into.size()) {
        OVERLAPPED place{};
        place.Offset = static_cast<DWORD>(offset + have);
        place.OffsetHigh = static_cast<DWORD>((offset + have) >> 32);
        DWORD count = 0;
        const auto wanted = static_cast<DWORD>(at_most_int(into.size() - have));
        if (ReadFile(handle_of(descriptor), into.data() + have, wanted, &count, &place) == 0 || count == 0) {
            break;
        }
        have += count;
    }
    return have;
}

bool seek(int descriptor, u64 offset) {
    return descriptor >= 0 && _lseeki64(descriptor, static_cast<i64>(offset), SEEK_SET) >= 0;
}

FileKind kind_of(int descriptor) {
    const HANDLE handle = handle_of(descriptor);
    if (handle == INVALID_HANDLE_VALUE) {
        return FileKind::none;
    }
    return GetFileType(handle) == FILE_TYPE_DISK ? FileKind::regular : FileKind::other;
}

FileKind kind_of(const std::string& path) {
    const DWORD attributes = GetFileAttributesA(path.c_str());
    if (attributes == INVALID_FILE_ATTRIBUTES) {
        return FileKind::none;
    }
    if ((attributes & (FILE_ATTRIBUTE_REPARSE_POINT | FILE_ATTRIBUTE_DEVICE)) != 0) {
        return FileKind::other;
    }
    return (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? FileKind::folder : FileKind::regular;
}

u64 size_of(int descriptor) {
    LARGE_INTEGER size{};
    return GetFileSizeEx(handle_of(descriptor), &size) != 0 ? static_cast<u64>(size.QuadPart) : 0;
}

}  // namespace mariner::platform
