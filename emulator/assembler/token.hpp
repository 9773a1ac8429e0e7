#pragma once
// What a line is made of after lexing. Tokens point into the line's text; the line must outlive them.

#include <span>
#include <string_view>
#include <vector>

#include "emulator/assembler/directives.hpp"
#include "emulator/isa/mnemonics.hpp"

namespace mariner::assembler {

enum class TokenKind : u8 {
    invalid,
    comment,
    open_paren,
    close_paren,
    colon,
    plus,
    minus,
    macro_parameter,
    integer_register,
    float_register,
    integer,
    real,
    mnemonic,
    directive,
    string,
    identifier,
};

/// Small, since those of all lines are kept until the program is laid out.
struct Token {
    TokenKind kind = TokenKind::invalid;
    u8 number = 0;     // of a register or directive; of a character literal how many digits its code has
    u16 mnemonic = 0;  // index into isa::all_mnemonics()
    u32 offset = 0;    // in bytes from the start of the line
    u32 length = 0;    // in the source
    i32 value = 0;     // of an integer
    const char* characters = nullptr;

    /// As it stands in the source, but for a character literal: its code in decimal digits.
    [[nodiscard]] std::string_view text() const {
        return {characters, kind == TokenKind::integer && number > 0 ? number : length};
    }
    [[nodiscard]] u32 end() const { return offset + length; }
    [[nodiscard]] bool is(TokenKind wanted) const { return kind == wanted; }
    [[nodiscard]] bool is(Directive wanted) const {
        return kind == TokenKind::directive && number == static_cast<u8>(wanted);
    }
    [[nodiscard]] Directive directive() const { return static_cast<Directive>(number); }
};

using Tokens = std::span<const Token>;

/// The tokens of one line, reused from line to line.
struct TokenList {
    std::vector<Token> tokens;
    bool has_invalid = false;

    void clear() {
        tokens.clear();
        has_invalid = false;
    }
};

}  // namespace mariner::assembler
