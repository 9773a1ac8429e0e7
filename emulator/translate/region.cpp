#include "emulator/translate/region.hpp"

#include <algorithm>
#include <unordered_set>

#include "emulator/support/sort_unique.hpp"

namespace mariner::translate {

namespace {

bool contains(const std::vector<u32>& sorted, u32 value) {
    return std::binary_search(sorted.begin(), sorted.end(), value);
}

}  // namespace

Region::Region(const Listing& listing, u32 entry, bool takes_all, const std::function<bool(u32)>& is_entry)
    : m_listing(listing) {
    collect(entry, takes_all, is_entry);
    divide();
    find_loops();
    settle_debts();
}

const Block* Region::find(u32 index) const {
    const auto at = std::ranges::lower_bound(m_blocks, index, {}, &Block::first);
    return at != m_blocks.end() && at->first == index ? &*at : nullptr;
}

void Region::collect(u32 entry, bool takes_all, const std::function<bool(u32)>& is_entry) {
    std::unordered_set<u32> seen;
    std::vector<u32> open{entry};
    for (u32 index = m_listing.count(); takes_all && index-- > 0;) {
        if (m_listing.starts_block(index)) {
            open.push_back(index);
        }
    }
    m_leaders.assign(open.begin(), open.end());
    while (!open.empty()) {
        u32 index = open.back();
        open.pop_back();
        bool goes_on = true;
        while (goes_on && index < m_listing.count() && m_reached.size() < region_limit &&
               (index == entry || !is_entry(index)) && seen.insert(index).second) {
            m_reached.push_back(index);
            const Role role = m_listing.role(index);
            if (role == Role::branch || role == Role::jump || role == Role::call) {
                m_leaders.push_back(m_listing.target(index));
                open.push_back(m_listing.target(index));
            }
            if (role != Role::plain) {
                m_leaders.push_back(index + 1);
            }
            goes_on = role != Role::jump && role != Role::jump_register && role != Role::foreign;
            ++index;
        }
    }
    sort_unique(m_reached);
    sort_unique(m_leaders);
}

void Region::divide() {
    for (const u32 index : m_reached) {
        if (m_blocks.empty() || m_blocks.back().end != index || contains(m_leaders, index)) {
            m_blocks.push_back({index, index, 0, m_listing.is_return_point(index)});
        }
        m_blocks.back().end = index + 1;
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
