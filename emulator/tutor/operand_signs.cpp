// What stands between operands and around them: commas, brackets, signs; what grew together or fell apart.

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "emulator/isa/mnemonics.hpp"
#include "emulator/support/java_number.hpp"
#include "emulator/support/text.hpp"
#include "emulator/tutor/operand_maker.hpp"
#include "emulator/tutor/registers.hpp"

namespace mariner::tutor {

namespace {

/// `$a,2` for `$a2,`
bool is_split_register(const std::vector<LinePiece>& pieces, size_t at) {
    return at + 2 < pieces.size() && pieces[at].text.starts_with('$') && !find_register(pieces[at].text) &&
           pieces[at + 1].is(",") && pieces[at + 1].end() == pieces[at + 2].offset &&
           find_register(std::string(pieces[at].text) + std::string(pieces[at + 2].text));
}

}  // namespace

void OperandMaker::propose_words_behind(const isa::Mnemonic& mnemonic) {
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

void OperandMaker::propose_separators() {
    const std::vector<LinePiece>& pieces = m_line->pieces;
    std::vector<Patch> patches;
    std::string sign;
    for (size_t i = m_line->first + 1; i < pieces.size(); ++i) {
        const LinePiece& piece = pieces[i];
        static constexpr std::string_view signs[] = {";", ":", "|", "/",  "\\", "&", "=",
                                                     "<", ">", "~", "->", "=>", "<-"};
        const bool is_between = i > m_line->first + 1 && i + 1 < pieces.size() &&
                                (pieces[i - 1].kind != PieceKind::sign || pieces[i - 1].is(")"));
        if (is_between && piece.kind == PieceKind::sign && std::ranges::find(signs, piece.text) != std::end(signs)) {
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
            patches.push_back({pieces[i + 1].offset, 1 + pieces[i + 2].length, std::string(pieces[i + 2].text) + ","});
            sign = "";
            i += 2;
        } else if (piece.is_word() && piece.text.find('$', 1) != std::string_view::npos &&
                   !starts_with_number(piece.text)) {
            const size_t at = piece.text.find('$', 1);
            const bool has_point = piece.text[at - 1] == '.';
            patches.push_back({piece.offset + static_cast<u32>(at) - (has_point ? 1 : 0), has_point ? 1U : 0U, ", "});
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

void OperandMaker::propose_register_apart() {
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

void OperandMaker::propose_run_together() {
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

void OperandMaker::propose_field() {
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

void OperandMaker::propose_label_apart() {
    const std::vector<LinePiece>& pieces = m_line->pieces;
    for (size_t i = m_line->first + 1; i + 1 < pieces.size(); ++i) {
        const size_t next = i + 2 < pieces.size() && pieces[i + 1].is("-") ? i + 2 : i + 1;
        for (const std::string_view sign : {"_", ""}) {
            const std::string name = std::string(pieces[i].text) + std::string(sign) + std::string(pieces[next].text);
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

void OperandMaker::propose_end_of_address() {
    const auto count = [&](std::string_view sign) {
        return std::ranges::count_if(m_line->rest(), [&](const LinePiece& piece) { return piece.is(sign); });
    };
    if (m_line->operands.size() == 1 && count("(") == 1 && count(")") == 0) {
        rewrite(Slip::paren_not_closed, {std::string(m_line->operands[0].text)}, {{m_line->code_end, 0, ")"}});
    }
}

void OperandMaker::propose_grouped_operands() {
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

void OperandMaker::propose_step() {
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

void OperandMaker::propose_call_form() {
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

void OperandMaker::propose_marked_number(const isa::Mnemonic& mnemonic) {
    if (m_line->operands.empty()) {
        return;
    }
    const LooseOperand& last = m_line->operands.back();
    const bool takes_number = std::ranges::any_of(forms_of(mnemonic), [&](const Wants& form) {
        return form.size() == m_line->operands.size() && form.back() == Want::number;
    });
    const bool is_marked = is_integer_register(last.text) && is_integer(last.text.substr(1));
    if (is_marked && m_line->head == "lw") {
        rewrite(Slip::number_mark, {std::string(last.text)}, {patch_of(last, std::string(last.text.substr(1)))}, "li");
    } else if (takes_number && is_marked) {
        rewrite(Slip::number_mark, {std::string(last.text)}, {patch_of(last, std::string(last.text.substr(1)))});
    }
    const bool is_address = (last.text.starts_with('&') || last.text.starts_with('=')) && is_name(last.text.substr(1));
    if (is_address && (m_line->head == "lw" || m_line->head == "li" || m_line->head == "lb")) {
        rewrite(Slip::address_sign, {std::string(last.text)}, {patch_of(last, std::string(last.text.substr(1)))}, "la");
    }
    static constexpr std::pair<std::string_view, std::string_view> services[] = {
        {"exit", "10"},       {"print_int", "1"},   {"print_string", "4"}, {"print_str", "4"},   {"read_int", "5"},
        {"read_string", "8"}, {"print_char", "11"}, {"read_char", "12"},   {"print_float", "2"}, {"read_float", "6"}};
    const auto* const service =
        std::ranges::find(services, to_lower(last.text), &std::pair<std::string_view, std::string_view>::first);
    if (service != std::end(services) && m_line->head == "li" && m_line->operands[0].text == "$v0") {
        rewrite(Slip::service_name, {std::string(last.text), std::string(service->second)},
                {patch_of(last, std::string(service->second))});
    }
}

void OperandMaker::propose_element() {
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

}  // namespace mariner::tutor
