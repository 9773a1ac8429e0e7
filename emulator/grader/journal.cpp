#include "emulator/grader/journal.hpp"

#include <unistd.h>

#include <optional>

#include "emulator/grader/pack.hpp"

namespace mariner::grader {

namespace {

constexpr std::string_view header_kind = "mariner-grading-4";
constexpr std::string_view result_kind = "result";
constexpr std::string_view roster_kind = "complete";
constexpr std::string_view former_kind = "former";  // ids whose results the journal holds no more

/// Over everything that is known before a submission is graded: with any difference it is graded anew.
ContentHash::Digest key_of(const SubmissionResult& result) {
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
    return hash.digest();
}

ContentHash::Digest digest_of(const std::string& identity) {
    ContentHash hash;
    hash.add(identity);
    return hash.digest();
}

}  // namespace

Result<std::unique_ptr<Journal>> Journal::open(const std::string& path, const GradingInfo& info, bool resume,
                                               const std::set<std::string>& former_ids) {
    Result<RecordFile> file = RecordFile::open(path);
    if (!file) {
        return file.error();
    }
    std::unique_ptr<Journal> journal(new Journal(std::move(*file)));
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
        journal->m_file.clear();
    }
    journal->m_info = info;
    journal->m_former_ids.insert(former_ids.begin(), former_ids.end());
    if (const Result<void> cut = journal->m_file.cut(); !cut) {
        return cut.error();
    }
    if (journal->m_file.is_empty()) {
        Result<RecordFile::RecordPlace> added = journal->m_file.append(header_kind, pack(info));
        if (added && !journal->m_former_ids.empty()) {
            const std::set<std::string>& ids = journal->m_former_ids;
            added = journal->m_file.append(former_kind, pack(Roster{1, 1, {ids.begin(), ids.end()}}));
        }
        if (!added) {
            return added.error();
        }
    }
    return journal;
}

Result<std::unique_ptr<Journal>> Journal::read(const std::string& path) {
    Result<RecordFile> file = RecordFile::read(path);
    if (!file) {
        return file.error();
    }
    std::unique_ptr<Journal> journal(new Journal(std::move(*file)));
    if (!journal->load()) {
        return Error{path + " is no journal of a grading, or of another version of mariner"};
    }
    return journal;
}

bool Journal::load() {
    bool has_header = false;
    m_file.load([&](std::string_view kind, const std::string& bytes, RecordFile::RecordPlace place) {
        if (!has_header) {
            std::optional<GradingInfo> info = unpack<GradingInfo>(bytes);
            has_header = kind == header_kind && info;
            m_info = info.value_or(GradingInfo());
            return has_header;
        }
        if (kind == roster_kind) {
            m_roster = unpack<Roster>(bytes);
        } else if (kind == former_kind) {
            const std::vector<std::string> ids = unpack<Roster>(bytes).value_or(Roster()).identities;
            m_former_ids.insert(ids.begin(), ids.end());
        } else if (std::optional<SubmissionResult> result = unpack<SubmissionResult>(bytes)) {
            m_records[digest_of(result->identity)] = {place, key_of(*result)};
            m_former_ids.insert(result->id);
            m_roster.reset();
        }
        return true;
    });
    return has_header;
}

bool Journal::has(const SubmissionResult& handed_in) const {
    const auto found = m_records.find(digest_of(handed_in.identity));
    return found != m_records.end() && found->second.key == key_of(handed_in);
}

Result<void> Journal::add(const SubmissionResult& result) {
    const Result<RecordFile::RecordPlace> place = m_file.append(result_kind, pack(result));
    if (!place) {
        return place.error();
    }
    m_records[digest_of(result.identity)] = {*place, key_of(result)};
    m_roster.reset();
    return {};
}

Result<void> Journal::complete(Roster roster) {
    m_roster = std::move(roster);
    const Result<RecordFile::RecordPlace> place = m_file.append(roster_kind, pack(*m_roster));
    return place ? Result<void>() : place.error();
}

Result<SubmissionResult> Journal::find(const std::string& identity) const {
    const auto found = m_records.find(digest_of(identity));
    if (found == m_records.end()) {
        return Error{"there is no result of " + identity};
    }
    std::optional<SubmissionResult> result = unpack<SubmissionResult>(m_file.bytes_at(found->second.place));
    if (!result || result->identity != identity || key_of(*result) != found->second.key) {
        return Error{"the journal was changed by somebody else: the result of " + identity + " can't be read back"};
    }
    return std::move(*result);
}

}  // namespace mariner::grader
