#include "emulator/grader/journal.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "emulator/grader/content_hash.hpp"
#include "emulator/grader/pack.hpp"

namespace mariner::grader {

namespace {

// A record is a line "KIND SIZE HASH" and as many bytes, then a line feed.
constexpr std::string_view header_kind = "mariner-grading-1";
constexpr std::string_view result_kind = "result";
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

Error journal_error(const std::string& path) {
    return Error{"the journal " + path + ": " + std::strerror(errno)};
}

bool is_same_grading(const GradingInfo& a, const GradingInfo& b) {
    return a.rubric_hash == b.rubric_hash && a.program_version == b.program_version;
}

int open_temporary() {
    std::string name = "/tmp/mariner-grading-XXXXXX";
    const int file = ::mkstemp(name.data());
    if (file >= 0) {
        ::unlink(name.c_str());
        ::fcntl(file, F_SETFD, FD_CLOEXEC);
    }
    return file;
}

}  // namespace

Result<std::unique_ptr<Journal>> Journal::open(const std::string& path, const GradingInfo& info, bool resume) {
    const int file = path.empty() ? open_temporary() : ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (file < 0) {
        return journal_error(path);
    }
    std::unique_ptr<Journal> journal(new Journal(file));
    journal->m_is_temporary = path.empty();
    if (resume && journal->load() && is_same_grading(journal->m_info, info)) {
        journal->m_info = info;
        return journal;
    }
    journal->m_records.clear();
    journal->m_info = info;
    journal->m_end = 0;
    if (::ftruncate(file, 0) != 0) {
        return journal_error(path);
    }
    if (Result<void> added = journal->append(header_kind, pack(info), true); !added) {
        return added.error();
    }
    return journal;
}

Result<std::unique_ptr<Journal>> Journal::read(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return journal_error(path);
    }
    std::unique_ptr<Journal> journal(new Journal(file));
    if (!journal->load()) {
        return Error{path + " is no journal of a grading, or of another version of mariner"};
    }
    return journal;
}

Journal::~Journal() {
    ::close(m_file);
}

Result<std::string> Journal::bytes_at(u64 offset, u64 size) const {
    std::string bytes(static_cast<size_t>(size), '\0');
    size_t have = 0;
    while (have < bytes.size()) {
        const ssize_t count =
            ::pread(m_file, bytes.data() + have, bytes.size() - have, static_cast<off_t>(offset + have));
        if (count == 0 || (count < 0 && errno != EINTR)) {
            bytes.resize(have);
            break;
        }
        have += static_cast<size_t>(std::max<ssize_t>(count, 0));
    }
    return bytes;
}

bool Journal::load() {
    bool has_header = false;
    m_end = 0;
    while (true) {
        const Result<std::string> begin = bytes_at(m_end, longest_line);
        const std::optional<RecordLine> line = begin ? parse_line(*begin) : std::nullopt;
        if (!line) {
            break;
        }
        const u64 offset = m_end + line->length;
        const Result<std::string> bytes = bytes_at(offset, line->size);
        if (!bytes || bytes->size() != line->size || hash_of(*bytes) != line->hash) {
            break;
        }
        if (!has_header) {
            std::optional<GradingInfo> info = unpack<GradingInfo>(*bytes);
            if (line->kind != header_kind || !info) {
                return false;
            }
            m_info = std::move(*info);
            has_header = true;
        } else if (std::optional<SubmissionResult> result = unpack<SubmissionResult>(*bytes)) {
            m_records[result->id] = {offset, line->size, result->content_hash};
        }
        m_end = offset + line->size + 1;
    }
    return has_header;
}

bool Journal::has(const std::string& id, const std::string& content_hash) const {
    const auto found = m_records.find(id);
    return found != m_records.end() && found->second.content_hash == content_hash;
}

Result<void> Journal::append(std::string_view kind, const std::string& bytes, bool durable) {
    const std::string line = std::string(kind) + " " + std::to_string(bytes.size()) + " " + hash_of(bytes) + "\n";
    const std::string record = line + bytes + "\n";
    size_t done = 0;
    while (done < record.size()) {
        const ssize_t count =
            ::pwrite(m_file, record.data() + done, record.size() - done, static_cast<off_t>(m_end + done));
        if (count < 0 && errno != EINTR) {
            return Error{std::string("results can't be kept: ") + std::strerror(errno)};
        }
        done += static_cast<size_t>(std::max<ssize_t>(count, 0));
    }
    if (durable && !m_is_temporary && ::fdatasync(m_file) != 0 && errno != EINVAL) {
        return Error{std::string("results can't be kept: ") + std::strerror(errno)};
    }
    m_end += record.size();
    return {};
}

Result<void> Journal::add(const SubmissionResult& result) {
    const std::string bytes = pack(result);
    if (Result<void> added = append(result_kind, bytes, true); !added) {
        return added;
    }
    m_records[result.id] = {m_end - bytes.size() - 1, bytes.size(), result.content_hash};
    return {};
}

Result<SubmissionResult> Journal::find(const std::string& id) const {
    const auto found = m_records.find(id);
    if (found == m_records.end()) {
        return Error{"there is no result of " + id};
    }
    const Result<std::string> bytes = bytes_at(found->second.offset, found->second.size);
    std::optional<SubmissionResult> result = bytes ? unpack<SubmissionResult>(*bytes) : std::nullopt;
    if (!result) {
        return Error{"the result of " + id + " can't be read back"};
    }
    return std::move(*result);
}

std::vector<std::string> Journal::ids() const {
    std::vector<std::string> ids;
    for (const auto& [id, record] : m_records) {
        ids.push_back(id);
    }
    return ids;
}

}  // namespace mariner::grader
