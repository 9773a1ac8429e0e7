#pragma once
// Where things go: the location counters of user and kernel space, alignment, and the bytes that data directives store.
// Filled by the first pass; knows addresses and segments, but no source.

#include <array>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "emulator/program/memory_map.hpp"
#include "emulator/program/program_image.hpp"
#include "emulator/support/types.hpp"

namespace mariner::assembler {

/// Two counters, of which one is current.
class LocationCounter {
public:
    LocationCounter(u32 user, u32 kernel) : m_address{user, kernel} {}

    [[nodiscard]] u32 get() const { return get(m_kernel); }
    [[nodiscard]] u32 get(bool kernel) const { return m_address[kernel ? 1 : 0]; }
    void set(u32 address) { m_address[m_kernel ? 1 : 0] = address; }
    void advance(u32 bytes) { set(get() + bytes); }
    void select_kernel(bool kernel) { m_kernel = kernel; }

private:
    std::array<u32, 2> m_address;
    bool m_kernel = false;
};

/// The next multiple of `boundary`; kernel addresses, being negative, go too far (case directives/kdata_alignment).
u32 align_address(u32 address, u32 boundary);

/// The bytes stored so far, sparse. Storing needs no order and may go over what was stored before.
class DataImage {
public:
    DataImage(const MemoryMap& map, bool text_is_writable) : m_map(&map), m_text_is_writable(text_is_writable) {}

    /// The low `size` bytes (1, 2 or 4) of a value; false, and nothing is stored, outside the data segments.
    bool store(u32 address, u32 value, u32 size);

    /// What was stored, in the order of addresses.
    [[nodiscard]] std::vector<DataRange> ranges() const;

    /// Words that directives stored into user text, by address; only with self-modifying code.
    [[nodiscard]] const std::map<u32, u32>& text_words() const { return m_text_words; }

private:
    static constexpr u32 page_bytes = 4096;

    struct Page {
        std::array<u8, page_bytes> bytes{};
        std::array<u64, page_bytes / 64> stored{};  // a bit for each byte
    };

    [[nodiscard]] bool holds(u32 address, u32 size) const;
    Page& page_of(u32 address);
    void store_bytes(u32 address, u32 value, u32 size);
    void store_on_stack(u32 address, u32 value, u32 size);

    const MemoryMap* m_map;
    bool m_text_is_writable;
    std::unordered_map<u32, std::unique_ptr<Page>> m_pages;
    Page* m_last_page = nullptr;
    u32 m_last_page_number = 0;
    std::map<u32, u32> m_text_words;
};

/// Where the next item of each kind goes, and what is there so far.
struct Segments {
    Segments(const MemoryMap& map, bool text_is_writable)
        : text(map.text.base, map.kernel_text.base),
          data(map.data_base, map.kernel_data.base),
          next_extern(map.extern_base),
          image(map, text_is_writable) {}

    LocationCounter text;
    LocationCounter data;
    u32 next_extern;
    DataImage image;
    u64 item_count = 0;
};

}  // namespace mariner::assembler
