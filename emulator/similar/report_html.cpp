// The comparison as one page: the pairs by likeness, groups, and each pair's passages side by side.

#include <algorithm>

#include "emulator/similar/graph.hpp"
#include "emulator/similar/report.hpp"
#include "emulator/similar/side_by_side.hpp"
#include "emulator/support/html.hpp"
#include "emulator/support/text.hpp"

namespace mariner::similar {

namespace {

constexpr size_t max_rows = 2'000;  // of one pair

constexpr std::string_view style =
    ".bar{display:inline-block;height:.6rem;background:var(--link);border-radius:2px;margin-right:.5rem}"
    ".sides{width:100%;table-layout:fixed}.sides td{border:0;padding:0 .4rem;white-space:pre-wrap;"
    "overflow-wrap:anywhere}.sides .n{width:3.2rem;text-align:right;color:var(--dim);user-select:none}"
    ".sides .alike{background:var(--warn-bg)}.sides .between{color:var(--dim)}"
    ".sides th{padding:.5rem .4rem .2rem}";

std::string percent_cell(u32 percent) {
    return "<td class=\"number\">" + std::to_string(percent) + " %</td>";
}

std::string name_of(const Report& report, u32 program) {
    return escaped_markup(visible_line(report.names[program]));
}

std::string head(const Report& report) {
    const CompareOptions& options = report.options;
    return "<h1>Programs that are alike</h1>\n<p>" + with_thousands(report.programs.size()) +
           " programs were compared with each other. Listed are pairs in which " + std::to_string(options.threshold) +
           " % or more of one program's own steps are found in the other, in passages of at least " +
           std::to_string(options.k) +
           " steps.</p>\n<p class=\"dim\">A step is an instruction without its registers, "
           "labels and manner of writing. Own are the steps that neither the handout nor more than " +
           std::to_string(options.most_bearers(report.programs.size())) +
           " programs of the class have. Whether likeness means anything is for people to judge: the lines are "
           "below.</p>\n";
}

std::string pair_table(const Report& report) {
    const std::vector<Pair>& pairs = report.comparison.pairs;
    if (pairs.empty()) {
        return "<p><strong>No two programs are that much alike.</strong></p>\n";
    }
    std::string text =
        "<h2>Pairs</h2>\n<div class=\"wide\"><table>\n<tr><th scope=\"col\">alike</th><th scope=\"col\">program</th>"
        "<th scope=\"col\" class=\"number\">share</th><th scope=\"col\">program</th>"
        "<th scope=\"col\" class=\"number\">share</th><th scope=\"col\" class=\"number\">steps</th></tr>\n";
    for (size_t i = 0; i < pairs.size(); ++i) {
        const Pair& pair = pairs[i];
        const std::string percent = std::to_string(pair.percent());
        const std::string shown = "<span class=\"bar\" style=\"width:" + percent + "px\"></span>" + percent + " %";
        text += "<tr><td>";
        text += i < report.pages ? "<a href=\"#pair-" + std::to_string(i + 1) + "\">" + shown + "</a>" : shown;
        text += "</td><td>" + name_of(report, pair.left) + "</td>" + percent_cell(pair.left_percent) + "<td>" +
                name_of(report, pair.right) + "</td>" + percent_cell(pair.right_percent) + "<td class=\"number\">" +
                with_thousands(pair.alike) + "</td></tr>\n";
    }
    return text + "</table></div>\n";
}

std::string cluster_list(const Report& report) {
    std::string text;
    for (const std::vector<u32>& cluster : report.comparison.clusters) {
        if (cluster.size() < 3) {
            continue;
        }
        text += text.empty() ? "<h2>Groups that hang together</h2>\n<ul>\n" : "";
        text += "<li>" + std::to_string(cluster.size()) + ": ";
        for (size_t i = 0; i < cluster.size(); ++i) {
            text += (i == 0 ? "" : ", ") + name_of(report, cluster[i]);
        }
        text += "</li>\n";
    }
    return text.empty() ? text : text + "</ul>\n";
}

std::string note_list(const Report& report) {
    std::string text;
    for (u32 i = 0; i < report.programs.size(); ++i) {
        if (!report.programs[i].note.empty()) {
            text += "<li>" + name_of(report, i) + ": " + escaped_markup(report.programs[i].note) + "</li>\n";
        }
    }
    for (const std::string& note : report.notes) {
        text += "<li>" + escaped_markup(visible_line(note)) + "</li>\n";
    }
    return text.empty() ? text : "<h2>Notes</h2>\n<ul>\n" + text + "</ul>\n";
}

/// Programs with their texts cut into lines, once per pair.
class ProgramLines {
public:
    explicit ProgramLines(const ComparedProgram& program) {
        for (const std::string& text : program.texts) {
            m_files.push_back(lines_of(text));
        }
    }

    [[nodiscard]] std::string_view line(u32 file, u32 number) const {
        const std::vector<std::string_view>& lines = m_files[file];
        std::string_view text = number <= lines.size() ? lines[number - 1] : std::string_view();
        return text.ends_with('\r') ? text.substr(0, text.size() - 1) : text;
    }

private:
    std::vector<std::vector<std::string_view>> m_files;
};

std::string cell_markup(const LineCell& cell, const ProgramLines& lines) {
    if (cell.number == 0) {
        return "<td class=\"n\"></td><td></td>";
    }
    const std::string_view kind = cell.is_alike ? "alike" : "between";
    return "<td class=\"n\">" + std::to_string(cell.number) + "</td><td class=\"" + std::string(kind) + "\">" +
           escaped_markup(lines.line(cell.file, cell.number)) + "</td>";
}

std::string heading_of(const ComparedProgram& program, const std::string& name, u32 first_step) {
    if (program.is_from_store) {
        return "<th scope=\"col\" colspan=\"2\">" + name + ", of which a store keeps no text</th>";
    }
    const std::string& file = program.files[program.tokens[first_step].file];
    return "<th scope=\"col\" colspan=\"2\">" + name +
           (program.files.size() > 1 ? ", " + escaped_markup(visible_line(file)) : "") + "</th>";
}

std::string passage_rows(const Report& report, const Pair& pair, const Passage& passage, const ProgramLines& left,
                         const ProgramLines& right) {
    const ComparedProgram& left_program = report.programs[pair.left];
    const ComparedProgram& right_program = report.programs[pair.right];
    const std::vector<LineRow> rows = side_by_side(left_program, right_program, passage);
    std::string text = "<tr>" + heading_of(left_program, name_of(report, pair.left), passage.left) +
                       heading_of(right_program, name_of(report, pair.right), passage.right);
    text += "</tr>\n";
    for (size_t i = 0; i < std::min(rows.size(), max_rows); ++i) {
        text += "<tr>" + cell_markup(rows[i].left, left) + cell_markup(rows[i].right, right) + "</tr>\n";
    }
    return text;
}

std::string pair_section(const Report& report, size_t index) {
    const Pair& pair = report.comparison.pairs[index];
    const ProgramLines left(report.programs[pair.left]);
    const ProgramLines right(report.programs[pair.right]);
    std::string text = "<details" + std::string(index == 0 ? " open" : "") + "><summary>" +
                       std::to_string(pair.percent()) + " %: " + name_of(report, pair.left) + " (" +
                       std::to_string(pair.left_percent) + " %) and " + name_of(report, pair.right) + " (" +
                       std::to_string(pair.right_percent) + " %), " + with_thousands(pair.alike) +
                       " steps</summary>\n<div id=\"pair-" + std::to_string(index + 1) +
                       "\"><table class=\"sides code\"><colgroup><col class=\"n\"><col><col class=\"n\"><col>"
                       "</colgroup>\n";
    size_t rows = 0;
    for (const Passage& passage : pair.passages) {
        if (rows > max_rows) {
            text += "<tr><td></td><td>and more</td><td></td><td></td></tr>\n";
            break;
        }
        text += passage_rows(report, pair, passage, left, right);
        rows += passage.length;
    }
    return text + "</table></div></details>\n";
}

}  // namespace

std::string similar_html(const Report& report) {
    const std::string graph = graph_markup(report);
    std::string body = "<main>\n" + head(report) + (graph.empty() ? "" : "<h2>Who hangs together</h2>\n" + graph) +
                       pair_table(report) + cluster_list(report) + note_list(report);
    const size_t shown = std::min(report.comparison.pairs.size(), report.pages);
    if (shown != 0) {
        body += "<h2>Side by side</h2>\n";
    }
    for (size_t i = 0; i < shown; ++i) {
        body += pair_section(report, i);
    }
    return html_page("Programs that are alike", std::string(style) + std::string(graph_style()), body + "</main>\n");
}

}  // namespace mariner::similar
