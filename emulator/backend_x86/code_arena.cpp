#include "emulator/backend_x86/code_arena.hpp"

namespace mariner::backend_x86 {

namespace {

constexpr size_t arena_size = size_t{64} << 20;
constexpr size_t code_alignment = 16;

constexpr size_t rounded_up(size_t value, size_t unit) {
    return (value + unit - 1) / unit * unit;
}

}  // namespace

bool CodeArena::reserve() {
    m_space = platform::AddressSpace::reserve(arena_size);
    return static_cast<bool>(m_space);
}

bool CodeArena::write(size_t size, const std::function<void(u8*)>& fill) {
    using enum platform::AddressSpace::Use;
    if (size > room() || !m_space.commit(0, m_used + size, data)) {
        return false;
    }
    fill(next());
    m_used = rounded_up(m_used + size, code_alignment);
    return m_space.commit(0, m_used, code);
}

}  // namespace mariner::backend_x86
