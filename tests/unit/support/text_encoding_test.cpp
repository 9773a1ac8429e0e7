#include "emulator/support/text_encoding.hpp"

#include <gtest/gtest.h>

namespace mariner {
namespace {

TEST(TextEncoding, GivesEveryByteBack) {
    std::string bytes;
    for (int i = 1; i < 256; ++i) {
        bytes += static_cast<char>(i);
    }
    const std::string little(
        "\xff\xfe"
        "a\0=\xd8\0\xde",
        8);
    const std::string unmarked("\0a\0b\x01\x02", 6);
    for (const std::string& text : {bytes, std::string("\xef\xbb\xbfé"), little, unmarked, std::string()}) {
        const TextEncoding encoding = guess_encoding(text);
        const Result<std::string> decoded = decode_text(text, encoding);
        ASSERT_TRUE(decoded);
        EXPECT_EQ(encode_text(*decoded, encoding), text);
    }
    EXPECT_EQ(guess_encoding(little), TextEncoding::utf16_little);
    EXPECT_EQ(guess_encoding(unmarked), TextEncoding::utf16_big);
    EXPECT_EQ(readable_text("\xdc \x80"), "Ü €");
    EXPECT_EQ(readable_text("\xef\xbb\xbfx"), "x");
    EXPECT_FALSE(decode_text(std::string("a\0b", 3), TextEncoding::utf8));
    EXPECT_FALSE(
        decode_text("\xff\xfe"
                    "a",
                    TextEncoding::utf16_little));
}

}  // namespace
}  // namespace mariner
