#include "emulator/analysis/trace.hpp"

#include <utility>

#include "emulator/analysis/service_memory.hpp"
#include "emulator/execute/registers.hpp"
#include "emulator/syscalls/syscall.hpp"

namespace mariner {

TraceLog::TraceLog(const Machine& machine, Sink sink) : m_machine(machine), m_text(std::move(sink)) {
    for (u8 id = 0; id < register_id::count; ++id) {
        m_names[id] = register_name(id);
    }
}

void TraceLog::note_syscall() {
    m_is_syscall = true;
    m_service = m_machine.cpu.gpr[reg::v0];
    m_a0 = m_machine.cpu.gpr[reg::a0];
    m_a1 = m_machine.cpu.gpr[reg::a1];
}

/// The instruction at m_pc came to no after(): it was a system call, raised an exception, or woke a device.
void TraceLog::settle(u32 next_pc) {
    const CpuState& cpu = m_machine.cpu;
    if (next_pc == m_machine.map().exception_handler && cpu.epc == m_pc) {
        put_text(" exception");
        m_has_effects = true;
        set_register(register_id::cause, cpu.cause);
        set_register(register_id::epc, cpu.epc);
        set_register(register_id::status, cpu.status);
    } else if (m_is_syscall) {
        put_service_results();
    }
    m_is_syscall = false;
    after();
}

void TraceLog::put_service_results() {
    const SyscallInfo* const row = find_syscall(m_service);
    if (row == nullptr) {
        return;
    }
    constexpr u8 f0 = register_id::float_base;
    for (const u8 id : {reg::v0, reg::a0, reg::a1, f0, static_cast<u8>(f0 + 1)}) {
        if (row->gives(register_name(id))) {
            set_register(id, register_value(m_machine.cpu, id).value_or(0));
        }
    }
    put_service_memory();
}

/// `*0x10010000 <= "text\n"`: any number of bytes, so it goes past the buffer's reserve in pieces.
void TraceLog::put_service_memory() {
    const ByteRange range = memory_written_by_service(m_machine, m_service, m_a0, m_a1);
    if (range.size == 0) {
        return;
    }
    begin_effect();
    put('*');
    put_hex(range.address, 8);
    put_arrow();
    put('"');
    for (u32 i = 0; i < range.size; ++i) {
        const u8 byte = m_machine.memory().peek_byte(range.address + i).value_or(0);
        m_text.make_room();
        if (byte >= 0x20 && byte < 0x7f && byte != '"' && byte != '\\') {
            put(static_cast<char>(byte));
        } else {
            put_text("\\x");
            put("0123456789abcdef"[byte >> 4U]);
            put("0123456789abcdef"[byte & 15U]);
        }
    }
    put('"');
}

bool TraceLog::finish() {
    if (m_is_open) {
        after();
    }
    m_text.write_out();
    return !m_text.has_failed();
}

}  // namespace mariner
