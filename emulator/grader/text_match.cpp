#include "emulator/grader/text_match.hpp"

#include <algorithm>
#include <cstdlib>

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

std::string normalised(TextRule::Kind kind, std::string_view text) {
    switch (kind) {
        case TextRule::Kind::trailing:
            return without_trailing_blanks(text);
        case TextRule::Kind::whitespace:
            return words_of(text);
        default:
            return std::string(text);
    }
}

std::string describe_first_difference(const std::vector<DiffLine>& diff, std::string_view what) {
    size_t line = 1;  // of the actual text
    for (size_t i = 0; i < diff.size(); ++i) {
        const DiffLine& entry = diff[i];
        if (entry.kind == DiffLine::Kind::same) {
            ++line;
            continue;
        }
        if (entry.kind == DiffLine::Kind::gap) {
            line += std::strtoul(entry.text.c_str(), nullptr, 10);
            continue;
        }
        const std::string place = "line " + std::to_string(line) + " of the " + std::string(what);
        if (entry.kind == DiffLine::Kind::extra) {
            return place + " is not expected: " + in_quotes(entry.text);
        }
        const auto other = std::find_if(diff.begin() + static_cast<std::ptrdiff_t>(i), diff.end(),
                                        [](const auto& d) { return d.kind != DiffLine::Kind::missing; });
        const bool is_replaced = other != diff.end() && other->kind == DiffLine::Kind::extra;
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
    const bool by_words = rule.kind == TextRule::Kind::whitespace;
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
    const bool is_ordered = rule.kind == TextRule::Kind::ordered;
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

/// Both texts between their common beginning and end, cut to what can be compared.
struct Middle {
    size_t before = 0;  // equal lines in front
    size_t after = 0;   // and at the end
    Lines expected;
    Lines actual;
    bool is_cut = false;
};

Middle middle_of(Lines expected, Lines actual) {
    Middle middle;
    const size_t shorter = std::min(expected.size(), actual.size());
    while (middle.before < shorter && expected[middle.before] == actual[middle.before]) {
        ++middle.before;
    }
    while (middle.after < shorter - middle.before &&
           expected[expected.size() - 1 - middle.after] == actual[actual.size() - 1 - middle.after]) {
        ++middle.after;
    }
    const auto cut = [&](Lines& lines) {
        lines.resize(lines.size() - middle.after);
        lines.erase(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(middle.before));
        middle.is_cut = middle.is_cut || lines.size() > most_compared_lines;
        lines.resize(std::min(lines.size(), most_compared_lines));
    };
    cut(expected);
    cut(actual);
    middle.expected = std::move(expected);
    middle.actual = std::move(actual);
    return middle;
}

DiffLine diff_line(DiffLine::Kind kind, std::string_view text) {
    return {kind, std::string(text.substr(0, longest_shown_line))};
}

/// The longest common subsequence, walked from the front.
void append_middle(std::vector<DiffLine>& out, const Middle& middle) {
    const Lines& a = middle.expected;
    const Lines& b = middle.actual;
    std::vector<std::vector<u16>> common(a.size() + 1, std::vector<u16>(b.size() + 1, 0));
    for (size_t i = a.size(); i-- > 0;) {
        for (size_t j = b.size(); j-- > 0;) {
            common[i][j] = a[i] == b[j] ? static_cast<u16>(common[i + 1][j + 1] + 1)
                                        : std::max(common[i + 1][j], common[i][j + 1]);
        }
    }
    size_t i = 0;
    size_t j = 0;
    while (i < a.size() || j < b.size()) {
        if (i < a.size() && j < b.size() && a[i] == b[j]) {
            out.push_back(diff_line(DiffLine::Kind::same, a[i++]));
            ++j;
        } else if (i < a.size() && (j == b.size() || common[i + 1][j] >= common[i][j + 1])) {
            out.push_back(diff_line(DiffLine::Kind::missing, a[i++]));
        } else {
            out.push_back(diff_line(DiffLine::Kind::extra, b[j++]));
        }
    }
}

void append_same(std::vector<DiffLine>& out, const Lines& lines, size_t from, size_t to) {
    for (size_t i = from; i < to; ++i) {
        out.push_back(diff_line(DiffLine::Kind::same, lines[i]));
    }
}

void append_gap(std::vector<DiffLine>& out, size_t lines) {
    if (lines > 0) {
        out.push_back({DiffLine::Kind::gap, std::to_string(lines) + (lines == 1 ? " equal line" : " equal lines")});
    }
}

}  // namespace

std::string excerpt(std::string_view text, size_t most) {
    if (text.size() <= most) {
        return std::string(text);
    }
    return std::string(text.substr(0, most)) + "\n[" + with_thousands(text.size() - most) + " more bytes]";
}

std::string in_quotes(std::string_view text, size_t most) {
    std::string out = "'";
    for (const char c : text.substr(0, most)) {
        const auto byte = static_cast<u8>(c);
        out += c == '\n' ? "\\n" : byte < 0x20 || byte == 0x7f ? "?" : std::string(1, c);
    }
    return out + (text.size() > most ? "...'" : "'");
}

std::vector<DiffLine> diff_lines(std::string_view expected, std::string_view actual) {
    const Lines all = lines_of(expected);
    const Middle middle = middle_of(all, lines_of(actual));
    std::vector<DiffLine> out;
    const size_t hidden = middle.before > shown_around ? middle.before - shown_around : 0;
    append_gap(out, hidden);
    append_same(out, all, hidden, middle.before);
    append_middle(out, middle);
    if (middle.is_cut) {
        out.push_back({DiffLine::Kind::gap, "0 lines here; what follows is too long to compare"});
        return out;
    }
    const size_t tail = all.size() - middle.after;
    append_same(out, all, tail, std::min(all.size(), tail + shown_around));
    append_gap(out, middle.after > shown_around ? middle.after - shown_around : 0);
    return out;
}

CheckResult match_text(std::string what, const TextRule& rule, const std::vector<Filter>& filters,
                       std::string_view actual) {
    CheckResult check;
    check.what = std::move(what);
    const std::optional<std::string> text = filtered(actual, filters);
    if (text && !rule.texts.empty() && rule.kind < TextRule::Kind::contains) {
        const std::optional<std::string> expected = filtered(rule.texts[0], filters);
        compare_whole(check, rule, expected.value_or(""), *text);
    } else if (text && rule.kind == TextRule::Kind::contains) {
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
    CheckResult check;
    check.what = "output";
    check.passed = true;
    for (const Pattern& pattern : patterns) {
        if (const std::optional<Pattern::Match> match = pattern.find(actual)) {
            check.passed = false;
            check.message = "the output holds " + in_quotes(actual.substr(match->begin, match->end - match->begin)) +
                            ", which must not be there";
            check.actual = excerpt(actual);
            break;
        }
    }
    return check;
}

}  // namespace mariner::grader
