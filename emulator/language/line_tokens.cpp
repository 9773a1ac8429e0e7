#include "emulator/language/line_tokens.hpp"

#include <algorithm>

#include "emulator/assembler/characters.hpp"

namespace mariner::language {

using assembler::Token;
using assembler::TokenKind;

const std::vector<Token>& LineTokens::read(std::string_view line) {
    const bool is_plain = std::all_of(line.begin(), line.end(), [](char c) { return static_cast<u8>(c) < 0xF0; });
    if (is_plain) {
        m_lexer.scan(line, m_list);
        return m_list.tokens;
    }
    // The lexer has two characters of three bytes for one of four.
    m_decoded = assembler::decode_source(std::string(line));
    m_lexer.scan(m_decoded, m_list);
    size_t source = 0;
    size_t decoded = 0;
    const auto source_of = [&](u32 offset) {
        while (decoded < offset && source < line.size()) {
            const auto lead = static_cast<u8>(line[source]);
            const size_t size = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
            source += size;
            decoded += size == 4 ? 6 : size;
        }
        return static_cast<u32>(std::min(source, line.size()));
    };
    for (Token& token : m_list.tokens) {
        const u32 end = token.end();
        token.offset = source_of(token.offset);
        token.length = source_of(end) - token.offset;
    }
    return m_list.tokens;
}

ReadLine parts_of(const std::vector<Token>& tokens) {
    const assembler::LineParts parts = assembler::split_line(tokens);
    ReadLine line;
    line.label = parts.label;
    line.rest = parts.label != nullptr ? parts.tokens.subspan(2) : parts.tokens;
    line.comment = !tokens.empty() && tokens.back().is(TokenKind::comment) ? &tokens.back() : nullptr;
    return line;
}

const Token* token_at(const std::vector<Token>& tokens, u32 offset) {
    const Token* found = nullptr;
    for (const Token& token : tokens) {
        if (token.offset <= offset && offset <= token.end()) {
            found = &token;
        }
    }
    return found;
}

}  // namespace mariner::language
