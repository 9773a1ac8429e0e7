#pragma once
// One line per retired instruction with its effects: `@0x00400000: $t0 <= 0x00000005`. Fed by the observer of a checked
// core (run_watch.hpp), written in large pieces to whoever takes them. docs/analysis.md describes the format.

#include <array>
#include <functional>
#include <string>
#include <string_view>

#include "emulator/execute/observer.hpp"
#include "emulator/machine/machine.hpp"

namespace mariner {

class TraceLog {
public:
    /// Takes the next piece of the trace; false if it could not be written.
    using Sink = std::function<bool(std::string_view piece)>;

    TraceLog(const Machine& machine, Sink sink);

    /// The observer's calls, in the order in which they come. before() is true once the sink has failed.
    bool before(u32 pc, const isa::Instruction& instruction) {
        if (m_is_open) [[unlikely]] {
            settle(pc);
        }
        m_pc = pc;
        m_is_open = true;
        m_has_effects = false;
        if (m_used > m_buffer.size() - line_reserve) [[unlikely]] {
            write_out();
        }
        put('@');
        put_hex(pc, 8);
        put(':');
        if (instruction.op == isa::Op::syscall) [[unlikely]] {
            note_syscall();
        }
        return m_has_failed;
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
    [[nodiscard]] bool has_failed() const { return m_has_failed; }

private:
    /// More than the longest line of an instruction (a double stored: three effects at most).
    static constexpr size_t line_reserve = 256;

    void put(char c) { m_buffer[m_used++] = c; }
    void put_text(std::string_view text) {
        text.copy(m_buffer.data() + m_used, text.size());
        m_used += text.size();
    }
    void put_hex(u32 value, u32 digits) {
        put_text("0x");
        for (u32 i = digits; i-- > 0;) {
            put("0123456789abcdef"[(value >> (4 * i)) & 15U]);
        }
    }
    void put_arrow() { put_text(" <= "); }
    void begin_effect() {
        put_text(m_has_effects ? ", " : " ");
        m_has_effects = true;
    }

    void write_out();
    void note_syscall();
    void settle(u32 next_pc);
    void put_service_results();
    void put_service_memory();

    const Machine& m_machine;
    Sink m_sink;
    std::array<std::string_view, register_id::float_base + 32> m_names{};
    std::array<char, size_t{1} << 16> m_buffer{};
    size_t m_used = 0;
    u32 m_pc = 0;
    bool m_is_open = false;  // the line of m_pc lacks its end
    bool m_has_effects = false;
    bool m_has_failed = false;
    bool m_is_syscall = false;
    u32 m_service = 0;
    u32 m_a0 = 0;
    u32 m_a1 = 0;
};

}  // namespace mariner
