#include "emulator/grader/report_markup.hpp"

#include <algorithm>
#include <map>

#include "emulator/grader/report_words.hpp"
#include "emulator/support/html.hpp"
#include "emulator/support/text.hpp"

namespace mariner::grader {

namespace {

/// How a verdict looks: class of its colour, sign, words.
struct Look {
    std::string_view colour;
    std::string_view sign;
    std::string_view words;
};

const Look& look_of(Verdict verdict) {
    static constexpr std::array<Look, 7> looks = {{
        {"good", "✓", "passed"},
        {"bad", "✗", "not as wanted"},
        {"bad", "!", "crashed"},
        {"warn", "∞", "stopped at a limit"},
        {"bad", "–", "doesn't assemble"},
        {"warn", "–", "nothing handed in"},
        {"warn", "?", "could not be graded"},
    }};
    return looks.at(static_cast<size_t>(verdict));
}

/// Blanks that differ are shown as dots, or nobody would see them.
std::string changed_markup(std::string_view text) {
    std::string dotted;
    for (const char c : text) {
        dotted += c == ' ' ? "·" : std::string(1, c);
    }
    return escaped_markup(dotted);
}

std::string spans_markup(const std::vector<WordSpan>& spans, std::string_view tag) {
    std::string text;
    for (const WordSpan& span : spans) {
        if (span.is_changed) {
            text += "<" + std::string(tag) + ">" + changed_markup(span.text) + "</" + std::string(tag) + ">";
        } else {
            text += escaped_markup(span.text);
        }
    }
    return text;
}

std::string diff_row(std::string_view kind, std::string_view label, const std::string& content) {
    return "<tr class=\"" + std::string(kind) + "\"><th scope=\"row\">" + std::string(label) + "</th><td>" + content +
           "</td></tr>\n";
}

/// A run of missing lines and the run of extra ones after it, line by line beside each other.
std::string changed_rows(std::span<const DiffLine> missing, std::span<const DiffLine> extra) {
    std::string text;
    for (size_t i = 0; i < std::max(missing.size(), extra.size()); ++i) {
        if (i < missing.size() && i < extra.size()) {
            const WordDiff words = compare_words(missing[i].text, extra[i].text);
            text += diff_row("missing", "wanted", spans_markup(words.expected, "del"));
            text += diff_row("extra", "got", spans_markup(words.actual, "ins"));
        } else if (i < missing.size()) {
            text += diff_row("missing", "wanted", "<del>" + changed_markup(missing[i].text) + "</del>");
        } else {
            text += diff_row("extra", "got", "<ins>" + changed_markup(extra[i].text) + "</ins>");
        }
    }
    return text;
}

size_t run_length(std::span<const DiffLine> lines, DiffKind kind) {
    const auto other =
        std::find_if(lines.begin(), lines.end(), [&](const DiffLine& line) { return line.kind != kind; });
    return static_cast<size_t>(other - lines.begin());
}

// ---- boards and pictures: SVG, which needs no file beside the page and stays crisp on paper ----

constexpr u32 cell_pixels = 24;
constexpr u32 board_columns = 7;
constexpr u32 board_rows = 6;

std::string attribute(std::string_view name, u32 value) {
    return " " + std::string(name) + "=\"" + std::to_string(value) + "\"";
}

std::string piece_markup(u32 column, u32 row, u8 piece, bool differs) {
    const u32 x = column * cell_pixels + cell_pixels / 2;
    const u32 y = (board_rows - 1 - row) * cell_pixels + cell_pixels / 2;
    static constexpr std::array<std::string_view, 4> kinds = {"empty", "one", "two", "odd"};
    static constexpr std::array<std::string_view, 4> signs = {"", "1", "2", "?"};
    const size_t index = std::min<size_t>(piece, 3);
    std::string text = "<circle" + attribute("cx", x) + attribute("cy", y) + " r=\"9\" class=\"" +
                       std::string(kinds[index]) + (differs ? " differs" : "") + "\"/>";
    if (index != 0) {
        text += "<text" + attribute("x", x) + attribute("y", y + 4) + ">" + std::string(signs[index]) + "</text>";
    }
    return text;
}

/// What a screen reader says: rows from the top, '.' for an empty cell.
std::string board_words(const std::array<u8, 42>& cells) {
    std::string text;
    for (u32 row = board_rows; row-- > 0;) {
        for (u32 column = 0; column < board_columns; ++column) {
            text += ".12?"[std::min<size_t>(cells[row * board_columns + column], 3)];
        }
        text += row == 0 ? "" : " ";
    }
    return text;
}

std::string board_figure(std::string_view caption, const std::array<u8, 42>& cells, const std::array<u8, 42>& others) {
    std::string text = "<figure><svg class=\"board\" role=\"img\"" + attribute("width", board_columns * cell_pixels) +
                       attribute("height", board_rows * cell_pixels) + " aria-label=\"" + board_words(cells) + "\">";
    for (u32 row = 0; row < board_rows; ++row) {
        for (u32 column = 0; column < board_columns; ++column) {
            const size_t index = row * board_columns + column;
            text += piece_markup(column, row, cells.at(index), cells.at(index) != others.at(index));
        }
    }
    return text + "</svg><figcaption>" + std::string(caption) + "</figcaption></figure>\n";
}

constexpr size_t max_runs = 40'000;  // a picture of noise is shown coarser

struct Run {
    u32 x = 0;
    u32 y = 0;
    u32 length = 0;
};

/// Equal units beside each other, by colour; every `step`th unit of every `step`th row.
std::map<u32, std::vector<Run>> runs_of(const PictureResult& picture, const std::vector<u32>& units, u32 step,
                                        size_t& count) {
    std::map<u32, std::vector<Run>> runs;
    count = 0;
    for (u32 y = 0; y * step < picture.rows; ++y) {
        u32 last_colour = 0;
        Run* last = nullptr;
        for (u32 x = 0; x * step < picture.columns; ++x) {
            const size_t index = size_t{y} * step * picture.columns + size_t{x} * step;
            const u32 colour = index < units.size() ? units[index] & 0x00ffffff : 0;
            if (last != nullptr && colour == last_colour) {
                ++last->length;
                continue;
            }
            last = &runs[colour].emplace_back(Run{x, y, 1});
            last_colour = colour;
            ++count;
        }
    }
    return runs;
}

/// What differs in red, on a shade of what is right.
std::vector<u32> difference_of(const PictureResult& picture) {
    constexpr u32 red = 0xd4002a;
    std::vector<u32> units(picture.units.size());
    for (size_t i = 0; i < units.size(); ++i) {
        const u32 wanted = i < picture.expected.size() ? picture.expected[i] : 0;
        units[i] = wanted == picture.units[i] ? 0xf0f0f0 - (~wanted >> 2 & 0x3f3f3f) : red;
    }
    return units;
}

std::string picture_figure(std::string_view caption, const PictureResult& picture, const std::vector<u32>& units) {
    u32 step = 1;
    size_t count = 0;
    std::map<u32, std::vector<Run>> runs = runs_of(picture, units, step, count);
    while (count > max_runs) {
        step *= 2;
        runs = runs_of(picture, units, step, count);
    }
    const u32 columns = (picture.columns + step - 1) / step;
    const u32 rows = (picture.rows + step - 1) / step;
    std::string text = "<figure><svg class=\"picture\" role=\"img\" aria-label=\"" + std::string(caption) +
                       "\" shape-rendering=\"crispEdges\" viewBox=\"0 0 " + std::to_string(columns) + " " +
                       std::to_string(rows) + "\" width=\"256\">";
    for (const auto& [colour, parts] : runs) {
        text += "<path fill=\"#" + hex32(colour).substr(4) + "\" d=\"";
        for (const Run& run : parts) {
            text += "M" + std::to_string(run.x) + " " + std::to_string(run.y) + "h" + std::to_string(run.length) +
                    "v1H" + std::to_string(run.x) + "z";
        }
        text += "\"/>";
    }
    return text + "</svg><figcaption>" + std::string(caption) +
           (step == 1 ? "" : ", every " + std::to_string(step) + "th unit") + "</figcaption></figure>\n";
}

}  // namespace

std::string_view report_style() {
    return ".badge{display:inline-block;padding:0 .5rem;border-radius:4px;font-size:.85rem;font-weight:600}"
           ".good{color:var(--good);background:var(--good-bg)}.bad{color:var(--bad);background:var(--bad-bg)}"
           ".warn{color:var(--warn);background:var(--warn-bg)}"
           ".sign{display:inline-block;width:1.5rem;text-align:center;border-radius:4px;font-weight:700}"
           ".unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}"
           ".bar{display:inline-block;width:8rem;height:.6rem;border-radius:3px;background:var(--line);"
           "vertical-align:middle;overflow:hidden}.bar span{display:block;height:100%;background:var(--link)}"
           ".diff{width:100%;margin:.4rem 0;background:var(--soft)}.diff td,.diff th{border:0;padding:0 .6rem;"
           "white-space:pre-wrap;overflow-wrap:anywhere}.diff th{width:5rem;font-weight:400;text-align:right;"
           "white-space:nowrap}.diff .missing td{background:var(--good-bg)}.diff .extra td{background:var(--bad-bg)}"
           "del,ins{text-decoration:none;font-weight:700;border-bottom:2px solid}del{color:var(--good)}"
           "ins{color:var(--bad)}.gap td{color:var(--dim)}"
           "figure{display:inline-block;margin:.4rem 1.5rem .4rem 0;vertical-align:top}figcaption{color:var(--dim);"
           "font-size:.85rem}.board{background:#1c4f9c;border-radius:6px}.board text{font:700 11px sans-serif;"
           "text-anchor:middle;fill:#000}.empty{fill:#dfe8f5}.one{fill:#ffd23f}.two{fill:#ff7a6b}.odd{fill:#c9a7eb}"
           ".differs{stroke:#000;stroke-width:3}.picture{border:1px solid var(--line);max-width:100%}"
           "@media print{.picture{width:200px}.badge,.sign,.diff td,.bar span,.board{print-color-adjust:exact}}";
}

std::string_view words_of(Verdict verdict) {
    return look_of(verdict).words;
}

std::string verdict_badge(Verdict verdict) {
    const Look& look = look_of(verdict);
    return "<span class=\"badge " + std::string(look.colour) + "\">" + escaped_markup(look.words) + "</span>";
}

std::string verdict_sign(Verdict verdict) {
    const Look& look = look_of(verdict);
    const std::string words = escaped_markup(look.words);
    return "<span class=\"sign " + std::string(look.colour) + "\" title=\"" + words + "\" aria-hidden=\"true\">" +
           std::string(look.sign) + "</span><span class=\"unseen\">" + words + "</span>";
}

std::string points_bar(Points points, Points worth) {
    const Points percent = worth > 0 ? std::clamp<Points>(points * 100 / worth, 0, 100) : 0;
    return "<span class=\"bar\" aria-hidden=\"true\"><span style=\"width:" + std::to_string(percent) +
           "%\"></span></span>";
}

std::string diff_markup(std::span<const DiffLine> lines) {
    std::string text = "<table class=\"diff code\">\n";
    while (!lines.empty()) {
        const size_t missing = run_length(lines, DiffKind::missing);
        const size_t extra = run_length(lines.subspan(missing), DiffKind::extra);
        if (missing + extra != 0) {
            text += changed_rows(lines.first(missing), lines.subspan(missing, extra));
            lines = lines.subspan(missing + extra);
            continue;
        }
        const bool is_gap = lines.front().kind == DiffKind::gap;
        text += diff_row(is_gap ? "gap" : "same", is_gap ? "⋮" : "both", escaped_markup(lines.front().text));
        lines = lines.subspan(1);
    }
    return text + "</table>\n";
}

std::string diff_markup(std::string_view expected, std::string_view actual) {
    std::vector<DiffLine> lines;
    for (const std::string_view line : lines_of(expected)) {
        lines.push_back({DiffKind::missing, std::string(line)});
    }
    for (const std::string_view line : lines_of(actual)) {
        lines.push_back({DiffKind::extra, std::string(line)});
    }
    return diff_markup(lines);
}

std::string board_markup(const BoardResult& board) {
    const bool differs = board.expected != board.actual;
    std::string text =
        "<p>" + (board.moves.empty() ? "Before the first move" : "After the moves " + escaped_markup(board.moves)) +
        (differs ? ", the boards differ in the cells with a black ring:" : ":") + "</p>\n";
    if (differs) {
        text += board_figure("as it should be", board.expected, board.actual);
    }
    return text + board_figure("in the program's memory", board.actual, differs ? board.expected : board.actual);
}

std::string picture_markup(const PictureResult& picture) {
    if (picture.expected.empty()) {
        return picture_figure("the display at the end", picture, picture.units);
    }
    return picture_figure("as it should be", picture, picture.expected) +
           picture_figure("the display at the end", picture, picture.units) +
           picture_figure("where they differ", picture, difference_of(picture));
}

std::string place_markup(const PlaceResult& place) {
    std::string text = "<p>" + escaped_markup(visible_line(place.file));
    text += place.line == 0 ? "" : ", line " + with_thousands(place.line);
    return text + ":</p><pre>" + escaped_markup(place.source) + "</pre>\n";
}

std::string graded_by(const GradingInfo& info) {
    return "<p class=\"dim\">Graded by " + escaped_markup(info.rubric_name) + " with mariner " +
           escaped_markup(info.program_version) + "</p>\n";
}

}  // namespace mariner::grader
