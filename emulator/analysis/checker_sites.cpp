// Checker: what can be said of instructions and data before the run.

#include <algorithm>
#include <array>

#include "emulator/analysis/checker.hpp"
#include "emulator/meaning/facts.hpp"

namespace mariner {

namespace {

using isa::is_one_of;
using isa::Op;
using meaning::RegisterPlace;

constexpr meaning::PlaceSet second_floats = meaning::PlaceSet::of(RegisterPlace::ft, RegisterPlace::pt);

bool is_multiplication(Op op) {
    return is_one_of(op, Op::mul, Op::mult, Op::multu, Op::madd, Op::maddu, Op::msub, Op::msubu, Op::div, Op::divu);
}

bool is_comparison(Op op) {
    return is_one_of(op, Op::slt, Op::sltu, Op::slti, Op::sltiu, Op::beq, Op::bne);
}

/// li $v0, NUMBER in its short form; 0 for anything else.
u32 chosen_service(const isa::Instruction& instruction) {
    const bool is_li = is_one_of(instruction.op, Op::addiu, Op::addi, Op::ori) && instruction.rs == reg::zero;
    return is_li && instruction.rt == reg::v0 && instruction.imm > 0 ? static_cast<u32>(instruction.imm) : 0;
}

/// A result that is thrown away, though the operands aren't all $zero (as those of a spelt-out nop are).
bool writes_zero_register(const isa::Instruction& instruction) {
    const isa::InstructionInfo& info = isa::info(instruction.op);
    if (meaning::facts(info.op).is_transfer() || meaning::facts(info.op).stores != 0 ||
        is_one_of(instruction.op, Op::nop, Op::mflo, Op::mfhi)) {
        return false;
    }
    const meaning::PlaceSet written = meaning::facts(instruction.op).writes;
    const bool to_rd = written.contains(RegisterPlace::rd);
    const bool is_zero =
        (to_rd && instruction.rd == reg::zero) || (written.contains(RegisterPlace::rt) && instruction.rt == reg::zero);
    const bool has_operand =
        instruction.rs != reg::zero || instruction.imm != 0 || (to_rd && instruction.rt != reg::zero);
    return is_zero && has_operand;
}

/// Those that take an argument in $a0, and whose numbers are seldom meant as results.
constexpr bool is_one_of_services(u32 service) {
    return (service >= 13 && service <= 15) || service == 1 || service == 4 || service == 8 || service == 11 ||
           service == 34;
}

}  // namespace

Checker::InstructionSite Checker::site_of(const isa::Instruction& instruction) {
    const meaning::Facts& facts = meaning::facts(instruction.op);
    InstructionSite site;
    site.reads = registers_read(instruction);
    const bool loads_return_address = facts.loads != 0 && instruction.rt == reg::ra;
    site.is_special =
        facts.stores != 0 || facts.always_leaves || facts.links || facts.is_indirect || loads_return_address;
    const Op op = instruction.op;
    if (facts.touches_memory()) {
        const bool is_stack = instruction.rs == reg::sp || instruction.rs == reg::fp;
        site.passing = is_stack ? Passing::stack : Passing::memory;
        site.stored = static_cast<u8>(instruction.rt + (facts.is_float() ? u32{register_id::float_base} : 0U));
    } else if (is_one_of(op, Op::addi, Op::addiu, Op::ori)) {
        site.passing = Passing::constant;
    } else if (is_one_of(op, Op::add, Op::addu, Op::or_)) {
        site.passing = Passing::sum;
    } else if (is_one_of(op, Op::sub, Op::subu)) {
        site.passing = Passing::difference;
    } else if (is_comparison(op)) {
        site.passing = Passing::comparison;
    } else if (is_multiplication(op)) {
        site.passing = Passing::product;
    } else if (facts.is_float() && !facts.is_branch) {
        site.passing = Passing::floating;
        site.float_kind = float_kind_of(instruction);
        site.operands = facts.reads.meets(second_floats) ? 2 : 1;
    }
    return site;
}

Checker::FloatKind Checker::float_kind_of(const isa::Instruction& instruction) {
    const std::string_view name = isa::info(instruction.op).id;
    const meaning::Facts& facts = meaning::facts(instruction.op);
    if (name.starts_with("mov") || name == "mfc1" || name == "mtc1") {
        return FloatKind::move;
    }
    if (name == "cvt_s_w" || name == "cvt_d_w") {
        return FloatKind::from_integer;
    }
    if (name.find("_w_") != std::string_view::npos) {
        return FloatKind::to_integer;
    }
    const bool takes_wide = facts.reads.contains(RegisterPlace::ps);
    const bool gives_wide = facts.writes.contains(RegisterPlace::pd);
    if (name.starts_with("cvt")) {
        return takes_wide ? FloatKind::wide_to_single : FloatKind::single_to_wide;
    }
    return takes_wide || gives_wide ? FloatKind::wides : FloatKind::singles;
}

void Checker::read_statements() {
    const std::vector<TextEntry>& text = m_machine.image().text;
    for (size_t first = 0; first < text.size();) {
        size_t end = first + 1;
        while (end < text.size() && !text[end].first_of_statement && text[end].statement == text[first].statement) {
            ++end;
        }
        read_statement(std::span(text).subspan(first, end - first));
        first = end;
    }
}

void Checker::mark_doubtful(u32 address) {
    InstructionSite& site = m_sites[(address - m_text_base) / 4];
    site.is_doubtful = true;
    site.is_special = true;
}

void Checker::read_statement(std::span<const TextEntry> parts) {
    const ProgramImage& image = m_machine.image();
    const u32 index = (parts.front().address - m_text_base) / 4;
    if (index + parts.size() > m_sites.size()) {
        return;
    }
    for (size_t i = 0; i < parts.size(); ++i) {
        const isa::Instruction& instruction = parts[i].instruction;
        m_sites[index + i].is_alone = parts.size() == 1;
        const bool uses_at = parts.size() == 1 && ((registers_read(instruction) | registers_written(instruction)).low &
                                                   (u64{1} << reg::at)) != 0;
        const u32 choice = chosen_service(instruction);
        m_sites[index + i].writes_zero = writes_zero_register(instruction);
        if (uses_at || adds_result_to_itself(instruction) || is_printing_choice(parts[i].address, choice) ||
            m_sites[index + i].writes_zero || is_one_of(instruction.op, Op::div, Op::divu) ||
            overwritten_service(parts[i].address) != no_address || product_between(parts[i].address) != no_address) {
            mark_doubtful(parts[i].address);
        }
    }
    const auto reference = std::ranges::lower_bound(image.references, parts.front().address, {}, &Reference::address);
    const bool has_reference = reference != image.references.end() && reference->address == parts.front().address;
    if (const std::optional<u32> number = address_written_as_number(parts); number && !has_reference) {
        m_sites[index + parts.size() - 1].passing = Passing::label;
        m_sites[index + parts.size() - 1].object = m_objects.add_number(*number, m_machine.map().data.limit);
    }
    const bool is_label =
        has_reference && is_one_of(parts.front().instruction.op, Op::lui, Op::addi, Op::addiu, Op::ori);
    if (is_label && image.symbols[reference->symbol].is_data) {
        if (const std::optional<u32> object = m_objects.of_symbol(reference->symbol)) {
            m_sites[index].passing = Passing::label;
            m_sites[index].object = *object;
        }
    }
}

/// li of an address in the data segment, or the lui of one: where a display or a table of the program's own begins.
std::optional<u32> Checker::address_written_as_number(std::span<const TextEntry> parts) const {
    const isa::Instruction& first = parts.front().instruction;
    const bool has_low = parts.size() == 2 && parts[1].instruction.op == Op::ori && parts[1].instruction.rs == first.rt;
    if (first.op != Op::lui || (parts.size() != 1 && !has_low)) {
        return std::nullopt;
    }
    const u32 low = has_low ? static_cast<u32>(parts[1].instruction.imm) & 0xffffU : 0;
    const u32 value = static_cast<u32>(first.imm) << 16U | low;
    return m_machine.map().data.contains(value) && value % 4 == 0 ? std::optional(value) : std::nullopt;
}

/// A choice of a service that never comes to its syscall: the straight line behind it chooses another one first, or
/// takes a result that no service has given. The instruction that does; no_address if all is well.
u32 Checker::overwritten_service(u32 pc) const {
    const u32 first = (pc - m_text_base) / 4;
    const std::span<const TextSlot> slots(m_machine.text().user().slots);
    constexpr size_t longest_line = 12;
    if (m_options.delayed_branching || first >= slots.size() ||
        find_syscall(chosen_service(slots[first].instruction)) == nullptr) {
        return no_address;
    }
    const u32 service = chosen_service(slots[first].instruction);
    for (size_t i = first + 1; i < std::min(slots.size(), first + longest_line); ++i) {
        const isa::Instruction& instruction = slots[i].instruction;
        const isa::InstructionInfo& info = isa::info(instruction.op);
        const u32 here = m_text_base + 4 * static_cast<u32>(i);
        if (meaning::facts(info.op).is_transfer() || meaning::facts(info.op).always_leaves ||
            slots[i].state != TextState::present) {
            return no_address;
        }
        if (registers_read(instruction).contains(reg::v0)) {
            const bool takes_result =
                find_syscall(service)->gives("$v0") && is_one_of(instruction.op, Op::addu, Op::sw);
            return takes_result ? here : no_address;
        }
        if (registers_written(instruction).contains(reg::v0)) {
            return find_syscall(chosen_service(instruction)) != nullptr ? here : no_address;
        }
    }
    return no_address;
}

/// li $v0 of a service that prints, reads a text or a file, and beside it in a straight line its argument; but no
/// syscall behind.
bool Checker::is_printing_choice(u32 pc, u32 service) const {
    if (!is_one_of_services(service) || m_options.delayed_branching) {
        return false;
    }
    constexpr u32 farthest = 4;
    bool has_argument = false;
    for (u32 back = 1; back <= farthest && !has_argument; ++back) {
        const isa::Instruction* const before = instruction_at(pc - 4 * back);
        if (before == nullptr || meaning::facts(before->op).is_transfer() || before->op == Op::syscall) {
            break;
        }
        has_argument = registers_written(*before).contains(reg::a0);
    }
    for (u32 next = pc + 4; next < pc + 48; next += 4) {
        const isa::Instruction* const behind = instruction_at(next);
        if (behind == nullptr || meaning::facts(behind->op).always_leaves ||
            registers_read(*behind).contains(reg::v0)) {
            return false;
        }
        has_argument |= registers_written(*behind).contains(reg::a0);
        if (meaning::facts(behind->op).is_transfer()) {
            return has_argument && behind->op != Op::jr;
        }
    }
    return false;
}

/// The marks of what stands in memory before the first instruction.
void Checker::add_data_marks() {
    const ProgramImage& image = m_machine.image();
    for (const DataItem& item : image.data_items) {
        if (item.kind == DataKind::floats || item.kind == DataKind::doubles) {
            const Nature nature = item.kind == DataKind::floats ? Nature::single : Nature::wide;
            m_marked.set_range(item.address, item.size, {ValueMark(nature), MarkedMemory::no_writer});
        }
    }
    const MemoryMap& map = m_machine.map();
    constexpr u32 longest_list = 256;  // a long one holds numbers, not addresses
    for (const DataItem& item : image.data_items) {
        for (u32 at = item.address;
             item.kind == DataKind::words && item.size <= longest_list && at - item.address < item.size; at += 4) {
            const u32 value = m_machine.peek_word(at).value_or(0);
            if (map.data.contains(value) && value % 4 == 0) {
                m_marked.set(at, {ValueMark(Nature::object, m_objects.add_number(value, map.data.limit)),
                                  MarkedMemory::no_writer});
            }
        }
    }
    for (const Reference& reference : image.references) {
        const bool is_word = reference.size == 4 && !m_machine.map().text.contains(reference.address);
        if (is_word && image.symbols[reference.symbol].is_data) {
            if (const std::optional<u32> object = m_objects.of_symbol(reference.symbol)) {
                m_marked.set(reference.address, {ValueMark(Nature::object, *object), MarkedMemory::no_writer});
            }
        }
    }
}

}  // namespace mariner
