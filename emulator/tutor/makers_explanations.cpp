// Words where no repair is known: statements of other languages, numbers and names that are none.

#include <algorithm>
#include <array>
#include <optional>

#include "emulator/assembler/directives.hpp"
#include "emulator/isa/mnemonics.hpp"
#include "emulator/support/java_number.hpp"
#include "emulator/support/text.hpp"
#include "emulator/tutor/proposal.hpp"
#include "emulator/tutor/registers.hpp"
#include "emulator/tutor/spelling.hpp"

namespace mariner::tutor {

namespace {

constexpr std::string_view loops[] = {"while", "for", "do", "loop", "repeat", "until"};
constexpr std::string_view choices[] = {"if", "else", "elif", "endif", "switch", "case", "default", "then"};

constexpr std::string_view printing[] = {"print",
                                         "printf",
                                         "println",
                                         "puts",
                                         "putchar",
                                         "cout",
                                         "write",
                                         "echo",
                                         "display",
                                         "print_int",
                                         "print_string",
                                         "system.out.println",
                                         "system.out.print",
                                         "console.log",
                                         "console.writeline",
                                         "console.write"};
constexpr std::string_view reading_calls[] = {
    "console.readline", "scanner.nextint", "scanf", "cin", "input", "read", "gets", "getchar", "get",
    "read_int",         "read_string"};

bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
    return std::ranges::find(words, to_lower(word)) != words.end();
}

/// Statements of C and its like that have no single line here.
void explain_other_language(const LooseLine& line, Proposals& out) {
    // `end loop`, `end if`
    const auto rest = line.rest();
    const bool is_end = to_lower(line.head) == "end" && rest.size() == 2;
    const std::string written = std::string(line.head) + (is_end ? " " + std::string(rest[1].text) : "");
    const std::vector<std::string> word = {written};
    const std::string lower = to_lower(is_end ? rest[1].text : line.head);
    const std::string_view meant = std::string_view(lower).substr(lower.starts_with("end") ? 3 : 0);
    if (lower == "break" || lower == "continue") {
        out.explain(Slip::other_leave, word);
    } else if (is_one_of(meant, loops)) {
        out.explain(Slip::other_loop, word);
    } else if (is_one_of(lower, choices) || is_one_of(meant, choices)) {
        out.explain(Slip::other_choice, word);
    } else if (is_one_of(lower, printing)) {
        out.explain(Slip::other_print, word);
    } else if (is_one_of(lower, reading_calls)) {
        out.explain(Slip::other_read, word);
    }
}

/// The form of an instruction that has as many operands as were given, or nearly.
std::string nearest_form(const isa::Mnemonic& mnemonic, const LooseLine& line) {
    const size_t given = line.operands.size();
    const std::string_view last = given > 0 ? line.operands.back().text : std::string_view();
    const bool has_address = mnemonic.example().find('(') != std::string_view::npos;
    if (mnemonic.name == "la" || (has_address && is_name(last) && !find_register("$" + std::string(last)))) {
        const std::string_view target = mnemonic.example().find("$f") != std::string_view::npos ? " $f0, " : " $t0, ";
        return std::string(mnemonic.name) + std::string(target) + "label";
    }
    std::string best(mnemonic.example());
    size_t best_distance = 100;
    const auto consider = [&](std::string_view example) {
        const size_t count = read_line(example).operands.size();
        const size_t distance = count > given ? count - given : given - count;
        if (!example.empty() && distance < best_distance) {
            best = example;
            best_distance = distance;
        }
    };
    for (const isa::InstructionInfo& form : mnemonic.basic) {
        consider(form.example);
    }
    for (const isa::PseudoInfo& form : mnemonic.pseudo) {
        consider(form.example);
    }
    return best;
}

/// `div.s $f0, $f2, 3`, `li $v0, ten`.
void explain_number_or_name(const WrongLine& about, Proposals& out) {
    const std::string word(about.word());
    const isa::Mnemonic* const mnemonic = isa::find_mnemonic(about.line.head);
    if (mnemonic == nullptr || !about.is(Message::operand_wrong_type)) {
        return;
    }
    const bool is_float = !about.line.operands.empty() && is_float_register(about.line.operands[0].text);
    if (is_float && (is_integer(word) || parse_java_double(word))) {
        const bool is_double = about.line.head.ends_with(".d") || about.line.head.ends_with(".D");
        out.explain(Slip::number_for_float,
                    {std::string(about.line.head), word, is_double ? ".double" : ".float", is_double ? "l.d" : "l.s"});
    } else if (is_name(word) && about.survey->label(word) == nullptr && about.survey->eqv(word).empty() &&
               guess_registers(word).empty()) {
        out.explain(Slip::name_undefined, {word});
    }
}

}  // namespace

bool prints_or_reads(std::string_view word) {
    return is_one_of(word, printing) || is_one_of(word, reading_calls);
}

bool is_other_statement(const WrongLine& about) {
    const LooseLine& line = about.line;
    if (declares_variable(about)) {
        return true;
    }
    const std::string word = to_lower(line.head);
    const auto has = [&](std::string_view sign) {
        return std::ranges::any_of(line.pieces, [&](const LinePiece& piece) { return piece.is(sign); });
    };
    if (prints_or_reads(word) && word.find('.') != std::string::npos) {
        return true;
    }
    if (word == "break" || word == "continue") {
        return has(";");
    }
    std::string joined = word;
    for (size_t i = 1; i < std::min<size_t>(line.pieces.size(), 3) && !line.pieces[i].is(":"); ++i) {
        joined += line.pieces[i].is_word() ? line.pieces[i].text : "";
    }
    const bool is_choice = (word == "case" || word == "default") && has(":");
    if (is_choice) {
        return about.survey->uses(joined) == nullptr || about.survey->label(joined) != nullptr;
    }
    if ((word == "for" || word == "while") && line.label.empty() && !line.pieces.empty() &&
        line.pieces.back().is(":")) {
        return true;
    }
    const bool is_keyword = word == "do" || word == "else" || word == "for" || word == "while" || word == "switch";
    return is_keyword && line.label.empty() && (has(";") || has("{") || (has("(") && word == "for" && has("=")));
}

namespace {

/// Registers that there are none of.
void explain_registers(const WrongLine& about, const isa::Mnemonic* mnemonic, Proposals& out) {
    for (const LooseOperand& operand : about.line.operands) {
        if (const std::string there = registers_there_are(operand.text); !there.empty()) {
            out.explain(Slip::register_range, {std::string(operand.text), there});
        } else if (mnemonic != nullptr && operand.text.starts_with('$') && !find_register(operand.text) &&
                   operand.text.find('(') == std::string_view::npos) {
            out.explain(Slip::register_unknown, {std::string(operand.text)});
        }
    }
}

/// What begins like a number of base 16 or 2 and is none.
void explain_digits(const WrongLine& about, const std::string& word, Proposals& out) {
    const std::string lower = to_lower(word);
    if (lower.starts_with("0x") && about.is(Message::invalid_element)) {
        const size_t at = word.find_first_not_of("0123456789abcdefABCDEF", 2);
        out.explain(at == std::string::npos ? Slip::hexadecimal_long : Slip::hexadecimal_digit,
                    {word, at != std::string::npos ? word.substr(at, 1)
                           : word.size() == 2      ? "no digit"
                                                   : std::to_string(word.size() - 2) + " digits"});
    }
    const size_t at = lower.starts_with("0b") ? lower.find_first_not_of("01", 2) : std::string::npos;
    if (at != std::string::npos && lower.find_first_not_of("0123456789", 2) == std::string::npos) {
        out.explain(Slip::binary_digit, {word, word.substr(at, 1)});
    }
}

/// Words and characters that are nothing at all.
void explain_element(const WrongLine& about, const std::string& word, Proposals& out) {
    const bool has_hint = !about.fault->hint.empty() && about.fault->hint.find("did you mean") == std::string::npos;
    if (about.is(Message::invalid_element) && !has_hint) {
        out.explain(Slip::unknown_element, {word});
    }
    if (about.is(Message::jump_too_far) && !about.line.operands.empty()) {
        const std::string name(about.line.operands.back().text);
        const Survey::Places* const label = about.survey->label(name);
        if (label != nullptr && about.survey->is_in_data(label->front())) {
            out.explain(Slip::data_as_target, {name, about.number_of(label->front()), std::string(about.line.head)});
        }
    }
    if (about.is(Message::invalid_element) && word.size() > 3 && word[0] == '\'' && word.ends_with('\'')) {
        out.explain(Slip::character_many, {word});
    }
    if (about.is(Message::unknown_operator)) {
        explain_tongue(about, out);
        out.explain(Slip::unknown_word, {word});
    }
}

void explain_operand_count(const WrongLine& about, const isa::Mnemonic& mnemonic, Proposals& out) {
    if (about.is(Message::too_few_operands) || about.is(Message::too_many_operands)) {
        const std::string form = nearest_form(mnemonic, about.line);
        const size_t wanted = read_line(form).operands.size();
        const size_t given = about.line.operands.size();
        out.explain(given < wanted ? Slip::operands_missing : Slip::operands_wrong,
                    {std::string(about.line.head), std::to_string(wanted), here_are(given), form});
    }
}

void explain_float_comparison(const LooseLine& line, const isa::Mnemonic& mnemonic, const std::string& word,
                              Proposals& out) {
    static constexpr std::string_view comparisons[] = {"slt", "sltu", "sle", "sgt", "sge", "seq", "sne", "sleu"};
    if (is_float_register(word) && line.operands.size() == 3 &&
        std::ranges::find(comparisons, mnemonic.name) != std::end(comparisons)) {
        out.explain(Slip::float_comparison,
                    {std::string(line.head), std::string(line.operands[1].text), std::string(line.operands[2].text)});
    }
}

/// A register of the integers where one of floating point belongs, and the reverse.
void explain_operand_kind(const WrongLine& about, const isa::Mnemonic& mnemonic, const std::string& word,
                          Proposals& out) {
    const LooseLine& line = about.line;
    const bool goes = is_branch_or_jump(mnemonic.name);
    if (goes && is_integer(word) && !line.operands.empty() && line.operands.back().text == word) {
        out.explain(Slip::number_as_target, {std::string(line.head), word});
    }
    if (!about.is(Message::operand_wrong_type)) {
        return;
    }
    if (!goes && is_float_register(word)) {
        out.explain(Slip::float_for_integer, {std::string(line.head), word});
    } else if (is_integer_register(word) && line.head.find('.') != std::string_view::npos) {
        const bool is_double = to_lower(line.head).ends_with(".d");
        const bool is_target = line.operands.size() > 1 && line.operands[0].text == word &&
                               line.operands[1].text != word && !to_lower(line.head).starts_with("c.");
        if (is_target) {
            out.explain(Slip::float_target, {std::string(line.head), word, is_double ? "cvt.w.d" : "cvt.w.s"});
        }
        const bool is_taken = about.file().text().find("$f4") != std::string::npos;
        out.explain(Slip::integer_for_float,
                    {std::string(line.head), word, is_double ? "cvt.d.w" : "cvt.s.w", is_taken ? "$f18" : "$f4"});
    }
    out.explain(Slip::operand_kind, {std::string(line.head), word, nearest_form(mnemonic, line)});
}

}  // namespace

void propose_explanations(const WrongLine& about, Proposals& out) {
    const LooseLine& line = about.line;
    const std::string word(about.word());
    const isa::Mnemonic* const mnemonic = isa::find_mnemonic(line.head);
    explain_variable(about, out);
    explain_comparison(about, out);
    if (mnemonic == nullptr || is_other_statement(about)) {
        explain_other_language(line, out);
    }
    explain_registers(about, mnemonic, out);
    explain_digits(about, word, out);
    explain_element(about, word, out);
    if (mnemonic != nullptr) {
        explain_operand_count(about, *mnemonic, out);
    }
    if (to_lower(line.head) == "li" && parse_java_double(word) && !is_integer(word)) {
        out.explain(Slip::fraction_in_li, {word});
    }
    explain_number_or_name(about, out);
    if (mnemonic != nullptr) {
        explain_float_comparison(line, *mnemonic, word, out);
        explain_operand_kind(about, *mnemonic, word, out);
    }
}

}  // namespace mariner::tutor
