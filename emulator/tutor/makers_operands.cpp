// The operands of an instruction that exists: another order, more of them, fewer of them, each read as its place wants
// it.

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

size_t count_of(std::string_view text, std::string_view what) {
    size_t count = 0;
    for (size_t at = text.find(what); at != std::string_view::npos; at = text.find(what, at + 1)) {
        ++count;
    }
    return count;
}

}  // namespace

void OperandMaker::propose() {
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

void OperandMaker::propose_last() {
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

void OperandMaker::rewrite(Slip slip, std::vector<std::string> arguments, std::vector<Patch> patches,
                           std::string_view head) {
    if (!head.empty()) {
        patches.push_back({m_line->head_offset, static_cast<u32>(m_line->head.size()), std::string(head)});
    }
    m_out->rewrite(slip, std::move(arguments), patched(m_line->text, std::move(patches)));
}

Patch OperandMaker::patch_of(const LooseOperand& operand, std::string text) const {
    return {operand.offset, operand.length, std::move(text)};
}

void OperandMaker::fit(const Wants& form, std::string_view head, Slip slip_of_head,
                       const std::vector<std::string>& arguments_of_head) {
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

bool OperandMaker::takes_addresses(const isa::Mnemonic* mnemonic) {
    return mnemonic != nullptr && std::ranges::any_of(forms_of(*mnemonic), [](const Wants& form) {
               return !form.empty() && form.back() == Want::address;
           });
}

Readings OperandMaker::readings_of(const Wants& form, size_t at, bool takes_address) const {
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

void OperandMaker::add_fit(const std::vector<Readings>& readings, size_t varied, size_t way, std::string_view head,
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

void OperandMaker::propose_order(const isa::Mnemonic& mnemonic) {
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

bool OperandMaker::changes_meaning(const Wants& form, const std::vector<size_t>& order) const {
    static constexpr std::string_view asymmetric[] = {"sub", "subu", "subi", "subiu", "div",  "divu", "rem", "remu",
                                                      "slt", "sltu", "sle",  "sleu",  "sgt",  "sgtu", "sge", "sgeu",
                                                      "sll", "srl",  "sra",  "sllv",  "srlv", "srav", "rol", "ror",
                                                      "blt", "bltu", "ble",  "bleu",  "bgt",  "bgtu", "bge", "bgeu"};
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

void OperandMaker::add_order(const Wants& form, const std::vector<size_t>& order) {
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

void OperandMaker::propose_fewer_or_more(const isa::Mnemonic& mnemonic) {
    const std::vector<LooseOperand>& operands = m_line->operands;
    const std::string head(m_line->head);
    for (const Wants& form : forms_of(mnemonic)) {
        const bool has_pair = form.size() >= 2 && form[0] == form[1] && form.back() != Want::label &&
                              (form[0] == Want::integer_register || form[0] == Want::float_register);
        // What names a register twice already lacks something else, and so does what names one alone.
        const bool names_two =
            operands.size() == 2 && (to_lower(head) == "xor" || operands[0].text != operands[1].text);
        const bool lacks_number = !form.empty() && form.back() == Want::number && operands.size() == 2 &&
                                  is_integer_register(operands[1].text);
        const bool names_one = operands.size() == 1 && form.size() == 2 && !takes_one_register(mnemonic);
        if (form.size() == operands.size() + 1 && has_pair && !lacks_number && (names_two || names_one)) {
            const std::optional<u32> gap = place_between_commas();
            rewrite(Slip::operand_once, {head, std::string(operands[0].text)},
                    {gap ? Patch{*gap, 0, std::string(operands[0].text)}
                         : Patch{operands[0].offset, 0, std::string(operands[0].text) + ", "}});
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

std::optional<u32> OperandMaker::place_between_commas() const {
    const std::vector<LinePiece>& pieces = m_line->pieces;
    const auto is_comma = [](const LinePiece& piece) { return piece.is(","); };
    const auto both = std::ranges::adjacent_find(
        pieces, [&](const LinePiece& left, const LinePiece& right) { return is_comma(left) && is_comma(right); });
    return both != pieces.end() ? std::optional((both + 1)->offset) : std::nullopt;
}

bool OperandMaker::takes_one_register(const isa::Mnemonic& mnemonic) {
    static constexpr std::string_view pairs[] = {"div", "divu", "mult", "multu", "move", "mov.s", "mov.d"};
    return std::ranges::find(pairs, mnemonic.name) != std::end(pairs);
}

void OperandMaker::join_address(const Wants& form) {
    const LooseOperand& first = m_line->operands[form.size() - 1];
    const u32 length = m_line->code_end - first.offset;
    const std::string_view written = m_line->text.substr(first.offset, length);
    for (const Reading& reading : read_address(written, *m_about->survey)) {
        if (reading.slip) {
            rewrite(*reading.slip, reading.arguments, {{first.offset, length, reading.text}});
        }
    }
}

void OperandMaker::cut_off(const Wants& form) {
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

void OperandMaker::propose_thousands(size_t at) {
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

void OperandMaker::propose_without_one(const Wants& form) {
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

void OperandMaker::propose_address_apart(const isa::Mnemonic& mnemonic) {
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

std::string OperandMaker::label_nearby(bool is_code) const {
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

std::string OperandMaker::sample_of(Want want, size_t at) const {
    switch (want) {
        case Want::integer_register:
            return "$t" +
                   std::to_string(m_line->text.find("$t" + std::to_string(at)) == std::string_view::npos ? at : at + 4);
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

void OperandMaker::propose_completed(const Wants& form) {
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
            const Readings readings = is_missing ? Readings() : read_as(form[i], operands[own].text, *m_about->survey);
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

void OperandMaker::propose_numbered_registers() {
    if (m_line->text.find('$') < m_line->code_end) {
        return;
    }
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

void propose_operands(const WrongLine& about, Proposals& out) {
    OperandMaker(about, out).propose();
}

void propose_last_operands(const WrongLine& about, Proposals& out) {
    OperandMaker(about, out).propose_last();
}

}  // namespace mariner::tutor
