#include "emulator/machine/memory.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "emulator/machine/bus.hpp"

namespace mariner {

namespace {

constexpr auto guest_size = static_cast<size_t>(u64{1} << (Memory::folds ? 24 : 32));
constexpr size_t states_size = size_t{1} << 23;
constexpr size_t guard_size = size_t{1} << 16;  // a word access at the last guest byte stays inside the reservation
constexpr size_t states_offset = Memory::folds ? guest_size : 0;
constexpr size_t host_offset = Memory::folds ? 0 : states_size;
static_assert(states_offset == host_offset + static_cast<size_t>(Memory::pages_offset));

constexpr u32 page_of(u32 address) {
    return address / page_size;
}

/// With more written pages than this, giving them back to the system is cheaper than clearing them.
constexpr size_t pages_worth_clearing = 256;

constexpr u8 watched = Memory::watched_writes | Memory::watched_reads;

}  // namespace

bool Memory::reserve(std::span<const Segment> extra) {
    u64 length = states_size + guest_size;
    const auto add = [this](const Segment& segment, size_t place_of_first) {
        const u64 first = segment.base & ~(page_size - 1);
        const u64 end = (u64{segment.limit} + page_size - 1) & ~u64{page_size - 1};
        m_segments.push_back({segment, place_of_first, static_cast<size_t>(end - first)});
    };
    for (const Segment& segment : extra) {
        add(segment, folds ? static_cast<size_t>(length) : place(segment.base));
        length += folds ? m_segments.back().size : 0;
    }
    for (const Segment& segment : {map().data, map().stack, map().kernel_data, map().mmio}) {
        if (segment.base != segment.limit) {
            add(segment, place(segment.base & ~(page_size - 1)));
        }
    }
    length += guard_size;
    m_space = platform::AddressSpace::reserve(static_cast<size_t>(length));
    if (!m_space || m_space.size() < length) {
        return false;
    }
    m_host = m_space.begin() + host_offset;
    m_pages = m_host + pages_offset;
    return true;
}

bool Memory::commit() {
    return m_space.commit(states_offset, states_size) && std::ranges::all_of(m_segments, [this](const auto& segment) {
               return m_space.commit(host_offset + segment.place, segment.size);
           });
}

Result<std::unique_ptr<Memory>> Memory::create(MemoryConfiguration configuration, std::span<const Segment> extra) {
    std::unique_ptr<Memory> memory(new Memory(configuration));
    const bool reserved = memory->reserve(extra);
    if (!reserved && !folds) {
        return Error{
            "the system refuses 4 GiB of address space for the guest (they cost no memory): raise the limit "
            "on virtual memory (ulimit -v)"};
    }
    if (!reserved || !memory->commit()) {
        return Error{"the system refuses memory for the guest's segments: raise the limit on memory (ulimit -v, -d)"};
    }
    return memory;
}

size_t Memory::home(u32 address) const {
    if constexpr (folds) {
        if (const PlainSegment* segment = plain_segment_of(address)) {
            return segment->place + (address - (segment->base & ~(page_size - 1)));
        }
    }
    return place(address);
}

bool Memory::is_stack_edge(u32 address) const {
    // MARS keeps the stack backwards from its top; these three bytes fall beyond its table and kill its thread.
    const Segment& stack = map().stack;
    return stack.base != 0 && address - (stack.base - 3) < 3;
}

const Memory::PlainSegment* Memory::plain_segment_of(u32 address) const {
    for (const PlainSegment& segment : m_segments) {
        if (segment.contains(address)) {
            return &segment;
        }
    }
    return nullptr;
}

Memory::Area Memory::area_of(u32 address) const {
    const MemoryMap& places = map();
    if (places.mmio.contains(address)) {
        return Area::mmio;
    }
    if (plain_segment_of(address) != nullptr) {
        return Area::plain;
    }
    if (places.text.contains(address)) {
        return Area::text;
    }
    if (places.kernel_text.contains(address)) {
        return Area::kernel_text;
    }
    return is_stack_edge(address) ? Area::stack_edge : Area::nowhere;
}

/// Which fast accesses a page allows: those for which every aligned address of the page is inside one segment.
u8 Memory::fast_bits(u32 page, u8 wide, u8 bytes) const {
    const u32 first = page * page_size;
    const PlainSegment* segment = plain_segment_of(first);
    if (segment == nullptr || home(first) != place(first)) {
        return 0;
    }
    if (segment->base == map().mmio.base && m_bus != nullptr &&
        m_bus->occupies_page(first - segment->base, page_size)) {
        return 0;
    }
    const u32 room = segment->limit - first;
    if (room >= page_size) {
        return wide | bytes;
    }
    return room == page_size - 1 ? wide : u8{0};
}

u8 Memory::state_of(u8 kept, u8 fast) {
    const int no_writes = (kept & watched_writes) != 0 ? writable | byte_writable : 0;
    const int no_reads = (kept & watched_reads) != 0 ? readable | byte_readable : 0;
    return static_cast<u8>(kept | (fast & ~(no_writes | no_reads)));
}

void Memory::note_page_read(u32 address) {
    const u32 page = page_of(address);
    const u8 watch = m_pages[page] & watched;
    if (m_pages[page] == watch) {
        m_pages[page] = state_of(watch, fast_bits(page, readable, byte_readable));
        if (m_pages[page] != watch) {
            m_touched_pages.push_back(page);
        }
    }
}

void Memory::note_page_written(u32 address) {
    const u32 page = page_of(address);
    u8& state = m_pages[page];
    const u8 watch = state & watched;
    if (state == watch) {
        m_touched_pages.push_back(page);
    }
    if ((state & written) == 0) {
        ++m_written_pages;
    }
    if ((state & dirty) == 0) {
        m_dirty_pages.push_back(page);
    }
    state = state_of(watch | written | dirty, fast_bits(page, readable | writable, byte_readable | byte_writable));
}

ExceptionKind Memory::refusal(Area area, u32 address, u32 size, bool is_write) const {
    using enum ExceptionKind;
    if (address % size != 0) {
        return size == 4 ? (is_write ? misaligned_word_store : misaligned_word_load)
                         : (is_write ? misaligned_half_store : misaligned_half_load);
    }
    switch (area) {
        case Area::plain:
        case Area::mmio:
            return none;
        case Area::text:
            if (m_text_access.load) {
                return address % 4 == 0 ? none : misaligned_text_access;
            }
            return is_write ? text_store : text_load;
        case Area::kernel_text:
            return is_write ? kernel_text_store : kernel_text_load;
        case Area::stack_edge:
            return host_failure;
        case Area::nowhere:
            break;
    }
    return is_write ? address_store : address_load;
}

template <class T>
Access<T> Memory::load(u32 address) {
    const Area area = area_of(address);
    Access<T> result{{}, refusal(area, address, sizeof(T), false)};
    if (!result) {
        return result;
    }
    if (area == Area::text) {
        result.value = static_cast<T>(m_text_access.load(address));
        return result;
    }
    note_page_read(address);
    if ((m_pages[page_of(address)] & watched_reads) != 0) {
        m_watcher(address, sizeof(T), false);
    }
    std::memcpy(&result.value, at(address), sizeof(T));
    if (area == Area::mmio && m_bus != nullptr) {
        m_bus->note_read(*this, address);
    }
    return result;
}

template <class T>
ExceptionKind Memory::store(u32 address, T value) {
    const Area area = area_of(address);
    const ExceptionKind refused = refusal(area, address, sizeof(T), true);
    if (refused != ExceptionKind::none) {
        return refused;
    }
    if (area == Area::text) {
        m_text_access.store(address, value);
        return ExceptionKind::none;
    }
    note_page_written(address);
    if ((m_pages[page_of(address)] & watched_writes) != 0) {
        m_watcher(address, sizeof(T), true);
    }
    std::memcpy(m_host + home(address), &value, sizeof(T));
    if (area == Area::mmio && m_bus != nullptr) {
        m_bus->note_write(*this, address, value);
    }
    return ExceptionKind::none;
}

Access<u32> Memory::load_word(u32 address) {
    return load<u32>(address);
}
Access<u16> Memory::load_half(u32 address) {
    return load<u16>(address);
}
Access<u8> Memory::load_byte(u32 address) {
    return load<u8>(address);
}

ExceptionKind Memory::store_word(u32 address, u32 value) {
    return store<u32>(address, value);
}
ExceptionKind Memory::store_half(u32 address, u16 value) {
    return store<u16>(address, value);
}
ExceptionKind Memory::store_byte(u32 address, u8 value) {
    return store<u8>(address, value);
}

bool Memory::stop_noting_first_stores() {
    if (m_is_exact || is_watched()) {
        return false;
    }
    for (const PageRange& pages : data_and_stack_pages()) {
        give_back_unwritten(pages);
        for (u32 page = pages.first; page < pages.end; ++page) {
            note_page_written(page * page_size);
        }
    }
    m_notes_first_stores = false;
    return true;
}

std::vector<Memory::PageRange> Memory::data_and_stack_pages() const {
    std::vector<PageRange> ranges;
    for (const Segment& segment : {map().data, map().stack}) {
        if (segment.base != segment.limit) {
            ranges.push_back({page_of(segment.base), page_of(segment.limit - 1) + 1});
        }
    }
    return ranges;
}

/// So that the system takes none of them for touched, whatever was there before a reset.
void Memory::give_back_unwritten(const PageRange& pages) {
    const auto is_kept = [this](u32 page) { return (m_pages[page] & written) != 0; };
    for (u32 first = pages.first; first < pages.end; ++first) {
        u32 last = first;
        while (last < pages.end && !is_kept(last)) {
            ++last;
        }
        if (last != first) {
            m_space.zero(host_offset + place(first * page_size), size_t{last - first} * page_size);
        }
        first = last;
    }
}

std::vector<bool> Memory::touched(const PageRange& pages) const {
    static_assert(page_size == platform::AddressSpace::unit);
    return m_space.touched(host_offset + place(pages.first * page_size), pages.end - pages.first);
}

void Memory::begin_noting() {
    ++m_noting_starts;
    m_notes_first_stores = true;
}

std::optional<u8> Memory::peek_byte(u32 address) const {
    if (plain_segment_of(address) == nullptr) {
        return std::nullopt;
    }
    return *at(address);
}

std::optional<u32> Memory::peek_word(u32 address) const {
    if (address % 4 != 0 || plain_segment_of(address) == nullptr) {
        return std::nullopt;
    }
    u32 value = 0;
    std::memcpy(&value, at(address), sizeof value);
    return value;
}

bool Memory::poke(u32 address, std::span<const u8> bytes) {
    if (bytes.empty()) {
        return true;
    }
    const PlainSegment* segment = plain_segment_of(address);
    if (segment == nullptr) {
        return false;
    }
    // The bytes of a segment's last word may be written even where its last byte has no address of its own.
    const u64 end = (u64{segment->limit} + 3) & ~u64{3};
    if (address + u64{bytes.size()} > end) {
        return false;
    }
    const u64 beyond = address + u64{bytes.size()};
    for (u64 at = address; at < beyond; at = (at & ~u64{page_size - 1}) + page_size) {
        note_page_written(static_cast<u32>(at));
    }
    std::copy(bytes.begin(), bytes.end(), m_host + home(address));
    return true;
}

bool Memory::poke_word(u32 address, u32 value) {
    u8 bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    return poke(address, bytes);
}

bool Memory::is_written(u32 address) const {
    const u32 page = page_of(address);
    return (m_pages[page] & written) != 0 && (notes_first_stores() || touched({page, page + 1}).front());
}

std::vector<u32> Memory::written_pages() const {
    std::vector<u32> pages;
    std::ranges::copy_if(m_touched_pages, std::back_inserter(pages),
                         [this](u32 page) { return (m_pages[page] & written) != 0; });
    for (const PageRange& range : notes_first_stores() ? std::vector<PageRange>() : data_and_stack_pages()) {
        const std::vector<bool> is_touched = touched(range);
        std::erase_if(pages, [&](u32 page) {
            return page >= range.first && page < range.end && !is_touched[page - range.first];
        });
    }
    std::ranges::sort(pages);
    return pages;
}

void Memory::reset() {
    begin_noting();
    if (m_written_pages > pages_worth_clearing) {
        for (const PlainSegment& segment : m_segments) {
            m_space.zero(host_offset + segment.place, segment.size);
        }
    }
    for (const u32 page : m_touched_pages) {
        if ((m_pages[page] & written) != 0 && m_written_pages <= pages_worth_clearing) {
            std::memset(m_host + home(page * page_size), 0, page_size);
        }
        m_pages[page] &= watched;
    }
    m_touched_pages.clear();
    m_dirty_pages.clear();
    m_written_pages = 0;
}

void Memory::attach_bus(Bus* bus) {
    m_bus = bus;
    for (const u32 page : m_touched_pages) {
        const u8 kept = m_pages[page] & (written | dirty | watched);
        const u8 wide = (kept & dirty) != 0 ? readable | writable : readable;
        const u8 bytes = (kept & dirty) != 0 ? byte_readable | byte_writable : byte_readable;
        m_pages[page] = state_of(kept, fast_bits(page, wide, bytes));
    }
}

void Memory::set_text_access(TextAccess access) {
    m_text_access = std::move(access);
}

void Memory::watch_pages(std::span<const u32> pages, bool reads_too, AccessWatcher watcher) {
    begin_noting();
    for (const u32 page : m_watched_pages) {
        u8& state = m_pages[page];
        state &= static_cast<u8>(~watched);
        if (state != 0) {
            state |= fast_bits(page, readable, byte_readable);
        }
    }
    m_watched_pages.assign(pages.begin(), pages.end());
    m_watcher = std::move(watcher);
    for (const u32 page : m_watched_pages) {
        const u8 kept = m_pages[page] & (written | dirty);
        const u8 fast = m_pages[page] & (readable | writable | byte_readable | byte_writable);
        m_pages[page] = state_of(kept | watched_writes | (reads_too ? watched_reads : u8{0}), fast);
    }
}

void Memory::clear_dirty() {
    begin_noting();
    for (const u32 page : m_dirty_pages) {
        m_pages[page] &= static_cast<u8>(~(dirty | writable | byte_writable));
    }
    m_dirty_pages.clear();
}

std::span<const u8, page_size> Memory::page_bytes(u32 page) const {
    return std::span<const u8, page_size>(at(page * page_size), page_size);
}

void Memory::restore_page(u32 page, std::span<const u8> bytes) {
    if ((m_pages[page] & written) == 0 && bytes.empty()) {
        return;
    }
    u8* const to = m_host + home(page * page_size);
    if (!bytes.empty()) {
        note_page_written(page * page_size);
        std::copy(bytes.begin(), bytes.end(), to);
        return;
    }
    std::memset(to, 0, page_size);
    m_pages[page] &= watched;
    begin_noting();
    --m_written_pages;
    std::erase(m_touched_pages, page);
    std::erase(m_dirty_pages, page);
}

}  // namespace mariner
