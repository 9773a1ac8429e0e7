// Which of a display's words still hold initial data: as MARS's tool, which shows stores and nothing else.

#include "emulator/machine/unstored_data.hpp"

#include <gtest/gtest.h>

#include "emulator/support/display_word.hpp"

namespace mariner {
namespace {

constexpr u32 base = 0x10010000;

class UnstoredDataTest : public testing::Test {
protected:
    UnstoredDataTest() {
        m_image.entry = 0x00400000;
        m_image.data.push_back({base, {1, 0, 0xff, 0, 0, 0, 0, 0, 3, 0, 0, 0}});
        m_image.data.push_back({base + 0x2000, {9, 9, 9, 9}});
        m_machine = std::move(*Machine::create(m_image));
    }
    u32 shown(const UnstoredData& unstored, u32 word) {
        return shown_colour(m_machine->memory().peek_word(base + 4 * word).value_or(0),
                            word < unstored.words().size() ? unstored.words()[word] : 0);
    }

    ProgramImage m_image;
    std::unique_ptr<Machine> m_machine;
};

TEST_F(UnstoredDataTest, IsBlackUntilAStoreEvenOfTheSameValue) {
    UnstoredData unstored(*m_machine, base, 4096);
    EXPECT_EQ(shown(unstored, 0), 0U);
    m_machine->memory().store_word(base, 0x00ff0001);
    EXPECT_EQ(shown(unstored, 0), 0xff0001U);
    EXPECT_EQ(shown(unstored, 2), 0U);
    m_machine->memory().store_byte(base + 9, 0);
    EXPECT_EQ(shown(unstored, 2), 3U);
    m_machine->memory().load_word(base + 0x2000);
    EXPECT_EQ(shown(unstored, 0x800), 0U) << "a load shows nothing";
}

TEST_F(UnstoredDataTest, StaysShownWhenTheOldValueComesBack) {
    UnstoredData unstored(*m_machine, base, 16);
    m_machine->memory().store_word(base + 8, 7);
    m_machine->memory().store_word(base + 8, 3);
    EXPECT_EQ(shown(unstored, 2), 3U);
}

TEST_F(UnstoredDataTest, CostsNothingWhereThereIsNone) {
    const UnstoredData heap(*m_machine, 0x10040000, 4096);
    EXPECT_FALSE(m_machine->memory().is_watched());
    EXPECT_TRUE(m_machine->memory().stop_noting_first_stores());
}

TEST_F(UnstoredDataTest, EndsItsWatchWhenAllIsStoredOver) {
    UnstoredData unstored(*m_machine, base, 16);
    EXPECT_TRUE(m_machine->memory().is_watched());
    m_machine->memory().store_word(base, 1);
    unstored.rest();
    EXPECT_TRUE(m_machine->memory().is_watched());
    m_machine->memory().store_word(base + 8, 1);
    unstored.rest();
    EXPECT_FALSE(m_machine->memory().is_watched());
}

TEST_F(UnstoredDataTest, StartsAgainWithTheMachine) {
    UnstoredData unstored(*m_machine, base, 16);
    m_machine->memory().store_word(base, 0x00ff0001);
    m_machine->reset();
    unstored.restart();
    EXPECT_EQ(shown(unstored, 0), 0U);
    m_machine->memory().store_word(base, 0x00ff0001);
    EXPECT_EQ(shown(unstored, 0), 0xff0001U);
}

}  // namespace
}  // namespace mariner
