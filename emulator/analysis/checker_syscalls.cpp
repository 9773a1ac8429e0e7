// Checker: the number and the arguments of system calls, and what they write.

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <optional>
#include <vector>

#include "emulator/analysis/cause_words.hpp"
#include "emulator/analysis/checker.hpp"
#include "emulator/analysis/service_memory.hpp"
#include "emulator/analysis/trace.hpp"
#include "emulator/support/text.hpp"
#include "emulator/syscalls/syscall.hpp"

namespace mariner {

namespace {

enum class RuleKind : u8 { range, text, buffer };

struct ServiceRule {
    u32 service;
    RuleKind kind;
    u8 argument;
    i32 least;
    i32 most;
    u8 size_argument;
    std::string_view why;
    std::string_view remedy;
};

constexpr auto rules = std::to_array<ServiceRule>({
#define RANGE(number, register, least, most, why, remedy) \
    {number, RuleKind::range, reg::register, least, most, 0, why, remedy},
#define TEXT(number, register) {number, RuleKind::text, reg::register, 0, 0, 0, "", ""},
#define BUFFER(number, register, size) {number, RuleKind::buffer, reg::register, 0, 0, reg::size, "", ""},
#include "emulator/analysis/syscall_rules.inc"
#undef RANGE
#undef TEXT
#undef BUFFER
});

std::string title(const SyscallInfo& service) {
    return "syscall " + std::to_string(service.number) + " (" + std::string(service.name) + ")";
}

/// The first byte of the argument that can't be read or written, if there is one.
std::optional<u32> first_bad_byte(const Memory& memory, u32 address, u32 size, bool is_text) {
    for (u32 i = 0; i < size; ++i) {
        const std::optional<u8> byte = memory.peek_byte(address + i);
        if (!byte) {
            return address + i;
        }
        if (is_text && *byte == 0) {
            break;
        }
    }
    return std::nullopt;
}

/// The registers that a service names.
struct ServiceRegisters {
    RegisterSet takes;
    RegisterSet gives;
};

struct AskedRegister {
    u8 id;
    std::string_view name;
};
constexpr auto asked_registers = std::to_array<AskedRegister>({{reg::v0, "$v0"},
                                                               {reg::a0, "$a0"},
                                                               {reg::a1, "$a1"},
                                                               {reg::a2, "$a2"},
                                                               {reg::a3, "$a3"},
                                                               {register_id::float_base, "$f0"},
                                                               {register_id::float_base + 1, "$f1"},
                                                               {register_id::float_base + 12, "$f12"},
                                                               {register_id::float_base + 13, "$f13"}});

constexpr ServiceRegisters registers_in(std::string_view arguments, std::string_view results) {
    const SyscallInfo row{0, {}, arguments, results, {}, nullptr};
    ServiceRegisters registers;
    for (const AskedRegister& asked : asked_registers) {
        const RegisterSet one = RegisterSet::only(asked.id);
        registers.takes = registers.takes | (row.takes(asked.name) ? one : RegisterSet{});
        registers.gives = registers.gives | (row.gives(asked.name) ? one : RegisterSet{});
    }
    return registers;
}

/// In the order of syscall_table(). Made by the compiler: a checked run of ten instructions would spend most of its
/// time here.
constexpr auto service_registers = std::to_array<ServiceRegisters>({
#define SYSCALL(number, name, arguments, results, handler, doc) registers_in(arguments, results),
#include "emulator/syscalls/syscalls.inc"
#undef SYSCALL
});

const ServiceRegisters& registers_of(const SyscallInfo& service) {
    return service_registers[static_cast<size_t>(&service - syscall_table().data())];
}

}  // namespace

bool is_text_argument(u32 service, u8 register_number) {
    return std::ranges::any_of(rules, [&](const ServiceRule& rule) {
        return rule.service == service && rule.kind == RuleKind::text && rule.argument == register_number;
    });
}

void Checker::before_syscall() {
    const CpuState& cpu = m_machine.cpu;
    m_is_after_syscall = true;
    m_choice = no_address;
    m_service = cpu.gpr[reg::v0];
    m_a0 = cpu.gpr[reg::a0];
    m_a1 = cpu.gpr[reg::a1];
    if (!is_judged()) {
        return;
    }
    if (m_unwritten.contains(reg::v0)) {
        report_unwritten_register(reg::v0);
    }
    const SyscallInfo* const service = find_syscall(m_service);
    if (judge_service_left_over()) {
        return;
    }
    if (service != nullptr) {
        judge_service_number(title(*service));
        if (!judge_text_as_file(*service)) {
            check_service_arguments(*service);
        }
        m_unread = m_unread & ~registers_of(*service).takes;
        m_unread.remove(reg::v0);
    } else if (m_findings.is_new(FindingKind::syscall_number, m_pc, 0)) {
        m_findings.add({FindingKind::syscall_number, m_pc,
                        "there is no syscall " + std::to_string(static_cast<i32>(m_service)) + " ($v0 is " +
                            hex32(m_service) + ")",
                        "$v0 says which service is meant" + writer_clause(reg::v0),
                        "put the number into $v0 right before syscall (mariner ref syscall lists them)"});
    }
}

void Checker::check_service_arguments(const SyscallInfo& service) {
    check_service_value(service);
    constexpr u8 f12 = register_id::float_base + 12;
    for (const u8 id : {reg::a0, reg::a1, reg::a2, reg::a3, f12, static_cast<u8>(f12 + 1)}) {
        if (m_unwritten.contains(id) && registers_of(service).takes.contains(id)) {
            report_unwritten_register(id);
        }
    }
    for (u8 id = reg::a0; id <= reg::a3; ++id) {
        m_served_writers[id - reg::a0] = registers_of(service).takes.contains(id) ? m_writer[id] : no_address;
    }
    judge_direction(service);
    for (const ServiceRule& rule : rules) {
        const bool is_told =
            m_unwritten.contains(rule.argument) || (rule.service == 11 && m_marks[rule.argument].is_address());
        if (rule.service != service.number || is_told) {
            continue;
        }
        const auto value = static_cast<i32>(m_machine.cpu.gpr[rule.argument]);
        if (rule.kind != RuleKind::range) {
            check_service_address(service, rule.argument, rule.size_argument, rule.kind == RuleKind::text);
            if (rule.kind == RuleKind::text) {
                check_service_text(service, rule.argument);
            } else if (static_cast<i32>(m_machine.cpu.gpr[rule.size_argument]) > 0) {
                check_service_buffer(service, rule.argument, rule.size_argument);
            }
        } else if ((value < rule.least || value > rule.most) &&
                   m_findings.is_new(FindingKind::syscall_argument, m_pc, rule.argument)) {
            const bool is_descriptor = rule.argument == reg::a0 && rule.service >= 14 && rule.service <= 16;
            Cause cause{
                std::string(rule.why) + "; the value is in " + name(rule.argument) + writer_clause(rule.argument),
                rule.remedy.empty() ? "expected: " + std::string(service.arguments) : std::string(rule.remedy)};
            if (is_descriptor) {
                cause = cause_of_bad_descriptor(rule.service).value_or(std::move(cause));
            }
            m_findings.add({FindingKind::syscall_argument, m_pc,
                            title(service) + " is given " + name(rule.argument) + " = " + std::to_string(value),
                            std::move(cause.why), std::move(cause.remedy)});
        }
    }
}

/// A service of files, though no file was opened, and in $a0 the address of a text: another service was meant.
bool Checker::judge_text_as_file(const SyscallInfo& service) {
    const ValueMark mark = m_marks[reg::a0];
    const bool takes_file = service.number >= 14 && service.number <= 16;
    if (!takes_file || m_opened.site != no_address || mark.nature() != Nature::object ||
        m_writer[reg::v0] == no_address) {
        return false;
    }
    if (m_findings.is_new(FindingKind::syscall_number, m_pc, 0)) {
        const std::string whose = m_objects.name(m_objects[mark.number()]);
        m_findings.add(
            {FindingKind::syscall_number, m_pc,
             "makes " + title(service) + ", though no file was opened, and $a0 holds the address of " + whose,
             line_of(m_writer[reg::v0]) + " chooses the service",
             "a text is printed by syscall 4: li $v0, 4 in " + line_of(m_writer[reg::v0]) +
                 "; 8 reads one, 13 opens a file"});
    }
    return true;
}

/// Reads from a file that was opened for writing, or the other way round.
void Checker::judge_direction(const SyscallInfo& service) {
    const u32 descriptor = m_machine.cpu.gpr[reg::a0];
    const bool reads = service.number == 14;
    if ((!reads && service.number != 15) || descriptor >= m_open_files.size()) {
        return;
    }
    const OpenedFile& file = m_open_files[descriptor];
    if (file.site == no_address || reads == (file.flags == 0) ||
        !m_findings.is_new(FindingKind::syscall_argument, m_pc, reg::a0)) {
        return;
    }
    Cause cause = cause_of_direction(file);
    m_findings.add({FindingKind::syscall_argument, m_pc,
                    title(service) + " finds a file that was opened for " + (reads ? "writing" : "reading"),
                    std::move(cause.why), std::move(cause.remedy)});
}

/// `size_id`: the register that says how many bytes; of a text its end does.
void Checker::check_service_address(const SyscallInfo& service, u8 id, u8 size_id, bool is_text) {
    const u32 address = m_machine.cpu.gpr[id];
    const i32 length = is_text ? INT32_MAX : static_cast<i32>(m_machine.cpu.gpr[size_id]);
    const auto size = static_cast<u32>(std::max(length, 0));
    const std::optional<u32> bad = first_bad_byte(m_machine.memory(), address, size, is_text);
    if (!bad || !m_findings.is_new(FindingKind::syscall_argument, m_pc, id)) {
        return;
    }
    const bool is_first = *bad == address;
    m_findings.add({FindingKind::syscall_argument, m_pc,
                    title(service) + " is given " + name(id) + " = " + hex32(address) +
                        (is_first ? ", where no memory is" : ", and memory ends at " + hex32(*bad)),
                    "the address is in " + name(id) + writer_clause(id),
                    remedy_for_swapped(id, size_id).value_or(remedy_for_address(is_text, address))});
}

std::string Checker::remedy_for_address(bool is_text, u32 value) const {
    std::string load = "load the address of the " + std::string(is_text ? "string" : "buffer") + " with la";
    const bool prints_number = is_text && m_service == 4 && value + near_zero < 2 * near_zero;
    if (!prints_number) {
        return load;
    }
    const u32 writer = m_writer[reg::a0];
    if (const std::vector<const Finding*> known = m_findings.at(writer); !known.empty()) {
        return known.front()->remedy;
    }
    const Symbol* const label = writer != no_address ? label_named_in(writer) : nullptr;
    const isa::Instruction* const loaded = instruction_at(writer);
    const bool is_character = loaded != nullptr && isa::is_one_of(loaded->op, isa::Op::lb, isa::Op::lbu);
    const bool is_text_loaded = !is_character && label != nullptr && is_text_or_bytes(label->address);
    const u32 chosen = m_writer[reg::v0];
    const std::string choice = chosen == no_address                          ? std::string()
                               : service_between(chosen, m_pc) != no_address ? " in front of " + line_of(m_pc)
                                                                             : " in " + line_of(chosen);
    return is_text_loaded
               ? load + ": la $a0, " + label->name + " in " + line_of(writer) + " (lw and lb take what stands there)"
           : is_character
               ? "a character is printed by syscall 11: li $v0, 11" + choice + "; for a text " + load
               : "a number is printed by syscall 1: li $v0, 1" + choice + " (a character by 11); for a text " + load;
}

/// A string that has no end inside its object: what stands behind is printed, too. A program that puts its own
/// characters behind may mean it.
void Checker::check_service_text(const SyscallInfo& service, u8 id) {
    const u32 address = m_machine.cpu.gpr[id];
    check_slashes(service, address);
    m_printed_texts.insert(address);
    if (const auto joined = m_joined_texts.find(address); joined != m_joined_texts.end()) {
        if (m_findings.is_new(FindingKind::endless_string, joined->second.pc, 0)) {
            m_findings.add(joined->second);
        }
        m_joined_texts.erase(joined);
    }
    const ValueMark mark = m_marks[id];
    const DataObject* const object =
        mark.nature() == Nature::object ? &m_objects[mark.number()] : m_objects.find(address);
    if (object == nullptr || !object->holds(address, 1)) {
        return;
    }
    judge_words_as_text(service, *object, address, id);
    const u32 end = object->begin + object->size;
    for (u32 at = address; at < end; ++at) {
        if (m_machine.memory().peek_byte(at).value_or(0) == 0) {
            return;
        }
    }
    if (m_machine.memory().peek_byte(end).value_or(0) == 0 || !is_as_declared(end)) {
        return;
    }
    // A text that goes on with a place to fill in is meant as a whole.
    const bool is_filled_in = m_marked.word(end).writer != MarkedMemory::no_writer;
    if (is_filled_in && kind_of_data(m_machine.image(), end - 1) == DataKind::text) {
        return;
    }
    // Labels may stand in the middle of a text that is put together of .ascii pieces, which the program changes one by
    // one. Who prints a piece alone, too, means several texts.
    if (kind_of_data(m_machine.image(), end) == DataKind::text && !m_printed_texts.contains(end)) {
        m_joined_texts.try_emplace(end, endless_string(service, *object));
    } else if (m_findings.is_new(FindingKind::endless_string, m_pc, object->begin)) {
        m_findings.add(endless_string(service, *object));
    }
}

/// The byte there is still the one that the source puts there.
bool Checker::is_as_declared(u32 address) const {
    const std::vector<DataRange>& data = m_machine.image().data;
    const auto behind = std::ranges::upper_bound(data, address, {}, &DataRange::address);
    const bool is_there = behind != data.begin() && address - (behind - 1)->address < (behind - 1)->bytes.size();
    return is_there && m_machine.memory().peek_byte(address) == (behind - 1)->bytes[address - (behind - 1)->address];
}

Finding Checker::endless_string(const SyscallInfo& service, const DataObject& object) const {
    const u32 end = object.begin + object.size;
    const bool is_ascii = kind_of_data(m_machine.image(), end - 1) == DataKind::text;
    const std::string whose = m_objects.name(object);
    const DataObject* const next = m_objects.find(end);
    return {FindingKind::endless_string, m_pc,
            title(service) + " reads on behind the end of the string " + whose + ", for no zero byte ends it",
            (is_ascii ? whose + " is declared with .ascii, which puts no zero byte behind the characters"
                      : "the " + Objects::size_text(object.size) + " of " + whose + " are all filled") +
                (next != nullptr ? "; " + m_objects.name(*next) + " comes next" : std::string()) +
                m_objects.declaration(object),
            is_ascii ? "declare " + whose + " with .asciiz"
                     : "make room for one byte more, and store a zero behind the last character (sb $zero)"};
}

/// "/n" where "\n" was meant: at the end of a text, but not as in "y/n".
void Checker::check_slashes(const SyscallInfo& service, u32 address) {
    std::string text;
    constexpr size_t longest = 200;
    while (text.size() < longest) {
        const u8 byte = m_machine.memory().peek_byte(address + static_cast<u32>(text.size())).value_or(0);
        if (byte == 0) {
            break;
        }
        text += static_cast<char>(byte);
    }
    const bool ends_so = text.ends_with("/n") || text.ends_with("/t") || text.ends_with("/n ");
    const std::string_view before =
        std::string_view(text).substr(0, text.rfind('/') == std::string::npos ? 0 : text.rfind('/'));
    constexpr std::string_view letters = "yYjJsSoO";
    const bool is_choice = !before.empty() && letters.find(before.back()) != std::string_view::npos &&
                           (before.size() == 1 || std::isalpha(static_cast<u8>(before[before.size() - 2])) == 0);
    if (!ends_so || is_choice || !m_findings.is_new(FindingKind::odd_text, m_pc, address)) {
        return;
    }
    const DataObject* const object = m_objects.find(address);
    m_findings.add({FindingKind::odd_text, m_pc,
                    title(service) + " prints the characters / and " + text.substr(text.rfind('/') + 1, 1) +
                        " at the end of the text" + (object != nullptr ? " " + m_objects.name(*object) : std::string()),
                    "a new line is written with a backslash, not with a slash" +
                        (object != nullptr ? m_objects.declaration(*object) : std::string()),
                    "write \\" + text.substr(text.rfind('/') + 1, 1) + " in the string"});
}

/// A buffer on the stack that reaches into what its caller keeps there.
void Checker::check_stack_buffer(const SyscallInfo& service, u8 id, u8 size_id) {
    const u32 address = m_machine.cpu.gpr[id];
    const u32 size = m_machine.cpu.gpr[size_id];
    const u32 depth = m_marks[id].number();
    if (m_marks[id].nature() != Nature::frame || m_forgotten_frames > 0 || depth >= m_frames.size() ||
        address >= m_frames[depth].sp || size <= m_frames[depth].sp - address ||
        !m_findings.is_new(FindingKind::past_end, m_pc, id)) {
        return;
    }
    const std::string room = std::to_string(m_frames[depth].sp - address);
    m_findings.add({FindingKind::past_end, m_pc,
                    title(service) + " may store " + std::to_string(size) + " bytes on the stack, where " +
                        function_name(m_frames[depth].entry) + " has taken " + room,
                    name(size_id) + " says " + std::to_string(size) + writer_clause(size_id) +
                        "; the rest goes into what the caller keeps there",
                    "put " + room + " into " + name(size_id) + ", or take more room with addi $sp, $sp, -N"});
}

/// A buffer that is shorter than the program says.
void Checker::check_service_buffer(const SyscallInfo& service, u8 id, u8 size_id) {
    const u32 address = m_machine.cpu.gpr[id];
    const u32 size = m_machine.cpu.gpr[size_id];
    if (m_marks[id].nature() != Nature::object) {
        check_stack_buffer(service, id, size_id);
        return;
    }
    const DataObject& object = m_objects[m_marks[id].number()];
    // Behind the object, but in front of the next label that the program uses: both may be one record.
    const bool is_in_record = address - object.begin >= object.size && address - object.begin < object.reach;
    if (object.holds(address, size) || is_in_record || !m_findings.is_new(FindingKind::past_end, m_pc, id)) {
        return;
    }
    const bool is_write = service.number == 15;
    const bool has_end =
        is_write && kind_of_data(m_machine.image(), object.begin + object.size - 1) == DataKind::text_with_end;
    const u32 room = object.holds(address, 1) ? object.begin + object.size - address - (has_end ? 1 : 0) : 0;
    const std::string whose = m_objects.name(object);
    const DataObject* const next = m_objects.find(object.begin + object.size);
    m_findings.add({FindingKind::past_end, m_pc,
                    title(service) + " may " + (is_write ? "read " : "store ") + std::to_string(size) + " bytes at " +
                        whose + (is_write ? ", which has " : ", which has room for ") + std::to_string(room) +
                        (has_end ? " characters" : ""),
                    name(size_id) + " says " + std::to_string(size) + writer_clause(size_id) + "; the rest " +
                        (is_write ? "comes from" : "goes into") + " what stands behind " + whose +
                        (next != nullptr ? ": " + m_objects.name(*next) : std::string()) +
                        m_objects.declaration(object),
                    "put " + std::to_string(room) + " into " + name(size_id) +
                        (is_write ? std::string()
                                  : ", or declare " + whose + " with .space " + std::to_string(size) + " at least")});
}

/// A number from 0 to 8 that is printed as a character: nothing is seen of it. Who writes it as a number means it.
void Checker::judge_digit(const std::string& title) {
    const u32 value = m_machine.cpu.gpr[reg::a0];
    constexpr u32 largest = 8;  // 9 is the tabulator
    const isa::Instruction* const maker = instruction_at(m_writer[reg::a0]);
    const bool is_made = maker != nullptr && maker->rs != reg::zero && maker->op != isa::Op::lb &&
                         maker->op != isa::Op::lbu && m_writer[reg::a0] != no_address;
    if (value > largest || !is_made || !m_findings.is_new(FindingKind::odd_text, m_pc, reg::a0)) {
        return;
    }
    m_findings.add({FindingKind::odd_text, m_pc,
                    title + " prints the character with the code " + std::to_string(value) + ", which can't be seen",
                    line_of(m_writer[reg::a0]) + " put it into $a0; the digits from 0 to 9 have the codes 48 to 57",
                    "add 48 for a digit (addi $a0, $a0, 48), or print the number by syscall 1"});
}

/// Numbers that are printed: an address, or a number of another kind?
void Checker::check_service_value(const SyscallInfo& service) {
    constexpr u8 f12 = register_id::float_base + 12;
    const bool is_dialog = service.number == 56;
    const u8 id = is_dialog ? reg::a1 : reg::a0;
    switch (service.number) {
        case 1:
        case 36:
        case 56:
            if (m_marks[id].is_address()) {
                report_address_as_value(id, title(service) + " prints " + name(id),
                                        "the address is printed, not what stands there");
            } else if (m_marks[id].is_float()) {
                report_float_as_integer(id);
            } else if (m_marks[id].is(OddValue::typed_text)) {
                report_typed_text(m_marks[id].site(), title(service) + " prints");
            } else if (m_marks[id].is(OddValue::sum_of_digits)) {
                report_sum_of_digits(id);
            }
            break;
        case 11:
            if (m_marks[id].is_address()) {
                report_address_as_value(id, title(service) + " prints " + name(id),
                                        "a byte of the address is printed, not the character that stands there");
            } else {
                judge_digit(title(service));
            }
            break;
        case 32:
            if (m_marks[id].is_address()) {
                report_address_as_value(id, title(service) + " waits as many milliseconds as " + name(id) + " says",
                                        "that is days", "put the number of milliseconds there, as in li $a0, 500");
            }
            break;
        case 2:
        case 57:
            if (m_marks[f12].nature() != Nature::single) {
                judge_float(f12, false);
            }
            break;
        case 3:
        case 58:
            if (m_marks[f12].nature() != Nature::wide || m_unwritten.contains(f12 + 1)) {
                judge_float(f12, true);
            }
            break;
        default:
            break;
    }
}

/// What a service's result is.
void Checker::mark_result(u8 id) {
    m_passed = ValueMark{};
    if (m_service == 9 && id == reg::v0 && static_cast<i32>(m_a0) > 0) {
        const u32 begin = m_machine.cpu.gpr[reg::v0];
        m_passed = ValueMark(Nature::object, m_objects.add_heap_block(begin, (m_a0 + 3) & ~3U, m_pc));
    } else if (m_service == 6 || m_service == 43 || m_service == 52) {
        m_passed = ValueMark(id == register_id::float_base ? Nature::single : Nature::plain);
    } else if (m_service == 7 || m_service == 44 || m_service == 53) {
        m_passed = ValueMark(id >= register_id::float_base ? Nature::wide : Nature::plain);
    } else if (m_service == 12 && m_machine.cpu.gpr[reg::v0] - '0' < 10) {
        m_passed = ValueMark(OddValue::digit, site_here());
    }
}

/// The service has been served: what it changed counts as written.
void Checker::settle_syscall(u32 next_pc) {
    m_is_after_syscall = false;
    const SyscallInfo* const service = find_syscall(m_service);
    if (service == nullptr || next_pc == m_machine.map().exception_handler) {
        return;
    }
    m_result = PassedValue{};
    const RegisterSet gives = registers_of(*service).gives;
    if (!gives.contains(reg::v0) && is_judged()) {
        m_lost.add(reg::v0);
        m_lost_values[reg::v0] = {m_pc, 0, m_writer[reg::v0]};
    }
    for (const u8 id : {reg::v0, reg::a0, reg::a1, static_cast<u8>(register_id::float_base),
                        static_cast<u8>(register_id::float_base + 1)}) {
        if (gives.contains(id)) {
            mark_result(id);
            set_register(id);
        }
    }
    if (m_service == 13) {
        m_opened = {m_pc, m_machine.cpu.gpr[reg::v0], m_a1};
        if (m_opened.descriptor < m_open_files.size()) {
            m_open_files[m_opened.descriptor] = m_opened;
        }
    }
    const bool reads_number = m_service == 5 || m_service == 12;
    m_result_at = reads_number && is_judged() ? m_pc : no_address;
    if (gives.contains(reg::v0)) {
        m_frames.back().next_result = m_pc;
    }
    const ByteRange range = memory_written_by_service(m_machine, m_service, m_a0, m_a1);
    m_memory.set_range(range.address, range.size, ByteState::written);
    const bool is_text = m_service == 8 || m_service == 54;
    m_marked.set_range(range.address, range.size,
                       {is_text ? ValueMark(OddValue::typed_text, site_here()) : ValueMark{}, m_pc});
    attend();
}

}  // namespace mariner
