#include "emulator/language/lint_report.hpp"

#include <algorithm>
#include <array>

#include "emulator/language/lints.hpp"
#include "emulator/support/text.hpp"

namespace mariner::language {

namespace {

constexpr size_t most_lints = 200;

constexpr auto lint_table = std::to_array<LintText>({
#define LINT(id, kind, sentence, hint) {#id, ReportKind::kind, sentence, hint},
#include "emulator/language/lints.inc"
#undef LINT
});

const LintText& row_of(Lint lint) {
    return lint_table[static_cast<size_t>(lint)];
}

std::string filled(std::string_view pattern, const std::vector<std::string>& arguments) {
    std::string out(pattern);
    for (size_t i = 0; i < arguments.size(); ++i) {
        const std::string place = "{" + std::to_string(i) + "}";
        for (size_t at = out.find(place); at != std::string::npos; at = out.find(place, at + arguments[i].size())) {
            out.replace(at, place.size(), arguments[i]);
        }
    }
    return out;
}

}  // namespace

std::span<const LintText> all_lints() {
    return lint_table;
}

bool is_lint(std::string_view code) {
    return std::ranges::find(lint_table, code, &LintText::id) != lint_table.end();
}

const Statement* LintReport::written_by_hand(const TextEntry& entry) const {
    const bool is_known = entry.statement != TextEntry::no_statement && m_entries.size() < most_lints;
    const Statement* const statement = is_known ? &m_image->statements[entry.statement] : nullptr;
    return statement != nullptr && statement->chain.empty() && statement->line != 0 ? statement : nullptr;
}

void LintReport::add(Lint lint, const TextEntry& entry, const std::vector<std::string>& arguments) {
    add_lines(lint, entry, entry, arguments);
}

void LintReport::add_lines(Lint lint, const TextEntry& first, const TextEntry& last,
                           const std::vector<std::string>& arguments) {
    const Statement* const begin = written_by_hand(first);
    const Statement* const end = written_by_hand(last);
    if (begin == nullptr || end == nullptr || begin->file != end->file) {
        return;
    }
    const std::string path = normal_path(m_image->files[begin->file]);
    const std::shared_ptr<const WorkspaceFile> file = m_view->workspace().find(path);
    if (!file) {
        return;
    }
    const LintText& row = row_of(lint);
    const auto code = [&](const Statement& one) {
        return instruction_of_line(one.line - 1, file->text.line(one.line - 1));
    };
    m_entries.push_back({path,
                         {code(*begin).begin, code(*end).end},
                         row.kind,
                         std::string(row.id),
                         filled(row.sentence, arguments) + (row.hint.empty() ? "" : "\n" + filled(row.hint, arguments)),
                         {},
                         {}});
}

void LintReport::add_label(Lint lint, const NameDefinition& label) {
    if (m_entries.size() < most_lints) {
        const LintText& row = row_of(lint);
        m_entries.push_back({label.file->path,
                             label.use.range(),
                             row.kind,
                             std::string(row.id),
                             filled(row.sentence, {std::string(label.name)}),
                             {},
                             {}});
    }
}

std::string LintReport::name_at(u32 address) const {
    const Symbol* const symbol = m_image->symbol_at(address);
    return symbol != nullptr ? symbol->name : hex32(address);
}

}  // namespace mariner::language
