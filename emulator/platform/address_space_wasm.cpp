// A module's memory grows and never shrinks: what is given back waits here for the next one of its size. Nothing can be
// refused to the guest's program but by its own rules, and no data can become code.

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "emulator/platform/address_space.hpp"

namespace mariner::platform {

namespace {

constexpr size_t host_page = 65536;

struct SpareBlock {
    u8* begin;
    size_t size;
};

std::vector<SpareBlock>& given_back() {
    static std::vector<SpareBlock> blocks;
    return blocks;
}

}  // namespace

const bool AddressSpace::is_free_until_touched = false;

AddressSpace AddressSpace::reserve(size_t size) {
    AddressSpace space;
    const auto kept = std::ranges::find(given_back(), size, &SpareBlock::size);
    if (kept != given_back().end()) {
        space.m_begin = kept->begin;
        given_back().erase(kept);
        std::memset(space.m_begin, 0, size);
    } else {
        const size_t pages = (size + host_page - 1) / host_page;
        const size_t before = __builtin_wasm_memory_grow(0, pages);  // new pages are zero
        space.m_begin = before == SIZE_MAX ? nullptr : reinterpret_cast<u8*>(before * host_page);
    }
    space.m_size = space.m_begin == nullptr ? 0 : size;
    return space;
}

AddressSpace::~AddressSpace() {
    if (m_begin != nullptr) {
        given_back().push_back({m_begin, m_size});
    }
}

bool AddressSpace::commit(size_t /*offset*/, size_t /*size*/, Use use) {
    return use == Use::data;
}

void AddressSpace::zero(size_t offset, size_t size) {
    std::memset(m_begin + offset, 0, size);
}

/// Nobody else knows: what holds nothing but zeros counts as untouched.
std::vector<bool> AddressSpace::touched(size_t offset, size_t count) const {
    std::vector<bool> is_touched;
    for (const u8* at = m_begin + offset; is_touched.size() < count; at += unit) {
        is_touched.push_back(std::any_of(at, at + unit, [](u8 byte) { return byte != 0; }));
    }
    return is_touched;
}

}  // namespace mariner::platform
