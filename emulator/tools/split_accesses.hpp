#pragma once
// MARS tells its tools of some accesses in parts: of lwl and its like byte by byte, of a double word by word, and of
// write (15) one byte too many. Its tools count each part. This tells what is only a part, for the true figures.

#include <algorithm>
#include <vector>

#include "emulator/tools/tool.hpp"

namespace mariner::tools {

class SplitAccesses {
public:
    explicit SplitAccesses(const Machine& machine) {
        const TextBlock& user = machine.text().user();
        m_base = user.base;
        std::vector<Split> splits(user.slots.size());
        std::transform(user.slots.begin(), user.slots.end(), splits.begin(),
                       [](const TextSlot& slot) { return split_of(slot.instruction.op); });
        if (std::any_of(splits.begin(), splits.end(), [](Split split) { return split != Split::none; })) {
            m_splits = std::move(splits);
        }
    }

    /// Each access goes through here. True for what no program would count as an access of its own.
    bool is_only_part(const DataAccess& access) {
        if (access.is_surplus) {
            return true;
        }
        const size_t index = (access.instruction - m_base) / 4;
        if (index >= m_splits.size() || m_splits[index] == Split::none) {
            return false;
        }
        if (m_left > 0) {
            --m_left;
            return true;
        }
        const u32 byte = access.address % 4;
        m_left = m_splits[index] == Split::down ? byte : m_splits[index] == Split::up ? 3 - byte : 1;
        return false;
    }

private:
    enum class Split : u8 { none, down, up, pair };
    static Split split_of(isa::Op op) {
        using isa::Op;
        return isa::is_one_of(op, Op::lwl, Op::swl)     ? Split::down
               : isa::is_one_of(op, Op::lwr, Op::swr)   ? Split::up
               : isa::is_one_of(op, Op::ldc1, Op::sdc1) ? Split::pair
                                                        : Split::none;
    }

    u32 m_base = 0;
    std::vector<Split> m_splits;  // by instruction; empty if the program has no such
    u32 m_left = 0;               // parts of the access under way
};

/// What a note says of them.
inline constexpr const char* split_words =
    "MARS counts lwl and its like byte by byte, a double word by word, and write one byte too many; in truth ";

}  // namespace mariner::tools
