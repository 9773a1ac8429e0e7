#pragma once
// `run --trace-format retire`: a line for each register or word of memory that an instruction writes.

#include <utility>

#include "emulator/analysis/retirement.hpp"
#include "emulator/analysis/trace_buffer.hpp"

namespace mariner {

class RetireLog {
public:
    RetireLog(const Machine& machine, TraceBuffer::Sink sink)
        : m_text(std::move(sink)), m_retired(machine, RetireLines{&m_text}) {}

    bool before(u32 pc, const isa::Instruction& instruction) {
        m_retired.before(pc, instruction);
        return m_text.has_failed();
    }
    void after() { m_retired.after(); }
    void write(u32 address, u32 size, u32 value) { m_retired.write(address, size, value); }
    void set_register(u8 id, u32 value) { m_retired.set_register(id, value); }

    /// The run is over. False if anything could not be written.
    bool finish() {
        m_retired.settle();
        m_text.write_out();
        return !m_text.has_failed();
    }
    [[nodiscard]] bool has_failed() const { return m_text.has_failed(); }

private:
    struct RetireLines {
        TraceBuffer* text;
        void take(const RetiredWrite& write) const {
            text->make_room();
            text->put(retired_text(write));
            text->put('\n');
        }
    };

    TraceBuffer m_text;
    Retirement<RetireLines> m_retired;
};

}  // namespace mariner
