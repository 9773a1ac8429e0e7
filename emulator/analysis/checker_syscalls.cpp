// Checker: the number and the arguments of system calls, and what they write.

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

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
};

constexpr auto rules = std::to_array<ServiceRule>({
#define RANGE(number, register, least, most, why) {number, RuleKind::range, reg::register, least, most, 0, why},
#define TEXT(number, register) {number, RuleKind::text, reg::register, 0, 0, 0, ""},
#define BUFFER(number, register, size) {number, RuleKind::buffer, reg::register, 0, 0, reg::size, ""},
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

bool names_argument(const SyscallInfo& service, std::string_view register_name) {
    return service.arguments.find(register_name) != std::string_view::npos;
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
    if (service != nullptr) {
        check_service_arguments(*service);
    } else if (m_findings.is_new(FindingKind::syscall_number, m_pc, 0)) {
        m_findings.add({FindingKind::syscall_number, m_pc,
                        "there is no syscall " + std::to_string(static_cast<i32>(m_service)) + " ($v0 is " +
                            hex32(m_service) + ")",
                        "$v0 says which service is meant" + writer_clause(reg::v0),
                        "put the number into $v0 right before syscall (mariner ref syscall lists them)"});
    }
}

void Checker::check_service_arguments(const SyscallInfo& service) {
    constexpr u8 f12 = register_id::float_base + 12;
    for (const u8 id : {reg::a0, reg::a1, reg::a2, reg::a3, f12, static_cast<u8>(f12 + 1)}) {
        if (m_unwritten.contains(id) && names_argument(service, name(id))) {
            report_unwritten_register(id);
        }
    }
    for (const ServiceRule& rule : rules) {
        if (rule.service != service.number) {
            continue;
        }
        const auto value = static_cast<i32>(m_machine.cpu.gpr[rule.argument]);
        if (rule.kind != RuleKind::range) {
            const i32 size =
                rule.kind == RuleKind::text ? INT32_MAX : static_cast<i32>(m_machine.cpu.gpr[rule.size_argument]);
            check_service_address(service, rule.argument, static_cast<u32>(std::max(size, 0)),
                                  rule.kind == RuleKind::text);
        } else if ((value < rule.least || value > rule.most) &&
                   m_findings.is_new(FindingKind::syscall_argument, m_pc, rule.argument)) {
            m_findings.add(
                {FindingKind::syscall_argument, m_pc,
                 title(service) + " is given " + name(rule.argument) + " = " + std::to_string(value),
                 std::string(rule.why) + "; the value is in " + name(rule.argument) + writer_clause(rule.argument),
                 "expected: " + std::string(service.arguments)});
        }
    }
}

void Checker::check_service_address(const SyscallInfo& service, u8 id, u32 size, bool is_text) {
    const u32 address = m_machine.cpu.gpr[id];
    const std::optional<u32> bad = first_bad_byte(m_machine.memory(), address, size, is_text);
    if (!bad || !m_findings.is_new(FindingKind::syscall_argument, m_pc, id)) {
        return;
    }
    const bool is_first = *bad == address;
    m_findings.add({FindingKind::syscall_argument, m_pc,
                    title(service) + " is given " + name(id) + " = " + hex32(address) +
                        (is_first ? ", where no memory is" : ", and memory ends at " + hex32(*bad)),
                    "the address is in " + name(id) + writer_clause(id),
                    "load the address of the " + std::string(is_text ? "string" : "buffer") + " with la"});
}

/// The service has been served: what it changed counts as written.
void Checker::settle_syscall(u32 next_pc) {
    m_is_after_syscall = false;
    const SyscallInfo* const service = find_syscall(m_service);
    if (service == nullptr || next_pc == m_machine.map().exception_handler) {
        return;
    }
    m_result = PassedValue{};
    for (const u8 id : {reg::v0, reg::a0, reg::a1, static_cast<u8>(register_id::float_base),
                        static_cast<u8>(register_id::float_base + 1)}) {
        if (service->gives(register_name(id))) {
            set_register(id);
        }
    }
    const ByteRange range = memory_written_by_service(m_machine, m_service, m_a0, m_a1);
    m_memory.set_range(range.address, range.size, ByteState::written);
}

}  // namespace mariner
