#include "emulator/grader/archive_writer.hpp"

#include <zlib.h>

#include <array>
#include <cstdio>
#include <cstring>

namespace mariner::grader {

namespace {

constexpr u64 most_zip_bytes = 0xffff'ffff;  // without ZIP64, which not everybody reads
constexpr u64 most_zip_entries = 0xffff;
constexpr u16 utf8_names = 0x0800;
constexpr u16 deflated = 8;
constexpr u16 first_day = 0x0021;  // 1980-01-01
constexpr u16 by_unix = 0x0314;
constexpr u32 file_mode = 0100644;
constexpr u32 program_mode = 0100755;
constexpr size_t tar_block = 512;
constexpr size_t longest_tar_name = 100;

template <class Number>
void append_number(std::string& out, Number number) {
    for (size_t i = 0; i < sizeof number; ++i) {
        out += static_cast<char>(number >> (8 * i) & 0xffU);
    }
}

}  // namespace

Result<std::string> deflated_bytes(std::string_view bytes) {
    z_stream stream{};
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
        return Error{"an archive can't be made: out of memory"};
    }
    std::string out(deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    const int result = deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return result == Z_STREAM_END ? Result<std::string>(std::move(out)) : Error{"an archive can't be made"};
}

Result<void> ZipWriter::put(std::string_view bytes) {
    m_at += bytes.size();
    return m_at > most_zip_bytes ? Result<void>(Error{"the archive would be larger than 4 GiB"}) : m_sink(bytes);
}

Result<void> ZipWriter::add(std::string_view name, std::string_view bytes, bool is_program) {
    if (++m_count > most_zip_entries || name.size() > 0xffff || bytes.size() > most_zip_bytes) {
        return Error{"the archive would hold too much"};
    }
    const Result<std::string> packed = deflated_bytes(bytes);
    if (!packed) {
        return packed.error();
    }
    const auto checksum =
        static_cast<u32>(::crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
    std::string facts;  // what the entry and the directory say alike
    for (const u16 half : {u16{20}, utf8_names, deflated, u16{0}, first_day}) {
        append_number(facts, half);
    }
    append_number(facts, checksum);
    append_number(facts, static_cast<u32>(packed->size()));
    append_number(facts, static_cast<u32>(bytes.size()));
    append_number(facts, static_cast<u16>(name.size()));
    append_number(facts, u16{0});  // no extra field
    m_directory += "PK\x01\x02";
    append_number(m_directory, by_unix);
    m_directory += facts;
    for (int i = 0; i < 3; ++i) {
        append_number(m_directory, u16{0});  // no comment, first disk, no text
    }
    append_number(m_directory, (is_program ? program_mode : file_mode) << 16);
    append_number(m_directory, static_cast<u32>(m_at));
    m_directory += name;
    const Result<void> written = put("PK\x03\x04" + facts + std::string(name));
    return written ? put(*packed) : written;
}

Result<void> ZipWriter::finish() {
    std::string end = "PK\x05\x06";
    append_number(end, u32{0});
    append_number(end, static_cast<u16>(m_count));
    append_number(end, static_cast<u16>(m_count));
    append_number(end, static_cast<u32>(m_directory.size()));
    append_number(end, static_cast<u32>(m_at));
    append_number(end, u16{0});
    return put(m_directory + end);
}

Result<void> TarWriter::add(std::string_view name, std::string_view bytes, bool is_program) {
    if (name.size() >= longest_tar_name) {
        return Error{"the name " + std::string(name) + " is too long for a tar file"};
    }
    std::array<char, tar_block> header{};
    const auto field = [&](size_t at, const char* format, unsigned long long value) {
        std::snprintf(header.data() + at, 13, format, value);
    };
    std::memcpy(header.data(), name.data(), name.size());
    field(100, "%07llo", is_program ? 0755 : 0644);
    field(108, "%07llo", 0);
    field(116, "%07llo", 0);
    field(124, "%011llo", bytes.size());
    field(136, "%011llo", 0);
    std::memset(header.data() + 148, ' ', 8);
    header[156] = '0';
    std::memcpy(header.data() + 257, "ustar\00000", 8);
    unsigned long long sum = 0;
    for (const char c : header) {
        sum += static_cast<u8>(c);
    }
    field(148, "%06llo", sum);
    Result<void> done = m_sink({header.data(), header.size()});
    done = done ? m_sink(bytes) : done;
    const std::string rest((tar_block - bytes.size() % tar_block) % tar_block, '\0');
    return done ? m_sink(rest) : done;
}

Result<void> TarWriter::finish() {
    return m_sink(std::string(2 * tar_block, '\0'));
}

}  // namespace mariner::grader
