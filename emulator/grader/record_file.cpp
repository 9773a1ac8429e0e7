#include "emulator/grader/record_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "emulator/grader/content_hash.hpp"
#include "emulator/support/file.hpp"

namespace mariner::grader {

namespace {

// A record is a line "KIND SIZE HASH" and as many bytes, then a line feed.
constexpr size_t longest_line = 80;
constexpr u64 longest_record = u64{256} << 20;

std::string hash_of(std::string_view bytes) {
    ContentHash hash;
    hash.add(bytes);
    return hash.finish();
}

struct RecordLine {
    std::string kind;
    u64 size = 0;
    std::string hash;
    size_t length = 0;  // of the line, with its line feed
};

std::optional<RecordLine> parse_line(std::string_view text) {
    RecordLine line;
    const size_t end = text.find('\n');
    const size_t first = text.find(' ');
    const size_t second = first == std::string_view::npos ? first : text.find(' ', first + 1);
    if (end == std::string_view::npos || second == std::string_view::npos || second > end) {
        return std::nullopt;
    }
    line.kind = text.substr(0, first);
    const auto [stop, error] = std::from_chars(text.data() + first + 1, text.data() + second, line.size);
    line.hash = text.substr(second + 1, end - second - 1);
    line.length = end + 1;
    const bool is_fine = error == std::errc() && stop == text.data() + second && line.size <= longest_record;
    return is_fine ? std::optional(line) : std::nullopt;
}

int open_temporary() {
    std::string name = "/tmp/mariner-journal-XXXXXX";
    const int file = ::mkstemp(name.data());
    if (file >= 0) {
        ::unlink(name.c_str());
        ::fcntl(file, F_SETFD, FD_CLOEXEC);
    }
    return file;
}

}  // namespace

Result<RecordFile> RecordFile::open(const std::string& path) {
    RecordFile records(path.empty() ? open_temporary() : ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644),
                       path);
    return records.m_file.number() < 0 ? Result<RecordFile>(records.error()) : std::move(records);
}

Result<RecordFile> RecordFile::read(const std::string& path) {
    RecordFile records(::open(path.c_str(), O_RDONLY | O_CLOEXEC), path);
    return records.m_file.number() < 0 ? Result<RecordFile>(records.error()) : std::move(records);
}

Error RecordFile::error() const {
    return Error{"the journal " + m_path + ": " + std::strerror(errno)};
}

std::string RecordFile::bytes_at(RecordPlace place) const {
    std::string bytes(static_cast<size_t>(place.size), '\0');
    bytes.resize(read_at(m_file.number(), place.offset, bytes));
    return bytes;
}

void RecordFile::load(
    const std::function<bool(std::string_view kind, const std::string& bytes, RecordPlace place)>& take) {
    m_end = 0;
    while (true) {
        const std::optional<RecordLine> line = parse_line(bytes_at({m_end, longest_line}));
        if (!line) {
            return;
        }
        const RecordPlace place{m_end + line->length, line->size};
        const std::string bytes = bytes_at(place);
        if (bytes.size() != line->size || hash_of(bytes) != line->hash || !take(line->kind, bytes, place)) {
            return;
        }
        m_end = place.offset + place.size + 1;
    }
}

Result<void> RecordFile::cut() {
    return ::ftruncate(m_file.number(), static_cast<off_t>(m_end)) == 0 ? Result<void>() : Result<void>(error());
}

Result<RecordFile::RecordPlace> RecordFile::append(std::string_view kind, std::string_view bytes, Sync sync) {
    const std::string line = std::string(kind) + " " + std::to_string(bytes.size()) + " " + hash_of(bytes) + "\n";
    const std::string record = line + std::string(bytes) + "\n";
    const int file = m_file.number();
    if (::lseek(file, static_cast<off_t>(m_end), SEEK_SET) < 0 || !write_all(file, record)) {
        return Error{std::string("results can't be kept: ") + std::strerror(errno)};
    }
    if (const Result<void> synced = sync == Sync::now ? this->sync() : Result<void>(); !synced) {
        return synced.error();
    }
    const RecordPlace place{m_end + line.size(), bytes.size()};
    m_end += record.size();
    return place;
}

Result<void> RecordFile::sync() {
    const bool is_temporary = m_path.empty();
    return is_temporary || ::fdatasync(m_file.number()) == 0 || errno == EINVAL
               ? Result<void>()
               : Error{std::string("results can't be kept: ") + std::strerror(errno)};
}

}  // namespace mariner::grader
