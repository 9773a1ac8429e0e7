#include "emulator/tutor/registers.hpp"

#include <algorithm>
#include <cmath>

#include "emulator/assembler/lexer.hpp"
#include "emulator/isa/registers.hpp"
#include "emulator/support/java_number.hpp"
#include "emulator/support/text.hpp"
#include "emulator/tutor/spelling.hpp"

namespace mariner::tutor {

namespace {

struct OtherRegister {
    std::string_view word;
    std::string_view here;
};

constexpr OtherRegister other_registers[] = {
#define OTHER_REGISTER(word, here) {word, here},
#include "emulator/tutor/other_registers.inc"
#undef OTHER_REGISTER
};

bool all_of(std::string_view text, std::string_view allowed) {
    return !text.empty() && text.find_first_not_of(allowed) == std::string_view::npos;
}

constexpr std::string_view digits = "0123456789";
constexpr std::string_view hexadecimal_digits = "0123456789abcdefABCDEF";

/// The word without what other assemblers put before and behind registers.
std::string_view bare_register(std::string_view word) {
    const size_t from = std::min(word.find_first_not_of("$%@&*#({[ "), word.size());
    word.remove_prefix(from);
    const size_t past = word.find_last_not_of(".;:)}] !?");
    return word.substr(0, past == std::string_view::npos ? 0 : past + 1);
}

/// `so` for `s0`, `al` for `a1`.
std::string with_digits_for_letters(std::string name) {
    static constexpr std::pair<char, char> twins[] = {{'o', '0'}, {'l', '1'}, {'i', '1'}, {'z', '2'}};
    for (const auto& [letter, digit] : twins) {
        std::replace(name.begin() + (name.empty() ? 0 : 1), name.end(), letter, digit);
    }
    return name;
}

/// `s02` for `s2`.
std::string without_leading_zero(const std::string& name) {
    const size_t zero = name.find('0');
    return zero != std::string::npos && zero + 1 < name.size() ? name.substr(0, zero) + name.substr(zero + 1) : name;
}

/// `2$s` for `$s2`.
std::string digits_last(std::string name) {
    std::erase(name, '$');
    const auto letter = std::ranges::find_if(name, [](char c) { return c < '0' || c > '9'; });
    std::rotate(name.begin(), letter, name.end());
    return name;
}

Slip slip_of_marks(std::string_view word, std::string_view bare, std::string_view found) {
    if (to_lower(bare) == bare && word == bare) {
        return Slip::dollar_missing;
    }
    if (to_lower(bare) != bare && bare != found.substr(1)) {
        return Slip::register_capitals;
    }
    return Slip::register_mark;
}

}  // namespace

bool is_integer_register(std::string_view word) {
    return word.size() > 1 && word[0] == '$' && assembler::read_integer_register(word).has_value();
}

bool is_float_register(std::string_view word) {
    return word.size() > 2 && assembler::read_float_register(word).has_value();
}

bool find_register(std::string_view word) {
    return is_integer_register(word) || is_float_register(word);
}

std::vector<Correction> guess_registers(std::string_view word, std::string_view program) {
    std::vector<Correction> guesses;
    const std::string_view bare = bare_register(word);
    const std::string lower = to_lower(bare);
    const std::string named = "$" + lower;
    if (lower.empty()) {
        return guesses;
    }
    const auto add = [&](Slip slip, std::string text) { guesses.push_back({text, slip, {std::string(word), text}}); };
    if (find_register(named) && named != word && !all_of(lower, digits)) {
        add(slip_of_marks(word, bare, named), named);
    }
    if (word.starts_with('$') && all_of(lower, digits) && is_integer_register(named) && named != word) {
        add(Slip::register_mark, named);
    }
    const bool is_numbered =
        lower.size() > 1 && (lower[0] == 'r' || lower[0] == 'x') && all_of(std::string_view(lower).substr(1), digits);
    // $r5 and r5 were written for MIPS, too, x5 only for others.
    if (is_numbered && is_integer_register("$" + lower.substr(1)) && (lower[0] == 'r' || lower == "x0")) {
        add(Slip::register_number, "$" + lower.substr(1));
    }
    if (const auto* const other = std::ranges::find(other_registers, std::string_view(lower), &OtherRegister::word);
        other != std::end(other_registers) &&
        !(word.starts_with('$') && (is_numbered || !registers_there_are(word).empty()) &&
          program.find("ecall") == std::string_view::npos)) {
        add(Slip::other_register, std::string(other->here));
    }
    if (lower == "s8") {
        add(Slip::register_s8, "$fp");
    }
    for (const std::string& name : {with_digits_for_letters(lower), without_leading_zero(lower), digits_last(lower)}) {
        if (name != lower && find_register("$" + name) && word.find('$') != std::string_view::npos) {
            add(Slip::register_spelling, "$" + name);
        }
    }
    // A letter or dollar sign that changed places with its neighbour, or was hit twice.
    const size_t dollar = lower.find('$');
    if (dollar != std::string::npos && find_register("$" + lower.substr(0, dollar) + lower.substr(dollar + 1))) {
        add(Slip::register_spelling, "$" + lower.substr(0, dollar) + lower.substr(dollar + 1));
    }
    for (size_t i = 1; i < lower.size() && word.starts_with('$'); ++i) {
        const std::string once = "$" + lower.substr(0, i) + lower.substr(i + 1);
        if (lower[i] == lower[i - 1] && find_register(once) && !all_of(lower, digits)) {
            add(Slip::register_spelling, once);
        }
    }
    for (size_t i = 1; i < lower.size() && word.starts_with('$'); ++i) {
        const std::string shorter = "$" + lower.substr(0, i) + lower.substr(i + 1);
        if (registers_there_are(word).empty() && is_float_register(shorter)) {
            add(Slip::register_spelling, shorter);
        }
    }
    static const auto names = [] {
        std::vector<std::string_view> all;
        for (const isa::RegisterInfo& row : isa::register_table()) {
            all.push_back(row.name);
        }
        return all;
    }();
    if (word.starts_with('$') && !find_register(word) && registers_there_are(word).empty()) {
        for (const std::string_view name : near_names(named, names, program)) {
            add(Slip::register_spelling, std::string(name));
        }
    }
    return guesses;
}

std::string registers_there_are(std::string_view word) {
    const std::string lower = to_lower(word.substr(word.starts_with('$') ? 1 : 0));
    static constexpr std::pair<char, std::string_view> families[] = {{'t', "$t0 to $t9"},  {'s', "$s0 to $s7"},
                                                                     {'a', "$a0 to $a3"},  {'v', "$v0 and $v1"},
                                                                     {'f', "$f0 to $f31"}, {'k', "$k0 and $k1"}};
    const auto* const family =
        std::ranges::find(families, lower.empty() ? '\0' : lower[0], &std::pair<char, std::string_view>::first);
    const bool is_numbered = family != std::end(families) && all_of(std::string_view(lower).substr(1), digits);
    const bool exists = find_register("$" + lower);
    if (is_numbered && !exists) {
        return std::string(family->second);
    }
    return all_of(lower, digits) && !exists && word.starts_with('$') ? "$0 to $31" : "";
}

namespace {

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

}  // namespace

std::vector<Correction> guess_numbers(std::string_view word, const Survey& survey) {
    std::vector<Correction> guesses;
    const auto add = [&](Slip slip, std::string text) {
        const bool is_valid = is_integer(text) || text.starts_with('\'');
        if (is_valid && text != word) {
            guesses.push_back({text, slip, {std::string(word), text}});
        }
    };
    if (word.starts_with("$-") && is_integer(word.substr(1))) {
        add(Slip::number_mark, std::string(word.substr(1)));
    }
    // `- 5`, `0x 1F`, `--5`, `4-`, `"5"`, `(5)`
    std::string joined(word);
    std::erase_if(joined, [](char c) { return c == ' ' || c == '\t'; });
    joined.erase(0, joined.starts_with("--") || joined.starts_with("++") ? 1 : 0);
    if (is_integer(joined)) {
        add(Slip::digits_apart, joined);
    } else if (joined.ends_with('-') || joined.ends_with('+') || joined.ends_with('.')) {
        const std::string sign(1, joined.back());
        joined.pop_back();
        if (!joined.empty() && is_integer(joined)) {
            guesses.push_back({joined, Slip::sign_at_end, {sign}});
        }
    }
    const bool is_wrapped = word.size() > 2 && (word[0] == '(' || word[0] == '[' || word[0] == '"' || word[0] == '{');
    const std::string_view inside = is_wrapped ? trim(word.substr(1, word.size() - 2)) : std::string_view();
    if (inside.size() > (word[0] == '"' ? 1 : 0) && is_integer(inside)) {
        add(Slip::wrapped, std::string(inside));
    }
    // `4)`, `(4`
    const bool has_odd_parenthesis = word.size() > 1 && word.starts_with('(') != word.ends_with(')');
    if (has_odd_parenthesis && is_integer(word.substr(word.starts_with('(') ? 1 : 0, word.size() - 1))) {
        add(Slip::wrapped, std::string(word.substr(word.starts_with('(') ? 1 : 0, word.size() - 1)));
    }
    if (word == "''") {
        guesses.push_back({"' '", Slip::character_empty, {}});
        guesses.push_back({"0", Slip::character_empty, {}});
    }
    // `''*''`
    const bool has_double_quotes = word.size() == 5 && word.starts_with("''") && word.ends_with("''");
    if (has_double_quotes) {
        guesses.push_back({std::string(word.substr(1, 3)), Slip::quotes_doubled, {}});
    }
    add_escape(word, guesses);
    // `+` for `'+'`
    if (word.size() == 1 && std::string_view("+-*/%&|^!?<>=~").find(word[0]) != std::string_view::npos) {
        add(Slip::character_quotes, "'" + std::string(word) + "'");
    }
    const std::string lower = to_lower(word);
    const std::string_view view = lower;
    static constexpr std::pair<std::string_view, std::string_view> words[] = {
        {"zero", "0"}, {"one", "1"},     {"two", "2"},   {"three", "3"}, {"four", "4"}, {"five", "5"},
        {"six", "6"},  {"seven", "7"},   {"eight", "8"}, {"nine", "9"},  {"ten", "10"}, {"null", "0"},
        {"nil", "0"},  {"nullptr", "0"}, {"true", "1"},  {"false", "0"}};
    const auto* const named = std::ranges::find(words, view, &std::pair<std::string_view, std::string_view>::first);
    if (named != std::end(words) && survey.label(word) == nullptr && !survey.constants().contains(word)) {
        add(Slip::number_word, std::string(named->second));
    }
    const bool is_digit_in_quotes =
        word.size() == 3 && word[0] == '"' && word[2] == '"' && all_of(word.substr(1, 1), digits);
    const bool is_number_like =
        word.find_first_of("0123456789ABCDEF") != std::string_view::npos;  // no word such as each
    if (view.size() > 1 && view.ends_with('h') && is_number_like &&
        all_of(view.substr(0, view.size() - 1), hexadecimal_digits)) {
        add(Slip::hexadecimal_form,
            "0x" + std::string(word.substr(view.starts_with("0") && view.size() > 2 ? 1 : 0,
                                           word.size() - 1 - (view.starts_with("0") && view.size() > 2 ? 1 : 0))));
    }
    for (const std::string_view prefix : {"0b", "%", "b"}) {
        const std::string_view bits = view.starts_with(prefix) ? view.substr(prefix.size()) : std::string_view();
        if (all_of(bits, "01_") && bits.size() <= 40) {
            std::string plain(bits);
            std::erase(plain, '_');
            if (const auto value = parse_digits<u32>(plain, 2)) {
                const std::string hexadecimal = hex32(*value).substr(2);
                add(Slip::binary_form,
                    "0x" + hexadecimal.substr(std::min(hexadecimal.find_first_not_of('0'), size_t{7})));
            }
        }
    }
    if (view.size() > 2 && view.ends_with('b') && all_of(view.substr(0, view.size() - 1), "01")) {
        if (const auto value = parse_digits<u32>(view.substr(0, view.size() - 1), 2)) {
            add(Slip::binary_form,
                "0x" + hex32(*value).substr(std::min(hex32(*value).find_first_not_of("0x"), size_t{9})));
        }
    }
    // `0x1Fh`: both signs of a hexadecimal number
    if (view.starts_with("0x") && view.ends_with('h') && is_integer(word.substr(0, word.size() - 1))) {
        add(Slip::hexadecimal_form, std::string(word.substr(0, word.size() - 1)));
    }
    if (view.starts_with("0o")) {
        add(Slip::octal_form, "0" + std::string(view.substr(2)));
    }
    if (view.find('_') != std::string_view::npos || view.find('\'') != std::string_view::npos) {
        std::string plain(word);
        std::erase_if(plain, [](char c) { return c == '_' || c == '\''; });
        if (all_of(plain, hexadecimal_digits) || plain.starts_with("0x")) {
            add(Slip::digits_apart, plain);
        }
    }
    for (const std::string_view prefix : {"$", "x", "\\x", "&h", "#", "=", "#0x", "h", "0h", "$0x"}) {
        if (view.starts_with(prefix) && view.size() > prefix.size()) {
            const std::string_view rest = word.substr(prefix.size());
            const bool is_plain = prefix == "#" || prefix == "=";
            if (is_plain) {
                add(Slip::number_mark, std::string(rest));
            } else if (all_of(rest, hexadecimal_digits) && !find_register(word) &&
                       !(prefix == "$" && all_of(rest, digits)) && (is_number_like || !is_name(word))) {
                add(Slip::hexadecimal_form, "0x" + std::string(rest));
            }
        }
    }
    const bool ends_in_capital = word.find_last_of("FD") + 1 == word.size();  // a digit sooner than C's sign of a kind
    if (view.size() > 1 && all_of(view.substr(0, view.size() - 1), digits) && !ends_in_capital &&
        std::string_view("lufd").find(view.back()) != std::string_view::npos) {
        add(Slip::number_suffix, std::string(word.substr(0, word.size() - 1)));
    }
    const bool is_known = survey.label(word) != nullptr || survey.constants().contains(word);
    if (word == "O" && !is_known) {
        add(Slip::letter_for_digit, "0");
    }
    if (is_name(word) && word.size() == 1 && !is_known) {
        add(Slip::character_quotes, "'" + std::string(word) + "'");
    }
    if (is_digit_in_quotes) {
        add(Slip::wrapped, std::string(word.substr(1, 1)));
    }
    if (word.size() >= 2 && word.size() <= 3 && word[0] == '"' && word.back() == '"' && word.size() == 3) {
        add(Slip::character_double_quotes, "'" + std::string(word.substr(1, 1)) + "'");
    }
    if (word.size() == 4 && word[0] == '"' && word[1] == '\\' && word.back() == '"') {
        add(Slip::character_double_quotes, "'" + std::string(word.substr(1, 2)) + "'");
    }
    if (word.size() == 3 && word[0] == '"' && word[2] == '\'') {
        add(Slip::character_open, "'" + std::string(word.substr(1, 1)) + "'");
    }
    if (word.size() == 2 && (word[0] == '\'' || word[1] == '\'')) {
        add(Slip::character_open, "'" + std::string(1, word[0] == '\'' ? word[1] : word[0]) + "'");
    }
    if (view.starts_with("ox") && all_of(view.substr(2), hexadecimal_digits)) {
        add(Slip::letter_for_digit, "0" + std::string(word.substr(1)));
    }
    std::string straight(word);
    std::ranges::replace(straight, 'O', '0');
    std::ranges::replace(straight, 'o', '0');
    std::ranges::replace(straight, 'l', '1');
    std::ranges::replace(straight, 'I', '1');
    const bool is_hexadecimal =
        straight.starts_with("0x") && all_of(std::string_view(straight).substr(2), hexadecimal_digits);
    if ((all_of(straight, digits) || is_hexadecimal) && word.find_first_of(digits) != std::string_view::npos) {
        add(Slip::letter_for_digit, straight);
    }
    if (const auto real = is_integer(word) || ends_in_capital ? std::nullopt : parse_java_double(word);
        real && std::abs(*real) < 2e9 && *real == std::floor(*real)) {
        add(Slip::whole_number, std::to_string(static_cast<i64>(*real)));
    }
    const bool is_binary = view.starts_with("0b") && all_of(view.substr(2), digits);
    if (all_of(word, hexadecimal_digits) && !is_known && !all_of(word, digits) && !is_binary) {
        add(Slip::hexadecimal_prefix, "0x" + std::string(word));
    }
    return guesses;
}

std::string free_register(std::string_view program, bool is_float) {
    for (int number = is_float ? 30 : 9; number > 0; number -= is_float ? 2 : 1) {
        std::string name = (is_float ? "$f" : "$t") + std::to_string(number);
        if (program.find(name) == std::string_view::npos) {
            return name;
        }
    }
    return is_float ? "$f0" : "$at";
}

}  // namespace mariner::tutor
