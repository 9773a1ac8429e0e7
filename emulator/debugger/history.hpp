#pragma once
// Snapshots of a machine along its run. Consecutive ones share the pages that were not written between them; when they
// need too much memory, those that help least are given up. Knows nothing of how the machine gets from one to the next.

#include <memory>
#include <optional>
#include <vector>

#include "emulator/debugger/acting_tools.hpp"
#include "emulator/debugger/host_log.hpp"
#include "emulator/debugger/points.hpp"
#include "emulator/machine/machine.hpp"
#include "emulator/syscalls/syscall.hpp"

namespace mariner::debugger {

class History {
public:
    /// All must outlive it; `acting` may be null. `most_bytes` holds for snapshots and log together.
    History(Machine& machine, Syscalls& services, HostLog& log, RecordedKeys& keys, ActingTools* acting,
            size_t most_bytes, u64 shortest_interval, u64 pages_per_interval);

    /// The machine as it is now is what it was, or will be, at `time`. `changed`: by the user, in a way that running
    /// from an earlier snapshot would not bring about; such a snapshot is never given up.
    void take(Time time, bool changed = false);
    /// Puts the machine back to the last snapshot at or before `time`; says which that was.
    Time restore(Time time);
    /// Forgets what lies behind a moment.
    void cut(Time time);

    [[nodiscard]] Time begin() const { return m_snapshots.front().time; }
    /// The last snapshot at or before a moment that isn't before begin().
    [[nodiscard]] Time before(Time time) const { return m_snapshots[index_before(time)].time; }
    /// The next moment behind this one at which the user changed the machine.
    [[nodiscard]] std::optional<Time> next_change(Time time) const;
    /// False if certainly none of these bytes was written between the snapshots before and behind a moment.
    [[nodiscard]] bool may_be_written(u32 address, u32 size, Time time) const;

    /// How far it should run until the next snapshot, so that taking them costs little.
    [[nodiscard]] u64 good_interval(Time time) const;
    [[nodiscard]] size_t bytes() const;
    [[nodiscard]] size_t count() const { return m_snapshots.size(); }

private:
    /// Room for copies of pages, in large pieces. An allocator that is asked for each page may take its time, and twice
    /// the room: WebAssembly's does.
    class PagePool {
    public:
        using PageBytes = std::array<u8, page_size>;
        PageBytes* take();
        void give_back(PageBytes* page) { m_free.push_back(page); }
        [[nodiscard]] size_t bytes() const;  // of those that are taken

    private:
        std::vector<std::unique_ptr<PageBytes[]>> m_pieces;
        std::vector<PageBytes*> m_free;
    };
    class PageCopy {
    public:
        PageCopy(std::span<const u8, page_size> from, PagePool& pool);
        ~PageCopy() { m_pool.give_back(m_bytes); }
        PageCopy(const PageCopy&) = delete;
        PageCopy& operator=(const PageCopy&) = delete;
        [[nodiscard]] std::span<const u8> bytes() const { return *m_bytes; }

    private:
        PagePool& m_pool;
        PagePool::PageBytes* m_bytes;
    };
    struct PageOf {
        u32 number = 0;
        std::shared_ptr<const PageCopy> page;
    };
    using Pages = std::vector<PageOf>;  // in ascending order

    struct Snapshot {
        Time time = 0;
        bool changed = false;
        CpuState cpu;
        u32 heap_pointer = 0;
        u64 log_position = 0;
        RecordedKeys::KeysState keys;
        BusState bus;
        std::shared_ptr<const SyscallState> services;
        std::shared_ptr<const Text> text;  // of self-modifying programs
        std::shared_ptr<const tools::ToolSet::SavedTools> tools;
        std::shared_ptr<const Pages> pages;
    };

    [[nodiscard]] size_t index_before(Time time) const;
    [[nodiscard]] std::shared_ptr<const Pages> copy_pages();
    [[nodiscard]] std::shared_ptr<const SyscallState> copy_services();
    static const PageCopy* find(const Pages& among, u32 number);
    void put_pages(const std::shared_ptr<const Pages>& pages);
    [[nodiscard]] static size_t own_bytes(const Snapshot& snapshot);
    void thin_out(Time now);
    [[nodiscard]] size_t least_useful(Time now) const;
    void forget_beginning();

    Machine& m_machine;
    Syscalls& m_services;
    HostLog& m_log;
    RecordedKeys& m_keys;
    ActingTools* m_acting;
    size_t m_most_bytes;
    u64 m_shortest_interval;
    u64 m_pages_per_interval;
    PagePool m_pool;  // outlives all pages
    size_t m_own_bytes = 0;
    size_t m_last_copied = 0;             // pages
    std::shared_ptr<const Pages> m_base;  // what memory is, but for its dirty pages
    std::vector<Snapshot> m_snapshots;    // in order of time; never empty once the timeline has begun
};

}  // namespace mariner::debugger
