#include "emulator/tutor/repair.hpp"

#include <algorithm>
#include <set>

#include "emulator/tutor/program_text.hpp"
#include "emulator/tutor/tutor.hpp"

namespace mariner {

namespace tutor {

namespace {

/// More rounds than a program has faults that hide each other.
constexpr int most_rounds = 30;

size_t error_count(const Diagnostics& diagnostics) {
    return static_cast<size_t>(std::ranges::count_if(diagnostics.all(), [](const Diagnostic& one) {
        const bool is_error = info(one.message).severity == Severity::error;
        return one.audience != Audience::mars_only && (is_error || !one.repairs.empty());
    }));
}

/// Those of the repairs that don't touch the same lines, as new lines.
std::vector<LineEdit> edits_of_round(const ProgramText& text, const Diagnostics& diagnostics, size_t& count) {
    std::vector<LineEdit> edits;
    std::set<std::pair<u32, u32>> touched;
    for (const Diagnostic& diagnostic : diagnostics.all()) {
        const bool is_wanted = diagnostic.audience != Audience::mars_only && !diagnostic.repairs.empty() &&
                               diagnostic.repairs[0].trust != Trust::sketch;
        if (!is_wanted) {
            continue;
        }
        std::vector<LineEdit> mine;
        bool is_free = !diagnostic.repairs[0].edits.empty();
        for (const Edit& edit : diagnostic.repairs[0].edits) {
            const u32 file = text.find(diagnostics.files()[edit.file].name);
            is_free = is_free && file != ProgramText::none && !touched.contains({file, edit.line});
            if (is_free) {
                const std::string_view line = text.files()[file].line(edit.line);
                mine.push_back({file, edit.line, with_edits(line, 0, {{0, 1, edit.column, edit.length, edit.text}})});
            }
        }
        if (is_free) {
            ++count;
            for (LineEdit& edit : mine) {
                touched.insert({edit.file, edit.line});
                edits.push_back(std::move(edit));
            }
        }
    }
    return edits;
}

/// A run of lines that changed, with some around it.
struct Hunk {
    std::string lines;
    u32 old_first = 0;
    u32 old_count = 0;
    u32 new_first = 0;
    u32 new_count = 0;
};

class Differ {
public:
    Differ(const SourceText& before, const SourceText& after) : m_before(&before), m_after(&after) {}

    std::string run() {
        m_new = 1;
        for (u32 old = 1; old <= m_before->line_count(); ++old) {
            const u32 first = m_new;
            while (m_new <= m_after->line_count() && m_after->origin(m_new) == old) {
                ++m_new;
            }
            const bool is_same = m_new == first + 1 && m_after->line(first) == m_before->line(old);
            if (is_same) {
                keep(old);
            } else {
                change(old, first);
            }
        }
        close();
        return m_out.empty() ? "" : "--- " + m_before->name() + "\n+++ " + m_after->name() + "\n" + m_out;
    }

private:
    static constexpr u32 context = 3;

    void keep(u32 old) {
        if (m_is_open && old - m_last_change > 2 * context) {
            close();
        }
        if (m_is_open) {
            add_unchanged(old);
        }
    }

    void add_unchanged(u32 old) {
        flush();
        m_hunk.lines += ' ' + line_of(*m_before, old);
        ++m_hunk.old_count;
        ++m_hunk.new_count;
    }

    void change(u32 old, u32 first) {
        if (!m_is_open) {
            const u32 from = old > context ? old - context : 1;
            m_hunk = {{}, from, 0, first - (old - from), 0};
            m_is_open = true;
            for (u32 line = from; line < old; ++line) {
                add_unchanged(line);
            }
        }
        m_last_change = old;
        ++m_hunk.old_count;
        m_gone += '-' + line_of(*m_before, old);
        for (u32 line = first; line < m_new; ++line) {
            ++m_hunk.new_count;
            m_come += '+' + line_of(*m_after, line);
        }
    }

    /// Lines that changed one after the other: first all as they were.
    void flush() {
        m_hunk.lines += m_gone + m_come;
        m_gone.clear();
        m_come.clear();
    }

    /// What stands further from the last change than the context goes again.
    void close() {
        if (!m_is_open) {
            return;
        }
        flush();
        const u32 behind = m_hunk.old_first + m_hunk.old_count - 1 - m_last_change;
        for (u32 extra = behind; extra > context; --extra) {
            m_hunk.lines.erase(m_hunk.lines.rfind('\n', m_hunk.lines.size() - 2) + 1);
            --m_hunk.old_count;
            --m_hunk.new_count;
        }
        m_out += "@@ -" + std::to_string(m_hunk.old_first) + "," + std::to_string(m_hunk.old_count) + " +" +
                 std::to_string(m_hunk.new_first) + "," + std::to_string(m_hunk.new_count) + " @@\n" + m_hunk.lines;
        m_is_open = false;
    }

    static std::string line_of(const SourceText& text, u32 number) {
        const bool ends_without_feed = number == text.line_count() && !text.text().ends_with('\n');
        return std::string(text.line(number)) + (ends_without_feed ? "\n\\ No newline at end of file\n" : "\n");
    }

    const SourceText* m_before;
    const SourceText* m_after;
    std::string m_out;
    Hunk m_hunk;
    std::string m_gone;
    std::string m_come;
    bool m_is_open = false;
    u32 m_last_change = 0;
    u32 m_new = 1;
};

}  // namespace

}  // namespace tutor

RepairedProgram repair_program(std::span<const std::string> files, SourceProvider& sources,
                               const AssemblerOptions& options) {
    using namespace tutor;
    RepairedProgram result;
    ProgramText first;
    ProgramText text;
    ProgramText next;
    size_t errors = 0;
    size_t count = 0;
    for (int round = 0; round < most_rounds; ++round) {
        TextSources provider(next, sources);
        Assembly assembly = assemble_and_teach(files, provider, options);
        const size_t now = error_count(assembly.diagnostics);
        if (round > 0 && now >= errors) {
            break;
        }
        errors = now;
        text = std::move(next);
        first = round == 0 ? text : first;
        result.repairs += count;
        result.left = std::move(assembly.diagnostics);
        count = 0;
        std::vector<LineEdit> edits = edits_of_round(text, result.left, count);
        if (edits.empty()) {
            break;
        }
        next = text.with(std::move(edits));
    }
    for (const SourceText& after : text.files()) {
        const u32 before = first.find(after.name());
        const std::string diff = before != ProgramText::none ? Differ(first.files()[before], after).run() : "";
        if (!diff.empty()) {
            result.files.push_back({after.name(), after.text(), diff});
        }
    }
    return result;
}

}  // namespace mariner
