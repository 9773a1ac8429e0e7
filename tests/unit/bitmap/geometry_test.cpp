#include "bitmap/geometry.hpp"

#include <gtest/gtest.h>

namespace mariner::bitmap {
namespace {

constexpr Range memory[] = {{0x10000000, 0x10400000}, {0xffff0000, 0x100000000}};
constexpr Geometry game = {8, 8, 512, 512, 0x10040000};

TEST(Geometry, CountsWholeUnitsOnly) {
    EXPECT_EQ(game.columns(), 64u);
    EXPECT_EQ(game.bytes(), 16384u);
    const Geometry uneven = {7, 3, 100, 64, 0x10010000};
    EXPECT_EQ(uneven.columns(), 14u);
    EXPECT_EQ(uneven.rows(), 21u);
}

TEST(Geometry, GoesFromUnitToAddress) {
    for (u32 row = 0; row < game.rows(); row += 7) {
        for (u32 column = 0; column < game.columns(); column += 5) {
            EXPECT_EQ(game.address_of({column, row}), 0x10040000 + 4 * (64 * row + column));
        }
    }
    EXPECT_EQ((Geometry{1, 1, 1024, 1024, 0xffff0000}).address_of({1023, 15}), 0xfffffffc);
}

TEST(Geometry, FindsTheUnitUnderAPixel) {
    EXPECT_EQ(game.unit_at_pixel(0, 0), (Unit{0, 0}));
    EXPECT_EQ(game.unit_at_pixel(511, 8), (Unit{63, 1}));
    EXPECT_EQ(game.unit_at_pixel(512, 0), std::nullopt);
    EXPECT_EQ(game.unit_at_pixel(-1, 0), std::nullopt);
    EXPECT_EQ((Geometry{7, 7, 64, 64, 0}).unit_at_pixel(63, 0), std::nullopt);
}

struct Wrong {
    Geometry geometry;
    const char* says;
};

class WrongGeometry : public testing::TestWithParam<Wrong> {};

TEST_P(WrongGeometry, IsRefusedWithWhatFits) {
    const auto checked = check_geometry(GetParam().geometry, memory);
    ASSERT_FALSE(checked.has_value());
    EXPECT_NE(checked.error().message.find(GetParam().says), std::string::npos) << checked.error().message;
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongGeometry,
    testing::Values(Wrong{{0, 8, 512, 512, 0x10040000}, "unit width 0 doesn't fit: 1 to 32 pixels"},
                    Wrong{{8, 33, 512, 512, 0x10040000}, "unit height 33 doesn't fit"},
                    Wrong{{8, 8, 5, 512, 0x10040000}, "display width 5 doesn't fit: 16 to 4096"},
                    Wrong{{8, 8, 512, 100000, 0x10040000}, "display height 100000"},
                    Wrong{{8, 8, 512, 512, 0x10040002}, "the nearest are 0x10040000 and 0x10040004"},
                    Wrong{{8, 8, 512, 512, 0x00400000},
                          "it can write 0x10000000 to 0x103fffff, 0xffff0000 to 0xffffffff"},
                    Wrong{{1, 1, 1024, 1024, 0x10040000},
                          "there fits a display of 1024x960 with these units, or units of 2x2 or more"},
                    Wrong{{1, 1, 512, 256, 0xffff0000}, "where there are 65536; there fits a display of 512x32"},
                    Wrong{{8, 8, 512, 512, 0xfffffffc}, "where there are 4; there fits no display of this width"},
                    Wrong{{32, 32, 4096, 4096, 0x103ffffc}, "where there are 4; there fits no display of this width"}));

TEST(Geometry, AcceptsMarsListsWhereMemoryHasRoom) {
    for (u32 unit : {1u, 2u, 4u, 8u, 16u, 32u}) {
        for (u32 size : {64u, 128u, 256u, 512u}) {
            for (u32 base : {0x10000000u, 0x10008000u, 0x10010000u, 0x10040000u}) {
                EXPECT_TRUE(check_geometry({unit, unit, size, size, base}, memory));
            }
        }
    }
    EXPECT_TRUE(check_geometry({3, 5, 100, 1000, 0x10010004}, memory));
    EXPECT_TRUE(check_geometry({1, 1, 1024, 1024, 0x10000000}, memory));
}

TEST(Geometry, NeverReachesBehindMemory) {
    EXPECT_EQ(words_inside({1, 1, 1024, 1024, 0x10040000}, memory), (0x10400000u - 0x10040000u) / 4);
    EXPECT_EQ(words_inside({8, 8, 512, 512, 0x103ffffc}, memory), 1u);
    EXPECT_EQ(words_inside({8, 8, 512, 512, 0xfffffffc}, memory), 1u);
    EXPECT_EQ(words_inside({8, 8, 512, 512, 0x20000000}, memory), 0u);
    EXPECT_EQ(words_inside(game, memory), 4096u);
    EXPECT_TRUE(check_start({1, 1, 1024, 1024, 0x10040000}, memory)) << "a header may promise more than there is";
}

TEST(Geometry, ReadsSizesAndBases) {
    EXPECT_EQ(parse_size("512x256")->height, 256u);
    EXPECT_EQ(parse_size("8")->height, 8u);
    for (const char* wrong : {"", "x", "8x", "8y8", "-8", "8x8x8", "99999999999"}) {
        EXPECT_FALSE(parse_size(wrong)) << wrong;
    }
    EXPECT_EQ(parse_base("$gp"), 0x10008000u);
    EXPECT_EQ(parse_base("HEAP"), 0x10040000u);
    EXPECT_EQ(parse_base("static data"), 0x10010000u);
    EXPECT_EQ(parse_base("0x10010000"), 0x10010000u);
    EXPECT_EQ(parse_base("268500992"), 0x10010000u);
    for (const char* wrong : {"", "0x", "$t0", "0x1001000g", "0x100000000", "-1"}) {
        EXPECT_FALSE(parse_base(wrong)) << wrong;
    }
}

TEST(Geometry, DescribesItself) {
    EXPECT_EQ(describe(game), "512x512 px, units of 8x8 px, base 0x10040000 (heap)");
}

}  // namespace
}  // namespace mariner::bitmap
