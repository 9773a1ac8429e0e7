#include "emulator/syscalls/file_table.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <memory>
#include <utility>

#include "emulator/support/file.hpp"
#include "emulator/support/text.hpp"

namespace mariner {

namespace {

constexpr u32 flag_write = 1;
constexpr u32 flag_append = 8;

/// The path without links, . and .. (empty if it doesn't exist).
std::string real_path(const std::string& path) {
    const std::unique_ptr<char, decltype(&std::free)> resolved(::realpath(path.c_str(), nullptr), &std::free);
    return resolved ? std::string(resolved.get()) : std::string();
}

/// The same for a file that need not exist yet; its folder must.
std::string real_path_of_file(const std::string& path) {
    if (std::string existing = real_path(path); !existing.empty()) {
        return existing;
    }
    const size_t slash = path.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
    const std::string file = slash == std::string::npos ? path : path.substr(slash + 1);
    const std::string real_folder = real_path(folder);
    if (real_folder.empty() || file.empty() || file == "." || file == "..") {
        return {};
    }
    return real_folder == "/" ? "/" + file : real_folder + "/" + file;
}

bool lies_below(const std::string& path, const std::string& folder) {
    const std::string prefix = folder == "/" ? folder : folder + "/";
    return path.starts_with(prefix);
}

int open_path(const std::string& path, int access) {
    const int file = ::open(path.c_str(), access | O_CLOEXEC, 0666);
    struct stat facts {};
    if (file >= 0 && ::fstat(file, &facts) == 0 && S_ISDIR(facts.st_mode)) {
        ::close(file);
        return -1;
    }
    return file;
}

/// The system's flags; `fresh`: the program has just opened the file, which empties one to be written.
int access_of(u32 flags, bool fresh) {
    if ((flags & flag_write) == 0) {
        return O_RDONLY;
    }
    const int writing = O_WRONLY | O_CREAT;
    return (flags & flag_append) != 0 ? writing | O_APPEND : writing | (fresh ? O_TRUNC : 0);
}

bool is_regular_or_new(const std::string& path) {
    struct stat facts {};
    return ::lstat(path.c_str(), &facts) != 0 || S_ISREG(facts.st_mode);
}

}  // namespace

int DiskFiles::open(const std::string& name, u32 flags) {
    return open_allowed(name, access_of(flags, true));
}

int DiskFiles::reopen(const std::string& name, u32 flags, u64 position) {
    const int file = open_allowed(name, access_of(flags, false));
    if (file >= 0) {
        ::lseek(file, static_cast<off_t>(position), SEEK_SET);
    }
    return file;
}

int DiskFiles::open_allowed(const std::string& name, int access) {
    if (m_rule.kind == FileAccess::any) {
        return open_path(name, access);
    }
    if (m_rule.kind == FileAccess::none) {
        refuse(name);
        return -1;
    }
    const std::string root = real_path(m_rule.directory);
    const std::string path = real_path_of_file(name.starts_with('/') ? name : root + "/" + name);
    if (name.empty() || path.empty()) {
        return -1;  // there is no such folder
    }
    if (root.empty() || !lies_below(path, root)) {
        refuse(name);
        return -1;
    }
    // The path has no link in it any more; a pipe or a device could keep the emulator waiting.
    return is_regular_or_new(path) ? open_path(path, access | O_NOFOLLOW) : -1;
}

std::optional<size_t> DiskFiles::read(int file, std::span<u8> buffer) {
    ssize_t count = -1;
    do {
        count = ::read(file, buffer.data(), buffer.size());
    } while (count < 0 && errno == EINTR);
    return count < 0 ? std::nullopt : std::optional(static_cast<size_t>(count));
}

bool DiskFiles::write(int file, std::string_view bytes) {
    return write_all(file, bytes);
}

void DiskFiles::close(int file) {
    ::close(file);
}

void DiskFiles::refuse(const std::string& name) {
    if (m_has_refused) {
        return;
    }
    m_has_refused = true;
    m_notes = "the program may not open \"" + name.substr(0, 200) + "\": ";
    m_notes +=
        m_rule.kind == FileAccess::none ? "no files are allowed" : "only files in " + m_rule.directory + " are allowed";
}

std::string DiskFiles::take_notes() {
    return std::exchange(m_notes, {});
}

FileTable::FileTable(FileStore& store) : m_store(&store) {
    m_entries[0] = {"STDIN", 0, STDIN_FILENO};
    m_entries[1] = {"STDOUT", 1, STDOUT_FILENO};
    m_entries[2] = {"STDERR", 1, STDERR_FILENO};
}

FileTable::FileTable(FileTable&& other) noexcept
    : m_store(other.m_store), m_entries(std::exchange(other.m_entries, {})) {}

FileTable::~FileTable() {
    for (i32 i = 3; i < size; ++i) {
        close(i);
    }
}

const FileTable::FileSlot* FileTable::find(i32 descriptor) const {
    if (descriptor < 0 || descriptor >= size || !m_entries[static_cast<size_t>(descriptor)].name) {
        return nullptr;
    }
    return &m_entries[static_cast<size_t>(descriptor)];
}

FileTable::FileSlot* FileTable::find(i32 descriptor) {
    return const_cast<FileSlot*>(std::as_const(*this).find(descriptor));
}

FileTable::OpenResult FileTable::open(const std::string& name, u32 flags, i32& descriptor) {
    descriptor = -1;
    const bool is_known = std::ranges::any_of(m_entries, [&](const FileSlot& entry) { return entry.name == name; });
    if (is_known || (flags != 0 && flags != flag_write && flags != (flag_write | flag_append))) {
        return OpenResult::failed;
    }
    auto* const entry = std::ranges::find_if(m_entries, [](const FileSlot& e) { return !e.name; });
    if (entry == m_entries.end()) {
        return OpenResult::table_full;
    }
    *entry = {name, static_cast<i32>(flags), m_store->open(utf8_of_latin1(name), flags)};
    if (entry->file < 0) {
        return OpenResult::failed;
    }
    descriptor = static_cast<i32>(entry - m_entries.begin());
    return OpenResult::opened;
}

void FileTable::close(i32 descriptor) {
    if (descriptor <= 2 || descriptor >= size) {
        return;
    }
    FileSlot& entry = m_entries[static_cast<size_t>(descriptor)];
    if (entry.file >= 0) {
        m_store->close(entry.file);
    }
    entry = {};
}

bool FileTable::is_readable(i32 descriptor) const {
    const FileSlot* const entry = find(descriptor);
    return entry != nullptr && entry->flags == 0;
}

bool FileTable::is_writable(i32 descriptor) const {
    const FileSlot* const entry = find(descriptor);
    return entry != nullptr && (static_cast<u32>(entry->flags) & flag_write) != 0;
}

bool FileTable::has_stream(i32 descriptor) const {
    const FileSlot* const entry = find(descriptor);
    return entry != nullptr && entry->file >= 0;
}

std::optional<size_t> FileTable::read(i32 descriptor, std::span<u8> buffer) {
    FileSlot* const entry = find(descriptor);
    const std::optional<size_t> count = m_store->read(entry->file, buffer);
    entry->position += count.value_or(0);
    return count;
}

bool FileTable::write(i32 descriptor, std::string_view bytes) {
    FileSlot* const entry = find(descriptor);
    entry->position += bytes.size();
    return m_store->write(entry->file, bytes);
}

}  // namespace mariner
