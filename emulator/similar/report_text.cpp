// The table for the terminal.

#include <algorithm>

#include "emulator/similar/report.hpp"
#include "emulator/support/html.hpp"
#include "emulator/support/text.hpp"

namespace mariner::similar {

namespace {

constexpr size_t max_lines = 50;
constexpr u32 ring_percent = 90;

std::string count_of(size_t count, std::string_view one, std::string_view many) {
    return with_thousands(count) + " " + std::string(count == 1 ? one : many);
}

std::string pair_line(const Report& report, const Pair& pair) {
    const auto side = [&](u32 program, u32 percent) {
        return visible_line(report.names[program]) + " (" + std::to_string(percent) + " %)";
    };
    return pad_left(std::to_string(pair.percent()), 5) + " %  " + pad_left(with_thousands(pair.alike), 6) + "  " +
           side(pair.left, pair.left_percent) + "  ~  " + side(pair.right, pair.right_percent) + "\n";
}

std::string members_text(const Report& report, const std::vector<u32>& members) {
    std::string text = "  " + std::to_string(members.size()) + ":";
    for (const u32 program : members) {
        text += " " + visible_line(report.names[program]);
    }
    return text;
}

std::string rings_text(const Report& report, const std::vector<Ring>& rings) {
    std::string text = rings.empty() ? "" : "\nrings, in which each is like each other\n";
    for (const Ring& ring : rings) {
        text += members_text(report, ring.members) + " (" + std::to_string(ring.percent) + " % or more)\n";
    }
    return text.empty() ? text : text + "  If they share what was handed out, name it: --template FILE.\n";
}

std::string clusters_text(const Report& report, const std::vector<Ring>& rings) {
    std::string text;
    for (const std::vector<u32>& cluster : report.comparison.clusters) {
        if (cluster.size() > 2 && std::ranges::find(rings, cluster, &Ring::members) == rings.end()) {
            text += text.empty() ? "\ngroups that hang together\n" : "";
            text += members_text(report, cluster) + "\n";
        }
    }
    return text;
}

/// Those that no ring tells of.
std::vector<const Pair*> pairs_beside(const Report& report, const std::vector<Ring>& rings) {
    std::vector<bool> is_in_ring(report.names.size());
    for (const Ring& ring : rings) {
        for (const u32 program : ring.members) {
            is_in_ring[program] = true;
        }
    }
    std::vector<const Pair*> pairs;
    for (const Pair& pair : report.comparison.pairs) {
        if (!is_in_ring[pair.left]) {
            pairs.push_back(&pair);
        }
    }
    return pairs;
}

std::string notes_text(const Report& report) {
    std::string text;
    for (size_t i = 0; i < report.programs.size(); ++i) {
        if (!report.programs[i].note.empty()) {
            text += "  " + visible_line(report.names[i]) + ": " + report.programs[i].note + "\n";
        }
    }
    for (const std::string& note : report.notes) {
        text += "  " + visible_line(note) + "\n";
    }
    return text.empty() ? text : "\nnotes\n" + text;
}

}  // namespace

std::string similar_text(const Report& report) {
    const std::vector<Ring> rings = find_rings(report.comparison, ring_percent);
    const std::vector<const Pair*> pairs = pairs_beside(report, rings);
    std::string text = count_of(report.programs.size(), "program", "programs") + ", " +
                       count_of(report.comparison.pairs.size(), "pair", "pairs") + " alike by " +
                       std::to_string(report.options.threshold) + " % or more\n" + rings_text(report, rings);
    if (!pairs.empty()) {
        text += "\n  alike   steps  of these two (share of each one's own steps)\n";
    }
    for (size_t i = 0; i < std::min(pairs.size(), max_lines); ++i) {
        text += pair_line(report, *pairs[i]);
    }
    if (pairs.size() > max_lines) {
        text += "  and " + with_thousands(pairs.size() - max_lines) + " more (--json and --html have them all)\n";
    }
    return text + clusters_text(report, rings) + notes_text(report);
}

}  // namespace mariner::similar
