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

}  // namespace
}  // namespace mariner::remote
