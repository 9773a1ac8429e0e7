#include "emulator/similar/compare.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "emulator/similar/fingerprint.hpp"
#include "emulator/similar/matching.hpp"
#include "emulator/support/sort_unique.hpp"

namespace mariner::similar {

namespace {

/// Of a fingerprint that a program has more often, only so many places are tried.
constexpr size_t max_places = 8;
/// Pairs below this part of the threshold by their fingerprints aren't laid side by side.
constexpr u64 candidate_part = 3;

enum Mark : u8 { own, in_base, in_many };

/// A fingerprint of one program.
struct Fingerprint {
    u64 hash = 0;
    u32 program = 0;
    u32 position = 0;

    friend auto operator<=>(const Fingerprint&, const Fingerprint&) = default;
};

/// A fingerprint in the index, and the programs that have it, in order.
struct Group {
    size_t first = 0;  // into the places
    size_t last = 0;
};

class Comparer {
public:
    Comparer(std::span<const ComparedProgram> programs, std::span<const ComparedProgram> base,
             const CompareOptions& options)
        : m_programs(programs), m_base(base), m_options(options) {}

    Comparison run() {
        hash_all();
        leave_out_base();
        leave_out_common();
        count_steps();
        make_index();
        for (u32 i = 0; i + m_options.earlier < m_programs.size(); ++i) {
            compare_with_later(i);
        }
        std::sort(m_result.pairs.begin(), m_result.pairs.end(), [](const Pair& a, const Pair& b) {
            return std::tuple(b.percent(), b.alike, a.left, a.right) <
                   std::tuple(a.percent(), a.alike, b.left, b.right);
        });
        make_clusters();
        return std::move(m_result);
    }

private:
    void hash_all() {
        for (const ComparedProgram& program : m_programs) {
            m_hashes.push_back(passage_hashes(program.tokens, m_options.k));
            m_marks.emplace_back(program.tokens.size(), own);
        }
    }

    /// Passages of these hashes (sorted) are left out with all their steps.
    void leave_out(const std::vector<u64>& hashes, Mark mark) {
        for (size_t i = 0; i < m_programs.size() && !hashes.empty(); ++i) {
            for (size_t position = 0; position < m_hashes[i].size(); ++position) {
                if (std::binary_search(hashes.begin(), hashes.end(), m_hashes[i][position])) {
                    const auto first = m_marks[i].begin() + static_cast<std::ptrdiff_t>(position);
                    std::replace(first, first + static_cast<std::ptrdiff_t>(m_options.k), u8{own}, u8{mark});
                }
            }
        }
    }

    void leave_out_base() {
        std::vector<u64> hashes;
        for (const ComparedProgram& program : m_base) {
            const std::vector<u64> more = passage_hashes(program.tokens, m_options.k);
            hashes.insert(hashes.end(), more.begin(), more.end());
        }
        std::sort(hashes.begin(), hashes.end());
        leave_out(hashes, in_base);
        m_base_hashes = std::move(hashes);
    }

    void leave_out_common() {
        std::vector<u64> all;
        for (std::vector<u64> hashes : m_hashes) {
            sort_unique(hashes);
            all.insert(all.end(), hashes.begin(), hashes.end());
        }
        std::sort(all.begin(), all.end());
        const size_t limit = m_options.most_bearers(m_programs.size());
        std::vector<u64> common;
        for (auto first = all.begin(); first != all.end();) {
            const auto last = std::upper_bound(first, all.end(), *first);
            if (static_cast<size_t>(last - first) > limit) {
                common.push_back(*first);
            }
            first = last;
        }
        leave_out(common, in_many);
    }

    void count_steps() {
        for (size_t i = 0; i < m_programs.size(); ++i) {
            if (m_programs[i].is_from_store) {
                m_result.steps.push_back({m_programs[i].stored_steps, 0, 0});
                continue;
            }
            const std::vector<u8>& marks = m_marks[i];
            const auto count = [&](Mark mark) {
                return static_cast<u32>(std::count(marks.begin(), marks.end(), mark));
            };
            m_result.steps.push_back({count(own), count(in_base), count(in_many)});
        }
    }

    /// Fingerprints of the stretches between what is left out.
    void make_index() {
        m_result.marks.resize(m_programs.size());
        for (u32 i = 0; i < m_programs.size(); ++i) {
            for (const KeptMark& mark : m_programs[i].marks) {
                if (!std::binary_search(m_base_hashes.begin(), m_base_hashes.end(), mark.hash)) {
                    m_places.push_back({mark.hash, i, mark.position});
                }
            }
            const std::vector<u8>& marks = m_marks[i];
            for (size_t first = 0; first < marks.size();) {
                size_t last = first;
                while (last < marks.size() && marks[last] == own) {
                    ++last;
                }
                if (last - first >= m_options.k) {
                    add_places(i, first, last - first - m_options.k + 1);
                }
                first = last + 1;
            }
        }
        std::sort(m_places.begin(), m_places.end());
        m_groups_of.resize(m_programs.size());
        for (size_t first = 0; first < m_places.size();) {
            size_t last = first;
            const auto group = static_cast<u32>(m_groups.size());
            for (; last < m_places.size() && m_places[last].hash == m_places[first].hash; ++last) {
                if (last == first || m_places[last].program != m_places[last - 1].program) {
                    m_groups_of[m_places[last].program].push_back(group);
                }
            }
            m_groups.push_back({first, last});
            first = last;
        }
    }

    void add_places(u32 program, size_t first, size_t count) {
        const std::span<const u64> hashes(m_hashes[program].data() + first, count);
        std::vector<KeptMark>& marks = m_result.marks[program];
        const auto begin = static_cast<u32>(first);
        const auto end = static_cast<u32>(first + count - 1);
        const std::vector<u32> kept = winnow(hashes, m_options.w);
        if (kept.front() != 0) {  // a store knows both ends of what it has
            marks.push_back({hashes.front(), begin});
        }
        for (const u32 position : kept) {
            m_places.push_back({hashes[position], program, begin + position});
            marks.push_back({hashes[position], begin + position});
        }
        if (marks.back().position != end) {
            marks.push_back({hashes.back(), end});
        }
    }

    void compare_with_later(u32 left) {
        std::vector<u32> shared(m_programs.size());
        for (const u32 group : m_groups_of[left]) {
            u32 before = left;
            for (size_t i = m_groups[group].first; i < m_groups[group].last; ++i) {
                const u32 program = m_places[i].program;
                if (program > before) {
                    ++shared[program];
                    before = program;
                }
            }
        }
        for (u32 right = left + 1; right < m_programs.size(); ++right) {
            const u64 fewer = std::min(m_groups_of[left].size(), m_groups_of[right].size());
            if (shared[right] != 0 && candidate_part * 100 * shared[right] >= m_options.threshold * fewer) {
                lay_side_by_side(left, right);
            }
        }
    }

    void lay_side_by_side(u32 left, u32 right) {
        Pair pair{left, right, 0, 0, 0, {}};
        const auto length = static_cast<u32>(m_options.k);
        if (m_programs[right].is_from_store) {  // of which the steps aren't known
            pair.passages = passages_by_marks(m_marks[left], reach_of(m_programs[right]), seeds_in_store(left, right),
                                              length, static_cast<u32>(m_options.w));
        } else {
            pair.passages = match_passages({m_programs[left].tokens, m_marks[left]},
                                           {m_programs[right].tokens, m_marks[right]}, seeds(left, right), length);
        }
        for (const Passage& passage : pair.passages) {
            pair.alike += passage.length;
        }
        const auto percent_of = [&](u32 program) {
            const u64 percent = u64{100} * pair.alike / std::max(m_result.steps[program].own, u32{1});
            return static_cast<u32>(std::min<u64>(percent, 100));
        };
        pair.left_percent = percent_of(left);
        pair.right_percent = percent_of(right);
        if (pair.alike >= m_options.guarantee() && pair.percent() >= m_options.threshold) {
            m_result.pairs.push_back(std::move(pair));
        }
    }

    /// A stored program's fingerprints, wherever the other one has such a passage.
    [[nodiscard]] std::vector<Seed> seeds_in_store(u32 left, u32 right) {
        if (m_known_left != left) {
            m_known_left = left;
            m_left_passages.clear();
            for (u32 i = 0; i < m_hashes[left].size(); ++i) {
                const auto first = m_marks[left].begin() + static_cast<std::ptrdiff_t>(i);
                if (std::all_of(first, first + static_cast<std::ptrdiff_t>(m_options.k),
                                [](u8 m) { return m == own; })) {
                    m_left_passages.push_back({m_hashes[left][i], left, i});
                }
            }
            std::sort(m_left_passages.begin(), m_left_passages.end());
        }
        std::vector<Seed> found;
        for (const KeptMark& mark : m_programs[right].marks) {
            auto passage = std::ranges::lower_bound(m_left_passages, mark.hash, {}, &Fingerprint::hash);
            for (size_t i = 0; i < max_places && passage != m_left_passages.end() && passage->hash == mark.hash; ++i) {
                found.push_back({passage->position, mark.position});
                ++passage;
            }
        }
        return found;
    }
    /// How far a stored program's passages go.
    [[nodiscard]] size_t reach_of(const ComparedProgram& stored) const {
        return stored.marks.empty() ? 0 : stored.marks.back().position + m_options.k;
    }

    [[nodiscard]] std::vector<Seed> seeds(u32 left, u32 right) const {
        std::vector<u32> groups;
        std::set_intersection(m_groups_of[left].begin(), m_groups_of[left].end(), m_groups_of[right].begin(),
                              m_groups_of[right].end(), std::back_inserter(groups));
        std::vector<Seed> found;
        for (const u32 group : groups) {
            for (const Fingerprint& a : places_in(group, left)) {
                for (const Fingerprint& b : places_in(group, right)) {
                    found.push_back({a.position, b.position});
                }
            }
        }
        return found;
    }

    [[nodiscard]] std::span<const Fingerprint> places_in(u32 group, u32 program) const {
        const auto begin = m_places.begin() + static_cast<std::ptrdiff_t>(m_groups[group].first);
        const auto end = m_places.begin() + static_cast<std::ptrdiff_t>(m_groups[group].last);
        const u64 hash = begin->hash;
        const auto first = std::lower_bound(begin, end, Fingerprint{hash, program, 0});
        const auto last = std::lower_bound(first, end, Fingerprint{hash, program + 1, 0});
        return {first, first + std::min<std::ptrdiff_t>(last - first, max_places)};
    }

    void make_clusters() {
        std::vector<u32> parent(m_programs.size());
        std::iota(parent.begin(), parent.end(), u32{0});
        const auto root = [&](u32 program) {
            while (parent[program] != program) {
                program = parent[program] = parent[parent[program]];
            }
            return program;
        };
        for (const Pair& pair : m_result.pairs) {
            const auto [low, high] = std::minmax({root(pair.left), root(pair.right)});
            parent[high] = low;
        }
        std::vector<std::vector<u32>> members(m_programs.size());
        for (u32 i = 0; i < m_programs.size(); ++i) {
            members[root(i)].push_back(i);
        }
        std::ranges::copy_if(members, std::back_inserter(m_result.clusters),
                             [](const std::vector<u32>& cluster) { return cluster.size() > 1; });
        std::ranges::stable_sort(m_result.clusters, std::greater<>(), &std::vector<u32>::size);
    }

    std::span<const ComparedProgram> m_programs;
    std::span<const ComparedProgram> m_base;
    CompareOptions m_options;
    std::vector<std::vector<u64>> m_hashes;     // by program and position
    std::vector<std::vector<u8>> m_marks;       // by program and step
    std::vector<u64> m_base_hashes;             // sorted
    std::optional<u32> m_known_left;            // whose passages these are
    std::vector<Fingerprint> m_left_passages;   // sorted
    std::vector<Fingerprint> m_places;          // sorted
    std::vector<Group> m_groups;                // of places with one hash
    std::vector<std::vector<u32>> m_groups_of;  // by program, each once, sorted
    Comparison m_result;
};

}  // namespace

std::vector<Ring> find_rings(const Comparison& comparison, u32 percent) {
    const size_t count = comparison.clusters.size();
    std::vector<size_t> cluster_of(comparison.steps.size(), count);
    for (size_t i = 0; i < count; ++i) {
        for (const u32 program : comparison.clusters[i]) {
            cluster_of[program] = i;
        }
    }
    std::vector<size_t> pairs(count + 1);
    std::vector<u32> least(count + 1, 100);
    for (const Pair& pair : comparison.pairs) {
        ++pairs[cluster_of[pair.left]];
        u32& lowest = least[cluster_of[pair.left]];
        lowest = std::min(lowest, pair.percent());
    }
    std::vector<Ring> rings;
    for (size_t i = 0; i < count; ++i) {
        const size_t size = comparison.clusters[i].size();
        if (size > 2 && pairs[i] == size * (size - 1) / 2 && least[i] >= percent) {
            rings.push_back({comparison.clusters[i], least[i]});
        }
    }
    return rings;
}

Comparison compare(std::span<const ComparedProgram> programs, std::span<const ComparedProgram> base,
                   const CompareOptions& options) {
    return Comparer(programs, base, options).run();
}

}  // namespace mariner::similar
