#include "emulator/grader/zip.hpp"

#include <zlib.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "emulator/support/text.hpp"

namespace mariner::grader {

namespace {

constexpr u32 entry_signature = 0x02014b50;
constexpr u32 local_signature = 0x04034b50;
constexpr u32 zip64_locator_signature = 0x07064b50;
constexpr u32 zip64_end_signature = 0x06064b50;
constexpr size_t entry_size = 46;
constexpr size_t local_size = 30;
constexpr size_t end_size = 22;
constexpr size_t zip64_locator_size = 20;
constexpr size_t zip64_end_size = 56;
constexpr u64 longest_comment = 65535;
constexpr u64 longest_directory = u64{256} << 20;
constexpr u16 zip64_extra = 1;
constexpr u32 link_mode = 0xa000;

Error broken(std::string_view what) {
    return Error{"the archive is damaged: " + std::string(what)};
}

/// Little-endian fields of a record; what lies behind its end reads as 0.
class Fields {
public:
    explicit Fields(std::string_view bytes) : m_bytes(bytes) {}
    [[nodiscard]] u16 half(size_t at) const { return static_cast<u16>(number(at, 2)); }
    [[nodiscard]] u32 word(size_t at) const { return static_cast<u32>(number(at, 4)); }
    [[nodiscard]] u64 number(size_t at, size_t size = 8) const {
        u64 value = 0;
        for (size_t i = 0; i < size && at + i < m_bytes.size(); ++i) {
            value |= static_cast<u64>(static_cast<u8>(m_bytes[at + i])) << (8 * i);
        }
        return value;
    }

private:
    std::string_view m_bytes;
};

/// Sizes that don't fit into 32 bits stand in an extra field, in this order, only those that don't fit.
void read_zip64_sizes(std::string_view extra, ZipEntry& entry) {
    while (extra.size() >= 4) {
        const Fields header(extra);
        const size_t size = std::min<size_t>(header.half(2), extra.size() - 4);
        if (header.half(0) != zip64_extra) {
            extra.remove_prefix(4 + size);
            continue;
        }
        const Fields sizes(extra.substr(4, size));
        size_t at = 0;
        for (u64* field : {&entry.bytes, &entry.compressed_bytes, &entry.offset}) {
            if (*field == 0xffffffff && at + 8 <= size) {
                *field = sizes.number(at);
                at += 8;
            }
        }
        return;
    }
}

/// Nothing if the data is no deflate stream or is longer than `size`.
std::optional<std::string> inflated(std::string& compressed, u64 size) {
    z_stream stream{};
    if (::inflateInit2(&stream, -MAX_WBITS) != Z_OK) {
        return std::nullopt;
    }
    std::string out(static_cast<size_t>(size), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(compressed.data());
    stream.avail_in = static_cast<uInt>(compressed.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    const int state = ::inflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    ::inflateEnd(&stream);
    return state == Z_STREAM_END ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace

bool looks_like_zip(std::string_view bytes) {
    return bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06");
}

bool is_zip_name(std::string_view name) {
    constexpr std::string_view end = ".zip";
    return name.size() > end.size() && to_lower(name.substr(name.size() - end.size())) == end;
}

Result<std::string> ZipArchive::bytes_at(u64 offset, u64 count) const {
    if (offset > m_size || count > m_size - offset) {
        return broken("a part of it lies behind its end");
    }
    std::string bytes(static_cast<size_t>(count), '\0');
    if (!m_reader(offset, bytes)) {
        return Error{"the archive can't be read"};
    }
    return bytes;
}

Result<ZipArchive> ZipArchive::open(ReadAt reader, u64 size, size_t most_entries) {
    ZipArchive archive(std::move(reader), size);
    const Result<Directory> directory = archive.find_directory();
    if (!directory) {
        return directory.error();
    }
    if (Result<void> read = archive.read_directory(*directory, most_entries); !read) {
        return read.error();
    }
    return archive;
}

/// The end record stands at the end, before a comment of any text.
Result<ZipArchive::Directory> ZipArchive::find_directory() const {
    const u64 tail_size = std::min(m_size, end_size + longest_comment);
    const Result<std::string> tail = bytes_at(m_size - tail_size, tail_size);
    if (!tail) {
        return tail.error();
    }
    const size_t at = tail->size() < end_size ? std::string::npos : tail->rfind("PK\x05\x06", tail->size() - end_size);
    if (at == std::string::npos) {
        return Error{"this is no ZIP archive, or its end is missing"};
    }
    const Fields end(std::string_view(*tail).substr(at));
    Directory directory{end.word(16), end.word(12), end.half(10)};
    if (end.half(4) != 0 && end.half(4) != 0xffff) {
        return Error{"archives in several parts can't be read"};
    }
    if (directory.offset != 0xffffffff && directory.entries != 0xffff) {
        return directory;
    }
    if (at < zip64_locator_size) {
        return broken("its ZIP64 end is missing");
    }
    const Fields locator(std::string_view(*tail).substr(at - zip64_locator_size));
    const Result<std::string> record = bytes_at(locator.number(8), zip64_end_size);
    if (locator.word(0) != zip64_locator_signature || !record || Fields(*record).word(0) != zip64_end_signature) {
        return broken("its ZIP64 end is missing");
    }
    const Fields fields(*record);
    return Directory{fields.number(48), fields.number(40), fields.number(32)};
}

Result<void> ZipArchive::read_directory(const Directory& directory, size_t most_entries) {
    if (directory.entries > most_entries || directory.bytes > longest_directory) {
        return Error{"the archive has more than " + std::to_string(most_entries) + " entries"};
    }
    const Result<std::string> bytes = bytes_at(directory.offset, directory.bytes);
    if (!bytes) {
        return bytes.error();
    }
    std::string_view rest = *bytes;
    for (u64 i = 0; i < directory.entries; ++i) {
        const Fields fields(rest);
        const size_t name_size = fields.half(28);
        const size_t extra_size = fields.half(30);
        const size_t whole = entry_size + name_size + extra_size + fields.half(32);
        if (rest.size() < whole || fields.word(0) != entry_signature) {
            return broken("its list of entries is cut off");
        }
        ZipEntry entry;
        entry.name = rest.substr(entry_size, name_size);
        entry.is_folder = entry.name.ends_with('/') || entry.name.ends_with('\\');
        entry.is_encrypted = (fields.half(8) & 1U) != 0;
        entry.method = fields.half(10);
        entry.checksum = fields.word(16);
        entry.compressed_bytes = fields.word(20);
        entry.bytes = fields.word(24);
        entry.is_link = (fields.word(38) >> 16U & 0xf000U) == link_mode;
        entry.offset = fields.word(42);
        read_zip64_sizes(rest.substr(entry_size + name_size, extra_size), entry);
        m_entries.push_back(std::move(entry));
        rest.remove_prefix(whole);
    }
    return {};
}

Result<std::string> ZipArchive::read(const ZipEntry& entry, u64 limit) const {
    if (entry.is_encrypted || (entry.method != 0 && entry.method != Z_DEFLATED)) {
        return Error{entry.is_encrypted ? "it is encrypted" : "it is compressed in a way that isn't known here"};
    }
    if (entry.bytes > limit || (entry.method == 0 && entry.compressed_bytes > limit)) {
        return Error{"it is larger than " + std::to_string(limit) + " bytes"};
    }
    const Result<std::string> local = bytes_at(entry.offset, local_size);
    if (!local || Fields(*local).word(0) != local_signature) {
        return broken("an entry is not where it should be");
    }
    const Fields fields(*local);
    const u64 begin = entry.offset + local_size + fields.half(26) + fields.half(28);
    // Deflated data that grows is no honest entry; without this a claim of gigabytes would be read first.
    if (entry.compressed_bytes > limit + limit / 8 + 1024) {
        return broken("an entry is larger compressed than not");
    }
    Result<std::string> compressed = bytes_at(begin, entry.compressed_bytes);
    if (!compressed) {
        return compressed.error();
    }
    std::optional<std::string> bytes = entry.method == 0 ? std::move(*compressed) : inflated(*compressed, entry.bytes);
    if (!bytes) {
        return broken("an entry is longer than it says, or no compressed data");
    }
    const auto checksum = ::crc32(0, reinterpret_cast<const Bytef*>(bytes->data()), static_cast<uInt>(bytes->size()));
    if (bytes->size() != entry.bytes || checksum != entry.checksum) {
        return broken("an entry's checksum is wrong");
    }
    return std::move(*bytes);
}

}  // namespace mariner::grader
