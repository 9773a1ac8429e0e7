#include "emulator/backend_x86/code_arena.hpp"

namespace mariner::backend_x86 {

namespace {

constexpr size_t arena_size = size_t{64} << 20;
constexpr size_t code_alignment = 16;
constexpr size_t greatest_host_page = size_t{64} << 10;

constexpr size_t rounded_up(size_t value, size_t unit) {
    return (value + unit - 1) / unit * unit;
}

}  // namespace

bool CodeArena::reserve(size_t addresses) {
    m_used = rounded_up(addresses * sizeof(u64), greatest_host_page);
    m_space = platform::AddressSpace::reserve(m_used + arena_size);
    return m_space && (m_used == 0 || m_space.commit(0, m_used));
}

bool CodeArena::write(size_t size, const std::function<void(u8*)>& fill) {
    using enum platform::AddressSpace::Use;
    const size_t begin = m_used;
    if (size > room() || !m_space.commit(begin, size, data)) {
        return false;
    }
    fill(next());
    m_used = rounded_up(begin + size, code_alignment);
    return m_space.commit(begin, size, code);
}

}  // namespace mariner::backend_x86
