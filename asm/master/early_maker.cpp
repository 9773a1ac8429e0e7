// Finds what positions of few stones are worth, for emulator/games/early_scores.inc: `tools/book --early SECONDS`
// builds and runs it.
//
//     early_maker --known FILE [--seconds N]     prints the table, with what was found until then
//
// What was found stands in FILE and in the table that there is, so that a run that was stopped goes on. All searches
// share one table: a score doesn't change along best play, and most of what one position leads to was seen for another.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "emulator/games/early_scores.hpp"
#include "emulator/games/master_rule.hpp"

namespace mariner::games {
namespace {

/// How often people play a column, roughly.
constexpr std::array<double, column_count> likelihoods{1, 1.5, 3, 5, 3, 1.5, 1};

/// What follows positions that are met often comes first, and what follows one of them stands together: what is found
/// for one is still in the table for the next.
std::vector<Position> in_order_of_likelihood() {
    std::map<u64, double> likelihood{{0, 1.0}};
    for (int stones = 0; stones < early_stones - 1; ++stones) {
        std::map<u64, double> next;
        for (const Position& position : positions_of(stones)) {
            for (size_t column = 0; column < likelihoods.size(); ++column) {
                next[absolute_key(Facing(position.after(static_cast<int>(column))).position)] +=
                    likelihood.at(absolute_key(position)) * likelihoods.at(column);
            }
        }
        likelihood = std::move(next);
    }
    std::vector<Position> before = positions_of(early_stones - 1);
    std::ranges::stable_sort(before, std::ranges::greater(),
                             [&](const Position& position) { return likelihood.at(absolute_key(position)); });
    std::vector<Position> positions;
    std::unordered_set<u64> seen;
    for (const Position& position : before) {
        for (int column = 0; column < column_count; ++column) {
            const Position next = Facing(position.after(column)).position;
            if (seen.insert(absolute_key(next)).second) {
                positions.push_back(next);
            }
        }
    }
    return positions;
}

/// What stands in the file, in the table that there is, and in the book.
std::unordered_map<u64, int> read_known(const std::string& file) {
    std::unordered_map<u64, int> known;
    std::ifstream lines(file);
    unsigned long long key = 0;
    int score = 0;
    unsigned long long nodes = 0;
    while (lines >> key >> score >> nodes) {
        known[key] = score;
    }
    for (const Position& position : positions_of(early_stones)) {
        const ScoreBounds score_before = known_score(position);
        if (score_before.least == score_before.most) {
            known.emplace(absolute_key(position), score_before.least);
        }
    }
    return known;
}

/// Until all are known or somebody says that it is enough.
void find_scores(const std::string& file, std::unordered_map<u64, int>& known, const std::function<bool()>& is_over) {
    constexpr int early_table_bits = 27;
    constexpr int late_table_bits = 17;
    std::ofstream log(file, std::ios::app);
    Solver solver(early_table_bits, late_table_bits);
    solver.stop_when(is_over);
    for (const Position& position : in_order_of_likelihood()) {
        const u64 key = absolute_key(position);
        if (known.contains(key)) {
            continue;
        }
        const u64 before = solver.nodes();
        const int score = solver.score(position);
        if (solver.has_given_up()) {
            return;
        }
        known[key] = score;
        log << key << ' ' << score << ' ' << solver.nodes() - before << std::endl;
    }
}

void print_table(const std::unordered_map<u64, int>& known) {
    constexpr size_t widest = 118;
    std::string line;
    for (const Position& position : positions_of(early_stones)) {
        const auto found = known.find(absolute_key(position));
        const std::string number = std::to_string(found == known.end() ? unknown_score : found->second) + ",";
        if (line.size() + number.size() > widest) {
            std::puts(line.c_str());
            line.clear();
        }
        line += number;
    }
    std::puts(line.c_str());
}

}  // namespace
}  // namespace mariner::games

int main(int argc, char** argv) {
    using Clock = std::chrono::steady_clock;
    std::string file;
    double seconds = 1e9;
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string option = argv[i];
        file = option == "--known" ? argv[i + 1] : file;
        seconds = option == "--seconds" ? std::strtod(argv[i + 1], nullptr) : seconds;
    }
    if (file.empty()) {
        std::fputs("usage: early_maker --known FILE [--seconds N]\n", stderr);
        return 2;
    }
    const Clock::time_point end =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    std::unordered_map<mariner::u64, int> known = mariner::games::read_known(file);
    if (seconds > 0) {
        mariner::games::find_scores(file, known, [end] { return Clock::now() > end; });
    }
    const size_t all = mariner::games::positions_of(mariner::games::early_stones).size();
    std::fprintf(stderr, "positions of %d stones: %zu of %zu known\n", mariner::games::early_stones, known.size(), all);
    mariner::games::print_table(known);
    return 0;
}
