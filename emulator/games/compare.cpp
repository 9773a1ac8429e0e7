#include "emulator/games/compare.hpp"

#include <algorithm>
#include <vector>

#include "emulator/support/text.hpp"

namespace mariner::games {

namespace {

std::string printable(std::string_view text) {
    std::string out;
    for (const char c : text) {
        out += c >= ' ' && c != 0x7f ? std::string(1, c) : c == '\n' ? "\\n" : "?";
    }
    return out;
}

std::vector<std::string> printable_lines(std::string_view text) {
    std::vector<std::string> lines;
    for (const std::string_view line : lines_of(text)) {
        lines.push_back(printable(line));
    }
    return lines;
}

std::string hex_of(const std::vector<u8>& bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out;
    for (const u8 byte : bytes) {
        out += out.empty() ? "" : " ";
        out += digits[byte >> 4U];
        out += digits[byte & 15U];
    }
    return out;
}

std::string describe_text_difference(const std::string& expected, const std::string& actual) {
    const auto [want, got] = std::mismatch(expected.begin(), expected.end(), actual.begin(), actual.end());
    const auto line = std::count(expected.begin(), want, '\n') + 1;
    const auto excerpt = [](std::string::const_iterator from, std::string::const_iterator end) {
        return from == end ? std::string("nothing more")
                           : "'" + printable(std::string(from, from + std::min<std::ptrdiff_t>(end - from, 40))) + "'";
    };
    return "line " + std::to_string(line) + " of the output goes on with " + excerpt(got, actual.end()) +
           " instead of " + excerpt(want, expected.end());
}

std::optional<std::string> find_fact_difference(const GameRecord& expected, const GameRecord& actual) {
    for (size_t i = 0; i < expected.facts.size(); ++i) {
        const Fact& want = expected.facts[i];
        const Fact& got = actual.facts[i];
        if (want.bytes != got.bytes) {
            return "at " + want.label + " memory holds " + hex_of(got.bytes) + " instead of " + hex_of(want.bytes);
        }
    }
    return std::nullopt;
}

std::optional<std::string> find_pixel_difference(const GameRecord& expected, const GameRecord& actual) {
    if (expected.picture == actual.picture) {
        return std::nullopt;
    }
    const auto [want, got] =
        std::mismatch(expected.picture.begin(), expected.picture.end(), actual.picture.begin(), actual.picture.end());
    const auto index = want - expected.picture.begin();
    return "the unit in column " + std::to_string(index % 64) + ", row " + std::to_string(index / 64) +
           " of the picture has colour " + std::to_string(*got) + " instead of " + std::to_string(*want);
}

}  // namespace

std::optional<std::string> find_difference(const GameRecord& expected, const GameRecord& actual, bool only_transcript) {
    if (expected.transcript != actual.transcript) {
        return describe_text_difference(expected.transcript, actual.transcript);
    }
    if (expected.ending != actual.ending) {
        return "the program ended by " + actual.ending;
    }
    if (expected.exit_status != actual.exit_status) {
        return "the exit status is " + std::to_string(actual.exit_status) + " instead of " +
               std::to_string(expected.exit_status);
    }
    if (only_transcript) {
        return std::nullopt;
    }
    if (std::optional<std::string> difference = find_fact_difference(expected, actual)) {
        return difference;
    }
    return find_pixel_difference(expected, actual);
}

std::string side_by_side(const GameRecord& expected, const GameRecord& actual, size_t max_lines) {
    const std::vector<std::string> left = printable_lines(expected.transcript);
    const std::vector<std::string> right = printable_lines(actual.transcript);
    const size_t count = std::max(left.size(), right.size());
    const auto line = [](const std::vector<std::string>& lines, size_t i) {
        return i < lines.size() ? lines[i] : std::string();
    };
    size_t first = 0;
    while (first < count && line(left, first) == line(right, first)) {
        ++first;
    }
    const size_t start = first > max_lines / 2 && count > max_lines ? first - max_lines / 2 : 0;
    constexpr size_t width = 58;
    std::string out = "  expected" + std::string(width - 8, ' ') + "  program\n";
    for (size_t i = start; i < std::min(count, start + max_lines); ++i) {
        const std::string shown = line(left, i).substr(0, width);
        const std::string other = line(right, i).substr(0, width);
        out += line(left, i) == line(right, i) ? "  " : "! ";
        out += shown + std::string(width - shown.size(), ' ') + "| " + other + "\n";
    }
    return out;
}

}  // namespace mariner::games
