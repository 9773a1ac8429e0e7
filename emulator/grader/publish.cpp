#include "emulator/grader/publish.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "emulator/grader/rubric_reader.hpp"
#include "emulator/support/toml.hpp"
#include "emulator/support/toml_text.hpp"

namespace mariner::grader {

namespace {

using toml::Kind;

toml::Value text_value(std::string text) {
    toml::Value value;
    value.kind = Kind::string;
    value.text = std::move(text);
    return value;
}

bool is_visible(const toml::Value& one) {
    const toml::Value* const visibility = one.find("visibility");
    return visibility == nullptr || visibility->text == "visible";
}

toml::Value* member_of(toml::Value& table, std::string_view key) {
    const auto found = std::ranges::find(table.members, key, &toml::Member::key);
    return found == table.members.end() ? nullptr : &found->value;
}

/// The ids of the cases that may be seen; the others are gone. An id that is only a number is written down, since the
/// numbers change.
std::set<std::string> cut_cases(toml::Value& cases) {
    std::set<std::string> visible;
    for (size_t i = 0; i < cases.items.size(); ++i) {
        toml::Value& one = cases.items[i];
        const toml::Value* const name = one.find("name");
        const std::string made = made_case_id(name == nullptr ? "" : name->text, i + 1);
        if (one.find("id") == nullptr && made == made_case_id("", i + 1)) {
            one.members.push_back({"id", {}, text_value(made)});
        }
        if (is_visible(one)) {
            const toml::Value* const id = one.find("id");
            visible.insert(id == nullptr ? made : id->text);
        }
    }
    std::erase_if(cases.items, [](const toml::Value& one) { return !is_visible(one); });
    return visible;
}

void cut_groups(toml::Value& groups, const std::set<std::string>& visible) {
    for (toml::Value& group : groups.items) {
        toml::Value* const cases = member_of(group, "cases");
        if (cases != nullptr && cases->kind == Kind::string) {
            const toml::Value only = text_value(cases->text);
            cases->kind = Kind::array;
            cases->items = {only};
        }
        if (cases != nullptr) {
            std::erase_if(cases->items, [&](const toml::Value& id) { return !visible.contains(id.text); });
        }
        if (toml::Value* const best = member_of(group, "best_of"); best != nullptr && cases != nullptr) {
            best->integer = std::min(best->integer, static_cast<i64>(cases->items.size()));
        }
    }
    std::erase_if(groups.items, [](const toml::Value& group) {
        const toml::Value* const cases = group.find("cases");
        return cases == nullptr || cases->items.empty();
    });
}

/// What names files about students, and what only a teacher has a use for.
bool is_teachers(std::string_view table, std::string_view key) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 4> keys = {
        {{"late", "extensions"}, {"late", "slip_days_file"}, {"points", "adjustments"}, {"self_test", ""}}};
    return std::ranges::any_of(
        keys, [&](const auto& one) { return one.first == table && (one.second == key || one.second.empty()); });
}

std::string members_text(std::string_view title, const toml::Value& table) {
    std::string text;
    for (const toml::Member& member : table.members) {
        text += is_teachers(title, member.key) ? "" : member.key + " = " + toml::text_of(member.value) + "\n";
    }
    return text;
}

/// [[KEY]] and its members, for each.
std::string tables_text(const toml::Member& member) {
    std::string text;
    for (const toml::Value& item : member.value.items) {
        text += "\n[[" + member.key + "]]\n" + members_text(member.key, item);
    }
    return text;
}

bool is_tables(const toml::Value& value) {
    return value.kind == Kind::array &&
           std::ranges::all_of(value.items, [](const toml::Value& item) { return item.kind == Kind::table; });
}

/// Without what only teachers have a use for.
std::string document_text(const toml::Value& document) {
    std::string plain;
    std::string tables;
    for (const toml::Member& member : document.members) {
        if (is_tables(member.value)) {
            tables += tables_text(member);
        } else if (member.value.kind != Kind::table) {
            plain += member.key + " = " + toml::text_of(member.value) + "\n";
        } else if (const std::string text = members_text(member.key, member.value); !text.empty()) {
            tables += "\n[" + member.key + "]\n" + text;
        }
    }
    return plain + tables;
}

}  // namespace

Result<std::string> public_rubric(std::string_view text) {
    Result<toml::Value> document = toml::parse(text);
    if (!document) {
        return document.error();
    }
    toml::Value* const cases = member_of(*document, "case");
    if (cases == nullptr || std::ranges::none_of(cases->items, is_visible)) {
        return Error{"it has no visible case"};
    }
    const std::set<std::string> visible = cut_cases(*cases);
    if (toml::Value* const groups = member_of(*document, "group")) {
        cut_groups(*groups, visible);
    }
    return document_text(*document);
}

Result<std::string> packaged_rubric(std::string_view text) {
    const Result<toml::Value> document = toml::parse(text);
    return document ? Result<std::string>(document_text(*document)) : document.error();
}

}  // namespace mariner::grader
