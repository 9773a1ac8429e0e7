#include "emulator/support/html.hpp"

#include <gtest/gtest.h>

namespace mariner::test {
namespace {

struct Row {
    std::string text;
    std::string line;
    std::string markup;
};

TEST(Html, ShowsWhatIsInvisibleAndEscapesWhatIsMarkup) {
    const std::vector<Row> rows = {
        {"plain <b>", "plain <b>", "plain &lt;b&gt;"},
        {"&\"'", "&\"'", "&amp;&quot;&#39;"},
        {"a\tb\n", "a␉b␊", "a\tb\n"},
        {std::string("\x1b[2J\0\x7f\r", 7), "␛[2J␀␡␍", "␛[2J␀␡␍"},
        {"\xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80", "ä € 😀", "ä € 😀"},
        {"\xff\xc3", "\xEF\xBF\xBD\xEF\xBF\xBD", "\xEF\xBF\xBD\xEF\xBF\xBD"},
        {"\xe2\x80\xae"
         "abc\xe2\x81\xa6",
         "\xEF\xBF\xBD"
         "abc\xEF\xBF\xBD",
         "\xEF\xBF\xBD"
         "abc\xEF\xBF\xBD"},
        {"\xc2\x9b\xef\xbf\xbf", "\xEF\xBF\xBD\xEF\xBF\xBD", "\xEF\xBF\xBD\xEF\xBF\xBD"},
        {"\xed\xa0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},
    };
    for (const Row& row : rows) {
        EXPECT_EQ(visible_line(row.text), row.line);
        EXPECT_EQ(escaped_markup(row.text), row.markup);
    }
}

TEST(Html, APageForbidsScriptsAndEscapesItsTitle) {
    const std::string page = html_page("</title><script>", "", "<p>body</p>");
    EXPECT_NE(page.find("<title>&lt;/title&gt;&lt;script&gt;</title>"), std::string::npos);
    EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
}

}  // namespace
}  // namespace mariner::test
