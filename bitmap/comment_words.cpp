#include "bitmap/comment_words.hpp"

#include <algorithm>
#include <iterator>

#include "emulator/support/text.hpp"

namespace mariner::bitmap {

namespace {

constexpr size_t most_words = 200;

bool is_digit(u32 c) {
    return c >= '0' && c <= '9';
}

int hex_digit(u32 c) {
    const u32 lower = c | 0x20;
    const bool is_letter = lower >= 'a' && lower <= 'f';
    return is_digit(c) ? static_cast<int>(c - '0') : is_letter ? static_cast<int>(lower - 'a' + 10) : -1;
}

/// Ranges of accented letters and the letter without the accent; the first row whose end is not passed. Greek letters
/// lose their tonos, since the table of words has none.
struct Fold {
    u32 end;
    char32_t letter;  // 0: leave as it is
};
constexpr Fold folds[] = {
    {0x00c0, 0},    {0x00c7, 'a'},  {0x00c8, 'c'}, {0x00cc, 'e'},  {0x00d0, 'i'},  {0x00d1, 'd'},  {0x00d2, 'n'},
    {0x00d7, 'o'},  {0x00d8, 0},    {0x00d9, 'o'}, {0x00dd, 'u'},  {0x00de, 'y'},  {0x00df, 't'},  {0x00e0, 's'},
    {0x00e7, 'a'},  {0x00e8, 'c'},  {0x00ec, 'e'}, {0x00f0, 'i'},  {0x00f1, 'd'},  {0x00f2, 'n'},  {0x00f7, 'o'},
    {0x00f8, 0},    {0x00f9, 'o'},  {0x00fd, 'u'}, {0x00fe, 'y'},  {0x00ff, 't'},  {0x0100, 'y'},  {0x0106, 'a'},
    {0x010e, 'c'},  {0x0112, 'd'},  {0x011c, 'e'}, {0x0124, 'g'},  {0x0128, 'h'},  {0x0134, 'i'},  {0x0136, 'j'},
    {0x0139, 'k'},  {0x0143, 'l'},  {0x014c, 'n'}, {0x0154, 'o'},  {0x015a, 'r'},  {0x0162, 's'},  {0x0168, 't'},
    {0x0174, 'u'},  {0x0176, 'w'},  {0x0179, 'y'}, {0x017f, 'z'},  {0x0180, 's'},  {0x01a0, 0},    {0x01a2, 'o'},
    {0x01af, 0},    {0x01b1, 'u'},  {0x0386, 0},   {0x0387, U'α'}, {0x03ac, 0},    {0x03ad, U'α'}, {0x03ae, U'ε'},
    {0x03af, U'η'}, {0x03b0, U'ι'}, {0x03cc, 0},   {0x03cd, U'ο'}, {0x03ce, U'υ'}, {0x03cf, U'ω'}, {0x1ea0, 0},
    {0x1eb8, 'a'},  {0x1ec8, 'e'},  {0x1ecc, 'i'}, {0x1ee4, 'o'},  {0x1ef2, 'u'},  {0x1efa, 'y'},
};

/// Lower case, without accent.
u32 fold(u32 code) {
    const bool is_capital =
        (code >= 'A' && code <= 'Z') || (code >= 0x0391 && code <= 0x03a9) || (code >= 0x0410 && code <= 0x042f);
    if (code < 0x80 || is_capital) {
        return is_capital ? code + 32 : code;
    }
    const auto* row = std::ranges::upper_bound(folds, code, {}, &Fold::end);
    return row == std::end(folds) || row->letter == 0 ? code : u32{row->letter};
}

bool is_combining_mark(u32 code) {
    return code >= 0x300 && code < 0x370;
}

bool is_letter(u32 code) {
    const u32 lower = code | 0x20;
    if (code < 0x80) {
        return lower >= 'a' && lower <= 'z';
    }
    const bool is_punctuation = code == 0xd7 || code == 0xf7 || code < 0xc0 || (code >= 0x2000 && code < 0x2e80) ||
                                (code >= 0x3000 && code < 0x3040) || code >= 0xfe00;
    return !is_punctuation;
}

class Splitter {
public:
    explicit Splitter(std::string_view comment) : m_text(utf32_of(comment)) {}

    std::vector<Item> split() {
        while (m_at < m_text.size() && m_items.size() < most_words) {
            if (is_digit(peek(0))) {
                number();
            } else if (peek(0) == '$') {
                reg();
            } else if (is_letter(peek(0))) {
                letters();
            } else {
                sign(m_text[m_at++]);
            }
        }
        return std::move(m_items);
    }

private:
    [[nodiscard]] u32 peek(size_t ahead) const { return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : 0; }
    [[nodiscard]] u32 before() const { return m_at > 0 ? m_text[m_at - 1] : 0; }

    void add(ItemKind kind) { m_items.push_back({kind}); }
    void add_word(std::string text) { m_items.push_back({ItemKind::word, Meaning::Other, std::move(text)}); }

    void number() {
        Item item{ItemKind::number};
        item.is_part = before() == '+' || before() == '^';
        constexpr u64 most = u64{1} << 40;
        if (peek(0) == '0' && (peek(1) | 0x20) == 'x' && hex_digit(peek(2)) >= 0) {
            m_at += 2;
            item.is_hex = true;
            for (; hex_digit(peek(0)) >= 0 || (peek(0) == '_' && hex_digit(peek(1)) >= 0); ++m_at) {
                if (peek(0) != '_') {
                    item.value = std::min(item.value << 4 | static_cast<u64>(hex_digit(peek(0))), most);
                }
            }
        } else {
            for (; is_digit(peek(0)) || (peek(0) == '.' && is_digit(peek(1))); ++m_at) {
                item.is_part = item.is_part || peek(0) == '.';
                const u32 digit = peek(0) == '.' ? 0 : peek(0) - '0';
                item.value = std::min(item.value * 10 + digit, most);
                item.as_hex = std::min(item.as_hex << 4 | digit, most);
            }
        }
        item.is_part = item.is_part || (peek(0) == '(' && peek(1) == '$');
        const size_t blanks = peek(0) == ' ' ? 1 : 0;
        item.is_label = peek(0) == ')' || peek(0) == ']' || peek(0) == ':' || peek(0) == '.' ||
                        (peek(blanks) == '-' && peek(blanks + 1) != '>' && !is_digit(peek(blanks + 1)));
        m_items.push_back(item);
        if ((peek(0) | 0x20) == 'x' && is_digit(peek(1))) {
            add(ItemKind::times);
            ++m_at;
        } else if (peek(0) == '-' && (is_digit(peek(1)) || peek(1) == '$')) {
            add(ItemKind::dash);
            ++m_at;
        }
    }

    /// $gp is a name of a base; other registers say nothing.
    void reg() {
        std::string name;
        for (++m_at; is_letter(peek(0)) || is_digit(peek(0)); ++m_at) {
            append_utf8(name, fold(peek(0)));
        }
        if (name == "gp" || name == "28") {
            add_word("gp");
        }
    }

    void sign(char32_t code) {
        struct SignRow {
            std::u32string_view codes;
            ItemKind kind;
        };
        constexpr SignRow rows[] = {{U"*×", ItemKind::times},
                                    {U",;，、；", ItemKind::comma},
                                    {U"/", ItemKind::slash},
                                    {U"=", ItemKind::equals},
                                    {U":：([>|", ItemKind::mark}};
        for (const SignRow& row : rows) {
            if (row.codes.find(code) != row.codes.npos) {
                add(row.kind);
            }
        }
    }

    void letters() {
        std::string word;
        bool was_lower = false;
        for (; is_letter(peek(0)); ++m_at) {
            if (is_combining_mark(peek(0))) {
                continue;
            }
            const bool is_capital = peek(0) >= 'A' && peek(0) <= 'Z';
            if (is_capital && was_lower) {
                break;
            }
            append_utf8(word, fold(peek(0)));
            was_lower = !is_capital;
        }
        if (word.empty()) {
            return;  // a mark for a letter that isn't there
        }
        if (word != "x" && static_cast<u8>(word.back()) < 0x80) {
            while (is_digit(peek(0))) {  // "Player1", "t0": digits of a name
                ++m_at;
            }
        }
        add_word(std::move(word));
    }

    std::u32string m_text;
    size_t m_at = 0;
    std::vector<Item> m_items;
};

}  // namespace

std::string_view comment_of(std::string_view line) {
    char quote = 0;
    for (size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (quote != 0 && c == '\\') {
            ++i;
        } else if (quote != 0) {
            quote = c == quote ? '\0' : quote;
        } else if (c == '#') {
            return line.substr(i + 1);
        } else if (c == '"' || c == '\'') {
            quote = c;
        }
    }
    return {};
}

std::vector<Item> comment_words(std::string_view comment) {
    return Splitter(comment).split();
}

}  // namespace mariner::bitmap
