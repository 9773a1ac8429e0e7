#include "emulator/translate/region.hpp"

#include <algorithm>
#include <iterator>

#include "emulator/support/sort_unique.hpp"

namespace mariner::translate {

Region::Region(const Listing& listing, u32 entry, std::span<const u32> others, const std::function<bool(u32)>& is_entry)
    : m_listing(listing) {
    collect(entry, others, is_entry);
    divide();
    find_loops();
    settle_debts();
}

const Block* Region::find(u32 index) const {
    const auto at = std::ranges::lower_bound(m_blocks, index, {}, &Block::first);
    return at != m_blocks.end() && at->first == index ? &*at : nullptr;
}

void Region::collect(u32 entry, std::span<const u32> others, const std::function<bool(u32)>& is_entry) {
    std::vector<u32> open(others.rbegin(), others.rend());
    open.push_back(entry);
    m_leaders.assign(open.begin(), open.end());
    while (!open.empty()) {
        const u32 first = open.back();
        open.pop_back();
        const auto next = std::ranges::upper_bound(m_reached, first, {}, &ReachedRun::first);
        if (next != m_reached.begin() && std::prev(next)->end > first) {
            continue;  // seen
        }
        const u32 limit = std::min(next == m_reached.end() ? m_listing.count() : next->first,
                                   first + (region_limit - std::min(m_size, region_limit)));
        const u32 end = walk(
            first, limit, [&](u32 index) { return index != entry && is_entry(index); }, open);
        if (end != first) {
            m_size += end - first;
            m_reached.insert(next, {first, end});
        }
    }
    sort_unique(m_leaders);
}

/// From `first` on to where the flow ends or `limit`, noting where it branches to. Returns where it came to.
template <class IsOther>
u32 Region::walk(u32 first, u32 limit, IsOther is_other, std::vector<u32>& open) {
    u32 index = first;
    for (bool goes_on = true; goes_on && index < limit && !is_other(index); ++index) {
        const Role role = m_listing.role(index);
        if (role == Role::plain) {
            continue;
        }
        if (role == Role::branch || role == Role::jump || role == Role::call) {
            m_leaders.push_back(m_listing.target(index));
            open.push_back(m_listing.target(index));
        }
        m_leaders.push_back(index + 1);
        goes_on = role != Role::jump && role != Role::jump_register && role != Role::foreign;
    }
    return index;
}

void Region::divide() {
    auto leader = m_leaders.begin();
    for (const ReachedRun& run : m_reached) {
        for (u32 index = run.first; index < run.end; ++index) {
            while (leader != m_leaders.end() && *leader < index) {
                ++leader;
            }
            const bool leads = leader != m_leaders.end() && *leader == index;
            if (m_blocks.empty() || m_blocks.back().end != index || leads) {
                m_blocks.push_back({index, index, 0, m_listing.is_return_point(index)});
            }
            m_blocks.back().end = index + 1;
        }
    }
}

void Region::find_loops() {
    for (const Block& block : m_blocks) {
        const u32 last = block.end - 1;
        const Role role = m_listing.role(last);
        if (role != Role::branch && role != Role::jump) {
            continue;
        }
        if (const Block* target = find(m_listing.target(last)); target != nullptr && target->first <= last) {
            m_blocks[static_cast<size_t>(target - m_blocks.data())].is_loop = true;
        }
    }
}

/// The first forward branch to a block decides its debt, since a difference costs most there; else falling through.
void Region::settle_debts() {
    std::vector<std::optional<i32>> by_branch(m_blocks.size());
    std::vector<std::optional<i32>> by_flow(m_blocks.size());
    const auto note = [&](std::vector<std::optional<i32>>& debts, u32 target, i32 debt) {
        if (const Block* block = find(target)) {
            std::optional<i32>& place = debts[static_cast<size_t>(block - m_blocks.data())];
            place = place ? place : debt;
        }
    };
    for (size_t i = 0; i < m_blocks.size(); ++i) {
        Block& block = m_blocks[i];
        if (!block.is_return_point) {
            block.debt = by_branch[i].value_or(by_flow[i].value_or(0));
        }
        const u32 last = block.end - 1;
        const Role role = m_listing.role(last);
        i32 debt = block.debt + static_cast<i32>(block.end - block.first);
        if (role == Role::branch) {
            const Block* target = find(m_listing.target(last));
            if (target != nullptr && target->first <= last) {
                debt = target->debt;  // a backward branch takes off everything else before it tests its condition
            } else {
                note(by_branch, m_listing.target(last), debt);
            }
        }
        if (role == Role::jump) {
            note(by_flow, m_listing.target(last), debt);
        }
        if (role == Role::plain || role == Role::branch) {
            note(by_flow, block.end, debt);
        }
    }
}

}  // namespace mariner::translate
