#include "emulator/similar/graph.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <numbers>

#include "emulator/support/html.hpp"

namespace mariner::similar {

namespace {

constexpr size_t most_groups = 40;
constexpr size_t most_members = 60;  // of one drawing; a larger group shows its most alike pairs
constexpr size_t most_named_pairs = 30;
constexpr size_t longest_name = 24;  // characters of it, in the drawing
constexpr double label_room = 150;   // to the left and the right of the ring

struct GraphSpot {
    double x = 0;
    double y = 0;
};

std::string number(double value) {
    std::array<char, 32> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.1f", value);
    return buffer.data();
}

std::string short_name(std::string_view name) {
    std::string text;
    size_t characters = 0;
    for_each_character(name, [&](std::string_view character) {
        text += ++characters < longest_name ? std::string(character) : characters == longest_name ? "…" : "";
    });
    return escaped_markup(text);
}

/// One group: its members on a ring, in the order of their names, and a line for each pair.
class GroupDrawing {
public:
    GroupDrawing(const Report& report, std::vector<u32> members, std::vector<const Pair*> pairs)
        : m_report(report), m_members(std::move(members)), m_pairs(std::move(pairs)) {
        std::ranges::sort(m_members, {}, [&](u32 member) { return m_report.names[member]; });
        m_radius = std::max(36.0, static_cast<double>(m_members.size()) * 26.0 / (2 * std::numbers::pi));
        for (size_t i = 0; i < m_members.size(); ++i) {
            const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(m_members.size());
            m_spots[m_members[i]] = {label_room + m_radius + m_radius * std::cos(angle),
                                     24 + m_radius + m_radius * std::sin(angle)};
        }
    }

    [[nodiscard]] std::string markup() const {
        const std::string width = number(2 * (m_radius + label_room));
        const std::string height = number(2 * m_radius + 48);
        std::string text = "<figure class=\"graph\"><svg role=\"img\" viewBox=\"0 0 " + width + " " + height +
                           "\" width=\"" + width + "\" height=\"" + height + "\"><title>" + description() +
                           "</title>\n";
        for (const Pair* const pair : m_pairs) {
            text += line_of(*pair);
        }
        for (const u32 member : m_members) {
            text += node_of(member);
        }
        return text + "</svg></figure>\n";
    }

private:
    [[nodiscard]] std::string name_of(u32 program) const {
        return escaped_markup(visible_line(m_report.names[program]));
    }
    [[nodiscard]] std::string description() const {
        std::string text = std::to_string(m_members.size()) + " programs that hang together: ";
        for (size_t i = 0; i < std::min(m_pairs.size(), most_named_pairs); ++i) {
            text += (i == 0 ? "" : ", ") + name_of(m_pairs[i]->left) + " and " + name_of(m_pairs[i]->right) + " " +
                    std::to_string(m_pairs[i]->percent()) + " %";
        }
        return text + (m_pairs.size() > most_named_pairs ? " and more" : "");
    }
    [[nodiscard]] std::string line_of(const Pair& pair) const {
        const GraphSpot& a = m_spots.at(pair.left);
        const GraphSpot& b = m_spots.at(pair.right);
        const std::string title =
            name_of(pair.left) + " and " + name_of(pair.right) + ": " + std::to_string(pair.percent()) + " %";
        const double width = 1 + pair.percent() / 25.0;
        return "<line x1=\"" + number(a.x) + "\" y1=\"" + number(a.y) + "\" x2=\"" + number(b.x) + "\" y2=\"" +
               number(b.y) + "\" stroke-width=\"" + number(width) + "\"><title>" + title + "</title></line>\n";
    }
    [[nodiscard]] std::string node_of(u32 member) const {
        const GraphSpot& spot = m_spots.at(member);
        const double centre = label_room + m_radius;
        const bool is_left = spot.x < centre - 1;
        return "<circle cx=\"" + number(spot.x) + "\" cy=\"" + number(spot.y) + "\" r=\"5\"/><text x=\"" +
               number(spot.x + (is_left ? -9 : 9)) + "\" y=\"" + number(spot.y + 4) + "\"" +
               (is_left ? " text-anchor=\"end\"" : "") + ">" + short_name(visible_line(m_report.names[member])) +
               "</text>\n";
    }

    const Report& m_report;
    std::vector<u32> m_members;
    std::vector<const Pair*> m_pairs;  // the most alike first
    std::map<u32, GraphSpot> m_spots;
    double m_radius = 0;
};

/// Of a group as much as a drawing can hold: the most alike.
GroupDrawing drawing_of(const Report& report, const std::vector<const Pair*>& pairs) {
    std::vector<u32> members;
    std::vector<const Pair*> shown;
    const auto is_there = [&](u32 program) { return std::ranges::find(members, program) != members.end(); };
    for (const Pair* const pair : pairs) {
        const size_t more = (is_there(pair->left) ? 0U : 1U) + (is_there(pair->right) ? 0U : 1U);
        if (members.size() + more > most_members) {
            continue;
        }
        for (const u32 program : {pair->left, pair->right}) {
            if (!is_there(program)) {
                members.push_back(program);
            }
        }
        shown.push_back(pair);
    }
    return {report, std::move(members), std::move(shown)};
}

}  // namespace

std::string_view graph_style() {
    return ".graphs{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem}.graph{margin:0;max-width:100%}.graph "
           "svg{max-width:100%;"
           "height:auto}.graph line{stroke:var(--link);stroke-opacity:.55}.graph circle{fill:var(--fg)}"
           ".graph text{font-size:12px;fill:var(--fg)}";
}

std::string graph_markup(const Report& report) {
    const std::vector<std::vector<u32>>& clusters = report.comparison.clusters;
    std::vector<size_t> cluster_of(report.programs.size(), clusters.size());
    for (size_t i = 0; i < clusters.size(); ++i) {
        for (const u32 program : clusters[i]) {
            cluster_of[program] = i;
        }
    }
    std::vector<std::vector<const Pair*>> pairs(clusters.size() + 1);
    for (const Pair& pair : report.comparison.pairs) {
        pairs[cluster_of[pair.left]].push_back(&pair);
    }
    std::string text;
    for (size_t i = 0; i < std::min(clusters.size(), most_groups); ++i) {
        if (!pairs[i].empty()) {
            text += drawing_of(report, pairs[i]).markup();
        }
    }
    return text.empty() ? text : "<div class=\"graphs\">\n" + text + "</div>\n";
}

}  // namespace mariner::similar
