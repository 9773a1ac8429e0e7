#include "emulator/support/toml.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "emulator/support/text.hpp"

namespace mariner::toml {

namespace {

bool is_bare_key(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

Value table_of(Place place, Value::Origin origin) {
    Value value;
    value.place = place;
    value.origin = origin;
    return value;
}

/// Reads the document from its first byte to its last; the first mistake ends it.
class Parser {
public:
    Parser(std::string_view text, const Limits& limits) : m_text(text), m_limits(limits) {}

    Result<Value> run() {
        m_root = table_of({}, Value::Origin::header);
        Value* current = &m_root;
        while (!m_error && skip_blank_lines()) {
            if (peek() == '[') {
                current = read_header();
            } else {
                read_member(*current, 0);
            }
            if (!m_error) {
                end_line();
            }
        }
        if (m_error) {
            return *m_error;
        }
        return std::move(m_root);
    }

private:
    struct Key {
        std::string text;
        Place place;
    };

    // --- characters ---

    [[nodiscard]] bool at_end() const { return m_at >= m_text.size(); }
    [[nodiscard]] char peek(size_t ahead = 0) const {
        return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0';
    }
    [[nodiscard]] bool looking_at(std::string_view word) const { return m_text.substr(m_at).starts_with(word); }
    [[nodiscard]] bool at_newline() const { return peek() == '\n' || (peek() == '\r' && peek(1) == '\n'); }

    /// One character, whatever it is; the place goes with it.
    void advance() {
        const size_t length = std::max<size_t>(1, utf8_sequence_length(m_text.substr(m_at)));
        if (m_text[m_at] == '\n') {
            ++m_place.line;
            m_place.column = 1;
        } else {
            ++m_place.column;
        }
        m_at += length;
    }
    void advance(size_t characters) {
        for (size_t i = 0; i < characters && !at_end(); ++i) {
            advance();
        }
    }
    bool take(char c) {
        if (at_end() || peek() != c) {
            return false;
        }
        advance();
        return true;
    }

    void fail(Place place, std::string_view sentence) {
        if (!m_error) {
            m_error = error_at(place, sentence);
        }
    }
    void fail(std::string_view sentence) { fail(m_place, sentence); }

    void skip_spaces() {
        while (peek() == ' ' || peek() == '\t') {
            advance();
        }
    }
    /// A comment's characters must be text, too.
    void skip_comment() {
        if (peek() != '#' || at_end()) {
            return;
        }
        while (!at_end() && !at_newline() && !m_error) {
            check_character();
            advance();
        }
    }
    void check_character() {
        const char c = peek();
        if (utf8_sequence_length(m_text.substr(m_at)) == 0) {
            fail("these bytes are no UTF-8: save the file as UTF-8");
        } else if ((static_cast<u8>(c) < 0x20 && c != '\t') || c == 0x7f) {
            fail("a control character can't stand here; in a string write \\u and four digits");
        }
    }
    void skip_newline() { advance(peek() == '\r' ? 2 : 1); }

    /// Up to the next thing; false at the end of the document.
    bool skip_blank_lines() {
        while (!m_error) {
            skip_spaces();
            skip_comment();
            if (!at_newline()) {
                break;
            }
            skip_newline();
        }
        return !m_error && !at_end();
    }
    void end_line() {
        skip_spaces();
        skip_comment();
        if (!m_error && !at_end()) {
            if (!at_newline()) {
                fail("nothing else may stand in this line; each key and each table begins a line of its own");
                return;
            }
            skip_newline();
        }
    }

    // --- keys and tables ---

    Key read_simple_key() {
        Key key{{}, m_place};
        if (peek() == '"' || peek() == '\'') {
            if (looking_at("\"\"\"") || looking_at("'''")) {
                fail("a key can't be a string of several lines");
                return key;
            }
            key.text = peek() == '"' ? read_basic_string() : read_literal_string();
            return key;
        }
        while (!at_end() && is_bare_key(peek())) {
            key.text += peek();
            advance();
        }
        if (key.text.empty()) {
            fail("a key is expected here: letters, digits, _ and -, or any text in quotes");
        }
        return key;
    }

    std::vector<Key> read_key() {
        std::vector<Key> parts;
        do {
            skip_spaces();
            parts.push_back(read_simple_key());
            skip_spaces();
            if (parts.size() > m_limits.depth) {
                fail("this key has too many parts");
            }
        } while (!m_error && take('.'));
        return parts;
    }

    static Value* find_in(Value& table, std::string_view key) { return const_cast<Value*>(table.find(key)); }

    Value* add_member(Value& table, const Key& key, Value value) {
        if (table.members.size() >= m_limits.members) {
            fail(key.place, "this table has too many keys");
            return nullptr;
        }
        table.members.push_back({key.text, key.place, std::move(value)});
        return &table.members.back().value;
    }

    /// The table a part of a key leads to, made if it isn't there yet; null after an error.
    Value* step_into(Value& table, const Key& key, Value::Origin made_as) {
        Value* const known = find_in(table, key.text);
        if (known == nullptr) {
            return add_member(table, key, table_of(key.place, made_as));
        }
        if (known->is_table_array) {
            return made_as == Value::Origin::dotted ? fail_taken(key, *known) : &known->items.back();
        }
        const bool is_open = known->kind == Kind::table && known->origin != Value::Origin::closed;
        const bool may_add = made_as == Value::Origin::implied || known->origin != Value::Origin::header;
        return is_open && may_add ? known : fail_taken(key, *known);
    }
    Value* fail_taken(const Key& key, const Value& known) {
        fail(key.place,
             "the key '" + key.text + "' was given in line " + std::to_string(known.place.line) + " already");
        return nullptr;
    }

    Value* read_header() {
        const Place begin = m_place;
        advance();
        const bool is_array = take('[');
        const std::vector<Key> parts = read_key();
        if (!m_error && (!take(']') || (is_array && !take(']')))) {
            fail(is_array ? "the header of an array of tables ends with ]]" : "the header of a table ends with ]");
        }
        Value* table = &m_root;
        for (size_t i = 0; i + 1 < parts.size() && table != nullptr && !m_error; ++i) {
            table = step_into(*table, parts[i], Value::Origin::implied);
        }
        if (m_error || table == nullptr) {
            return &m_root;
        }
        table = is_array ? open_array_item(*table, parts.back(), begin) : open_table(*table, parts.back(), begin);
        return table != nullptr ? table : &m_root;
    }

    Value* open_table(Value& parent, const Key& key, Place begin) {
        Value* const known = find_in(parent, key.text);
        if (known == nullptr) {
            return add_member(parent, key, table_of(begin, Value::Origin::header));
        }
        if (known->kind != Kind::table || known->origin != Value::Origin::implied) {
            return fail_taken(key, *known);
        }
        known->origin = Value::Origin::header;
        known->place = begin;
        return known;
    }

    Value* open_array_item(Value& parent, const Key& key, Place begin) {
        Value* known = find_in(parent, key.text);
        if (known == nullptr) {
            Value array;
            array.kind = Kind::array;
            array.place = begin;
            array.is_table_array = true;
            known = add_member(parent, key, std::move(array));
        }
        if (known == nullptr || !known->is_table_array) {
            return known == nullptr ? nullptr : fail_taken(key, *known);
        }
        known->items.push_back(table_of(begin, Value::Origin::header));
        return &known->items.back();
    }

    void read_member(Value& into, u32 depth) {
        const std::vector<Key> parts = read_key();
        if (!m_error && !take('=')) {
            fail("'=' is expected behind a key");
        }
        Value* table = &into;
        for (size_t i = 0; i + 1 < parts.size() && table != nullptr && !m_error; ++i) {
            table = step_into(*table, parts[i], Value::Origin::dotted);
        }
        if (m_error || table == nullptr) {
            return;
        }
        if (const Value* const known = table->find(parts.back().text)) {
            fail_taken(parts.back(), *known);
            return;
        }
        skip_spaces();
        Value value = read_value(depth);
        if (!m_error) {
            add_member(*table, parts.back(), std::move(value));
        }
    }

    // --- values ---

    Value read_value(u32 depth) {
        Value value;
        value.place = m_place;
        if (depth >= m_limits.depth) {
            fail("arrays and tables are nested too deeply");
            return value;
        }
        switch (peek()) {
            case '"':
            case '\'':
                value.kind = Kind::string;
                value.text = read_string();
                return value;
            case '[':
                read_array(value, depth);
                return value;
            case '{':
                read_inline_table(value, depth);
                return value;
            default:
                read_plain(value);
                return value;
        }
    }

    void read_array(Value& array, u32 depth) {
        array.kind = Kind::array;
        advance();
        while (skip_blank_lines()) {
            if (take(']')) {
                return;
            }
            array.items.push_back(read_value(depth + 1));
            if (m_error || !skip_blank_lines()) {
                break;
            }
            if (!take(',') && peek() != ']') {
                fail("',' or ']' is expected behind a value of an array");
            }
        }
        fail(array.place, "this array has no end ']'");
    }

    void read_inline_table(Value& table, u32 depth) {
        table.kind = Kind::table;
        advance();
        skip_spaces();
        bool is_closed = take('}');
        while (!is_closed && !m_error) {
            read_member(table, depth + 1);
            skip_spaces();
            is_closed = take('}');
            if (!is_closed && !take(',')) {
                fail("',' or '}' is expected here; a table in braces stands in one line");
            }
            skip_spaces();
        }
        close(table);
    }
    static void close(Value& table) {
        table.origin = Value::Origin::closed;
        for (Member& member : table.members) {
            if (member.value.kind == Kind::table) {
                close(member.value);
            }
        }
    }

    /// true, false, a number: everything up to the next separator.
    void read_plain(Value& value) {
        const Place begin = m_place;
        std::string word;
        while (!at_end() && (is_bare_key(peek()) || peek() == '+' || peek() == '.' || peek() == ':')) {
            word += peek();
            advance();
        }
        if (word == "true" || word == "false") {
            value.kind = Kind::boolean;
            value.boolean = word == "true";
        } else if (word.empty()) {
            fail(begin, "a value is expected here: text in quotes, a number, true, false, [ ... ] or { ... }");
        } else if (!read_integer(word, value, begin) && !read_real(word, value) && !m_error) {
            const bool is_date = is_digit(word[0]) && (word.find(':') != std::string::npos ||
                                                       (word.size() == 10 && word[4] == '-' && word[7] == '-'));
            fail(begin, is_date ? "dates and times aren't used here; put it in quotes as text"
                                : "'" + word.substr(0, 40) + "' is no value; text stands in quotes");
        }
    }

    /// Underscores may stand between digits; nothing if one stands elsewhere.
    static std::optional<std::string> without_underscores(std::string_view word) {
        std::string digits;
        for (size_t i = 0; i < word.size(); ++i) {
            if (word[i] != '_') {
                digits += word[i];
                continue;
            }
            const auto is_hex = [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); };
            if (i == 0 || i + 1 == word.size() || !is_hex(word[i - 1]) || !is_hex(word[i + 1])) {
                return std::nullopt;
            }
        }
        return digits;
    }

    bool read_integer(std::string_view word, Value& value, Place begin) {
        int base = 10;
        bool is_negative = false;
        if (word.starts_with("0x") || word.starts_with("0o") || word.starts_with("0b")) {
            base = word[1] == 'x' ? 16 : word[1] == 'o' ? 8 : 2;
            word.remove_prefix(2);
        } else if (word.starts_with('+') || word.starts_with('-')) {
            is_negative = word[0] == '-';
            word.remove_prefix(1);
        }
        const std::optional<std::string> digits = without_underscores(word);
        if (!digits || digits->empty()) {
            return false;
        }
        u64 size = 0;
        const char* const end = digits->data() + digits->size();
        const auto [stop, error] = std::from_chars(digits->data(), end, size, base);
        if (stop != end || error == std::errc::invalid_argument) {
            return false;
        }
        if (base == 10 && digits->size() > 1 && (*digits)[0] == '0') {
            fail(begin, "a number doesn't begin with 0; octal numbers begin with 0o");
            return false;
        }
        constexpr u64 largest = u64{1} << 63;
        if (error != std::errc() || size > (is_negative ? largest : largest - 1)) {
            fail(begin, "this number is too large for 64 bits");
            return false;
        }
        value.kind = Kind::integer;
        value.integer = static_cast<i64>(is_negative ? u64{0} - size : size);
        return true;
    }

    static bool read_real(std::string_view word, Value& value) {
        const bool is_negative = word.starts_with('-');
        const std::string_view bare = word.starts_with('+') || is_negative ? word.substr(1) : word;
        value.kind = Kind::real;
        if (bare == "inf" || bare == "nan") {
            constexpr double infinity = std::numeric_limits<double>::infinity();
            constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
            value.real = std::copysign(bare == "inf" ? infinity : nothing, is_negative ? -1.0 : 1.0);
            return true;
        }
        const std::optional<std::string> digits = without_underscores(bare);
        if (!digits || !has_shape_of_real(*digits)) {
            return false;
        }
        const char* const end = digits->data() + digits->size();
        const auto [stop, error] = std::from_chars(digits->data(), end, value.real);
        value.real = is_negative ? -value.real : value.real;
        return stop == end && error == std::errc();
    }
    /// Digits, perhaps '.' and digits, perhaps 'e' and digits; std::from_chars takes more than that.
    static bool has_shape_of_real(std::string_view text) {
        const auto digits = [&] {
            const size_t count = std::min(text.find_first_not_of("0123456789"), text.size());
            text.remove_prefix(count);
            return count > 0;
        };
        const bool has_leading_zero = text.size() > 1 && text[0] == '0' && is_digit(text[1]);
        bool fine = digits() && !has_leading_zero;
        if (fine && text.starts_with('.')) {
            text.remove_prefix(1);
            fine = digits();
        }
        if (fine && (text.starts_with('e') || text.starts_with('E'))) {
            text.remove_prefix(1);
            text.remove_prefix(text.starts_with('+') || text.starts_with('-') ? 1 : 0);
            fine = digits();
        }
        return fine && text.empty();
    }

    // --- strings ---

    std::string read_string() {
        if (looking_at("\"\"\"")) {
            return read_long_string('"');
        }
        if (looking_at("'''")) {
            return read_long_string('\'');
        }
        return peek() == '"' ? read_basic_string() : read_literal_string();
    }

    std::string read_basic_string() {
        const Place begin = m_place;
        std::string text;
        advance();
        while (!m_error) {
            if (at_end() || at_newline()) {
                fail(begin, "this string has no end '\"' in its line");
            } else if (take('"')) {
                break;
            } else if (peek() == '\\') {
                read_escape(text);
            } else {
                copy_character(text);
            }
        }
        return text;
    }

    std::string read_literal_string() {
        const Place begin = m_place;
        std::string text;
        advance();
        while (!m_error) {
            if (at_end() || at_newline()) {
                fail(begin, "this string has no end \"'\" in its line");
            } else if (take('\'')) {
                break;
            } else {
                copy_character(text);
            }
        }
        return text;
    }

    /// Between three quotes; up to two more quotes may stand right before the end.
    std::string read_long_string(char quote) {
        const Place begin = m_place;
        const std::string end(3, quote);
        std::string text;
        advance(3);
        if (at_newline()) {
            skip_newline();
        }
        while (!m_error) {
            if (at_end()) {
                fail(begin, "this string has no end " + end);
            } else if (looking_at(end) && peek(3) != quote) {
                advance(3);
                break;
            } else if (looking_at(end) && looking_at(end + quote + quote + quote)) {
                fail("more than two quotes in a row end this string twice");
            } else if (quote == '"' && peek() == '\\') {
                read_escape_or_line_end(text);
            } else if (at_newline()) {
                text += '\n';
                skip_newline();
            } else {
                copy_character(text);
            }
        }
        return text;
    }

    void copy_character(std::string& text) {
        check_character();
        if (!m_error) {
            const size_t from = m_at;
            advance();
            text += m_text.substr(from, m_at - from);
        }
    }

    /// A backslash at a line's end takes the line feed and all blanks up to the next character out.
    void read_escape_or_line_end(std::string& text) {
        size_t ahead = 1;
        while (peek(ahead) == ' ' || peek(ahead) == '\t') {
            ++ahead;
        }
        if (peek(ahead) != '\n' && !(peek(ahead) == '\r' && peek(ahead + 1) == '\n')) {
            read_escape(text);
            return;
        }
        advance();
        while (peek() == ' ' || peek() == '\t' || at_newline()) {
            at_newline() ? skip_newline() : advance();
        }
    }

    void read_escape(std::string& text) {
        const Place begin = m_place;
        advance();
        const char letter = peek();
        constexpr std::string_view letters = "btnfr\"\\e";
        constexpr std::string_view meanings = "\b\t\n\f\r\"\\\x1b";
        if (const size_t index = letters.find(letter); !at_end() && index != std::string_view::npos) {
            text += meanings[index];
            advance();
            return;
        }
        if (letter != 'u' && letter != 'U') {
            fail(begin,
                 "unknown escape: there are \\b \\t \\n \\f \\r \\\" \\\\ \\uXXXX \\UXXXXXXXX; in single quotes a "
                 "backslash is just a backslash");
            return;
        }
        advance();
        const size_t count = letter == 'u' ? 4 : 8;
        const std::string_view digits = m_text.substr(m_at, count);
        u32 character = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), character, 16);
        const bool is_surrogate = character >= 0xd800 && character < 0xe000;
        if (digits.size() != count || error != std::errc() || end != digits.data() + count || is_surrogate ||
            character > 0x10ffff) {
            fail(begin, "\\u wants four and \\U eight hexadecimal digits of a Unicode character");
            return;
        }
        advance(count);
        append_utf8(text, character);
    }

    std::string_view m_text;
    const Limits& m_limits;
    size_t m_at = 0;
    Place m_place;
    Value m_root;
    std::optional<Error> m_error;
};

}  // namespace

Error error_at(Place place, std::string_view sentence) {
    return Error{std::to_string(place.line) + ":" + std::to_string(place.column) + ": " + std::string(sentence)};
}

std::string_view name_of(Kind kind) {
    static constexpr std::array<std::string_view, 6> names = {"a string",      "a whole number", "a number",
                                                              "true or false", "an array",       "a table"};
    return names.at(static_cast<size_t>(kind));
}

const Value* Value::find(std::string_view key) const {
    const auto found = std::find_if(members.begin(), members.end(), [&](const Member& m) { return m.key == key; });
    return found == members.end() ? nullptr : &found->value;
}

Result<Value> parse(std::string_view text, const Limits& limits) {
    if (text.size() > limits.bytes) {
        return error_at({}, "the document has more than " + std::to_string(limits.bytes) + " bytes");
    }
    if (text.starts_with("\xef\xbb\xbf")) {
        text.remove_prefix(3);
    }
    return Parser(text, limits).run();
}

}  // namespace mariner::toml
