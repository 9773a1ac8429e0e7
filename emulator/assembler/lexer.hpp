#pragma once
// One line of source to tokens. Called once for every line as it is read, and again where .eqv or a macro changed a
// line in a way that only its text tells. Knows nothing of files, macros or what a line means.

#include <optional>
#include <string_view>

#include "emulator/assembler/text_arena.hpp"
#include "emulator/assembler/token.hpp"

namespace mariner::assembler {

class Lexer {
public:
    explicit Lexer(TextArena& arena) : m_arena(&arena) {}

    /// Replaces `out` by the line's tokens, a comment included. What is no language element is of kind `invalid`.
    void scan(std::string_view line, TokenList& out);

private:
    size_t scan_word(size_t start, size_t from);
    size_t scan_sign(size_t at);
    size_t scan_string(size_t start);
    size_t scan_character(size_t start);
    [[nodiscard]] bool is_digit_at(size_t at) const;

    Token& add(TokenKind kind, size_t start, size_t end);
    void add_character(size_t start, size_t end);

    TextArena* m_arena;
    std::string_view m_line;
    TokenList* m_out = nullptr;
};

/// An integer in any of the notations; nothing if it is none (it may still be a real number).
std::optional<i32> read_integer(std::string_view text);

/// $0 .. $31 in any integer notation, $ alone, or a name such as $t0.
std::optional<u8> read_integer_register(std::string_view text);
/// $f0 .. $f31 in any integer notation.
std::optional<u8> read_float_register(std::string_view text);

/// A register written $f0 .. $f31; other notations of its number fail later, when the instruction is built.
bool is_plain_float_register(const Token& token);

/// A parameter of a macro: %name, or $name where that is no register of any kind.
bool is_macro_parameter(const Token& token);

}  // namespace mariner::assembler
