// The operands of an instruction that exists: each is held against what the instruction's forms take in its place. From
// that come repairs of an operand, another order, another instruction that takes them.

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "emulator/isa/mnemonics.hpp"
#include "emulator/support/text.hpp"
#include "emulator/tutor/proposal.hpp"
#include "emulator/tutor/registers.hpp"

namespace mariner::tutor {

namespace {

enum class Want : u8 { integer_register, float_register, number, label, address };

using Wants = std::vector<Want>;

/// What a form takes between its commas.
Wants wants_of(std::string_view operands, const isa::OperandPattern& pattern) {
    Wants wants;
    size_t token = 0;
    for (std::string_view left = operands; !trim(left).empty();) {
        const size_t comma = std::min(left.find(','), left.size());
        const std::string_view part = left.substr(0, comma);
        const isa::OperandKind kind = pattern.operands[token].kind;
        const auto count = [&](char c) { return static_cast<size_t>(std::ranges::count(part, c)); };
        const bool is_address = count('(') + count('+') > 0;
        token +=
            is_address ? (part.find('(') > part.find_first_not_of(' ') ? 1 : 0) + 2 * count('+') + 3 * count('(') : 1;
        wants.push_back(is_address                                   ? Want::address
                        : kind == isa::OperandKind::integer_register ? Want::integer_register
                        : kind == isa::OperandKind::float_register   ? Want::float_register
                        : kind == isa::OperandKind::label            ? Want::label
                                                                     : Want::number);
        left.remove_prefix(std::min(comma + 1, left.size()));
    }
    return wants;
}

/// The ways to use an instruction. Where an address may stand, a label or number alone is one, too.
std::vector<Wants> forms_of(const isa::Mnemonic& mnemonic) {
    std::vector<Wants> forms;
    const auto add = [&](std::string_view operands, const isa::OperandPattern& pattern) {
        Wants wants = wants_of(operands, pattern);
        if (std::ranges::find(forms, wants) == forms.end()) {
            forms.push_back(std::move(wants));
        }
    };
    for (const isa::InstructionInfo& form : mnemonic.basic) {
        add(form.operands, form.pattern);
    }
    for (const isa::PseudoInfo& form : mnemonic.pseudo) {
        add(form.operands, form.pattern);
    }
    return forms;
}

/// An operand as it might have been meant; no slip if it is fine.
struct Reading {
    std::string text;
    std::optional<Slip> slip;
    std::vector<std::string> arguments;
};

using Readings = std::vector<Reading>;

bool looks_like_number(std::string_view text) {
    const bool is_character =
        text.size() > 2 && text.starts_with('\'') && text.ends_with('\'') && (text.size() == 3 || text[1] == '\\');
    return is_integer(text) || is_character;
}

bool starts_with_number(std::string_view text) {
    return !text.empty() && ((text[0] >= '0' && text[0] <= '9') || text[0] == '-');
}

Readings read_register(std::string_view text, bool is_float, const Survey& survey) {
    const auto fits = [&](std::string_view word) {
        return is_float ? is_float_register(word) : is_integer_register(word);
    };
    if (fits(text)) {
        return {{std::string(text), {}, {}}};
    }
    Readings readings;
    for (const Correction& guess : guess_registers(text, survey.program())) {
        if (fits(guess.text)) {
            readings.push_back({guess.text, guess.slip, guess.arguments});
        }
    }
    return readings;
}

Readings read_number(std::string_view text, const Survey& survey) {
    if (looks_like_number(text) || !survey.eqv(text).empty()) {
        return {{std::string(text), {}, {}}};
    }
    Readings readings;
    for (const Correction& guess : guess_numbers(text, survey)) {
        readings.push_back({guess.text, guess.slip, guess.arguments});
    }
    return readings;
}

Readings read_label(std::string_view text, const Survey& survey) {
    if (is_name(text)) {
        return {{std::string(text), {}, {}}};
    }
    const auto pieces = pieces_of(text);
    for (const LinePiece& piece : pieces) {
        const bool is_quoted = piece.kind == PieceKind::string || piece.kind == PieceKind::character;
        std::string_view name = is_quoted && piece.closed && piece.text.size() > 2
                                    ? piece.text.substr(1, piece.text.size() - 2)
                                    : piece.text;
        while (!name.empty() && (name[0] == '$' || name[0] == '@' || name[0] == '%')) {
            name.remove_prefix(1);
        }
        while (!name.empty() && (name.back() == '.' || name.back() == '@')) {
            name.remove_suffix(1);
        }
        if (is_name(name) && survey.label(name) != nullptr) {
            const bool has_percent = pieces.size() > 2 && pieces[0].text.starts_with('%');
            return {{std::string(name),
                     has_percent ? Slip::percent_function : Slip::label_mark,
                     {std::string(text), std::string(name)}}};
        }
    }
    return {};
}

/// A register and what is added to it, in whatever way they stand together.
struct AddressParts {
    std::vector<std::string> registers;
    std::string offset;
    std::optional<Slip> slip;
    std::vector<std::string> arguments;
    std::string_view bracket;
};

/// `8$sp` is a number and a register.
std::vector<LinePiece> split_at_dollars(const std::vector<LinePiece>& pieces) {
    std::vector<LinePiece> split;
    for (LinePiece piece : pieces) {
        const size_t at =
            piece.is_word() && starts_with_number(piece.text) ? piece.text.find('$') : std::string_view::npos;
        if (at != std::string_view::npos) {
            LinePiece number = piece;
            number.text = piece.text.substr(0, at);
            split.push_back(number);
            piece.text.remove_prefix(at);
        }
        split.push_back(piece);
    }
    return split;
}

/// The piece behind one of them, if any.
std::string_view text_behind(const std::vector<LinePiece>& pieces, const LinePiece& piece) {
    const auto next = std::ranges::find_if(pieces, [&](const LinePiece& one) { return one.offset > piece.offset; });
    return next != pieces.end() ? next->text : std::string_view();
}

AddressParts parts_of_address(const std::vector<LinePiece>& pieces, const Survey& survey) {
    AddressParts parts;
    std::string sign;
    for (const LinePiece& piece : split_at_dollars(pieces)) {
        const bool is_open_bracket = piece.is("[") || piece.is("{") || piece.is("<");
        parts.bracket = is_open_bracket && parts.bracket.empty() ? piece.text : parts.bracket;
        if (piece.kind == PieceKind::sign) {
            sign = piece.is("+") || piece.is("-") ? std::string(piece.text) : sign;
            continue;
        }
        const bool is_marked_number = piece.text.starts_with('$') && is_integer(piece.text.substr(1)) &&
                                      piece.end() < pieces.back().end() && parts.registers.empty() &&
                                      text_behind(pieces, piece) == "(";
        if (is_marked_number) {
            parts.offset += piece.text.substr(1);
            continue;
        }
        const bool is_known =
            is_integer(piece.text) || survey.label(piece.text) != nullptr || !survey.eqv(piece.text).empty();
        std::vector<Correction> guesses = is_known || is_integer_register(piece.text)
                                              ? std::vector<Correction>()
                                              : guess_registers(piece.text, survey.program());
        std::erase_if(guesses, [](const Correction& guess) { return !is_integer_register(guess.text); });
        if (is_integer_register(piece.text)) {
            parts.registers.emplace_back(piece.text);
        } else if (!guesses.empty()) {
            parts.registers.push_back(guesses[0].text);
            parts.slip = guesses[0].slip;
            parts.arguments = guesses[0].arguments;
        } else if (piece.is_word() && (is_known || is_name(piece.text))) {
            parts.offset +=
                (sign == "-" || !parts.offset.empty() ? (sign.empty() ? "+" : sign) : "") + std::string(piece.text);
            sign.clear();
        } else {
            const std::vector<Correction> numbers = guess_numbers(piece.text, survey);
            parts.offset += numbers.empty() ? "" : numbers[0].text;
        }
    }
    return parts;
}

bool is_plain_address(std::string_view text) {
    if (looks_like_number(text) || is_name(text)) {
        return true;
    }
    const auto pieces = pieces_of(text);
    const size_t count = pieces.size();
    const bool has_base = count >= 3 && pieces[count - 3].is("(") && is_integer_register(pieces[count - 2].text) &&
                          pieces[count - 1].is(")");
    const size_t before = has_base ? count - 3 : count;
    return (has_base && before == 0) || (before == 1 && (is_name(pieces[0].text) || is_integer(pieces[0].text))) ||
           (before == 2 && pieces[0].is("-")) ||
           (before == 3 && pieces[0].is_word() && pieces[1].is("+") && is_integer(pieces[2].text));
}

Readings read_address(std::string_view text, const Survey& survey) {
    if (is_plain_address(text)) {
        return {{std::string(text), {}, {}}};
    }
    Readings readings;
    const std::vector<LinePiece> pieces = pieces_of(text);
    const AddressParts parts = parts_of_address(pieces, survey);
    const auto count = [&](char c) { return std::ranges::count(text, c); };
    const bool is_alone = pieces.size() == 1 && parts.offset.empty();
    if (text.starts_with('%') && !is_alone) {
        return read_label(text, survey);
    }
    if (parts.registers.size() == 1) {
        // A blank before the parenthesis is the writer's own.
        const size_t open = text.find('(');
        const bool keeps = open != std::string_view::npos && open > 0 && trim(text.substr(0, open)) == parts.offset;
        const std::string before = keeps ? std::string(text.substr(0, open)) : parts.offset;
        const std::string written = before + "(" + parts.registers[0] + ")";
        Reading reading{written, Slip::address_form, {std::string(text), written}};
        if (!parts.bracket.empty()) {
            reading.slip = Slip::brackets;
        } else if (count('(') != count(')')) {
            reading.slip = count('(') > count(')') ? Slip::paren_not_closed : Slip::paren_not_opened;
            reading.arguments = {std::string(text), written};
        } else if (is_alone) {
            reading.text = "0" + written;
            reading.slip = Slip::register_as_address;
            reading.arguments = {parts.registers[0], reading.text};
        } else if (parts.slip) {
            reading.slip = parts.slip;
            reading.arguments = parts.arguments;
        }
        readings.push_back(reading);
    }
    if (parts.registers.empty()) {
        for (Reading& reading : read_label(text, survey)) {
            if (!parts.bracket.empty() && parts.offset.find('+') != std::string::npos) {
                readings.push_back({parts.offset, Slip::brackets, {std::string(text), parts.offset}});
            } else if (parts.offset.find_first_of("+-") != std::string::npos) {
                readings.push_back({parts.offset, Slip::address_form, {std::string(text), parts.offset}});
            }
            readings.push_back(std::move(reading));
        }
        for (Reading& reading : read_number(text, survey)) {
            // A letter or a word of letters is a name here, if anything.
            if (reading.slip != Slip::character_quotes && reading.slip != Slip::hexadecimal_prefix) {
                readings.push_back(std::move(reading));
            }
        }
    }
    return readings;
}

Readings read_as(Want want, std::string_view text, const Survey& survey) {
    switch (want) {
        case Want::integer_register:
            return read_register(text, false, survey);
        case Want::float_register:
            return read_register(text, true, survey);
        case Want::number:
            return read_number(text, survey);
        case Want::label:
            return read_label(text, survey);
        case Want::address:
            return read_address(text, survey);
    }
    return {};
}

size_t count_of(std::string_view text, std::string_view what) {
    size_t count = 0;
    for (size_t at = text.find(what); at != std::string_view::npos; at = text.find(what, at + 1)) {
        ++count;
    }
    return count;
}

/// `$a,2` for `$a2,`
bool is_split_register(const std::vector<LinePiece>& pieces, size_t at) {
    return at + 2 < pieces.size() && pieces[at].text.starts_with('$') && !find_register(pieces[at].text) &&
           pieces[at + 1].is(",") && pieces[at + 1].end() == pieces[at + 2].offset &&
           find_register(std::string(pieces[at].text) + std::string(pieces[at + 2].text));
}

class OperandMaker {
public:
    OperandMaker(const WrongLine& about, Proposals& out) : m_about(&about), m_out(&out), m_line(&about.line) {}

    void propose() {
        const isa::Mnemonic* const mnemonic = isa::find_mnemonic(m_line->head);
        if (mnemonic == nullptr) {
            return;
        }
        const std::vector<LooseOperand>& operands = m_line->operands;
        const bool copies_register = (to_lower(m_line->head) == "la" || to_lower(m_line->head) == "li") &&
                                     operands.size() == 2 && is_integer_register(operands[1].text);
        propose_words_behind(*mnemonic);
        propose_element();
        propose_field();
        propose_separators();
        // Who names registers by letters means a number by `$5`.
        const std::string_view program = m_about->file().text();
        const bool is_other_style = copies_register && is_integer(operands[1].text.substr(1)) &&
                                    to_lower(m_line->head) == "li" &&
                                    std::ranges::none_of(std::string_view("0123456789"), [&](char digit) {
                                        const std::string name = std::string("$") + digit;
                                        return count_of(program, name) > count_of(m_line->text, name);
                                    });
        if (is_other_style) {
            propose_marked_number(*mnemonic);
        }
        if (copies_register) {
            propose_siblings();
        }
        propose_number_as_target();
        propose_number_moved();
        propose_float_letters();
        propose_order(*mnemonic);
        propose_marked_number(*mnemonic);
        for (const Wants& form : forms_of(*mnemonic)) {
            fit(form, {});
        }
        propose_address_apart(*mnemonic);
        propose_fewer_or_more(*mnemonic);
        propose_siblings();
        if (to_lower(m_line->head) != "move") {
            propose_value_in_register(*mnemonic);
        }
        if (m_about->is(Message::operand_out_of_range) && m_line->operands.size() == 3 &&
            is_integer(m_line->operands[2].text) && to_lower(m_line->head).find("lti") != std::string::npos) {
            propose_large_number();
        }
        propose_change_of_memory();
        propose_float_result();
        propose_load_first();
    }

    void propose_last() {
        const isa::Mnemonic* const mnemonic = isa::find_mnemonic(m_line->head);
        if (mnemonic == nullptr) {
            return;
        }
        propose_numbered_registers();
        std::vector<Wants> forms = forms_of(*mnemonic);
        std::ranges::stable_sort(forms, std::greater(), &Wants::size);  // those that keep most
        for (const Wants& form : forms) {
            propose_without_one(form);
        }
        for (const Wants& form : forms_of(*mnemonic)) {
            propose_completed(form);
        }
    }

private:
    /// Another line, with the instruction by this name if it isn't empty.
    void rewrite(Slip slip, std::vector<std::string> arguments, std::vector<Patch> patches,
                 std::string_view head = {}) {
        if (!head.empty()) {
            patches.push_back({m_line->head_offset, static_cast<u32>(m_line->head.size()), std::string(head)});
        }
        m_out->rewrite(slip, std::move(arguments), patched(m_line->text, std::move(patches)));
    }

    [[nodiscard]] Patch patch_of(const LooseOperand& operand, std::string text) const {
        return {operand.offset, operand.length, std::move(text)};
    }

    /// The operands read as a form wants them. With another instruction's name, that is what is wrong.
    void fit(const Wants& form, std::string_view head, Slip slip_of_head = Slip::other_instruction,
             const std::vector<std::string>& arguments_of_head = {}) {
        const std::vector<LooseOperand>& operands = m_line->operands;
        if (form.size() != operands.size()) {
            return;
        }
        const isa::Mnemonic* const mnemonic = head.empty() ? nullptr : isa::find_mnemonic(head);
        const bool takes_address = takes_addresses(mnemonic) || takes_addresses(isa::find_mnemonic(m_line->head));
        std::vector<Readings> readings;
        for (size_t i = 0; i < form.size(); ++i) {
            readings.push_back(readings_of(form, i, takes_address));
            if (readings.back().empty()) {
                return;
            }
        }
        // The likeliest reading of each operand; and, where one has several, the others of it.
        for (size_t varied = 0; varied < std::max<size_t>(form.size(), 1); ++varied) {
            const size_t ways = form.empty() ? 1 : readings[varied].size();
            for (size_t way = 0; way < ways; ++way) {
                add_fit(readings, varied, way, head, slip_of_head, arguments_of_head);
            }
        }
    }

    [[nodiscard]] static bool takes_addresses(const isa::Mnemonic* mnemonic) {
        return mnemonic != nullptr && std::ranges::any_of(forms_of(*mnemonic), [](const Wants& form) {
                   return !form.empty() && form.back() == Want::address;
               });
    }

    /// Where an address may stand a letter is a name; and nobody means to change $zero or $at.
    [[nodiscard]] Readings readings_of(const Wants& form, size_t at, bool takes_address) const {
        Readings readings = read_as(form[at], m_line->operands[at].text, *m_about->survey);
        if (form[at] == Want::number && takes_address) {
            std::erase_if(readings, [](const Reading& reading) {
                return reading.slip == Slip::character_quotes || reading.slip == Slip::hexadecimal_prefix;
            });
        }
        const bool is_changed = m_line->operands[at].text == m_line->operands[0].text;
        if (is_changed && form.size() > 1 && form.back() != Want::label && !m_line->head.starts_with('s')) {
            const auto is_meant = [](const Reading& reading) {
                return !reading.slip || (reading.text != "$0" && reading.text != "$1");
            };
            if (std::ranges::any_of(readings, is_meant)) {
                std::erase_if(readings, [&](const Reading& reading) { return !is_meant(reading); });
            }
        }
        return readings;
    }

    void add_fit(const std::vector<Readings>& readings, size_t varied, size_t way, std::string_view head,
                 Slip slip_of_head, const std::vector<std::string>& arguments_of_head) {
        std::vector<Patch> patches;
        const Reading* first = nullptr;
        for (size_t i = 0; i < readings.size(); ++i) {
            const Reading& reading = readings[i][i == varied ? way : 0];
            if (reading.slip) {
                first = first == nullptr ? &reading : first;
                patches.push_back(patch_of(m_line->operands[i], reading.text));
            }
        }
        if (!head.empty()) {
            rewrite(slip_of_head, arguments_of_head, std::move(patches), head);
        } else if (first != nullptr) {
            rewrite(*first->slip, first->arguments, std::move(patches));
        }
    }

    /// `li $t0, 0    i = 0`: what stands apart behind the last operand is a comment without its sign.
    void propose_words_behind(const isa::Mnemonic& mnemonic) {
        const auto rest = m_line->rest();
        for (size_t i = 1; i < rest.size(); ++i) {
            const bool is_apart = rest[i].offset >= rest[i - 1].end() + 2 || m_line->text[rest[i - 1].end()] == '\t';
            const bool is_word = rest[i].is_word() && !rest[i].text.starts_with('$') && !rest[i - 1].is(",") &&
                                 isa::find_mnemonic(rest[i].text) == nullptr;
            const size_t given = operands_of(m_line->text, rest.subspan(1, i - 1)).size();
            const bool is_whole = std::ranges::any_of(forms_of(mnemonic), [&](const Wants& form) {
                return form.size() == given && (given > 0 || rest.size() > 2);
            });
            if (is_apart && is_word && is_whole) {
                rewrite(Slip::comment_sign_missing, {}, {{rest[i].offset, 0, "# "}});
                return;
            }
        }
    }

    /// `add $t0. $t1. $t2`, `lw $t0; 0($t1)`, `add $t0$t1, $t2`.
    void propose_separators() {
        const std::vector<LinePiece>& pieces = m_line->pieces;
        std::vector<Patch> patches;
        std::string sign;
        for (size_t i = m_line->first + 1; i < pieces.size(); ++i) {
            const LinePiece& piece = pieces[i];
            static constexpr std::string_view signs[] = {";", ":", "|", "/",  "\\", "&", "=",
                                                         "<", ">", "~", "->", "=>", "<-"};
            const bool is_between = i > m_line->first + 1 && i + 1 < pieces.size() &&
                                    (pieces[i - 1].kind != PieceKind::sign || pieces[i - 1].is(")"));
            if (is_between && piece.kind == PieceKind::sign &&
                std::ranges::find(signs, piece.text) != std::end(signs)) {
                const u32 from = pieces[i - 1].end();
                patches.push_back({from, pieces[i + 1].offset - from, pieces[i + 1].is(",") ? "" : ", "});
                sign = piece.text;
            } else if (piece.is("=") && pieces[i - 1].is(",") && i + 1 < pieces.size() &&
                       piece.end() < pieces[i + 1].offset) {
                patches.push_back({piece.offset, pieces[i + 1].offset - piece.offset, ""});
                sign = piece.text;
            } else if (is_between && (to_lower(piece.text) == "then" || to_lower(piece.text) == "goto") &&
                       m_about->survey->label(piece.text) == nullptr) {
                patches.push_back({pieces[i - 1].end(), pieces[i + 1].offset - pieces[i - 1].end(), ", "});
                sign = piece.text;
            } else if (piece.is_word() && piece.text.starts_with('$') && piece.text.ends_with('.') &&
                       i + 1 < pieces.size()) {
                patches.push_back({piece.end() - 1, 1, pieces[i + 1].is(",") ? "" : ","});
                sign = ".";
            } else if (is_split_register(pieces, i)) {
                patches.push_back(
                    {pieces[i + 1].offset, 1 + pieces[i + 2].length, std::string(pieces[i + 2].text) + ","});
                sign = "";
                i += 2;
            } else if (piece.is_word() && piece.text.find('$', 1) != std::string_view::npos &&
                       !starts_with_number(piece.text)) {
                const size_t at = piece.text.find('$', 1);
                const bool has_point = piece.text[at - 1] == '.';
                patches.push_back(
                    {piece.offset + static_cast<u32>(at) - (has_point ? 1 : 0), has_point ? 1U : 0U, ", "});
                sign = has_point ? "." : "";
            }
        }
        if (!patches.empty()) {
            const bool ran_together = sign.empty();
            rewrite(ran_together ? Slip::comma_missing : Slip::other_separator, {sign}, std::move(patches));
        }
        propose_register_apart();
        propose_run_together();
        propose_label_apart();
        propose_call_form();
        propose_grouped_operands();
        propose_end_of_address();
        propose_step();
        // A sign at the end, or two commas' worth of something before the operands.
        const bool has_sign_at_end =
            pieces.size() > m_line->first + 1 && pieces.back().kind == PieceKind::sign && !pieces.back().is(")");
        if (has_sign_at_end) {
            const bool is_colon = pieces.back().is(":") && pieces.size() > m_line->first + 2;
            rewrite(is_colon ? Slip::colon_of_use : Slip::sign_at_end,
                    {std::string(is_colon ? pieces[pieces.size() - 2].text : pieces.back().text)},
                    {{pieces.back().offset, pieces.back().length, ""}});
        }
    }

    /// `$ s2`
    void propose_register_apart() {
        const std::vector<LinePiece>& pieces = m_line->pieces;
        for (size_t i = m_line->first + 1; i + 1 < pieces.size(); ++i) {
            const std::string name = std::string(pieces[i].text) + std::string(pieces[i + 1].text);
            if (pieces[i].is("0x") && is_integer(name)) {
                const u32 length = pieces[i + 1].end() - pieces[i].offset;
                rewrite(Slip::digits_apart, {std::string(m_line->text.substr(pieces[i].offset, length)), name},
                        {{pieces[i].offset, length, name}});
            }
            if (pieces[i].text.starts_with('$') && !find_register(pieces[i].text) && find_register(name)) {
                const u32 length = pieces[i + 1].end() - pieces[i].offset;
                rewrite(Slip::register_mark, {std::string(m_line->text.substr(pieces[i].offset, length)), name},
                        {{pieces[i].offset, length, name}});
            }
        }
    }

    /// `sw $a14($v0)`, `li $t05`: the comma behind a register is missing, and the blank with it.
    void propose_run_together() {
        const std::vector<LinePiece>& pieces = m_line->pieces;
        for (size_t i = m_line->first + 1; i < pieces.size(); ++i) {
            const std::string_view word = pieces[i].text;
            for (const size_t size : {size_t{3}, size_t{5}}) {
                const bool is_last = i + 1 == pieces.size() || pieces[i + 1].is("(");
                const bool may_be = is_last && word.size() > size && word.starts_with('$') && !find_register(word);
                if (may_be && find_register(word.substr(0, size)) && is_integer(word.substr(size))) {
                    rewrite(Slip::comma_missing, {}, {{pieces[i].offset + static_cast<u32>(size), 0, ", "}});
                }
            }
        }
    }

    /// `lw $t0, $s0->next`, `$s0.next`: the second part of a record, more often than not.
    void propose_field() {
        const auto pieces = m_line->rest();
        for (size_t i = 1; i < pieces.size(); ++i) {
            const bool is_arrow = i + 2 < pieces.size() && pieces[i + 1].is("->") && is_name(pieces[i + 2].text);
            const size_t dot = pieces[i].text.find('.');
            const bool is_dot = dot != std::string_view::npos && dot + 1 < pieces[i].text.size();
            const std::string_view base = is_arrow ? pieces[i].text : pieces[i].text.substr(0, dot);
            if ((!is_arrow && !is_dot) || !is_integer_register(base)) {
                continue;
            }
            const std::string_view field = is_arrow ? pieces[i + 2].text : pieces[i].text.substr(dot + 1);
            const u32 length = (is_arrow ? pieces[i + 2].end() : pieces[i].end()) - pieces[i].offset;
            const bool has_name = m_about->survey->constants().contains(field);
            const bool is_first = field == "value" || field == "data" || field == "val" || field == "key";
            const std::string distance = has_name ? std::string(field) : is_first ? "0" : "4";
            rewrite(Slip::field_access, {std::string(m_line->text.substr(pieces[i].offset, length))},
                    {{pieces[i].offset, length, distance + "(" + std::string(base) + ")"}});
        }
    }

    /// `move 5, $v0`: as the assembler of other processors has it, what changes stands last.
    void propose_number_as_target() {
        const std::vector<LooseOperand>& operands = m_line->operands;
        if (to_lower(m_line->head) == "move" && operands.size() == 2 && is_integer(operands[0].text) &&
            is_integer_register(operands[1].text)) {
            rewrite(
                Slip::other_instruction,
                {std::string(m_line->head), "li", "a number can't be changed: the register that changes comes first"},
                {patch_of(operands[0], std::string(operands[1].text)),
                 patch_of(operands[1], std::string(operands[0].text))},
                "li");
        }
    }

    /// `jal print list` where there is a label `print_list`.
    void propose_label_apart() {
        const std::vector<LinePiece>& pieces = m_line->pieces;
        for (size_t i = m_line->first + 1; i + 1 < pieces.size(); ++i) {
            const size_t next = i + 2 < pieces.size() && pieces[i + 1].is("-") ? i + 2 : i + 1;
            for (const std::string_view sign : {"_", ""}) {
                const std::string name =
                    std::string(pieces[i].text) + std::string(sign) + std::string(pieces[next].text);
                const Survey::Places* const places = m_about->survey->label(name);
                const u32 length = pieces[next].end() - pieces[i].offset;
                if (is_name(pieces[i].text) && places != nullptr) {
                    rewrite(Slip::label_spelling,
                            {std::string(m_line->text.substr(pieces[i].offset, length)), name,
                             m_about->number_of(places->front())},
                            {{pieces[i].offset, length, name}});
                }
            }
        }
    }

    /// `lbu $t1 ($s1`
    void propose_end_of_address() {
        const auto count = [&](std::string_view sign) {
            return std::ranges::count_if(m_line->rest(), [&](const LinePiece& piece) { return piece.is(sign); });
        };
        if (m_line->operands.size() == 1 && count("(") == 1 && count(")") == 0) {
            rewrite(Slip::paren_not_closed, {std::string(m_line->operands[0].text)}, {{m_line->code_end, 0, ")"}});
        }
    }

    /// `bgt ($t1, $t2) done`, `beq ($t1, $t2), done`
    void propose_grouped_operands() {
        const auto rest = m_line->rest();
        std::vector<Patch> patches;
        for (size_t i = 1; i < rest.size(); ++i) {
            if (rest[i].is("(") || rest[i].is(")")) {
                const bool ends_group = rest[i].is(")") && i + 1 < rest.size() && !rest[i + 1].is(",");
                patches.push_back({rest[i].offset, 1, ends_group ? "," : ""});
            }
        }
        const bool has_group = rest.size() > 5 && rest[1].is("(") && rest[3].is(",") && patches.size() == 2;
        if (has_group && is_branch_or_jump(m_line->head)) {
            rewrite(Slip::call_form, {std::string(m_line->head), "parentheses"}, std::move(patches));
        }
    }

    /// `addi $t3, $t3--`
    void propose_step() {
        const std::vector<LooseOperand>& operands = m_line->operands;
        const std::string head = to_lower(m_line->head);
        const std::string_view last = operands.empty() ? std::string_view() : operands.back().text;
        const bool goes_up = last.ends_with("++");
        const std::string name(last.substr(0, last.size() - std::min<size_t>(last.size(), 2)));
        if ((goes_up || last.ends_with("--")) && operands.size() <= 2 && is_integer_register(name) &&
            (head.starts_with("add") || head.starts_with("sub"))) {
            const u32 from = operands[0].offset;
            const std::string to = operands.size() == 2 ? std::string(operands[0].text) : name;
            rewrite(Slip::sign_between, {std::string(goes_up ? "++" : "--"), head},
                    {{from, m_line->code_end - from, to + ", " + name + ", " + (goes_up ? "1" : "-1")}}, "addi");
        }
    }

    /// `add($t0, $t1, $t2)`
    void propose_call_form() {
        const auto rest = m_line->rest();
        static constexpr std::array<std::array<std::string_view, 3>, 3> kinds = {
            {{"(", ")", "parentheses"}, {"[", "]", "brackets"}, {"{", "}", "braces"}}};
        for (const auto& [open, close, name] : kinds) {
            if (rest.size() <= 3 || !rest[1].is(open) || !rest.back().is(close)) {
                continue;
            }
            const std::string blank = rest[1].offset == rest[0].end() ? " " : "";
            rewrite(Slip::call_form, {std::string(m_line->head), std::string(name)},
                    {{rest[1].offset, 1, blank}, {rest.back().offset, 1, ""}});
        }
    }

    /// `sll $t0, $t1, $2`, `lw $t0, &x`.
    void propose_marked_number(const isa::Mnemonic& mnemonic) {
        if (m_line->operands.empty()) {
            return;
        }
        const LooseOperand& last = m_line->operands.back();
        const bool takes_number = std::ranges::any_of(forms_of(mnemonic), [&](const Wants& form) {
            return form.size() == m_line->operands.size() && form.back() == Want::number;
        });
        const bool is_marked = is_integer_register(last.text) && is_integer(last.text.substr(1));
        if (is_marked && m_line->head == "lw") {
            rewrite(Slip::number_mark, {std::string(last.text)}, {patch_of(last, std::string(last.text.substr(1)))},
                    "li");
        } else if (takes_number && is_marked) {
            rewrite(Slip::number_mark, {std::string(last.text)}, {patch_of(last, std::string(last.text.substr(1)))});
        }
        const bool is_address =
            (last.text.starts_with('&') || last.text.starts_with('=')) && is_name(last.text.substr(1));
        if (is_address && (m_line->head == "lw" || m_line->head == "li" || m_line->head == "lb")) {
            rewrite(Slip::address_sign, {std::string(last.text)}, {patch_of(last, std::string(last.text.substr(1)))},
                    "la");
        }
        static constexpr std::pair<std::string_view, std::string_view> services[] = {
            {"exit", "10"},       {"print_int", "1"},   {"print_string", "4"}, {"print_str", "4"},
            {"read_int", "5"},    {"read_string", "8"}, {"print_char", "11"},  {"read_char", "12"},
            {"print_float", "2"}, {"read_float", "6"}};
        const auto* const service =
            std::ranges::find(services, to_lower(last.text), &std::pair<std::string_view, std::string_view>::first);
        if (service != std::end(services) && m_line->head == "li" && m_line->operands[0].text == "$v0") {
            rewrite(Slip::service_name, {std::string(last.text), std::string(service->second)},
                    {patch_of(last, std::string(service->second))});
        }
    }

    /// The same operands in another order, that which changes least first.
    void propose_order(const isa::Mnemonic& mnemonic) {
        const std::vector<LooseOperand>& operands = m_line->operands;
        if (operands.size() < 2 || operands.size() > 3) {
            return;
        }
        std::vector<size_t> order(operands.size());
        for (size_t i = 0; i < order.size(); ++i) {
            order[i] = i;
        }
        while (std::ranges::next_permutation(order).found) {
            for (const Wants& form : forms_of(mnemonic)) {
                add_order(form, order);
            }
        }
    }

    /// 1 - $t0 isn't $t0 - 1, and what is less than 5 isn't what 5 is less than.
    [[nodiscard]] bool changes_meaning(const Wants& form, const std::vector<size_t>& order) const {
        static constexpr std::string_view asymmetric[] = {
            "sub",  "subu", "subi", "subiu", "div",  "divu", "rem", "remu", "slt",  "sltu", "sle",
            "sleu", "sgt",  "sgtu", "sge",   "sgeu", "sll",  "srl", "sra",  "sllv", "srlv", "srav",
            "rol",  "ror",  "blt",  "bltu",  "ble",  "bleu", "bgt", "bgtu", "bge",  "bgeu"};
        const bool is_asymmetric = std::ranges::find(asymmetric, to_lower(m_line->head)) != std::end(asymmetric);
        // Only the last operand of a shift can be a number: where it stands elsewhere, nothing else is meant.
        const bool keeps_registers = order.size() == 3 && form.back() == Want::number && order[0] < order[1];
        static constexpr std::string_view shifts[] = {"sll", "srl", "sra", "rol", "ror"};
        if (keeps_registers && std::ranges::find(shifts, to_lower(m_line->head)) != std::end(shifts)) {
            return false;
        }
        const bool is_branch = form.back() == Want::label;
        return is_asymmetric && order.size() == 3 && (!is_branch || order[0] > order[1]);
    }

    /// `sw ($sp)4, $ra`: one of them may be malformed as an address, too.
    void add_order(const Wants& form, const std::vector<size_t>& order) {
        if (form.size() != order.size() || changes_meaning(form, order)) {
            return;
        }
        std::vector<Patch> patches;
        for (size_t i = 0; i < order.size(); ++i) {
            const Readings readings = read_as(form[i], m_line->operands[order[i]].text, *m_about->survey);
            const bool is_fine =
                !readings.empty() &&
                (!readings[0].slip || (readings[0].slip == Slip::address_form &&
                                       m_line->operands[order[i]].text.find('(') != std::string_view::npos));
            if (!is_fine) {
                return;
            }
            patches.push_back(patch_of(m_line->operands[i], readings[0].text));
        }
        rewrite(Slip::operand_order, {std::string(m_line->head)}, std::move(patches));
    }

    /// An operand that is given once and was meant twice; parts of an address apart; what shall not be there.
    void propose_fewer_or_more(const isa::Mnemonic& mnemonic) {
        const std::vector<LooseOperand>& operands = m_line->operands;
        const std::string head(m_line->head);
        for (const Wants& form : forms_of(mnemonic)) {
            const bool has_pair = form.size() >= 2 && form[0] == form[1] && form.back() != Want::label &&
                                  (form[0] == Want::integer_register || form[0] == Want::float_register);
            // What names a register twice already lacks something else, and so does what names one alone.
            const bool clears = to_lower(head) == "xor" || to_lower(head) == "sub" || to_lower(head) == "subu";
            const bool names_two = operands.size() == 2 && (clears || operands[0].text != operands[1].text);
            const bool lacks_number = !form.empty() && form.back() == Want::number && operands.size() == 2 &&
                                      is_integer_register(operands[1].text);
            const bool names_one = operands.size() == 1 && form.size() == 2 && !takes_one_register(mnemonic);
            if (form.size() == operands.size() + 1 && has_pair && !lacks_number && (names_two || names_one)) {
                rewrite(Slip::operand_once, {head, std::string(operands[0].text)},
                        {{operands[0].offset, 0, std::string(operands[0].text) + ", "}});
            }
            if (form.size() < operands.size() && !form.empty() && form.back() == Want::address &&
                (operands[form.size() - 1].text.starts_with('(') || !operands[form.size() - 1].text.ends_with(')'))) {
                join_address(form);
            }
            if (form.size() < operands.size()) {
                cut_off(form);
            }
            if (head == "jr" && operands.empty() && form.size() == 1) {
                rewrite(Slip::return_register, {}, {{m_line->code_end, 0, " $ra"}});
            }
        }
    }

    /// `div $t0` isn't `div $t0, $t0`, which nobody means.
    [[nodiscard]] static bool takes_one_register(const isa::Mnemonic& mnemonic) {
        static constexpr std::string_view pairs[] = {"div", "divu", "mult", "multu", "move", "mov.s", "mov.d"};
        return std::ranges::find(pairs, mnemonic.name) != std::end(pairs);
    }

    void join_address(const Wants& form) {
        const LooseOperand& first = m_line->operands[form.size() - 1];
        const u32 length = m_line->code_end - first.offset;
        const std::string_view written = m_line->text.substr(first.offset, length);
        for (const Reading& reading : read_address(written, *m_about->survey)) {
            if (reading.slip) {
                rewrite(*reading.slip, reading.arguments, {{first.offset, length, reading.text}});
            }
        }
    }

    /// `li $t0, 5 five`, `li $v0, 10 syscall`, `jr $ra, 0`.
    void cut_off(const Wants& form) {
        const LooseOperand& extra = m_line->operands[form.size()];
        const std::string_view rest = m_line->text.substr(extra.offset);
        const std::string indent(m_line->text.substr(0, m_line->head_offset));
        const size_t last = m_line->text.find_last_not_of(" \t,;", extra.offset - 1) + 1;
        const std::string before(m_line->text.substr(0, last));
        const LooseLine next = read_line(rest);
        if (!next.label.empty() || isa::find_mnemonic(next.head) != nullptr) {
            const std::string blank = m_line->label.empty() ? indent : std::string(indent.size(), ' ');
            m_out->rewrite(Slip::two_statements, {}, before + "\n" + blank + std::string(rest));
        }
        const bool is_prose = !form.empty() && is_name(extra.text) && m_about->survey->label(extra.text) == nullptr;
        if (is_prose) {
            m_out->rewrite(Slip::comment_sign_missing, {}, patched(m_line->text, {{extra.offset, 0, "# "}}));
        }
        if (form.empty() && to_lower(m_line->head) == "syscall") {
            std::string blank = m_line->label.empty() ? indent : std::string(indent.size(), ' ');
            const bool names_register = extra.text == "$v0" && m_line->operands.size() == 2;
            const std::string_view given = m_line->operands[names_register ? 1 : 0].text;
            const bool is_wrapped = given.size() > 2 && given.starts_with('(') && given.ends_with(')');
            std::string number(is_wrapped ? given.substr(1, given.size() - 2) : given);
            static constexpr std::pair<std::string_view, std::string_view> names[] = {
                {"exit", "10"}, {"print_int", "1"}, {"print_string", "4"}, {"read_int", "5"}, {"print_char", "11"}};
            const auto* const named =
                std::ranges::find(names, number, &std::pair<std::string_view, std::string_view>::first);
            number = named != std::end(names) ? std::string(named->second) : number;
            m_out->rewrite(Slip::syscall_number, {number},
                           indent + "li $v0, " + number + "\n" + blank + "syscall" +
                               std::string(m_line->text.substr(m_line->code_end)));
        }
    }

    /// `li $t0, 1,000`
    void propose_thousands(size_t at) {
        const LooseOperand& extra = m_line->operands[at];
        if (at == 0 || at + 1 != m_line->operands.size()) {
            return;
        }
        const LooseOperand& before = m_line->operands[at - 1];
        const auto is_number = [](std::string_view text) { return parse_digits<u32>(text).has_value(); };
        if (is_number(before.text) && is_number(extra.text) && extra.text.size() == 3 &&
            before.offset + before.length + 1 == extra.offset) {
            m_out->rewrite(Slip::thousands, {std::string(before.text) + std::string(extra.text)},
                           patched(m_line->text, {{before.offset + before.length, 1, ""}}));
        }
    }

    /// `jr $ra, 0`, `lui $t0, $t1, 16`: without what the instruction has no use for.
    void propose_without_one(const Wants& form) {
        const std::vector<LooseOperand>& operands = m_line->operands;
        if (form.size() >= operands.size()) {
            return;
        }
        const std::string head(m_line->head);
        propose_thousands(form.size());
        const LooseOperand& extra = operands[form.size()];
        const auto last = static_cast<u32>(m_line->text.find_last_not_of(" \t,;", extra.offset - 1) + 1);
        rewrite(Slip::operand_too_many, {head, std::string(extra.text)}, {{last, m_line->code_end - last, ""}});
        for (size_t i = form.size(); i-- > 0 && form.size() + 1 == operands.size();) {
            rewrite(Slip::operand_too_many, {head, std::string(operands[i].text)},
                    {{operands[i].offset, operands[i + 1].offset - operands[i].offset, ""}});
        }
    }

    /// `srl $t0, 2($t0)`, `addi $sp, -4($sp)`: the parts of an address where a register and a number belong.
    void propose_address_apart(const isa::Mnemonic& mnemonic) {
        const std::vector<LooseOperand>& operands = m_line->operands;
        if (operands.size() < 2 || !operands.back().text.ends_with(')')) {
            return;
        }
        const AddressParts parts = parts_of_address(pieces_of(operands.back().text), *m_about->survey);
        for (const Wants& form : forms_of(mnemonic)) {
            const bool fits = form.size() == operands.size() + 1 && form.back() == Want::number &&
                              form[form.size() - 2] == Want::integer_register;
            if (fits && parts.registers.size() == 1 && !parts.offset.empty()) {
                rewrite(Slip::address_apart, {std::string(m_line->head), std::string(operands.back().text)},
                        {patch_of(operands.back(), parts.registers[0] + ", " + parts.offset)});
            }
        }
    }

    /// The label behind this line, or else in front of it, that an instruction may name.
    [[nodiscard]] std::string label_nearby(bool is_code) const {
        const SourceSpot here = m_about->place;
        std::string best;
        u32 best_line = 0;
        for (const auto& [name, places] : m_about->survey->labels()) {
            const SourceSpot place = places.front();
            const bool fits = place.file == here.file && m_about->survey->is_in_data(place) != is_code &&
                              !m_about->survey->is_in_macro(place);
            const bool is_behind = place.line > here.line;
            const bool is_better = best_line == 0 || (is_behind ? best_line <= here.line || place.line < best_line
                                                                : best_line <= here.line && place.line > best_line);
            if (fits && is_better) {
                best = name;
                best_line = place.line;
            }
        }
        return best;
    }

    [[nodiscard]] std::string sample_of(Want want, size_t at) const {
        switch (want) {
            case Want::integer_register:
                return "$t" + std::to_string(
                                  m_line->text.find("$t" + std::to_string(at)) == std::string_view::npos ? at : at + 4);
            case Want::float_register:
                return "$f" + std::to_string(2 * at);
            case Want::number:
                return "1";
            case Want::label:
                return label_nearby(is_branch_or_jump(m_line->head));
            case Want::address:
                return "0(" + sample_of(Want::integer_register, at) + ")";
        }
        return {};
    }

    /// `move $a0`, `bge $t0, $t1`: the line with what may stand where operands are missing.
    void propose_completed(const Wants& form) {
        const std::vector<LooseOperand>& operands = m_line->operands;
        const bool names_register = m_line->head == "la" && form.back() == Want::address && form.size() == 2;
        if (form.size() <= operands.size() || operands.empty() || names_register) {
            return;
        }
        const size_t missing = form.size() - operands.size();
        for (const size_t first : {operands.size(), size_t{0}}) {
            std::string text;
            bool fits = true;
            for (size_t i = 0; i < form.size(); ++i) {
                const bool is_missing = i >= first && i < first + missing;
                const size_t own = i - (i >= first + missing ? missing : 0);
                const Readings readings =
                    is_missing ? Readings() : read_as(form[i], operands[own].text, *m_about->survey);
                fits = fits && (is_missing || (!readings.empty() && !readings[0].slip));
                text += (i > 0 ? ", " : "") + (is_missing ? sample_of(form[i], i) : std::string(operands[own].text));
            }
            if (fits) {
                rewrite(Slip::operand_missing,
                        {std::string(m_line->head), std::to_string(form.size()), here_are(operands.size())},
                        {{operands[0].offset, m_line->code_end - operands[0].offset, text}});
            }
        }
    }

    /// `add 8, 9, 10`
    void propose_numbered_registers() {
        std::vector<Patch> patches;
        std::string first;
        for (const LooseOperand& operand : m_line->operands) {
            if (is_integer_register("$" + std::string(operand.text)) && is_integer(operand.text)) {
                first = first.empty() ? std::string(operand.text) : first;
                patches.push_back({operand.offset, 0, "$"});
            }
        }
        if (!patches.empty()) {
            rewrite(Slip::dollar_missing, {first, "$" + first}, std::move(patches));
        }
    }

    /// The directive behind the label that an operand names; empty if it is none.
    [[nodiscard]] std::string directive_of(const LooseOperand& operand) const {
        const Survey::Places* const label = m_about->survey->label(operand.text);
        return label == nullptr
                   ? ""
                   : to_lower(read_line(m_about->text->files()[label->front().file].line(label->front().line)).head);
    }

    /// `mul.s` as `mul.d` where the data or the program's other instructions are of double precision.
    [[nodiscard]] std::string in_kind_of_floats(const std::string& word) const {
        const std::string& text = m_about->file().text();
        const std::string directive = m_line->operands.empty() ? "" : directive_of(m_line->operands.back());
        const bool is_double =
            directive == ".double" ||
            (directive != ".float" && text.find(".d ") != std::string::npos && text.find(".s ") == std::string::npos);
        return is_double && word.ends_with(".s") ? word.substr(0, word.size() - 1) + "d" : word;
    }

    /// Of a text or an array the address is meant rather than the first word.
    [[nodiscard]] bool names_text_or_array(const LooseOperand& operand) const {
        const Survey::Places* const label = m_about->survey->label(operand.text);
        if (label == nullptr) {
            return false;
        }
        const LooseLine data = read_line(m_about->text->files()[label->front().file].line(label->front().line));
        const std::string head = directive_of(operand);
        return head == ".asciiz" || head == ".ascii" || head == ".space" || data.operands.size() > 1;
    }

    /// Of a text or an array the address comes first, of a word that stands alone its value; at the place of a number
    /// nothing is.
    void order_siblings(std::vector<std::string>& others) const {
        if (m_line->operands.empty()) {
            return;
        }
        const LooseOperand& last = m_line->operands.back();
        const auto is_memory = [](const std::string& other) {
            return other == "lw" || other == "la" || other.starts_with("l.");
        };
        if (is_integer(last.text)) {
            std::erase_if(others, is_memory);
        } else if (names_text_or_array(last)) {
            std::stable_partition(others.begin(), others.end(), [](const std::string& other) { return other != "lw"; });
        } else if (directive_of(last) == ".word") {
            std::stable_partition(others.begin(), others.end(), [](const std::string& other) { return other != "la"; });
        }
    }

    /// Instructions that take what this one doesn't.
    void propose_siblings() {
        struct Siblings {
            std::string_view word;
            std::string_view others;
            std::string_view difference;
        };
        static constexpr Siblings table[] = {
#define SIBLINGS(word, others, difference) {word, others, difference},
#include "emulator/tutor/siblings.inc"
#undef SIBLINGS
        };
        const auto* const row = std::ranges::find(table, std::string_view(to_lower(m_line->head)), &Siblings::word);
        if (row == std::end(table)) {
            return;
        }
        propose_between_files(std::string(row->difference));
        propose_float_register();
        if (m_line->operands.size() == 1 && m_line->operands[0].text == "$ra") {
            rewrite(Slip::other_instruction, {std::string(m_line->head), "jr", "`jr $ra` returns from a routine"}, {},
                    "jr");
        }
        std::vector<std::string> others;
        for (std::string_view left = row->others; !left.empty();) {
            const size_t end = std::min(left.find(' '), left.size());
            others.emplace_back(left.substr(0, end));
            left.remove_prefix(std::min(end + 1, left.size()));
        }
        order_siblings(others);
        for (std::string& other : others) {
            other = in_kind_of_floats(other);
            const isa::Mnemonic* const mnemonic = isa::find_mnemonic(other);
            // What goes to a label puts no result into a register, unless three registers say so.
            const bool is_far = is_branch_or_jump(m_line->head) && !is_branch_or_jump(other) &&
                                other.starts_with('s') &&
                                !is_integer_register(m_line->operands.empty() ? "" : m_line->operands.back().text);
            if (mnemonic == nullptr || is_far) {
                continue;
            }
            for (const Wants& form : forms_of(*mnemonic)) {
                fit(form, other, Slip::other_instruction,
                    {std::string(m_line->head), other, std::string(row->difference)});
            }
        }
    }

    /// `div.s $12, $4, $7`: floating-point registers without their letter.
    void propose_float_letters() {
        std::vector<Patch> patches;
        std::string first;
        for (const LooseOperand& operand : m_line->operands) {
            const std::string name = "$f" + std::string(operand.text.substr(operand.text.empty() ? 0 : 1));
            if (operand.text.starts_with('$') && is_integer(operand.text.substr(1)) && is_float_register(name)) {
                first = first.empty() ? std::string(operand.text) : first;
                patches.push_back(patch_of(operand, name));
            }
        }
        const std::string head = to_lower(m_line->head);
        if (!patches.empty() && (head.ends_with(".s") || head.ends_with(".d"))) {
            const std::string name = "$f" + first.substr(1);
            rewrite(Slip::float_register, {first, head, name}, std::move(patches));
        }
    }

    /// `l.d $t2, pi` for `l.d $f2, pi`, where `pi` is of that kind.
    void propose_float_register() {
        const std::vector<LooseOperand>& operands = m_line->operands;
        const std::string head = to_lower(m_line->head);
        const std::string_view kind = head == "l.d" || head == "s.d" || head == "ldc1" || head == "sdc1"   ? ".double"
                                      : head == "l.s" || head == "s.s" || head == "lwc1" || head == "swc1" ? ".float"
                                                                                                           : "";
        if (kind.empty() || operands.size() != 2 || !is_integer_register(operands[0].text) ||
            directive_of(operands[1]) != kind) {
            return;
        }
        const std::string name = "$f" + std::string(operands[0].text.substr(std::min<size_t>(2, operands[0].length)));
        if (is_float_register(name)) {
            rewrite(Slip::float_register, {std::string(operands[0].text), std::string(m_line->head), name},
                    {patch_of(operands[0], name)});
        }
    }

    /// `lw $t3, $t1[1]`, `lw $t3, list[1]`: an index that can't be a number of bytes counts elements.
    void propose_element() {
        const std::string head = to_lower(m_line->head);
        const u32 size = head == "lw" || head == "sw" || head == "l.s" || head == "s.s"       ? 4
                         : head == "lh" || head == "lhu" || head == "sh"                      ? 2
                         : head == "l.d" || head == "s.d" || head == "ldc1" || head == "sdc1" ? 8
                                                                                              : 1;
        if (size == 1 || m_line->operands.size() != 2) {
            return;
        }
        const LooseOperand& place = m_line->operands[1];
        const auto pieces = pieces_of(place.text);
        const bool is_element = pieces.size() == 4 && pieces[1].is("[") && pieces[3].is("]");
        const std::optional<u32> index = is_element ? parse_digits<u32>(pieces[2].text) : std::nullopt;
        constexpr u32 most = 4000;
        if (!index || *index % size == 0 || *index > most) {
            return;
        }
        const std::string name(pieces[0].text);
        const std::string offset = std::to_string(*index * size);
        const std::string written = is_integer_register(name) ? offset + "(" + name + ")" : name + "+" + offset;
        rewrite(Slip::element, {std::string(place.text), written, std::to_string(size)}, {patch_of(place, written)});
    }

    /// `move $f10, $t1` for `mtc1 $t1, $f10`, `move $t1, $f10` for `mfc1 $t1, $f10`.
    void propose_between_files(const std::string& difference) {
        const std::string head = to_lower(m_line->head);
        const std::vector<LooseOperand>& operands = m_line->operands;
        if ((head != "move" && head != "mov.s" && head != "li" && head != "cvt.s.w") || operands.size() != 2) {
            return;
        }
        const std::string to(operands[0].text);
        const std::string from(operands[1].text);
        if (is_float_register(to) && is_integer_register(from)) {
            rewrite(Slip::other_instruction, {head, "mtc1", difference + "; cvt.s.w converts them there"},
                    {patch_of(operands[0], from), patch_of(operands[1], to)}, "mtc1");
        } else if (is_integer_register(to) && is_float_register(from)) {
            rewrite(Slip::other_instruction, {head, "mfc1", difference + "; cvt.w.s converts them before"}, {}, "mfc1");
        }
    }

    [[nodiscard]] std::string free_register(bool is_float = false) const {
        return tutor::free_register(m_about->file().text(), is_float);
    }

    void with_line_before(Slip slip, std::vector<std::string> arguments, const std::string& before,
                          const LooseOperand& operand, const std::string& by) {
        const std::string indent(m_line->text.substr(0, m_line->head_offset));
        const std::string blank = m_line->label.empty() ? indent : std::string(indent.size(), ' ');
        const std::string rest = patched(m_line->text, {patch_of(operand, by)}).substr(m_line->head_offset);
        m_out->rewrite(slip, std::move(arguments), indent + before + "\n" + blank + rest);
    }

    /// `slti $t0, $t1, 70000`
    void propose_large_number() {
        const LooseOperand& last = m_line->operands.back();
        std::string head = to_lower(m_line->head);
        std::erase(head, 'i');
        const std::string free = free_register();
        const std::string indent(m_line->text.substr(0, m_line->head_offset));
        const std::string blank = m_line->label.empty() ? indent : std::string(indent.size(), ' ');
        const std::string rest = patched(
            m_line->text, {{m_line->head_offset, static_cast<u32>(m_line->head.size()), head}, patch_of(last, free)});
        m_out->rewrite(
            Slip::number_too_large, {std::string(m_line->head), std::string(last.text)},
            indent + "li " + free + ", " + std::string(last.text) + "\n" + blank + rest.substr(m_line->head_offset));
    }

    /// `mult $t0, 5`, `sw 5, 0($t0)`: the number goes to a register first.
    void propose_value_in_register(const isa::Mnemonic& mnemonic) {
        for (const Wants& form : forms_of(mnemonic)) {
            for (size_t i = 0; i < form.size() && form.size() == m_line->operands.size(); ++i) {
                const LooseOperand& operand = m_line->operands[i];
                if (form[i] == Want::integer_register && looks_like_number(operand.text)) {
                    const std::string free = free_register();
                    with_line_before(Slip::number_for_register,
                                     {std::string(m_line->head), std::string(operand.text), free},
                                     "li " + free + ", " + std::string(operand.text), operand, free);
                }
            }
        }
    }

    /// `sub $t0, $t0, total`, `beq $t0, max, done`, `move total, $t0`.
    void propose_load_first() {
        const std::vector<LooseOperand>& operands = m_line->operands;
        const std::string head = to_lower(m_line->head);
        const bool may_store = head == "move" || head == "li" || head == "la";
        const bool names_memory =
            !operands.empty() &&
            (is_name(operands[0].text) || (operands[0].text.ends_with(')') && is_plain_address(operands[0].text)));
        if ((may_store || head == "sw") && operands.size() == 2 && names_memory &&
            looks_like_number(operands[1].text)) {
            propose_number_stored();
            return;
        }
        if (may_store && operands.size() == 2 && names_memory && is_integer_register(operands[1].text)) {
            rewrite(Slip::store_to_label, {std::string(operands[0].text)},
                    {patch_of(operands[0], std::string(operands[1].text)),
                     patch_of(operands[1], std::string(operands[0].text))},
                    "sw");
        }
        const bool is_negative = operands.size() == 2 && (head == "li" || head == "move") &&
                                 operands[1].text.starts_with('-') && is_integer_register(operands[1].text.substr(1));
        if (is_negative) {  // `li $t1, -$t0`
            const std::string name(operands[1].text.substr(1));
            rewrite(Slip::negated, {std::string(operands[1].text), name}, {patch_of(operands[1], name)}, "neg");
        }
        // These have their likes for each kind of operand.
        for (const LooseOperand& operand : may_store ? std::span<const LooseOperand>() : std::span(operands)) {
            propose_negated(operand);
            propose_sum_first(operand);
            propose_half_of_address(operand);
            const bool has_brackets = operand.text.size() > 2 && operand.text[0] == '[' && operand.text.ends_with(']');
            const std::string_view name = operand.text.substr(has_brackets ? 1 : 0);
            const std::string place(name.substr(0, name.size() - (has_brackets ? 1 : 0)));
            const Survey::Places* const label = m_about->survey->label(place);
            const bool is_data = label != nullptr && m_about->survey->is_in_data(label->front());
            const bool is_result = &operand == operands.data() && operands.size() == 3 && !is_branch_or_jump(head);
            if (is_data && is_result) {
                propose_store_after(operand);
                propose_in_memory(operand);
                continue;
            }
            const bool is_address = operand.text.ends_with(')') && is_plain_address(operand.text);
            const bool adds_address = is_data && head.starts_with("add") && head.find('.') == std::string::npos;
            if (adds_address && names_text_or_array(operand)) {
                propose_address_first(operand);
            }
            if (is_data || is_address) {
                const bool is_float = is_float_register(operands[0].text);
                const std::string free = free_register(is_float);
                with_line_before(Slip::load_first, {std::string(m_line->head), std::string(operand.text), free},
                                 (is_float ? in_kind_of_floats("l.s") + " " : "lw ") + free + ", " + place, operand,
                                 free);
            }
            if (adds_address) {
                propose_address_first(operand);
            }
        }
    }

    /// `sw total, 5`, `move 0($t1), 5`: the number goes to a register, and from there into memory.
    void propose_number_stored() {
        const LooseOperand& place = m_line->operands[0];
        const LooseOperand& number = m_line->operands[1];
        const std::string free = free_register();
        const std::string indent(m_line->text.substr(0, m_line->head_offset));
        const std::string blank = m_line->label.empty() ? indent : std::string(indent.size(), ' ');
        m_out->rewrite(Slip::number_for_register, {std::string(m_line->head), std::string(number.text), free},
                       indent + "li " + free + ", " + std::string(number.text) + "\n" + blank + "sw " + free + ", " +
                           std::string(place.text) + std::string(m_line->text.substr(m_line->code_end)));
    }

    /// `mtc1 $f1, 3`
    void propose_number_moved() {
        const std::vector<LooseOperand>& operands = m_line->operands;
        const bool is_it = to_lower(m_line->head) == "mtc1" && operands.size() == 2 &&
                           is_float_register(operands[0].text) && is_integer(operands[1].text);
        if (is_it) {
            const std::string free = free_register();
            const std::string indent(m_line->text.substr(0, m_line->head_offset));
            const std::string blank = m_line->label.empty() ? indent : std::string(indent.size(), ' ');
            const std::string rest = patched(
                m_line->text, {patch_of(operands[0], free), patch_of(operands[1], std::string(operands[0].text))});
            m_out->rewrite(Slip::number_for_register, {std::string(m_line->head), std::string(operands[1].text), free},
                           indent + "li " + free + ", " + std::string(operands[1].text) + "\n" + blank +
                               rest.substr(m_line->head_offset));
        }
    }

    /// `addi total, total, 1`: load, change, store.
    void propose_in_memory(const LooseOperand& target) {
        const LooseOperand& source = m_line->operands[1];
        const Survey::Places* const label = m_about->survey->label(source.text);
        if (label == nullptr || !m_about->survey->is_in_data(label->front())) {
            return;
        }
        const std::string free = free_register();
        const std::string indent(m_line->text.substr(0, m_line->head_offset));
        const std::string blank = m_line->label.empty() ? indent : std::string(indent.size(), ' ');
        const std::string rest = patched(m_line->text, {patch_of(target, free), patch_of(source, free)});
        m_out->rewrite(Slip::store_after, {std::string(target.text), std::string(m_line->head)},
                       indent + "lw " + free + ", " + std::string(source.text) + "\n" + blank +
                           rest.substr(m_line->head_offset) + "\n" + blank + "sw " + free + ", " +
                           std::string(target.text));
    }

    /// `add $t1, $t1, list`
    void propose_address_first(const LooseOperand& operand) {
        const std::string free = free_register();
        const std::string indent(m_line->text.substr(0, m_line->head_offset));
        const std::string blank = m_line->label.empty() ? indent : std::string(indent.size(), ' ');
        std::string head(m_line->head);
        std::erase(head, 'i');  // the sum of two registers
        const std::string rest =
            patched(m_line->text,
                    {{m_line->head_offset, static_cast<u32>(m_line->head.size()), head}, patch_of(operand, free)});
        m_out->rewrite(
            Slip::address_first, {std::string(m_line->head), std::string(operand.text), free},
            indent + "la " + free + ", " + std::string(operand.text) + "\n" + blank + rest.substr(m_line->head_offset));
    }

    /// `add total, $t0, $t1`
    void propose_store_after(const LooseOperand& operand) {
        const bool is_float = m_line->head.ends_with(".s");
        const std::string free = free_register(is_float);
        const std::string indent(m_line->text.substr(0, m_line->head_offset));
        const std::string blank = m_line->label.empty() ? indent : std::string(indent.size(), ' ');
        m_out->rewrite(Slip::store_after, {std::string(operand.text), std::string(m_line->head)},
                       patched(m_line->text, {patch_of(operand, free)}) + "\n" + blank + (is_float ? "s.s " : "sw ") +
                           free + ", " + std::string(operand.text));
    }

    /// `lui $s0, %hi(x)`, `addiu $s0, $s0, %lo(x)`
    void propose_half_of_address(const LooseOperand& operand) {
        const Readings label = operand.text.starts_with('%') ? read_label(operand.text, *m_about->survey) : Readings();
        if (!label.empty() && is_integer_register(m_line->operands[0].text)) {
            const u32 from = m_line->operands[0].offset + m_line->operands[0].length;
            rewrite(Slip::percent_function, label[0].arguments, {{from, m_line->code_end - from, ", " + label[0].text}},
                    "la");
        }
    }

    /// `add $t0, $t1, -$t2`
    void propose_negated(const LooseOperand& operand) {
        const std::string name(operand.text.substr(operand.text.starts_with('-') ? 1 : 0));
        if (operand.text.starts_with('-') && is_integer_register(name)) {
            const std::string free = free_register();
            with_line_before(Slip::negated, {std::string(operand.text), name}, "neg " + free + ", " + name, operand,
                             free);
        }
    }

    /// `cvt.w.s $t0, $f1`, `trunc.w.d $t0, $f2`: the result is copied from there.
    void propose_float_result() {
        const std::vector<LooseOperand>& operands = m_line->operands;
        const std::string head = to_lower(m_line->head);
        const bool gives_integer = head.find(".w.") != std::string::npos && operands.size() == 2 &&
                                   is_integer_register(operands[0].text) && is_float_register(operands[1].text);
        if (gives_integer) {
            const std::string free = free_register(true);
            const std::string indent(m_line->text.substr(0, m_line->head_offset));
            const std::string blank = m_line->label.empty() ? indent : std::string(indent.size(), ' ');
            m_out->rewrite(Slip::float_result, {std::string(m_line->head), std::string(operands[0].text)},
                           patched(m_line->text, {patch_of(operands[0], free)}) + "\n" + blank + "mfc1 " +
                               std::string(operands[0].text) + ", " + free);
        }
    }

    /// `add [count], $t2`: as x86 has it, memory is changed in place.
    void propose_change_of_memory() {
        const std::vector<LooseOperand>& operands = m_line->operands;
        const std::string head = to_lower(m_line->head);
        static constexpr std::string_view heads[] = {"add", "addi", "addu", "sub", "and", "or", "xor", "mul"};
        if (operands.size() != 2 || std::ranges::find(heads, head) == std::end(heads)) {
            return;
        }
        const std::string_view written = operands[0].text;
        const bool has_brackets = written.size() > 2 && written[0] == '[' && written.ends_with(']');
        const std::string place(has_brackets ? trim(written.substr(1, written.size() - 2)) : written);
        const Survey::Places* const label = m_about->survey->label(place);
        if (label == nullptr || !m_about->survey->is_in_data(label->front())) {
            return;
        }
        const std::string free = free_register();
        const std::string indent(m_line->text.substr(0, m_line->head_offset));
        const std::string blank = m_line->label.empty() ? indent : std::string(indent.size(), ' ');
        const std::string rest = patched(m_line->text, {patch_of(operands[0], free + ", " + free)});
        m_out->rewrite(Slip::memory_in_place, {std::string(m_line->head), std::string(written)},
                       indent + "lw " + free + ", " + place + "\n" + blank + rest.substr(m_line->head_offset) + "\n" +
                           blank + "sw " + free + ", " + place);
    }

    /// `lw $t0, $t1($t2)`
    void propose_sum_first(const LooseOperand& operand) {
        const AddressParts parts = parts_of_address(pieces_of(operand.text), *m_about->survey);
        if (parts.registers.size() == 2) {
            const std::string free = free_register();
            with_line_before(Slip::two_registers, {std::string(operand.text), free},
                             "add " + free + ", " + parts.registers[0] + ", " + parts.registers[1], operand,
                             (parts.offset.empty() ? "0" : parts.offset) + "(" + free + ")");
        }
    }

    const WrongLine* m_about;
    Proposals* m_out;
    const LooseLine* m_line;
};

}  // namespace

void propose_operands(const WrongLine& about, Proposals& out) {
    OperandMaker(about, out).propose();
}

void propose_last_operands(const WrongLine& about, Proposals& out) {
    OperandMaker(about, out).propose_last();
}

}  // namespace mariner::tutor
