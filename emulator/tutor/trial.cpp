#include "emulator/tutor/trial.hpp"

#include <algorithm>
#include <set>

namespace mariner::tutor {

namespace {

/// Lines that may be assembled for a program: some hundred trials of a student's, ten of the largest.
constexpr u64 base_budget = 150'000;
constexpr u64 budget_per_line = 8;
constexpr u64 bytes_per_line = 50;    // where lines are longer, they cost more
constexpr u64 cost_of_a_trial = 250;  // in lines, besides those of the program

/// What takes longer than these isn't tried again and again.
AssemblerOptions trial_options(AssemblerOptions options) {
    options.collect_all_errors = true;
    options.limits.errors = 400;
    options.limits.source_lines = std::min<u64>(options.limits.source_lines, 400'000);
    options.limits.source_bytes = std::min<u64>(options.limits.source_bytes, u64{24} << 20);
    options.limits.expanded_lines = std::min<u64>(options.limits.expanded_lines, 50'000);
    options.limits.expanded_bytes = std::min<u64>(options.limits.expanded_bytes, u64{4} << 20);
    options.limits.data_items = std::min<u64>(options.limits.data_items, u64{1} << 20);
    return options;
}

bool is_limit(Message message) {
    switch (message) {
        case Message::substitution_endless:
        case Message::too_many_lines:
        case Message::line_too_long:
        case Message::expansion_too_large:
        case Message::macro_too_deep:
        case Message::include_too_deep:
        case Message::too_much_data:
        case Message::too_many_statements:
            return true;
        default:
            return false;
    }
}

bool is_fault(const Diagnostic& diagnostic) {
    const bool matters =
        info(diagnostic.message).severity == Severity::error || diagnostic.message == Message::directive_ignored;
    return matters && diagnostic.audience != Audience::mars_only && diagnostic.message != Message::error_limit;
}

Fault fault_of(const Diagnostic& diagnostic, const Diagnostics& all, const ProgramText& text) {
    Fault fault;
    fault.diagnostic = diagnostic;
    const u32 file =
        diagnostic.file == Diagnostic::no_file ? ProgramText::none : text.find(all.files()[diagnostic.file].name);
    if (file != ProgramText::none && diagnostic.line > 0 && diagnostic.line <= text.files()[file].line_count()) {
        fault.place = {file, diagnostic.line};
        fault.origin = text.files()[file].origin(diagnostic.line);
    }
    fault.key = std::to_string(fault.place.file) + ":" + std::to_string(fault.origin) + ":" +
                std::string(info(diagnostic.message).id) + ":" +
                (diagnostic.arguments.empty() ? "" : diagnostic.arguments[0]);
    return fault;
}

}  // namespace

Trials::Trials(std::span<const std::string> files, SourceProvider& sources, const AssemblerOptions& options)
    : m_files(files), m_sources(&sources), m_options(trial_options(options)) {}

ProgramText Trials::read(const Diagnostics& diagnostics) {
    ProgramText text;
    TextSources sources(text, *m_sources);
    for (const DiagnosticFile& file : diagnostics.files()) {
        // What it answers is kept by the text, if anything.
        static_cast<void>(sources.read(file.name, static_cast<size_t>(m_options.limits.source_bytes)));
    }
    m_budget = base_budget;
    return text;
}

Trial Trials::assemble(ProgramText text) {
    Trial attempt;
    attempt.text = std::move(text);
    TextSources sources(attempt.text, *m_sources);
    const Assembly assembly = mariner::assemble(m_files, sources, m_options);
    const u64 lines = std::max(attempt.text.line_count(), attempt.text.byte_count() / bytes_per_line);
    m_budget = m_budget > 0 ? m_budget : base_budget + budget_per_line * lines;
    m_spent += lines + assembly.made_lines + cost_of_a_trial;
    attempt.is_complete = !assembly.diagnostics.limit_exceeded();
    for (const Diagnostic& diagnostic : assembly.diagnostics.all()) {
        attempt.is_too_large |= is_limit(diagnostic.message);
        if (is_fault(diagnostic)) {
            attempt.faults.push_back(fault_of(diagnostic, assembly.diagnostics, attempt.text));
        }
    }
    return attempt;
}

TrialOutcome Trials::compare(const Trial& before, const Fault& target, const Trial& after) {
    // In a line that was wrong something else may be wrong now: it may stand in another segment.
    std::set<std::pair<u32, u32>> known;
    u32 last = 0;
    for (const Fault& fault : before.faults) {
        known.insert({fault.place.file, fault.origin});
        last = std::max(last, fault.origin);
    }
    TrialOutcome outcome = TrialOutcome::repaired;
    for (const Fault& fault : after.faults) {
        const bool in_line =
            target.origin > 0 && fault.origin == target.origin && fault.place.file == target.place.file;
        if (fault.key == target.key) {
            outcome = TrialOutcome::still_there;
            continue;
        }
        if (in_line) {
            outcome = std::max(outcome, TrialOutcome::another_in_line);
            continue;
        }
        const bool is_known = known.contains({fault.place.file, fault.origin});
        if (!is_known && (before.is_complete || fault.origin <= last)) {
            return TrialOutcome::no_better;
        }
    }
    const bool has_more =
        outcome == TrialOutcome::repaired && before.is_complete && after.faults.size() > before.faults.size();
    return after.is_too_large || has_more ? TrialOutcome::no_better : outcome;
}

}  // namespace mariner::tutor
