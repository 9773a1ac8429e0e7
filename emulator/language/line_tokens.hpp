#pragma once
// One line of a document as the assembler's lexer reads it, with places that count the document's own bytes.

#include <string>
#include <string_view>
#include <vector>

#include "emulator/assembler/lexer.hpp"
#include "emulator/assembler/parser.hpp"

namespace mariner::language {

/// The part of a line that is a token.
inline std::string_view spelling(std::string_view line, const assembler::Token& token) {
    return line.substr(token.offset, token.length);
}

/// Lives for one question: what it keeps of character literals goes with it.
class LineTokens {
public:
    LineTokens() : m_lexer(m_arena) {}

    /// Of a line in UTF-8, valid until the next call. Token::text() is of no use where the line has characters beyond
    /// U+FFFF: see spelling().
    const std::vector<assembler::Token>& read(std::string_view line);

private:
    assembler::TextArena m_arena;
    assembler::Lexer m_lexer;
    assembler::TokenList m_list;
    std::string m_decoded;
};

/// A line's label and what follows it.
struct ReadLine {
    const assembler::Token* label = nullptr;
    assembler::Tokens rest;  // behind label and colon, without the comment
    const assembler::Token* comment = nullptr;

    [[nodiscard]] bool is(assembler::Directive directive) const { return !rest.empty() && rest[0].is(directive); }
    [[nodiscard]] bool is_instruction() const { return !rest.empty() && rest[0].is(assembler::TokenKind::mnemonic); }
};

ReadLine parts_of(const std::vector<assembler::Token>& tokens);

/// The token that a place touches, or null; of two the one that begins there.
const assembler::Token* token_at(const std::vector<assembler::Token>& tokens, u32 offset);

}  // namespace mariner::language
