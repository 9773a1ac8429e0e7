#pragma once
// The guest's file descriptors as MARS keeps them, and the rule that says which files it may open at all. Used by the
// file services; streams 0 to 2 have an entry here, but their bytes go through Host.

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "emulator/platform/files.hpp"
#include "emulator/support/types.hpp"

namespace mariner {

enum class FileAccess : u8 {
    none,
    directory,  // only below `directory`, from which relative names are taken too; no way out by .. or links
    any,
};

/// Which files a guest may open.
struct FileRule {
    FileAccess kind = FileAccess::none;
    std::string directory = ".";
};

/// What stands behind the table: the disk, or what a debugger remembers of it.
class FileStore {
public:
    FileStore() = default;
    FileStore(const FileStore&) = delete;
    FileStore& operator=(const FileStore&) = delete;
    virtual ~FileStore() = default;

    /// The file's number, or -1. `name` in UTF-8; flags 0 read, 1 write, 9 append.
    virtual int open(const std::string& name, u32 flags) = 0;
    /// One read, one whole write; nothing and false on an error of the system.
    virtual std::optional<size_t> read(int file, std::span<u8> buffer) = 0;
    virtual bool write(int file, std::string_view bytes) = 0;
    virtual void close(int file) = 0;
};

/// Files of the system, as far as the rule allows them.
class DiskFiles final : public FileStore {
public:
    explicit DiskFiles(FileRule rule) : m_rule(std::move(rule)) {}

    int open(const std::string& name, u32 flags) override;
    std::optional<size_t> read(int file, std::span<u8> buffer) override;
    bool write(int file, std::string_view bytes) override;
    void close(int file) override;
    /// Opens once more what was open: nothing is cut off, and reading or writing goes on at `position`.
    int reopen(const std::string& name, u32 flags, u64 position);

    /// Sentences about refused files, each name once; empty if there are none since the last call.
    std::string take_notes();

private:
    int open_allowed(const std::string& name, platform::Opening opening);
    void refuse(const std::string& name);

    FileRule m_rule;
    std::string m_notes;
    bool m_has_refused = false;
};

class FileTable {
public:
    static constexpr i32 size = 32;
    enum class OpenResult : u8 { opened, failed, table_full };

    /// The store must outlive the table.
    explicit FileTable(FileStore& store);
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

    /// As FileStore's.
    std::optional<size_t> read(i32 descriptor, std::span<u8> buffer);
    bool write(i32 descriptor, std::string_view bytes);

    struct FileSlot {
        std::optional<std::string> name;  // in Latin-1; present: in use
        i32 flags = -1;
        int file = -1;     // the store's number
        u64 position = 0;  // bytes read or written so far
    };
    using OpenFiles = std::array<FileSlot, size>;
    /// For snapshots. Putting one back opens and closes nothing.
    [[nodiscard]] const OpenFiles& state() const { return m_entries; }
    void set_state(const OpenFiles& state) { m_entries = state; }

private:
    [[nodiscard]] FileSlot* find(i32 descriptor);
    [[nodiscard]] const FileSlot* find(i32 descriptor) const;

    FileStore* m_store;
    OpenFiles m_entries;
};

}  // namespace mariner
