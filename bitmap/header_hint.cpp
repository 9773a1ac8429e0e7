#include "bitmap/header_hint.hpp"

#include <algorithm>
#include <vector>

#include "bitmap/comment_words.hpp"

namespace mariner::bitmap {

namespace {

enum class Meaning : u8 {
    Unit,
    Display,
    Base,
    Width,
    Height,
    Both,
    Pixels,
    Pointer,
    Heap,
    Static,
    Global,
    Map,
    By,
    In
};

struct Phrase {
    std::string_view text;
    Meaning meaning;
};

constexpr Phrase phrases[] = {
#define DISPLAY_WORD(phrase, meaning) {phrase, Meaning::meaning},
#include "bitmap/display_words.inc"
#undef DISPLAY_WORD
};

/// What the words around a number say, as a set.
class Bag {
public:
    void add(Meaning meaning) { m_bits |= 1u << static_cast<unsigned>(meaning); }
    [[nodiscard]] bool has(Meaning meaning) const { return (m_bits >> static_cast<unsigned>(meaning) & 1) != 0; }
    [[nodiscard]] bool has_subject() const { return has(Meaning::Unit) || has(Meaning::Display) || has(Meaning::Base); }
    [[nodiscard]] bool has_side() const { return has(Meaning::Width) || has(Meaning::Height) || has(Meaning::Both); }
    [[nodiscard]] bool both_sides() const {
        return has(Meaning::Both) || (has(Meaning::Width) && has(Meaning::Height));
    }
    [[nodiscard]] bool says_something() const { return has_subject() || has_side(); }
    void merge(const Bag& other) { m_bits |= other.m_bits; }

private:
    u32 m_bits = 0;
};

enum class ItemKind : u8 { meaning, number, times, separator, slash };

struct Item {
    ItemKind kind = ItemKind::meaning;
    Meaning meaning = Meaning::In;
    CommentWord number;
};

/// One number, or two that belong together, and the items it stands on.
struct NumberGroup {
    size_t first = 0;
    size_t end = 0;
    bool is_pair = false;
    bool by_times = false;
    CommentWord a;
    CommentWord b;
};

// ---- words to meanings -------------------------------------------------------------------------------------------

/// How many words from `at` the phrase covers; 0 if it isn't there.
size_t match_length(std::string_view phrase, const std::vector<CommentWord>& words, size_t at) {
    size_t count = 0;
    while (!phrase.empty()) {
        const size_t blank = phrase.find(' ');
        std::string_view part = phrase.substr(0, blank);
        phrase = blank == std::string_view::npos ? std::string_view{} : phrase.substr(blank + 1);
        if (at + count >= words.size() || words[at + count].kind != WordKind::word) {
            return 0;
        }
        const std::string_view word = words[at + count].text;
        const bool any_ending = part.ends_with('*');
        part.remove_suffix(any_ending ? 1 : 0);
        if (any_ending ? !word.starts_with(part) : word != part) {
            return 0;
        }
        ++count;
    }
    return count;
}

void add_latin(const std::vector<CommentWord>& words, size_t& at, std::vector<Item>& items) {
    const Phrase* best = nullptr;
    size_t longest = 0;
    for (const Phrase& phrase : phrases) {
        if (phrase.text.front() != words[at].text.front()) {
            continue;
        }
        if (const size_t length = match_length(phrase.text, words, at); length > longest) {
            longest = length;
            best = &phrase;
        }
    }
    if (best != nullptr) {
        items.push_back({ItemKind::meaning, best->meaning, {}});
    }
    at += std::max<size_t>(longest, 1);
}

/// Scripts that put no blanks between words, or inflect them: every phrase inside the word counts, in its order.
void add_contained(std::string_view word, std::vector<Item>& items) {
    for (size_t i = 0; i < word.size();) {
        const Phrase* best = nullptr;
        for (const Phrase& phrase : phrases) {
            if (word.substr(i).starts_with(phrase.text) &&
                (best == nullptr || phrase.text.size() > best->text.size())) {
                best = &phrase;
            }
        }
        if (best != nullptr) {
            items.push_back({ItemKind::meaning, best->meaning, {}});
        }
        i += best != nullptr ? best->text.size() : 1;
    }
}

/// "pixel width" speaks of a unit; "width in pixels" and "512 pixels" give a measure.
void settle_pixels(std::vector<Item>& items) {
    for (size_t i = 0; i < items.size(); ++i) {
        if (items[i].kind != ItemKind::meaning || items[i].meaning != Meaning::Pixels) {
            continue;
        }
        const bool is_measure = i > 0 && (items[i - 1].kind == ItemKind::number || items[i - 1].meaning == Meaning::In);
        const bool side_follows = i + 1 < items.size() && items[i + 1].kind == ItemKind::meaning &&
                                  (items[i + 1].meaning == Meaning::Width || items[i + 1].meaning == Meaning::Height ||
                                   items[i + 1].meaning == Meaning::Both);
        items[i].meaning = side_follows && !is_measure ? Meaning::Unit : Meaning::In;
    }
    std::erase_if(items,
                  [](const Item& item) { return item.kind == ItemKind::meaning && item.meaning == Meaning::In; });
}

std::vector<Item> items_of(std::string_view comment) {
    const auto words = comment_words(comment);
    std::vector<Item> items;
    for (size_t at = 0; at < words.size();) {
        const CommentWord& word = words[at];
        if (word.kind == WordKind::number) {
            items.push_back({ItemKind::number, Meaning::In, word});
            ++at;
        } else if (word.kind != WordKind::word) {
            const ItemKind kind = word.kind == WordKind::times       ? ItemKind::times
                                  : word.kind == WordKind::separator ? ItemKind::separator
                                                                     : ItemKind::slash;
            items.push_back({kind, Meaning::By, {}});
            ++at;
        } else if (static_cast<u8>(word.text.front()) >= 0x80) {
            add_contained(word.text, items);
            ++at;
        } else {
            add_latin(words, at, items);
        }
    }
    settle_pixels(items);
    for (Item& item : items) {
        if (item.kind == ItemKind::meaning && item.meaning == Meaning::By) {
            item.kind = ItemKind::times;
        }
    }
    return items;
}

// ---- a line of items to settings ---------------------------------------------------------------------------------

class Reader {
public:
    Reader(HeaderHint& hint, const BaseNames& names) : m_hint(hint), m_names(names) {}

    void begin_file(u32 file) {
        m_file = file;
        m_carried_lines = 0;
    }

    void code_line() { m_carried_lines = 0; }

    void comment_line(std::string_view comment, u32 line) {
        m_line = line;
        m_text = comment;
        const auto items = items_of(comment);
        const auto groups = groups_of(items);
        Bag carried = m_carried_lines > 0 ? m_carried : Bag{};
        Bag subject = carried;
        m_base_in_line = false;
        std::vector<bool> used(items.size());
        for (size_t g = 0; g < groups.size(); ++g) {
            const Bag near = words_near(items, groups, g, used);
            assign(groups[g], near, subject);
            if (near.has_subject()) {
                subject = near;
            }
        }
        Bag all;
        for (const Item& item : items) {
            if (item.kind == ItemKind::meaning) {
                all.add(item.meaning);
            }
        }
        named_base(all);
        carry(all, subject, groups.empty());
    }

private:
    static std::vector<NumberGroup> groups_of(const std::vector<Item>& items) {
        std::vector<NumberGroup> groups;
        for (size_t i = 0; i < items.size(); ++i) {
            if (items[i].kind != ItemKind::number) {
                continue;
            }
            NumberGroup group{i, i + 1, false, false, items[i].number, {}};
            const bool two = i + 2 < items.size() && items[i + 2].kind == ItemKind::number;
            const bool starts_next = i + 4 < items.size() && items[i + 3].kind == ItemKind::times;
            group.by_times = two && items[i + 1].kind == ItemKind::times;
            group.is_pair = group.by_times || (two && items[i + 1].kind != ItemKind::meaning && !starts_next);
            if (group.is_pair) {
                group.end = i + 3;
                group.b = items[i + 2].number;
                i += 2;
            }
            groups.push_back(group);
        }
        return groups;
    }

    /// The words that belong to a number: those before it, back to the last separator or number; if they say nothing,
    /// those behind it.
    static Bag words_near(const std::vector<Item>& items, const std::vector<NumberGroup>& groups, size_t g,
                          std::vector<bool>& used) {
        Bag bag;
        const size_t begin = g == 0 ? 0 : groups[g - 1].end;
        for (size_t i = groups[g].first; i-- > begin;) {
            const bool ends_here = items[i].kind == ItemKind::separator;
            if (ends_here && bag.says_something()) {
                break;
            }
            if (items[i].kind == ItemKind::meaning && !used[i]) {
                bag.add(items[i].meaning);
            }
        }
        if (bag.says_something()) {
            return bag;
        }
        const size_t end = g + 1 < groups.size() ? groups[g + 1].first : items.size();
        for (size_t i = groups[g].end; i < end && items[i].kind != ItemKind::separator; ++i) {
            if (items[i].kind == ItemKind::meaning) {
                bag.add(items[i].meaning);
                used[i] = true;
            }
        }
        return bag;
    }

    void put(Setting setting, u64 value, u8 rank) {
        auto& hint = m_hint.hints[static_cast<size_t>(setting)];
        const bool is_unit = setting == Setting::unit_width || setting == Setting::unit_height;
        const bool is_display = setting == Setting::display_width || setting == Setting::display_height;
        if ((is_unit && (value < 1 || value > max_unit_size)) ||
            (is_display && (value < min_display_size || value > max_display_size)) || (hint && hint->rank >= rank)) {
            return;
        }
        hint = Hint{static_cast<u32>(value), m_file, m_line, rank, std::string(m_text)};
    }

    /// The address a number means, if it can be a display's.
    [[nodiscard]] std::optional<u32> address(const CommentWord& number, const Bag& bag) const {
        u64 value = number.value;
        if (!number.is_hex) {
            const bool looks_hex = bag.has(Meaning::Base) && number.as_hex >= 0x10000000 && number.as_hex < 0x10400000;
            value = looks_hex ? number.as_hex : number.value;
        }
        const u32 known[] = {m_names.global_data, m_names.global_pointer, m_names.static_data, m_names.heap,
                             m_names.memory_map};
        const bool is_known = std::ranges::find(known, value) != std::end(known) && number.is_hex;
        const bool is_data =
            (value >= 0x10000000 && value < 0x10400000) || (value >= 0xffff0000 && value < 0x100000000);
        return value % 4 == 0 && (is_data || is_known) ? std::optional(static_cast<u32>(value)) : std::nullopt;
    }

    void assign(const NumberGroup& group, const Bag& near, const Bag& inherited) {
        Bag whole = near;
        if (!near.has_subject()) {
            whole.merge(inherited);
        }
        if (const auto base = address(group.a, whole); base && !group.by_times) {
            m_base_in_line = m_base_in_line || whole.has(Meaning::Base) || whole.has(Meaning::Display);
            if (m_base_in_line) {
                put(Setting::base, *base, near.has(Meaning::Base) ? 3 : 1);
            }
            return;
        }
        if (group.a.is_hex || group.b.is_hex) {
            return;
        }
        // "Unit width: 8" says more than "unit 8x8", and that more than "unit 8", which may count something.
        const bool is_plain = near.has_side() && !group.is_pair && !near.has(Meaning::Both);
        const bool is_size = group.is_pair || near.has(Meaning::Both);
        const u8 rank = !near.has_subject() ? u8{1} : is_plain ? u8{3} : is_size ? u8{2} : u8{1};
        const Bag& sides = near.has_side() ? near : Bag{};
        const bool too_large_for_inherited_unit = !near.has(Meaning::Unit) && group.a.value > max_unit_size;
        if (whole.has(Meaning::Unit) && !too_large_for_inherited_unit) {
            sized(group, sides, Setting::unit_width, Setting::unit_height, rank, true);
        } else if (whole.has(Meaning::Display)) {
            sized(group, sides, Setting::display_width, Setting::display_height, rank, false);
        } else if (near.has_side() && m_hint.mentions_display && group.a.value >= 64) {
            sized(group, sides, Setting::display_width, Setting::display_height, 1, false);
        }
    }

    void sized(const NumberGroup& group, const Bag& sides, Setting width, Setting height, u8 rank, bool one_is_both) {
        const bool one_side = sides.has_side() && !sides.both_sides();
        if (group.is_pair && (group.by_times || sides.both_sides() || !one_side)) {
            put(width, group.a.value, rank);
            put(height, group.b.value, rank);
        } else if (one_side) {
            put(sides.has(Meaning::Width) ? width : height, group.a.value, rank);
        } else if (sides.both_sides() || one_is_both) {
            put(width, group.a.value, rank);
            put(height, group.a.value, rank);
        }
    }

    void named_base(const Bag& all) {
        struct Row {
            Meaning meaning;
            u32 address;
        };
        const Row rows[] = {{Meaning::Pointer, m_names.global_pointer},
                            {Meaning::Heap, m_names.heap},
                            {Meaning::Static, m_names.static_data},
                            {Meaning::Global, m_names.global_data},
                            {Meaning::Map, m_names.memory_map}};
        for (const Row& row : rows) {
            const bool is_about_it =
                all.has(Meaning::Base) || (row.meaning == Meaning::Pointer && all.has(Meaning::Display));
            if (!m_base_in_line && is_about_it && all.has(row.meaning)) {
                const bool plain = all.has(Meaning::Base) && all.has(Meaning::Display);
                put(Setting::base, row.address, plain ? 2 : 1);
                return;
            }
        }
    }

    /// A heading ("Unit:") or an unfinished line speaks for the lines below it.
    void carry(const Bag& all, const Bag& subject, bool no_numbers) {
        constexpr int lines_carried = 6;
        if (no_numbers && all.has_subject()) {
            m_carried = Bag{};
            for (Meaning meaning : {Meaning::Unit, Meaning::Display, Meaning::Base}) {
                if (all.has(meaning)) {
                    m_carried.add(meaning);
                    break;
                }
            }
            m_carried_lines = lines_carried;
            return;
        }
        --m_carried_lines;
        if (subject.has_subject() && !no_numbers) {
            m_carried = Bag{};
            m_carried.add(subject.has(Meaning::Unit) ? Meaning::Unit : Meaning::Display);
            m_carried_lines = lines_carried;
        }
    }

    HeaderHint& m_hint;
    const BaseNames& m_names;
    u32 m_file = 0;
    u32 m_line = 0;
    std::string_view m_text;
    Bag m_carried;
    int m_carried_lines = 0;
    bool m_base_in_line = false;
};

bool mentions_bitmap(std::string_view comment) {
    constexpr std::string_view word = "bitmap";
    const auto same = [](char a, char b) { return (a | 0x20) == b; };
    return std::search(comment.begin(), comment.end(), word.begin(), word.end(), same) != comment.end();
}

std::string_view trimmed(std::string_view text) {
    const size_t begin = text.find_first_not_of(" \t\r");
    return begin == std::string_view::npos ? std::string_view{} : text.substr(begin);
}

/// A display narrower than one unit: one of the two numbers meant something else, most likely the display's.
void drop_contradictions(HeaderHint& hint) {
    for (size_t side = 0; side < 2; ++side) {
        const auto& unit = hint.hints[side];
        auto& display = hint.hints[side + 2];
        if (unit && display && display->value < unit->value) {
            display.reset();
        }
    }
}

void read_source(std::string_view source, Reader& reader, HeaderHint& hint) {
    u32 number = 0;
    while (!source.empty()) {
        const size_t end = source.find('\n');
        const std::string_view line = trimmed(source.substr(0, end));
        source = end == std::string_view::npos ? std::string_view{} : source.substr(end + 1);
        ++number;
        if (line.empty()) {
            continue;
        }
        const std::string_view comment = comment_of(line);
        if (line.front() != '#') {
            reader.code_line();
        }
        if (!comment.empty()) {
            hint.mentions_display = hint.mentions_display || mentions_bitmap(comment);
            reader.comment_line(comment, number);
        }
    }
}

}  // namespace

std::string_view setting_name(Setting setting) {
    constexpr std::string_view names[] = {"unit width", "unit height", "display width", "display height",
                                          "base address"};
    return names[static_cast<size_t>(setting)];
}

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
    Reader reader(hint, names);
    for (size_t file = 0; file < sources.size(); ++file) {
        reader.begin_file(static_cast<u32>(file));
        read_source(sources[file], reader, hint);
    }
    drop_contradictions(hint);
    return hint;
}

}  // namespace mariner::bitmap
