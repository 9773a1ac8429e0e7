#include "emulator/grader/pattern.hpp"

#include <algorithm>

namespace mariner::grader {

namespace {

constexpr size_t longest_pattern = 4096;
constexpr size_t longest_replaced_text = size_t{64} << 20;

using Groups = PatternEngine::Groups;

size_t begin_of(std::string_view match, std::string_view text) {
    return static_cast<size_t>(match.data() - text.data());
}

void append_replacement(std::string& out, std::string_view replacement, const Groups& groups) {
    for (size_t i = 0; i < replacement.size(); ++i) {
        const char next = i + 1 < replacement.size() ? replacement[i + 1] : '\0';
        if (replacement[i] != '$' || (next != '$' && (next < '0' || next > '9'))) {
            out += replacement[i];
            continue;
        }
        ++i;
        if (next == '$') {
            out += '$';
        } else if (const std::string_view group = groups.at(static_cast<size_t>(next - '0')); !group.empty()) {
            out += group;
        }
    }
}

}  // namespace

Result<Pattern> Pattern::compile(std::string_view source) {
    if (source.size() > longest_pattern) {
        return Error{"a pattern has at most " + std::to_string(longest_pattern) + " characters"};
    }
    Result<std::shared_ptr<const PatternEngine>> engine = PatternEngine::compile(source);
    return engine ? Result<Pattern>(Pattern(source, std::move(*engine)))
                  : Error{"the pattern is wrong: " + engine.error().message};
}

std::optional<Pattern::Match> Pattern::find(std::string_view text, size_t from) const {
    Groups groups;
    if (from > text.size() || !m_engine->find(text, from, groups, 1)) {
        return std::nullopt;
    }
    const size_t begin = begin_of(groups[0], text);
    return Match{begin, begin + groups[0].size()};
}

std::optional<std::string> Pattern::replace_all(std::string_view text, std::string_view replacement) const {
    const std::string_view shown = text.data() == nullptr ? std::string_view("") : text;
    std::string out;
    Groups groups;
    size_t copied = 0;
    size_t from = 0;
    while (from <= shown.size() && m_engine->find(shown, from, groups, groups.size())) {
        const size_t begin = begin_of(groups[0], shown);
        const size_t end = begin + groups[0].size();
        out += shown.substr(copied, begin - copied);
        append_replacement(out, replacement, groups);
        if (out.size() > longest_replaced_text) {
            return std::nullopt;
        }
        copied = end;
        from = end > begin ? end : end + 1;
    }
    return out += shown.substr(std::min(copied, shown.size()));
}

}  // namespace mariner::grader
