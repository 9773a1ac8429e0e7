#include "emulator/assembler/data_writer.hpp"

#include <bit>
#include <cmath>

#include "emulator/assembler/characters.hpp"
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

constexpr bool is_text(Directive directive) {
    return directive == Directive::ascii || directive == Directive::asciiz;
}

constexpr DataKind kind_of(Directive directive) {
    switch (directive) {
        case Directive::byte:
            return DataKind::bytes;
        case Directive::half:
            return DataKind::halves;
        case Directive::float_:
            return DataKind::floats;
        case Directive::double_:
            return DataKind::doubles;
        case Directive::ascii:
            return DataKind::text;
        case Directive::asciiz:
            return DataKind::text_with_end;
        default:
            return DataKind::words;
    }
}

constexpr bool fits_signed(Directive directive, i32 value) {
    return directive == Directive::byte   ? value >= -128 && value <= 127
           : directive == Directive::half ? value >= -32768 && value <= 32767
                                          : true;
}

/// The directive that has room for a value.
std::string_view range_of(Directive directive) {
    return directive == Directive::byte ? "a signed .byte holds -128 to 127; .half or .word holds more"
                                        : "a signed .half holds -32768 to 32767; .word holds more";
}

constexpr u32 canonical_nan = 0x7fc00000;
constexpr u64 canonical_double_nan = 0x7ff8000000000000;
constexpr double largest_float = 3.4028234663852886e38;

}  // namespace

void DataWriter::store(Tokens tokens) {
    const u32 from = m_program->segments.data.get();
    store_items(tokens);
    if (m_context->options().collect_references) {
        const bool is_aligned = m_align && size_of(m_directive) > 1 && !is_text(m_directive);
        const u32 first = is_aligned ? align_address(from, size_of(m_directive)) : from;
        const u32 end = m_program->segments.data.get();
        if (end > first) {
            add_item(first, end - first, kind_of(m_directive));
        }
    }
}

void DataWriter::reserve(u32 size) {
    m_program->segments.data.advance(size);
    if (m_context->options().collect_references) {
        add_item(m_program->segments.data.get() - size, size, DataKind::space);
    }
}

void DataWriter::add_item(u32 address, u32 size, DataKind kind) {
    const SourcePlace place = m_program->files.units[m_unit_index].place(m_lines->line().number);
    m_program->data_items.push_back({address, size, kind, place.file, place.line});
}

/// Four tokens with a colon third are a repetition, even where the first is no directive: then it is passed over.
void DataWriter::store_items(Tokens tokens) {
    m_truncated = nullptr;
    const bool is_string = is_text(m_directive);
    if (!is_string && tokens.size() == 4 && tokens[2].is(TokenKind::colon)) {
        store_repeated(tokens[1], tokens[3]);
        return;
    }
    for (const Token& token : tokens.subspan(tokens[0].is(TokenKind::directive) ? 1 : 0)) {
        if (!is_string) {
            store_number(token);
        } else if (token.is(TokenKind::string)) {
            store_characters(token, m_directive == Directive::asciiz);
        } else {
            m_lines->report(Message::not_a_string, token, {token.text()});
        }
    }
}

/// Labels that stand at the next address move with it.
void DataWriter::align(u32 boundary) {
    const u32 from = m_program->segments.data.get();
    const u32 to = align_address(from, boundary);
    if (from != to) {
        m_draft->symbols.move(from, to);
        m_program->segments.data.set(to);
    }
}

bool DataWriter::is_repetition(const Token& value, const Token& count) const {
    const bool is_value =
        value.kind == TokenKind::integer || (!is_integer_directive(m_directive) && value.kind == TokenKind::real);
    return is_value && count.kind == TokenKind::integer;
}

void DataWriter::store_repeated(const Token& value, const Token& count) {
    if (!is_repetition(value, count)) {
        m_lines->report(Message::malformed_repetition, value, {});
        return;
    }
    if (count.value <= 0) {
        m_lines->report(Message::repetition_not_positive, count, {});
        return;
    }
    if (m_align) {
        align(size_of(m_directive));
    }
    m_truncated = nullptr;
    for (i32 i = 0; i < count.value && !m_context->must_end(); ++i) {
        store_number(value);
    }
}

void DataWriter::store_number(const Token& token) {
    if (!is_integer_directive(m_directive)) {
        store_real(token);
    } else if (token.kind == TokenKind::integer) {
        store_integer(token);
    } else if (token.kind == TokenKind::identifier) {
        store_label(token);
    } else {
        m_lines->report(Message::not_integer_or_label, token, {token.text()});
    }
}

void DataWriter::store_integer(const Token& token) {
    if (!fits_signed(m_directive, token.value)) {
        warn_truncated(token);
    }
    const u32 size = size_of(m_directive);
    const u32 mask = size == 4 ? 0xffffffff : (u32{1} << (8 * size)) - 1;
    store_aligned(static_cast<u32>(token.value) & mask, size, token);
}

/// A repetition warns for every item; only the first makes a message, the others count it.
void DataWriter::warn_truncated(const Token& token) {
    const bool is_repeated = m_truncated == &token && m_context->diagnostics().repeat_last_warning();
    if (!is_repeated) {
        m_lines->report(Message::value_truncated, token, {token.text()}, std::string(range_of(m_directive)));
    }
    m_truncated = &token;
}

/// A label that is known already is stored as it stands now, even if aligning this very item moves it.
void DataWriter::store_label(const Token& token) {
    const u32 size = size_of(m_directive);
    const auto known = find_address(m_draft->symbols, m_program->globals, token.text());
    const bool stored = store_aligned(known.value_or(0), size, token);
    const u32 address = m_program->segments.data.get() - (stored ? size : 0);
    const LineOrigin& line = m_lines->line();
    const DataLabel label{m_unit_index, line.number, line.text, token.offset, token.text(), address, size};
    if (stored && m_context->options().collect_references) {
        m_program->data_labels.push_back(label);
    }
    if (!known) {
        m_references.push_back(label);
    }
}

void DataWriter::store_real(const Token& token) {
    const bool is_number = token.kind == TokenKind::integer || token.kind == TokenKind::real;
    const auto value = is_number ? parse_java_double(token.text()) : std::nullopt;
    if (!value) {
        m_lines->report(Message::not_floating_point, token, {token.text()});
        return;
    }
    if (m_directive == Directive::double_) {
        store_double(*value, token);
        return;
    }
    if (std::abs(*value) > largest_float) {
        m_lines->report(Message::float_out_of_range, token, {token.text()});
        return;
    }
    const u32 bits = std::isnan(*value) ? canonical_nan : std::bit_cast<u32>(static_cast<float>(*value));
    store_aligned(bits, size_of(m_directive), token);
}

/// The high word is stored first: where only that one has a place, it stays.
void DataWriter::store_double(double value, const Token& token) {
    if (m_align) {
        align(8);
    }
    const u64 bits = std::isnan(value) ? canonical_double_nan : std::bit_cast<u64>(value);
    const u32 address = m_program->segments.data.get();
    if (!m_program->segments.image.store(address + 4, static_cast<u32>(bits >> 32), 4) ||
        !m_program->segments.image.store(address, static_cast<u32>(bits), 4)) {
        report_bad_address(token, address);
        return;
    }
    m_program->segments.data.advance(8);
}

bool DataWriter::store_aligned(u32 value, u32 size, const Token& token) {
    if (++m_program->segments.item_count > m_context->limits().data_items) {
        m_context->stop_at_limit(Message::too_much_data, m_lines->place_of(token), m_context->limits().data_items);
        return false;
    }
    if (m_align) {
        align(size);
    }
    const u32 address = m_program->segments.data.get();
    if (!m_program->segments.image.store(address, value, size)) {
        report_bad_address(token, address);
        return false;
    }
    m_program->segments.data.advance(size);
    return true;
}

void DataWriter::report_bad_address(const Token& token, u32 address) {
    m_lines->report(Message::bad_data_address, token, {std::to_string(static_cast<i32>(address)), hex32(address)});
}

/// Everything between the first and the last character, whatever the last one is.
void DataWriter::store_characters(const Token& token, bool ends_with_zero) {
    const std::string_view text = token.text();
    size_t end = text.size();
    while (end > 1 && (static_cast<u8>(text[end - 1]) & 0xC0) == 0x80) {
        --end;
    }
    end -= end > 1 ? 1 : 0;
    for (size_t at = 1; at < end;) {
        CodeUnit unit = unit_at(text, at);
        at += unit.size;
        if (unit.value == u'\\') {
            unit = unit_at(text, at);
            at += unit.size;
            const std::optional<char> meaning = escaped_character(unit.value);
            unit.value = meaning ? static_cast<u8>(*meaning) : unit.value;
        }
        store_character(unit.value, token);
    }
    if (ends_with_zero) {
        store_character(0, token);
    }
}

/// One byte per UTF-16 unit: its low one. The address moves on even where nothing can be stored.
void DataWriter::store_character(u32 unit, const Token& token) {
    const u32 address = m_program->segments.data.get();
    if (!m_program->segments.image.store(address, unit, 1)) {
        report_bad_address(token, address);
    }
    m_program->segments.data.advance(1);
}

}  // namespace mariner::assembler
