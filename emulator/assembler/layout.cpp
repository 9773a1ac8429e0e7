#include "emulator/assembler/layout.hpp"

#include <algorithm>
#include <bit>

namespace mariner::assembler {

namespace {

/// Tables of a data segment hold 4 MiB, those of the memory-mapped area 64 KiB, whatever the segment's limit is.
constexpr u32 segment_capacity = u32{4} << 20;
constexpr u32 mmio_capacity = u32{64} << 10;

bool is_inside(const Segment& segment, u32 capacity, u32 address, u32 size) {
    return segment.contains(address) && address - segment.base + size <= capacity;
}

}  // namespace

u32 align_address(u32 address, u32 boundary) {
    const i64 remainder = i64{static_cast<i32>(address)} % i64{static_cast<i32>(boundary)};
    return remainder == 0 ? address : static_cast<u32>(i64{address} + boundary - remainder);
}

bool DataImage::holds(u32 address, u32 size) const {
    return is_inside(m_map->data, segment_capacity, address, size) ||
           is_inside(m_map->kernel_data, segment_capacity, address, size) ||
           is_inside(m_map->mmio, mmio_capacity, address, size);
}

bool DataImage::store(u32 address, u32 value, u32 size) {
    if (holds(address, size)) {
        store_bytes(address, value, size);
        return true;
    }
    if (m_map->stack.contains(address)) {
        store_on_stack(address, value, size);
        return true;
    }
    if (m_text_is_writable && m_map->text.contains(address) && address % 4 == 0) {
        m_text_words[address] = value;
        return true;
    }
    return false;
}

/// The stack is kept upside down, so that the part of a misaligned item beyond its word lands in the word below.
void DataImage::store_on_stack(u32 address, u32 value, u32 size) {
    const u32 word = address & ~3U;
    for (u32 i = 0; i < size; ++i) {
        const u32 position = (address & 3) + i;
        const u32 target = position < 4 ? word + position : word - 4 + (position - 4);
        if (m_map->stack.contains(target) || position < 4) {
            store_bytes(target, value >> (8 * i), 1);
        }
    }
}

DataImage::Page& DataImage::page_of(u32 address) {
    const u32 number = address / page_bytes;
    if (m_last_page == nullptr || m_last_page_number != number) {
        std::unique_ptr<Page>& page = m_pages[number];
        if (page == nullptr) {
            page = std::make_unique<Page>();
        }
        m_last_page = page.get();
        m_last_page_number = number;
    }
    return *m_last_page;
}

void DataImage::store_bytes(u32 address, u32 value, u32 size) {
    for (u32 i = 0; i < size;) {
        Page& page = page_of(address + i);
        for (u32 offset = (address + i) % page_bytes; i < size && offset < page_bytes; ++i, ++offset) {
            page.bytes[offset] = static_cast<u8>(value >> (8 * i));
            page.stored[offset / 64] |= u64{1} << (offset % 64);
        }
    }
}

std::vector<DataRange> DataImage::ranges() const {
    std::vector<u32> numbers;
    for (const auto& [number, page] : m_pages) {
        numbers.push_back(number);
    }
    std::sort(numbers.begin(), numbers.end());
    std::vector<DataRange> ranges;
    for (const u32 number : numbers) {
        const Page& page = *m_pages.at(number);
        for (u32 i = 0; i < page_bytes;) {
            const u64 stored = page.stored[i / 64] >> (i % 64);
            const u32 left = 64 - i % 64;
            const u32 gap = std::min<u32>(static_cast<u32>(std::countr_zero(stored)), left);
            i += gap;
            const u32 run = gap == left ? 0 : static_cast<u32>(std::countr_one(stored >> gap));
            const u32 address = number * page_bytes + i;
            if (run > 0 && (ranges.empty() || ranges.back().address + ranges.back().bytes.size() != address)) {
                ranges.push_back({address, {}});
            }
            if (run > 0) {
                const auto* const first = page.bytes.data() + i;
                ranges.back().bytes.insert(ranges.back().bytes.end(), first, first + run);
            }
            i += run;
        }
    }
    return ranges;
}

}  // namespace mariner::assembler
