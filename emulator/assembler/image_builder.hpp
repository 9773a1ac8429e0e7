#pragma once
// From the draft of a program to its image, after all lines are read: label values into statements, pseudo-instructions
// into basic ones, instructions into words at their addresses, checks of those addresses.

#include <optional>

#include "emulator/assembler/statement.hpp"

namespace mariner::assembler {

struct BuiltImage {
    ProgramImage image;
    bool is_complete = false;  // false: there are errors, from this step or an earlier one
};

/// With errors the image is empty, or (keep_partial_image) what MARS would have stored by then.
BuiltImage build_image(AssemblyContext& context, ProgramDraft& program);

class ImageBuilder {
public:
    ImageBuilder(AssemblyContext& context, ProgramDraft& program) : m_context(&context), m_program(&program) {}
    BuiltImage build();

private:
    /// A statement and the unit it is in.
    struct Source {
        u32 unit = 0;
        const ParsedStatement* statement = nullptr;
    };

    void report_unresolved_data();
    [[nodiscard]] std::string hint_for(u32 unit, std::string_view label);
    bool add_all();
    bool add(Source source, Audience audience);
    bool report_bad_register(Source source, Audience audience);
    [[nodiscard]] std::optional<u32> label_value(Source source, Audience audience);
    void add_basic(const ParsedStatement& statement, u32 label);
    void add_pseudo(Source source, u32 label);
    void add_entry(const ParsedStatement& statement, u32 index, const isa::Instruction& instruction);
    void report_missing_register(Source source);
    [[nodiscard]] bool loses_branch(Source source, u32 label) const;

    void encode_all();
    [[nodiscard]] bool is_stored(const TextEntry& entry) const;
    void check(TextEntry& entry);
    void report_bad_address(Source source, u32 address);
    void check_duplicates();
    void keep_what_is_stored();

    void finish();
    void add_stored_words();
    void add_statements();
    void add_symbols();
    [[nodiscard]] u32 find_entry() const;

    [[nodiscard]] Source source_of(const TextEntry& entry) const;
    /// Messages of this step name the line by its number in its file, looked up as if it counted with the includes.
    [[nodiscard]] SourcePlace place_of_line(Source source) const;
    [[nodiscard]] SourcePlace place_of_token(Source source, u32 offset, u32 length) const;
    [[nodiscard]] LineOrigin origin_of(Source source) const {
        return m_program->units[source.unit].origin_of(m_program->files.units[source.unit], *source.statement);
    }

    AssemblyContext* m_context;
    ProgramDraft* m_program;
    ProgramImage m_image;
    std::vector<u32> m_first_statement;  // of each file in their order: its statements' first index in the image
    u32 m_next_statement = 0;
    bool m_has_operator_label = false;
    bool m_has_defective = false;
};

}  // namespace mariner::assembler
