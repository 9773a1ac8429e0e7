// Doubts about how a loop walks over its data: one of two pointers stays where it is, or a step from row to row counts
// rows.

#include <algorithm>
#include <optional>

#include "emulator/isa/mnemonics.hpp"
#include "emulator/support/text.hpp"
#include "emulator/tutor/doubt_finder.hpp"
#include "emulator/tutor/proposal.hpp"

namespace mariner::tutor {

namespace {

/// `lb $t0, 0($t1)`
struct WalkAccess {
    std::string_view width;  // the letters behind the l or s
    bool is_store = false;
    std::string_view value;
    std::string_view place;  // in front of the parenthesis
    std::string_view base;
};

std::optional<WalkAccess> access_of(const LooseLine& line) {
    static constexpr std::string_view heads[] = {"lw", "lb",  "lbu", "lh",  "lhu", "sw",   "sb",
                                                 "sh", "l.s", "s.s", "l.d", "s.d", "lwc1", "swc1"};
    if (line.operands.size() != 2 || std::ranges::find(heads, line.head) == std::end(heads)) {
        return std::nullopt;
    }
    const std::string_view address = line.operands[1].text;
    const size_t open = address.find('(');
    if (open == std::string_view::npos || !address.ends_with(')')) {
        return std::nullopt;
    }
    std::string_view width = line.head.substr(1);
    width = width == "bu" ? "b" : width == "hu" ? "h" : width;
    return WalkAccess{width, line.head.starts_with('s'), line.operands[0].text, trim(address.substr(0, open)),
                      trim(address.substr(open + 1, address.size() - open - 2))};
}

bool names(const LooseLine& line, std::string_view word) {
    return std::ranges::any_of(line.rest(), [&](const LinePiece& piece) { return piece.is(word); });
}

bool writes(const LooseLine& line, std::string_view word) {
    return !line.operands.empty() && line.operands[0].text == word && writes_first_operand(to_lower(line.head));
}

/// `addi $t0, $t0, 4`
bool is_step(const LooseLine& line, std::string_view word) {
    return line.operands.size() == 3 && line.operands[0].text == word && line.operands[1].text == word &&
           line.head.starts_with("add") && !line.operands[2].text.starts_with('$');
}

bool can_be_followed(const LooseLine& line) {
    return line.empty() ||
           (isa::find_mnemonic(line.head) != nullptr && !line.head.starts_with("jal") && line.head != "jr");
}

/// What a loop reads or writes by one register.
struct Walk {
    std::string_view base;
    WalkAccess access;
    const NumberedLine* line = nullptr;  // of the access
    const NumberedLine* step = nullptr;  // null if the register stays as it is
    bool has_load = false;
    bool has_store = false;
};

/// The two registers that a loop reaches memory by; nothing if there are others, or one that can't be followed.
std::optional<std::pair<Walk, Walk>> walks_of(const std::vector<const NumberedLine*>& lines) {
    std::vector<Walk> walks;
    for (const NumberedLine* const one : lines) {
        const std::optional<WalkAccess> access = access_of(one->line);
        if (!access || access->base == "$sp") {
            continue;
        }
        auto walk = std::ranges::find(walks, access->base, &Walk::base);
        if (walk == walks.end()) {
            const auto writer =
                std::ranges::find_if(lines, [&](const auto* other) { return writes(other->line, access->base); });
            const bool is_followed = writer == lines.end() || is_step((*writer)->line, access->base);
            if (!is_followed || walks.size() == 2) {
                return std::nullopt;
            }
            walks.push_back({access->base, *access, one, writer != lines.end() ? *writer : nullptr});
            walk = walks.end() - 1;
        }
        walk->has_load |= !access->is_store;
        walk->has_store |= access->is_store;
    }
    if (walks.size() != 2 || (walks[0].step == nullptr) == (walks[1].step == nullptr)) {
        return std::nullopt;
    }
    const bool is_first = walks[0].step != nullptr;
    return std::pair(walks[is_first ? 0 : 1], walks[is_first ? 1 : 0]);
}

/// What is stored changes from round to round, or what is loaded is used together with what the other one loads.
bool is_used_together(const std::vector<const NumberedLine*>& lines, const Walk& walking, const Walk& still) {
    return walking.has_load && std::ranges::any_of(lines, [&](const NumberedLine* one) {
               return still.has_store ? writes(one->line, still.access.value)
                                      : names(one->line, still.access.value) && names(one->line, walking.access.value);
           });
}

}  // namespace

/// What a register holds where the loop begins: the label whose address it took, "0", or its own name if it is an
/// argument that nothing has written.
std::string_view DoubtFinder::beginning_of(std::string_view base, u32 loop) const {
    for (auto one = m_recent.rbegin(); one != m_recent.rend(); ++one) {
        const LooseLine& line = one->line;
        if (one->number >= loop || !writes(line, base)) {
            continue;
        }
        const std::string_view last = line.operands.back().text;
        const bool is_zero = (line.head == "li" && last == "0") || (line.head == "move" && last == "$zero");
        return line.head == "la" && line.operands.size() == 2 ? last : is_zero ? "0" : std::string_view();
    }
    return base.starts_with("$a") && base != "$at" ? base : std::string_view();
}

/// More than one element stands at the label.
bool DoubtFinder::has_elements(std::string_view label) const {
    const Survey::Places* const places = m_survey->label(label);
    if (places == nullptr || places->size() != 1 || !m_survey->is_in_data(places->front())) {
        return false;
    }
    const SourceText& source = m_text->files()[places->front().file];
    u32 number = places->front().line;
    LooseLine line = read_line(source.line(number));
    constexpr u32 farthest = 20;
    while (line.empty() && number < source.line_count() && number < places->front().line + farthest) {
        line = read_line(source.line(++number));
    }
    constexpr i32 largest_element = 8;
    return stores_text(line.head) || line.operands.size() > 1 ||
           (line.head == ".space" && line.operands.size() == 1 &&
            decode_mars_int(line.operands[0].text).value_or(largest_element + 1) > largest_element);
}

/// The loop around this one moves on with the register.
bool DoubtFinder::is_stepped_below(std::string_view base) const {
    constexpr u32 farthest = 60;
    const SourceText& source = m_text->files()[m_place.file];
    const u32 last = std::min(source.line_count(), m_place.line + farthest);
    for (u32 number = m_place.line + 1; number <= last; ++number) {
        const LooseLine line = read_line(source.line(number));
        if (line.head == "jr" || is_step(line, base)) {
            return line.head != "jr";
        }
    }
    return false;
}

void DoubtFinder::look_at_walk(std::string_view label, u32 first) {
    const Survey::Places* const uses = m_survey->uses(label);
    LoopLines lines;
    for (const NumberedLine& one : m_recent) {
        if (one.number >= first) {
            lines.push_back(&one);
        }
    }
    const bool is_whole = uses != nullptr && uses->back() == m_place && lines.front()->number == first &&
                          std::ranges::all_of(lines, [](const auto* one) { return can_be_followed(one->line); });
    if (is_whole) {
        look_at_counter(label, lines);
    }
    const auto walks = is_whole ? walks_of(lines) : std::nullopt;
    if (!walks || !is_used_together(lines, walks->first, walks->second)) {
        return;
    }
    const auto& [walking, still] = *walks;
    const std::string_view from = beginning_of(still.base, first);
    const std::string_view other = beginning_of(walking.base, first);
    const bool is_index =
        from == "0" && has_elements(still.access.place) && other == "0" && still.access.place != walking.access.place;
    const bool is_pointer = still.access.place == walking.access.place && from != other && !other.empty() &&
                            (has_elements(from) || (from.starts_with("$a") && other.starts_with("$a")));
    if (is_stepped_below(still.base) || (still.has_load && still.has_store) ||
        still.access.width != walking.access.width || (!is_index && !is_pointer)) {
        return;
    }
    const SourceText& source = m_text->files()[m_place.file];
    const SourceSpot here = m_place;
    m_place.line = walking.step->number;
    const LooseLine& step = walking.step->line;
    const std::string indent(step.label.empty() ? step.text.substr(0, step.head_offset) : "        ");
    add(step.rest()[0], Slip::pointer_stays,
        {std::string(walking.base), std::string(still.base), still.has_store ? "writes to" : "reads",
         std::to_string(source.origin(still.line->number))},
        {new_line(std::string(step.text) + "\n" + indent +
                  with_word_replaced(code_of(step), walking.base, still.base))});
    m_place = here;
}

/// The counter and the limit of a loop with one test; the counter is empty if it isn't like that.
std::pair<std::string_view, std::string_view> DoubtFinder::counted_by(const LoopLines& lines) {
    std::pair<std::string_view, std::string_view> counted;
    for (const NumberedLine* const one : lines) {
        const LooseLine& line = one->line;
        const bool is_way_back = one == lines.back() && (line.head == "j" || line.head == "b");
        if (line.empty() || !is_branch_or_jump(line.head) || is_way_back) {
            continue;
        }
        if (line.operands.size() != 3 || !counted.first.empty()) {
            return {};
        }
        counted = {line.operands[0].text, line.operands[1].text};
    }
    const auto writers = [&](std::string_view word) {
        return std::ranges::count_if(lines, [&](const auto* one) { return writes(one->line, word); });
    };
    const bool steps = std::ranges::any_of(lines, [&](const auto* one) { return is_step(one->line, counted.first); });
    const bool counts = !counted.first.empty() && steps && writers(counted.first) == 1 && writers(counted.second) == 0;
    return counts ? counted : std::pair<std::string_view, std::string_view>();
}

/// Where the loop begins that a jump below leads back to, around the one that begins at `first`; 0 if there is none, or
/// if something writes one of the words on the way.
u32 DoubtFinder::loop_around(u32 first, std::string_view counter, std::string_view limit) const {
    constexpr u32 farthest = 60;
    const SourceText& source = m_text->files()[m_place.file];
    const u32 last = std::min(source.line_count(), m_place.line + farthest);
    for (u32 number = m_place.line + 1; number <= last; ++number) {
        const LooseLine line = read_line(source.line(number));
        if (line.head == "jr" || writes(line, counter) || writes(line, limit)) {
            return 0;
        }
        const bool goes = !line.empty() && is_branch_or_jump(line.head) && line.head != "jal" && !line.operands.empty();
        const Survey::Places* const label = goes ? m_survey->label(line.operands.back().text) : nullptr;
        if (label != nullptr && label->size() == 1 && label->front().file == m_place.file &&
            label->front().line < first) {
            return label->front().line;
        }
    }
    return 0;
}

void DoubtFinder::look_at_counter(std::string_view label, const LoopLines& lines) {
    const auto [counter, limit] = counted_by(lines);
    const u32 first = lines.front()->number;
    const u32 around = counter.empty() ? 0 : loop_around(first, counter, limit);
    const NumberedLine* begin = nullptr;
    for (const NumberedLine& one : m_recent) {
        const bool is_set = writes(one.line, counter) || writes(one.line, limit);
        if (is_set && one.number >= around && one.number < first) {
            return;
        }
        begin = one.number < around && writes(one.line, counter) ? &one : begin;
    }
    const bool is_first_value = begin != nullptr && (begin->line.head == "li" || begin->line.head == "move");
    if (around == 0 || m_recent.front().number > around || !is_first_value) {
        return;
    }
    const SourceSpot here = m_place;
    m_place.line = first;
    const LooseLine& line = lines.front()->line;
    add(line.pieces[0], Slip::counter_kept,
        {std::string(counter), std::string(label), std::to_string(m_text->files()[m_place.file].origin(begin->number))},
        {new_line("        " + std::string(code_of(begin->line)) + "\n" + std::string(line.text))});
    m_place = here;
}

void DoubtFinder::look_at_restart(const LooseLine& line, std::string_view target, u32 first) {
    const auto begin = std::ranges::lower_bound(m_recent, first, {}, &NumberedLine::number);
    if ((line.head != "j" && line.head != "b") || begin == m_recent.end() || begin->number != first) {
        return;
    }
    std::vector<std::string_view> set;
    std::string_view loop;
    const NumberedLine* reset = nullptr;
    const NumberedLine* counted = nullptr;
    for (auto one = begin; one != m_recent.end(); ++one) {
        const LooseLine& here = one->line;
        if (loop.empty() && one != begin && !here.label.empty()) {
            if (m_survey->uses(here.label) != nullptr) {
                return;
            }
            loop = here.label;
        }
        if (here.empty()) {
            continue;
        }
        const std::string_view name = here.operands.empty() ? std::string_view() : here.operands[0].text;
        const bool sets = here.operands.size() == 2 && ((here.head == "li" && name != "$v0" && name != "$a0") ||
                                                        (here.head == "move" && here.operands[1].text == "$zero"));
        const bool is_sum = here.operands.size() == 3 && here.head.starts_with("add") &&
                            here.operands[1].text == name && std::ranges::find(set, name) != set.end();
        if (loop.empty() && sets) {
            set.push_back(name);
            reset = reset == nullptr ? &*one : reset;
        } else if (loop.empty() && here.head != "la") {
            return;
        }
        const bool is_read = counted != nullptr && names(here, counted->line.operands[0].text) && !is_sum;
        counted = is_sum ? &*one : is_read ? nullptr : counted;
    }
    if (loop.empty() || reset == nullptr || counted == nullptr) {
        return;
    }
    const SourceText& source = m_text->files()[m_place.file];
    const LooseOperand& operand = line.operands[0];
    add(line.rest()[0], Slip::restarts,
        {std::string(line.head) + " " + std::string(target), std::string(counted->line.operands[0].text),
         std::to_string(source.origin(counted->number)), std::string(loop)},
        {new_line(patched(line.text, {{operand.offset, operand.length, std::string(loop)}}))});
}

/// The value of a number, of an .eqv name, or of a register by the line above that sets it; nothing if nobody knows.
std::optional<i32> DoubtFinder::number_named(std::string_view word) const {
    if (!word.starts_with('$')) {
        const std::string_view constant = m_survey->eqv(word);
        return decode_mars_int(constant.empty() ? word : constant);
    }
    for (auto one = m_recent.rbegin(); one != m_recent.rend(); ++one) {
        const LooseLine& line = one->line;
        if (one->number >= m_place.line || !writes(line, word)) {
            continue;
        }
        const std::string_view last = line.operands.back().text;
        const Survey::Places* const label = line.head == "lw" ? m_survey->label(last) : nullptr;
        if (label != nullptr) {
            const LooseLine data = read_line(m_text->files()[label->front().file].line(label->front().line));
            return data.operands.size() == 1 ? decode_mars_int(data.operands[0].text) : std::nullopt;
        }
        return line.head == "li" && !last.starts_with('$') ? number_named(last) : std::nullopt;
    }
    return std::nullopt;
}

/// What a branch near the line compares a register with.
std::string_view DoubtFinder::limit_of(std::string_view counter) const {
    constexpr u32 farthest = 25;
    const SourceText& source = m_text->files()[m_place.file];
    const u32 last = std::min(source.line_count(), m_place.line + farthest);
    for (u32 number = m_place.line > farthest ? m_place.line - farthest : 1; number <= last; ++number) {
        const LooseLine line = read_line(source.line(number));
        if (line.head.starts_with('b') && line.operands.size() == 3 && line.operands[0].text == counter) {
            return line.operands[1].text;
        }
    }
    return {};
}

/// `.word` lines of as many values each, one below the other: how many, and how long.
std::optional<DoubtFinder::TableShape> DoubtFinder::shape_of(std::string_view label) const {
    const Survey::Places* const places = m_survey->label(label);
    if (places == nullptr || places->size() != 1 || !m_survey->is_in_data(places->front())) {
        return std::nullopt;
    }
    const SourceText& source = m_text->files()[places->front().file];
    TableShape shape;
    constexpr u32 longest_table = 100;
    const u32 last = std::min(source.line_count(), places->front().line + longest_table);
    for (u32 number = places->front().line; number <= last; ++number) {
        const LooseLine line = read_line(source.line(number));
        if (line.empty() && (line.label.empty() || line.label == label)) {
            continue;
        }
        const auto count = static_cast<i32>(line.operands.size());
        const bool is_row = (line.head == ".word" || line.head == ".half" || line.head == ".byte") && count > 1 &&
                            (line.label.empty() || line.label == label) &&
                            (shape.columns == 0 || shape.columns == count);
        if (!is_row) {
            break;
        }
        ++shape.rows;
        shape.columns = count;
    }
    return shape.rows > 1 ? std::optional(shape) : std::nullopt;
}

/// Behind `mul $t2, $t0, ROWS`: the register that is added, and the table that is reached by the sum.
std::optional<DoubtFinder::TableStep> DoubtFinder::table_step(std::string_view product) const {
    constexpr u32 farthest = 9;
    const SourceText& source = m_text->files()[m_place.file];
    TableStep step;
    std::string_view sum = product;
    const u32 last = std::min(source.line_count(), m_place.line + farthest);
    for (u32 number = m_place.line + 1; number <= last; ++number) {
        const LooseLine line = read_line(source.line(number));
        if (const auto access = access_of(line)) {
            if (access->base == sum) {
                step.table = m_survey->label(access->place) != nullptr ? access->place : step.table;
                return !step.column.empty() ? std::optional(step) : std::nullopt;
            }
            continue;
        }
        const bool is_sum = line.head.starts_with("add") && line.operands.size() == 3 && names(line, sum);
        if (is_sum) {
            const bool is_first = line.operands[1].text == sum;
            const std::string_view other = line.operands[is_first ? 2 : 1].text;
            const std::string_view table = beginning_of(other, number);
            step.table = m_survey->label(table) != nullptr ? table : step.table;
            step.column = step.column.empty() && step.table.empty() ? other : step.column;
        }
        if (is_sum || (!line.operands.empty() && line.operands.size() > 1 && line.operands[1].text == sum)) {
            sum = line.operands[0].text;
        } else if (line.head == "la" && line.operands.size() == 2) {
            step.table = line.operands[1].text;
        } else if (!can_be_followed(line) || is_branch_or_jump(line.head) || writes(line, sum)) {
            return std::nullopt;
        }
    }
    return std::nullopt;
}

void DoubtFinder::look_at_row_step(const LooseLine& line, std::string_view head) {
    const bool is_product = (head == "mul" || head == "mulo") && line.operands.size() == 3;
    const std::optional<TableStep> step = is_product ? table_step(line.operands[0].text) : std::nullopt;
    if (!step) {
        return;
    }
    const std::string_view rows = line.operands[2].text;
    const std::optional<i32> factor = number_named(rows);
    const std::string_view row_limit = limit_of(line.operands[1].text);
    const std::string_view columns = limit_of(step->column);
    const std::optional<i32> width = number_named(columns);
    const std::optional<TableShape> shape = shape_of(step->table);
    const bool is_other_way = row_limit != rows && number_named(row_limit) != factor && !row_limit.empty();
    const bool is_row_count = row_limit == rows && !columns.empty() && columns != rows && factor && width &&
                              *factor != *width && (!shape || shape->columns == *width);
    const bool misses_shape =
        shape && factor && *factor == shape->rows && shape->rows != shape->columns && !is_other_way;
    if (!is_row_count && !misses_shape) {
        return;
    }
    const i32 length = misses_shape ? shape->columns : *width;
    const std::string better = width == length ? std::string(columns) : std::to_string(length);
    const LooseOperand& operand = line.operands[2];
    add(line.rest()[0], Slip::row_length,
        {std::string(line.operands[1].text), std::to_string(*factor), std::to_string(length)},
        {new_line(patched(line.text, {{operand.offset, operand.length, better}}))});
}

}  // namespace mariner::tutor
