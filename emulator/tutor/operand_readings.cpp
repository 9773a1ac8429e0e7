#include "emulator/tutor/operand_readings.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "emulator/support/text.hpp"
#include "emulator/tutor/registers.hpp"

namespace mariner::tutor {

namespace {

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

}  // namespace

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

bool looks_like_number(std::string_view text) {
    const bool is_character =
        text.size() > 2 && text.starts_with('\'') && text.ends_with('\'') && (text.size() == 3 || text[1] == '\\');
    return is_integer(text) || is_character;
}

bool starts_with_number(std::string_view text) {
    return !text.empty() && ((text[0] >= '0' && text[0] <= '9') || text[0] == '-');
}

namespace {

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
    const bool is_no_register = text.starts_with('$') && to_lower(text) == text && !registers_there_are(text).empty();
    for (const Correction& guess : is_no_register ? std::vector<Correction>() : guess_numbers(text, survey)) {
        readings.push_back({guess.text, guess.slip, guess.arguments});
    }
    return readings;
}

}  // namespace

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

namespace {

/// `8$sp` is a number and a register, `list$t0` a label and a register.
std::vector<LinePiece> split_at_dollars(const std::vector<LinePiece>& pieces) {
    std::vector<LinePiece> split;
    for (LinePiece piece : pieces) {
        const size_t dollar = piece.is_word() ? piece.text.find('$') : std::string_view::npos;
        const bool is_label = dollar != std::string_view::npos && is_name(piece.text.substr(0, dollar)) &&
                              is_integer_register(piece.text.substr(dollar));
        const size_t at = starts_with_number(piece.text) || is_label ? dollar : std::string_view::npos;
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

}  // namespace

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
    const size_t dollar = text.find('$');
    const bool has_register = dollar != std::string_view::npos && dollar > 0 &&
                              survey.label(text.substr(0, dollar)) != nullptr &&
                              is_integer_register(text.substr(dollar));  // `list$t0`
    if (is_plain_address(text) && !has_register) {
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

}  // namespace mariner::tutor
