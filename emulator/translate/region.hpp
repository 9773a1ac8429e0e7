#pragma once
// What is compiled at once: the blocks that can be reached from an entry by direct transfers, up to a limit, and how
// their steps are counted.
//
// Steps are taken from the budget where control changes its course, not where they are made. A block begins with a
// `debt`: so many steps have been made on every way to it and not yet been taken off. Most forward branches and all
// falling through cost nothing then; an edge whose ends disagree takes off the difference. Edges that go backward,
// leave the region, call or return look at the budget, so that no more than region_limit steps go by between two looks.

#include <functional>
#include <span>
#include <vector>

#include "emulator/translate/listing.hpp"

namespace mariner::translate {

inline constexpr u32 region_limit = 1024;  // instructions

struct Block {
    u32 first = 0;
    u32 end = 0;
    i32 debt = 0;
    bool is_return_point = false;
    bool is_loop = false;  // something branches back to it
};

class Region {
public:
    /// `others`: instructions that are taken, too, with what they reach, as long as there is room. `is_entry`: has code
    /// already, as the first of a block.
    Region(const Listing& listing, u32 entry, std::span<const u32> others, const std::function<bool(u32)>& is_entry);

    /// In the order of their addresses.
    [[nodiscard]] const std::vector<Block>& blocks() const { return m_blocks; }
    /// Null if no block of this region begins here.
    [[nodiscard]] const Block* find(u32 index) const;
    [[nodiscard]] u32 size() const { return m_size; }

private:
    void collect(u32 entry, std::span<const u32> others, const std::function<bool(u32)>& is_entry);
    template <class IsOther>
    u32 walk(u32 first, u32 limit, IsOther is_other, std::vector<u32>& open);
    void divide();
    void find_loops();
    void settle_debts();

    const Listing& m_listing;
    /// Instructions that were reached one from the other.
    struct ReachedRun {
        u32 first = 0;
        u32 end = 0;
    };
    std::vector<ReachedRun> m_reached;  // in the order of their addresses
    u32 m_size = 0;                     // instructions in them
    std::vector<u32> m_leaders;
    std::vector<Block> m_blocks;
};

}  // namespace mariner::translate
