// Addresses: counters, alignment, stored bytes, labels that move; and the first pass that fills them.
#include "emulator/assembler/layout.hpp"

#include "tests/unit/assembler/steps.hpp"

namespace mariner::assembler {
namespace {

using test::Steps;

TEST(Layout, CountsUserAndKernelSpaceApart) {
    LocationCounter counter(0x100, 0x80000000);
    counter.advance(4);
    counter.select_kernel(true);
    counter.advance(8);
    EXPECT_EQ(counter.get(), 0x80000008U);
    EXPECT_EQ(counter.get(false), 0x104U);
}

TEST(Layout, StoresBytesSparselyAndJoinsRunsAcrossPages) {
    DataImage image(memory_map(MemoryConfiguration::standard), false);
    EXPECT_TRUE(image.store(0x10010ffe, 0x44332211, 4));
    EXPECT_TRUE(image.store(0x10010100, 0xabcd, 2));
    EXPECT_TRUE(image.store(0x10010101, 0xff, 1));
    EXPECT_FALSE(image.store(0x00400000, 1, 4));
    const std::vector<DataRange> ranges = image.ranges();
    ASSERT_EQ(ranges.size(), 2U);
    EXPECT_EQ(ranges[0].address, 0x10010100U);
    EXPECT_EQ(ranges[0].bytes, (std::vector<u8>{0xcd, 0xff}));
    EXPECT_EQ(ranges[1].address, 0x10010ffeU);
    EXPECT_EQ(ranges[1].bytes, (std::vector<u8>{0x11, 0x22, 0x33, 0x44}));
}

TEST(Layout, KeepsRunsOfAllLengthsAndGaps) {
    DataImage image(memory_map(MemoryConfiguration::standard), false);
    std::vector<DataRange> expected;
    u32 address = 0x10010000;
    for (u32 length = 1; length < 200; ++length) {
        expected.push_back({address, {}});
        for (u32 i = 0; i < length; ++i) {
            image.store(address + i, length, 1);
            expected.back().bytes.push_back(static_cast<u8>(length));
        }
        address += length + 1 + length % 67;
    }
    const std::vector<DataRange> ranges = image.ranges();
    ASSERT_EQ(ranges.size(), expected.size());
    for (size_t i = 0; i < ranges.size(); ++i) {
        EXPECT_EQ(ranges[i].address, expected[i].address);
        EXPECT_EQ(ranges[i].bytes, expected[i].bytes);
    }
}

TEST(Symbols, ThatMeetMoveTogetherFromThenOn) {
    LocalSymbols symbols;
    symbols.add("a", 1, true, false);
    symbols.add("b", 2, true, false);
    symbols.move(1, 2);
    symbols.move(2, 4);
    symbols.add("c", 2, true, true);
    EXPECT_EQ(symbols.address_of(*symbols.find("a")), 4U);
    EXPECT_EQ(symbols.address_of(*symbols.find("b")), 4U);
    EXPECT_EQ(symbols.address_of(*symbols.find("c")), 2U);
    EXPECT_FALSE(symbols.add("a", 9, true, false));
    symbols.export_label("a");
    EXPECT_EQ(symbols.find("a"), nullptr);
    EXPECT_EQ(symbols.first_at(4)->name, "b");
    EXPECT_EQ(symbols.first_at(3), nullptr);
}

TEST(Symbols, StandASecondTimeWhereOthersLeft) {
    LocalSymbols symbols;
    for (u32 i = 0; i < 100'000; ++i) {
        static std::vector<std::string> names(100'000);
        names[i] = std::string("l").append(std::to_string(i));
        symbols.add(names[i], 1, true, false);
        symbols.move(1, 4 + 4 * i);
    }
    EXPECT_EQ(symbols.address_of(*symbols.find("l0")), 4U);
    EXPECT_EQ(symbols.address_of(*symbols.find("l99999")), 4U + 4 * 99'999);
}

TEST(IndexTable, FindsWhatIsThereAmongEqualHashes) {
    const std::vector<u32> rows = {5, 6, 7};
    IndexTable table;
    const auto find = [&](u32 row) { return table.find(1, [&](u32 number) { return rows[number] == row; }); };
    EXPECT_EQ(find(5), IndexTable::none);
    table.add(1, 0);
    table.add(1, 1);
    EXPECT_EQ(find(6), 1U);
    table.remove(1, 0);
    EXPECT_EQ(find(5), IndexTable::none);
    EXPECT_EQ(find(6), 1U);
    table.add(1, 2);
    EXPECT_EQ(find(7), 2U);
}

TEST(FirstPass, GivesStatementsTheirAddressesAndLines) {
    Steps steps;
    const UnitDraft& draft = steps.lay_out("nop\nli $t0, 70000\n.ktext\nx: nop\n.text\n  jr $ra\n");
    ASSERT_EQ(draft.statements.size(), 4U);
    EXPECT_EQ(draft.statements[1].address, 0x00400004U);
    EXPECT_EQ(draft.statements[2].address, 0x80000000U);
    EXPECT_EQ(draft.statements[3].address, 0x0040000cU);
    EXPECT_EQ(draft.statements[3].line, 6U);
    EXPECT_EQ(draft.statements[3].operator_offset, 2U);
    EXPECT_EQ(steps.program.word_count, 5U);
}

TEST(FirstPass, NotesWhereExpandedStatementsComeFrom) {
    Steps steps;
    const UnitDraft& draft = steps.lay_out(".macro f %x\nnop\nli $t0, %x\n.end_macro\nnop\nf 5\n");
    ASSERT_EQ(draft.statements.size(), 3U);
    const LineOrigin origin = draft.origin_of(steps.program.files.units[0], draft.statements[2]);
    EXPECT_EQ(origin.text, "li $t0, 5");
    EXPECT_EQ(origin.source_line, 6U);
    EXPECT_EQ(origin.body_line, 3U);
    EXPECT_EQ(draft.chain_of(origin).size(), 1U);
    EXPECT_EQ(draft.origin_of(steps.program.files.units[0], draft.statements[0]).body_line, 5U);
}

TEST(FirstPass, LeavesReferencesToOtherFilesOpen) {
    Steps steps;
    steps.lay_out(".data\nx: .word x, y, z\ny: .word 1\n");
    ASSERT_EQ(steps.program.unresolved.size(), 1U);
    EXPECT_EQ(steps.program.unresolved[0].name, "z");
    EXPECT_EQ(steps.program.unresolved[0].address, 0x10010008U);
}

TEST(FirstPass, BeginsAUnitAnewButGoesOnBehindIt) {
    Steps steps;
    steps.lay_out(".data\nx: .word 1\n.text\nnop\n");
    lay_out(steps.context, steps.program, 0);
    EXPECT_TRUE(steps.messages().empty()) << "x is not defined twice";
    ASSERT_EQ(steps.program.units[0].statements.size(), 1U);
    EXPECT_EQ(steps.program.units[0].statements[0].address, 0x00400004U);
}

}  // namespace
}  // namespace mariner::assembler
