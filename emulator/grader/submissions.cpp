#include "emulator/grader/submissions.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

#include "emulator/grader/content_hash.hpp"
#include "emulator/grader/excerpt.hpp"
#include "emulator/grader/lms_name.hpp"
#include "emulator/grader/student_id.hpp"
#include "emulator/grader/zip.hpp"

namespace mariner::grader {

namespace {

std::string_view last_part(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

std::string without_extension(std::string_view name) {
    const size_t dot = name.rfind('.');
    return std::string(dot == std::string_view::npos || dot == 0 ? name : name.substr(0, dot));
}

/// The folder that everything stands in, with its '/', if there is just one and it holds folders or several students'
/// files; empty otherwise. Archives tend to have one.
std::string common_folder(const std::vector<ClassFile>& files) {
    const size_t slash = files.empty() ? std::string::npos : files[0].path.find('/');
    if (slash == std::string::npos) {
        return {};
    }
    const std::string folder = files[0].path.substr(0, slash + 1);
    bool holds_submissions = false;
    for (const ClassFile& file : files) {
        if (!file.path.starts_with(folder)) {
            return {};
        }
        const std::string_view rest = std::string_view(file.path).substr(folder.size());
        holds_submissions = holds_submissions || rest.find('/') != std::string_view::npos || parse_lms_name(rest);
    }
    return holds_submissions && !parse_lms_name(folder.substr(0, slash)) ? folder : std::string();
}

}  // namespace

Result<Submissions> Submissions::open(const std::string& path, std::vector<std::string> patterns,
                                      const SubmissionLimits& limits) {
    Result<std::unique_ptr<ClassFiles>> files = open_class(path, limits);
    if (!files) {
        return files.error();
    }
    Submissions submissions(std::move(*files), std::move(patterns), limits);
    submissions.group();
    submissions.name_entries();
    return submissions;
}

bool Submissions::counts(std::string_view name) const {
    const std::string file(last_part(name));
    return std::any_of(m_patterns.begin(), m_patterns.end(), [&](const std::string& pattern) {
        return ::fnmatch(pattern.c_str(), file.c_str(), FNM_CASEFOLD) == 0;
    });
}

/// Who a file belongs to: the folder or file at the top, by its platform's name if it has one.
void Submissions::group() {
    const std::vector<ClassFile>& files = m_files->files();
    const std::string common = common_folder(files);
    std::map<std::string, SubmissionEntry> entries;
    for (size_t i = 0; i < files.size(); ++i) {
        const std::string_view path = std::string_view(files[i].path).substr(common.size());
        const size_t slash = path.find('/');
        const std::string_view top = path.substr(0, slash);
        const std::optional<LmsName> lms = parse_lms_name(top);
        if (!lms && slash == std::string_view::npos && !counts(path) && !path.ends_with(".zip")) {
            continue;  // a list of grades, a readme: nobody's submission
        }
        const std::string student = lms                               ? lms->student
                                    : slash == std::string_view::npos ? without_extension(top)
                                                                      : std::string(top);
        const std::string key = lms ? lms->student + "\n" + lms->id : student;
        SubmissionEntry& entry = entries[key];
        entry.identity = common + key;
        entry.student = student;
        entry.lms_id = lms ? lms->id : "";
        if (lms && lms->attempt != entry.attempt) {
            if (lms->attempt < entry.attempt) {
                continue;
            }
            if (!entry.parts.empty()) {
                entry.notes.push_back("an earlier attempt is left out");
            }
            entry.parts.clear();
            entry.attempt = lms->attempt;
        }
        const bool is_inside = slash != std::string_view::npos;
        const std::string name(is_inside ? path.substr(slash + 1) : lms && !lms->file.empty() ? lms->file : path);
        entry.parts.push_back({i, name});
    }
    for (auto& [key, entry] : entries) {
        m_entries.push_back(std::move(entry));
    }
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

/// An archive that a student handed in; archives inside it stay closed.
void Submissions::add_archive(Submission& submission, const std::string& bytes, u64& total) const {
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
        if (entry.is_folder || (path && !counts(*path))) {
            continue;
        }
        if (!path || entry.is_link) {
            submission.notes.push_back(in_quotes(entry.name) + " is left out: it leads out of the folder");
            continue;
        }
        Result<std::string> content = archive->read(entry, m_limits.file_bytes);
        if (!content) {
            submission.notes.push_back(in_quotes(*path) + " is left out: " + content.error().message);
        } else {
            add_file(submission, *path, std::move(*content), total);
        }
        if (submission.files.size() >= m_limits.files) {
            return;
        }
    }
}

Result<Submission> Submissions::load(size_t index) {
    const SubmissionEntry& entry = m_entries[index];
    Submission submission{entry, {}};
    u64 total = 0;
    std::vector<SubmissionEntry::SubmissionPart> archives;
    for (const SubmissionEntry::SubmissionPart& part : entry.parts) {
        if (!counts(part.name)) {
            if (part.name.ends_with(".zip")) {
                archives.push_back(part);
            }
            continue;
        }
        Result<std::string> bytes = m_files->read(part.file, m_limits.file_bytes);
        if (!bytes) {
            submission.notes.push_back(in_quotes(part.name) + " is left out: " + bytes.error().message);
        } else {
            add_file(submission, part.name, std::move(*bytes), total);
        }
    }
    for (const SubmissionEntry::SubmissionPart& part :
         submission.files.empty() ? archives : std::vector<SubmissionEntry::SubmissionPart>{}) {
        const Result<std::string> bytes = m_files->read(part.file, m_limits.submission_bytes);
        if (bytes) {
            add_archive(submission, *bytes, total);
        } else {
            submission.notes.push_back(in_quotes(part.name) + " is left out: " + bytes.error().message);
        }
    }
    if (!m_files->changed().empty()) {
        return Error{in_quotes(m_files->changed()) + " has changed since the class was listed; start again"};
    }
    std::ranges::sort(submission.files, {}, &SourceFile::name);
    ContentHash hash;
    for (const SourceFile& file : submission.files) {
        hash.add(file.name);
        hash.add(file.bytes);
    }
    submission.content_hash = hash.finish();
    return submission;
}

}  // namespace mariner::grader
