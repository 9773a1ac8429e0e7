#include "bitmap/header_items.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace mariner::bitmap {

namespace {

/// All phrases as one text, row behind row, so that a phrase is two numbers and a start of the program costs nothing.
constexpr std::string_view all_texts =
#define DISPLAY_WORDS(meaning, phrases) phrases "|"
#include "bitmap/display_words.inc"
#undef DISPLAY_WORDS
    ;

struct PhraseRow {
    Meaning meaning;
    u16 size;
};
constexpr auto phrase_rows = std::to_array<PhraseRow>({
#define DISPLAY_WORDS(meaning, phrases) {Meaning::meaning, sizeof(phrases)},
#include "bitmap/display_words.inc"
#undef DISPLAY_WORDS
});

struct Phrase {
    u16 begin = 0;
    u8 size = 0;
    Meaning meaning{};

    [[nodiscard]] constexpr std::string_view text() const { return all_texts.substr(begin, size); }
};

/// Those that begin with the same byte follow each other.
struct PhraseIndex {
    std::array<Phrase, std::ranges::count(all_texts, '|')> phrases{};
    std::array<u16, 257> begins{};  // by first byte
};

constexpr auto phrases_in_order = [] {
    std::array<Phrase, std::ranges::count(all_texts, '|')> phrases{};
    size_t count = 0;
    size_t begin = 0;
    size_t row_end = 0;
    for (const PhraseRow& row : phrase_rows) {
        row_end += row.size;
        while (begin < row_end) {
            const size_t end = all_texts.find('|', begin);
            phrases[count++] = {static_cast<u16>(begin), static_cast<u8>(end - begin), row.meaning};
            begin = end + 1;
        }
    }
    return phrases;
}();

constexpr PhraseIndex phrase_index = [] {
    PhraseIndex index;
    for (const Phrase& phrase : phrases_in_order) {
        ++index.begins[static_cast<u8>(all_texts[phrase.begin]) + 1U];
    }
    for (size_t i = 1; i < index.begins.size(); ++i) {
        index.begins[i] = static_cast<u16>(index.begins[i] + index.begins[i - 1]);
    }
    std::array<u16, 257> next = index.begins;
    for (const Phrase& phrase : phrases_in_order) {
        index.phrases[next[static_cast<u8>(all_texts[phrase.begin])]++] = phrase;
    }
    return index;
}();

/// Those that begin with this byte.
std::span<const Phrase> phrases(char first) {
    const size_t begin = phrase_index.begins[static_cast<u8>(first)];
    const size_t end = phrase_index.begins[static_cast<u8>(first) + 1U];
    return std::span(phrase_index.phrases).subspan(begin, end - begin);
}

// ---- words to meanings -------------------------------------------------------------------------------------------

/// How many words from `at` the phrase covers; 0 if it isn't there. `rest`: what its final * stood for.
size_t match_length(std::string_view phrase, const std::vector<Item>& words, size_t at, std::string_view& rest) {
    const bool any_ending = phrase.ends_with('*');
    phrase.remove_suffix(any_ending ? 1 : 0);
    for (size_t count = 1;; ++count, ++at) {
        const size_t blank = phrase.find(' ');
        const std::string_view part = phrase.substr(0, blank);
        const bool is_last = blank == phrase.npos;
        const bool is_word = at < words.size() && words[at].kind == ItemKind::word;
        if (!is_word || !words[at].text.starts_with(part) ||
            (words[at].text.size() != part.size() && !(is_last && any_ending))) {
            return 0;
        }
        if (is_last) {
            rest = std::string_view(words[at].text).substr(part.size());
            return count;
        }
        phrase.remove_prefix(blank + 1);
    }
}

void add_meaning(std::vector<Item>& items, const Phrase* phrase) {
    items.push_back(phrase == nullptr ? Item{} : Item{ItemKind::meaning, phrase->meaning});
}

/// What may be a part of a word: shorter ones are found everywhere.
constexpr size_t shortest_word = 4;

/// The row of a word by itself, whatever endings it may have.
const Phrase* find_word(std::string_view word) {
    if (word.size() >= shortest_word) {
        for (const Phrase& phrase : phrases(word.front())) {
            if (phrase.text().substr(0, phrase.text().find('*')) == word) {
                return &phrase;
            }
        }
    }
    return nullptr;
}

void add_latin(const std::vector<Item>& words, size_t& at, std::vector<Item>& items) {
    const Phrase* best = nullptr;
    size_t longest = 0;
    std::string_view rest;
    for (const Phrase& phrase : phrases(words[at].text.front())) {
        std::string_view behind;
        const size_t length = match_length(phrase.text(), words, at, behind);
        // Of two that cover as many words, the one that says more of the last.
        if (length > longest || (length != 0 && length == longest && behind.size() < rest.size())) {
            longest = length;
            best = &phrase;
            rest = behind;
        }
    }
    // "unitwidth", "Bildschirmbreite": two words in one.
    for (size_t cut = shortest_word; best == nullptr && cut < words[at].text.size(); ++cut) {
        rest = std::string_view(words[at].text).substr(cut);
        best = find_word(rest) != nullptr ? find_word(words[at].text.substr(0, cut)) : nullptr;
    }
    add_meaning(items, best);
    if (const Phrase* second = find_word(rest); best != nullptr && second != nullptr) {
        add_meaning(items, second);
    }
    at += std::max<size_t>(longest, 1);
}

/// Scripts that put no blanks between words, or inflect them: every phrase inside the word counts, in its order.
void add_contained(std::string_view word, std::vector<Item>& items) {
    bool is_known = false;
    for (size_t i = 0; i < word.size();) {
        const Phrase* best = nullptr;
        for (const Phrase& phrase : phrases(word[i])) {
            if (word.substr(i).starts_with(phrase.text()) && (best == nullptr || phrase.size > best->size)) {
                best = &phrase;
            }
        }
        if (best != nullptr) {
            add_meaning(items, best);
            is_known = true;
        }
        i += best != nullptr ? best->size : 1;
    }
    if (!is_known) {
        add_meaning(items, nullptr);
    }
}

bool is_meaning(const std::vector<Item>& items, size_t at, const Bag& wanted) {
    return at < items.size() && items[at].kind == ItemKind::meaning && wanted.has(items[at].meaning);
}

/// "pixel width" speaks of a unit; "width in pixels" and "512 pixels" give a measure.
void settle_words(std::vector<Item>& items) {
    for (size_t i = 0; i < items.size(); ++i) {
        const bool is_measure =
            i > 0 && (items[i - 1].kind == ItemKind::number || is_meaning(items, i - 1, Bag(Meaning::In)));
        if (is_meaning(items, i, Bag(Meaning::Pixels)) && !is_measure && is_meaning(items, i + 1, sides)) {
            items[i].meaning = Meaning::Unit;
        }
    }
    std::erase_if(items, [](const Item& item) { return item.meaning == Meaning::In; });
    for (Item& item : items) {
        item.kind = item.meaning == Meaning::By ? ItemKind::times : item.kind;
    }
}

std::vector<Item> items_of(std::string_view comment) {
    const std::vector<Item> words = comment_words(comment);
    std::vector<Item> items;
    for (size_t at = 0; at < words.size();) {
        if (words[at].kind != ItemKind::word) {
            items.push_back(words[at++]);
        } else if (static_cast<u8>(words[at].text.front()) >= 0x80) {
            add_contained(words[at++].text, items);
        } else {
            add_latin(words, at, items);
        }
    }
    settle_words(items);
    return items;
}

// ---- numbers that belong together --------------------------------------------------------------------------------

class Grouping {
public:
    explicit Grouping(const std::vector<Item>& items) : m_items(items) {}

    std::vector<NumberGroup> groups() {
        for (size_t i = 0; i < m_items.size();) {
            if (m_items[i].kind != ItemKind::number) {
                ++i;
                continue;
            }
            const std::vector<GroupLink> chain = chain_from(i);
            if (!is_operand(i) && !is_calculation(chain)) {
                cut(chain);
            }
            i = chain.back().at + 1;
        }
        return std::move(m_groups);
    }

private:
    struct GroupLink {
        size_t at;
        ItemKind joint = ItemKind::word;  // how it is joined to the one before
        Bag between;
    };

    [[nodiscard]] bool is(size_t at, ItemKind kind) const { return at < m_items.size() && m_items[at].kind == kind; }
    [[nodiscard]] bool is_joint(size_t at) const {
        return is(at, ItemKind::times) || is(at, ItemKind::comma) || is(at, ItemKind::slash) || is(at, ItemKind::dash);
    }

    [[nodiscard]] std::vector<GroupLink> chain_from(size_t at) const {
        std::vector<GroupLink> chain = {{at, ItemKind::word, {}}};
        while (true) {
            Bag between;
            size_t next = chain.back().at + 1;
            for (; is_meaning(m_items, next, Bag(Meaning::Width, Meaning::Height, Meaning::Pixels)); ++next) {
                between.add(m_items[next].meaning);
            }
            const bool is_apart = next != chain.back().at + 1;
            const size_t number = next + 1;
            if (!is_joint(next) || !is(number, ItemKind::number) || (is_apart && !is(next, ItemKind::times))) {
                return chain;
            }
            chain.push_back({number, m_items[next].kind, between});
        }
    }

    /// "width * 4", "= 64" behind a number: a part of a calculation.
    [[nodiscard]] bool is_operand(size_t at) const {
        const Bag per(Meaning::Per);
        if (is_meaning(m_items, at + 1, per) ||
            (is_meaning(m_items, at + 1, Bag(Meaning::Pixels)) && is_meaning(m_items, at + 2, per))) {
            return false;  // "256 pixels / 8 pixels per unit"
        }
        const bool follows_operator = at > 0 && (is(at - 1, ItemKind::times) || is(at - 1, ItemKind::slash));
        return follows_operator || (at > 1 && is(at - 1, ItemKind::equals) && is(at - 2, ItemKind::number));
    }

    /// "512 / 8 = 64"; but what "512 x 256 x 4 = 524288" begins with is a size.
    [[nodiscard]] bool is_calculation(const std::vector<GroupLink>& chain) const {
        const auto has = [&](ItemKind joint) {
            return std::ranges::find(chain, joint, &GroupLink::joint) != chain.end();
        };
        size_t next = chain.back().at + 1;
        while (is_meaning(m_items, next, Bag(Meaning::Pixels, Meaning::Other))) {
            ++next;
        }
        return has(ItemKind::slash) && (has(ItemKind::times) || is(next, ItemKind::equals));
    }

    void cut(const std::vector<GroupLink>& chain) {
        constexpr size_t in_lists = 4;
        const auto joined_by = [&](size_t i, ItemKind kind) { return i < chain.size() && chain[i].joint == kind; };
        if (chain.size() >= in_lists && !joined_by(2, ItemKind::times)) {
            add(chain, 0, in_lists);  // "16, 16, 512, 256", "8x8, 512x512"; not "512 x 256 x 4"
        }
        for (size_t i = 0; i < chain.size();) {
            const bool two =
                i + 1 < chain.size() && (joined_by(i + 1, ItemKind::times) || !joined_by(i + 2, ItemKind::times));
            const bool is_range = two && joined_by(i + 1, ItemKind::dash);
            if (!is_range) {
                add(chain, i, two ? 2 : 1);
            }
            i += two ? 2 : 1;
            while (joined_by(i, ItemKind::times)) {
                ++i;  // "x 4 bytes"
            }
        }
    }

    void add(const std::vector<GroupLink>& chain, size_t from, size_t count) {
        NumberGroup group;
        group.first = chain[from].at;
        group.end = chain[from + count - 1].at + 1;
        for (size_t i = from; i < from + count; ++i) {
            const Item& number = m_items[chain[i].at];
            if (number.is_part || is_meaning(m_items, chain[i].at + 1, Bag(Meaning::Other))) {
                return;
            }
            group.numbers.push_back(number);
            if (i != from) {
                group.between.merge(chain[i].between);
            }
        }
        group.joint = count == 1 ? ItemKind::word : chain[from + 1].joint;
        group.is_marked =
            group.first > 0 && (is(group.first - 1, ItemKind::mark) || is(group.first - 1, ItemKind::equals));
        m_groups.push_back(std::move(group));
    }

    const std::vector<Item>& m_items;
    std::vector<NumberGroup> m_groups;
};

}  // namespace

Bag CommentItems::all() const {
    Bag bag;
    for (const Item& item : items) {
        if (item.kind == ItemKind::meaning) {
            bag.add(item.meaning);
        }
    }
    return bag;
}

CommentItems comment_items(std::string_view comment) {
    CommentItems found;
    found.items = items_of(comment);
    found.groups = Grouping(found.items).groups();
    return found;
}

}  // namespace mariner::bitmap
