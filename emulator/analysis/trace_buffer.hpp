#pragma once
// The text of a trace on its way: written in large pieces to whoever takes them.

#include <array>
#include <functional>
#include <string_view>

#include "emulator/support/types.hpp"

namespace mariner {

class TraceBuffer {
public:
    /// Takes the next piece of the trace; false if it could not be written.
    using Sink = std::function<bool(std::string_view piece)>;
    /// More than the longest line of an instruction (a double stored: three effects at most).
    static constexpr size_t line_reserve = 256;

    explicit TraceBuffer(Sink sink) : m_sink(std::move(sink)) {}

    void put(char c) { m_buffer[m_used++] = c; }
    void put(std::string_view text) {
        text.copy(m_buffer.data() + m_used, text.size());
        m_used += text.size();
    }
    void put_digits(u32 value, u32 digits) {
        for (u32 i = digits; i-- > 0;) {
            put("0123456789abcdef"[(value >> (4 * i)) & 15U]);
        }
    }
    /// So that there is room for a line.
    void make_room() {
        if (m_used > m_buffer.size() - line_reserve) [[unlikely]] {
            write_out();
        }
    }
    void write_out() {
        if (!m_has_failed && m_used > 0 && !m_sink({m_buffer.data(), m_used})) {
            m_has_failed = true;
        }
        m_used = 0;
    }
    [[nodiscard]] bool has_failed() const { return m_has_failed; }

private:
    Sink m_sink;
    std::array<char, size_t{1} << 16> m_buffer{};
    size_t m_used = 0;
    bool m_has_failed = false;
};

}  // namespace mariner
