#pragma once
// The first pass over one source unit, line by line: labels get their addresses, directives are carried out, macros
// expanded, statements read and given their place. Directives are in first_pass_directives.cpp.

#include <deque>

#include "emulator/assembler/data_writer.hpp"
#include "emulator/assembler/expander.hpp"
#include "emulator/assembler/parser.hpp"

namespace mariner::assembler {

/// Makes the unit's draft anew. What all units share goes on where the unit before left it.
void lay_out(AssemblyContext& context, ProgramDraft& program, u32 unit_index);

class FirstPass {
public:
    FirstPass(AssemblyContext& context, ProgramDraft& program, u32 unit_index);

    /// All lines of the unit, then what its end brings: exported labels, references that are known by now.
    void run();

private:
    void read_line(const LineOrigin& line, Tokens tokens);
    [[nodiscard]] bool was_refused(Tokens tokens) const;
    void define_label(const Token& label);
    void add_statement(Tokens tokens, u32 first_offset);
    [[nodiscard]] const isa::Mnemonic* find_operator(Tokens tokens);
    [[nodiscard]] std::string hint_for_word(std::string_view word) const;
    void report_misfit(const isa::Mnemonic& mnemonic, const FormMatch& match, Tokens tokens);
    bool expand_if_macro(Tokens tokens);
    void expand(const Macro& macro, const Token& name, Tokens arguments);
    void export_globals();
    void resolve_references();

    // first_pass_directives.cpp
    using DirectiveHandler = void (FirstPass::*)(Tokens tokens);
    static DirectiveHandler handler_of(Directive directive);
    void execute_directive(Tokens tokens);
    void switch_to_data(Tokens tokens);
    void switch_to_text(Tokens tokens);
    void store_data(Tokens tokens);
    void align_data(Tokens tokens);
    void reserve_space(Tokens tokens);
    void declare_extern(Tokens tokens);
    void declare_global(Tokens tokens);
    void begin_macro(Tokens tokens);
    void end_macro(Tokens tokens);
    void warn_ignored(Tokens tokens);
    void ignore_handled(Tokens tokens);
    void refuse_include(Tokens tokens);
    [[nodiscard]] bool has_one_number(Tokens tokens);
    [[nodiscard]] bool is_in_data_segment(const Token& token);

    /// A label that .globl names.
    struct GlobalDeclaration {
        std::string_view name;
        SourcePlace place;
    };

    AssemblyContext* m_context;
    ProgramDraft* m_program;
    SourceUnit* m_unit;
    UnitDraft* m_draft;
    LineReporter m_lines;
    DataWriter m_data;
    Expander m_expander;
    bool m_in_data = false;
    bool m_in_macro = false;
    std::vector<GlobalDeclaration> m_globals;
    std::vector<Token> m_tokens;     // of a line of the file
    std::deque<TokenList> m_levels;  // one list per depth of macro calls
    size_t m_depth = 0;
};

}  // namespace mariner::assembler
