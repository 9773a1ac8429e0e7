#pragma once
// How one learning platform arranges a download. Each form is asked about every file of a download; it reads what else
// stands there (receipts, tables) when it is made.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/grader/download.hpp"
#include "emulator/grader/submissions.hpp"

namespace mariner::grader {

/// Whose file it is, by its place.
struct FiledUnder {
    enum class HandInRole : u8 {
        part,      // what the student handed in
        evidence,  // shows that something was handed in: a receipt, a text entry
        extra,     // put there by teachers or the platform
        nobody,    // the platform's own, of no student
    };
    std::string student;
    std::string lms_id;
    std::vector<std::string> member_ids;
    std::string key;    // tells persons apart where name and number don't
    std::string order;  // sorts a person's attempts by time
    std::string submitted;
    std::optional<bool> late;
    std::string name;  // of a part
    HandInRole role = HandInRole::part;
};

class DownloadForm {
public:
    DownloadForm() = default;
    DownloadForm(const DownloadForm&) = delete;
    DownloadForm& operator=(const DownloadForm&) = delete;
    virtual ~DownloadForm() = default;

    [[nodiscard]] virtual Lms lms() const = 0;
    /// Nothing for a file that this platform would not have put there.
    [[nodiscard]] virtual std::optional<FiledUnder> place(std::string_view path) const = 0;
    /// Who is known without having any file.
    [[nodiscard]] virtual std::vector<FiledUnder> without_files() const { return {}; }
};

/// A download as a form sees it: without the folders that everything stands in.
class DownloadView {
public:
    DownloadView(ClassFiles& files, std::string_view prefix, std::string_view called)
        : m_files(files), m_prefix(prefix), m_called(called) {}

    /// The name of the folder that all this stands in.
    [[nodiscard]] std::string_view called() const { return m_called; }
    [[nodiscard]] size_t size() const { return m_files.files().size(); }
    [[nodiscard]] std::string_view path(size_t index) const {
        return std::string_view(m_files.files()[index].path).substr(m_prefix.size());
    }
    /// Folders right below.
    [[nodiscard]] std::vector<std::string_view> folders() const;
    /// Empty if it can't be read or is too long for what a platform writes.
    [[nodiscard]] std::string read(size_t index) const;

private:
    ClassFiles& m_files;
    std::string_view m_prefix;
    std::string_view m_called;
};

std::unique_ptr<DownloadForm> canvas_form(const DownloadView& view);
std::unique_ptr<DownloadForm> moodle_form(const DownloadView& view);
std::unique_ptr<DownloadForm> blackboard_form(const DownloadView& view);
std::unique_ptr<DownloadForm> brightspace_form(const DownloadView& view);
std::unique_ptr<DownloadForm> sakai_form(const DownloadView& view);
std::unique_ptr<DownloadForm> gradescope_form(const DownloadView& view);
std::unique_ptr<DownloadForm> classroom_form(const DownloadView& view);

/// "a/b/c": "a" and "b/c"; without a folder the second is empty.
struct SplitPath {
    std::string_view top;
    std::string_view rest;
    bool has_folder = false;
};
SplitPath split_path(std::string_view path);

/// Nothing but digits, and at least one.
bool is_digits(std::string_view text);

}  // namespace mariner::grader
