#pragma once
// Host memory for compiled code: one reservation, so that all code reaches all other by a near jump, of which only what
// is filled costs anything. Executable or writable, never both; it is writable only within write(). Before the code
// lies a table of addresses, which is data.

#include <functional>

#include "emulator/platform/address_space.hpp"
#include "emulator/support/types.hpp"

namespace mariner::backend_x86 {

class CodeArena {
public:
    CodeArena() = default;
    CodeArena(const CodeArena&) = delete;
    CodeArena& operator=(const CodeArena&) = delete;

    /// With a table of so many addresses. False if the system refuses.
    bool reserve(size_t addresses = 0);
    [[nodiscard]] u64* table() const { return reinterpret_cast<u64*>(m_space.begin()); }

    /// Where the next code will lie.
    [[nodiscard]] u8* next() const { return m_space.begin() + m_used; }
    [[nodiscard]] size_t room() const { return m_space.size() - m_used; }

    /// Appends `size` bytes by `fill`. After false it must be executed no more.
    bool write(size_t size, const std::function<void(u8*)>& fill);

private:
    platform::AddressSpace m_space;
    size_t m_used = 0;
};

}  // namespace mariner::backend_x86
