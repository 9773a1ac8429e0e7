#pragma once
// For each byte of guest memory: was it ever written, and by what. As large as the memory that the guest touches.

#include <algorithm>
#include <array>
#include <cstring>

#include "emulator/analysis/shadow_pages.hpp"

namespace mariner {

enum class ByteState : u8 {
    never_written,
    written,         // 1: is_all_written compares four at once
    saved_register,  // holds a register's value that nothing wrote: put away, and perhaps fetched back
};

class WrittenMemory {
public:
    [[nodiscard]] ByteState state(u32 address) const {
        const StatePage* const page = m_pages.find(address);
        return page != nullptr ? (*page)[address % page_size] : ByteState::never_written;
    }
    /// An aligned access: it lies within one page.
    [[gnu::always_inline]] void set(u32 address, u32 size, ByteState state) {
        std::fill_n(m_pages.at(address).begin() + address % page_size, size, state);
    }
    void set_range(u32 address, u64 size, ByteState state) {
        while (size > 0) {
            const u32 part = static_cast<u32>(std::min<u64>(size, page_size - address % page_size));
            set(address, part, state);
            address += part;
            size -= part;
        }
    }
    /// As if nothing had been written; costs only what was.
    void clear() {
        m_pages.for_each([](StatePage& page) { page.fill(ByteState::never_written); });
    }
    /// For an aligned access.
    [[nodiscard, gnu::always_inline]] bool is_all_written(u32 address, u32 size) const {
        const StatePage* const page = m_pages.find(address);
        u32 states = 0x01010101;
        if (page != nullptr) {
            std::memcpy(&states, page->data() + address % page_size, size);
        }
        return page != nullptr && states == 0x01010101;
    }
    /// The state of all bytes of an access, if they agree; never_written as soon as one is.
    [[nodiscard]] ByteState state_of(u32 address, u32 size) const {
        ByteState result = state(address);
        for (u32 i = 1; i < size; ++i) {
            const ByteState next = state(address + i);
            result = next == ByteState::never_written || result == ByteState::never_written
                         ? ByteState::never_written
                         : (next == result ? result : ByteState::written);
        }
        return result;
    }

private:
    using StatePage = std::array<ByteState, page_size>;
    ShadowPages<StatePage> m_pages;
};

}  // namespace mariner
