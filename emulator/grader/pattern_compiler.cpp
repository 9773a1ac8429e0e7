// From a pattern's text to its code; pattern.cpp runs it.

#include "emulator/grader/pattern.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace mariner::grader {

namespace {

using ByteSet = std::bitset<256>;

constexpr size_t longest_code = 4000;
constexpr int deepest_groups = 100;

ByteSet set_of(bool (*contains)(u8)) {
    ByteSet set;
    for (size_t i = 0; i < set.size(); ++i) {
        set[i] = contains(static_cast<u8>(i));
    }
    return set;
}

/// \d and its like; nothing for other letters.
std::optional<ByteSet> class_of(char letter) {
    switch (letter) {
        case 'd':
            return set_of([](u8 c) { return c >= '0' && c <= '9'; });
        case 's':
            return set_of([](u8 c) { return c == ' ' || (c >= '\t' && c <= '\r'); });
        case 'w':
            return set_of([](u8 c) { return is_pattern_word(c); });
        case 'D':
        case 'S':
        case 'W':
            return ~*class_of(static_cast<char>(letter - 'A' + 'a'));
        default:
            return std::nullopt;
    }
}

/// The byte that a letter behind a backslash stands for; punctuation stands for itself.
std::optional<u8> escaped_byte(char letter) {
    switch (letter) {
        case 'n':
            return '\n';
        case 't':
            return '\t';
        case 'r':
            return '\r';
        case 'f':
            return '\f';
        case 'e':
            return 0x1b;
        case '0':
            return 0;
        default:
            return is_pattern_word(static_cast<u8>(letter)) ? std::nullopt : std::optional(static_cast<u8>(letter));
    }
}

}  // namespace

/// From the pattern's text to code, by recursive descent; the first mistake ends it.
class PatternCompiler {
public:
    explicit PatternCompiler(std::string_view source) : m_source(source) {}

    Result<Pattern> run() {
        read_flags();
        Code code = read_alternatives(0);
        if (!m_error && m_at < m_source.size()) {
            fail("this ')' closes nothing");
        }
        if (m_error) {
            return *m_error;
        }
        Pattern pattern;
        pattern.m_source = std::string(m_source);
        pattern.m_code.push_back({Kind::save, 0, 0});
        append(pattern.m_code, code);
        pattern.m_code.push_back({Kind::save, 1, 0});
        pattern.m_code.push_back({Kind::match, 0, 0});
        pattern.m_sets = std::move(m_sets);
        pattern.m_slots = 2 * (m_groups + 1);
        return pattern;
    }

private:
    using Instruction = Pattern::Instruction;
    using Kind = Instruction::Kind;
    using Code = Pattern::Code;

    struct Repetition {
        u32 least = 1;
        u32 most = 1;
        bool is_endless = false;
        bool is_lazy = false;
    };

    void fail(std::string_view sentence) {
        if (!m_error) {
            m_error = Error{std::string(sentence) + " (character " + std::to_string(m_at + 1) + " of the pattern)"};
        }
    }
    [[nodiscard]] bool at_end() const { return m_at >= m_source.size(); }
    [[nodiscard]] char peek() const { return at_end() ? '\0' : m_source[m_at]; }
    bool take(std::string_view word) {
        if (!m_source.substr(m_at).starts_with(word)) {
            return false;
        }
        m_at += word.size();
        return true;
    }

    void append(Code& code, const Code& more) {
        if (code.size() + more.size() > longest_code) {
            fail("the pattern is too large");
            return;
        }
        code.insert(code.end(), more.begin(), more.end());
    }
    static i32 length_of(const Code& code) { return static_cast<i32>(code.size()); }

    void read_flags() {
        while (!m_error) {
            if (take("(?i)")) {
                m_ignores_case = true;
            } else if (take("(?s)")) {
                m_dot_takes_all = true;
            } else {
                break;
            }
        }
    }

    Code read_alternatives(int depth) {
        if (depth > deepest_groups) {
            fail("groups are nested too deeply");
            return {};
        }
        Code code = read_sequence(depth);
        while (!m_error && take("|")) {
            const Code other = read_sequence(depth);
            Code both{{Kind::split, 1, length_of(code) + 2}};
            append(both, code);
            both.push_back({Kind::jump, length_of(other) + 1, 0});
            append(both, other);
            code = std::move(both);
        }
        return code;
    }

    Code read_sequence(int depth) {
        Code code;
        while (!m_error && !at_end() && peek() != '|' && peek() != ')') {
            const Code atom = read_atom(depth);
            append(code, m_error ? Code{} : repeat(atom, read_repetition()));
        }
        return code;
    }

    Code read_atom(int depth) {
        const char c = peek();
        if (c == '*' || c == '+' || c == '?') {
            fail("there is nothing to repeat before this character; \\ in front of it takes it as it is");
            return {};
        }
        ++m_at;
        switch (c) {
            case '(':
                return read_group(depth);
            case '[':
                return one_of(read_set());
            case '.': {
                ByteSet all;
                all.set();
                all['\n'] = m_dot_takes_all;
                return one_of(all);
            }
            case '^':
                return {{Kind::assert_, Pattern::line_begin, 0}};
            case '$':
                return {{Kind::assert_, Pattern::line_end, 0}};
            case '\\':
                return read_escape();
            default:
                return one_of(single(static_cast<u8>(c)));
        }
    }

    Code read_group(int depth) {
        if (take("?:")) {
            Code code = read_alternatives(depth + 1);
            expect_group_end();
            return code;
        }
        if (peek() == '?') {
            fail("of the groups that begin with (? there are (?:...) and, in front of the pattern, (?i) and (?s)");
            return {};
        }
        if (m_groups == Pattern::most_groups) {
            fail("a pattern has at most 9 groups; (?:...) groups without being counted");
            return {};
        }
        const auto slot = static_cast<i32>(2 * ++m_groups);
        Code code{{Kind::save, slot, 0}};
        append(code, read_alternatives(depth + 1));
        code.push_back({Kind::save, slot + 1, 0});
        expect_group_end();
        return code;
    }
    void expect_group_end() {
        if (!m_error && !take(")")) {
            fail("this group has no ')'");
        }
    }

    Code read_escape() {
        const char letter = peek();
        if (at_end()) {
            fail("the pattern ends with a backslash");
            return {};
        }
        ++m_at;
        constexpr std::string_view places =
            "Azb"
            "B";
        constexpr std::array<i32, 4> assertions = {Pattern::text_begin, Pattern::text_end, Pattern::word_edge,
                                                   Pattern::no_word_edge};
        if (const size_t place = places.find(letter); place != std::string_view::npos) {
            return {{Kind::assert_, assertions.at(place), 0}};
        }
        if (const std::optional<ByteSet> set = class_of(letter)) {
            return one_of(*set);
        }
        if (const std::optional<u8> byte = escaped_byte(letter)) {
            return one_of(single(*byte));
        }
        --m_at;
        fail("a backslash before this letter means nothing");
        return {};
    }

    [[nodiscard]] ByteSet single(u8 byte) const {
        ByteSet set;
        set.set(byte);
        return with_both_cases(set);
    }
    [[nodiscard]] ByteSet with_both_cases(ByteSet set) const {
        for (size_t c = 'a'; m_ignores_case && c <= 'z'; ++c) {
            const size_t capital = c - 'a' + 'A';
            const bool either = set[c] || set[capital];
            set[c] = either;
            set[capital] = either;
        }
        return set;
    }
    Code one_of(const ByteSet& set) {
        m_sets.push_back(set);
        return {{Kind::bytes, static_cast<i32>(m_sets.size() - 1), 0}};
    }

    ByteSet read_set() {
        const bool is_negated = take("^");
        ByteSet set;
        bool is_first = true;
        while (!m_error && (is_first || peek() != ']')) {
            if (at_end()) {
                fail("this set has no ']'");
                break;
            }
            is_first = false;
            read_set_item(set);
        }
        ++m_at;
        set = with_both_cases(set);
        return is_negated ? ~set : set;
    }
    void read_set_item(ByteSet& set) {
        if (peek() == '\\' && m_at + 1 < m_source.size()) {
            if (const std::optional<ByteSet> whole = class_of(m_source[m_at + 1])) {
                set |= *whole;
                m_at += 2;
                return;
            }
        }
        const u8 first = read_set_byte();
        u8 last = first;
        if (peek() == '-' && m_at + 1 < m_source.size() && m_source[m_at + 1] != ']') {
            ++m_at;
            last = read_set_byte();
        }
        if (last < first) {
            fail("this range ends before it begins");
        }
        for (size_t c = first; c <= last; ++c) {
            set.set(c);
        }
    }
    u8 read_set_byte() {
        const char c = peek();
        ++m_at;
        if (c != '\\' || at_end()) {
            return static_cast<u8>(c);
        }
        const std::optional<u8> byte = escaped_byte(peek());
        if (!byte) {
            fail("a backslash before this letter means nothing in a set");
        }
        ++m_at;
        return byte.value_or(0);
    }

    Repetition read_repetition() {
        Repetition repetition;
        if (take("*")) {
            repetition = {0, 0, true};
        } else if (take("+")) {
            repetition = {1, 0, true};
        } else if (take("?")) {
            repetition = {0, 1};
        } else if (peek() == '{') {
            repetition = read_counts();
        } else {
            return repetition;
        }
        repetition.is_lazy = take("?");
        if (peek() == '*' || peek() == '+') {
            fail("what is repeated already can't be repeated once more; put it in (?:...)");
        }
        return repetition;
    }
    Repetition read_counts() {
        Repetition repetition;
        ++m_at;
        repetition.least = read_count();
        repetition.most = repetition.least;
        if (take(",")) {
            repetition.is_endless = peek() == '}';
            repetition.most = repetition.is_endless ? 0 : read_count();
        }
        if (!take("}")) {
            fail("a count is {2}, {2,} or {2,5}; a brace itself is written \\{");
        } else if (!repetition.is_endless && repetition.most < repetition.least) {
            fail("the second count is less than the first");
        }
        return repetition;
    }
    u32 read_count() {
        u32 count = 0;
        const char* const begin = m_source.data() + m_at;
        const auto [end, error] = std::from_chars(begin, m_source.data() + m_source.size(), count);
        if (error != std::errc() || count > 1000) {
            fail("a count from 0 to 1000 is expected here; a brace itself is written \\{");
            return 0;
        }
        m_at += static_cast<size_t>(end - begin);
        return count;
    }

    static Instruction split(i32 into, i32 past, bool is_lazy) {
        return is_lazy ? Instruction{Kind::split, past, into} : Instruction{Kind::split, into, past};
    }

    Code repeat(const Code& atom, const Repetition& repetition) {
        Code code;
        for (u32 i = 0; i < repetition.least && !m_error; ++i) {
            append(code, atom);
        }
        const i32 length = length_of(atom);
        if (repetition.is_endless) {
            Code loop{split(1, length + 2, repetition.is_lazy)};
            append(loop, atom);
            loop.push_back({Kind::jump, -(length + 1), 0});
            append(code, loop);
        }
        for (u32 i = repetition.least; i < repetition.most && !m_error; ++i) {
            const auto left = static_cast<i32>(repetition.most - i);
            append(code, {split(1, left * (length + 1), repetition.is_lazy)});
            append(code, atom);
        }
        return code;
    }

    std::string_view m_source;
    size_t m_at = 0;
    bool m_ignores_case = false;
    bool m_dot_takes_all = false;
    size_t m_groups = 0;
    std::vector<ByteSet> m_sets;
    std::optional<Error> m_error;
};

Result<Pattern> Pattern::compile(std::string_view source) {
    return PatternCompiler(source).run();
}

}  // namespace mariner::grader
