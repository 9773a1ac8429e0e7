#include "emulator/remote/picture.hpp"

#include <gtest/gtest.h>

namespace mariner::remote {
namespace {

TEST(Picture, IsWhatTheCommentsSayInFull) {
    const MemoryMap& map = memory_map(MemoryConfiguration::standard);
    const std::vector<std::string> whole = {
        "# Unit width in pixels: 8\n# Unit height in pixels: 8\n# Display width in pixels: 512\n"
        "# Display height in pixels: 256\n# Base Address for Display: 0x10040000 (heap)\n"};
    const std::optional<bitmap::Geometry> picture = picture_of(whole, map);
    ASSERT_TRUE(picture);
    EXPECT_EQ(picture->columns(), 64U);
    EXPECT_EQ(picture->rows(), 32U);
    EXPECT_EQ(picture->base, 0x10040000U);
    const std::vector<std::string> part = {"# Unit width in pixels: 8\n"};
    EXPECT_FALSE(picture_of(part, map));
}

TEST(Picture, HasColoursThatTheProgramNames) {
    const std::vector<std::string> sources = {
        "        .eqv    RED     0x00e6262e  # a player\n .eqv HOLE, 0x0b1430\n.eqv COLUMNS 7\n.eqv TINY 0x7\n",
        "        .eqv    SCARLET 0x00e6262e\n.eqv\n.eqv X\n.eqv TEXT \"0x00000000\"\n# .eqv NONE 0x00ffffff\n"};
    const NamedColours expected = {{0x00e6262e, "RED"}, {0x000b1430, "HOLE"}};
    EXPECT_EQ(named_colours(sources), expected);
}

}  // namespace
}  // namespace mariner::remote
