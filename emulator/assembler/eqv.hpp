#pragma once
// .eqv: names that stand for texts, and their replacement in lines of a file (reader) and of macros (expander).

#include <string_view>
#include <vector>

#include "emulator/assembler/context.hpp"
#include "emulator/assembler/index_table.hpp"
#include "emulator/assembler/lexer.hpp"

namespace mariner::assembler {

/// Names that .eqv gave to texts. All views must outlive the table.
class EqvTable {
public:
    struct Definition {
        std::string_view name;
        std::string_view text;
        std::vector<Token> tokens;  // of the text; empty unless they may stand anywhere
    };

    [[nodiscard]] bool empty() const { return m_rows.empty(); }
    /// Null if the name stands for nothing.
    [[nodiscard]] const Definition* find(std::string_view name) const;
    void add(Definition row);

private:
    std::vector<Definition> m_rows;
    IndexTable m_by_name;
};

class EqvReplacer {
public:
    EqvReplacer(AssemblyContext& context, EqvTable& table)
        : m_context(&context), m_table(&table), m_lexer(context.arena()) {}

    /// Notes what an .eqv line defines, or replaces names until none is left. `list` holds the tokens of the text, and
    /// afterwards those of the text that is returned, which lives as long as the context. `audience`: of messages about
    /// tokens as they are (the first reading has reported them already).
    std::string_view apply(std::string_view text, const SourcePlace& line, TokenList& list,
                           Audience audience = Audience::all);

private:
    [[nodiscard]] SourcePlace place_of(const Token& token) const;
    [[nodiscard]] const Token* find_definition(const TokenList& list) const;
    void define(const TokenList& list, size_t at);
    [[nodiscard]] std::string_view replacement_text(const TokenList& list, size_t first) const;
    bool replace(TokenList& list, size_t at, const EqvTable::Definition& row);

    AssemblyContext* m_context;
    EqvTable* m_table;
    Lexer m_lexer;
    SourcePlace m_line;
    std::string_view m_text;
    TokenList m_alone;
};

/// One message for each token that is no language element.
void report_invalid_tokens(AssemblyContext& context, const SourcePlace& line, std::string_view text,
                           const TokenList& list, Audience audience = Audience::all);

}  // namespace mariner::assembler
