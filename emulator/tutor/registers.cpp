#include "emulator/tutor/registers.hpp"

#include <algorithm>

#include "emulator/assembler/lexer.hpp"
#include "emulator/isa/registers.hpp"
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

namespace {

class RegisterGuesser {
public:
    RegisterGuesser(std::string_view word, std::string_view program)
        : m_word(word), m_program(program), m_bare(bare_register(word)), m_lower(to_lower(m_bare)) {}

    /// The likeliest first.
    std::vector<Correction> guess() {
        if (!m_lower.empty()) {
            guess_marks();
            guess_others();
            guess_digits();
            guess_letter_too_many();
            guess_spelling();
        }
        return std::move(m_guesses);
    }

private:
    void add(Slip slip, const std::string& text) { m_guesses.push_back({text, slip, {std::string(m_word), text}}); }
    [[nodiscard]] std::string without(size_t at) const { return "$" + m_lower.substr(0, at) + m_lower.substr(at + 1); }
    [[nodiscard]] bool has_dollar() const { return m_word.starts_with('$'); }

    void guess_marks();
    void guess_others();
    void guess_digits();
    void guess_letter_too_many();
    void guess_spelling();

    std::string_view m_word;
    std::string_view m_program;
    std::string_view m_bare;
    std::string m_lower;
    std::vector<Correction> m_guesses;
};

/// `t0`, `%t0`, `$T0`
void RegisterGuesser::guess_marks() {
    const std::string named = "$" + m_lower;
    if (find_register(named) && named != m_word && !all_of(m_lower, digits)) {
        add(slip_of_marks(m_word, m_bare, named), named);
    }
    if (has_dollar() && all_of(m_lower, digits) && is_integer_register(named) && named != m_word) {
        add(Slip::register_mark, named);
    }
}

/// Those of other machines and assemblers. $r5 and r5 were written for MIPS, too, x5 only for others.
void RegisterGuesser::guess_others() {
    const bool is_numbered = m_lower.size() > 1 && (m_lower[0] == 'r' || m_lower[0] == 'x') &&
                             all_of(std::string_view(m_lower).substr(1), digits);
    if (is_numbered && is_integer_register("$" + m_lower.substr(1)) && (m_lower[0] == 'r' || m_lower == "x0")) {
        add(Slip::register_number, "$" + m_lower.substr(1));
    }
    const auto* const other = std::ranges::find(other_registers, std::string_view(m_lower), &OtherRegister::word);
    const bool is_ours = has_dollar() && (is_numbered || !registers_there_are(m_word).empty()) &&
                         m_program.find("ecall") == std::string_view::npos;
    if (other != std::end(other_registers) && !is_ours) {
        add(Slip::other_register, std::string(other->here));
    }
    if (m_lower == "s8") {
        add(Slip::register_s8, "$fp");
    }
}

void RegisterGuesser::guess_digits() {
    for (const std::string& name :
         {with_digits_for_letters(m_lower), without_leading_zero(m_lower), digits_last(m_lower)}) {
        if (name != m_lower && find_register("$" + name) && m_word.find('$') != std::string_view::npos) {
            add(Slip::register_spelling, "$" + name);
        }
    }
}

/// A letter or dollar sign that changed places with its neighbour, or was hit twice.
void RegisterGuesser::guess_letter_too_many() {
    const size_t dollar = m_lower.find('$');
    if (dollar != std::string::npos && find_register(without(dollar))) {
        add(Slip::register_spelling, without(dollar));
    }
    for (size_t i = 1; i < m_lower.size() && has_dollar(); ++i) {
        if (m_lower[i] == m_lower[i - 1] && find_register(without(i)) && !all_of(m_lower, digits)) {
            add(Slip::register_spelling, without(i));
        }
    }
    for (size_t i = 1; i < m_lower.size() && has_dollar(); ++i) {
        if (registers_there_are(m_word).empty() && is_float_register(without(i))) {
            add(Slip::register_spelling, without(i));
        }
    }
}

void RegisterGuesser::guess_spelling() {
    static const auto names = [] {
        std::vector<std::string_view> all;
        for (const isa::RegisterInfo& row : isa::register_table()) {
            all.push_back(row.name);
        }
        return all;
    }();
    if (has_dollar() && !find_register(m_word) && registers_there_are(m_word).empty()) {
        for (const std::string_view name : near_names("$" + m_lower, names, m_program)) {
            add(Slip::register_spelling, std::string(name));
        }
    }
}

}  // namespace

std::vector<Correction> guess_registers(std::string_view word, std::string_view program) {
    return RegisterGuesser(word, program).guess();
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
