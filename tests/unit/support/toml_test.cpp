#include "emulator/support/toml.hpp"

#include <gtest/gtest.h>

namespace mariner::toml {
namespace {

const Value& at(const Value& table, std::string_view key) {
    const Value* const found = table.find(key);
    EXPECT_NE(found, nullptr) << key;
    static const Value nothing;
    return found != nullptr ? *found : nothing;
}

TEST(Toml, ReadsEveryKindOfValueWithItsPlace) {
    const Result<Value> read = parse(R"(# a comment
title = "a\tb \u00e9\U0001F600 \"q\""
literal = 'C:\no escape'
a.b."c d" = 0xff_ff
numbers = [1, -2, 0o17, 0b101, +5,
           1_000, # inside an array
]
reals = [0.5, -1e3, 6.02e+23]
yes = true
long = """
one \
    two
three"""
raw = '''
'quoted' \n'''
[table]
inline = { x = 1, y.z = [{ deep = false }] }
[[item]]
n = 1
[item.sub]
k = "first"
[[item]]
n = 2
)");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(at(*read, "title").text, "a\tb \xc3\xa9\xf0\x9f\x98\x80 \"q\"");
    EXPECT_EQ(at(*read, "literal").text, "C:\\no escape");
    EXPECT_EQ(at(at(at(*read, "a"), "b"), "c d").integer, 0xffff);
    const Value& numbers = at(*read, "numbers");
    ASSERT_EQ(numbers.items.size(), 6U);
    EXPECT_EQ(numbers.items[2].integer, 15);
    EXPECT_EQ(numbers.items[5].integer, 1000);
    EXPECT_EQ(numbers.items[5].place.line, 6U);
    EXPECT_EQ(numbers.items[5].place.column, 12U);
    EXPECT_EQ(at(*read, "reals").items[1].real, -1000.0);
    EXPECT_TRUE(at(*read, "yes").boolean);
    EXPECT_EQ(at(*read, "long").text, "one two\nthree");
    EXPECT_EQ(at(*read, "raw").text, "'quoted' \\n");
    EXPECT_FALSE(at(at(at(at(*read, "table"), "inline"), "y"), "z").items[0].members[0].value.boolean);
    const Value& items = at(*read, "item");
    ASSERT_EQ(items.items.size(), 2U);
    EXPECT_EQ(at(at(items.items[0], "sub"), "k").text, "first");
    EXPECT_EQ(at(items.items[1], "n").integer, 2);
    EXPECT_EQ(items.items[1].place.line, 22U);
}

struct Wrong {
    const char* text;
    const char* begin;  // of the error
};

TEST(Toml, TellsWhereSomethingIsWrong) {
    const Wrong rows[] = {
        {"a = 1\na = 2\n", "2:5: key-value pair: cannot redefine existing integer 'a'"},
        {"[t]\nx = 1\n[t]\n", "3:1: table header: cannot redefine existing table 't'"},
        {"a = { b = 1 }\n[a.c]\n", "2:7: table header: cannot insert 'a.c' into existing inline table"},
        {"[[a]]\n[a]\n", "2:1: table header: cannot redefine existing array 'a'"},
        {"x = 012\n", "1:8: decimal integer: leading zeroes are prohibited"},
        {"x = 9223372036854775808\n", "1:24: decimal integer: '9223372036854775808' is not representable"},
        {"x = \"abc\ny = 1\n", "1:9: a string in single or double quotes ends in its own line"},
        {"x = \"\"\"abc", "1:11: string: encountered end-of-file"},
        {"x = \"\\q\"", "1:7: string: unknown escape sequence '\\q'"},
        {"x = \"\\ud800\"", "1:12: unicode scalar sequence: unicode surrogates"},
        {"x = 2026-01-02\n", "1:5: a date or a time alone isn't used here; put it in quotes"},
        {"x = yes\n", "1:5: this is no value; text stands in quotes"},
        {"x =\n", "1:4: key-value pair: expected value"},
        {"x = 1 y = 2\n", "1:7: key-value pair: expected a comment or whitespace"},
        {"x = '\xc3\xa9' y\n", "1:9: key-value pair"},
        {"x = [1, 2\n", "1:11: array: encountered end-of-file"},
        {"= 1\n", "1:1: root table: expected keys"},
        {"[a\n", "1:3: table header: expected ']'"},
        {"x = \"\x01\"\n", "1:6: a string in single"},
        {"x = \"\xff\"\n", "1:5: these bytes are no UTF-8"},
        {"x = 1__0\n", "1:7: decimal integer: underscores"},
        {"x = 1.\n", "1:7: floating-point: expected decimal digit"},
    };
    for (const Wrong& row : rows) {
        const Result<Value> read = parse(row.text);
        ASSERT_FALSE(read) << row.text;
        EXPECT_EQ(read.error().message.substr(0, std::string_view(row.begin).size()), row.begin);
    }
}

TEST(Toml, BoundsWhatHostileDocumentsCost) {
    const Result<Value> nested = parse("x = " + std::string(100'000, '['));
    ASSERT_FALSE(nested);
    EXPECT_NE(nested.error().message.find("nested too deeply"), std::string::npos);
    EXPECT_FALSE(parse(std::string(2'000'000, '\n')));
    // Tables inside each other, made by a key: what is taken apart by recursion must not be this deep.
    for (const char* const part : {".a", " . \"=#\"", ".'\xc3\xa9'"}) {
        std::string deep_key = "a";
        for (int i = 0; i < 100'000; ++i) {
            deep_key += part;
        }
        const Result<Value> read = parse(deep_key + " = 1");
        ASSERT_FALSE(read);
        EXPECT_EQ(read.error().message, "1:1: this line has a key of too many parts");
        EXPECT_FALSE(parse("[" + deep_key.substr(0, 800) + "]\n" + deep_key.substr(0, 800) + " = 1"));
    }
    EXPECT_TRUE(parse("x = \"" + std::string(5000, '.') + "\""));
    std::string wide;
    for (int i = 0; i < 5000; ++i) {
        wide += "k" + std::to_string(i) + " = 1\n";
    }
    const Result<Value> read = parse(wide);
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().message.find("too many keys"), std::string::npos);
}

}  // namespace
}  // namespace mariner::toml
