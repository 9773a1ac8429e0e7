#include "emulator/jit/code_arena.hpp"

#include <sys/mman.h>

namespace mariner::jit {

namespace {

constexpr size_t arena_size = size_t{64} << 20;
constexpr size_t host_page = 4096;
constexpr size_t code_alignment = 16;

constexpr size_t rounded_up(size_t value, size_t unit) {
    return (value + unit - 1) / unit * unit;
}

}  // namespace

CodeArena::~CodeArena() {
    if (m_begin != nullptr) {
        munmap(m_begin, m_size);
    }
}

bool CodeArena::reserve() {
    void* const begin = mmap(nullptr, arena_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (begin == MAP_FAILED) {
        return false;
    }
    m_begin = static_cast<u8*>(begin);
    m_size = arena_size;
    return true;
}

bool CodeArena::protect(int protection, size_t size) {
    return mprotect(m_begin, rounded_up(size, host_page), protection) == 0;
}

bool CodeArena::write(size_t size, const std::function<void(u8*)>& fill) {
    if (size > room() || !protect(PROT_READ | PROT_WRITE, m_used + size)) {
        return false;
    }
    fill(next());
    m_used = rounded_up(m_used + size, code_alignment);
    return protect(PROT_READ | PROT_EXEC, m_used);
}

}  // namespace mariner::jit
