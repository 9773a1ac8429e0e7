#pragma once
// `run --trace-format retire`: a line for each register or word of memory that an instruction writes.

#include <utility>

#include "emulator/analysis/retirement.hpp"
#include "emulator/analysis/trace_buffer.hpp"

namespace mariner {

class RetireLog final : public RetirementListener {
public:
    explicit RetireLog(TraceBuffer::Sink sink) : m_text(std::move(sink)) {}

    [[nodiscard]] bool has_enough() const override { return has_failed(); }
    void take(const RetiredWrite& write) override {
        m_text.make_room();
        m_text.put(retired_text(write));
        m_text.put('\n');
    }

    /// The run is over. False if anything could not be written.
    bool finish() {
        m_text.write_out();
        return !has_failed();
    }
    [[nodiscard]] bool has_failed() const { return m_text.has_failed(); }

private:
    TraceBuffer m_text;
};

}  // namespace mariner
