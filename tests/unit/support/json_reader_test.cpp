#include "emulator/support/json_reader.hpp"

#include <gtest/gtest.h>

namespace mariner {
namespace {

std::string error_of(std::string_view text, const JsonLimits& limits = {}) {
    const Result<JsonValue> value = read_json(text, limits);
    return value ? "none" : value.error().message;
}

std::string string_of(std::string_view text) {
    const Result<JsonValue> value = read_json(text);
    return value ? std::string(value->text("no text")) : value.error().message;
}

TEST(JsonReader, ReadsEveryKindOfValueAndGivesFallbacksForTheRest) {
    const Result<JsonValue> read =
        read_json(" {\"a\":[1,-2.5e1,true,null,{}], \"b\" : {\"c\":\"x\"}, \"big\":1e3, \"b\":{\"c\":\"y\"}}\r\n");
    ASSERT_TRUE(read) << read.error().message;
    const JsonValue& value = *read;
    ASSERT_EQ(value["a"].items().size(), 5U);
    EXPECT_EQ(value["a"].items()[0].integer(), 1);
    EXPECT_EQ(value["a"].items()[1].number(), -25.0);
    EXPECT_TRUE(value["a"].items()[2].flag());
    EXPECT_TRUE(value["a"].items()[3].is_null());
    EXPECT_TRUE(value["a"].items()[4].is_object());
    EXPECT_EQ(value["b"]["c"].text(), "y") << "the last of two members with one name counts";
    EXPECT_EQ(value["big"].integer(), 1000);
    EXPECT_EQ(value.members().size(), 4U);
    EXPECT_EQ(value["nowhere"]["at"]["all"].text("fallback"), "fallback");
    EXPECT_EQ(value["a"].integer(), std::nullopt);
    EXPECT_TRUE(value["b"].items().empty());
    EXPECT_TRUE(value["b"].flag(true));
}

TEST(JsonReader, KeepsWholeNumbersExactAndNoOthersAsIntegers) {
    EXPECT_EQ(read_json("9223372036854775807")->integer(), INT64_MAX);
    EXPECT_EQ(read_json("-9223372036854775808")->integer(), INT64_MIN);
    EXPECT_EQ(read_json("9223372036854775808")->integer(), std::nullopt);
    EXPECT_EQ(read_json("0.5")->integer(), std::nullopt);
    EXPECT_EQ(read_json("-0")->integer(), 0);
}

TEST(JsonReader, DecodesEscapesAndSurrogates) {
    EXPECT_EQ(string_of(R"("\"\\\/\b\f\n\r\t\u0041")"), "\"\\/\b\f\n\r\tA");
    EXPECT_EQ(string_of(R"("\u00e9\u20AC\ud83d\ude00")"), "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
    EXPECT_EQ(string_of(R"("\ud83dx\ude00\ud83d\u0041")"),
              "\xEF\xBF\xBDx\xEF\xBF\xBD\xEF\xBF\xBD"
              "A");
    EXPECT_EQ(string_of("\"\xC3\xA9\""), "\xC3\xA9");
}

TEST(JsonReader, SaysWhereATextIsWrong) {
    const struct {
        std::string_view text, error;
    } rows[] = {
        {"", "line 1, column 1: the JSON text ends too early: expected a value"},
        {"{\n  \"a\" 1}", "line 2, column 7: expected ':' behind the member's name"},
        {"{a:1}", "line 1, column 2: expected a member's name in quotes"},
        {"{\"a\":1,}", "line 1, column 8: expected a member's name in quotes"},
        {"[1 2]", "line 1, column 4: expected ',' or ']'"},
        {"[1,]", "line 1, column 4: expected a value"},
        {"{\"a\":1", "line 1, column 7: the JSON text ends too early: expected ',' or '}'"},
        {"1 2", "line 1, column 3: nothing may follow the value"},
        {"01", "line 1, column 1: a number may not begin with 0"},
        {"1.", "line 1, column 3: the JSON text ends too early: expected a digit behind the point"},
        {"1e+", "line 1, column 4: the JSON text ends too early: expected a digit of the exponent"},
        {"1e999", "line 1, column 1: a number that no double comes near"},
        {"nul", "line 1, column 1: expected a value"},
        {"+1", "line 1, column 1: expected a value"},
        {"\"abc", "line 1, column 5: the JSON text ends too early: a string is not closed"},
        {"\"\\x\"", "line 1, column 3: no such escape"},
        {"\"\\", "line 1, column 3: the JSON text ends too early: no such escape"},
        {"\"\\u12g4\"", "line 1, column 4: expected four hexadecimal digits"},
        {"\"a\nb\"", "line 1, column 3: a control character in a string must be written as an escape"},
        {"\"\xFF\"", "line 1, column 2: a string is not UTF-8"},
        {std::string_view("\"\0\"", 3),
         "line 1, column 2: a control character in a string must be written as an escape"},
    };
    for (const auto& row : rows) {
        EXPECT_EQ(error_of(row.text), row.error) << row.text;
    }
}

TEST(JsonReader, BoundsDepthSizeAndNumberOfValues) {
    EXPECT_EQ(error_of(std::string(100, '[') + std::string(100, ']')), "none");
    EXPECT_EQ(error_of(std::string(1'000'000, '[')), "line 1, column 101: more than 100 levels");
    EXPECT_EQ(error_of("[1,2,3]", {.values = 3}), "line 1, column 6: more than 3 values");
    EXPECT_EQ(error_of("[1,2,3]", {.bytes = 6}), "the JSON text has 7 bytes; the limit is 6");
}

}  // namespace
}  // namespace mariner
