// The only file that knows toml++: it parses, and what it says is turned into our own values, bounds and sentences.

#include "emulator/support/toml.hpp"

#include <algorithm>
#include <array>
#include <utility>

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#define TOML_MAX_NESTED_VALUES 32
#include <toml++/toml.h>

namespace mariner::toml {

namespace {

constexpr u32 deepest = TOML_MAX_NESTED_VALUES;
constexpr size_t most_dots = 500;

Place place_of(const ::toml::source_position& position) {
    return {std::max<u32>(position.line, 1), std::max<u32>(position.column, 1)};
}

bool is_key_part(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           c == '"' || c == '\'';
}

/// The parser's words where an instructor would need others.
struct Wording {
    std::string_view theirs;  // how it begins
    std::string_view ours;
};
constexpr auto wordings = std::to_array<Wording>({
    {"value: could not determine value type", "this is no value; text stands in quotes"},
    {"string: unescaped control characters",
     "a string in single or double quotes ends in its own line; a control character is written \\u and four digits"},
    {"value: exceeded maximum nested value depth", "arrays and tables are nested too deeply"},
    {"Encountered invalid utf-8", "these bytes are no UTF-8: save the file as UTF-8"},
});

Error parser_error(const ::toml::parse_error& error) {
    std::string_view sentence = error.description();
    constexpr std::string_view begin = "Error while parsing ";
    sentence.remove_prefix(sentence.starts_with(begin) ? begin.size() : 0);
    for (const Wording& wording : wordings) {
        sentence = sentence.starts_with(wording.theirs) ? wording.ours : sentence;
    }
    return error_at(place_of(error.source().begin), sentence);
}

/// A key of very many parts makes tables so deep that the parser's own destructors run out of stack. Counts what could
/// be the dots of one; no honest line has so many, not even one of text.
std::optional<Error> overlong_key(std::string_view text) {
    u32 line = 1;
    size_t dots = 0;
    char before = '\n';
    for (const char c : text) {
        if (c == '\n') {
            ++line;
            dots = 0;
        } else if (c == '.' && is_key_part(before) && ++dots > most_dots) {
            return error_at({line, 1}, "this line has a key of too many parts");
        }
        before = c == ' ' || c == '\t' ? before : c;
    }
    return std::nullopt;
}

/// The parser's tree as ours; the first thing that isn't wanted ends it.
class Converter {
public:
    explicit Converter(const Limits& limits) : m_limits(limits) {}

    Value convert(const ::toml::node& node, u32 depth) {
        Value value;
        value.place = place_of(node.source().begin);
        if (depth > deepest) {
            fail(value.place, "arrays and tables are nested too deeply");
        } else if (const auto* const table = node.as_table()) {
            take_members(*table, value, depth);
        } else if (const auto* const array = node.as_array()) {
            value.kind = Kind::array;
            for (const ::toml::node& item : *array) {
                value.items.push_back(convert(item, depth + 1));
            }
        } else if (const auto* const text = node.as_string()) {
            value.kind = Kind::string;
            value.text = text->get();
        } else if (const auto* const integer = node.as_integer()) {
            value.kind = Kind::integer;
            value.integer = integer->get();
        } else if (const auto* const real = node.as_floating_point()) {
            value.kind = Kind::real;
            value.real = real->get();
        } else if (const auto* const boolean = node.as_boolean()) {
            value.kind = Kind::boolean;
            value.boolean = boolean->get();
        } else {
            fail(value.place, "dates and times aren't used here; put it in quotes as text");
        }
        return value;
    }
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

private:
    /// In the order of the document, which the parser's tables don't keep.
    void take_members(const ::toml::table& table, Value& value, u32 depth) {
        for (const auto& [key, member] : table) {
            value.members.push_back({std::string(key.str()), place_of(key.source().begin), convert(member, depth + 1)});
        }
        std::stable_sort(value.members.begin(), value.members.end(),
                         [](const Member& a, const Member& b) { return a.place < b.place; });
        if (value.members.size() > m_limits.members) {
            fail(value.members[m_limits.members].place, "this table has too many keys");
        }
    }
    void fail(Place place, std::string_view sentence) {
        if (!m_error) {
            m_error = error_at(place, sentence);
        }
    }

    const Limits& m_limits;
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
    if (std::optional<Error> error = overlong_key(text)) {
        return *error;
    }
    const ::toml::parse_result parsed = ::toml::parse(text);
    if (!parsed) {
        return parser_error(parsed.error());
    }
    Converter converter(limits);
    Value root = converter.convert(parsed.table(), 0);
    return converter.error() ? Result<Value>(*converter.error()) : Result<Value>(std::move(root));
}

}  // namespace mariner::toml
