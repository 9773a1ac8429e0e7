#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "emulator/platform/address_space.hpp"

namespace mariner::platform {

namespace {

size_t host_page() {
    static const auto size = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    return size;
}

size_t rounded_down(size_t offset) {
    return offset & ~(host_page() - 1);
}

size_t rounded_up(size_t offset) {
    return rounded_down(offset + host_page() - 1);
}

/// Whole pages that can be read and written: zero, and untouched.
bool renew(u8* begin, size_t size) {
#if defined(__linux__)
    return madvise(begin, size, MADV_DONTNEED) == 0;
#else
    // Elsewhere the advice may leave the bytes as they are.
    return mmap(begin, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON | MAP_FIXED, -1, 0) != MAP_FAILED;
#endif
}

}  // namespace

const bool AddressSpace::is_free_until_touched = true;

AddressSpace AddressSpace::reserve(size_t size) {
    int flags = MAP_PRIVATE | MAP_ANON;
#if defined(MAP_NORESERVE)
    flags |= MAP_NORESERVE;
#endif
    AddressSpace space;
    if (void* const begin = mmap(nullptr, rounded_up(size), PROT_NONE, flags, -1, 0); begin != MAP_FAILED) {
        space.m_begin = static_cast<u8*>(begin);
        space.m_size = rounded_up(size);
#if defined(__linux__)
        // A huge page would say of its neighbours, too, that they were touched. Systems without them refuse.
        static_cast<void>(madvise(begin, space.m_size, MADV_NOHUGEPAGE));
#endif
    }
    return space;
}

AddressSpace::~AddressSpace() {
    if (m_begin != nullptr) {
        munmap(m_begin, m_size);
    }
}

bool AddressSpace::commit(size_t offset, size_t size, Use use) {
    const size_t first = rounded_down(offset);
    const size_t length = rounded_up(offset + size) - first;
    return mprotect(m_begin + first, length, PROT_READ | (use == Use::code ? PROT_EXEC : PROT_WRITE)) == 0;
}

void AddressSpace::zero(size_t offset, size_t size) {
    const size_t end = offset + size;
    const size_t first = std::min(rounded_up(offset), end);
    const size_t last = std::max(rounded_down(end), first);
    std::memset(m_begin + offset, 0, first - offset);
    std::memset(m_begin + last, 0, end - last);
    if (first != last && !renew(m_begin + first, last - first)) {
        std::memset(m_begin + first, 0, last - first);
    }
}

std::vector<bool> AddressSpace::touched(size_t offset, size_t count) const {
    std::vector<bool> units(count, true);
#if defined(__linux__)
    const size_t first = rounded_down(offset);
    const size_t length = rounded_up(offset + count * unit) - first;
    std::vector<u8> pages(length / host_page());
    if (mincore(m_begin + first, length, pages.data()) == 0) {
        for (size_t i = 0; i < count; ++i) {
            units[i] = pages[(offset + i * unit - first) / host_page()] % 2 != 0;
        }
    }
#else
    static_cast<void>(offset);
#endif
    return units;
}

}  // namespace mariner::platform
