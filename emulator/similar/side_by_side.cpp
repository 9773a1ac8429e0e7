#include "emulator/similar/side_by_side.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "emulator/similar/canonical.hpp"
#include "emulator/support/sort_unique.hpp"

namespace mariner::similar {

namespace {

/// So many lines without a step of the passage may stand between two that have one.
constexpr u32 max_gap = 4;

using FileLine = std::pair<u32, u32>;  // file, line
constexpr u32 no_file = 0xffffffff;

FileLine line_of(const CanonicalToken& token) {
    return {token.file, token.line};
}

std::vector<FileLine> lines_of(const ComparedProgram& program, u32 first, u32 length) {
    std::vector<FileLine> result;
    for (u32 i = 0; i < length; ++i) {
        result.push_back(line_of(program.tokens[first + i]));
    }
    sort_unique(result);
    return result;
}

/// One side while its steps are walked along: which line comes next, and what stands between it and the one before.
class Side {
public:
    /// The line of a step with the lines left out before it; empty if it was shown already.
    std::vector<LineCell> lines_up_to(const FileLine& place) {
        std::vector<LineCell> lines;
        if (!m_shown.insert(place).second) {
            return lines;
        }
        const auto [file, line] = place;
        if (m_last.first == file && line > m_last.second && line <= m_last.second + max_gap + 1) {
            for (u32 between = m_last.second + 1; between < line; ++between) {
                if (m_shown.insert({file, between}).second) {
                    lines.push_back({file, between, false});
                }
            }
        }
        m_last = place;
        lines.push_back({file, line, true});
        return lines;
    }

private:
    std::set<FileLine> m_shown;
    FileLine m_last{no_file, 0};
};

/// The steps of a passage, those that commute in the order of left's lines.
std::vector<u32> steps_in_order(const ComparedProgram& left, const Passage& passage) {
    std::vector<u32> steps(passage.length);
    std::iota(steps.begin(), steps.end(), u32{0});
    const auto token = [&](u32 step) -> const CanonicalToken& { return left.tokens[passage.left + step]; };
    for (auto first = steps.begin(); first != steps.end();) {
        const auto last = std::find_if_not(first, steps.end(), [&](u32 step) { return is_loading(token(step)); });
        std::stable_sort(first, last, [&](u32 a, u32 b) { return line_of(token(a)) < line_of(token(b)); });
        first = last == steps.end() ? last : last + 1;
    }
    return steps;
}

/// Lines of both sides in rows, their last ones in the same row.
void append_rows(std::vector<LineRow>& rows, const std::vector<LineCell>& left, const std::vector<LineCell>& right) {
    const size_t count = std::max(left.size(), right.size());
    for (size_t i = 0; i < count; ++i) {
        LineRow row;
        if (i + left.size() >= count) {
            row.left = left[i + left.size() - count];
        }
        if (i + right.size() >= count) {
            row.right = right[i + right.size() - count];
        }
        rows.push_back(row);
    }
}

}  // namespace

std::vector<LineRange> line_ranges(const ComparedProgram& program, u32 first, u32 length) {
    std::vector<LineRange> ranges;
    if (program.is_from_store) {
        return ranges;
    }
    for (const auto& [file, line] : lines_of(program, first, length)) {
        if (!ranges.empty() && ranges.back().file == file && line <= ranges.back().last + max_gap + 1) {
            ranges.back().last = line;
        } else {
            ranges.push_back({file, line, line});
        }
    }
    return ranges;
}

std::vector<LineRow> side_by_side(const ComparedProgram& left, const ComparedProgram& right, const Passage& passage) {
    std::vector<LineRow> rows;
    Side left_side;
    Side right_side;
    for (const u32 i : steps_in_order(left, passage)) {
        append_rows(rows, left_side.lines_up_to(line_of(left.tokens[passage.left + i])),
                    right.is_from_store ? std::vector<LineCell>()
                                        : right_side.lines_up_to(line_of(right.tokens[passage.right + i])));
    }
    return rows;
}

}  // namespace mariner::similar
