#include "emulator/tools/svg.hpp"

#include <gtest/gtest.h>

namespace mariner::tools {
namespace {

TEST(SvgPicture, EscapesWhatOthersWrote) {
    SvgPicture picture(10, 20.5, "");
    picture.text({1, 2}, "a < b & \"c\"", "why");
    const std::string text = picture.finish();
    EXPECT_NE(text.find("height=\"20.5\""), std::string::npos) << text;
    EXPECT_NE(text.find("<text class=\"why\" x=\"1\" y=\"2\">a &lt; b &amp; &quot;c&quot;</text>"), std::string::npos)
        << text;
}

TEST(SvgNumber, HasNoDigitsForNothing) {
    EXPECT_EQ(svg_number(3), "3");
    EXPECT_EQ(svg_number(100), "100");
    EXPECT_EQ(svg_number(2.125), "2.12");
    EXPECT_EQ(svg_number(-0.001), "0");
}

}  // namespace
}  // namespace mariner::tools
