#include "emulator/app/told_findings.hpp"

#include <algorithm>
#include <array>

namespace mariner::app {

namespace {

/// Where the finding shows: in the warning's line, anywhere, or anywhere by the name that the warning begins with.
enum class ToldAt : u8 { here, elsewhere, by_name };

/// A warning (a row of tutor/slips.inc) and the finding that says the same of a run.
struct SameMeaning {
    std::string_view slip;
    FindingKind kind;
    ToldAt place = ToldAt::here;
};

constexpr auto same_meanings = std::to_array<SameMeaning>({
    {"syscall_missing_at_end", FindingKind::syscall_missing},
    {"runs_into", FindingKind::fall_through},
    {"text_runs_on", FindingKind::endless_string, ToldAt::by_name},
    {"row_length", FindingKind::past_end, ToldAt::elsewhere},
    {"pointer_stays", FindingKind::past_end, ToldAt::elsewhere},
    {"call_of_own_lines", FindingKind::fall_through, ToldAt::elsewhere},
    {"odd_double", FindingKind::unwritten_register},
    {"odd_double", FindingKind::number_mixed},
    {"odd_double_unset", FindingKind::unwritten_register},
});

const SameMeaning* meaning_of(const Diagnostic& diagnostic, FindingKind kind) {
    const auto row = std::ranges::find_if(
        same_meanings, [&](const SameMeaning& one) { return one.slip == diagnostic.slip && one.kind == kind; });
    return row != same_meanings.end() ? &*row : nullptr;
}

/// The warning's line is the finding's; of running on also that of the label behind.
bool is_at(const Diagnostic& diagnostic, const std::string& file, const Finding& finding, const ProgramImage& image) {
    const Statement* const here = image.find_statement(finding.pc);
    const Statement* const next = image.find_statement(finding.pc + 4);
    if (here == nullptr || image.files[here->file] != file) {
        return false;
    }
    const bool reaches_on = finding.kind == FindingKind::fall_through && next != nullptr && next->file == here->file;
    return diagnostic.line >= here->line && diagnostic.line <= (reaches_on ? next->line : here->line);
}

/// "`hello` is printed ..." and "... of the string hello, for ..."
bool is_of_same_name(const Diagnostic& diagnostic, const Finding& finding) {
    const size_t end = diagnostic.wrong.find('`', 1);
    return end != std::string::npos &&
           finding.what.find(" " + diagnostic.wrong.substr(1, end - 1) + ",") != std::string::npos;
}

}  // namespace

Findings::Told told_findings(const Findings& findings, const ProgramImage& image, const Diagnostics& diagnostics) {
    Findings::Told told;
    for (const Diagnostic& diagnostic : diagnostics.all()) {
        if (diagnostic.slip.empty() || diagnostic.file == Diagnostic::no_file) {
            continue;
        }
        const std::string& file = diagnostics.files()[diagnostic.file].name;
        for (const Finding& finding : findings.all()) {
            const SameMeaning* const row = meaning_of(diagnostic, finding.kind);
            const bool is_it =
                row != nullptr && (row->place == ToldAt::elsewhere ||
                                   (row->place == ToldAt::by_name && is_of_same_name(diagnostic, finding)) ||
                                   (row->place == ToldAt::here && is_at(diagnostic, file, finding, image)));
            if (is_it) {
                told.push_back(&finding);
            }
        }
    }
    return told;
}

}  // namespace mariner::app
