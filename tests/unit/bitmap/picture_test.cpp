#include "bitmap/picture.hpp"

#include <gtest/gtest.h>

namespace mariner::bitmap {
namespace {

constexpr Geometry small = {2, 1, 16, 16, 0x10040000};  // 8 x 16 units

TEST(Picture, TakesColoursFromTheLowThreeBytes) {
    std::vector<u32> words(128, 0xff123456);
    const Picture picture = read_picture(small, {words.data(), words.size()});
    EXPECT_EQ(picture.columns, 8u);
    EXPECT_EQ(picture.at({7, 15}), 0x123456u);
}

TEST(Picture, IsBlackWhereThereIsNoMemory) {
    std::vector<u32> words(10, 0x00ffffff);
    const Picture picture = read_picture(small, {words.data(), words.size()});
    EXPECT_EQ(picture.at({1, 1}), 0xffffffu);
    EXPECT_EQ(picture.at({2, 1}), 0u);
}

TEST(Picture, SaysWhichRowsChanged) {
    std::vector<u32> words(128);
    PictureReader reader(small, {words.data(), words.size()});
    EXPECT_EQ(reader.update().end, 16u) << "the first time all rows are new";
    EXPECT_TRUE(reader.update().empty());
    words[8 * 3 + 1] = 1;
    words[8 * 5] = 2;
    const RowSpan rows = reader.update();
    EXPECT_EQ(rows.first, 3u);
    EXPECT_EQ(rows.end, 6u);
    words[0] = 0xff000000;
    EXPECT_TRUE(reader.update().empty()) << "the highest byte is no colour";
}

TEST(Picture, HidesInitialDataUntilItIsOverwritten) {
    std::vector<u32> words(128);
    words[5] = 0x41424344;
    std::vector<u32> unstored = words;
    PictureReader reader(small, {words.data(), words.size()}, {unstored.data(), unstored.size()});
    reader.update();
    EXPECT_EQ(reader.picture().units[5], 0u);
    words[5] = 0x00ff0000;
    words[6] = 0x0000ff00;
    reader.update();
    EXPECT_EQ(reader.picture().units[5], 0xff0000u);
    EXPECT_EQ(reader.picture().units[6], 0xff00u);
    words[5] = 0x41424344;
    reader.update();
    EXPECT_EQ(reader.picture().units[5], 0u);
    unstored[5] = 0;  // somebody heard of a store
    reader.update();
    EXPECT_EQ(reader.picture().units[5], 0x424344u);
}

TEST(Picture, FillsRectanglesAndLeavesTheRestBlack) {
    Picture picture(2, 2);
    picture.units = {1, 2, 3, 4};
    const Pixels pixels = to_pixels(picture, {8, 7, 17, 16, 0}, 2);
    EXPECT_EQ(pixels.width, 34u);
    EXPECT_EQ(pixels.height, 32u);
    const auto at = [&](u32 x, u32 y) { return pixels.colours[y * 34 + x]; };
    EXPECT_EQ(at(15, 13), 1u);
    EXPECT_EQ(at(16, 13), 2u);
    EXPECT_EQ(at(15, 14), 3u);
    EXPECT_EQ(at(31, 27), 4u);
    EXPECT_EQ(at(32, 27), 0u);
    EXPECT_EQ(at(31, 28), 0u);
}

TEST(Picture, ResamplesByRepeatingOrByTheMean) {
    Picture picture(2, 2);
    picture.units = {0x000000, 0x0000ff, 0x00ff00, 0xff0000};
    const Pixels large = resample(picture, 4, 6);
    EXPECT_EQ(large.colours[1], 0u);
    EXPECT_EQ(large.colours[2], 0xffu);
    EXPECT_EQ(large.colours[3 * 4], 0xff00u);
    const Pixels tiny = resample(picture, 1, 1);
    EXPECT_EQ(tiny.colours[0], 0x3f3f3fu);
}

TEST(Picture, HashesAsFnv1a) {
    EXPECT_EQ(hash(std::span<const u32>{}), 0xcbf29ce484222325u);
    // Bytes 61 62 63 64, "abcd", from the function's published test values.
    const u32 abcd[] = {0x64636261};
    EXPECT_EQ(hash(abcd), 0xfc179f83ee0724ddu);
}

}  // namespace
}  // namespace mariner::bitmap
