#include <windows.h>

#include <cstring>

#include "emulator/platform/address_space.hpp"

namespace mariner::platform {

const bool AddressSpace::is_free_until_touched = true;

AddressSpace AddressSpace::reserve(size_t size) {
    AddressSpace space;
    const DWORD kind = MEM_RESERVE | MEM_WRITE_WATCH;  // the pages written to are what touched() tells
    space.m_begin = static_cast<u8*>(VirtualAlloc(nullptr, size, kind, PAGE_NOACCESS));
    space.m_size = space.m_begin == nullptr ? 0 : size;
    return space;
}

AddressSpace::~AddressSpace() {
    if (m_begin != nullptr) {
        VirtualFree(m_begin, 0, MEM_RELEASE);
    }
}

bool AddressSpace::commit(size_t offset, size_t size, Use use) {
    u8* const first = m_begin + offset;
    DWORD before = 0;
    if (VirtualAlloc(first, size, MEM_COMMIT, PAGE_READWRITE) == nullptr ||
        VirtualProtect(first, size, use == Use::code ? PAGE_EXECUTE_READ : PAGE_READWRITE, &before) == 0) {
        return false;
    }
    return use == Use::data || FlushInstructionCache(GetCurrentProcess(), first, size) != 0;
}

void AddressSpace::zero(size_t offset, size_t size) {
    const size_t end = offset + size;
    const size_t whole = (offset + unit - 1) & ~(unit - 1);
    const size_t last = end & ~(unit - 1);
    // Only whole pages can be given back; new ones are zero.
    if (whole < last && VirtualFree(m_begin + whole, last - whole, MEM_DECOMMIT) != 0 && commit(whole, last - whole)) {
        static_cast<void>(ResetWriteWatch(m_begin + whole, last - whole));
        std::memset(m_begin + offset, 0, whole - offset);
        std::memset(m_begin + last, 0, end - last);
    } else {
        std::memset(m_begin + offset, 0, size);
    }
}

std::vector<bool> AddressSpace::touched(size_t offset, size_t count) const {
    u8* const first = m_begin + offset;
    std::vector<void*> pages(count);
    ULONG_PTR found = count;
    ULONG granularity = 0;
    if (GetWriteWatch(0, first, count * unit, pages.data(), &found, &granularity) != 0) {
        return std::vector<bool>(count, true);
    }
    std::vector<bool> units(count, false);
    for (size_t i = 0; i < found; ++i) {
        units[static_cast<size_t>(static_cast<u8*>(pages[i]) - first) / unit] = true;
    }
    return units;
}

}  // namespace mariner::platform
