#include "emulator/grader/rubric_table.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace mariner::grader {
namespace {

/// What a reader of the document's table has to complain about.
std::string problems_of(std::string_view document, const std::function<void(RubricTable&)>& read) {
    const Result<toml::Value> value = toml::parse(document);
    EXPECT_TRUE(value) << (value ? "" : value.error().message);
    RubricProblems problems;
    RubricTable table(*value, "[limits]", problems);
    read(table);
    table.finish();
    EXPECT_EQ(problems.empty(), problems.count() == 0);
    return problems.empty() ? "" : problems.error().message;
}

TEST(RubricTable, GivesWhatIsThere) {
    const auto read = [](RubricTable& table) {
        EXPECT_EQ(table.text("name"), "张伟, \"x\"");
        EXPECT_EQ(table.number("steps", 1, 10), 10);
        EXPECT_EQ(table.flag("strict"), true);
        EXPECT_EQ(table.texts("one"), std::vector<std::string>{"a"});
        EXPECT_EQ(table.texts("many"), (std::vector<std::string>{"a", "b"}));
        EXPECT_EQ(table.items("many").size(), 2U);
        EXPECT_EQ(table.table("inner")->number("x", 0, 9), 1);
        EXPECT_EQ(table.tables("case").size(), 2U);
    };
    EXPECT_EQ(problems_of("name = '张伟, \"x\"'\nsteps = 10\nstrict = true\none = 'a'\nmany = ['a', 'b']\n"
                          "inner = { x = 1 }\n[[case]]\n[[case]]\n",
                          read),
              "");
}

TEST(RubricTable, WhatIsMissingIsNoProblem) {
    const auto read = [](RubricTable& table) {
        EXPECT_FALSE(table.text("a"));
        EXPECT_FALSE(table.number("b", 0, 1));
        EXPECT_FALSE(table.flag("c"));
        EXPECT_TRUE(table.texts("d").empty() && table.items("e").empty() && table.tables("f").empty());
        EXPECT_FALSE(table.table("g"));
        EXPECT_FALSE(table.choice("h", std::vector<std::string_view>{"x"}));
        EXPECT_EQ(table.place_of("a").line, table.place().line);
    };
    EXPECT_EQ(problems_of("", read), "");
}

TEST(RubricTable, EachWrongKindIsNamedAtItsPlace) {
    struct Row {
        std::string document;
        std::function<void(RubricTable&)> read;
        std::string problem;
    };
    const std::vector<std::string_view> words = {"exact", "contains"};
    const std::vector<Row> rows = {
        {"a = 1", [](RubricTable& t) { t.text("a"); }, "1:5: 'a' is a string, not a whole number"},
        {"a = 'x'", [](RubricTable& t) { t.number("a", 0, 9); }, "1:5: 'a' is a whole number, not a string"},
        {"a = 10", [](RubricTable& t) { t.number("a", 0, 9); }, "1:5: 'a' lies between 0 and 9"},
        {"a = -1", [](RubricTable& t) { t.number("a", 0, 9); }, "1:5: 'a' lies between 0 and 9"},
        {"a = ['x', 1]", [](RubricTable& t) { t.texts("a"); }, "1:11: 'a' holds strings only"},
        {"a = 1", [](RubricTable& t) { t.texts("a"); }, "1:5: 'a' is a string or an array of strings"},
        {"a = {}", [](RubricTable& t) { t.tables("a"); }, "1:5: 'a' is an array of tables: [[a]]"},
        {"a = [1]", [](RubricTable& t) { t.tables("a"); }, "1:6: 'a' holds tables only: { ... }"},
        {"a = 'exakt'", [&](RubricTable& t) { t.choice("a", words); },
         "1:5: 'a' is one of exact, contains (did you mean 'exact'?)"},
    };
    for (const Row& row : rows) {
        EXPECT_EQ(problems_of(row.document, row.read), row.problem) << row.document;
    }
}

TEST(RubricTable, ChoiceIsTheWordsPlace) {
    const std::vector<std::string_view> words = {"exact", "contains"};
    EXPECT_EQ(problems_of("a = 'contains'", [&](RubricTable& t) { EXPECT_EQ(t.choice("a", words), 1U); }), "");
}

TEST(RubricTable, WhatNobodyAskedForIsAMistake) {
    const auto read = [](RubricTable& table) { table.number("seconds", 0, 9); };
    EXPECT_EQ(problems_of("secnds = 1", read), "1:1: [limits] has no key 'secnds' (did you mean 'seconds'?)");
    EXPECT_EQ(problems_of("'=1+2,\"' = 1", read), "1:1: [limits] has no key '=1+2,\"'");
    const std::string lengthy(1'000, 'k');
    EXPECT_EQ(problems_of(lengthy + " = 1", read).find(lengthy), std::string::npos) << "not repeated at length";
}

TEST(RubricProblems, StandInTheOrderOfTheDocumentAndHaveAnEnd) {
    RubricProblems problems;
    EXPECT_EQ(problems.count(), 0U);
    problems.add({2, 7}, "c");
    problems.add({2, 1}, "b");
    problems.add({1, 9}, "a");
    problems.add({2, 1}, "b again");
    EXPECT_EQ(problems.error().message, "1:9: a\n2:1: b\n2:1: b again\n2:7: c");
    for (u32 line = 3; line < 1'000; ++line) {
        problems.add({line, 1}, "x");
    }
    EXPECT_EQ(problems.count(), 50U);
}

TEST(OneOrMany, MakesAListOfEither) {
    const toml::Value document = *toml::parse("one = 1\nmany = [1, 2]\nnone = []");
    EXPECT_TRUE(one_or_many(nullptr).empty());
    EXPECT_EQ(one_or_many(document.find("one")).size(), 1U);
    EXPECT_EQ(one_or_many(document.find("many")).size(), 2U);
    EXPECT_TRUE(one_or_many(document.find("none")).empty());
}

}  // namespace
}  // namespace mariner::grader
