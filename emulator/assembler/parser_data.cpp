#include <bit>
#include <cmath>

#include "emulator/assembler/characters.hpp"
#include "emulator/assembler/parser.hpp"
#include "emulator/assembler/suggest.hpp"
#include "emulator/support/java_number.hpp"
#include "emulator/support/text.hpp"

namespace mariner::assembler {

namespace {

constexpr u32 size_of(Directive directive) {
    switch (directive) {
        case Directive::double_:
            return 8;
        case Directive::half:
            return 2;
        case Directive::byte:
            return 1;
        default:
            return 4;
    }
}

constexpr bool fits_signed(Directive directive, i32 value) {
    return directive == Directive::byte   ? value >= -128 && value <= 127
           : directive == Directive::half ? value >= -32768 && value <= 32767
                                          : true;
}

/// The directive that has room for a value.
std::string_view range_of(Directive directive) {
    return directive == Directive::byte ? "a signed .byte holds -128 to 127" : "a signed .half holds -32768 to 32767";
}

constexpr u32 canonical_nan = 0x7fc00000;
constexpr u64 canonical_double_nan = 0x7ff8000000000000;
constexpr double largest_float = 3.4028234663852886e38;

char16_t unescaped(char16_t unit) {
    switch (unit) {
        case u'n':
            return u'\n';
        case u't':
            return u'\t';
        case u'r':
            return u'\r';
        case u'b':
            return u'\b';
        case u'f':
            return u'\f';
        case u'0':
            return u'\0';
        default:
            return unit;
    }
}

}  // namespace

/// A line without a directive goes on with the list of the last one.
void Parser::continue_list(Tokens tokens) {
    if (m_data_directive == Directive::ascii || m_data_directive == Directive::asciiz) {
        store_strings(tokens);
    } else {
        store_numbers(tokens);
    }
}

void Parser::store_numbers(Tokens tokens) {
    m_truncated = nullptr;
    const bool has_directive = tokens[0].kind == TokenKind::directive;
    if (has_directive) {
        m_data_directive = tokens[0].directive;
        if (!is_in_data_segment(tokens[0])) {
            return;
        }
    }
    // Four tokens with a colon third are a repetition, even where the first is no directive: then it is passed over.
    if (tokens.size() == 4 && tokens[2].kind == TokenKind::colon) {
        store_repeated(tokens[1], tokens[3]);
        return;
    }
    for (const Token& token : tokens.subspan(has_directive ? 1 : 0)) {
        store_number(token);
    }
}

bool Parser::is_repetition(const Token& value, const Token& count) const {
    const bool is_value =
        value.kind == TokenKind::integer || (!is_integer_directive(m_data_directive) && value.kind == TokenKind::real);
    return is_value && count.kind == TokenKind::integer;
}

void Parser::store_repeated(const Token& value, const Token& count) {
    if (!is_repetition(value, count)) {
        report(Message::malformed_repetition, value, {});
        return;
    }
    if (count.value <= 0) {
        report(Message::repetition_not_positive, count, {});
        return;
    }
    if (m_align) {
        align_to(size_of(m_data_directive));
    }
    m_truncated = nullptr;
    for (i32 i = 0; i < count.value && !m_session->diagnostics.limit_exceeded() && !m_session->is_stopped(); ++i) {
        store_number(value);
    }
}

void Parser::store_number(const Token& token) {
    if (!is_integer_directive(m_data_directive)) {
        store_real(token);
    } else if (token.kind == TokenKind::integer) {
        store_integer(token);
    } else if (token.kind == TokenKind::identifier) {
        store_label(token);
    } else {
        report(Message::not_integer_or_label, token, {token.text});
    }
}

void Parser::store_integer(const Token& token) {
    if (!fits_signed(m_data_directive, token.value)) {
        warn_truncated(token);
    }
    const u32 size = size_of(m_data_directive);
    const u32 mask = size == 4 ? 0xffffffff : (u32{1} << (8 * size)) - 1;
    store_aligned(static_cast<u32>(token.value) & mask, size, token);
}

/// A repetition warns for every item; only the first makes a message, the others count it.
void Parser::warn_truncated(const Token& token) {
    const bool is_repeated = m_truncated == &token && m_session->diagnostics.repeat_last_warning();
    if (!is_repeated) {
        report(Message::value_truncated, token, {token.text}, std::string(range_of(m_data_directive)));
    }
    m_truncated = &token;
}

/// A label that is known already is stored as it stands now, even if aligning this very item moves it.
void Parser::store_label(const Token& token) {
    const u32 size = size_of(m_data_directive);
    if (const auto known = find_address(m_unit->symbols, m_session->globals, token.text)) {
        if (store_aligned(*known, size, token)) {
            m_session->data_labels.push_back({m_unit_index, token.text, m_session->data_address.get() - size, size});
        }
        return;
    }
    const bool stored = store_aligned(0, size, token);
    const u32 address = m_session->data_address.get() - (stored ? size : 0);
    if (stored) {
        m_session->data_labels.push_back({m_unit_index, token.text, address, size});
    }
    m_references.push_back({m_unit_index, m_line.number, m_line.text, token.offset, token.text, address, size});
}

void Parser::store_real(const Token& token) {
    const bool is_number = token.kind == TokenKind::integer || token.kind == TokenKind::real;
    const auto value = is_number ? parse_java_double(token.text) : std::nullopt;
    if (!value) {
        report(Message::not_floating_point, token, {token.text});
        return;
    }
    if (m_data_directive == Directive::double_) {
        store_double(*value, token);
        return;
    }
    if (std::abs(*value) > largest_float) {
        report(Message::float_out_of_range, token, {token.text});
        return;
    }
    const u32 bits = std::isnan(*value) ? canonical_nan : std::bit_cast<u32>(static_cast<float>(*value));
    store_aligned(bits, size_of(m_data_directive), token);
}

/// The high word is stored first: where only that one has a place, it stays.
void Parser::store_double(double value, const Token& token) {
    if (m_align) {
        align_to(8);
    }
    const u64 bits = std::isnan(value) ? canonical_double_nan : std::bit_cast<u64>(value);
    const u32 address = m_session->data_address.get();
    if (!m_session->data.store(address + 4, static_cast<u32>(bits >> 32), 4) ||
        !m_session->data.store(address, static_cast<u32>(bits), 4)) {
        report_bad_address(token, address);
        return;
    }
    m_session->data_address.advance(8);
}

bool Parser::store_aligned(u32 value, u32 size, const Token& token) {
    if (++m_session->data_items > m_session->options.limits.data_items) {
        m_session->stop(Message::too_much_data, place_of(token),
                        {std::to_string(m_session->options.limits.data_items)});
        return false;
    }
    if (m_align) {
        align_to(size);
    }
    const u32 address = m_session->data_address.get();
    if (!m_session->data.store(address, value, size)) {
        report_bad_address(token, address);
        return false;
    }
    m_session->data_address.advance(size);
    return true;
}

void Parser::report_bad_address(const Token& token, u32 address) {
    report(Message::bad_data_address, token, {std::to_string(static_cast<i32>(address)), hex32(address)});
}

void Parser::store_strings(Tokens tokens) {
    const bool has_directive = tokens[0].kind == TokenKind::directive;
    if (has_directive) {
        m_data_directive = tokens[0].directive;
        if (!is_in_data_segment(tokens[0])) {
            return;
        }
    }
    for (const Token& token : tokens.subspan(has_directive ? 1 : 0)) {
        if (token.kind == TokenKind::string) {
            store_characters(token, m_data_directive == Directive::asciiz);
        } else {
            report(Message::not_a_string, token, {token.text});
        }
    }
}

/// Everything between the first and the last character, whatever the last one is.
void Parser::store_characters(const Token& token, bool ends_with_zero) {
    const std::string_view text = token.text;
    size_t end = text.size();
    while (end > 1 && (static_cast<u8>(text[end - 1]) & 0xC0) == 0x80) {
        --end;
    }
    end -= end > 1 ? 1 : 0;
    for (size_t at = 1; at < end;) {
        Unit unit = unit_at(text, at);
        at += unit.size;
        if (unit.value == u'\\') {
            unit = unit_at(text, at);
            at += unit.size;
            unit.value = unescaped(unit.value);
        }
        store_character(unit.value, token);
    }
    if (ends_with_zero) {
        store_character(0, token);
    }
}

/// One byte per UTF-16 unit: its low one. The address moves on even where nothing can be stored.
void Parser::store_character(u32 unit, const Token& token) {
    const u32 address = m_session->data_address.get();
    if (!m_session->data.store(address, unit, 1)) {
        report_bad_address(token, address);
    }
    m_session->data_address.advance(1);
}

}  // namespace mariner::assembler
