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
#include "emulator/support/file.hpp"

namespace mariner::grader {

namespace {

// A record is a line "KIND SIZE HASH" and as many bytes, then a line feed.
constexpr std::string_view header_kind = "mariner-grading-4";
constexpr std::string_view result_kind = "result";
constexpr std::string_view roster_kind = "complete";
constexpr std::string_view former_kind = "former";  // ids whose results the journal holds no more
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

/// Over everything that is known before a submission is graded: with any difference it is graded anew.
std::string key_of(const SubmissionResult& result) {
    ContentHash hash;
    for (const std::string& text : {result.identity, result.id, result.student, result.lms_id, result.content_hash}) {
        hash.add(text);
    }
    for (const SubmittedFile& file : result.files) {
        hash.add(file.name);
    }
    for (const std::string& note : result.notes) {
        hash.add(note);
    }
    return hash.finish();
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

Result<std::unique_ptr<Journal>> Journal::open(const std::string& path, const GradingInfo& info, bool resume,
                                               const std::set<std::string>& former_ids) {
    const int file = path.empty() ? open_temporary() : ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (file < 0) {
        return journal_error(path);
    }
    std::unique_ptr<Journal> journal(new Journal(file));
    journal->m_is_temporary = path.empty();
    const bool is_ours = journal->load() && journal->m_info.program_version == info.program_version;
    const bool is_known = is_ours && journal->m_info.rubric_hash == info.rubric_hash;
    if (resume && is_ours && !is_known && !path.empty()) {  // a new file; the old one stays readable till the end
        std::unique_ptr<Journal> before = std::move(journal);
        ::unlink(path.c_str());
        Result<std::unique_ptr<Journal>> anew = open(path, info, false, before->m_former_ids);
        if (anew) {
            (*anew)->m_before = std::move(before);
        }
        return anew;
    }
    if (!resume || !is_known) {
        journal->m_records.clear();
        journal->m_roster.reset();
        journal->m_end = 0;
    }
    journal->m_info = info;
    journal->m_former_ids.insert(former_ids.begin(), former_ids.end());
    if (::ftruncate(file, static_cast<off_t>(journal->m_end)) != 0) {  // also what a crash left behind the last record
        return journal_error(path);
    }
    if (journal->m_end == 0) {
        Result<void> added = journal->append(header_kind, pack(info));
        if (added && !journal->m_former_ids.empty()) {
            const std::set<std::string>& ids = journal->m_former_ids;
            added = journal->append(former_kind, pack(Roster{1, 1, {ids.begin(), ids.end()}}));
        }
        if (!added) {
            return added.error();
        }
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

std::string Journal::bytes_at(u64 offset, u64 size) const {
    std::string bytes(static_cast<size_t>(size), '\0');
    bytes.resize(read_at(m_file.number(), offset, bytes));
    return bytes;
}

bool Journal::load() {
    bool has_header = false;
    m_end = 0;
    while (true) {
        const std::optional<RecordLine> line = parse_line(bytes_at(m_end, longest_line));
        if (!line) {
            break;
        }
        const u64 offset = m_end + line->length;
        const std::string bytes = bytes_at(offset, line->size);
        if (bytes.size() != line->size || hash_of(bytes) != line->hash) {
            break;
        }
        if (!has_header) {
            std::optional<GradingInfo> info = unpack<GradingInfo>(bytes);
            if (line->kind != header_kind || !info) {
                return false;
            }
            m_info = std::move(*info);
            has_header = true;
        } else if (line->kind == roster_kind) {
            m_roster = unpack<Roster>(bytes);
        } else if (line->kind == former_kind) {
            const std::vector<std::string> ids = unpack<Roster>(bytes).value_or(Roster()).identities;
            m_former_ids.insert(ids.begin(), ids.end());
        } else if (std::optional<SubmissionResult> result = unpack<SubmissionResult>(bytes)) {
            m_records[result->identity] = {offset, line->size, key_of(*result)};
            m_former_ids.insert(result->id);
            m_roster.reset();
        }
        m_end = offset + line->size + 1;
    }
    return has_header;
}

bool Journal::has(const SubmissionResult& handed_in) const {
    const auto found = m_records.find(handed_in.identity);
    return found != m_records.end() && found->second.key == key_of(handed_in);
}

Result<void> Journal::append(std::string_view kind, const std::string& bytes) {
    const std::string line = std::string(kind) + " " + std::to_string(bytes.size()) + " " + hash_of(bytes) + "\n";
    const std::string record = line + bytes + "\n";
    const int file = m_file.number();
    const bool is_written = ::lseek(file, static_cast<off_t>(m_end), SEEK_SET) >= 0 && write_all(file, record);
    if (!is_written || (!m_is_temporary && ::fdatasync(file) != 0 && errno != EINVAL)) {
        return Error{std::string("results can't be kept: ") + std::strerror(errno)};
    }
    m_end += record.size();
    return {};
}

Result<void> Journal::add(const SubmissionResult& result) {
    const std::string bytes = pack(result);
    if (Result<void> added = append(result_kind, bytes); !added) {
        return added;
    }
    m_records[result.identity] = {m_end - bytes.size() - 1, bytes.size(), key_of(result)};
    m_roster.reset();
    return {};
}

Result<void> Journal::complete(Roster roster) {
    m_roster = std::move(roster);
    return append(roster_kind, pack(*m_roster));
}

Result<SubmissionResult> Journal::find(const std::string& identity) const {
    const auto found = m_records.find(identity);
    if (found == m_records.end()) {
        return Error{"there is no result of " + identity};
    }
    std::optional<SubmissionResult> result =
        unpack<SubmissionResult>(bytes_at(found->second.offset, found->second.size));
    if (!result || result->identity != identity || key_of(*result) != found->second.key) {
        return Error{"the journal was changed by somebody else: the result of " + identity + " can't be read back"};
    }
    return std::move(*result);
}

}  // namespace mariner::grader
