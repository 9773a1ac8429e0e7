#include "emulator/assembler/lexer.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "emulator/assembler/characters.hpp"
#include "emulator/isa/registers.hpp"
#include "emulator/support/java_number.hpp"
#include "emulator/support/text.hpp"

namespace mariner::assembler {

namespace {

enum class CharacterClass : u8 { name, digit, dot, dollar, other, blank, hash, sign, single, quote, apostrophe };

constexpr std::array<CharacterClass, 256> make_classes() {
    std::array<CharacterClass, 256> classes{};
    for (size_t c = 0; c < classes.size(); ++c) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        classes[c] = letter                 ? CharacterClass::name
                     : c >= '0' && c <= '9' ? CharacterClass::digit
                                            : CharacterClass::other;
    }
    classes['.'] = CharacterClass::dot;
    classes['$'] = CharacterClass::dollar;
    classes[' '] = classes['\t'] = classes[','] = CharacterClass::blank;
    classes['#'] = CharacterClass::hash;
    classes['+'] = classes['-'] = CharacterClass::sign;
    classes[':'] = classes['('] = classes[')'] = CharacterClass::single;
    classes['"'] = CharacterClass::quote;
    classes['\''] = CharacterClass::apostrophe;
    return classes;
}

constexpr std::array<CharacterClass, 256> classes = make_classes();

CharacterClass class_of(char c) {
    return classes[static_cast<u8>(c)];
}

TokenKind kind_of_single(char c) {
    return c == ':' ? TokenKind::colon : c == '(' ? TokenKind::open_paren : TokenKind::close_paren;
}

/// The usual case: a few decimal digits, or 0x and a few hexadecimal ones.
std::optional<i32> read_short_integer(std::string_view text) {
    constexpr size_t short_decimal = 9;
    constexpr size_t short_hexadecimal = 9;  // "0x" and seven digits
    const bool hexadecimal = text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const bool octal = !hexadecimal && text.size() > 1 && text[0] == '0';
    if (text.empty() || octal || text.size() > (hexadecimal ? short_hexadecimal : short_decimal)) {
        return std::nullopt;
    }
    i32 value = 0;
    for (const char c : text.substr(hexadecimal ? 2 : 0)) {
        const int digit = static_cast<u8>(c) < 0x80 ? digit_value(static_cast<char16_t>(c), hexadecimal ? 16 : 10) : -1;
        if (digit < 0) {
            return std::nullopt;
        }
        value = value * (hexadecimal ? 16 : 10) + digit;
    }
    return value;
}

/// Digits of any script count, but only after a prefix written in ASCII.
std::optional<i32> read_unicode_integer(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) {
        text.remove_prefix(1);
    }
    int base = 10;
    if (text.starts_with("0x") || text.starts_with("0X")) {
        base = 16;
        text.remove_prefix(2);
    } else if (text.size() > 1 && text[0] == '0') {
        base = 8;
        text.remove_prefix(1);
    }
    const i64 limit = i64{std::numeric_limits<i32>::max()} + (negative ? 1 : 0);
    i64 value = 0;
    for (size_t at = 0; at < text.size();) {
        const CodeUnit unit = unit_at(text, at);
        const int digit = digit_value(unit.value, base);
        value = value * base + digit;
        if (digit < 0 || value > limit) {
            return std::nullopt;
        }
        at += unit.size;
    }
    return text.empty() ? std::nullopt : std::optional(static_cast<i32>(negative ? -value : value));
}

bool is_plain_ascii(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<u8>(c) < 0x80; });
}

bool is_identifier(std::string_view text) {
    for (size_t at = 0; at < text.size();) {
        const CodeUnit unit = unit_at(text, at);
        const bool sign = unit.value == u'_' || unit.value == u'.' || unit.value == u'$';
        if (!sign && !is_letter(unit.value) && (at == 0 || !is_digit(unit.value))) {
            return false;
        }
        at += unit.size;
    }
    return true;
}

/// The code of the character in a literal, or nothing if it can't be translated. `inside` is without the quotes.
std::optional<u32> character_code(std::string_view inside) {
    const size_t count = unit_count(inside);
    if (inside[0] != '\\') {
        return count == 1 ? std::optional<u32>(unit_at(inside, 0).value) : std::nullopt;
    }
    if (count == 2) {
        const std::optional<char> meaning = escaped_character(unit_at(inside, 1).value);
        return meaning ? std::optional<u32>(*meaning) : std::nullopt;
    }
    if (count != 4) {
        return std::nullopt;
    }
    std::string_view octal = inside.substr(1);
    const bool has_sign = octal[0] == '+' || octal[0] == '-';
    const bool negative = octal[0] == '-';
    octal.remove_prefix(has_sign ? 1 : 0);
    u32 value = 0;
    for (size_t at = 0; at < octal.size();) {
        const CodeUnit unit = unit_at(octal, at);
        const int digit = digit_value(unit.value, 8);
        if (digit < 0) {
            return std::nullopt;
        }
        value = value * 8 + static_cast<u32>(digit);
        at += unit.size;
    }
    const bool fits = negative ? value == 0 : value <= 255;
    return fits ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<i32> read_integer(std::string_view text) {
    if (const auto value = read_short_integer(text)) {
        return value;
    }
    return is_plain_ascii(text) ? decode_mars_int(text) : read_unicode_integer(text);
}

namespace {

/// Nothing is 0.
std::optional<u8> read_register_number(std::string_view text) {
    const auto number = text.empty() ? std::optional(0) : read_integer(text);
    return number && *number >= 0 && *number < 32 ? std::optional(static_cast<u8>(*number)) : std::nullopt;
}

}  // namespace

std::optional<u8> read_integer_register(std::string_view text) {
    const bool is_name = text.size() > 1 && class_of(text[1]) == CharacterClass::name;
    return is_name ? isa::find_register(text) : read_register_number(text.substr(1));
}

std::optional<u8> read_float_register(std::string_view text) {
    return text.starts_with("$f") ? read_register_number(text.substr(2)) : std::nullopt;
}

bool is_plain_float_register(const Token& token) {
    return token.length == (token.number < 10 ? 3 : 4);
}

bool is_macro_parameter(const Token& token) {
    const bool is_register = token.is(TokenKind::integer_register) || token.is(TokenKind::float_register);
    return token.is(TokenKind::macro_parameter) || (token.characters[0] == '$' && !is_register);
}

namespace {

bool classify_as_mnemonic(Token& token, std::string_view name) {
    if (const isa::Mnemonic* const mnemonic = isa::find_mnemonic(name)) {
        token.kind = TokenKind::mnemonic;
        token.mnemonic = static_cast<u16>(mnemonic - isa::all_mnemonics().data());
    }
    return token.kind == TokenKind::mnemonic;
}

bool classify_as_directive(Token& token, std::string_view name) {
    const DirectiveInfo* const row = name.starts_with('.') ? find_directive(name) : nullptr;
    if (row != nullptr) {
        token.kind = TokenKind::directive;
        token.number = static_cast<u8>(row->id);
    }
    return row != nullptr;
}

bool classify_as_register(Token& token, std::string_view text) {
    auto number = read_integer_register(text);
    const TokenKind kind = number ? TokenKind::integer_register : TokenKind::float_register;
    number = number ? number : read_float_register(text);
    if (number) {
        token.kind = kind;
        token.number = *number;
    }
    return number.has_value();
}

bool classify_as_number(Token& token, std::string_view text) {
    if (const auto value = read_integer(text)) {
        token.kind = TokenKind::integer;
        token.value = *value;
    } else if (parse_java_double(text)) {
        token.kind = TokenKind::real;
    }
    return token.kind != TokenKind::invalid;
}

/// A text of letters, digits, underscores, dots and dollar signs.
void classify_name(Token& token, std::string_view text) {
    switch (class_of(text[0])) {
        case CharacterClass::digit:
            classify_as_number(token, text);
            return;
        case CharacterClass::dot:
            token.kind = TokenKind::identifier;
            if (text.size() > 1 && class_of(text[1]) == CharacterClass::digit && parse_java_double(text)) {
                token.kind = TokenKind::real;
            } else {
                classify_as_directive(token, text);
            }
            return;
        case CharacterClass::dollar:
            token.kind = TokenKind::identifier;
            classify_as_register(token, text);
            return;
        default:
            token.kind = text == "NaN" || text == "Infinity" ? TokenKind::real : TokenKind::identifier;
            classify_as_mnemonic(token, text);
    }
}

/// Characters beyond ASCII, control characters (which Java's number reader strips), punctuation.
void classify_unusual(Token& token, std::string_view text) {
    if (text[0] == '\'') {
        return;
    }
    if (text[0] == '%' && text.size() > 1) {
        token.kind = TokenKind::macro_parameter;
        return;
    }
    if ((text[0] == '$' && classify_as_register(token, text)) || classify_as_number(token, text)) {
        return;
    }
    const std::string folded = fold_to_ascii(text);
    if (!classify_as_mnemonic(token, folded) && !classify_as_directive(token, folded) && is_identifier(text)) {
        token.kind = TokenKind::identifier;
    }
}

}  // namespace

void Lexer::scan(std::string_view line, TokenList& out) {
    out.clear();
    m_line = line;
    m_out = &out;
    size_t at = 0;
    while (at < line.size()) {
        switch (class_of(line[at])) {
            case CharacterClass::blank:
                ++at;
                break;
            case CharacterClass::hash:
                add(TokenKind::comment, at, line.size());
                at = line.size();
                break;
            case CharacterClass::single:
                add(kind_of_single(line[at]), at, at + 1);
                ++at;
                break;
            case CharacterClass::sign:
                at = scan_sign(at);
                break;
            case CharacterClass::quote:
                at = scan_string(at);
                break;
            case CharacterClass::apostrophe:
                at = scan_character(at);
                break;
            default:
                at = scan_word(at, at);
        }
    }
}

bool Lexer::is_digit_at(size_t at) const {
    return at < m_line.size() && is_digit(unit_at(m_line, at).value);
}

/// Collects up to a delimiter or special character; what stands before `from` belongs to the token already.
size_t Lexer::scan_word(size_t start, size_t from) {
    const char* const text = m_line.data();
    bool is_name = start == from;
    size_t at = from;
    for (; at < m_line.size(); ++at) {
        const CharacterClass kind = class_of(text[at]);
        if (kind <= CharacterClass::dollar) {
            continue;
        }
        if (kind >= CharacterClass::blank) {
            const bool after_e =
                kind == CharacterClass::sign && at > start && (text[at - 1] == 'e' || text[at - 1] == 'E');
            if (!after_e || !is_digit_at(at + 1)) {
                break;
            }
        }
        is_name = false;
    }
    Token& token = add(TokenKind::invalid, start, at);
    const std::string_view word = m_line.substr(start, at - start);
    if (is_name) {
        classify_name(token, word);
    } else if (class_of(word[0]) == CharacterClass::sign && is_plain_ascii(word)) {
        classify_as_number(token, word);
    } else {
        classify_unusual(token, word);
    }
    m_out->has_invalid |= token.kind == TokenKind::invalid;
    return at;
}

size_t Lexer::scan_sign(size_t at) {
    const std::vector<Token>& before = m_out->tokens;
    const bool after_name = !before.empty() && before.back().kind == TokenKind::identifier;
    if (!after_name && is_digit_at(at + 1)) {
        return scan_word(at, at + 1);
    }
    add(m_line[at] == '+' ? TokenKind::plus : TokenKind::minus, at, at + 1);
    return at + 1;
}

size_t Lexer::scan_string(size_t start) {
    size_t end = start + 1;
    while (true) {
        end = m_line.find('"', end);
        if (end == std::string_view::npos) {
            add(TokenKind::string, start, m_line.size());
            return m_line.size();
        }
        ++end;
        if (m_line[end - 2] != '\\') {
            add(TokenKind::string, start, end);
            return end;
        }
    }
}

/// A literal of at most six units, quotes included; which of them ends it depends on how many the line still has.
size_t Lexer::scan_character(size_t start) {
    constexpr size_t most = 5;
    std::array<size_t, most + 1> end{};  // end[i]: where the i-th unit after the opening quote ends
    end[0] = start + 1;
    size_t count = 0;
    while (count < most && end[count] < m_line.size()) {
        end[count + 1] = end[count] + unit_at(m_line, end[count]).size;
        ++count;
    }
    const auto unit_is = [&](size_t i, char c) { return m_line[end[i - 1]] == c; };
    if (count < 2) {
        return scan_word(start, end[0]);
    }
    if (unit_is(1, '\'')) {
        return scan_word(start, end[1]);
    }
    size_t taken = 3;
    if ((unit_is(2, '\'') && !unit_is(1, '\\')) || count == 2) {
        taken = 2;
    } else if (!unit_is(3, '\'') && count >= most) {
        taken = unit_is(4, '\'') ? 4 : 5;
    }
    add_character(start, end[taken]);
    return end[taken];
}

Token& Lexer::add(TokenKind kind, size_t start, size_t end) {
    Token& token = m_out->tokens.emplace_back();
    token.kind = kind;
    token.offset = static_cast<u32>(start);
    token.length = static_cast<u32>(end - start);
    token.characters = m_line.data() + start;
    return token;
}

void Lexer::add_character(size_t start, size_t end) {
    Token& token = add(TokenKind::invalid, start, end);
    const std::string_view text = token.text();
    const bool closed = unit_count(text) >= 3 && text.ends_with('\'');
    const auto code = closed ? character_code(text.substr(1, text.size() - 2)) : std::nullopt;
    if (!code) {
        m_out->has_invalid = true;
        return;
    }
    const std::string_view digits = m_arena->keep(std::to_string(*code));
    token.kind = TokenKind::integer;
    token.number = static_cast<u8>(digits.size());
    token.value = static_cast<i32>(*code);
    token.characters = digits.data();
}

}  // namespace mariner::assembler
