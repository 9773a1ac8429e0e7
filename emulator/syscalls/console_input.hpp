#pragma once
// Standard input as MARS shares it: service 14 takes bytes from the stream itself, services 5 to 8 and 12 take whole
// lines through a reader that fetches up to 8192 bytes ahead. What the line reader has fetched, service 14 doesn't see.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/support/types.hpp"
#include "emulator/syscalls/host.hpp"

namespace mariner {

class ConsoleInput {
public:
    explicit ConsoleInput(Host& host) : m_host(&host) {}

    /// The next line without its end (LF, CR or CRLF), as bytes. What lies beyond 16 MiB of a line is dropped.
    InputState read_line(std::string& line);
    /// What is at hand, at least one byte, at most buffer.size().
    InputState read_bytes(std::span<u8> buffer, size_t& count);

    [[nodiscard]] size_t buffered_bytes() const { return m_stream.bytes.size() + m_lines.bytes.size(); }

private:
    static constexpr size_t buffer_size = 8192;
    static constexpr size_t longest_line = size_t{16} << 20;

    /// Bytes between two readers. `taken` of them have been handed on.
    struct Buffer {
        std::vector<u8> bytes;
        size_t taken = 0;
        [[nodiscard]] size_t left() const { return bytes.size() - taken; }
        [[nodiscard]] std::string_view view() const {
            return {reinterpret_cast<const char*>(bytes.data()) + taken, left()};
        }
    };

    InputState fill_stream();
    InputState fill_lines();

    Host* m_host;
    Buffer m_stream;  // fetched from the host by small reads of service 14
    Buffer m_lines;   // read ahead by the line reader
    bool m_skip_line_feed = false;
};

}  // namespace mariner
