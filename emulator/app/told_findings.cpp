#include "emulator/app/told_findings.hpp"

#include <algorithm>
#include <array>

namespace mariner::app {

namespace {

/// A warning (a row of tutor/slips.inc) and the finding that says the same of a run.
struct SameMeaning {
    std::string_view slip;
    FindingKind kind;
};

constexpr auto same_meanings = std::to_array<SameMeaning>({
    {"syscall_missing_at_end", FindingKind::syscall_missing},
    {"runs_into", FindingKind::fall_through},
});

bool means(const Diagnostic& diagnostic, FindingKind kind) {
    return std::ranges::any_of(same_meanings,
                               [&](const SameMeaning& row) { return row.slip == diagnostic.slip && row.kind == kind; });
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

}  // namespace

Findings::Told told_findings(const Findings& findings, const ProgramImage& image, const Diagnostics& diagnostics) {
    Findings::Told told;
    for (const Diagnostic& diagnostic : diagnostics.all()) {
        if (diagnostic.slip.empty() || diagnostic.file == Diagnostic::no_file) {
            continue;
        }
        const std::string& file = diagnostics.files()[diagnostic.file].name;
        for (const Finding& finding : findings.all()) {
            if (means(diagnostic, finding.kind) && is_at(diagnostic, file, finding, image)) {
                told.push_back(&finding);
            }
        }
    }
    return told;
}

}  // namespace mariner::app
