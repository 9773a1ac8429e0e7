#pragma once
// A rubric's tables read key by key: every key that is asked for is known, every other one is a mistake, and each
// mistake is noted with its place while reading goes on. Used by the rubric's readers only.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/support/result.hpp"
#include "emulator/support/toml.hpp"
#include "emulator/support/types.hpp"

namespace mariner::grader {

/// The mistakes of one rubric, in the order of their discovery.
class RubricProblems {
public:
    void add(toml::TextPlace place, std::string_view sentence);
    [[nodiscard]] bool empty() const { return m_problems.empty(); }
    [[nodiscard]] size_t count() const { return m_problems.size(); }
    /// All of them by place, a line each.
    [[nodiscard]] Error error() const;

private:
    static constexpr size_t most = 50;

    struct Problem {
        toml::TextPlace place;
        std::string text;
    };
    std::vector<Problem> m_problems;
};

class RubricTable {
public:
    /// `title`: what messages call it: "[limits]", "a case". Both arguments must outlive it.
    RubricTable(const toml::Value& table, std::string title, RubricProblems& problems)
        : m_table(table), m_title(std::move(title)), m_problems(problems) {}

    /// The value, whatever its kind; null if the key isn't there.
    const toml::Value* take(std::string_view key);
    /// The value if it is there and of this kind; null otherwise, with a problem noted for another kind.
    const toml::Value* take(std::string_view key, toml::Kind kind);

    std::optional<std::string> text(std::string_view key);
    std::optional<i64> number(std::string_view key, i64 least, i64 most);
    std::optional<bool> flag(std::string_view key);
    /// One text or an array of them.
    std::vector<std::string> texts(std::string_view key);
    std::optional<RubricTable> table(std::string_view key);
    /// An array's items, or none.
    std::span<const toml::Value> items(std::string_view key);
    /// The tables of an array.
    std::vector<RubricTable> tables(std::string_view key);
    /// The index of the text among the words; a problem for any other text.
    std::optional<size_t> choice(std::string_view key, std::span<const std::string_view> words);

    /// What was never asked for is a mistake.
    void finish();

    [[nodiscard]] toml::TextPlace place() const { return m_table.place; }
    [[nodiscard]] const std::string& title() const { return m_title; }
    [[nodiscard]] const toml::Value& value() const { return m_table; }
    [[nodiscard]] RubricProblems& problems() const { return m_problems; }
    void problem(toml::TextPlace where, std::string_view sentence) const { m_problems.add(where, sentence); }
    /// Where a key's value stands, or the table itself.
    [[nodiscard]] toml::TextPlace place_of(std::string_view key) const;

private:
    const toml::Value& m_table;
    std::string m_title;
    RubricProblems& m_problems;
    std::vector<std::string_view> m_asked;
};

/// An array's items, or the value alone; of null none.
std::span<const toml::Value> one_or_many(const toml::Value* value);

/// " (did you mean 'points'?)", or nothing.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> known);

}  // namespace mariner::grader
