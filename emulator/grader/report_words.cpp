#include "emulator/grader/report_words.hpp"

#include "emulator/grader/text_match.hpp"

namespace mariner::grader {

namespace {

/// Beyond so many words of a line only the common beginning and end are looked for.
constexpr size_t most_compared_words = 500;

bool is_of_word(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<u8>(c) >= 0x80;
}

/// Runs of letters and digits; any other character stands alone.
std::vector<std::string_view> split_words(std::string_view line) {
    std::vector<std::string_view> words;
    while (!line.empty()) {
        size_t length = 1;
        while (is_of_word(line[0]) && length < line.size() && is_of_word(line[length])) {
            ++length;
        }
        words.push_back(line.substr(0, length));
        line.remove_prefix(length);
    }
    return words;
}

/// The line's next word, in the span before if that is of its kind.
void append(std::vector<WordSpan>& spans, std::string_view word, bool is_changed) {
    if (spans.empty() || spans.back().is_changed != is_changed) {
        spans.push_back({word, is_changed});
    } else {
        spans.back().text = {spans.back().text.data(), spans.back().text.size() + word.size()};
    }
}

}  // namespace

WordDiff compare_words(std::string_view expected, std::string_view actual) {
    const std::vector<std::string_view> left = split_words(expected);
    const std::vector<std::string_view> right = split_words(actual);
    const Edits edits = edits_between(left, right, most_compared_words);
    WordDiff diff;
    size_t i = 0;
    size_t j = 0;
    const auto take = [&](DiffKind kind) {
        if (kind != DiffKind::extra) {
            append(diff.expected, left[i++], kind != DiffKind::same);
        }
        if (kind != DiffKind::missing) {
            append(diff.actual, right[j++], kind != DiffKind::same);
        }
    };
    while (i < edits.before) {
        take(DiffKind::same);
    }
    for (const DiffKind kind : edits.is_cut ? std::vector<DiffKind>() : edits.between) {
        take(kind);
    }
    while (i < left.size() - edits.after) {
        take(DiffKind::missing);
    }
    while (j < right.size() - edits.after) {
        take(DiffKind::extra);
    }
    while (i < left.size()) {
        take(DiffKind::same);
    }
    return diff;
}

}  // namespace mariner::grader
