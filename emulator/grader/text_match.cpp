#include "emulator/grader/text_match.hpp"

#include <algorithm>
#include <cstdlib>

#include "emulator/grader/excerpt.hpp"
#include "emulator/support/text.hpp"

namespace mariner::grader {

namespace {

using Lines = std::vector<std::string_view>;

/// Of longer texts only this many lines behind the first difference are compared.
constexpr size_t most_compared_lines = 300;
constexpr size_t longest_shown_line = 400;
constexpr size_t shown_around = 3;

bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

std::string without_trailing_blanks(std::string_view text) {
    std::string out;
    for (std::string_view line : lines_of(text)) {
        while (!line.empty() && is_blank(line.back())) {
            line.remove_suffix(1);
        }
        out += line;
        out += '\n';
    }
    while (out.ends_with('\n')) {
        out.pop_back();
    }
    return out;
}

/// Words, each line's with one blank between them; empty lines don't count.
std::string words_of(std::string_view text) {
    std::string out;
    bool is_between = false;
    for (const char c : text) {
        if (is_blank(c)) {
            is_between = !out.empty();
            continue;
        }
        out += is_between ? " " : "";
        out += c;
        is_between = false;
    }
    return out;
}

/// As words_of, but line by line: for the comparison that people see.
std::string words_by_line(std::string_view text) {
    std::string out;
    for (const std::string_view line : lines_of(text)) {
        if (const std::string words = words_of(line); !words.empty()) {
            out += words + "\n";
        }
    }
    return out;
}

std::string normalised(TextRuleKind kind, std::string_view text) {
    return kind == TextRuleKind::trailing     ? without_trailing_blanks(text)
           : kind == TextRuleKind::whitespace ? words_of(text)
                                              : std::string(text);
}

std::string describe_first_difference(const std::vector<DiffLine>& diff, std::string_view what) {
    size_t line = 1;  // of the actual text
    for (size_t i = 0; i < diff.size(); ++i) {
        const DiffLine& entry = diff[i];
        if (entry.kind == DiffKind::same) {
            ++line;
            continue;
        }
        if (entry.kind == DiffKind::gap) {
            line += std::strtoul(entry.text.c_str(), nullptr, 10);
            continue;
        }
        const std::string place = "line " + std::to_string(line) + " of the " + std::string(what);
        if (entry.kind == DiffKind::extra) {
            return place + " is not expected: " + in_quotes(entry.text);
        }
        const auto other = std::find_if(diff.begin() + static_cast<std::ptrdiff_t>(i), diff.end(),
                                        [](const auto& d) { return d.kind != DiffKind::missing; });
        const bool is_replaced = other != diff.end() && other->kind == DiffKind::extra;
        return is_replaced ? place + " is " + in_quotes(other->text) + " instead of " + in_quotes(entry.text)
                           : "the " + std::string(what) + " lacks a line " + in_quotes(entry.text);
    }
    return "the " + std::string(what) + " differs in its blanks or line ends";
}

/// Equal texts of up to three kinds of comparison.
void compare_whole(CheckResult& check, const TextRule& rule, std::string_view expected, std::string_view actual) {
    check.passed = normalised(rule.kind, expected) == normalised(rule.kind, actual);
    if (check.passed) {
        return;
    }
    const bool by_words = rule.kind == TextRuleKind::whitespace;
    check.diff = by_words ? diff_lines(words_by_line(expected), words_by_line(actual))
                          : diff_lines(normalised(rule.kind, expected), normalised(rule.kind, actual));
    check.message = describe_first_difference(check.diff, check.what);
    check.expected = excerpt(expected);
    check.actual = excerpt(actual);
}

void find_texts(CheckResult& check, const TextRule& rule, std::string_view actual) {
    for (const std::string& text : rule.texts) {
        if (actual.find(text) == std::string_view::npos) {
            check.message = "the " + check.what + " nowhere holds " + in_quotes(text, 200);
            check.expected = excerpt(text);
            return;
        }
    }
    check.passed = true;
}

void find_patterns(CheckResult& check, const TextRule& rule, std::string_view actual) {
    const bool is_ordered = rule.kind == TextRuleKind::ordered;
    size_t from = 0;
    for (size_t i = 0; i < rule.patterns.size(); ++i) {
        const std::optional<Pattern::Match> match = rule.patterns[i].find(actual, is_ordered ? from : 0);
        if (!match) {
            const std::string which = rule.patterns.size() > 1 ? "number " + std::to_string(i + 1) + " of " +
                                                                     std::to_string(rule.patterns.size()) + ", "
                                                               : std::string();
            check.message = "the " + check.what + " has nothing that fits " + which +
                            in_quotes(rule.patterns[i].source(), 200) +
                            (is_ordered && i > 0 ? " behind the one before" : "");
            check.expected = rule.patterns[i].source();
            return;
        }
        from = match->end;
    }
    check.passed = true;
}

std::optional<std::string> filtered(std::string_view text, const std::vector<Filter>& filters) {
    std::string result(text);
    for (const Filter& filter : filters) {
        std::optional<std::string> next = filter.find.replace_all(result, filter.replacement);
        if (!next) {
            return std::nullopt;
        }
        result = std::move(*next);
    }
    return result;
}

DiffLine diff_line(DiffKind kind, std::string_view text) {
    return {kind, std::string(text.substr(0, longest_shown_line))};
}

void append_same(std::vector<DiffLine>& out, const Lines& lines, size_t from, size_t to) {
    for (size_t i = from; i < to; ++i) {
        out.push_back(diff_line(DiffKind::same, lines[i]));
    }
}

void append_gap(std::vector<DiffLine>& out, size_t lines) {
    if (lines > 0) {
        out.push_back({DiffKind::gap, std::to_string(lines) + (lines == 1 ? " equal line" : " equal lines")});
    }
}

}  // namespace

Edits edits_between(std::span<const std::string_view> expected, std::span<const std::string_view> actual, size_t most) {
    Edits edits;
    const size_t shorter = std::min(expected.size(), actual.size());
    while (edits.before < shorter && expected[edits.before] == actual[edits.before]) {
        ++edits.before;
    }
    while (edits.after < shorter - edits.before &&
           expected[expected.size() - 1 - edits.after] == actual[actual.size() - 1 - edits.after]) {
        ++edits.after;
    }
    const auto middle_of = [&](std::span<const std::string_view> texts) {
        const size_t size = texts.size() - edits.after - edits.before;
        edits.is_cut = edits.is_cut || size > most;
        return texts.subspan(edits.before, std::min(size, most));
    };
    const std::span<const std::string_view> a = middle_of(expected);
    const std::span<const std::string_view> b = middle_of(actual);
    // The lengths of the longest common subsequences, walked from the front.
    std::vector<std::vector<u16>> common(a.size() + 1, std::vector<u16>(b.size() + 1, 0));
    for (size_t i = a.size(); i-- > 0;) {
        for (size_t j = b.size(); j-- > 0;) {
            common[i][j] = a[i] == b[j] ? static_cast<u16>(common[i + 1][j + 1] + 1)
                                        : std::max(common[i + 1][j], common[i][j + 1]);
        }
    }
    for (size_t i = 0, j = 0; i < a.size() || j < b.size();) {
        const bool is_same = i < a.size() && j < b.size() && a[i] == b[j];
        const bool is_missing = i < a.size() && (j == b.size() || common[i + 1][j] >= common[i][j + 1]);
        edits.between.push_back(is_same ? DiffKind::same : is_missing ? DiffKind::missing : DiffKind::extra);
        i += is_same || is_missing ? 1 : 0;
        j += is_same || !is_missing ? 1 : 0;
    }
    return edits;
}

std::vector<DiffLine> diff_lines(std::string_view expected, std::string_view actual) {
    const Lines wanted = lines_of(expected);
    const Lines found = lines_of(actual);
    const Edits edits = edits_between(wanted, found, most_compared_lines);
    std::vector<DiffLine> out;
    const size_t hidden = edits.before > shown_around ? edits.before - shown_around : 0;
    append_gap(out, hidden);
    append_same(out, wanted, hidden, edits.before);
    size_t i = edits.before;
    size_t j = edits.before;
    for (const DiffKind kind : edits.between) {
        out.push_back(diff_line(kind, kind == DiffKind::extra ? found[j] : wanted[i]));
        i += kind != DiffKind::extra ? 1 : 0;
        j += kind != DiffKind::missing ? 1 : 0;
    }
    if (edits.is_cut) {
        out.push_back({DiffKind::gap, "0 lines here; what follows is too long to compare"});
        return out;
    }
    append_same(out, wanted, i, std::min(wanted.size(), i + shown_around));
    append_gap(out, edits.after > shown_around ? edits.after - shown_around : 0);
    return out;
}

CheckResult match_text(std::string what, const TextRule& rule, const std::vector<Filter>& filters,
                       std::string_view actual) {
    CheckResult check;
    check.what = std::move(what);
    const std::optional<std::string> text = filtered(actual, filters);
    if (text && !rule.texts.empty() && rule.kind < TextRuleKind::contains) {
        const std::optional<std::string> expected = filtered(rule.texts[0], filters);
        compare_whole(check, rule, expected.value_or(""), *text);
    } else if (text && rule.kind == TextRuleKind::contains) {
        find_texts(check, rule, *text);
    } else if (text) {
        find_patterns(check, rule, *text);
    } else {
        check.message = "the rubric's filters make too much of this " + check.what;
    }
    if (!check.passed && check.actual.empty()) {
        check.actual = excerpt(text.value_or(""));
    }
    return check;
}

CheckResult match_absent(const std::vector<Pattern>& patterns, std::string_view actual) {
    for (const Pattern& pattern : patterns) {
        if (const std::optional<Pattern::Match> match = pattern.find(actual)) {
            return failed_check("output",
                                "the output holds " +
                                    in_quotes(actual.substr(match->begin, match->end - match->begin)) +
                                    ", which must not be there",
                                {}, excerpt(actual));
        }
    }
    return passed_check("output");
}

}  // namespace mariner::grader
