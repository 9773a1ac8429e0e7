#include "emulator/games/shrink.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <vector>

namespace mariner::games {

namespace {

using InputLines = std::vector<std::string>;

/// Each line keeps its LF, so that a last one without it stays so.
InputLines split(const std::string& input) {
    InputLines lines;
    size_t start = 0;
    while (start < input.size()) {
        const size_t end = std::min(input.find('\n', start), input.size() - 1) + 1;
        lines.push_back(input.substr(start, end - start));
        start = end;
    }
    return lines;
}

std::string join(const InputLines& lines) {
    return std::accumulate(lines.begin(), lines.end(), std::string());
}

class Shrinker {
public:
    Shrinker(const std::string& input, const ShowsFault& shows_fault, const ShrinkOptions& options)
        : m_lines(split(input)),
          m_shows_fault(shows_fault),
          m_attempts(options.attempts),
          m_change_lines(options.change_lines) {}

    std::string run() {
        size_t before = 0;
        do {
            before = join(m_lines).size();
            drop_chunks();
            if (m_change_lines) {
                simplify_lines();
            }
            if (join(m_lines).size() == before) {
                drop_pairs();  // many attempts, so only where nothing else helps
            }
        } while (join(m_lines).size() < before && m_attempts > 0);
        return join(m_lines);
    }

private:
    static constexpr size_t longest_move = 3;  // lines: a column and two answers

    bool accept(InputLines candidate) {
        if (m_attempts == 0) {
            return false;
        }
        --m_attempts;
        if (!m_shows_fault(join(candidate))) {
            return false;
        }
        m_lines = std::move(candidate);
        return true;
    }

    static void erase(InputLines& lines, size_t start, size_t count) {
        const auto first = lines.begin() + static_cast<std::ptrdiff_t>(start);
        lines.erase(first, first + static_cast<std::ptrdiff_t>(count));
    }

    /// Halves, quarters ... single lines, from the end. Up to the lines of one move every place is tried.
    void drop_chunks() {
        size_t size = std::max(m_lines.size() / 2, longest_move);
        while (size > 0) {
            size_t end = m_lines.size();
            while (end > 0) {
                const size_t start = end > size ? end - size : 0;
                InputLines candidate = m_lines;
                erase(candidate, start, end - start);
                const size_t step = size > longest_move ? end - start : 1;
                end = accept(std::move(candidate)) ? start : end - step;
            }
            size = size > longest_move ? std::max(size / 2, longest_move) : size - 1;
        }
    }

    /// Two places at once, for a move of each player: then the rest is still played by whom it was.
    void drop_pairs() {
        for (size_t size = 1; size <= longest_move; ++size) {
            for (size_t other_size = 1; other_size <= longest_move; ++other_size) {
                drop_pairs(size, other_size);
            }
        }
    }

    void drop_pairs(size_t early_size, size_t late_size) {
        for (size_t late = m_lines.size(); late > 0 && m_attempts > 0;) {
            --late;
            size_t early = 0;
            while (early + early_size <= late && late + late_size <= m_lines.size() && m_attempts > 0) {
                InputLines candidate = m_lines;
                erase(candidate, late, late_size);
                erase(candidate, early, early_size);
                if (accept(std::move(candidate))) {
                    late -= early_size;  // what stood behind the pair
                } else {
                    ++early;
                }
            }
        }
    }

    /// A long line becomes its first character, any other the plainest answers that games know.
    void simplify_lines() {
        for (size_t i = 0; i < m_lines.size(); ++i) {
            if (m_lines[i].size() > 2) {
                replace(i, m_lines[i].substr(0, 1) + "\n");
            }
            for (const std::string_view plain : {"\n", "0\n", "1\n", "N\n"}) {
                if (m_lines[i].size() > plain.size()) {
                    replace(i, std::string(plain));
                }
            }
        }
    }

    void replace(size_t index, std::string line) {
        InputLines candidate = m_lines;
        candidate[index] = std::move(line);
        accept(std::move(candidate));
    }

    InputLines m_lines;
    const ShowsFault& m_shows_fault;
    size_t m_attempts;
    bool m_change_lines;
};

}  // namespace

std::string shrink(const std::string& input, const ShowsFault& shows_fault, const ShrinkOptions& options) {
    return Shrinker(input, shows_fault, options).run();
}

}  // namespace mariner::games
