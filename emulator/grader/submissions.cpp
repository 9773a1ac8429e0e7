#include "emulator/grader/submissions.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <utility>

#include "emulator/grader/content_hash.hpp"
#include "emulator/grader/excerpt.hpp"
#include "emulator/grader/renamed_files.hpp"
#include "emulator/grader/student_id.hpp"
#include "emulator/grader/zip.hpp"
#include "emulator/platform/paths.hpp"

namespace mariner::grader {

namespace {

constexpr size_t most_named_files = 20;
constexpr u32 deepest_archive = 3;  // archives in archives

std::string_view last_part(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

/// What the folder or archive is called, whatever leads there.
std::string name_of_class(const std::string& path) {
    const std::string whole = platform::real_path(path);
    const std::string_view name = last_part(whole);
    return std::string(is_zip_name(name) ? name.substr(0, name.size() - 4) : name);
}

}  // namespace

Result<Submissions> Submissions::open(const std::string& path, SubmissionRules rules, const SubmissionLimits& limits) {
    Result<std::unique_ptr<ClassFiles>> files = open_class(path, limits);
    if (!files) {
        return files.error();
    }
    Submissions submissions(std::move(*files), std::move(rules), limits);
    submissions.group(path);
    submissions.name_entries();
    return submissions;
}

bool Submissions::counts(std::string_view name) const {
    const std::string file(last_part(name));
    return std::any_of(m_rules.patterns.begin(), m_rules.patterns.end(), [&](const std::string& pattern) {
        return ::fnmatch(pattern.c_str(), file.c_str(), FNM_CASEFOLD) == 0;
    });
}

/// Who the files belong to.
void Submissions::group(const std::string& path) {
    const std::string called = name_of_class(path);
    if (m_rules.is_one) {
        HandIn one;
        one.identity = one.student = called;
        one.attempts.emplace_back().handed_in = true;
        for (size_t i = 0; i < m_files->files().size(); ++i) {
            one.attempts[0].parts.push_back({i, m_files->files()[i].path});
        }
        m_download.hand_ins.push_back(std::move(one));
    } else {
        m_download = read_download(*m_files, called, [this](std::string_view name) { return counts(name); });
    }
    m_entries.reserve(m_download.hand_ins.size());
    for (HandIn& hand_in : std::exchange(m_download.hand_ins, {})) {
        SubmissionEntry& entry = m_entries.emplace_back();
        entry.identity = std::move(hand_in.identity);
        entry.student = std::move(hand_in.student);
        entry.member_ids = std::move(hand_in.member_ids);
        entry.lms_id = std::move(hand_in.lms_id);
        entry.handed = std::move(hand_in.attempts);
    }
}

void Submissions::add_absent(const ClassList& list) {
    std::set<std::string_view> known;
    for (const SubmissionEntry& entry : m_entries) {
        known.insert(entry.member_ids.begin(), entry.member_ids.end());
        known.insert(entry.lms_id);
        known.insert(entry.lms_id.empty() ? std::string_view(entry.student) : std::string_view());
    }
    std::vector<SubmissionEntry> absent;
    for (const ClassMember& member : list) {
        if (known.contains(member.lms_id) || known.contains(member.student)) {
            continue;
        }
        SubmissionEntry entry;
        entry.identity = "absent\n" + member.lms_id;
        entry.student = member.student;
        entry.lms_id = member.lms_id;
        entry.handed_in = false;
        entry.attempt = 0;
        entry.attempts = 0;
        absent.push_back(std::move(entry));
    }
    std::ranges::move(absent, std::back_inserter(m_entries));
    name_entries();
}

std::vector<std::string> Submissions::notes() const {
    std::vector<std::string> all = m_files->notes();
    all.insert(all.end(), m_download.notes.begin(), m_download.notes.end());
    return all;
}

/// Of the whole class, so that they are the same in every shard.
void Submissions::name_entries() {
    StudentIds ids;
    for (const SubmissionEntry& entry : m_entries) {
        ids.add(entry.student, entry.lms_id);
    }
    for (SubmissionEntry& entry : m_entries) {
        entry.id = ids.id_of(entry.student, entry.lms_id, entry.identity);
    }
    std::ranges::sort(m_entries, {}, &SubmissionEntry::id);
}

void Submissions::add_file(Submission& submission, std::string name, std::string bytes, u64& total) const {
    const auto same = [&](const SourceFile& file) { return file.name == name; };
    if (submission.files.size() >= m_limits.files || total + bytes.size() > m_limits.submission_bytes) {
        submission.notes.push_back(in_quotes(name) + " is left out: the submission is too large");
    } else if (std::any_of(submission.files.begin(), submission.files.end(), same)) {
        submission.notes.push_back(in_quotes(name) + " is left out: another file has the same name");
    } else {
        total += bytes.size();
        submission.files.push_back({std::move(name), std::move(bytes)});
    }
}

/// An archive that a student handed in, and those inside it, as deep as anybody packs by mistake.
void Submissions::add_archive(Submission& submission, const std::string& bytes, u64& total, u32 depth) const {
    const Result<ZipArchive> archive = ZipArchive::open(
        [&](u64 offset, std::span<char> into) {
            std::memcpy(into.data(), bytes.data() + offset, into.size());  // the archive checks the bounds
            return true;
        },
        bytes.size(), m_limits.files * 10);
    if (!archive) {
        submission.notes.push_back(archive.error().message);
        return;
    }
    for (const ZipEntry& entry : archive->entries()) {
        const std::optional<std::string> path = harmless_path(entry.name);
        const bool is_archive = path && !counts(*path) && is_zip_name(*path) && depth < deepest_archive;
        if (entry.is_folder || (path && ((!counts(*path) && !is_archive) || is_clutter(*path)))) {
            continue;
        }
        if (!path || entry.is_link) {
            submission.notes.push_back(in_quotes(entry.name) + " is left out: it leads out of the folder");
            continue;
        }
        Result<std::string> content =
            archive->read(entry, is_archive ? m_limits.submission_bytes : m_limits.file_bytes);
        if (!content) {
            submission.notes.push_back(in_quotes(*path) + " is left out: " + content.error().message);
        } else if (is_archive) {
            add_archive(submission, *content, total, depth + 1);
        } else {
            add_file(submission, *path, std::move(*content), total);
        }
        if (submission.files.size() >= m_limits.files) {
            return;
        }
    }
}

HandedInAs Submissions::handed_in_as(size_t index) const {
    const SubmissionEntry& entry = m_entries[index];
    if (entry.handed.empty() || entry.handed.back().parts.empty()) {
        return {};
    }
    const std::vector<HandInPart>& parts = entry.handed.back().parts;
    const auto program = std::ranges::find_if(parts, [&](const HandInPart& part) { return counts(part.name); });
    const bool is_program = program != parts.end();
    return {m_files->files()[(is_program ? *program : parts.front()).file].path, is_program};
}

size_t Submissions::tries(size_t index) const {
    return m_rules.attempt == AttemptChoice::best ? std::max<size_t>(m_entries[index].handed.size(), 1) : 1;
}

/// What is known before its files are read.
Submission Submissions::begin(const SubmissionEntry& entry, size_t number) const {
    Submission submission{entry, {}, {}, {}};
    if (entry.handed.empty()) {
        return submission;
    }
    const HandInAttempt& attempt = entry.handed[number];
    const size_t attempts = entry.handed.size();
    submission.handed_in = attempt.handed_in;
    submission.submitted = attempt.submitted;
    submission.late = attempt.late;
    const std::optional<CalendarTime> time = parse_calendar_time(attempt.submitted);
    if (!submission.late && m_rules.due && time) {
        submission.late = is_after(*time, *m_rules.due);
    }
    submission.attempt = static_cast<u32>(number + 1);
    submission.attempts = static_cast<u32>(attempts);
    if (attempts > 1) {
        submission.identity += m_rules.attempt == AttemptChoice::best ? "\nattempt " + std::to_string(number + 1) : "";
        submission.notes.push_back(
            "attempt " + std::to_string(number + 1) + " of " + std::to_string(attempts) + ": the " +
            std::string(attempt_choice_names.at(static_cast<size_t>(m_rules.attempt))) + " counts");
    }
    return submission;
}

/// Something to assemble, or the one file that is asked for.
bool Submissions::has_program(const Submission& submission) const {
    return std::ranges::any_of(submission.files, [&](const SourceFile& file) {
        return m_rules.main_file.empty() || variation_of(last_part(file.name), m_rules.main_file) > 0;
    });
}

/// The files that count, and what is in archives if the program isn't among them.
void Submissions::read_parts(Submission& submission, const std::vector<HandInPart>& parts) {
    u64 total = 0;
    std::vector<const HandInPart*> archives;
    std::vector<std::string> others;
    for (const HandInPart& part : parts) {
        if (counts(part.name)) {
            Result<std::string> bytes = m_files->read(part.file, m_limits.file_bytes);
            if (bytes) {
                add_file(submission, part.name, std::move(*bytes), total);
            } else {
                submission.notes.push_back(in_quotes(part.name) + " is left out: " + bytes.error().message);
            }
        } else if (is_zip_name(part.name)) {
            archives.push_back(&part);
        } else {
            others.push_back(part.name);
        }
    }
    if (has_program(submission)) {
        return;
    }
    for (const HandInPart* const part : archives) {
        const Result<std::string> bytes = m_files->read(part->file, m_limits.submission_bytes);
        if (bytes) {
            add_archive(submission, *bytes, total, 1);
        } else {
            submission.notes.push_back(in_quotes(part->name) + " is left out: " + bytes.error().message);
        }
    }
    for (size_t i = 0; submission.files.empty() && i < std::min(others.size(), most_named_files); ++i) {
        submission.notes.push_back(in_quotes(others[i]) + " is no program");
    }
}

/// Which of all attempts is the one to be graded.
size_t Submissions::number_of(const SubmissionEntry& entry, size_t attempt) const {
    const size_t last = entry.handed.empty() ? 0 : entry.handed.size() - 1;
    return m_rules.attempt == AttemptChoice::best ? attempt : m_rules.attempt == AttemptChoice::last ? last : 0;
}

std::string Submissions::identity_of(size_t index, size_t attempt) const {
    return begin(m_entries[index], number_of(m_entries[index], attempt)).identity;
}

Result<Submission> Submissions::load(size_t index, size_t attempt) {
    const SubmissionEntry& entry = m_entries[index];
    const size_t number = number_of(entry, attempt);
    Submission submission = begin(entry, number);
    if (!entry.handed.empty()) {
        read_parts(submission, entry.handed[number].parts);
    }
    if (!m_files->changed().empty()) {
        return Error{in_quotes(m_files->changed()) + " has changed since the class was listed; start again"};
    }
    restore_names(submission, m_rules.main_file);
    std::ranges::sort(submission.files, {}, &SourceFile::name);
    submission.content_hash = content_hash_of(submission.files);
    return submission;
}

}  // namespace mariner::grader
