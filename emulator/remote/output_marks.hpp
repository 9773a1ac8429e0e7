#pragma once
// Where in a run bytes went out or came in: after so many instructions so many bytes in all. Bounded; past the bound
// neighbours become one, so that a very long list is less exact. Kept by dap_host, asked by dap_moments.

#include <optional>
#include <span>
#include <vector>

#include "emulator/support/types.hpp"

namespace mariner::remote {

class OutputMarks {
public:
    static constexpr size_t most = size_t{1} << 17;
    struct OutputMark {
        u64 time = 0;   // behind the instruction that did it
        u64 total = 0;  // bytes up to then
    };

    /// Times never fall, unless what came later was cut off.
    void add(u64 time, u64 bytes);
    /// The run goes on differently from here.
    void cut(u64 time);
    /// Bytes up to this moment.
    [[nodiscard]] u64 total_at(u64 time) const;
    /// What made the byte with this number, counted from 0.
    [[nodiscard]] std::optional<OutputMark> find(u64 byte) const;
    [[nodiscard]] std::span<const OutputMark> all() const { return m_marks; }
    /// At most so many of those from one moment to another, evenly chosen.
    [[nodiscard]] std::vector<u64> times(u64 from, u64 to, size_t count) const;

private:
    void thin();

    std::vector<OutputMark> m_marks;
};

}  // namespace mariner::remote
