#pragma once
// Guest memory: one 4 GiB reservation of host addresses, of which only what the guest touches costs anything. A byte per
// 4 KiB page says whether an access may go straight to the host byte; everything else (first touch, segment edges, text,
// devices, watched pages) takes the checked way. Alignment is tested by the same look-up: see fast_index.
//
// The fast way, which the engines inline:   if (pages[fast_index<4>(a)] & readable) value = *(u32*)(host + a);

#include <bit>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "emulator/machine/exception.hpp"
#include "emulator/machine/memory_map.hpp"
#include "emulator/support/result.hpp"
#include "emulator/support/types.hpp"

namespace mariner {

class Bus;

inline constexpr u32 page_size = 4096;

/// Index of an access's page state. Rotating the low bits to the top sends a misaligned access to an index beyond the
/// million real pages, where the state is always 0: one look-up tests alignment, range and first touch.
template <u32 Size>
constexpr u32 fast_index(u32 address) {
    constexpr int shift = std::countr_zero(Size);
    return std::rotr(address, shift) >> (12 - shift);
}

/// A value read, or the exception that prevented it.
template <class T>
struct Access {
    T value{};
    ExceptionKind fault = ExceptionKind::none;
    explicit operator bool() const { return fault == ExceptionKind::none; }
};

class Memory {
public:
    static constexpr u8 readable = 1;  // fast reads allowed
    static constexpr u8 writable = 2;  // fast writes allowed; implies that the page counts as written
    static constexpr u8 written = 4;   // a store (or initial data) has touched this page

    static Result<std::unique_ptr<Memory>> create(MemoryConfiguration configuration);
    ~Memory();
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;

    [[nodiscard]] const MemoryMap& map() const { return memory_map(m_configuration); }

    /// Host address of guest address 0, and the page states: for the engines' fast way.
    [[nodiscard]] u8* host() { return m_host; }
    [[nodiscard]] const u8* host() const { return m_host; }
    [[nodiscard]] u8* pages() { return m_pages; }

    /// Data accesses as an instruction makes them: MARS's alignment and range rules, devices included.
    Access<u32> load_word(u32 address);
    Access<u16> load_half(u32 address);
    Access<u8> load_byte(u32 address);
    ExceptionKind store_word(u32 address, u32 value);
    ExceptionKind store_half(u32 address, u16 value);
    ExceptionKind store_byte(u32 address, u8 value);

    /// For debuggers, dumps and displays: no device sees it, no page counts as written. Nothing outside the data, stack,
    /// kernel data and MMIO segments (text lives in the program, not here).
    [[nodiscard]] std::optional<u8> peek_byte(u32 address) const;
    [[nodiscard]] std::optional<u32> peek_word(u32 address) const;
    /// Writes without rules (initial data, debugger): the address must lie in a data segment; false if it doesn't.
    bool poke(u32 address, std::span<const u8> bytes);

    /// True if a store or initial data has touched the page of this address.
    [[nodiscard]] bool is_written(u32 address) const;

    /// All zero again, as cheap as what was touched.
    void reset();

    void attach_bus(Bus* bus);

    /// With self-modifying code, accesses to user text go to these (whole words; see reference/runtime.md, section 8).
    struct TextAccess {
        std::function<u32(u32 address)> load;
        std::function<void(u32 address, u32 value)> store;
    };
    void set_text_access(TextAccess access);

    /// Bytes of host memory that this guest occupies by its own writes.
    [[nodiscard]] size_t touched_bytes() const;

private:
    explicit Memory(MemoryConfiguration configuration);

    MemoryConfiguration m_configuration;
    u8* m_host = nullptr;
    u8* m_pages = nullptr;
    std::vector<u32> m_touched_pages;
    Bus* m_bus = nullptr;
    TextAccess m_text_access;
};

}  // namespace mariner
