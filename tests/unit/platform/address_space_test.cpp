#include "emulator/platform/address_space.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace mariner::platform {
namespace {

constexpr size_t unit = AddressSpace::unit;
constexpr size_t most = size_t{1} << 20;

bool is_zero(const AddressSpace& space, size_t offset, size_t size) {
    return std::all_of(space.begin() + offset, space.begin() + offset + size, [](u8 byte) { return byte == 0; });
}

AddressSpace filled(u8 value) {
    AddressSpace space = AddressSpace::reserve(most);
    EXPECT_TRUE(space);
    EXPECT_TRUE(space.commit(0, most));
    std::fill_n(space.begin(), most, value);
    return space;
}

TEST(AddressSpace, IsEmptyUntilReserved) {
    EXPECT_FALSE(AddressSpace());
    const AddressSpace space = AddressSpace::reserve(most);
    ASSERT_TRUE(space);
    EXPECT_GE(space.size(), most);
}

TEST(AddressSpace, IsEmptyIfTheSystemRefuses) {
    EXPECT_FALSE(AddressSpace::reserve(~size_t{0} / 2));
}

TEST(AddressSpace, IsZeroWhereItIsCommittedFirst) {
    AddressSpace space = AddressSpace::reserve(most);
    ASSERT_TRUE(space.commit(5 * unit, 3 * unit));
    EXPECT_TRUE(is_zero(space, 5 * unit, 3 * unit));
    std::fill_n(space.begin() + 5 * unit, 3 * unit, u8{7});
    EXPECT_EQ(space.begin()[8 * unit - 1], 7);
}

TEST(AddressSpace, KeepsWhatIsThereWhenItIsCommittedAgain) {
    AddressSpace space = AddressSpace::reserve(most);
    ASSERT_TRUE(space.commit(5 * unit, unit));
    space.begin()[5 * unit + 1] = 7;
    ASSERT_TRUE(space.commit(5 * unit, 2 * unit));
    EXPECT_EQ(space.begin()[5 * unit + 1], 7);
    EXPECT_TRUE(is_zero(space, 6 * unit, unit));
}

TEST(AddressSpace, CommitsPartsOfPages) {
    AddressSpace space = AddressSpace::reserve(most);
    ASSERT_TRUE(space.commit(5 * unit + 100, unit));
    space.begin()[5 * unit + 100] = space.begin()[6 * unit + 99] = 7;
    EXPECT_EQ(space.begin()[5 * unit + 100], 7);
    EXPECT_EQ(space.begin()[6 * unit + 99], 7);
}

TEST(AddressSpace, ZeroesExactlyWhatItIsTold) {
    const struct {
        size_t offset;
        size_t size;
    } ranges[] = {{0, most},      {unit, unit}, {100, 10}, {unit - 1, 2}, {unit / 2, 64 * unit},
                  {10 * unit, 0}, {most - 1, 1}};
    for (const auto& range : ranges) {
        AddressSpace space = filled(7);
        space.zero(range.offset, range.size);
        EXPECT_TRUE(is_zero(space, range.offset, range.size));
        const auto left = std::count(space.begin(), space.begin() + most, u8{7});
        EXPECT_EQ(static_cast<size_t>(left), most - range.size) << range.offset << " " << range.size;
    }
}

TEST(AddressSpace, CanBeWrittenAfterZeroing) {
    AddressSpace space = filled(7);
    space.zero(0, most);
    space.begin()[most / 2] = 8;
    EXPECT_EQ(space.begin()[most / 2], 8);
}

TEST(AddressSpace, NeverTakesTouchedUnitsForUntouched) {
    AddressSpace space = filled(7);
    space.zero(0, most);
    space.begin()[17 * unit + 5] = 8;
    space.begin()[40 * unit] = 0;
    const std::vector<bool> touched = space.touched(16 * unit, 32);
    ASSERT_EQ(touched.size(), 32U);
    EXPECT_TRUE(touched[1]);
    EXPECT_TRUE(touched[24]);
}

TEST(AddressSpace, IsMovedAndGivenBackOnce) {
    AddressSpace first = filled(7);
    u8* const begin = first.begin();
    AddressSpace second = std::move(first);
    EXPECT_FALSE(first);  // NOLINT(bugprone-use-after-move): what a move leaves is promised
    EXPECT_EQ(second.begin(), begin);
    EXPECT_EQ(second.begin()[most - 1], 7);
    second = AddressSpace();
    EXPECT_FALSE(second);
}

TEST(AddressSpace, IsZeroAgainForTheNext) {
    filled(7);
    AddressSpace space = AddressSpace::reserve(most);
    ASSERT_TRUE(space.commit(0, most));
    EXPECT_TRUE(is_zero(space, 0, most));
}

}  // namespace
}  // namespace mariner::platform
