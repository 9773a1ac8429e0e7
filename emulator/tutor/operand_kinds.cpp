// Operands of another kind than the instruction takes: the instruction that takes them, or a line in front that makes
// them fit.

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

void OperandMaker::propose_number_as_target() {
    const std::vector<LooseOperand>& operands = m_line->operands;
    if (to_lower(m_line->head) == "move" && operands.size() == 2 && is_integer(operands[0].text) &&
        is_integer_register(operands[1].text)) {
        rewrite(Slip::other_instruction,
                {std::string(m_line->head), "li", "a number can't be changed: the register that changes comes first"},
                {patch_of(operands[0], std::string(operands[1].text)),
                 patch_of(operands[1], std::string(operands[0].text))},
                "li");
    }
}

std::string OperandMaker::directive_of(const LooseOperand& operand) const {
    const Survey::Places* const label = m_about->survey->label(operand.text);
    return label == nullptr
               ? ""
               : to_lower(read_line(m_about->text->files()[label->front().file].line(label->front().line)).head);
}

std::string OperandMaker::load_of(std::string_view place) const {
    const std::string directive = directive_of({0, 0, place});
    return directive == ".half"                                                      ? "lh"
           : directive == ".byte" || directive == ".asciiz" || directive == ".ascii" ? "lb"
                                                                                     : "lw";
}

std::string OperandMaker::in_kind_of_floats(const std::string& word) const {
    const std::string& text = m_about->file().text();
    const std::string directive = m_line->operands.empty() ? "" : directive_of(m_line->operands.back());
    const bool is_double = directive == ".double" || (directive != ".float" && text.find(".d ") != std::string::npos &&
                                                      text.find(".s ") == std::string::npos);
    return is_double && word.ends_with(".s") ? word.substr(0, word.size() - 1) + "d" : word;
}

bool OperandMaker::names_text_or_array(const LooseOperand& operand) const {
    const Survey::Places* const label = m_about->survey->label(operand.text);
    if (label == nullptr) {
        return false;
    }
    const LooseLine data = read_line(m_about->text->files()[label->front().file].line(label->front().line));
    const std::string head = directive_of(operand);
    return head == ".asciiz" || head == ".ascii" || head == ".space" || data.operands.size() > 1;
}

void OperandMaker::order_siblings(std::vector<std::string>& others) const {
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

void OperandMaker::propose_siblings() {
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
    if (m_line->operands.size() == 1 && m_line->operands[0].text == "$ra" && is_branch_or_jump(m_line->head)) {
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
        const bool is_far = is_branch_or_jump(m_line->head) && !is_branch_or_jump(other) && other.starts_with('s') &&
                            !is_integer_register(m_line->operands.empty() ? "" : m_line->operands.back().text);
        if (mnemonic == nullptr || is_far) {
            continue;
        }
        const bool lacks_value =
            m_line->operands.size() == 2 && is_branch_or_jump(other) && other == to_lower(m_line->head) + "z";
        for (const Wants& form : forms_of(*mnemonic)) {
            fit(form, other, lacks_value ? Slip::compared_missing : Slip::other_instruction,
                {std::string(m_line->head), other, std::string(row->difference)});
        }
    }
}

void OperandMaker::propose_float_letters() {
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

void OperandMaker::propose_float_register() {
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

void OperandMaker::propose_between_files(const std::string& difference) {
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

std::string OperandMaker::free_register(bool is_float) const {
    return tutor::free_register(m_about->file().text(), is_float);
}

void OperandMaker::with_line_before(Slip slip, std::vector<std::string> arguments, const std::string& before,
                                    const LooseOperand& operand, const std::string& by) {
    const std::string indent(m_line->text.substr(0, m_line->head_offset));
    const std::string blank = m_line->label.empty() ? indent : std::string(indent.size(), ' ');
    const std::string rest = patched(m_line->text, {patch_of(operand, by)}).substr(m_line->head_offset);
    m_out->rewrite(slip, std::move(arguments), indent + before + "\n" + blank + rest);
}

void OperandMaker::propose_large_number() {
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

void OperandMaker::propose_value_in_register(const isa::Mnemonic& mnemonic) {
    for (const Wants& form : forms_of(mnemonic)) {
        for (size_t i = 0; i < form.size() && form.size() == m_line->operands.size(); ++i) {
            const LooseOperand& operand = m_line->operands[i];
            const bool is_result = i == 0 && form.size() == 3 && form.back() != Want::label;
            if (is_result && looks_like_number(operand.text)) {
                m_out->explain(Slip::result_number, {std::string(m_line->head), std::string(operand.text)});
            } else if (form[i] == Want::integer_register && looks_like_number(operand.text)) {
                const std::string free = free_register();
                with_line_before(Slip::number_for_register,
                                 {std::string(m_line->head), std::string(operand.text), free},
                                 "li " + free + ", " + std::string(operand.text), operand, free);
            }
        }
    }
}

void OperandMaker::propose_load_first() {
    const std::vector<LooseOperand>& operands = m_line->operands;
    const std::string head = to_lower(m_line->head);
    const bool may_store = head == "move" || head == "li" || head == "la";
    const bool names_memory =
        !operands.empty() &&
        (is_name(operands[0].text) || (operands[0].text.ends_with(')') && is_plain_address(operands[0].text)));
    if ((may_store || head == "sw") && operands.size() == 2 && names_memory && looks_like_number(operands[1].text)) {
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
                             (is_float ? in_kind_of_floats("l.s") : load_of(place)) + " " + free + ", " + place,
                             operand, free);
        }
        if (adds_address) {
            propose_address_first(operand);
        }
    }
}

void OperandMaker::propose_number_stored() {
    const LooseOperand& place = m_line->operands[0];
    const LooseOperand& number = m_line->operands[1];
    const std::string free = free_register();
    const std::string indent(m_line->text.substr(0, m_line->head_offset));
    const std::string blank = m_line->label.empty() ? indent : std::string(indent.size(), ' ');
    m_out->rewrite(Slip::number_for_register, {std::string(m_line->head), std::string(number.text), free},
                   indent + "li " + free + ", " + std::string(number.text) + "\n" + blank + "sw " + free + ", " +
                       std::string(place.text) + std::string(m_line->text.substr(m_line->code_end)));
}

void OperandMaker::propose_number_moved() {
    const std::vector<LooseOperand>& operands = m_line->operands;
    const bool is_it = to_lower(m_line->head) == "mtc1" && operands.size() == 2 &&
                       is_float_register(operands[0].text) && is_integer(operands[1].text);
    if (is_it) {
        const std::string free = free_register();
        const std::string indent(m_line->text.substr(0, m_line->head_offset));
        const std::string blank = m_line->label.empty() ? indent : std::string(indent.size(), ' ');
        const std::string rest =
            patched(m_line->text, {patch_of(operands[0], free), patch_of(operands[1], std::string(operands[0].text))});
        m_out->rewrite(Slip::number_for_register, {std::string(m_line->head), std::string(operands[1].text), free},
                       indent + "li " + free + ", " + std::string(operands[1].text) + "\n" + blank +
                           rest.substr(m_line->head_offset));
    }
}

void OperandMaker::propose_in_memory(const LooseOperand& target) {
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

void OperandMaker::propose_address_first(const LooseOperand& operand) {
    const std::string free = free_register();
    const std::string indent(m_line->text.substr(0, m_line->head_offset));
    const std::string blank = m_line->label.empty() ? indent : std::string(indent.size(), ' ');
    std::string head(m_line->head);
    std::erase(head, 'i');  // the sum of two registers
    const std::string rest = patched(
        m_line->text, {{m_line->head_offset, static_cast<u32>(m_line->head.size()), head}, patch_of(operand, free)});
    m_out->rewrite(
        Slip::address_first, {std::string(m_line->head), std::string(operand.text), free},
        indent + "la " + free + ", " + std::string(operand.text) + "\n" + blank + rest.substr(m_line->head_offset));
}

void OperandMaker::propose_store_after(const LooseOperand& operand) {
    const bool is_float = m_line->head.ends_with(".s");
    const std::string free = free_register(is_float);
    const std::string indent(m_line->text.substr(0, m_line->head_offset));
    const std::string blank = m_line->label.empty() ? indent : std::string(indent.size(), ' ');
    m_out->rewrite(Slip::store_after, {std::string(operand.text), std::string(m_line->head)},
                   patched(m_line->text, {patch_of(operand, free)}) + "\n" + blank + (is_float ? "s.s " : "sw ") +
                       free + ", " + std::string(operand.text));
}

void OperandMaker::propose_half_of_address(const LooseOperand& operand) {
    const Readings label = operand.text.starts_with('%') ? read_label(operand.text, *m_about->survey) : Readings();
    if (!label.empty() && is_integer_register(m_line->operands[0].text)) {
        const u32 from = m_line->operands[0].offset + m_line->operands[0].length;
        rewrite(Slip::percent_function, label[0].arguments, {{from, m_line->code_end - from, ", " + label[0].text}},
                "la");
    }
}

void OperandMaker::propose_negated(const LooseOperand& operand) {
    const std::string name(operand.text.substr(operand.text.starts_with('-') ? 1 : 0));
    if (operand.text.starts_with('-') && is_integer_register(name)) {
        const std::string free = free_register();
        with_line_before(Slip::negated, {std::string(operand.text), name}, "neg " + free + ", " + name, operand, free);
    }
}

void OperandMaker::propose_float_result() {
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

void OperandMaker::propose_change_of_memory() {
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

void OperandMaker::propose_sum_first(const LooseOperand& operand) {
    const AddressParts parts = parts_of_address(pieces_of(operand.text), *m_about->survey);
    if (parts.registers.size() == 2) {
        const std::string free = free_register();
        with_line_before(Slip::two_registers, {std::string(operand.text), free},
                         "add " + free + ", " + parts.registers[0] + ", " + parts.registers[1], operand,
                         (parts.offset.empty() ? "0" : parts.offset) + "(" + free + ")");
    }
}

}  // namespace mariner::tutor
