#include "emulator/grader/download.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "emulator/grader/download_form.hpp"
#include "emulator/grader/excerpt.hpp"
#include "emulator/grader/zip.hpp"

namespace mariner::grader {

namespace {

constexpr size_t deepest_common_folder = 3;
constexpr size_t most_strays = 100;

std::string without_extension(std::string_view name) {
    const size_t dot = name.rfind('.');
    return std::string(dot == std::string_view::npos || dot == 0 ? name : name.substr(0, dot));
}

/// A plain folder: a file or a folder for each student.
class PlainForm final : public DownloadForm {
public:
    explicit PlainForm(const CountsAsProgram& counts) : m_counts(counts) {}

    [[nodiscard]] Lms lms() const override { return Lms::folder; }
    [[nodiscard]] std::optional<FiledUnder> place(std::string_view whole) const override {
        const SplitPath path = split_path(whole);
        FiledUnder filed;
        if (!path.has_folder && !m_counts(whole) && !is_zip_name(whole)) {
            filed.role = FiledUnder::HandInRole::nobody;  // a list of grades, a readme
            return filed;
        }
        filed.student = path.has_folder ? std::string(path.top) : without_extension(path.top);
        filed.name = path.has_folder ? path.rest : whole;
        return filed;
    }

private:
    const CountsAsProgram& m_counts;
};

/// Most of what could be somebody's stands where this form says.
bool holds_most(const DownloadForm& form, const DownloadView& view, const CountsAsProgram& counts) {
    size_t placed = 0;
    size_t all = 0;
    for (size_t i = 0; i < view.size(); ++i) {
        const std::optional<FiledUnder> filed = form.place(view.path(i));
        const bool is_somebodys = filed && filed->role != FiledUnder::HandInRole::nobody;
        placed += is_somebodys ? 1U : 0U;
        all += is_somebodys || (!filed && (counts(view.path(i)) || is_zip_name(view.path(i)))) ? 1U : 0U;
    }
    return placed * 2 > all || (all == 0 && !form.without_files().empty());
}

std::unique_ptr<DownloadForm> recognise(const DownloadView& view, const CountsAsProgram& counts) {
    static constexpr auto makers = std::to_array(
        {gradescope_form, classroom_form, moodle_form, blackboard_form, brightspace_form, sakai_form, canvas_form});
    for (const auto& make : makers) {
        std::unique_ptr<DownloadForm> form = make(view);
        if (form && holds_most(*form, view, counts)) {
            return form;
        }
    }
    return nullptr;
}

/// Whether all files stand in one folder, which holds more than files of one student.
bool is_wrapped(const DownloadView& view) {
    for (size_t i = 0; i < view.size(); ++i) {
        if (split_path(split_path(view.path(i)).rest).has_folder) {
            return true;
        }
    }
    return false;
}

/// The folder, with its '/', that everything below `prefix` stands in; empty if there is none.
std::string folder_of_all(const ClassFiles& files, const std::string& prefix) {
    std::string_view common;
    const auto agrees = [&](std::string_view path) {
        const SplitPath split = split_path(path.substr(prefix.size()));
        common = common.empty() ? split.top : common;
        return split.has_folder && split.top == common;
    };
    for (const ClassFile& file : files.files()) {
        if (!agrees(file.path)) {
            return {};
        }
    }
    for (const std::string& folder : files.folders()) {
        const bool is_above = (folder + "/").size() <= prefix.size() && prefix.starts_with(folder + "/");
        if (!is_above && !agrees(folder + "/")) {
            return {};
        }
    }
    return common.empty() ? std::string() : prefix + std::string(common) + "/";
}

/// Everybody's files put together.
class HandInCollector {
public:
    void add(FiledUnder filed, std::optional<size_t> file) {
        if (filed.role == FiledUnder::HandInRole::nobody) {
            return;
        }
        const std::string key = !filed.key.empty()     ? filed.key
                                : filed.lms_id.empty() ? filed.student
                                                       : filed.student + "\n" + filed.lms_id;
        auto& [hand_in, attempts] = m_hand_ins[key];
        hand_in.student = std::move(filed.student);
        hand_in.lms_id = std::move(filed.lms_id);
        hand_in.member_ids = std::move(filed.member_ids);
        HandInAttempt& attempt = attempts[std::move(filed.order)];
        attempt.submitted = std::move(filed.submitted);
        attempt.late = filed.late;
        attempt.handed_in = attempt.handed_in || filed.role != FiledUnder::HandInRole::extra;
        if (filed.role == FiledUnder::HandInRole::part && file) {
            attempt.parts.push_back({*file, std::move(filed.name)});
        }
    }

    /// Each is let go as soon as it is taken: a class may be large.
    std::vector<HandIn> take(std::string_view prefix) {
        std::vector<HandIn> all;
        all.reserve(m_hand_ins.size());
        while (!m_hand_ins.empty()) {
            auto& [hand_in, attempts] = m_hand_ins.begin()->second;
            hand_in.identity = std::string(prefix) + m_hand_ins.begin()->first;
            hand_in.attempts.reserve(attempts.size());
            for (auto& [order, attempt] : attempts) {
                hand_in.attempts.push_back(std::move(attempt));
            }
            all.push_back(std::move(hand_in));
            m_hand_ins.erase(m_hand_ins.begin());
        }
        return all;
    }

private:
    struct Collected {
        HandIn hand_in;
        std::map<std::string, HandInAttempt> attempts;  // by time
    };
    std::map<std::string, Collected> m_hand_ins;
};

ClassDownload collect(const DownloadForm& form, const DownloadView& view, std::string_view prefix,
                      const CountsAsProgram& counts) {
    ClassDownload download;
    download.lms = form.lms();
    HandInCollector collector;
    for (FiledUnder& filed : form.without_files()) {
        collector.add(std::move(filed), {});
    }
    for (size_t i = 0; i < view.size(); ++i) {
        if (std::optional<FiledUnder> filed = form.place(view.path(i))) {
            collector.add(std::move(*filed), i);
        } else if (counts(view.path(i)) && download.notes.size() < most_strays) {
            download.notes.push_back(in_quotes(view.path(i)) + " is left out: " + std::string(name_of(form.lms())) +
                                     " doesn't name hand-ins so");
        }
    }
    download.hand_ins = collector.take(prefix);
    return download;
}

}  // namespace

ClassDownload read_download(ClassFiles& files, std::string_view called, const CountsAsProgram& counts) {
    std::string prefix;
    std::string name(called);
    for (size_t depth = 0; depth <= deepest_common_folder; ++depth) {
        const DownloadView view(files, prefix, name);
        if (const std::unique_ptr<DownloadForm> form = recognise(view, counts)) {
            return collect(*form, view, prefix, counts);
        }
        const std::string deeper = folder_of_all(files, prefix);
        if (deeper.empty()) {
            break;
        }
        name = deeper.substr(prefix.size(), deeper.size() - prefix.size() - 1);
        prefix = deeper;
    }
    const PlainForm plain(counts);
    const DownloadView whole(files, "", called);
    const std::string folder = is_wrapped(whole) ? folder_of_all(files, "") : std::string();
    return collect(plain, DownloadView(files, folder, called), folder, counts);
}

}  // namespace mariner::grader
