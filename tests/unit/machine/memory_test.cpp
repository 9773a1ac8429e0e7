// Range, alignment and first-touch rules of guest memory, in all three configurations.

#include "emulator/machine/memory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "emulator/machine/bus.hpp"

namespace mariner {
namespace {

std::unique_ptr<Memory> make(MemoryConfiguration configuration = MemoryConfiguration::standard) {
    auto memory = Memory::create(configuration);
    EXPECT_TRUE(memory);
    return std::move(*memory);
}

TEST(Memory, ReadsAsZeroAndKeepsWhatIsStored) {
    const auto memory = make();
    EXPECT_EQ(memory->load_word(0x10010000).value, 0U);
    EXPECT_EQ(memory->store_word(0x10010000, 0x11223344), ExceptionKind::none);
    EXPECT_EQ(memory->load_half(0x10010002).value, 0x1122U);
    EXPECT_EQ(memory->load_byte(0x10010000).value, 0x44U);
}

TEST(Memory, TestsAlignmentBeforeRange) {
    const auto memory = make();
    EXPECT_EQ(memory->load_word(1).fault, ExceptionKind::misaligned_word_load);
    EXPECT_EQ(memory->load_half(0x00400001).fault, ExceptionKind::misaligned_half_load);
    EXPECT_EQ(memory->store_word(2, 0), ExceptionKind::misaligned_word_store);
    EXPECT_EQ(memory->store_half(3, 0), ExceptionKind::misaligned_half_store);
}

TEST(Memory, NamesTheRuleThatAnAddressBreaks) {
    const auto memory = make();
    EXPECT_EQ(memory->load_word(0).fault, ExceptionKind::address_load);
    EXPECT_EQ(memory->store_byte(0x10400000, 0), ExceptionKind::address_store);
    EXPECT_EQ(memory->load_byte(0x00400000).fault, ExceptionKind::text_load);
    EXPECT_EQ(memory->store_word(0x007ffffc, 0), ExceptionKind::text_store);
    EXPECT_EQ(memory->load_word(0x80000000).fault, ExceptionKind::kernel_text_load);
    EXPECT_EQ(memory->store_word(0x803ffffc, 0), ExceptionKind::kernel_text_store);
    EXPECT_EQ(memory->load_word(0x80400000).fault, ExceptionKind::address_load);
}

struct Edge {
    MemoryConfiguration configuration;
    u32 address;
    bool byte;
    bool half;
    bool word;
};

TEST(Memory, EndsSegmentsWhereMarsDoes) {
    constexpr auto standard = MemoryConfiguration::standard;
    constexpr auto data_at_zero = MemoryConfiguration::compact_data;
    constexpr auto text_at_zero = MemoryConfiguration::compact_text;
    constexpr Edge edges[] = {
        {standard, 0x0ffffffc, false, false, false},   {standard, 0x10000000, true, true, true},
        {standard, 0x103ffffc, true, true, true},      {standard, 0x10400000, false, false, false},
        {standard, 0x7fc00000, true, true, true},      {standard, 0x7ffffffc, true, true, true},
        {standard, 0x7ffffffe, false, false, false},   {standard, 0x90000000, true, true, true},
        {standard, 0xfffffffc, true, true, true},      {standard, 0xfffffffe, true, true, false},
        {data_at_zero, 0x00000000, true, true, true},  {data_at_zero, 0x00002ffc, true, true, true},
        {data_at_zero, 0x00002ffe, true, true, false}, {data_at_zero, 0x00007efc, true, true, true},
        {data_at_zero, 0x00007ffc, true, true, true},  {text_at_zero, 0x00003ffe, true, true, false},
        {text_at_zero, 0x00001000, true, true, true},  {text_at_zero, 0x00008000, false, false, false},
    };
    for (const Edge& edge : edges) {
        const auto memory = make(edge.configuration);
        // Twice: the second access of each kind may take the fast way's page states into account.
        for (int round = 0; round < 2; ++round) {
            EXPECT_EQ(static_cast<bool>(memory->load_byte(edge.address)), edge.byte) << std::hex << edge.address;
            EXPECT_EQ(memory->store_byte(edge.address, 1) == ExceptionKind::none, edge.byte)
                << std::hex << edge.address;
            EXPECT_EQ(memory->store_half(edge.address, 1) == ExceptionKind::none, edge.half)
                << std::hex << edge.address;
            EXPECT_EQ(memory->store_word(edge.address, 1) == ExceptionKind::none, edge.word)
                << std::hex << edge.address;
            EXPECT_EQ(static_cast<bool>(memory->load_word(edge.address)), edge.word) << std::hex << edge.address;
        }
    }
}

TEST(Memory, RefusesTheBytesThatHaveNoAddress) {
    EXPECT_FALSE(make(MemoryConfiguration::compact_data)->load_byte(0x2fff));
    EXPECT_FALSE(make(MemoryConfiguration::compact_text)->load_byte(0x3fff));
    EXPECT_FALSE(make()->load_byte(0xffffffff));
    EXPECT_FALSE(make()->load_byte(0x7ffffffd));
}

TEST(Memory, KillsTheHostThreadAtTheStacksLowerEdge) {
    const auto memory = make();
    for (const u32 address : {0x7fbffffdU, 0x7fbffffeU, 0x7fbfffffU}) {
        EXPECT_EQ(memory->load_byte(address).fault, ExceptionKind::host_failure);
        EXPECT_EQ(memory->store_byte(address, 1), ExceptionKind::host_failure);
    }
    EXPECT_EQ(memory->load_half(0x7fbffffe).fault, ExceptionKind::host_failure);
    EXPECT_EQ(memory->load_word(0x7fbffffc).fault, ExceptionKind::address_load);
}

TEST(Memory, AllowsFastAccessOnlyToWholePagesOfASegment) {
    const auto memory = make(MemoryConfiguration::compact_data);
    memory->store_word(0x2000, 1);
    memory->store_word(0x1000, 1);
    memory->store_word(0x7000, 1);
    EXPECT_NE(memory->pages()[2] & Memory::writable, 0);
    EXPECT_EQ(memory->pages()[2] & Memory::byte_writable, 0) << "the byte 0x2fff has no address";
    EXPECT_NE(memory->pages()[1] & Memory::byte_writable, 0);
    EXPECT_EQ(memory->pages()[7] & (Memory::readable | Memory::writable), 0)
        << "two segments and a gap share this page";
}

TEST(Memory, SendsMisalignedAccessesBeyondAllPages) {
    EXPECT_EQ(fast_index<4>(0x10010004), 0x10010U);
    EXPECT_EQ(fast_index<8>(0x10010008), 0x10010U);
    EXPECT_GE(fast_index<4>(0x10010001), 1U << 20);
    EXPECT_GE(fast_index<2>(0x10010001), 1U << 20);
    EXPECT_GE(fast_index<8>(0x10010004), 1U << 20);
    EXPECT_LT(fast_index<8>(0xffffffff), static_cast<u32>(-Memory::pages_offset));
}

TEST(Memory, CountsAPageAsWrittenOnlyByStores) {
    const auto memory = make();
    memory->load_word(0x10010000);
    EXPECT_FALSE(memory->is_written(0x10010000));
    EXPECT_EQ(memory->touched_bytes(), 0U);
    memory->store_byte(0x10010fff, 0);
    EXPECT_TRUE(memory->is_written(0x10010000));
    EXPECT_FALSE(memory->is_written(0x10011000));
    EXPECT_EQ(memory->touched_bytes(), size_t{page_size});
}

TEST(Memory, IsEmptyAgainAfterReset) {
    const auto memory = make();
    for (const u32 pages : {3U, 1000U}) {
        for (u32 page = 0; page < pages; ++page) {
            ASSERT_EQ(memory->store_word(0x10000000 + page * page_size, page + 1), ExceptionKind::none);
        }
        memory->reset();
        EXPECT_EQ(memory->touched_bytes(), 0U);
        EXPECT_EQ(memory->load_word(0x10000000).value, 0U);
        EXPECT_EQ(memory->load_word(0x10000000 + (pages - 1) * page_size).value, 0U);
        EXPECT_FALSE(memory->is_written(0x10000000));
    }
}

TEST(Memory, PeeksAndPokesWithoutRules) {
    const auto memory = make();
    const u8 bytes[] = {1, 2, 3, 4, 5};
    EXPECT_TRUE(memory->poke(0x10010fff, bytes));
    EXPECT_EQ(memory->peek_byte(0x10011003), u8{5});
    EXPECT_EQ(memory->peek_word(0x10011000), 0x05040302U);
    EXPECT_TRUE(memory->is_written(0x10011000));
    EXPECT_EQ(memory->peek_word(0x10010001), std::nullopt);
    EXPECT_EQ(memory->peek_byte(0x00400000), std::nullopt);
    EXPECT_FALSE(memory->poke(0x103fffff, bytes));
    EXPECT_FALSE(memory->poke(0x00400000, bytes));
    EXPECT_TRUE(memory->poke(0, {}));
}

TEST(Memory, OpensAllPagesOfDataAndStackToStores) {
    const auto memory = make();
    memory->store_word(0x10011000, 1);
    ASSERT_TRUE(memory->stop_noting_first_stores());
    for (const u32 address : {0x10000000U, 0x10011000U, 0x103ff000U, 0x7fc00000U, 0x7fffe000U}) {
        EXPECT_NE(memory->pages()[address / page_size] & Memory::writable, 0) << address;
    }
    EXPECT_EQ(memory->pages()[0x10400000 / page_size] & Memory::writable, 0);
    EXPECT_EQ(memory->touched_bytes(), size_t{page_size});
    memory->host()[Memory::place(0x10013004)] = 0;
    EXPECT_TRUE(memory->is_written(0x10013000));
    EXPECT_TRUE(memory->is_written(0x10011000));
    EXPECT_FALSE(memory->is_written(0x10012000));
    EXPECT_EQ(memory->written_pages(), (std::vector<u32>{0x10011, 0x10013}));
    memory->host()[Memory::place(0x10013004)] = 7;
    memory->reset();
    EXPECT_TRUE(memory->notes_first_stores());
    EXPECT_EQ(memory->load_word(0x10013004).value, 0U);
    EXPECT_EQ(memory->pages()[0x10012] & Memory::writable, 0);
    memory->load_word(0x10014000);
    memory->store_word(0x10015000, 1);
    memory->reset();
    ASSERT_TRUE(memory->stop_noting_first_stores());
    EXPECT_TRUE(memory->written_pages().empty()) << "what was there before doesn't count";
}

TEST(Memory, OpensNothingButDataWhereTheStackLiesInIt) {
    for (const MemoryConfiguration configuration :
         {MemoryConfiguration::compact_data, MemoryConfiguration::compact_text}) {
        const auto memory = make(configuration);
        const MemoryMap& map = memory->map();
        memory->host()[Memory::place(map.mmio.base)] = 5;
        memory->host()[Memory::place(map.kernel_data.base)] = 6;
        memory->store_word(map.data.base, 1);
        ASSERT_TRUE(memory->stop_noting_first_stores());
        EXPECT_EQ(memory->host()[Memory::place(map.mmio.base)], 5);
        EXPECT_EQ(memory->host()[Memory::place(map.kernel_data.base)], 6);
        EXPECT_EQ(memory->written_pages(), std::vector<u32>{map.data.base / page_size});
        EXPECT_TRUE(memory->is_written(map.data.base));
        EXPECT_FALSE(memory->is_written(map.mmio.base));
    }
}

TEST(Memory, StaysClosedUnderEyesAndIsClosedByThem) {
    const auto memory = make();
    const auto watch = [&](std::vector<u32> pages) { memory->watch_pages(pages, false, [](u32, u32, bool) {}); };
    watch({0x10010});
    EXPECT_FALSE(memory->stop_noting_first_stores());
    watch({});
    u64 before = memory->noting_starts();
    EXPECT_TRUE(memory->stop_noting_first_stores());
    EXPECT_EQ(memory->noting_starts(), before);
    watch({0x10010});
    EXPECT_TRUE(memory->notes_first_stores());
    EXPECT_NE(memory->noting_starts(), before);
    watch({});
    EXPECT_TRUE(memory->stop_noting_first_stores());
    before = memory->noting_starts();
    memory->clear_dirty();
    EXPECT_TRUE(memory->notes_first_stores());
    EXPECT_NE(memory->noting_starts(), before);
    memory->keep_exact();
    EXPECT_FALSE(memory->stop_noting_first_stores());
}

TEST(Memory, TellsWhichPagesWereWrittenSinceASnapshot) {
    const auto memory = make();
    memory->store_word(0x10010000, 1);
    memory->store_word(0x10012000, 2);
    ASSERT_EQ(memory->dirty_pages().size(), 2U);
    const std::vector<u8> saved(memory->page_bytes(0x10010).begin(), memory->page_bytes(0x10010).end());
    memory->clear_dirty();
    EXPECT_TRUE(memory->dirty_pages().empty());
    EXPECT_EQ(memory->pages()[0x10010] & Memory::writable, 0) << "the next store must be noticed";
    memory->store_word(0x10010000, 7);
    memory->store_word(0x10010004, 8);
    memory->store_word(0x10013000, 9);
    ASSERT_EQ(memory->dirty_pages().size(), 2U);
    EXPECT_EQ(memory->dirty_pages()[0], 0x10010U);
    memory->restore_page(0x10010, saved);
    memory->restore_page(0x10013, {});
    EXPECT_EQ(memory->load_word(0x10010000).value, 1U);
    EXPECT_EQ(memory->load_word(0x10010004).value, 0U);
    EXPECT_EQ(memory->load_word(0x10013000).value, 0U);
    EXPECT_FALSE(memory->is_written(0x10013000));
    EXPECT_EQ(memory->touched_bytes(), 2 * size_t{page_size});
}

TEST(Memory, HandsTextToSelfModifyingCodeByWholeWords) {
    const auto memory = make();
    u32 stored = 0;
    memory->set_text_access({[](u32 address) { return address; }, [&](u32, u32 value) { stored = value; }});
    EXPECT_EQ(memory->load_word(0x00400010).value, 0x00400010U);
    EXPECT_EQ(memory->load_byte(0x00400014).value, 0x14U);
    EXPECT_EQ(memory->load_byte(0x00400011).fault, ExceptionKind::misaligned_text_access);
    EXPECT_EQ(memory->store_byte(0x00400010, 0xab), ExceptionKind::none);
    EXPECT_EQ(stored, 0xabU);
    EXPECT_EQ(memory->store_half(0x00400012, 1), ExceptionKind::misaligned_text_access);
    EXPECT_EQ(memory->load_word(0x80000000).fault, ExceptionKind::kernel_text_load);
}

/// Counts what it hears.
class Listener final : public Device {
public:
    explicit Listener(u32 offset) : m_offset(offset) {}
    [[nodiscard]] std::string_view name() const override { return "listener"; }
    [[nodiscard]] u32 offset() const override { return m_offset; }
    [[nodiscard]] u32 size() const override { return 8; }
    void reset(Memory& memory, u32 base) override { memory.poke_word(base + m_offset, 5); }
    bool on_read(Memory& /*memory*/, u32 address) override {
        last_read = address;
        return false;
    }
    bool on_write(Memory& /*memory*/, u32 /*address*/, u32 value) override {
        last_value = value;
        return true;
    }
    [[nodiscard]] u64 steps_until_event() const override { return 10; }
    std::optional<u32> tick(Memory& /*memory*/, const CpuState& /*cpu*/, u64 steps) override {
        return steps == 10 ? std::optional<u32>(0x40) : std::nullopt;
    }
    [[nodiscard]] std::vector<u64> state() const override { return {last_read, last_value}; }
    void set_state(std::span<const u64> state) override {
        last_read = static_cast<u32>(state[0]);
        last_value = static_cast<u32>(state[1]);
    }
    u32 last_read = 0;
    u32 last_value = 0;

private:
    u32 m_offset;
};

TEST(Bus, HearsEveryAccessToItsDevicesAndNothingElse) {
    const auto memory = make();
    Listener listener(0);
    Bus bus;
    ASSERT_TRUE(bus.attach(listener));
    memory->store_word(0xffff0010, 1);
    memory->attach_bus(&bus);
    bus.reset(*memory, 0xffff0000);
    EXPECT_EQ(memory->load_word(0xffff0000).value, 5U);
    EXPECT_EQ(listener.last_read, 0xffff0000U);
    memory->store_byte(0xffff0004, 0x41);
    EXPECT_EQ(listener.last_value, 0x41U);
    EXPECT_TRUE(bus.take_attention());
    EXPECT_FALSE(bus.take_attention());
    memory->store_word(0xffff0008, 9);
    EXPECT_EQ(listener.last_value, 0x41U);
    EXPECT_EQ(memory->pages()[0xffff0] & (Memory::readable | Memory::writable), 0);
}

TEST(Bus, RefusesOverlapsKeepsOneInterruptAndCanBePutBack) {
    Listener first(0);
    Listener second(4);
    Listener third(8);
    Bus bus;
    EXPECT_EQ(bus.steps_until_event(), Bus::no_event);
    EXPECT_TRUE(bus.attach(first));
    EXPECT_FALSE(bus.attach(second));
    EXPECT_TRUE(bus.attach(third));
    EXPECT_EQ(bus.steps_until_event(), 10U);
    const auto memory = make();
    bus.advance(*memory, CpuState{}, 10);
    third.last_value = 7;
    bus.call_attention();
    const BusState state = bus.state();
    EXPECT_EQ(bus.take_interrupt(), 0x40U);
    EXPECT_EQ(bus.take_interrupt(), std::nullopt);
    EXPECT_TRUE(bus.take_attention());
    third.last_value = 8;
    bus.set_state(state);
    EXPECT_EQ(bus.take_interrupt(), 0x40U);
    EXPECT_TRUE(bus.take_attention());
    EXPECT_EQ(third.last_value, 7U);
}

TEST(Memory, FoldsNoSegmentOntoAnother) {
    constexpr u32 fold = u32{4} << 20;
    for (const MemoryMap& map : memory_maps) {
        std::vector<Segment> folded;
        for (const Segment& segment : {map.data, map.stack, map.kernel_data, map.mmio}) {
            if (segment.base == segment.limit) {
                continue;
            }
            const u32 last = segment.limit - 1;
            EXPECT_EQ(segment.base / fold, last / fold) << "only within one fold its bytes stay together";
            folded.push_back({Memory::folded(segment.base), Memory::folded(last) + 1});
            EXPECT_LE(folded.back().limit, u32{16} << 20);
        }
        std::ranges::sort(folded, {}, &Segment::base);
        for (size_t i = 1; i < folded.size(); ++i) {
            EXPECT_LE(folded[i - 1].limit, folded[i].base) << map.option_name;
        }
    }
}

TEST(Memory, KeepsExtraSegmentsApartFromAllOthers) {
    const Segment extra[] = {{0x00410000, 0x00412000}, {0x20010000, 0x20011000}, {0x103ff000, 0x10402000}};
    const auto memory = std::move(*Memory::create(MemoryConfiguration::standard, extra));
    const u32 places[] = {0x00410000, 0x00411ffc, 0x20010000, 0x103ff000,
                          0x10401ffc, 0x10010000, 0x10011ffc, 0x7fc00000};
    u32 value = 0;
    for (const u32 at : places) {
        EXPECT_EQ(memory->store_word(at, ++value), ExceptionKind::none);
    }
    value = 0;
    for (const u32 at : places) {
        EXPECT_EQ(memory->load_word(at).value, ++value);
        EXPECT_EQ(memory->peek_word(at), value);
        EXPECT_EQ(memory->page_bytes(at / page_size)[at % page_size], value);
        EXPECT_EQ(*memory->at(at), value);
    }
    const std::vector<u8> bytes(2 * page_size, 9);
    EXPECT_TRUE(memory->poke(0x00410000, bytes));
    EXPECT_EQ(memory->load_byte(0x00411fff).value, 9);
    EXPECT_EQ(memory->load_word(0x10010000).value, 6U);
    memory->reset();
    for (const u32 at : places) {
        EXPECT_EQ(memory->load_word(at).value, 0U);
    }
}

TEST(Memory, ForgetsManyPagesOfExtraSegments) {
    const Segment extra[] = {{0x00410000, 0x00610000}};
    const auto memory = std::move(*Memory::create(MemoryConfiguration::standard, extra));
    for (u32 at = 0x00410000; at < 0x00610000; at += page_size) {
        EXPECT_EQ(memory->store_word(at, at), ExceptionKind::none);
        EXPECT_EQ(memory->load_word(at).value, at);
    }
    memory->reset();
    for (u32 at = 0x00410000; at < 0x00610000; at += page_size) {
        EXPECT_EQ(memory->load_word(at).value, 0U);
    }
}

}  // namespace
}  // namespace mariner
