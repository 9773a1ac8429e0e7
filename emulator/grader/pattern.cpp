#include "emulator/grader/pattern.hpp"

#include <re2/re2.h>

#include <array>

namespace mariner::grader {

namespace {

constexpr std::string_view every_line = "(?m)";  // where ^ and $ are places
constexpr size_t longest_pattern = 4096;
constexpr size_t longest_replaced_text = size_t{64} << 20;

using Groups = std::array<re2::StringPiece, 10>;  // the match, then its groups

bool find_groups(const re2::RE2& pattern, std::string_view text, size_t from, Groups& groups, size_t count) {
    return from <= text.size() && pattern.Match(re2::StringPiece(text.data(), text.size()), from, text.size(),
                                                re2::RE2::UNANCHORED, groups.data(), static_cast<int>(count));
}

size_t begin_of(const re2::StringPiece& match, std::string_view text) {
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
        } else if (const re2::StringPiece& group = groups.at(static_cast<size_t>(next - '0')); !group.empty()) {
            out.append(group.data(), group.size());
        }
    }
}

}  // namespace

Result<Pattern> Pattern::compile(std::string_view source) {
    if (source.size() > longest_pattern) {
        return Error{"a pattern has at most " + std::to_string(longest_pattern) + " characters"};
    }
    re2::RE2::Options options;
    options.set_encoding(re2::RE2::Options::EncodingLatin1);  // bytes: outputs need not be UTF-8
    options.set_log_errors(false);
    auto compiled = std::make_shared<const re2::RE2>(std::string(every_line) + std::string(source), options);
    if (compiled->ok()) {
        return Pattern(source, std::move(compiled));
    }
    std::string why = compiled->error();
    if (const size_t ours = why.find(every_line); ours != std::string::npos) {
        why.erase(ours, every_line.size());
    }
    return Error{"the pattern is wrong: " + why};
}

std::optional<Pattern::Match> Pattern::find(std::string_view text, size_t from) const {
    Groups groups;
    if (!find_groups(*m_compiled, text, from, groups, 1)) {
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
    while (find_groups(*m_compiled, shown, from, groups, groups.size())) {
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
