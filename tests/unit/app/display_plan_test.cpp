#include "emulator/app/display_plan.hpp"

#include <gtest/gtest.h>

namespace mariner::app {
namespace {

const MemoryMap& map() {
    return memory_map(MemoryConfiguration::standard);
}

constexpr const char* header =
    "# Unit width in pixels: 8\n# Unit height in pixels: 8\n# Display width in pixels: 512\n"
    "# Display height in pixels: 512\n# Base Address for Display: 0x10040000 (heap)\n";

Result<DisplayPlan> plan(const DisplayOptions& options, const std::string& source) {
    const std::string sources[] = {source};
    return plan_display(options, sources, map());
}

TEST(DisplayPlan, FollowsTheHeader) {
    const auto made = plan({}, header);
    ASSERT_TRUE(made);
    EXPECT_EQ(made->kind, DisplayKind::window);
    EXPECT_TRUE(made->is_auto);
    EXPECT_EQ(made->geometry, (bitmap::Geometry{8, 8, 512, 512, 0x10040000}));
}

TEST(DisplayPlan, LeavesProgramsWithoutPictureAlone) {
    EXPECT_EQ(plan({}, "# adds two numbers\n")->kind, DisplayKind::none);
    DisplayOptions none;
    none.mode = "none";
    EXPECT_EQ(plan(none, header)->kind, DisplayKind::none);
}

TEST(DisplayPlan, GuessesWhereTheHeaderIsSilent) {
    const auto made = plan({}, "# uses the Bitmap Display\n");
    EXPECT_EQ(made->kind, DisplayKind::window);
    EXPECT_FALSE(made->geometry.has_value());
}

TEST(DisplayPlan, OptionsStandAboveTheHeader) {
    DisplayOptions options;
    options.mode = "png:a:b.png";
    options.unit = "4x2";
    options.base = "$gp";
    const auto made = plan(options, header);
    ASSERT_TRUE(made);
    EXPECT_EQ(made->kind, DisplayKind::png);
    EXPECT_EQ(made->target, "a:b.png");
    EXPECT_EQ(made->geometry, (bitmap::Geometry{4, 2, 512, 512, 0x10008000}));
}

TEST(DisplayPlan, OptionsThatDoNotFitAreErrorsThatSayWhatDoes) {
    DisplayOptions options;
    options.mode = "window";
    options.unit = "1";
    options.size = "2048x1024";
    options.base = "heap";
    const auto made = plan(options, "");
    ASSERT_FALSE(made);
    EXPECT_NE(made.error().message.find("there fits a display of 2048x480"), std::string::npos) << made.error().message;
    for (const char* wrong : {"huge", "8x", "0x10"}) {
        options.size = wrong;
        EXPECT_FALSE(plan(options, "")) << wrong;
    }
}

TEST(DisplayPlan, ReadsNoWordBehindTheGuestsMemory) {
    const auto memory = Memory::create(MemoryConfiguration::standard);
    ASSERT_TRUE(memory);
    for (u32 base : {0x10000000u, 0x103ffffcu, 0xffff0000u, 0xfffffffcu, 0x7ffffff8u, 0x90000000u}) {
        const bitmap::Geometry large{1, 1, 1024, 1024, base};
        const bitmap::WordView words = display_words(large, **memory);
        EXPECT_GT(words.size(), 0u);
        EXPECT_EQ(words[words.size() - 1], 0u);
    }
    EXPECT_EQ(display_words({1, 1, 512, 512, 0x00400000}, **memory).size(), 0u) << "text is no data";
}

TEST(DisplayPlan, KnowsTheInitialData) {
    ProgramImage image;
    image.data = {{0x1003fffe, {1, 2, 3, 4}}, {0x10040008, {5}}};
    const bitmap::Geometry geometry{8, 8, 512, 512, 0x10040000};
    EXPECT_EQ(initial_words(geometry, image), (std::vector<u32>{0x0403, 0, 5}));
}

TEST(RegionWatch, FindsWhatWasDrawn) {
    ProgramImage image;
    const auto machine = Machine::create(image);
    ASSERT_TRUE(machine);
    const auto made = plan({}, "# Bitmap Display\n");
    RegionWatch watch(*made, **machine);
    EXPECT_FALSE(watch.look(true).has_value()) << "nothing is drawn yet";
    for (u32 i = 0; i < 64 * 64; ++i) {
        (*machine)->memory().store_word(0x10008000 + 4 * i, i % 64 < 20 ? 0xff0000 : 0x00ff00);
    }
    EXPECT_FALSE(watch.look(false).has_value()) << "it may still be drawing";
    const auto guess = watch.look(false);
    ASSERT_TRUE(guess.has_value());
    EXPECT_EQ(guess->geometry, (bitmap::Geometry{8, 8, 512, 512, 0x10008000})) << guess->sentence;
}

}  // namespace
}  // namespace mariner::app
