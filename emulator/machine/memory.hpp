#pragma once
// Guest memory: one reservation of host addresses, of which only what the guest touches costs anything. A byte per 4
// KiB page says whether an access may go straight to the host byte; everything else (first touch, segment edges, text,
// devices) takes the checked way. Alignment is tested by the same look-up: see fast_index.
//
// The fast way, which the engines inline:
//     if (Memory::state<4>(host, a) & Memory::readable_by<4>) value = *(u32*)(host + Memory::place(a));
//
// A host with 64-bit addresses reserves 4 GiB, and place(a) is a. Where they have 32 bits, the map's segments are
// folded into 16 MiB: each begins at a multiple of 4 MiB or lies below it, is no longer than that, and differs from the
// others in its top two bits (the compact maps fit into one fold). What an ELF puts elsewhere could meet them there; it
// lies behind, and only the checked way finds it.

#include <atomic>
#include <bit>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "emulator/machine/exception.hpp"
#include "emulator/platform/address_space.hpp"
#include "emulator/program/memory_map.hpp"
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
    static constexpr u8 readable = 1;       // fast reads of halfwords and wider
    static constexpr u8 writable = 2;       // fast writes of halfwords and wider; the page counts as written
    static constexpr u8 written = 4;        // a store (or initial data) has touched this page
    static constexpr u8 byte_readable = 8;  // bytes too: not where a segment ends one byte before its page
    static constexpr u8 byte_writable = 16;
    static constexpr u8 dirty = 32;           // written since clear_dirty()
    static constexpr u8 watched_writes = 64;  // no fast writes: a watcher wants to hear of them
    static constexpr u8 watched_reads = 128;

    template <u32 Size>
    static constexpr u8 readable_by = Size == 1 ? byte_readable : readable;
    template <u32 Size>
    static constexpr u8 writable_by = Size == 1 ? byte_writable : writable;

    /// Whether the host's addresses are too few for all of the guest's.
    static constexpr bool folds = sizeof(size_t) < sizeof(u64);
    static constexpr u32 folded(u32 address) { return (address >> 30) << 22 | (address & 0x003fffff); }
    /// Where a guest address lies, seen from host(); for one of the map's data segments.
    static constexpr size_t place(u32 address) { return folds ? folded(address) : address; }
    /// Where the page states lie, seen from host().
    static constexpr std::ptrdiff_t pages_offset = folds ? std::ptrdiff_t{1} << 24 : -(std::ptrdiff_t{1} << 23);
    /// What the page of an access allows.
    template <u32 Size>
    static u8 state(const u8* host, u32 address) {
        return (host + pages_offset)[fast_index<Size>(address)];
    }

    /// `extra`: pages outside the map's data segments that an ELF puts bytes in; they behave like data.
    static Result<std::unique_ptr<Memory>> create(MemoryConfiguration configuration,
                                                  std::span<const Segment> extra = {});
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;

    [[nodiscard]] const MemoryMap& map() const { return memory_map(m_configuration); }
    [[nodiscard]] MemoryConfiguration configuration() const { return m_configuration; }

    /// Where place() and the page states begin: for the engines' fast way.
    [[nodiscard]] u8* host() { return m_host; }
    [[nodiscard]] u8* pages() { return m_pages; }
    /// The bytes from here to the end of the segment, for those who look at many.
    [[nodiscard]] const u8* at(u32 address) const { return m_host + home(address); }

    /// Data accesses as an instruction makes them: MARS's alignment and range rules, devices included.
    Access<u32> load_word(u32 address);
    Access<u16> load_half(u32 address);
    Access<u8> load_byte(u32 address);
    ExceptionKind store_word(u32 address, u32 value);
    ExceptionKind store_half(u32 address, u16 value);
    ExceptionKind store_byte(u32 address, u8 value);
    /// The exception that such an access would raise, without doing it.
    [[nodiscard]] ExceptionKind refusal(u32 address, u32 size, bool is_write) const {
        return refusal(area_of(address), address, size, is_write);
    }

    /// The first store to a page takes the checked way, which notes it. From now on it doesn't: all pages of data and
    /// stack count as written, so that an engine need not look at their states (a segment and the alignment are all
    /// that is left to test), and is_written() asks the system, which knows the pages that were touched, if only by
    /// loads. False if somebody keeps an eye on pages.
    bool stop_noting_first_stores();
    /// Again after reset(), clear_dirty(), restore_page(), watch_pages().
    [[nodiscard]] bool notes_first_stores() const { return m_notes_first_stores.load(std::memory_order_relaxed); }
    /// For snapshots and dumps, to which a page that was only read isn't a written one: noting never stops from now on.
    void keep_exact() { m_is_exact = true; }
    [[nodiscard]] bool is_exact() const { return m_is_exact; }
    /// Another number whenever noting may have begun anew.
    [[nodiscard]] u64 noting_starts() const { return m_noting_starts; }

    /// For debuggers, dumps and displays: no device sees it, no page counts as written. Nothing outside the data,
    /// stack, kernel data and MMIO segments (text lives in the program, not here).
    [[nodiscard]] std::optional<u8> peek_byte(u32 address) const;
    /// A word counts as inside if its address is, as for loads; nothing for a misaligned one.
    [[nodiscard]] std::optional<u32> peek_word(u32 address) const;
    /// Writes without rules (initial data, debugger, devices): all must lie in one data segment; false if it doesn't.
    bool poke(u32 address, std::span<const u8> bytes);
    bool poke_word(u32 address, u32 value);

    /// True if a store or initial data has touched the page of this address; a load counts too while
    /// first stores aren't noted.
    [[nodiscard]] bool is_written(u32 address) const;

    /// All zero again, as cheap as what was touched.
    void reset();

    /// The bus hears of every access in its devices' pages. Null detaches it.
    void attach_bus(Bus* bus);

    /// With self-modifying code, accesses to user text go to these (whole words; see docs/mars/runtime.md, section 8).
    struct TextAccess {
        std::function<u32(u32 address)> load;
        std::function<void(u32 address, u32 value)> store;
    };
    void set_text_access(TextAccess access);

    /// Hears of each access that instructions and services make to watched pages, before it happens.
    using AccessWatcher = std::function<void(u32 address, u32 size, bool is_write)>;
    /// Watches writes to these pages, or all accesses, in place of what was watched before.
    void watch_pages(std::span<const u32> pages, bool reads_too, AccessWatcher watcher);
    [[nodiscard]] bool is_watched() const { return !m_watched_pages.empty(); }

    /// In order of their numbers.
    [[nodiscard]] std::vector<u32> written_pages() const;
    /// Bytes of host memory that this guest occupies by its own writes.
    [[nodiscard]] size_t touched_bytes() const { return written_pages().size() * page_size; }

    /// For snapshots: numbers of the pages written since the last call of clear_dirty() (or ever), in order of their
    /// first write. After clear_dirty() the first store to a page takes the checked way once.
    [[nodiscard]] std::span<const u32> dirty_pages() const { return m_dirty_pages; }
    void clear_dirty();
    [[nodiscard]] std::span<const u8, page_size> page_bytes(u32 page) const;
    /// Puts back a page's bytes as they were at a snapshot; an empty span makes it never written.
    void restore_page(u32 page, std::span<const u8> bytes);

private:
    explicit Memory(MemoryConfiguration configuration) : m_configuration(configuration) {}
    [[nodiscard]] bool reserve(std::span<const Segment> extra);
    [[nodiscard]] bool commit();

    enum class Area : u8 { nowhere, plain, mmio, text, kernel_text, stack_edge };
    [[nodiscard]] Area area_of(u32 address) const;
    [[nodiscard]] ExceptionKind refusal(Area area, u32 address, u32 size, bool is_write) const;
    struct PlainSegment : Segment {
        size_t place = 0;  // of its first page, seen from host()
        size_t size = 0;   // of its pages
    };
    [[nodiscard]] const PlainSegment* plain_segment_of(u32 address) const;
    [[nodiscard]] bool is_stack_edge(u32 address) const;
    /// As place(), for all plain memory.
    [[nodiscard]] size_t home(u32 address) const;
    [[nodiscard]] u8 fast_bits(u32 page, u8 wide, u8 bytes) const;

    /// `kept` bits of a state, and of the fast ones those that no watcher forbids.
    static u8 state_of(u8 kept, u8 fast);
    void note_page_read(u32 address);
    void note_page_written(u32 address);
    void begin_noting();
    struct PageRange {
        u32 first;
        u32 end;
    };
    /// Those to which noting can stop: of data and, unless it lies there, the stack.
    [[nodiscard]] std::vector<PageRange> data_and_stack_pages() const;
    void give_back_unwritten(const PageRange& pages);
    [[nodiscard]] std::vector<bool> touched(const PageRange& pages) const;

    template <class T>
    Access<T> load(u32 address);
    template <class T>
    ExceptionKind store(u32 address, T value);

    MemoryConfiguration m_configuration;
    std::vector<PlainSegment> m_segments;  // all that is plain memory, the extra ones first
    platform::AddressSpace m_space;
    u8* m_host = nullptr;
    u8* m_pages = nullptr;
    std::vector<u32> m_touched_pages;  // pages whose state is not 0
    std::vector<u32> m_dirty_pages;
    size_t m_written_pages = 0;
    Bus* m_bus = nullptr;
    TextAccess m_text_access;
    std::vector<u32> m_watched_pages;
    AccessWatcher m_watcher;
    u64 m_noting_starts = 0;
    bool m_is_exact = false;
    std::atomic<bool> m_notes_first_stores = true;  // a display's thread asks too
};

}  // namespace mariner
