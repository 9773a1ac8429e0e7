#pragma once
// What data directives store: numbers, labels, strings, alignment. Called by the first pass, one line of tokens at a
// time; remembers only the last directive, whose list the next line may continue, and whether items are aligned.

#include "emulator/assembler/line_reporter.hpp"

namespace mariner::assembler {

class DataWriter {
public:
    DataWriter(AssemblyContext& context, ProgramDraft& program, UnitDraft& draft, u32 unit_index,
               const LineReporter& lines)
        : m_context(&context), m_program(&program), m_draft(&draft), m_unit_index(unit_index), m_lines(&lines) {}

    /// What the items of this line, and of those behind it that have no directive, are.
    void select(Directive directive) { m_directive = directive; }
    /// A line of items, behind a directive or without one.
    void store(Tokens tokens);
    void reserve(u32 size);
    void align(u32 boundary);
    void align_items(bool wanted) { m_align = wanted; }

    /// Labels in this file's data whose address wasn't known yet.
    [[nodiscard]] const std::vector<DataLabel>& references() const { return m_references; }

private:
    void store_items(Tokens tokens);
    void add_item(u32 address, u32 size, DataKind kind);
    void store_repeated(const Token& value, const Token& count);
    void store_number(const Token& token);
    void store_integer(const Token& token);
    void warn_truncated(const Token& token);
    void store_label(const Token& token);
    void store_real(const Token& token);
    void store_double(double value, const Token& token);
    bool store_aligned(u32 value, u32 size, const Token& token);
    void store_characters(const Token& token, bool ends_with_zero);
    void store_character(u32 unit, const Token& token);
    [[nodiscard]] bool is_repetition(const Token& value, const Token& count) const;
    void report_bad_address(const Token& token, u32 address);

    AssemblyContext* m_context;
    ProgramDraft* m_program;
    UnitDraft* m_draft;
    u32 m_unit_index;
    const LineReporter* m_lines;
    bool m_align = true;
    Directive m_directive = Directive::word;
    const Token* m_truncated = nullptr;  // the item that the last warning of a repetition was about
    std::vector<DataLabel> m_references;
};

}  // namespace mariner::assembler
