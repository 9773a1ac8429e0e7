#include "emulator/assembler/suggest.hpp"

#include <algorithm>
#include <array>

#include "emulator/assembler/directives.hpp"
#include "emulator/isa/mnemonics.hpp"
#include "emulator/isa/registers.hpp"
#include "emulator/support/edit_distance.hpp"
#include "emulator/support/text.hpp"

namespace mariner::assembler {

namespace {

std::string did_you_mean(std::string_view word) {
    return word.empty() ? std::string() : "did you mean `" + std::string(word) + "`?";
}

std::string hexadecimal_of_binary(std::string_view digits) {
    const bool binary = !digits.empty() && digits.size() <= 32 &&
                        std::all_of(digits.begin(), digits.end(), [](char c) { return c == '0' || c == '1'; });
    if (!binary) {
        return {};
    }
    u32 value = 0;
    for (const char c : digits) {
        value = value * 2 + (c == '1' ? 1 : 0);
    }
    const std::string padded = hex32(value).substr(2);
    return "0x" + padded.substr(std::min(padded.find_first_not_of('0'), padded.size() - 1));
}

/// What other assemblers and students call things.
struct Alias {
    std::string_view word;
    std::string_view hint;
};

constexpr Alias directive_aliases[] = {
    {".string", "did you mean `.asciiz`?"},
    {".asciz", "did you mean `.asciiz`?"},
    {".ascz", "did you mean `.asciiz`?"},
    {".global", "did you mean `.globl`?"},
    {".long", "did you mean `.word`?"},
    {".int", "did you mean `.word`?"},
    {".4byte", "did you mean `.word`?"},
    {".short", "did you mean `.half`?"},
    {".hword", "did you mean `.half`?"},
    {".2byte", "did you mean `.half`?"},
    {".skip", "did you mean `.space`?"},
    {".zero", "did you mean `.space`?"},
    {".balign", "did you mean `.align`? Its number is a power of two: `.align 2` for words"},
    {".equ", "did you mean `.eqv`?"},
    {".define", "did you mean `.eqv`?"},
    {".rodata", "did you mean `.data`?"},
    {".rdata", "did you mean `.data`?"},
    {".bss", "did you mean `.data`?"},
    {".code", "did you mean `.text`?"},
    {".endm", "did you mean `.end_macro`?"},
    {".endmacro", "did you mean `.end_macro`?"},
};

constexpr Alias operator_aliases[] = {
    {"mov", "did you mean `move`?"},
    {"jmp", "did you mean `j`?"},
    {"jump", "did you mean `j`?"},
    {"call", "did you mean `jal`?"},
    {"ret", "did you mean `jr $ra`?"},
    {"return", "did you mean `jr $ra`?"},
    {"inc", "did you mean `addi`?"},
    {"dec", "did you mean `addi` with -1?"},
    {"push", "there is no push: `addi $sp, $sp, -4`, then `sw`"},
    {"pop", "there is no pop: `lw`, then `addi $sp, $sp, 4`"},
    {"cmp", "there is no compare alone: beq, bne, blt ... compare and branch"},
    {"bz", "did you mean `beqz`?"},
    {"bnz", "did you mean `bnez`?"},
    {"muli", "`mul` takes a constant too"},
    {"lsl", "did you mean `sll`?"},
    {"lsr", "did you mean `srl`?"},
    {"asr", "did you mean `sra`?"},
    {"load", "did you mean `lw`?"},
    {"store", "did you mean `sw`?"},
};

template <size_t Count>
std::string hint_of_alias(const Alias (&aliases)[Count], std::string_view word) {
    const std::string lower = to_lower(word);
    for (const Alias& alias : aliases) {
        if (alias.word == lower) {
            return std::string(alias.hint);
        }
    }
    return {};
}

std::string hint_for_register(std::string_view word) {
    const std::string lower = to_lower(word);
    if (lower != word && isa::find_register(lower)) {
        return "register names are written small: `" + lower + "`";
    }
    if (!word.starts_with('$') && isa::find_register("$" + lower)) {
        return "a register needs its dollar sign: `$" + lower + "`";
    }
    if (lower == "$s8") {
        return "$s8 is called `$fp` here";
    }
    if (lower.starts_with("$t")) {
        return "there are $t0 to $t9";
    }
    if (lower.starts_with("$s")) {
        return "there are $s0 to $s7, and $sp";
    }
    if (lower.starts_with("$a")) {
        return "there are $a0 to $a3, and $at";
    }
    return lower.starts_with("$v") ? "there are $v0 and $v1" : "";
}

}  // namespace

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates) {
    if (word.size() > longest_compared || word.empty()) {
        return {};
    }
    const std::string lower = to_lower(word);
    const size_t tolerated = word.size() < 2 ? 0 : word.size() < 6 ? replacement_cost : 2 * replacement_cost;
    std::string_view best;
    size_t best_distance = tolerated + 1;
    for (const std::string_view candidate : candidates) {
        const size_t difference =
            candidate.size() > word.size() ? candidate.size() - word.size() : word.size() - candidate.size();
        if (candidate == word || candidate.size() > longest_compared || edit_cost * difference >= best_distance) {
            continue;
        }
        const size_t edits = edit_distance(lower, to_lower(candidate));
        if (edits < best_distance) {
            best = candidate;
            best_distance = edits;
        }
    }
    return best;
}

std::string hint_for_invalid(std::string_view token) {
    if (token.starts_with("0b") || token.starts_with("0B")) {
        const std::string hexadecimal = hexadecimal_of_binary(token.substr(2));
        return "there is no binary notation" + (hexadecimal.empty() ? "" : ": write `" + hexadecimal + "`");
    }
    if (token.starts_with("0x") || token.starts_with("0X")) {
        return "a hexadecimal number has 1 to 8 digits 0-9 and a-f after 0x";
    }
    if (token.starts_with(";") || token.starts_with("//") || token.starts_with("/*")) {
        return "a comment begins with #, and there is one statement in a line";
    }
    if (token.starts_with("'")) {
        return "a character stands in single quotes: 'a', '\\n', '\\'' or '\\101'; text stands in double quotes";
    }
    if (token.find('\'') == std::string_view::npos && token.find_first_of("+-", 1) != std::string_view::npos) {
        return "put blanks around the sign";
    }
    if (token.starts_with("\xEF\xBB\xBF")) {
        return "the file begins with a byte order mark: save it as UTF-8 without one";
    }
    if (token.find("\xEF\xBF\xBD") != std::string_view::npos) {
        return "the file is not UTF-8: save it in that encoding";
    }
    if (token.find("\xC2\xA0") != std::string_view::npos) {
        return "there is a no-break space in it: replace it by a blank";
    }
    if (token.find('=') != std::string_view::npos) {
        return "constants are named by .eqv: `.eqv SIZE 64`";
    }
    return token.find('_') != std::string_view::npos && token[0] >= '0' && token[0] <= '9'
               ? "digits stand together, without `_`"
               : "";
}

std::string hint_for_operator(std::string_view word, std::span<const std::string_view> others) {
    if (std::string alias = hint_of_alias(operator_aliases, word); !alias.empty()) {
        return alias;
    }
    std::vector<std::string_view> names(others.begin(), others.end());
    for (const isa::Mnemonic& mnemonic : isa::all_mnemonics()) {
        names.push_back(mnemonic.name);
    }
    const std::string_view name = nearest(word, names);
    if (!name.empty()) {
        return did_you_mean(name);
    }
    for (const DirectiveInfo& row : directive_table()) {
        if (row.name.substr(1) == to_lower(word)) {
            return "a directive begins with a dot: `" + std::string(row.name) + "`";
        }
    }
    return {};
}

std::string hint_for_directive(std::string_view word) {
    if (std::string alias = hint_of_alias(directive_aliases, word); !alias.empty()) {
        return alias;
    }
    std::vector<std::string_view> names;
    for (const DirectiveInfo& row : directive_table()) {
        names.push_back(row.name);
    }
    return did_you_mean(nearest(word, names));
}

std::string hint_for_label(std::string_view word, std::span<const std::string_view> labels) {
    const std::string_view name = nearest(word, labels);
    return name.empty() ? hint_for_register(word) : did_you_mean(name);
}

std::string hint_for_range(isa::OperandKind wanted) {
    const auto [least, most] = isa::range_of(wanted);
    return "numbers from " + std::to_string(least) + " to " + std::to_string(most) + " fit";
}

std::string hint_for_operand(std::string_view token, isa::OperandKind wanted) {
    switch (wanted) {
        case isa::OperandKind::u5:
        case isa::OperandKind::s16:
        case isa::OperandKind::u16:
        case isa::OperandKind::i32:
            return "a number belongs here";
        case isa::OperandKind::integer_register: {
            std::string hint = hint_for_register(token);
            return hint.empty() ? "a register belongs here, such as $t0" : hint;
        }
        case isa::OperandKind::float_register:
            return "a floating-point register belongs here, $f0 to $f31";
        case isa::OperandKind::label:
            return "a label belongs here";
        case isa::OperandKind::open_paren:
            return "an opening parenthesis belongs here";
        case isa::OperandKind::close_paren:
            return "a closing parenthesis belongs here";
        case isa::OperandKind::plus:
            return "a plus sign belongs here";
    }
    return {};
}

}  // namespace mariner::assembler
