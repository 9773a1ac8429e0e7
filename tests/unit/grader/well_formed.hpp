#pragma once
// Whether markup is well formed: every element closed in order, every attribute quoted, every & an entity. Covers what
// our reports write, which is XML but for HTML's empty elements.

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace mariner::grader::test {

struct Tag {
    std::string_view name;
    bool closes = false;  // </name>
    bool empty = false;   // <name/>, or an element that HTML never closes
    size_t length = 0;    // 0: no tag
};

inline std::string_view take_word(std::string_view& text) {
    const auto* const end = std::find_if_not(text.begin(), text.end(), [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == ':';
    });
    const std::string_view word = text.substr(0, static_cast<size_t>(end - text.begin()));
    text.remove_prefix(word.size());
    return word;
}

inline bool take(std::string_view& text, std::string_view what) {
    const bool there = text.starts_with(what);
    text.remove_prefix(there ? what.size() : 0);
    return there;
}

/// ` name` or ` name="value"`; false if something else stands there.
inline bool take_attribute(std::string_view& text) {
    if (!take(text, " ") || take_word(text).empty()) {
        return false;
    }
    if (take(text, "=\"")) {
        const size_t end = text.find_first_of("\"<");
        if (end == std::string_view::npos || text[end] != '"') {
            return false;
        }
        text.remove_prefix(end + 1);
    }
    return true;
}

inline Tag read_tag(std::string_view text) {
    const size_t whole = text.size();
    Tag tag;
    take(text, "<");
    tag.closes = take(text, "/");
    tag.name = take_word(text);
    while (!tag.name.empty() && text.starts_with(" ") && !text.starts_with(" /")) {
        if (!take_attribute(text)) {
            return {};
        }
    }
    take(text, " ");
    tag.empty = take(text, "/") || tag.name == "meta" || tag.name == "col";
    if (!tag.name.empty() && take(text, ">")) {
        tag.length = whole - text.size();
    }
    return tag;
}

inline bool is_entity(std::string_view text) {
    constexpr std::string_view known[] = {"&lt;", "&gt;", "&amp;", "&quot;", "&nbsp;", "&#39;"};
    return std::ranges::any_of(known, [&](std::string_view entity) { return text.starts_with(entity); });
}

/// Empty if it is; else what is wrong.
inline std::string fault_of_markup(const std::string& markup) {
    std::vector<std::string_view> open;
    for (std::string_view text = markup; !text.empty();) {
        if (text[0] == '&' && !is_entity(text)) {
            return "stray &: " + std::string(text.substr(0, 40));
        }
        if (text[0] != '<' || text.starts_with("<?") || text.starts_with("<!")) {
            text.remove_prefix(1);
            continue;
        }
        const Tag tag = read_tag(text);
        if (tag.length == 0) {
            return "stray <: " + std::string(text.substr(0, 40));
        }
        if (tag.closes) {
            if (open.empty() || open.back() != tag.name) {
                return "closes " + std::string(tag.name) + " inside " +
                       std::string(open.empty() ? "nothing" : open.back());
            }
            open.pop_back();
        } else if (!tag.empty) {
            open.push_back(tag.name);
        }
        text.remove_prefix(tag.length);
    }
    return open.empty() ? "" : "never closes " + std::string(open.back());
}

}  // namespace mariner::grader::test
