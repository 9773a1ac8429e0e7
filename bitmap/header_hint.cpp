#include "bitmap/header_hint.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "bitmap/header_items.hpp"
#include "emulator/support/text.hpp"

namespace mariner::bitmap {

namespace {

// ---- the rules ---------------------------------------------------------------------------------------------------

enum class Shape : u8 { address, four, per, side, size, pair, alone };
enum class Values : u8 { any, unit, unit_list, display, display_list, cells };  // in the order of is_in()
enum class Gives : u8 { base, lists, unit, display, cells, unit_of_grid, display_if_mentioned };

enum class From : u8 { beside, above };

struct HintRule {
    std::string_view name;
    Shape shape;
    From from;
    Bag words;
    Bag lacks;
    Values values;
    Gives gives;
    u8 rank;
};

constexpr auto rules = [] {
    using enum Meaning;
    using words = Bag;
    return std::to_array<HintRule>({
#define HEADER_RULE(name, shape, from, words, lacks, values, gives, rank, example, reads) \
    {#name, Shape::shape, From::from, words, lacks, Values::values, Gives::gives, rank},
#include "bitmap/header_rules.inc"
#undef HEADER_RULE
    });
}();

constexpr u8 inherited_rank = 1;

bool is_listed(u64 value, u32 least, u32 most) {
    return value >= least && value <= most && std::has_single_bit(value);
}

/// Beyond MARS's lists only where no other words stand between.
bool is_in(Values values, const Item& number, bool is_tight) {
    const u64 value = number.value;
    const bool is_unit = is_listed(value, 1, listed_unit_size);
    const bool is_display = is_listed(value, least_listed_size, most_listed_size);
    const bool fits[] = {true,       is_unit || (is_tight && value >= 1 && value <= max_unit_size),
                         is_unit,    is_display || (is_tight && value >= min_display_size && value <= max_display_size),
                         is_display, value >= 2 && value <= most_listed_size};
    return fits[static_cast<size_t>(values)] && (values == Values::any || !number.is_hex);
}

// ---- a line of items to settings ---------------------------------------------------------------------------------

class HintReader {
public:
    HintReader(HeaderHint& hint, const BaseNames& names) : m_hint(hint), m_names(names) {}

    void code_line() { m_carried_lines = 0; }

    void comment_line(std::string_view comment, std::string_view code_number) {
        const CommentItems found = comment_items(comment);
        const Bag all = found.all();
        using enum Meaning;
        const bool is_named = all.has_any(Bag(Unit, Display)) && all.has_any(sides) && all.has(Pixels);
        if (found.groups.empty() && !code_number.empty() && (is_named || all.has_all(Bag(Base, Display)))) {
            comment_line(std::string(comment) + " = " + std::string(code_number), {});
            return;
        }
        m_all = all;
        m_subject = m_carried_lines > 0 ? m_carried : Bag{};
        m_base_in_line = false;
        m_used_to = 0;
        size_t taken = 0;
        for (size_t g = 0; g < found.groups.size(); ++g) {
            if (found.groups[g].first >= taken && give(found, g)) {
                taken = found.groups[g].end;
            }
        }
        named_base();
        carry(found.groups.empty());
    }

private:
    /// What is said beside a number: before it, back to the last comma or number; if that says nothing, behind it.
    struct Near {
        Bag bag;
        bool is_tight = true;  // no other words stand between
        bool follows_subject = false;
        size_t used_to = 0;  // words behind it, up to this item, are its own
    };

    Near words_near(const CommentItems& found, size_t g) {
        const NumberGroup& group = found.groups[g];
        Near near;
        near.bag = group.between;
        bool is_tight = true;
        const size_t begin = g == 0 ? 0 : std::min(found.groups[g - 1].end, group.first);
        for (size_t i = group.first; i-- > begin;) {
            const Item& item = found.items[i];
            if (item.kind == ItemKind::comma && is_telling(near.bag)) {
                break;
            }
            is_tight = is_tight && item.kind != ItemKind::word;
            if (item.kind == ItemKind::meaning && i >= m_used_to) {
                near.bag.add(item.meaning);
                near.is_tight = is_tight;
                near.follows_subject = near.follows_subject || (subjects.has(item.meaning) && i + 2 >= group.first);
            }
        }
        near.used_to = add_counted(found, group, near.bag);
        if (m_all.has(Meaning::Keyboard)) {
            near.bag.add(Meaning::Keyboard);
        }
        if (is_telling(near.bag) ||
            (group.numbers.size() == 1 && group.numbers[0].is_label && found.groups.size() > 1)) {
            return near;
        }
        const size_t end =
            g + 1 < found.groups.size() ? std::max(found.groups[g + 1].first, group.end) : found.items.size();
        is_tight = true;
        for (size_t i = group.end; i < end && found.items[i].kind != ItemKind::comma; ++i) {
            is_tight = is_tight && found.items[i].kind != ItemKind::word;
            if (found.items[i].kind == ItemKind::meaning) {
                near.bag.add(found.items[i].meaning);
                near.is_tight = is_tight;
                near.used_to = i + 1;
            }
        }
        return near;
    }

    /// "512x512 pixels", "32 x 32 cells", "8x8 units": what is counted stands right behind the number.
    static size_t add_counted(const CommentItems& found, const NumberGroup& group, Bag& bag) {
        size_t at = group.end;
        for (const Meaning counted : {Meaning::Unit, Meaning::Pixels, Meaning::Grid}) {
            const bool is_there = at < found.items.size() && found.items[at].kind == ItemKind::meaning &&
                                  found.items[at].meaning == counted;
            const ItemKind next = at + 1 < found.items.size() ? found.items[at + 1].kind : ItemKind::comma;
            const bool is_next_ones = next == ItemKind::number || (counted == Meaning::Unit && next != ItemKind::comma);
            if (is_there && !is_next_ones) {
                bag.add(counted);
                ++at;
            }
        }
        return at;
    }

    static bool is_telling(const Bag& bag) { return bag.has_any(subjects) || bag.has_any(sides); }

    static bool fits(Shape shape, const NumberGroup& group, const Near& near) {
        const bool one = group.numbers.size() == 1;
        const bool one_side = near.bag.has_any(sides) && !near.bag.both_sides();
        switch (shape) {
            case Shape::four:
                return group.numbers.size() == 4 && is_in(Values::unit_list, group.numbers[0], true) &&
                       is_in(Values::unit_list, group.numbers[1], true) &&
                       is_in(Values::display_list, group.numbers[2], true) &&
                       is_in(Values::display_list, group.numbers[3], true);
            case Shape::address:
                return group.numbers.size() != 4 && group.joint != ItemKind::times;
            case Shape::per:
                return one || group.joint == ItemKind::times;
            case Shape::side:
                return one_side && group.numbers.size() != 4 && group.joint != ItemKind::times;
            case Shape::size:
                return one && near.bag.both_sides();
            case Shape::pair:
                return group.numbers.size() == 2 && (group.joint == ItemKind::times || near.bag.both_sides() ||
                                                     (group.joint == ItemKind::comma && group.is_marked && !one_side));
            case Shape::alone:
                return one && group.is_marked && near.follows_subject;
        }
        return false;
    }

    bool give(const CommentItems& found, size_t g) {
        const NumberGroup& group = found.groups[g];
        const Near near = words_near(found, g);
        Bag whole = near.bag;
        if (!near.bag.has_any(subjects)) {
            whole.merge(m_subject);
        }
        if (near.bag.has_any(subjects)) {
            m_subject = near.bag.only(subjects);
        }
        for (const HintRule& rule : rules) {
            const bool is_beside = near.bag.has_all(rule.words);
            const bool is_said = is_beside || (rule.from == From::above && whole.has_all(rule.words));
            const auto is_allowed = [&](const Item& number) {
                return is_in(rule.values, number, is_beside && near.is_tight);
            };
            if (is_said && !near.bag.has_any(rule.lacks) && fits(rule.shape, group, near) &&
                std::ranges::all_of(group.numbers, is_allowed) &&
                give(rule, group, near.bag, is_beside ? rule.rank : inherited_rank)) {
                m_used_to = near.used_to;
                return true;
            }
        }
        return false;
    }

    bool give(const HintRule& rule, const NumberGroup& group, const Bag& near, u8 rank) {
        const u64 first = group.numbers.front().value;
        const u64 second = group.numbers.size() > 1 ? group.numbers[1].value : first;
        const bool one_side = rule.shape == Shape::side;
        const bool has_width = !one_side || near.has(Meaning::Width);
        const bool has_height = !one_side || near.has(Meaning::Height);
        bool is_wanted = true;
        switch (rule.gives) {
            case Gives::base: {
                const auto base = address(group.numbers.front(), m_all);
                if (base) {
                    m_base_in_line = true;
                    put(Setting::base, *base, rank, rule.name);
                }
                return base.has_value();
            }
            case Gives::lists:
                put(Setting::display_width, group.numbers[2].value, rank, rule.name);
                put(Setting::display_height, group.numbers[3].value, rank, rule.name);
                m_all.add(Meaning::Base);  // a fifth comes next, maybe in the next line
                m_subject = Bag(Meaning::Base);
                break;
            case Gives::cells:
                m_hint.cells = m_hint.cells.value_or(Size{static_cast<u32>(first), static_cast<u32>(second)});
                return true;
            case Gives::unit_of_grid:
                is_wanted = m_hint.cells.has_value();
                break;
            case Gives::display_if_mentioned: {
                using enum Meaning;
                is_wanted = m_hint.mentions_display && near.has_any(Bag(Width, Height, Both, Pixels, Settings));
                break;
            }
            case Gives::unit:
            case Gives::display:
                break;
        }
        if (!is_wanted) {
            return false;
        }
        const bool is_display = rule.gives == Gives::display || rule.gives == Gives::display_if_mentioned;
        if (has_width) {
            put(is_display ? Setting::display_width : Setting::unit_width, first, rank, rule.name);
        }
        if (has_height) {
            put(is_display ? Setting::display_height : Setting::unit_height, one_side ? first : second, rank,
                rule.name);
        }
        return true;
    }

    void put(Setting setting, u64 value, u8 rank, std::string_view rule) {
        auto& hint = m_hint.hints[static_cast<size_t>(setting)];
        if (!hint || hint->rank < rank) {
            hint = Hint{static_cast<u32>(value), rank, rule};
        }
    }

    /// The address a number means, if it can be a display's.
    [[nodiscard]] std::optional<u32> address(const Item& number, const Bag& said) const {
        const auto is_in_data = [](u64 at) { return at >= 0x10000000 && at < 0x10400000; };
        const bool looks_hex = !number.is_hex && said.has(Meaning::Base) && is_in_data(number.as_hex);
        const u64 value = looks_hex ? number.as_hex : number.value;
        const auto known = m_names.all();
        const bool is_known = std::ranges::find(known, value) != known.end() && number.is_hex;
        const bool is_data = is_in_data(value) || (value >= 0xffff0000 && value < 0x100000000);
        return value % 4 == 0 && (is_data || is_known) ? std::optional(static_cast<u32>(value)) : std::nullopt;
    }

    /// "base address: heap"
    void named_base() {
        struct NamedBaseRow {
            Meaning meaning;
            u32 address;
        };
        const NamedBaseRow rows[] = {{Meaning::Pointer, m_names.global_pointer},
                                     {Meaning::Heap, m_names.heap},
                                     {Meaning::Static, m_names.static_data},
                                     {Meaning::Global, m_names.global_data},
                                     {Meaning::Map, m_names.memory_map}};
        if (m_carried_lines > 0 && m_carried.has(Meaning::Base)) {
            m_all.add(Meaning::Base);
        }
        for (const NamedBaseRow& row : rows) {
            const bool is_about_it =
                m_all.has(Meaning::Base) || (row.meaning == Meaning::Pointer && m_all.has(Meaning::Display));
            if (!m_base_in_line && is_about_it && m_all.has(row.meaning) && !m_all.has(Meaning::Keyboard)) {
                const bool plain = m_all.has_all(Bag(Meaning::Base, Meaning::Display));
                put(Setting::base, row.address, plain ? u8{2} : u8{1}, "named_base");
                return;
            }
        }
    }

    /// A heading ("Unit:") or an unfinished line speaks for the lines below it.
    void carry(bool no_numbers) {
        constexpr int lines_carried = 6;
        --m_carried_lines;
        const Bag& said = no_numbers ? m_all : m_subject;
        for (Meaning meaning : {Meaning::Unit, Meaning::Display, Meaning::Base}) {
            if (said.has(meaning)) {
                m_carried = Bag(meaning);
                m_carried_lines = lines_carried;
                return;
            }
        }
    }

    HeaderHint& m_hint;
    const BaseNames& m_names;
    Bag m_all;             // that the line says
    Bag m_subject;         // of the number before
    Bag m_carried;         // from the lines before
    size_t m_used_to = 0;  // items before this one are words of the number before
    int m_carried_lines = 0;
    bool m_base_in_line = false;
};

/// In a comment, the word that MARS's tool has in its name; in a name, what nobody calls anything else.
bool mentions_display(std::string_view source) {
    const std::string text = to_lower(source);
    const auto has = [&](std::string_view name) { return text.find(name) != text.npos; };
    return has("framebuffer") || has("frame_buffer") || has("bitmapdisplay") || has("bitmap_display") ||
           (has("bitmap") && std::ranges::any_of(lines_of(text), [](std::string_view line) {
                return comment_of(line).find("bitmap") != line.npos;
            }));
}

/// The number that a directive gives a name: `.eqv UNIT_WIDTH 8 # unit width in pixels`.
std::string_view number_of_directive(std::string_view code) {
    code = trim(code);
    const std::string_view last = code.substr(code.find_last_of(" \t,") + 1);
    const bool is_number = !last.empty() && last.front() >= '0' && last.front() <= '9';
    return is_number && (code.find(".eqv") != code.npos || code.find(".word") != code.npos) ? last : std::string_view{};
}

void read_line(std::string_view line, HintReader& reader) {
    if (line.empty()) {
        return;
    }
    const std::string_view comment = comment_of(line);
    if (line.front() != '#') {
        reader.code_line();
    }
    if (!comment.empty()) {
        reader.comment_line(comment, number_of_directive(line.substr(0, line.size() - comment.size() - 1)));
    }
}

/// What a grid and one of the two say of the other, if MARS can be set to it. And where a display would be narrower
/// than one unit: one of the two numbers meant something else, most likely the display's.
void reconcile(std::optional<Hint>& unit, std::optional<Hint>& display, u32 cells) {
    if (cells != 0 && unit && !display && is_listed(u64{unit->value} * cells, least_listed_size, most_listed_size)) {
        display = unit;
        display->value *= cells;
    } else if (cells != 0 && display && !unit && display->value % cells == 0 &&
               is_listed(display->value / cells, 1, listed_unit_size)) {
        unit = display;
        unit->value /= cells;
    } else if (unit && display && display->value < unit->value) {
        display.reset();
    }
}

}  // namespace

size_t HeaderHint::count() const {
    return static_cast<size_t>(std::ranges::count_if(hints, [](const auto& hint) { return hint.has_value(); }));
}

bool HeaderHint::convincing() const {
    const bool unit = hints[0].has_value() || hints[1].has_value();
    const bool display = hints[2].has_value() || hints[3].has_value();
    const int kinds = int{unit} + int{display} + int{hints[4].has_value()};
    return kinds >= 2 || (kinds == 1 && mentions_display);
}

Geometry HeaderHint::over(const Geometry& rest) const {
    Geometry geometry = rest;
    u32* const fields[] = {&geometry.unit_width, &geometry.unit_height, &geometry.display_width,
                           &geometry.display_height, &geometry.base};
    for (size_t i = 0; i < setting_count; ++i) {
        if (hints[i]) {
            *fields[i] = hints[i]->value;
        }
    }
    return geometry;
}

HeaderHint read_header_hint(std::span<const std::string_view> sources, const BaseNames& names) {
    HeaderHint hint;
    hint.mentions_display = std::ranges::any_of(sources, mentions_display);
    for (const std::string_view source : sources) {
        HintReader reader(hint, names);
        for (const std::string_view line : lines_of(source)) {
            read_line(trim(line), reader);
        }
    }
    const Size cells = hint.cells.value_or(Size{});
    reconcile(hint.hints[0], hint.hints[2], cells.width);
    reconcile(hint.hints[1], hint.hints[3], cells.height);
    return hint;
}

}  // namespace mariner::bitmap
