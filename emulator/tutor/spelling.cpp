#include "emulator/tutor/spelling.hpp"

#include <algorithm>
#include <string>
#include <tuple>

#include "emulator/support/edit_distance.hpp"
#include "emulator/support/text.hpp"

namespace mariner::tutor {

namespace {

/// Letters both begin with: among equally near names the one that begins alike was meant more often.
size_t common_start(std::string_view a, std::string_view b) {
    size_t count = 0;
    while (count < a.size() && count < b.size() && a[count] == b[count]) {
        ++count;
    }
    return count;
}

/// Letters for letters and digits for digits come before others.
size_t other_kinds(std::string_view a, std::string_view b) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    size_t count = 0;
    for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        count += is_digit(a[i]) != is_digit(b[i]) ? 1 : 0;
    }
    return count;
}

/// Keys that lie side by side are hit for each other.
bool are_neighbours(char a, char b) {
    static constexpr std::string_view rows[] = {"qwertyuiop", "asdfghjkl", "zxcvbnm", "1234567890"};
    return std::ranges::any_of(rows, [&](std::string_view row) {
        const size_t at = row.find(a);
        return at != std::string_view::npos &&
               ((at > 0 && row[at - 1] == b) || (at + 1 < row.size() && row[at + 1] == b));
    });
}

/// `g` is read for `q`.
bool look_alike(char a, char b) {
    static constexpr std::string_view twins[] = {"gq", "il", "mn", "uv"};
    return std::ranges::any_of(
        twins, [&](std::string_view pair) { return (pair[0] == a && pair[1] == b) || (pair[0] == b && pair[1] == a); });
}

/// One letter is another, of the kind that `are_taken` says.
bool differs_by_letter(std::string_view a, std::string_view b, bool (*are_taken)(char, char)) {
    if (a.size() != b.size()) {
        return false;
    }
    const auto [in_a, in_b] = std::ranges::mismatch(a, b);
    return in_a != a.end() && are_taken(*in_a, *in_b) && std::equal(in_a + 1, a.end(), in_b + 1);
}

/// What homework hardly has: instructions for whole double words, parts of words and traps, and texts without an end.
bool is_rare(std::string_view name) {
    static constexpr std::string_view rare[] = {
        "ld",   "sd",   "ll",   "sc",   "lwl",  "lwr",    "swl",    "swr",    "ulw",    "ulh",  "ulhu",
        "usw",  "ush",  "clo",  "clz",  "movn", "movz",   "movf",   "movt",   "madd",   "msub", "teq",
        "tne",  "tge",  "tgeu", "tlt",  "tltu", "teqi",   "tnei",   "tgei",   "tlti",   "mfc0", "mtc0",
        "eret", "lwc1", "ldc1", "swc1", "sdc1", ".ascii", ".kdata", ".ktext", ".extern"};
    return std::ranges::find(rare, name) != std::end(rare);
}

/// `bgue` for `bgeu`: two letters changed places.
bool differs_by_order(std::string_view a, std::string_view b) {
    return a.size() == b.size() && a.size() > 2 && a[0] == b[0] && std::ranges::is_permutation(a, b);
}

/// `sl` for `sll`, `adddi` for `addi`: one of two equal letters is missing or too many.
bool differs_by_double(std::string_view a, std::string_view b) {
    const std::string_view longer = a.size() > b.size() ? a : b;
    const std::string_view shorter = a.size() > b.size() ? b : a;
    const auto [in_longer, in_shorter] = std::ranges::mismatch(longer, shorter);
    return longer.size() == shorter.size() + 1 && in_longer != longer.begin() &&
           *(in_longer - 1) == (in_longer == longer.end() ? '\0' : *in_longer) &&
           std::equal(in_longer + 1, longer.end(), in_shorter, shorter.end());
}

/// Of large programs the beginning says enough.
constexpr size_t most_text = size_t{64} << 10;
constexpr size_t most_counted = 1000;

size_t count_in(std::string_view text, std::string_view what) {
    text = text.substr(0, most_text);
    size_t count = 0;
    for (size_t at = text.find(what); at != std::string_view::npos && count < most_counted;
         at = text.find(what, at + 1)) {
        ++count;
    }
    return count;
}

/// As a word of its own.
size_t count_word(std::string_view text, std::string_view word) {
    const auto joins = [&](size_t at) {
        return at < text.size() &&
               ((text[at] >= 'a' && text[at] <= 'z') || (text[at] >= '0' && text[at] <= '9') || text[at] == '_');
    };
    text = text.substr(0, most_text);
    size_t count = 0;
    for (size_t at = text.find(word); at != std::string_view::npos && count < most_counted;
         at = text.find(word, at + 1)) {
        count += joins(at + word.size()) || (at > 0 && joins(at - 1)) ? 0 : 1;
    }
    return count;
}

/// How often those three letters of a word stand elsewhere that do so least.
size_t rarest_letters(std::string_view word, std::string_view program) {
    constexpr size_t letters = 3;
    const size_t own = count_in(program, word);
    size_t rarest = word.size() < letters ? 0 : most_counted;
    for (size_t at = 0; at + letters <= word.size(); ++at) {
        const size_t count = count_in(program, word.substr(at, letters));
        rarest = std::min(rarest, count - std::min(own, count));
    }
    return rarest;
}

size_t tolerated(size_t length) {
    return length < 2 ? edit_cost : length < 6 ? replacement_cost : 2 * replacement_cost;
}

}  // namespace

std::vector<std::string_view> near_names(std::string_view word, const std::vector<std::string_view>& among,
                                         std::string_view program) {
    if (word.empty() || word.size() > longest_compared) {
        return {};
    }
    const std::string lower = to_lower(word);
    std::vector<std::tuple<size_t, size_t, size_t, size_t, size_t, std::string_view>> found;
    for (const std::string_view name : among) {
        const size_t difference = name.size() > word.size() ? name.size() - word.size() : word.size() - name.size();
        if (name == word || name.size() > longest_compared || edit_cost * difference > tolerated(word.size())) {
            continue;
        }
        const std::string other = to_lower(name);
        const bool looks_alike = differs_by_letter(lower, other, look_alike);
        const bool is_slight = looks_alike || differs_by_order(lower, other);
        const size_t distance =
            is_slight || differs_by_letter(lower, other, are_neighbours) ? edit_cost : edit_distance(lower, other);
        if (distance <= tolerated(word.size()) && distance < edit_cost * std::max(name.size(), word.size())) {
            found.emplace_back(distance + (is_rare(name) ? edit_cost : 0),
                               differs_by_double(lower, other) || is_slight ? 0 : 1, other_kinds(lower, other), 0,
                               longest_compared - common_start(lower, other), name);
        }
    }
    std::ranges::sort(found);
    // To count a name takes a look through the program: that is done for the nearest.
    constexpr size_t most_names = 100;
    found.resize(std::min(found.size(), most_names));
    for (auto& candidate : found) {
        std::get<3>(candidate) = most_counted - count_word(program, std::get<std::string_view>(candidate));
    }
    std::ranges::sort(found);
    std::vector<std::string_view> names;
    names.reserve(found.size());
    for (const auto& candidate : found) {
        names.push_back(std::get<std::string_view>(candidate));
    }
    return names;
}

bool is_stranger(std::string_view word, std::string_view than, std::string_view program) {
    return rarest_letters(word, program) < rarest_letters(than, program);
}

}  // namespace mariner::tutor
