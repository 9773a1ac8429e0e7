#include "emulator/debugger/history.hpp"

#include <algorithm>
#include <limits>

namespace mariner::debugger {

namespace {

constexpr size_t most_snapshots = 1000;
/// A new snapshot where the run has grown by one part in so many.
constexpr u64 parts_of_run = 32;
/// With what an allocator adds, less than a power of two.
constexpr size_t pages_of_piece = 63;

}  // namespace

History::PagePool::PageBytes* History::PagePool::take() {
    if (m_free.empty()) {
        m_pieces.push_back(std::make_unique_for_overwrite<PageBytes[]>(pages_of_piece));
        for (size_t i = pages_of_piece; i > 0; --i) {
            m_free.push_back(&m_pieces.back()[i - 1]);
        }
    }
    PageBytes* const page = m_free.back();
    m_free.pop_back();
    return page;
}

size_t History::PagePool::bytes() const {
    return (m_pieces.size() * pages_of_piece - m_free.size()) * (sizeof(PageBytes) + sizeof(PageCopy));
}

History::PageCopy::PageCopy(std::span<const u8, page_size> from, PagePool& pool) : m_pool(pool), m_bytes(pool.take()) {
    std::copy(from.begin(), from.end(), m_bytes->begin());
}

History::History(Machine& machine, Syscalls& services, HostLog& log, RecordedKeys& keys, ActingTools* acting,
                 size_t most_bytes, u64 shortest_interval, u64 pages_per_interval)
    : m_machine(machine),
      m_services(services),
      m_log(log),
      m_keys(keys),
      m_acting(acting),
      m_most_bytes(most_bytes),
      m_shortest_interval(shortest_interval),
      m_pages_per_interval(pages_per_interval),
      m_base(std::make_shared<const Pages>()) {
    m_machine.memory().keep_exact();
}

std::shared_ptr<const History::Pages> History::copy_pages() {
    Memory& memory = m_machine.memory();
    if (memory.dirty_pages().empty()) {
        return m_base;
    }
    std::vector<u32> dirty(memory.dirty_pages().begin(), memory.dirty_pages().end());
    std::ranges::sort(dirty);
    auto pages = std::make_shared<Pages>();
    pages->reserve(m_base->size() + dirty.size());
    auto old = m_base->begin();
    for (const u32 number : dirty) {
        for (; old != m_base->end() && old->number < number; ++old) {
            pages->push_back(*old);
        }
        if (old != m_base->end() && old->number == number) {
            ++old;
        }
        pages->push_back({number, std::make_shared<const PageCopy>(memory.page_bytes(number), m_pool)});
    }
    pages->insert(pages->end(), old, m_base->end());
    m_last_copied = dirty.size();
    memory.clear_dirty();
    return pages;
}

std::shared_ptr<const SyscallState> History::copy_services() {
    for (const Snapshot& snapshot : m_snapshots) {
        // As many calls served and as much heard: nothing has happened in between.
        if (snapshot.services->count == m_services.count() && snapshot.log_position == m_log.position()) {
            return snapshot.services;
        }
    }
    return std::make_shared<const SyscallState>(m_services.state());
}

void History::take(Time time, bool changed) {
    Snapshot snapshot;
    snapshot.time = time;
    snapshot.changed = changed;
    snapshot.cpu = m_machine.cpu;
    snapshot.heap_pointer = m_machine.heap_pointer;
    snapshot.log_position = m_log.position();
    snapshot.keys = m_keys.state();
    snapshot.bus = m_machine.bus().state();
    snapshot.services = copy_services();
    snapshot.tools = m_acting != nullptr ? m_acting->save() : nullptr;
    snapshot.pages = copy_pages();
    m_base = snapshot.pages;
    if (m_machine.is_self_modifying()) {
        snapshot.text = std::make_shared<const Text>(m_machine.text());
    }
    auto at = std::ranges::lower_bound(m_snapshots, time, {}, &Snapshot::time);
    m_own_bytes += own_bytes(snapshot);
    if (at != m_snapshots.end() && at->time == time) {
        snapshot.changed = snapshot.changed || at->changed;
        m_own_bytes -= own_bytes(*at);
        *at = std::move(snapshot);
    } else {
        m_snapshots.insert(at, std::move(snapshot));
    }
    thin_out(time);
}

/// Null if nothing was ever written there.
const History::PageCopy* History::find(const Pages& among, u32 number) {
    const auto at = std::ranges::lower_bound(among, number, {}, &PageOf::number);
    return at != among.end() && at->number == number ? at->page.get() : nullptr;
}

void History::put_pages(const std::shared_ptr<const Pages>& pages) {
    Memory& memory = m_machine.memory();
    const std::vector<u32> dirty(memory.dirty_pages().begin(), memory.dirty_pages().end());
    const auto put = [&](u32 number, const PageCopy* page) {
        memory.restore_page(number, page != nullptr ? page->bytes() : std::span<const u8>());
    };
    for (const u32 number : dirty) {
        put(number, find(*pages, number));
    }
    if (pages != m_base) {
        auto old = m_base->begin();
        for (const PageOf& one : *pages) {
            for (; old != m_base->end() && old->number < one.number; ++old) {
                put(old->number, nullptr);
            }
            const bool is_there = old != m_base->end() && old->number == one.number;
            if (!is_there || old->page != one.page) {
                put(one.number, one.page.get());
            }
            old += is_there ? 1 : 0;
        }
        for (; old != m_base->end(); ++old) {
            put(old->number, nullptr);
        }
    }
    memory.clear_dirty();
    m_base = pages;
}

Time History::restore(Time time) {
    const Snapshot& snapshot = m_snapshots[index_before(time)];
    put_pages(snapshot.pages);
    m_machine.cpu = snapshot.cpu;
    m_machine.heap_pointer = snapshot.heap_pointer;
    m_services.set_state(*snapshot.services);
    m_log.set_position(snapshot.log_position);
    m_keys.set_state(snapshot.keys);
    m_machine.bus().set_state(snapshot.bus);
    if (snapshot.text) {
        m_machine.text() = *snapshot.text;
    }
    if (snapshot.tools) {
        m_acting->restore(*snapshot.tools);
    }
    return snapshot.time;
}

void History::cut(Time time) {
    while (m_snapshots.back().time > time) {
        m_own_bytes -= own_bytes(m_snapshots.back());
        m_snapshots.pop_back();
    }
}

size_t History::index_before(Time time) const {
    const auto behind = std::ranges::upper_bound(m_snapshots, time, {}, &Snapshot::time);
    return static_cast<size_t>(std::max<std::ptrdiff_t>(behind - m_snapshots.begin(), 1) - 1);
}

std::optional<Time> History::next_change(Time time) const {
    for (size_t i = index_before(time) + 1; i < m_snapshots.size(); ++i) {
        if (m_snapshots[i].changed && m_snapshots[i].time > time) {
            return m_snapshots[i].time;
        }
    }
    return std::nullopt;
}

bool History::may_be_written(u32 address, u32 size, Time time) const {
    const size_t index = index_before(time);
    if (index + 1 >= m_snapshots.size()) {
        return true;
    }
    const u32 last = (address + size - 1) / page_size;
    for (u32 number = address / page_size; number <= last; ++number) {
        if (find(*m_snapshots[index].pages, number) != find(*m_snapshots[index + 1].pages, number)) {
            return true;
        }
    }
    return false;
}

u64 History::good_interval(Time time) const {
    return std::max(
        {m_shortest_interval, time / parts_of_run, m_last_copied * m_shortest_interval / m_pages_per_interval});
}

size_t History::own_bytes(const Snapshot& snapshot) {
    size_t bytes = sizeof(Snapshot) + snapshot.pages->size() * sizeof(PageOf);
    if (snapshot.text) {
        bytes += (snapshot.text->user().slots.size() + snapshot.text->kernel().slots.size()) * sizeof(TextSlot);
    }
    constexpr size_t services_bytes = 2048;  // with short buffers, and the devices
    constexpr size_t stream_bytes = 64;
    return bytes + services_bytes + snapshot.services->random_streams.size() * stream_bytes +
           snapshot.services->input.buffered_bytes();
}

size_t History::bytes() const {
    return m_pool.bytes() + m_own_bytes + m_log.size();
}

/// The one without which the way to a moment grows least, seen from here and from the end of the run.
size_t History::least_useful(Time now) const {
    size_t best = 0;
    double least = std::numeric_limits<double>::max();
    const Time end = m_snapshots.back().time;
    for (size_t i = 1; i + 1 < m_snapshots.size(); ++i) {
        if (m_snapshots[i].changed) {
            continue;
        }
        const Time time = m_snapshots[i].time;
        const Time gap = m_snapshots[i + 1].time - m_snapshots[i - 1].time;
        const Time distance = std::min(end - time, time > now ? time - now : now - time);
        const double use = static_cast<double>(gap) / static_cast<double>(distance + gap);
        if (use < least) {
            least = use;
            best = i;
        }
    }
    return best;
}

void History::thin_out(Time now) {
    if (m_log.size() > m_most_bytes / 2 && now == m_snapshots.back().time) {
        forget_beginning();
    }
    while (m_snapshots.size() > 2 && (bytes() > m_most_bytes || m_snapshots.size() > most_snapshots)) {
        const size_t victim = least_useful(now);
        if (victim == 0) {
            return;
        }
        m_own_bytes -= own_bytes(m_snapshots[victim]);
        m_snapshots.erase(m_snapshots.begin() + static_cast<std::ptrdiff_t>(victim));
    }
}

/// Of the log the older half goes, and the snapshots that need it.
void History::forget_beginning() {
    const u64 keep_from = m_log.end() - m_log.size() / 2;
    size_t first = 0;
    while (first + 1 < m_snapshots.size() && m_snapshots[first].log_position < keep_from) {
        m_own_bytes -= own_bytes(m_snapshots[first]);
        ++first;
    }
    m_snapshots.erase(m_snapshots.begin(), m_snapshots.begin() + static_cast<std::ptrdiff_t>(first));
    m_log.forget_before(m_snapshots.front().log_position);
}

}  // namespace mariner::debugger
