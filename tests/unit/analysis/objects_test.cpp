#include "emulator/analysis/objects.hpp"

#include "tests/unit/analysis/analysed.hpp"
#include "tests/unit/support/growth.hpp"

namespace mariner::test {
namespace {

std::string lines(u32 count, const std::function<std::string(u32)>& line) {
    std::string text;
    for (u32 i = 0; i < count; ++i) {
        text += line(i);
    }
    return text;
}

const DataObject& object_of(const Objects& objects, const ProgramImage& image, std::string_view label) {
    const std::optional<u32> number = objects.of_symbol(static_cast<u32>(image.find_symbol(label) - &image.symbols[0]));
    EXPECT_TRUE(number) << label;
    return objects[number.value_or(0)];
}

TEST(Objects, EndBeforeTheNextLabel) {
    const Analysed program(
        ".data\na: .word 1, 2\nb: .byte 3\nc: .word 4\nd:\n.text\nla $t0, a\nla $t0, c\nla $t0, d\n");
    const Objects objects(program.image);
    const DataObject& a = object_of(objects, program.image, "a");
    EXPECT_EQ(a.size, 8U);
    EXPECT_EQ(a.reach, 9U);  // up to c, for nobody uses b; what aligns c belongs to nobody
    EXPECT_EQ(object_of(objects, program.image, "b").size, 1U);
    EXPECT_EQ(object_of(objects, program.image, "c").size, 4U);
    EXPECT_EQ(objects.of_symbol(static_cast<u32>(program.image.find_symbol("d") - &program.image.symbols[0])),
              std::nullopt);
}

TEST(Objects, HaveOneForEachNumber) {
    const Analysed program("nop\n");
    Objects objects(program.image);
    const u32 first = objects.add_number(0x10010000, 0x10040000);
    EXPECT_NE(objects.add_number(0x10010004, 0x10040000), first);
    EXPECT_EQ(objects.add_number(0x10010000, 0x10040000), first);
    EXPECT_EQ(objects[first].size, 0x30000U);
}

TEST(Objects, OfManyUnusedLabelsTakeTimeInProportion) {
    const auto time_for = [](u32 count) {
        const Analysed program(".data\n" + lines(count, [](u32 i) { return "l" + std::to_string(i) + ": .word 1\n"; }));
        return shortest_time([&] { const Objects objects(program.image); });
    };
    EXPECT_LT(time_for(20'000), 50 * time_for(2'000));
}

TEST(Objects, OfManyNumbersTakeTimeInProportion) {
    const Analysed program("nop\n");
    const auto time_for = [&](u32 count) {
        return shortest_time([&] {
            Objects objects(program.image);
            for (u32 i = 0; i < count; ++i) {
                objects.add_number(0x10010000 + 4 * i, 0x10040000);
            }
        });
    };
    EXPECT_LT(time_for(20'000), 50 * time_for(2'000));
}

}  // namespace
}  // namespace mariner::test
