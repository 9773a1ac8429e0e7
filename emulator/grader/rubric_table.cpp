#include "emulator/grader/rubric_table.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "emulator/assembler/suggest.hpp"

namespace mariner::grader {

std::string did_you_mean(std::string_view word, std::span<const std::string_view> known) {
    const std::string_view near = assembler::nearest(word, known);
    return near.empty() ? std::string() : " (did you mean '" + std::string(near) + "'?)";
}

void RubricProblems::add(toml::TextPlace place, std::string_view sentence) {
    if (m_problems.size() < most) {
        m_problems.push_back({place, toml::error_at(place, sentence).message});
    }
}

Error RubricProblems::error() const {
    std::vector<Problem> sorted = m_problems;
    std::ranges::stable_sort(sorted, {}, [](const Problem& p) { return std::pair(p.place.line, p.place.column); });
    std::string text;
    for (const Problem& problem : sorted) {
        text += (text.empty() ? "" : "\n") + problem.text;
    }
    return Error{text};
}

const toml::Value* RubricTable::take(std::string_view key) {
    m_asked.push_back(key);
    return m_table.find(key);
}

const toml::Value* RubricTable::take(std::string_view key, toml::Kind kind) {
    const toml::Value* const value = take(key);
    if (value != nullptr && value->kind != kind) {
        problem(value->place, "'" + std::string(key) + "' is " + std::string(toml::name_of(kind)) + ", not " +
                                  std::string(toml::name_of(value->kind)));
        return nullptr;
    }
    return value;
}

std::optional<std::string> RubricTable::text(std::string_view key) {
    const toml::Value* const value = take(key, toml::Kind::string);
    return value != nullptr ? std::optional(value->text) : std::nullopt;
}

std::optional<i64> RubricTable::number(std::string_view key, i64 least, i64 most) {
    const toml::Value* const value = take(key, toml::Kind::integer);
    if (value == nullptr) {
        return std::nullopt;
    }
    if (value->integer < least || value->integer > most) {
        problem(value->place,
                "'" + std::string(key) + "' lies between " + std::to_string(least) + " and " + std::to_string(most));
        return std::nullopt;
    }
    return value->integer;
}

std::optional<bool> RubricTable::flag(std::string_view key) {
    const toml::Value* const value = take(key, toml::Kind::boolean);
    return value != nullptr ? std::optional(value->boolean) : std::nullopt;
}

std::span<const toml::Value> one_or_many(const toml::Value* value) {
    return value == nullptr                   ? std::span<const toml::Value>()
           : value->kind == toml::Kind::array ? std::span<const toml::Value>(value->items)
                                              : std::span<const toml::Value>(value, 1);
}

std::span<const toml::Value> RubricTable::items(std::string_view key) {
    return one_or_many(take(key, toml::Kind::array));
}

std::vector<std::string> RubricTable::texts(std::string_view key) {
    const toml::Value* const value = take(key);
    std::vector<std::string> texts;
    for (const toml::Value& item : one_or_many(value)) {
        if (item.kind == toml::Kind::string) {
            texts.push_back(item.text);
        } else {
            problem(item.place, "'" + std::string(key) +
                                    (&item == value ? "' is a string or an array of strings" : "' holds strings only"));
        }
    }
    return texts;
}

std::optional<RubricTable> RubricTable::table(std::string_view key) {
    const toml::Value* const value = take(key, toml::Kind::table);
    return value != nullptr ? std::optional(RubricTable(*value, "'" + std::string(key) + "'", m_problems))
                            : std::nullopt;
}

std::vector<RubricTable> RubricTable::tables(std::string_view key) {
    std::vector<RubricTable> tables;
    const toml::Value* const value = take(key);
    if (value == nullptr) {
        return tables;
    }
    if (value->kind != toml::Kind::array) {
        problem(value->place, "'" + std::string(key) + "' is an array of tables: [[" + std::string(key) + "]]");
        return tables;
    }
    for (const toml::Value& item : value->items) {
        if (item.kind != toml::Kind::table) {
            problem(item.place, "'" + std::string(key) + "' holds tables only: { ... }");
        } else {
            tables.emplace_back(item, "'" + std::string(key) + "'", m_problems);
        }
    }
    return tables;
}

std::optional<size_t> RubricTable::choice(std::string_view key, std::span<const std::string_view> words) {
    const toml::Value* const value = take(key, toml::Kind::string);
    if (value == nullptr) {
        return std::nullopt;
    }
    const auto found = std::find(words.begin(), words.end(), value->text);
    if (found != words.end()) {
        return static_cast<size_t>(found - words.begin());
    }
    std::string list;
    for (const std::string_view word : words) {
        list += (list.empty() ? "" : ", ") + std::string(word);
    }
    problem(value->place, "'" + std::string(key) + "' is one of " + list + did_you_mean(value->text, words));
    return std::nullopt;
}

void RubricTable::finish() {
    for (const toml::Member& member : m_table.members) {
        if (std::find(m_asked.begin(), m_asked.end(), member.key) == m_asked.end()) {
            problem(member.place,
                    m_title + " has no key '" + member.key.substr(0, 60) + "'" + did_you_mean(member.key, m_asked));
        }
    }
}

toml::TextPlace RubricTable::place_of(std::string_view key) const {
    const toml::Value* const value = m_table.find(key);
    return value != nullptr ? value->place : m_table.place;
}

}  // namespace mariner::grader
