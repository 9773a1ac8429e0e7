#include "emulator/similar/matching.hpp"

#include <algorithm>
#include <tuple>

namespace mariner::similar {

namespace {

/// Steps looked at for one pair. Programs of people come nowhere near; the same line ten thousand times would.
constexpr u64 work_limit = 300'000;

class Matcher {
public:
    Matcher(const MatchSide& left, const MatchSide& right)
        : m_left(left),
          m_right(right),
          m_left_used(left.left_out.begin(), left.left_out.end()),
          m_right_used(right.left_out.begin(), right.left_out.end()) {}

    std::vector<Passage> run(std::vector<Seed> seeds, u32 least) { return choose(extend_all(std::move(seeds)), least); }
    std::vector<Passage> run_by_marks(std::vector<Seed> seeds, u32 length, u32 gap) {
        sort_by_distance(seeds);
        std::vector<Passage> passages;
        for (const Seed& seed : seeds) {
            const bool goes_on = !passages.empty() &&
                                 distance({passages.back().left, passages.back().right}) == distance(seed) &&
                                 seed.left <= passages.back().left + passages.back().length - length + gap;
            if (goes_on) {
                passages.back().length = seed.left - passages.back().left + length;
            } else {
                passages.push_back({seed.left, seed.right, length});
            }
        }
        return choose(std::move(passages), length);
    }

private:
    static i64 distance(const Seed& seed) { return static_cast<i64>(seed.left) - static_cast<i64>(seed.right); }
    static void sort_by_distance(std::vector<Seed>& seeds) {
        std::ranges::sort(seeds, {}, [](const Seed& seed) { return std::pair(distance(seed), seed.left); });
    }

    std::vector<Passage> choose(std::vector<Passage> candidates, u32 least) {
        std::ranges::sort(candidates, {}, [](const Passage& one) {
            return std::tuple(~one.length, one.left, one.right);  // the longest first
        });
        for (const Passage& candidate : candidates) {
            place(candidate, least);
        }
        std::ranges::sort(m_placed, {}, &Passage::left);
        return std::move(m_placed);
    }

    [[nodiscard]] bool agree(size_t left, size_t right) const {
        return m_left.tokens[left].code == m_right.tokens[right].code && m_left.left_out[left] == 0 &&
               m_right.left_out[right] == 0;
    }

    /// Seeds at one distance lie in the same passages: sorted by it, each passage is walked along once.
    std::vector<Passage> extend_all(std::vector<Seed> seeds) {
        sort_by_distance(seeds);
        std::vector<Passage> passages;
        u64 work = 0;
        for (const Seed& seed : seeds) {
            const bool is_inside = !passages.empty() && seed.left < passages.back().left + passages.back().length &&
                                   distance({passages.back().left, passages.back().right}) == distance(seed);
            if (is_inside || work > work_limit || !agree(seed.left, seed.right)) {
                continue;
            }
            passages.push_back(extend(seed));
            work += passages.back().length;
        }
        return passages;
    }

    [[nodiscard]] Passage extend(const Seed& seed) const {
        u32 before = 0;
        while (before < std::min(seed.left, seed.right) && agree(seed.left - before - 1, seed.right - before - 1)) {
            ++before;
        }
        Passage passage{seed.left - before, seed.right - before, before};
        while (passage.left + passage.length < m_left.tokens.size() &&
               passage.right + passage.length < m_right.tokens.size() &&
               agree(passage.left + passage.length, passage.right + passage.length)) {
            ++passage.length;
        }
        return passage;
    }

    /// The parts of a passage that longer ones have left over.
    void place(const Passage& passage, u32 least) {
        u32 first = 0;
        for (u32 i = 0; i <= passage.length; ++i) {
            const bool is_free =
                i < passage.length && m_left_used[passage.left + i] == 0 && m_right_used[passage.right + i] == 0;
            if (is_free) {
                continue;
            }
            if (i - first >= least) {
                const Passage part{passage.left + first, passage.right + first, i - first};
                std::fill_n(m_left_used.data() + part.left, part.length, u8{1});
                std::fill_n(m_right_used.data() + part.right, part.length, u8{1});
                m_placed.push_back(part);
            }
            first = i + 1;
        }
    }

    MatchSide m_left;
    MatchSide m_right;
    std::vector<u8> m_left_used;
    std::vector<u8> m_right_used;
    std::vector<Passage> m_placed;
};

}  // namespace

std::vector<Passage> match_passages(const MatchSide& left, const MatchSide& right, std::vector<Seed> seeds, u32 least) {
    return Matcher(left, right).run(std::move(seeds), least);
}

std::vector<Passage> passages_by_marks(std::span<const u8> left_out, size_t right_steps, std::vector<Seed> seeds,
                                       u32 length, u32 gap) {
    const std::vector<u8> nothing_left_out(right_steps);
    return Matcher({{}, left_out}, {{}, nothing_left_out}).run_by_marks(std::move(seeds), length, gap);
}

}  // namespace mariner::similar
