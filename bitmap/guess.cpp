#include "bitmap/guess.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <functional>
#include <limits>
#include <numeric>
#include <set>
#include <vector>

#include "emulator/support/text.hpp"

namespace mariner::bitmap {

namespace {

constexpr std::array<u32, 7> row_lengths = {16, 32, 64, 128, 256, 512, 1024};

u32 base_below(u32 address, const BaseNames& names) {
    std::optional<u32> best;
    for (u32 base : names.all()) {
        if (base <= address) {
            best = std::max(best.value_or(0), base);
        }
    }
    return best.value_or(address & ~3u);
}

/// Share of words that equal the one a row below, for rows of this many: high where shapes lie under each other.
double likeness(const std::vector<u32>& words, u32 columns) {
    if (words.size() < size_t{columns} * 2) {
        return 0;
    }
    const size_t count = words.size() - columns;
    const auto equal = std::transform_reduce(words.data() + columns, words.data() + words.size(), words.data(),
                                             size_t{0}, std::plus(), std::equal_to());
    return static_cast<double>(equal) / static_cast<double>(count);
}

/// The row length whose rows resemble each other most. A multiple of the true length scores nearly as well, so a longer
/// row must be clearly better. A picture without shapes says nothing: the most square one then.
u32 guess_columns(const std::vector<u32>& words) {
    u32 best = 0;
    double best_score = 0;
    for (u32 columns : row_lengths) {
        const double score = likeness(words, columns);
        if (score > best_score + 0.02) {
            best = columns;
            best_score = score;
        }
    }
    if (best != 0 && best_score < 0.999) {
        return best;
    }
    const auto side = std::bit_floor(static_cast<u32>(std::max<size_t>(words.size(), 256)));
    return std::clamp(1u << ((std::bit_width(side) - 1 + 1) / 2), row_lengths.front(), row_lengths.back());
}

/// How far two numbers are apart, in doublings.
int doublings(u32 a, u32 b) {
    return std::abs(static_cast<int>(std::bit_width(a)) - static_cast<int>(std::bit_width(b)));
}

/// How little a geometry suits what was drawn: its rows should be as long, and it should have room, but not much more.
int unsuitability(const Geometry& geometry, u32 columns, u32 rows) {
    constexpr u32 usual_width = 512;
    const bool lacks_room = geometry.rows() < rows;
    return 1000 * doublings(geometry.columns(), columns) +
           (lacks_room ? 100 : 10) * doublings(geometry.rows(), std::max(rows, columns / 2)) +
           doublings(geometry.display_width, usual_width);
}

/// Of all that MARS's lists can be set to, and the comments allow, what suits best.
Geometry best_listed(const HeaderHint& hint, u32 base, u32 columns, u32 rows) {
    Geometry best;
    int least = std::numeric_limits<int>::max();
    for (u32 unit = listed_unit_size; unit >= 1; unit /= 2) {
        for (u32 width = least_listed_size; width <= most_listed_size; width *= 2) {
            for (u32 height = least_listed_size; height <= most_listed_size; height *= 2) {
                const Geometry candidate = hint.over({unit, unit, width, height, base});
                if (candidate.units() == 0) {
                    continue;
                }
                if (const int score = unsuitability(candidate, columns, rows); score < least) {
                    least = score;
                    best = candidate;
                }
            }
        }
    }
    return best;
}

/// As people choose colours: #ff8000, #cc3399, and not too dark. Most numbers have other bytes.
bool is_chosen_colour(u32 word) {
    const auto is_round = [](u32 byte) { return byte % 0x10 == 0 || byte % 0x11 == 0 || byte == 0x7f; };
    const u32 red = word >> 16 & 0xff;
    const u32 green = word >> 8 & 0xff;
    const u32 blue = word & 0xff;
    return is_round(red) && is_round(green) && is_round(blue) && std::max({red, green, blue}) >= 0x7f;
}

}  // namespace

bool looks_drawn(WordView words, const std::vector<u32>& before) {
    constexpr size_t fewest = 256;
    constexpr size_t most_distinct = 256;
    size_t colours = 0;  // from 0x010000 to 0xffffff: too large for a counter, too small for an address, text or float
    size_t repeated = 0;
    size_t small = 0;
    size_t others = 0;
    std::set<u32> distinct;
    for (size_t i = 0; i < words.size(); ++i) {
        const u32 word = words[i];
        if (word == 0 || word == (i < before.size() ? before[i] : 0)) {
            continue;
        }
        small += word <= 0xffff ? 1 : 0;
        others += word > colour_mask ? 1 : 0;
        if (word > 0xffff && word <= colour_mask) {
            ++colours;
            repeated += i > 0 && words[i - 1] == word ? 1 : 0;
            if (distinct.size() <= most_distinct) {
                distinct.insert(word);
            }
        }
    }
    const auto chosen = static_cast<size_t>(std::ranges::count_if(distinct, is_chosen_colour));
    return colours >= fewest && 2 * repeated >= colours && 2 * small <= colours && 16 * others <= colours &&
           distinct.size() <= most_distinct && 2 * chosen >= distinct.size();
}

WrittenRegion written_region(u32 address, WordView words, const std::vector<u32>& before) {
    WrittenRegion region{0xffffffff, 0};
    for (size_t i = 0; i < words.size(); ++i) {
        if (words[i] != (i < before.size() ? before[i] : 0)) {
            const u32 at = address + static_cast<u32>(4 * i);
            region.first = std::min(region.first, at);
            region.last = at;
        }
    }
    return region;
}

Guess guess_geometry(const HeaderHint& hint, const WrittenRegion& written, u32 address, WordView words,
                     const BaseNames& names) {
    const auto& known_base = hint[Setting::base];
    const u32 base = known_base ? known_base->value : base_below(written.first, names);
    std::vector<u32> drawn;
    for (u64 at = base; at <= written.last; at += 4) {
        const u64 index = (at - address) / 4;
        if (at >= address && index < words.size()) {
            drawn.push_back(words[static_cast<size_t>(index)]);
        }
    }
    const bool is_gridded = hint.cells.has_value();
    const u32 columns = is_gridded ? hint.cells->width : guess_columns(drawn);
    const u32 rows = is_gridded ? hint.cells->height : static_cast<u32>((drawn.size() + columns - 1) / columns);
    Geometry result = best_listed(hint, base, columns, rows);
    result.unit_width = std::min(result.unit_width, result.display_width);
    result.unit_height = std::min(result.unit_height, result.display_height);
    return {result, "display guessed from the words written (" + hex32(written.first) + " to " + hex32(written.last) +
                        "): " + describe(result, names) +
                        "; a header comment with MARS's settings, or options, would say it for certain"};
}

}  // namespace mariner::bitmap
