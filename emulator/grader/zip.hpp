#pragma once
// ZIP archives, read entry by entry with every number checked against the archive's size: what a class downloads from a
// learning platform, and what students put inside. The only file that includes zlib is its .cpp. Stored and deflated
// entries, ZIP64; no passwords, no archives in several parts.

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/support/result.hpp"
#include "emulator/support/types.hpp"

namespace mariner::grader {

struct ZipEntry {
    std::string name;  // as it stands in the archive
    u64 bytes = 0;     // as the archive claims
    bool is_folder = false;
    bool is_link = false;
    bool is_encrypted = false;

    u16 method = 0;
    u32 checksum = 0;
    u64 compressed_bytes = 0;
    u64 offset = 0;
};

class ZipArchive {
public:
    /// Reads bytes at an offset; false if they aren't all there.
    using ReadAt = std::function<bool(u64 offset, std::span<char> into)>;

    /// At most `most_entries`; more are an error.
    static Result<ZipArchive> open(ReadAt reader, u64 size, size_t most_entries);

    [[nodiscard]] const std::vector<ZipEntry>& entries() const { return m_entries; }
    /// The entry's bytes; an error for more than `limit`, whatever the archive claims, and for a wrong checksum.
    [[nodiscard]] Result<std::string> read(const ZipEntry& entry, u64 limit) const;

private:
    ZipArchive(ReadAt reader, u64 size) : m_reader(std::move(reader)), m_size(size) {}

    struct Directory {
        u64 offset = 0;
        u64 bytes = 0;
        u64 entries = 0;
    };
    [[nodiscard]] Result<Directory> find_directory() const;
    Result<void> read_directory(const Directory& directory, size_t most_entries);
    [[nodiscard]] Result<std::string> bytes_at(u64 offset, u64 count) const;

    ReadAt m_reader;
    u64 m_size;
    std::vector<ZipEntry> m_entries;
};

/// Whether bytes begin like an archive.
bool looks_like_zip(std::string_view bytes);
/// Whether a file is called like one: "work.zip", "HW2.ZIP".
bool is_zip_name(std::string_view name);

}  // namespace mariner::grader
