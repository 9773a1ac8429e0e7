#pragma once
// The guest's file descriptors as MARS keeps them, and the rule that says which files it may open at all. Used by the
// file services; streams 0 to 2 have an entry here, but their bytes go through Host.

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "emulator/support/types.hpp"

namespace mariner {

/// Which files a guest may open.
struct FileRule {
    enum class Kind : u8 {
        none,
        directory,  // only below `directory`, from which relative names are taken too; no way out by .. or links
        any,
    };
    Kind kind = Kind::none;
    std::string directory = ".";
};

class FileTable {
public:
    static constexpr i32 size = 32;
    enum class OpenResult : u8 { opened, failed, table_full };

    explicit FileTable(FileRule rule);
    ~FileTable();
    FileTable(FileTable&& other) noexcept;
    FileTable(const FileTable&) = delete;
    FileTable& operator=(const FileTable&) = delete;

    /// `name` in Latin-1. A failed opening keeps its entry, and so its name, until close().
    OpenResult open(const std::string& name, u32 flags, i32& descriptor);
    void close(i32 descriptor);

    [[nodiscard]] bool is_readable(i32 descriptor) const;
    [[nodiscard]] bool is_writable(i32 descriptor) const;
    /// False for an entry whose opening failed.
    [[nodiscard]] bool has_stream(i32 descriptor) const;

    /// One read, one whole write; nothing and false on an error of the system.
    std::optional<size_t> read(i32 descriptor, std::span<u8> buffer);
    bool write(i32 descriptor, std::string_view bytes);

    /// Sentences about refused files, each name once; empty if there are none since the last call.
    std::string take_notes();

private:
    struct Entry {
        std::optional<std::string> name;  // present: in use
        i32 flags = -1;
        int file = -1;  // the system's descriptor
    };

    [[nodiscard]] const Entry* find(i32 descriptor) const;
    int open_allowed(const std::string& name, u32 flags);
    void refuse(const std::string& name);

    FileRule m_rule;
    std::array<Entry, size> m_entries;
    std::string m_notes;
    bool m_has_refused = false;
};

}  // namespace mariner
