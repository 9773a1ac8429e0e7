#include "bitmap/comment_words.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "emulator/support/text.hpp"

namespace mariner::bitmap {

namespace {

constexpr size_t most_words = 200;

bool is_digit(u32 c) {
    return c >= '0' && c <= '9';
}

int hex_digit(u32 c) {
    if (is_digit(c)) {
        return static_cast<int>(c - '0');
    }
    const u32 lower = c | 0x20;
    return lower >= 'a' && lower <= 'f' ? static_cast<int>(lower - 'a' + 10) : -1;
}

/// One code point at `at`, which moves on; a malformed byte is U+FFFD.
u32 next_code_point(std::string_view text, size_t& at) {
    const auto lead = static_cast<u8>(text[at++]);
    if (lead < 0x80) {
        return lead;
    }
    const size_t more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc0 ? 1 : 0;
    if (more == 0 || at + more > text.size()) {
        return 0xfffd;
    }
    u32 code = lead & (0x3fu >> more);
    for (size_t i = 0; i < more; ++i) {
        code = code << 6 | (static_cast<u8>(text[at + i]) & 0x3fu);
    }
    at += more;
    return code;
}

/// Ranges of accented letters and the letter without the accent; the first row whose end is not passed.
struct Fold {
    u32 end;
    char letter;  // 0: leave as it is
};
constexpr Fold folds[] = {
    {0x00c0, 0},   {0x00c7, 'a'}, {0x00c8, 'c'}, {0x00cc, 'e'}, {0x00d0, 'i'}, {0x00d1, 'd'}, {0x00d2, 'n'},
    {0x00d7, 'o'}, {0x00d8, 0},   {0x00d9, 'o'}, {0x00dd, 'u'}, {0x00de, 'y'}, {0x00df, 't'}, {0x00e0, 's'},
    {0x00e7, 'a'}, {0x00e8, 'c'}, {0x00ec, 'e'}, {0x00f0, 'i'}, {0x00f1, 'd'}, {0x00f2, 'n'}, {0x00f7, 'o'},
    {0x00f8, 0},   {0x00f9, 'o'}, {0x00fd, 'u'}, {0x00fe, 'y'}, {0x00ff, 't'}, {0x0100, 'y'}, {0x0106, 'a'},
    {0x010e, 'c'}, {0x0112, 'd'}, {0x011c, 'e'}, {0x0124, 'g'}, {0x0128, 'h'}, {0x0134, 'i'}, {0x0136, 'j'},
    {0x0139, 'k'}, {0x0143, 'l'}, {0x014c, 'n'}, {0x0154, 'o'}, {0x015a, 'r'}, {0x0162, 's'}, {0x0168, 't'},
    {0x0174, 'u'}, {0x0176, 'w'}, {0x0179, 'y'}, {0x017f, 'z'}, {0x0180, 's'}, {0x01a0, 0},   {0x01a2, 'o'},
    {0x01af, 0},   {0x01b1, 'u'}, {0x1ea0, 0},   {0x1eb8, 'a'}, {0x1ec8, 'e'}, {0x1ecc, 'i'}, {0x1ee4, 'o'},
    {0x1ef2, 'u'}, {0x1efa, 'y'},
};

/// Lower case, without accent. Greek letters with tonos lose it, since the table of words has none.
u32 fold(u32 code) {
    if (code < 0x80) {
        return code >= 'A' && code <= 'Z' ? code + 32 : code;
    }
    if (code >= 0x0410 && code <= 0x042f) {
        return code + 0x20;
    }
    if (code >= 0x0391 && code <= 0x03a9) {
        return code + 0x20;
    }
    constexpr std::array<std::pair<u32, u32>, 8> greek = {{{0x386, 0x3b1},
                                                           {0x3ac, 0x3b1},
                                                           {0x3ad, 0x3b5},
                                                           {0x3ae, 0x3b7},
                                                           {0x3af, 0x3b9},
                                                           {0x3cc, 0x3bf},
                                                           {0x3cd, 0x3c5},
                                                           {0x3ce, 0x3c9}}};
    if (const auto* row = std::ranges::find(greek, code, &std::pair<u32, u32>::first); row != greek.end()) {
        return row->second;
    }
    const auto* row = std::ranges::upper_bound(folds, code, {}, &Fold::end);
    return row == std::end(folds) || row->letter == 0 ? code : static_cast<u8>(row->letter);
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
    explicit Splitter(std::string_view text) : m_text(text) {}

    std::vector<CommentWord> split() {
        while (m_at < m_text.size() && m_words.size() < most_words) {
            const auto c = static_cast<u8>(m_text[m_at]);
            if (is_digit(c)) {
                number();
            } else if (c == '$') {
                reg();
            } else {
                other();
            }
        }
        return std::move(m_words);
    }

private:
    [[nodiscard]] u32 peek(size_t ahead) const {
        return m_at + ahead < m_text.size() ? static_cast<u8>(m_text[m_at + ahead]) : 0;
    }
    [[nodiscard]] u32 before() const { return m_at > 0 ? static_cast<u8>(m_text[m_at - 1]) : 0; }

    void add(WordKind kind, std::string text = {}) {
        CommentWord& word = m_words.emplace_back();
        word.kind = kind;
        word.text = std::move(text);
    }

    void number() {
        CommentWord word;
        word.kind = WordKind::number;
        word.is_part = before() == '+' || before() == '^';
        constexpr u64 most = u64{1} << 40;
        if (peek(0) == '0' && (peek(1) | 0x20) == 'x' && hex_digit(peek(2)) >= 0) {
            m_at += 2;
            word.is_hex = true;
            for (; hex_digit(peek(0)) >= 0 || (peek(0) == '_' && hex_digit(peek(1)) >= 0); ++m_at) {
                if (peek(0) != '_') {
                    word.value = std::min(word.value << 4 | static_cast<u64>(hex_digit(peek(0))), most);
                }
            }
        } else {
            for (; is_digit(peek(0)) || (peek(0) == '.' && is_digit(peek(1))); ++m_at) {
                word.is_part = word.is_part || peek(0) == '.';
                const u32 digit = peek(0) == '.' ? 0 : peek(0) - '0';
                word.value = std::min(word.value * 10 + digit, most);
                word.as_hex = std::min(word.as_hex << 4 | digit, most);
            }
        }
        word.is_part = word.is_part || (peek(0) == '(' && peek(1) == '$');
        const size_t blanks = peek(0) == ' ' ? 1 : 0;
        word.is_label = peek(0) == ')' || peek(0) == ']' || peek(0) == ':' || peek(0) == '.' ||
                        (peek(blanks) == '-' && peek(blanks + 1) != '>' && !is_digit(peek(blanks + 1)));
        m_words.push_back(word);
        if ((peek(0) | 0x20) == 'x' && is_digit(peek(1))) {
            add(WordKind::times);
            ++m_at;
        } else if (peek(0) == '-' && (is_digit(peek(1)) || peek(1) == '$')) {
            add(WordKind::dash);
            ++m_at;
        }
    }

    /// $gp is a name of a base; other registers say nothing.
    void reg() {
        ++m_at;
        const size_t begin = m_at;
        while (is_letter(peek(0)) || is_digit(peek(0))) {
            ++m_at;
        }
        std::string name(m_text.substr(begin, m_at - begin));
        std::ranges::transform(name, name.begin(),
                               [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
        if (name == "gp" || name == "28") {
            add(WordKind::word, "gp");
        }
    }

    void other() {
        size_t after = m_at;
        const u32 code = next_code_point(m_text, after);
        if (is_letter(code)) {
            letters();
            return;
        }
        m_at = after;
        struct Row {
            u32 code;
            WordKind kind;
        };
        constexpr Row rows[] = {
            {'*', WordKind::times},    {0xd7, WordKind::times},   {',', WordKind::comma},    {';', WordKind::comma},
            {0xff0c, WordKind::comma}, {0x3001, WordKind::comma}, {0xff1b, WordKind::comma}, {'/', WordKind::slash},
            {'=', WordKind::equals},   {':', WordKind::mark},     {0xff1a, WordKind::mark},  {'(', WordKind::mark},
            {'[', WordKind::mark},     {'>', WordKind::mark},     {'|', WordKind::mark},
        };
        if (const auto* row = std::ranges::find(rows, code, &Row::code); row != std::end(rows)) {
            add(row->kind);
        }
    }

    void letters() {
        std::string word;
        bool was_lower = false;
        while (m_at < m_text.size()) {
            size_t after = m_at;
            const u32 code = next_code_point(m_text, after);
            const bool is_capital = code >= 'A' && code <= 'Z';
            if (is_combining_mark(code)) {
                m_at = after;
                continue;
            }
            if (!is_letter(code) || (is_capital && was_lower)) {
                break;
            }
            append_utf8(word, fold(code));
            was_lower = !is_capital;
            m_at = after;
        }
        if (word.empty()) {
            return;  // a mark for a letter that isn't there
        }
        if (word != "x" && static_cast<u8>(word.back()) < 0x80) {
            while (is_digit(peek(0))) {  // "Player1", "t0": digits of a name
                ++m_at;
            }
        }
        add(WordKind::word, std::move(word));
    }

    std::string_view m_text;
    size_t m_at = 0;
    std::vector<CommentWord> m_words;
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

std::vector<CommentWord> comment_words(std::string_view comment) {
    return Splitter(comment).split();
}

}  // namespace mariner::bitmap
