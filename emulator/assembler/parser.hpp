#pragma once
// The first pass over one source unit: every line becomes labels, data, or a statement whose operands are read; macros
// are expanded on the way. Directives are carried out in parser_directives.cpp, data stored in parser_data.cpp.

#include <deque>
#include <span>
#include <vector>

#include "emulator/assembler/reader.hpp"
#include "emulator/assembler/session.hpp"

namespace mariner::assembler {

class Parser {
public:
    Parser(Session& session, u32 unit_index);

    /// All lines of the unit, then what its end brings: exported labels, references that are known by now.
    void run();

private:
    using Tokens = std::span<const Token>;

    /// The line that tokens at hand belong to.
    struct Line {
        std::string_view text;
        u32 number = 0;       // in the unit
        u32 source_line = 0;  // see ParsedStatement
        u32 body_line = 0;
        u32 chain_begin = 0;
        u32 chain_count = 0;
    };

    // parser.cpp
    void parse_line(const Line& line, const TokenList& list);
    void define_label(const Token& label);
    void parse_statement(Tokens tokens, u32 first_offset);
    [[nodiscard]] const isa::Mnemonic* find_operator(Tokens tokens);
    [[nodiscard]] std::string hint_for_word(std::string_view word) const;
    void choose_form(const isa::Mnemonic& mnemonic, Tokens operands, ParsedStatement& statement) const;
    void report_misfit(const isa::Mnemonic& mnemonic, const isa::Pattern& pattern, Tokens tokens);
    void warn_unknown_directive(const Token& token);
    bool expand_if_macro(Tokens tokens);
    void expand(const Macro& macro, const Token& name, Tokens arguments, const Line& call);
    [[nodiscard]] std::string_view substitute(const Macro& macro, u32 line, Tokens arguments, u32 number);
    void finish_unit();
    void export_globals();
    void resolve_references();

    // parser_directives.cpp
    using Handler = void (Parser::*)(Tokens tokens);
    static Handler handler_of(Directive directive);
    void execute_directive(Tokens tokens);
    void switch_to_data(Tokens tokens);
    void switch_to_text(Tokens tokens);
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
    void align_to(u32 boundary);

    // parser_data.cpp
    void store_numbers(Tokens tokens);
    void store_strings(Tokens tokens);
    void continue_list(Tokens tokens);
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

    [[nodiscard]] Place place_of(const Token& token) const;
    void report(Message message, const Token& token, std::initializer_list<std::string_view> arguments,
                std::string hint = {});

    /// A label that .globl names.
    struct GlobalDeclaration {
        std::string_view name;
        std::string_view text;
        u32 line = 0;
        u32 offset = 0;
        u32 length = 0;
    };

    Session* m_session;
    SourceUnit* m_unit;
    u32 m_unit_index;
    LineScanner m_scanner;
    Line m_line;
    bool m_in_data = false;
    bool m_in_macro = false;
    bool m_align = true;
    Directive m_data_directive = Directive::word;
    const Token* m_truncated = nullptr;  // the item that the last warning of a repetition was about
    std::vector<GlobalDeclaration> m_globals;
    std::vector<ForwardReference> m_references;
    std::deque<TokenList> m_levels;  // one list per depth of macro calls
    TokenList m_body_tokens;
    size_t m_depth = 0;
};

}  // namespace mariner::assembler
