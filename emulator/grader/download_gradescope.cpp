// Gradescope: submission_N/FILE, and submission_metadata.yml, which says who handed submission_N in and when.

#include <algorithm>
#include <map>

#include "emulator/grader/download_form.hpp"
#include "emulator/support/calendar_time.hpp"
#include "emulator/support/text.hpp"

namespace mariner::grader {

namespace {

constexpr std::string_view metadata = "submission_metadata.yml";

struct ScopeSubmission {
    std::vector<std::string> names;
    std::vector<std::string> sids;
    std::string created_at;
};

std::optional<u32> take_hex(std::string_view& text, size_t digits) {
    const std::optional<u32> number = parse_digits<u32>(text.substr(0, digits), 16);
    text.remove_prefix(std::min(digits, text.size()));
    return number;
}

/// What follows a backslash between double quotes.
void append_escape(std::string& out, std::string_view& text) {
    const char c = text.empty() ? '\\' : text[0];
    text.remove_prefix(text.empty() ? 0 : 1);
    const size_t digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    if (digits != 0) {
        append_utf8(out, take_hex(text, digits).value_or(0xfffd));
    } else if (c == 'n' || c == 't') {
        out += c == 'n' ? '\n' : '\t';
    } else {
        out += c;
    }
}

/// A value without line ends: plain, or in either kind of quotes.
std::string scalar(std::string_view text) {
    text = trim(text);
    if (text.size() < 2 || (text[0] != '"' && text[0] != '\'') || text.back() != text[0]) {
        return std::string(text == "~" || text == "null" ? std::string_view() : text);
    }
    const char quote = text[0];
    std::string out;
    for (std::string_view rest = text.substr(1, text.size() - 2); !rest.empty();) {
        const char c = rest[0];
        rest.remove_prefix(1);
        if (c == '\\' && quote == '"') {
            append_escape(out, rest);
        } else {
            out += c;
            rest.remove_prefix(c == '\'' && quote == '\'' && rest.starts_with('\'') ? 1 : 0);
        }
    }
    return out;
}

size_t indent_of(std::string_view line) {
    return std::min(line.find_first_not_of(' '), line.size());
}

/// "|-", ">", "|2-": the value stands in the lines below.
bool opens_block(std::string_view value) {
    value = trim(value);
    return (value.starts_with('|') || value.starts_with('>')) &&
           value.find_first_not_of("+-0123456789", 1) == std::string_view::npos;
}

/// The lines of a block without what all of them are set in by.
std::string block_text(std::string_view header, const std::vector<std::string_view>& lines, size_t parent) {
    header = trim(header);
    const size_t told = header.find_first_of("123456789");
    const auto filled = std::ranges::find_if(lines, [](std::string_view line) { return !trim(line).empty(); });
    const size_t indent = told != std::string_view::npos ? parent + static_cast<size_t>(header[told] - '0')
                          : filled == lines.end()        ? 0
                                                         : indent_of(*filled);
    std::string text;
    for (const std::string_view line : lines) {
        text += line.substr(std::min(indent, line.size()));
        text += header[0] == '|' ? '\n' : ' ';
    }
    text.resize(text.find_last_not_of("\n ") + 1);
    return text;
}

/// A value that goes on in further lines: a line's end is a blank, and nothing behind a backslash.
std::string folded(std::string_view first, const std::vector<std::string_view>& lines) {
    std::string text(trim(first));
    for (const std::string_view line : lines) {
        const bool goes_on = text.starts_with('"') && text.ends_with('\\');
        text.resize(text.size() - (goes_on ? 1 : 0));
        text += (goes_on ? "" : " ") + std::string(trim(line));
    }
    return text;
}

struct YamlLine {
    size_t indent = 0;
    bool is_item = false;  // "- " stands in front
    std::string_view key;
    std::string_view value;                 // as far as it stands on this line
    std::vector<std::string_view> further;  // lines that belong to the value

    /// How far in what follows must stand to belong to the value.
    [[nodiscard]] size_t inside() const { return indent + (is_item ? 2 : 0); }
    [[nodiscard]] std::string text() const {
        return opens_block(value) ? block_text(value, further, inside()) : scalar(folded(value, further));
    }
};

/// Keys may begin with a colon.
std::optional<YamlLine> split_line(std::string_view line) {
    YamlLine split;
    split.indent = indent_of(line);
    std::string_view rest = line.substr(split.indent);
    split.is_item = rest.starts_with("- ");
    rest = trim(rest.substr(split.is_item ? 2 : 0));
    const size_t colon = rest.find(':', rest.starts_with(':') ? 1 : 0);
    if (colon == std::string_view::npos) {
        return std::nullopt;
    }
    split.key = rest.substr(0, colon);
    split.value = rest.substr(colon + 1);
    return split;
}

/// Takes the few members that are wanted, told apart by how far in they stand.
class MetadataReader {
public:
    std::map<std::string, ScopeSubmission, std::less<>> run(std::string_view text) {
        const std::vector<std::string_view> lines = lines_of(text);
        for (size_t i = 0; i < lines.size(); ++i) {
            std::optional<YamlLine> split = split_line(lines[i]);
            while (split && !trim(split->value).empty() && i + 1 < lines.size() &&
                   (indent_of(lines[i + 1]) > split->inside() || trim(lines[i + 1]).empty())) {
                split->further.push_back(lines[++i]);
            }
            if (split) {
                take(*split);
            }
        }
        return std::move(m_all);
    }

private:
    void take(const YamlLine& line) {
        if (line.indent == 0 && !line.is_item) {
            m_current = line.key.starts_with("submission_") ? &m_all[std::string(line.key)] : nullptr;
            m_is_in_submitters = false;
            m_indent.reset();
        } else if (m_current != nullptr) {
            m_indent = m_indent.value_or(line.indent);
            const bool is_member = !line.is_item && line.indent <= *m_indent;
            m_is_in_submitters = is_member ? line.key == ":submitters" : m_is_in_submitters;
            if (is_member && line.key == ":created_at") {
                const std::optional<CalendarTime> time = parse_calendar_time(line.text());
                m_current->created_at = time ? time->text() : "";
            } else if (!is_member && m_is_in_submitters) {
                take_submitter(line);
            }
        }
    }

    void take_submitter(const YamlLine& line) {
        if (line.is_item) {
            m_current->names.emplace_back();
            m_current->sids.emplace_back();
        }
        if (m_current->names.empty()) {
            return;
        }
        if (line.key == ":name") {
            m_current->names.back() = line.text();
        } else if (line.key == ":sid") {
            m_current->sids.back() = line.text();
        }
    }

    std::map<std::string, ScopeSubmission, std::less<>> m_all;
    ScopeSubmission* m_current = nullptr;
    std::optional<size_t> m_indent;  // of a submission's members
    bool m_is_in_submitters = false;
};

std::string joined(const std::vector<std::string>& words) {
    std::string all;
    for (const std::string& word : words) {
        all += (all.empty() || word.empty() ? "" : ", ") + word;
    }
    return all;
}

class GradescopeForm final : public DownloadForm {
public:
    explicit GradescopeForm(std::map<std::string, ScopeSubmission, std::less<>> submissions)
        : m_submissions(std::move(submissions)) {}

    [[nodiscard]] Lms lms() const override { return Lms::gradescope; }
    [[nodiscard]] std::optional<FiledUnder> place(std::string_view whole) const override {
        const SplitPath path = split_path(whole);
        FiledUnder filed;
        if (whole == metadata) {
            filed.role = FiledUnder::HandInRole::nobody;
            return filed;
        }
        if (!path.has_folder || !path.top.starts_with("submission_") || !is_digits(path.top.substr(11))) {
            return std::nullopt;
        }
        const auto found = m_submissions.find(path.top);
        filed = about(path.top, found == m_submissions.end() ? ScopeSubmission() : found->second);
        filed.name = path.rest;
        return filed;
    }
    [[nodiscard]] std::vector<FiledUnder> without_files() const override {
        std::vector<FiledUnder> all;
        for (const auto& [key, submission] : m_submissions) {
            all.push_back(about(key, submission));
            all.back().role = FiledUnder::HandInRole::evidence;
        }
        return all;
    }

private:
    static FiledUnder about(std::string_view key, const ScopeSubmission& submission) {
        FiledUnder filed;
        filed.key = key;  // who has no number shares a name with others
        const std::string names = joined(submission.names);
        filed.student = names.empty() ? key : std::string_view(names);
        filed.lms_id = joined(submission.sids);
        filed.member_ids = submission.sids;
        filed.submitted = submission.created_at;
        filed.order = filed.submitted;
        return filed;
    }

    std::map<std::string, ScopeSubmission, std::less<>> m_submissions;  // by "submission_N"
};

}  // namespace

std::unique_ptr<DownloadForm> gradescope_form(const DownloadView& view) {
    for (size_t i = 0; i < view.size(); ++i) {
        if (view.path(i) == metadata) {
            return std::make_unique<GradescopeForm>(MetadataReader().run(view.read(i)));
        }
    }
    return nullptr;
}

}  // namespace mariner::grader
