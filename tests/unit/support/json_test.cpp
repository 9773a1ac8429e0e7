#include "emulator/support/json.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace mariner {
namespace {

TEST(JsonWriter, NestsObjectsAndArraysWithCommasWhereTheyBelong) {
    JsonWriter json(JsonLayout::compact);
    json.begin_object();
    json.member("name", "x");
    json.key("list");
    json.begin_array();
    json.value(1);
    json.value(-2);
    json.begin_object();
    json.end_object();
    json.end_array();
    json.member("flag", true);
    json.key("nothing");
    json.null();
    json.end_object();
    EXPECT_EQ(json.take(), "{\"name\":\"x\",\"list\":[1,-2,{}],\"flag\":true,\"nothing\":null}\n");
}

TEST(JsonWriter, IndentsByTwoBlanksPerLevel) {
    JsonWriter json;
    json.begin_object();
    json.key("a");
    json.begin_array();
    json.value(1U);
    json.end_array();
    json.key("b");
    json.begin_array();
    json.end_array();
    json.end_object();
    EXPECT_EQ(json.take(), "{\n  \"a\": [\n    1\n  ],\n  \"b\": []\n}\n");
}

TEST(JsonWriter, WritesNumbersSoThatTheyReadBackAndHasNoInfinity) {
    JsonWriter json(JsonLayout::compact);
    json.begin_array();
    json.value(0.1);
    json.value(std::numeric_limits<double>::infinity());
    json.value(std::numeric_limits<u64>::max());
    json.end_array();
    EXPECT_EQ(json.take(), "[0.1,null,18446744073709551615]\n");
}

TEST(JsonString, EscapesQuotesBackslashesAndControlCharacters) {
    EXPECT_EQ(json_string("a\"b\\c\n\r\t"), "\"a\\\"b\\\\c\\n\\r\\t\"");
    EXPECT_EQ(json_string(std::string_view("\0\x1b\x7f", 3)), "\"\\u0000\\u001b\\u007f\"");
}

TEST(JsonString, KeepsGoodUtf8AndReplacesBadBytes) {
    EXPECT_EQ(json_string("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"), "\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\"");
    EXPECT_EQ(json_string("\xFFx\xC3"), "\"\xEF\xBF\xBDx\xEF\xBF\xBD\"");
    EXPECT_EQ(json_string("\xED\xA0\x80"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
    EXPECT_EQ(json_string("\xC0\xAF"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");
}

}  // namespace
}  // namespace mariner
