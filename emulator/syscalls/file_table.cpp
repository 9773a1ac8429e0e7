#include "emulator/syscalls/file_table.hpp"

#include <algorithm>
#include <utility>

#include "emulator/platform/files.hpp"
#include "emulator/platform/paths.hpp"
#include "emulator/support/text.hpp"

namespace mariner {

namespace {

using platform::FileKind;
using platform::Opening;

constexpr u32 flag_write = 1;
constexpr u32 flag_append = 8;

/// Without links, . and .. , as platform::real_path() has it, for a file that need not exist yet; its folder must.
std::string real_path_of_file(const std::string& path) {
    if (std::string existing = platform::real_path(path); !existing.empty()) {
        return existing;
    }
    const std::string_view file = platform::file_name(path);
    const std::string_view folder = platform::folder_part(path);
    const std::string real_folder = platform::real_path(folder.empty() ? "." : std::string(folder));
    if (real_folder.empty() || file.empty() || file == "." || file == "..") {
        return {};
    }
    return platform::join(real_folder, file);
}

bool lies_below(std::string_view path, std::string_view folder) {
    return path.size() > folder.size() && path.starts_with(folder) &&
           (platform::is_separator(folder.back()) || platform::is_separator(path[folder.size()]));
}

int open_path(const std::string& path, Opening opening, bool only_regular = false) {
    Descriptor file = platform::open_file(path, opening, !only_regular);
    const FileKind kind = platform::kind_of(file.number());
    return kind == FileKind::folder || (only_regular && kind != FileKind::regular) ? -1 : file.release();
}

/// `fresh`: the program has just opened the file, which empties one to be written.
Opening opening_of(u32 flags, bool fresh) {
    if ((flags & flag_write) == 0) {
        return Opening::read;
    }
    if ((flags & flag_append) != 0) {
        return Opening::append;
    }
    return fresh ? Opening::replace : Opening::write;
}

bool is_regular_or_new(const std::string& path) {
    const FileKind kind = platform::kind_of(path);
    return kind == FileKind::none || kind == FileKind::regular;
}

}  // namespace

int DiskFiles::open(const std::string& name, u32 flags) {
    return open_allowed(name, opening_of(flags, true));
}

int DiskFiles::reopen(const std::string& name, u32 flags, u64 position) {
    const int file = open_allowed(name, opening_of(flags, false));
    if (file >= 0) {
        platform::seek(file, position);
    }
    return file;
}

int DiskFiles::open_allowed(const std::string& name, Opening opening) {
    if (m_rule.kind == FileAccess::any) {
        return open_path(name, opening);
    }
    if (m_rule.kind == FileAccess::none) {
        refuse(name);
        return -1;
    }
    const std::string root = platform::real_path(m_rule.directory);
    const std::string path = real_path_of_file(platform::join(root, name));
    if (name.empty() || path.empty()) {
        return -1;  // there is no such folder
    }
    if (root.empty() || !lies_below(path, root)) {
        refuse(name);
        return -1;
    }
    // The path has no link in it any more; a pipe or a device could keep the emulator waiting.
    return is_regular_or_new(path) ? open_path(path, opening, true) : -1;
}

std::optional<size_t> DiskFiles::read(int file, std::span<u8> buffer) {
    const platform::ByteTransfer got =
        platform::read_patiently(file, {reinterpret_cast<char*>(buffer.data()), buffer.size()});
    return got.state == platform::TransferState::done ? std::optional(got.count) : std::nullopt;
}

bool DiskFiles::write(int file, std::string_view bytes) {
    return platform::write_all(file, bytes);
}

void DiskFiles::close(int file) {
    platform::close(file);
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
    m_entries[0] = {"STDIN", 0, platform::standard_input};
    m_entries[1] = {"STDOUT", 1, platform::standard_output};
    m_entries[2] = {"STDERR", 1, platform::standard_error};
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
