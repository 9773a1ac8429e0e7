// What a word may mean where a number belongs: one in another language's form, with a sign too many, or a character
// without its quotes.

#include <algorithm>
#include <cmath>

#include "emulator/support/java_number.hpp"
#include "emulator/support/text.hpp"
#include "emulator/tutor/line.hpp"
#include "emulator/tutor/registers.hpp"

namespace mariner::tutor {

namespace {

constexpr std::string_view base_ten = "0123456789";
constexpr std::string_view base_sixteen = "0123456789abcdefABCDEF";

bool has_only(std::string_view text, std::string_view allowed) {
    return !text.empty() && text.find_first_not_of(allowed) == std::string_view::npos;
}

/// `'\n` and `\n` for `'\n'`, and `'/n'`.
void add_escape(std::string_view word, std::vector<Correction>& guesses) {
    std::string plain(word);
    std::erase(plain, '\'');
    std::erase(plain, '"');
    static constexpr std::string_view escaped = "nrt0";
    const bool is_escape =
        plain.size() == 2 && (plain[0] == '\\' || plain[0] == '/') && escaped.find(plain[1]) != std::string::npos;
    if (!is_escape || word[0] == '"') {
        return;
    }
    const auto quotes = std::ranges::count(word, '\'');
    const std::string text = std::string("'\\") + plain[1] + "'";
    const Slip slip = plain[0] == '/' ? Slip::slash_for_backslash
                      : quotes == 0   ? Slip::character_quotes
                                      : Slip::character_open;
    if (text != word) {
        guesses.push_back({text, slip, {std::string(word), text}});
    }
}

class NumberGuesser {
public:
    NumberGuesser(std::string_view word, const Survey& survey)
        : m_word(word),
          m_lower(to_lower(word)),
          m_is_known(survey.label(word) != nullptr || survey.constants().contains(word)) {}

    /// The likeliest first.
    std::vector<Correction> guess() {
        guess_signs();
        guess_wrapped();
        guess_quotes_doubled();
        add_escape(m_word, m_guesses);
        guess_sign_as_character();
        guess_number_word();
        guess_hexadecimal_suffix();
        guess_binary();
        guess_other_forms();
        guess_prefixes();
        guess_suffix();
        guess_letter();
        guess_character();
        guess_letters_for_digits();
        guess_whole_number();
        guess_hexadecimal_digits();
        return std::move(m_guesses);
    }

private:
    void add(Slip slip, std::string text) {
        const bool is_valid = is_integer(text) || text.starts_with('\'');
        if (is_valid && text != m_word) {
            m_guesses.push_back({text, slip, {std::string(m_word), text}});
        }
    }
    void add_bits(Slip slip, std::string_view bits) {
        if (const auto value = parse_digits<u32>(bits, 2)) {
            const std::string hexadecimal = hex32(*value).substr(2);
            add(slip, "0x" + hexadecimal.substr(std::min(hexadecimal.find_first_not_of('0'), size_t{7})));
        }
    }
    /// No word such as each.
    [[nodiscard]] bool is_number_like() const {
        return m_word.find_first_of("0123456789ABCDEF") != std::string_view::npos;
    }
    /// A digit sooner than C's sign of a kind.
    [[nodiscard]] bool ends_in_capital() const { return m_word.find_last_of("FD") + 1 == m_word.size(); }

    void guess_signs();
    void guess_wrapped();
    void guess_quotes_doubled();
    void guess_sign_as_character();
    void guess_number_word();
    void guess_hexadecimal_suffix();
    void guess_binary();
    void guess_other_forms();
    void guess_prefixes();
    void guess_suffix();
    void guess_letter();
    void guess_character();
    void guess_letters_for_digits();
    void guess_whole_number();
    void guess_hexadecimal_digits();

    std::string_view m_word;
    std::string m_lower;
    bool m_is_known;
    std::vector<Correction> m_guesses;
};

/// `- 5`, `0x 1F`, `--5`, `4-`
void NumberGuesser::guess_signs() {
    if (m_word.starts_with("$-") && is_integer(m_word.substr(1))) {
        add(Slip::number_mark, std::string(m_word.substr(1)));
    }
    std::string joined(m_word);
    std::erase_if(joined, [](char c) { return c == ' ' || c == '\t'; });
    joined.erase(0, joined.starts_with("--") || joined.starts_with("++") ? 1 : 0);
    if (is_integer(joined)) {
        add(Slip::digits_apart, joined);
    } else if (joined.ends_with('-') || joined.ends_with('+') || joined.ends_with('.')) {
        const std::string sign(1, joined.back());
        joined.pop_back();
        if (!joined.empty() && is_integer(joined)) {
            m_guesses.push_back({joined, Slip::sign_at_end, {sign}});
        }
    }
}

/// `"5"`, `(5)`, `4)`, `(4`
void NumberGuesser::guess_wrapped() {
    const bool is_wrapped =
        m_word.size() > 2 && (m_word[0] == '(' || m_word[0] == '[' || m_word[0] == '"' || m_word[0] == '{');
    const std::string_view inside = is_wrapped ? trim(m_word.substr(1, m_word.size() - 2)) : std::string_view();
    if (inside.size() > (m_word[0] == '"' ? 1 : 0) && is_integer(inside)) {
        add(Slip::wrapped, std::string(inside));
    }
    const bool has_odd_parenthesis = m_word.size() > 1 && m_word.starts_with('(') != m_word.ends_with(')');
    const std::string_view plain =
        has_odd_parenthesis ? m_word.substr(m_word.starts_with('(') ? 1 : 0, m_word.size() - 1) : std::string_view();
    if (has_odd_parenthesis && is_integer(plain)) {
        add(Slip::wrapped, std::string(plain));
    }
}

/// `''` and `''*''`
void NumberGuesser::guess_quotes_doubled() {
    if (m_word == "''") {
        m_guesses.push_back({"' '", Slip::character_empty, {}});
        m_guesses.push_back({"0", Slip::character_empty, {}});
    }
    if (m_word.size() == 5 && m_word.starts_with("''") && m_word.ends_with("''")) {
        m_guesses.push_back({std::string(m_word.substr(1, 3)), Slip::quotes_doubled, {}});
    }
}

/// `+` for `'+'`
void NumberGuesser::guess_sign_as_character() {
    if (m_word.size() == 1 && std::string_view("+-*/%&|^!?<>=~").find(m_word[0]) != std::string_view::npos) {
        add(Slip::character_quotes, "'" + std::string(m_word) + "'");
    }
}

void NumberGuesser::guess_number_word() {
    static constexpr std::pair<std::string_view, std::string_view> words[] = {
        {"zero", "0"}, {"one", "1"},     {"two", "2"},   {"three", "3"}, {"four", "4"}, {"five", "5"},
        {"six", "6"},  {"seven", "7"},   {"eight", "8"}, {"nine", "9"},  {"ten", "10"}, {"null", "0"},
        {"nil", "0"},  {"nullptr", "0"}, {"true", "1"},  {"false", "0"}};
    const auto* const named =
        std::ranges::find(words, std::string_view(m_lower), &std::pair<std::string_view, std::string_view>::first);
    if (named != std::end(words) && !m_is_known) {
        add(Slip::number_word, std::string(named->second));
    }
}

/// `1Fh`
void NumberGuesser::guess_hexadecimal_suffix() {
    const std::string_view view = m_lower;
    if (view.size() > 1 && view.ends_with('h') && is_number_like() &&
        has_only(view.substr(0, view.size() - 1), base_sixteen)) {
        const size_t zero = view.starts_with("0") && view.size() > 2 ? 1 : 0;
        add(Slip::hexadecimal_form, "0x" + std::string(m_word.substr(zero, m_word.size() - 1 - zero)));
    }
}

void NumberGuesser::guess_binary() {
    const std::string_view view = m_lower;
    for (const std::string_view prefix : {"0b", "%", "b"}) {
        const std::string_view bits = view.starts_with(prefix) ? view.substr(prefix.size()) : std::string_view();
        if (has_only(bits, "01_") && bits.size() <= 40) {
            std::string plain(bits);
            std::erase(plain, '_');
            add_bits(Slip::binary_form, plain);
        }
    }
    if (view.size() > 2 && view.ends_with('b') && has_only(view.substr(0, view.size() - 1), "01")) {
        add_bits(Slip::binary_form, view.substr(0, view.size() - 1));
    }
}

/// `0x1Fh`, `0o17`, `1_000`
void NumberGuesser::guess_other_forms() {
    const std::string_view view = m_lower;
    if (view.starts_with("0x") && view.ends_with('h') && is_integer(m_word.substr(0, m_word.size() - 1))) {
        add(Slip::hexadecimal_form, std::string(m_word.substr(0, m_word.size() - 1)));
    }
    if (view.starts_with("0o")) {
        add(Slip::octal_form, "0" + std::string(view.substr(2)));
    }
    if (view.find('_') != std::string_view::npos || view.find('\'') != std::string_view::npos) {
        std::string plain(m_word);
        std::erase_if(plain, [](char c) { return c == '_' || c == '\''; });
        if (has_only(plain, base_sixteen) || plain.starts_with("0x")) {
            add(Slip::digits_apart, plain);
        }
    }
}

/// `#5`, `$1F`
void NumberGuesser::guess_prefixes() {
    const std::string_view view = m_lower;
    for (const std::string_view prefix : {"$", "x", "\\x", "&h", "#", "=", "#0x", "h", "0h", "$0x"}) {
        if (!view.starts_with(prefix) || view.size() == prefix.size()) {
            continue;
        }
        const std::string_view rest = m_word.substr(prefix.size());
        if (prefix == "#" || prefix == "=") {
            add(Slip::number_mark, std::string(rest));
        } else if (has_only(rest, base_sixteen) && !find_register(m_word) &&
                   !(prefix == "$" && has_only(rest, base_ten)) && (is_number_like() || !is_name(m_word))) {
            add(Slip::hexadecimal_form, "0x" + std::string(rest));
        }
    }
}

/// `5L`
void NumberGuesser::guess_suffix() {
    const std::string_view view = m_lower;
    if (view.size() > 1 && has_only(view.substr(0, view.size() - 1), base_ten) && !ends_in_capital() &&
        std::string_view("lufd").find(view.back()) != std::string_view::npos) {
        add(Slip::number_suffix, std::string(m_word.substr(0, m_word.size() - 1)));
    }
}

/// `O` for `0`, `Z` for `'Z'`
void NumberGuesser::guess_letter() {
    if (m_word == "O" && !m_is_known) {
        add(Slip::letter_for_digit, "0");
    }
    if (is_name(m_word) && m_word.size() == 1 && !m_is_known) {
        add(Slip::character_quotes, "'" + std::string(m_word) + "'");
    }
}

/// `"5"`, `"Z"`, `"\n"`, `"Z'`, `'Z`
void NumberGuesser::guess_character() {
    const bool has_quotes = m_word.size() >= 3 && m_word[0] == '"' && m_word.back() == '"';
    if (m_word.size() == 3 && has_quotes && has_only(m_word.substr(1, 1), base_ten)) {
        add(Slip::wrapped, std::string(m_word.substr(1, 1)));
    }
    if (m_word.size() == 3 && has_quotes) {
        add(Slip::character_double_quotes, "'" + std::string(m_word.substr(1, 1)) + "'");
    }
    if (m_word.size() == 4 && has_quotes && m_word[1] == '\\') {
        add(Slip::character_double_quotes, "'" + std::string(m_word.substr(1, 2)) + "'");
    }
    if (m_word.size() == 3 && m_word[0] == '"' && m_word[2] == '\'') {
        add(Slip::character_open, "'" + std::string(m_word.substr(1, 1)) + "'");
    }
    if (m_word.size() == 2 && (m_word[0] == '\'' || m_word[1] == '\'')) {
        add(Slip::character_open, "'" + std::string(1, m_word[0] == '\'' ? m_word[1] : m_word[0]) + "'");
    }
}

/// `ox1F`, `1O`
void NumberGuesser::guess_letters_for_digits() {
    const std::string_view view = m_lower;
    if (view.starts_with("ox") && has_only(view.substr(2), base_sixteen)) {
        add(Slip::letter_for_digit, "0" + std::string(m_word.substr(1)));
    }
    std::string straight(m_word);
    std::ranges::replace(straight, 'O', '0');
    std::ranges::replace(straight, 'o', '0');
    std::ranges::replace(straight, 'l', '1');
    std::ranges::replace(straight, 'I', '1');
    const bool is_hexadecimal =
        straight.starts_with("0x") && has_only(std::string_view(straight).substr(2), base_sixteen);
    if ((has_only(straight, base_ten) || is_hexadecimal) && m_word.find_first_of(base_ten) != std::string_view::npos) {
        add(Slip::letter_for_digit, straight);
    }
}

/// `5.0`
void NumberGuesser::guess_whole_number() {
    const auto real = is_integer(m_word) || ends_in_capital() ? std::nullopt : parse_java_double(m_word);
    if (real && std::abs(*real) < 2e9 && *real == std::floor(*real)) {
        add(Slip::whole_number, std::to_string(static_cast<i64>(*real)));
    }
}

/// `1F`
void NumberGuesser::guess_hexadecimal_digits() {
    const bool is_binary = m_lower.starts_with("0b") && has_only(std::string_view(m_lower).substr(2), base_ten);
    if (has_only(m_word, base_sixteen) && !m_is_known && !has_only(m_word, base_ten) && !is_binary) {
        add(Slip::hexadecimal_prefix, "0x" + std::string(m_word));
    }
}

}  // namespace

std::vector<Correction> guess_numbers(std::string_view word, const Survey& survey) {
    return NumberGuesser(word, survey).guess();
}

}  // namespace mariner::tutor
