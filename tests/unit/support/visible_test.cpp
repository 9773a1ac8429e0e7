#include "emulator/support/visible.hpp"

#include <gtest/gtest.h>

#include "emulator/support/json.hpp"
#include "emulator/support/types.hpp"

namespace mariner {
namespace {

std::string utf8(u32 code_point) {
    std::string text;
    append_utf8(text, code_point);
    return text;
}

bool acts(u32 c) {
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x61C || c == 0x200E || c == 0x200F ||
           (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0xFFFE || c == 0xFFFF;
}

TEST(Visible, NoCharacterThatActsComesThroughAndEveryOtherDoes) {
    for (u32 c = 0; c <= 0x10FFFF; ++c) {
        if (c >= 0xD800 && c <= 0xDFFF) {
            continue;
        }
        const std::string character = utf8(c);
        const std::string line = visible_line(character);
        ASSERT_EQ(line == character, !acts(c)) << "U+" << std::hex << c;
        const bool stays = c == '\n' || c == '\t';
        ASSERT_EQ(visible_text(character), stays ? character : line) << "U+" << std::hex << c;
        if (c >= 0x80) {
            ASSERT_EQ(json_string(character) == "\"" + character + "\"", !acts(c)) << "U+" << std::hex << c;
        }
    }
}

TEST(Visible, EveryByteThatIsNoUtf8IsReplaced) {
    EXPECT_EQ(visible_text("a\x9b"
                           "b\xff\xe2\x80"),
              "a�b���");
    EXPECT_EQ(visible_line("\xed\xa0\x80"), "���");
    EXPECT_EQ(visible_line("\x1b[31m\x7f"), "␛[31m␡");
}

TEST(Visible, JsonKeepsWhatItHides) {
    EXPECT_EQ(json_string("\xc2\x9b"
                          "1m\xe2\x80\xae"),
              "\"\\u009b1m\\u202e\"");
}

}  // namespace
}  // namespace mariner
