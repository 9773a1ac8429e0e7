#include "emulator/language/report.hpp"

#include <algorithm>

#include "emulator/assembler/render.hpp"
#include "emulator/support/visible.hpp"
#include "emulator/tutor/line.hpp"

namespace mariner::language {

namespace {

/// More than an editor can show.
constexpr size_t most_told = 1000;

size_t common_prefix(std::string_view a, std::string_view b) {
    return static_cast<size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
}

class Reporter {
public:
    Reporter(ProgramView& view, const Diagnostics& diagnostics) : m_view(&view), m_diagnostics(&diagnostics) {}

    std::vector<ReportEntry> run() {
        for (const Diagnostic& diagnostic : m_diagnostics->all()) {
            if (diagnostic.audience != Audience::mars_only && m_entries.size() < most_told) {
                add(diagnostic);
            }
        }
        return std::move(m_entries);
    }

private:
    [[nodiscard]] const WorkspaceFile* file_of(u32 number) const {
        if (m_view->units().empty() || m_view->units()[0].files.empty()) {
            return nullptr;
        }
        if (number == Diagnostic::no_file) {
            return m_view->units()[0].files[0].get();
        }
        const std::string path = normal_path(m_diagnostics->files()[number].name);
        for (const ProgramUnit& unit : m_view->units()) {
            const auto found = std::ranges::find_if(unit.files, [&](const auto& file) { return file->path == path; });
            if (found != unit.files.end()) {
                return found->get();
            }
        }
        return nullptr;
    }

    void add(const Diagnostic& diagnostic) {
        const WorkspaceFile* const file = file_of(diagnostic.file);
        if (file == nullptr) {
            return;  // a file that vanished meanwhile
        }
        ReportEntry entry;
        entry.path = file->path;
        entry.kind = severity_of(diagnostic) == Severity::error ? ReportKind::error : ReportKind::warning;
        entry.code = diagnostic.slip.empty() ? std::string(info(diagnostic.message).id) : diagnostic.slip;
        entry.message = words_of(diagnostic);
        const u32 line = std::min(diagnostic.line > 0 ? diagnostic.line - 1 : 0, file->text.line_count() - 1);
        const std::string_view text = file->text.line(line);
        entry.range = diagnostic.column > 0
                          ? range_in_line(line, text, diagnostic.text, diagnostic.column - 1, diagnostic.length)
                          : code_of_line(line, text);
        for (const u32 call : diagnostic.chain) {
            if (call > 0 && call <= file->text.line_count()) {
                const TextRange range = code_of_line(call - 1, file->text.line(call - 1));
                entry.related.push_back({file->path, range, "the macro is called here"});
            }
        }
        add_repairs(diagnostic, entry);
        // That there are more is nothing wrong in the first line: it is told where the last one was.
        const bool says_more =
            diagnostic.message == Message::error_limit || diagnostic.message == Message::warning_limit;
        if (says_more && !m_entries.empty()) {
            entry.kind = ReportKind::advice;
            entry.path = m_entries.back().path;
            entry.range = m_entries.back().range;
        }
        m_entries.push_back(std::move(entry));
    }

    static std::string words_of(const Diagnostic& diagnostic) {
        std::string words = sentence(diagnostic);
        const std::string hint = diagnostic.repairs.empty() ? hint_of(diagnostic) : diagnostic.repairs[0].sentence;
        words += hint.empty() ? "" : "\n" + hint;
        words += diagnostic.why.empty() ? "" : "\n" + diagnostic.why;
        words += diagnostic.see.empty() ? "" : "\nsee: mariner ref " + diagnostic.see;
        return shown(words);
    }

    /// As `mariner run` shows it, line by line: characters that can't be seen have signs.
    static std::string shown(std::string_view words) {
        std::string out;
        while (!words.empty()) {
            const size_t end = std::min(words.find('\n'), words.size());
            out += visible_text(words.substr(0, end)) + (end < words.size() ? "\n" : "");
            words.remove_prefix(std::min(end + 1, words.size()));
        }
        return out;
    }

    /// A menu has one line for it.
    static std::string title_of(const Repair& repair) {
        constexpr size_t most_characters = 100;
        std::string title;
        for (const char c : shown(repair.sentence)) {
            title += c != '\n' ? std::string(1, c) : title.ends_with(':') ? " " : "; ";
        }
        size_t end = std::min(title.size(), most_characters);
        while (end < title.size() && (static_cast<u8>(title[end]) & 0xC0) == 0x80) {
            --end;
        }
        return end < title.size() ? title.substr(0, end) + "..." : title;
    }

    void add_repairs(const Diagnostic& diagnostic, ReportEntry& entry) const {
        for (const Repair& repair : diagnostic.repairs) {
            ReportRepair offered{title_of(repair), repair.trust, {}};
            for (const Edit& edit : repair.edits) {
                const WorkspaceFile* const file = file_of(edit.file);
                if (file == nullptr || edit.line == 0 || edit.column == 0 || edit.line > file->text.line_count()) {
                    offered.edits.clear();
                    break;
                }
                const u32 line = edit.line - 1;
                const auto offset = [&](u32 unit) {
                    return offset_of_unit(file->text.line(line), unit, PositionEncoding::utf16);
                };
                const TextRange range{{line, offset(edit.column - 1)}, {line, offset(edit.column - 1 + edit.length)}};
                offered.edits.push_back({file->path, range, edit.text});
            }
            if (!offered.edits.empty()) {
                entry.repairs.push_back(std::move(offered));
            }
        }
    }

    ProgramView* m_view;
    const Diagnostics* m_diagnostics;
    std::vector<ReportEntry> m_entries;
};

}  // namespace

std::vector<ReportEntry> report_of(ProgramView& view, bool with_tutor) {
    return Reporter(view, (with_tutor ? view.taught() : view.assembly()).diagnostics).run();
}

TextRange range_in_line(u32 line, std::string_view written, std::string_view assembled, u32 column, u32 length) {
    u32 begin = offset_of_unit(assembled, column, PositionEncoding::utf16);
    u32 end = offset_of_unit(assembled, column + length, PositionEncoding::utf16);
    const size_t before = common_prefix(written, assembled);
    // What .eqv or a macro put in stands between what both lines begin and end with.
    if (end > before) {
        const size_t shorter = std::min(written.size(), assembled.size()) - before;
        size_t after = 0;
        while (after < shorter && written[written.size() - 1 - after] == assembled[assembled.size() - 1 - after]) {
            ++after;
        }
        if (begin >= assembled.size() - after) {
            begin = static_cast<u32>(begin + written.size() - assembled.size());
            end = static_cast<u32>(end + written.size() - assembled.size());
        } else {
            begin = static_cast<u32>(std::min<size_t>(begin, before));
            end = static_cast<u32>(written.size() - after);
            while (begin > 0 && tutor::is_word_character(written[begin - 1])) {
                --begin;
            }
            while (end < written.size() && tutor::is_word_character(written[end])) {
                ++end;
            }
        }
    }
    const auto size = static_cast<u32>(written.size());
    return {{line, std::min(begin, size)}, {line, std::clamp(end, std::min(begin, size), size)}};
}

TextRange code_of_line(u32 line, std::string_view text) {
    LineTokens reader;
    const std::vector<assembler::Token>& tokens = reader.read(text);
    if (tokens.empty()) {
        return {{line, 0}, {line, static_cast<u32>(text.size())}};
    }
    const bool has_comment = tokens.size() > 1 && tokens.back().is(assembler::TokenKind::comment);
    const assembler::Token& last = has_comment ? tokens[tokens.size() - 2] : tokens.back();
    return {{line, tokens.front().offset}, {line, last.end()}};
}

TextRange instruction_of_line(u32 line, std::string_view text) {
    LineTokens reader;
    const ReadLine parts = parts_of(reader.read(text));
    TextRange range = code_of_line(line, text);
    range.begin.offset = parts.rest.empty() ? range.begin.offset : parts.rest[0].offset;
    return range;
}

std::string with_file_edits(const TextDocument& text, std::vector<FileEdit> edits) {
    std::ranges::stable_sort(edits, {}, [](const FileEdit& edit) { return edit.range.begin; });
    std::string out;
    size_t copied = 0;
    for (const FileEdit& edit : edits) {
        const size_t begin = std::max(copied, text.offset_of(edit.range.begin));
        out.append(text.text(), copied, begin - copied).append(edit.text);
        copied = std::max(begin, text.offset_of(edit.range.end));
    }
    return out.append(text.text(), copied);
}

}  // namespace mariner::language
