#pragma once
// One line per retired instruction with its effects: `@0x00400000: $t0 <= 0x00000005`. Fed by the observer of a checked
// core (run_watch.hpp), written in large pieces to whoever takes them. docs/analysis.md describes the format.

#include <array>
#include <string_view>

#include "emulator/analysis/trace_buffer.hpp"
#include "emulator/execute/observer.hpp"
#include "emulator/machine/machine.hpp"

namespace mariner {

class TraceLog {
public:
    using Sink = TraceBuffer::Sink;

    TraceLog(const Machine& machine, Sink sink);

    /// The observer's calls, in the order in which they come. before() is true once the sink has failed.
    bool before(u32 pc, const isa::Instruction& instruction) {
        if (m_is_open) [[unlikely]] {
            settle(pc);
        }
        m_pc = pc;
        m_is_open = true;
        m_has_effects = false;
        m_text.make_room();
        put('@');
        put_hex(pc, 8);
        put(':');
        if (instruction.op == isa::Op::syscall) [[unlikely]] {
            note_syscall();
        }
        return m_text.has_failed();
    }
    void after() {
        put('\n');
        m_is_open = false;
    }
    void write(u32 address, u32 size, u32 value) {
        begin_effect();
        put('*');
        put_hex(address, 8);
        put_arrow();
        put_hex(value, size * 2);
    }
    void set_register(u8 id, u32 value) {
        if (id == reg::bin) {
            return;
        }
        begin_effect();
        put_text(m_names[id]);
        put_arrow();
        put_hex(value, 8);
    }

    /// The run is over: completes the last line. False if anything could not be written.
    bool finish();
    [[nodiscard]] bool has_failed() const { return m_text.has_failed(); }

private:
    void put(char c) { m_text.put(c); }
    void put_text(std::string_view text) { m_text.put(text); }
    void put_hex(u32 value, u32 digits) {
        put_text("0x");
        m_text.put_digits(value, digits);
    }
    void put_arrow() { put_text(" <= "); }
    void begin_effect() {
        put_text(m_has_effects ? ", " : " ");
        m_has_effects = true;
    }

    void note_syscall();
    void settle(u32 next_pc);
    void put_service_results();
    void put_service_memory();

    const Machine& m_machine;
    TraceBuffer m_text;
    std::array<std::string_view, register_id::float_base + 32> m_names{};
    u32 m_pc = 0;
    bool m_is_open = false;  // the line of m_pc lacks its end
    bool m_has_effects = false;
    bool m_is_syscall = false;
    u32 m_service = 0;
    u32 m_a0 = 0;
    u32 m_a1 = 0;
};

}  // namespace mariner
