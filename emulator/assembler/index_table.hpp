#pragma once
// A hash table of numbers: which element of a list has this name or address. The list belongs to the caller, who
// compares; the table keeps hashes and positions only, side by side, so that a lookup mostly touches one cache line.

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "emulator/support/types.hpp"

namespace mariner::assembler {

class IndexTable {
public:
    static constexpr u32 none = 0xffffffff;

    /// The first number noted under this hash of which `same` holds, or none.
    template <class Same>
    [[nodiscard]] u32 find(u32 hash, Same same) const {
        if (m_slots.empty()) {
            return none;
        }
        for (size_t at = hash & (m_slots.size() - 1);; at = (at + 1) & (m_slots.size() - 1)) {
            const IndexSlot slot = m_slots[at];
            if (slot.number == none || (slot.number != vacated && slot.hash == hash && same(slot.number))) {
                return slot.number;
            }
        }
    }

    void add(u32 hash, u32 number) {
        if (2 * (m_taken + 1) > m_slots.size()) {
            grow();
        }
        put({hash, number});
    }

    /// Forgets a number that was noted under this hash. Its slot waits for the next one of the same hash.
    void remove(u32 hash, u32 number) {
        size_t at = hash & (m_slots.size() - 1);
        while (m_slots[at].number != number) {
            at = (at + 1) & (m_slots.size() - 1);
        }
        m_slots[at].number = vacated;
    }

    /// Of a name. Depends on where the table lies, so that nobody can write names that collide.
    [[nodiscard]] u32 hash_of(std::string_view name) const {
        u64 hash = m_seed + name.size();
        while (name.size() >= 8) {
            hash = mixed(hash ^ word_of(name.substr(0, 8)));
            name.remove_prefix(8);
        }
        return static_cast<u32>(mixed(hash ^ word_of(name)));
    }
    [[nodiscard]] u32 hash_of(u32 address) const { return static_cast<u32>(mixed(m_seed ^ address)); }

private:
    static constexpr u32 vacated = none - 1;

    struct IndexSlot {
        u32 hash = 0;
        u32 number = none;
    };

    static u64 word_of(std::string_view name) {
        u64 word = 0;
        std::memcpy(&word, name.data(), name.size());
        return word;
    }
    static u64 mixed(u64 value) {
        value *= 0x9E3779B97F4A7C15U;
        return value ^ std::rotr(value, 29) ^ value >> 47;
    }

    void put(IndexSlot slot) {
        size_t at = slot.hash & (m_slots.size() - 1);
        while (m_slots[at].number < vacated) {
            at = (at + 1) & (m_slots.size() - 1);
        }
        m_taken += m_slots[at].number == none ? 1 : 0;
        m_slots[at] = slot;
    }

    void grow() {
        std::vector<IndexSlot> old(m_slots.empty() ? 16 : 2 * m_slots.size());
        std::swap(old, m_slots);
        m_taken = 0;
        for (const IndexSlot slot : old) {
            if (slot.number < vacated) {
                put(slot);
            }
        }
    }

    std::vector<IndexSlot> m_slots;  // their number is a power of two, at most half of them are taken or vacated
    size_t m_taken = 0;
    u64 m_seed = reinterpret_cast<uintptr_t>(this) * 0xD6E8FEB86659FD93U;
};

}  // namespace mariner::assembler
