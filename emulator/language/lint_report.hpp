#pragma once
// What the lints have found, with its words from lints.inc, at its place in the files.

#include <string>
#include <vector>

#include "emulator/language/report.hpp"

namespace mariner::language {

enum class Lint : u8 {
#define LINT(id, kind, sentence, hint) id,
#include "emulator/language/lints.inc"
#undef LINT
};

class LintReport {
public:
    explicit LintReport(ProgramView& view) : m_view(&view), m_image(&*view.assembly().image) {}

    /// About a statement; what a macro or nobody wrote is passed over.
    void add(Lint lint, const TextEntry& entry, const std::vector<std::string>& arguments);
    /// About all lines from one statement's to another's.
    void add_lines(Lint lint, const TextEntry& first, const TextEntry& last,
                   const std::vector<std::string>& arguments = {});
    void add_label(Lint lint, const NameDefinition& label);
    [[nodiscard]] std::vector<ReportEntry> take() { return std::move(m_entries); }

    [[nodiscard]] std::string name_at(u32 address) const;

private:
    [[nodiscard]] const Statement* written_by_hand(const TextEntry& entry) const;

    ProgramView* m_view;
    const ProgramImage* m_image;
    std::vector<ReportEntry> m_entries;
};

}  // namespace mariner::language
