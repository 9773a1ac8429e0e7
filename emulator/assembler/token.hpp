#pragma once
// What a line is made of after lexing. Tokens point into the line's text; the line must outlive them.

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

struct Token {
    TokenKind kind = TokenKind::invalid;
    u8 register_number = 0;
    bool is_plain_register = true;  // a floating-point register spelled $f0 .. $f31; other spellings fail later
    Directive directive{};
    u32 offset = 0;  // in bytes from the start of the line
    u32 length = 0;  // in the source; a character literal's text is longer or shorter than that
    i32 value = 0;   // of an integer
    std::string_view text;
    const isa::Mnemonic* mnemonic = nullptr;
};

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
