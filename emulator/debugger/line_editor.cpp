#include "emulator/debugger/line_editor.hpp"

#include <algorithm>
#include <utility>

namespace mariner::debugger {

namespace {

constexpr size_t longest_line = 4096;
constexpr size_t longest_escape = 32;
constexpr size_t most_history = 1000;
constexpr size_t most_offered = 200;

constexpr char control_key(char letter) {
    return static_cast<char>(letter & 0x1f);
}

bool is_continuation(char c) {
    return (static_cast<u8>(c) & 0xc0U) == 0x80U;
}

size_t width_of(std::string_view text) {
    return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) { return !is_continuation(c); }));
}

/// What all of them begin with.
std::string common_beginning(const std::vector<std::string>& words) {
    std::string common = words.front();
    for (const std::string& word : words) {
        const auto [end, other] = std::mismatch(common.begin(), common.end(), word.begin(), word.end());
        common.erase(end, common.end());
    }
    return common;
}

}  // namespace

void LineEditor::begin(std::string prompt, u32 columns) {
    m_prompt = std::move(prompt);
    m_columns = std::max(columns, 20U);
    m_line.clear();
    m_cursor = 0;
    m_pending.clear();
    m_recalled = m_history.size();
    m_search.reset();
    m_state = State::editing;
    redraw();
}

LineEditor::State LineEditor::feed(char byte) {
    if (!m_pending.empty()) {
        escape(byte);
    } else if (m_search && search_key(byte)) {
        m_has_just_completed = false;
    } else if (byte == '\x1b') {
        m_pending = byte;
    } else {
        key(byte);
    }
    if (m_state == State::editing) {
        redraw();
    } else {
        m_output += "\r\n";
    }
    return m_state;
}

void LineEditor::remember(const std::string& line) {
    if (line.empty() || (!m_history.empty() && m_history.back() == line)) {
        return;
    }
    if (m_history.size() == most_history) {
        m_history.erase(m_history.begin());
    }
    m_history.push_back(line);
}

/// Keys that change the search; any other ends it with what was found, and does what it does.
bool LineEditor::search_key(char byte) {
    std::string& pattern = m_search->pattern;
    if (byte == control_key('r')) {
        search_from(m_recalled);
    } else if (byte == control_key('g')) {
        abandon_search();
    } else if (byte == '\x7f' || byte == '\b') {
        while (!pattern.empty() && is_continuation(pattern.back())) {
            pattern.pop_back();
        }
        pattern.resize(pattern.size() - std::min<size_t>(pattern.size(), 1));
        search_from(m_history.size());
    } else if (static_cast<u8>(byte) >= 0x20) {
        if (width_of(pattern) < m_columns / 2) {
            pattern += byte;
            search_from(std::min(m_recalled + 1, m_history.size()));
        }
    } else {
        m_search.reset();
        return false;
    }
    return true;
}

void LineEditor::begin_search() {
    m_search = Search{{}, false, m_line, m_cursor, m_recalled};
    if (m_recalled == m_history.size()) {
        m_new_line = m_line;
    }
}

/// The latest line before a place in the history. What was found before stays if there is none.
void LineEditor::search_from(size_t end) {
    if (m_search->pattern.empty()) {
        m_search->has_failed = false;
        return;
    }
    for (size_t index = end; index-- > 0;) {
        const size_t at = m_history[index].find(m_search->pattern);
        if (at != std::string::npos) {
            m_recalled = index;
            m_line = m_history[index];
            m_cursor = at;
            m_search->has_failed = false;
            return;
        }
    }
    m_search->has_failed = true;
}

void LineEditor::abandon_search() {
    m_line = m_search->line_before;
    m_cursor = m_search->cursor_before;
    m_recalled = m_search->recalled_before;
    m_search.reset();
}

void LineEditor::key(char byte) {
    if (byte == '\t') {
        complete();
        return;
    }
    m_has_just_completed = false;
    if (byte == '\r' || byte == '\n') {
        m_state = State::done;
    } else if (byte == '\x7f' || byte == '\b') {
        erase(before(m_cursor), m_cursor);
    } else if (static_cast<u8>(byte) < 0x20) {
        control(byte);
    } else {
        insert({&byte, 1});
    }
}

void LineEditor::control(char byte) {
    switch (byte) {
        case control_key('a'):
            m_cursor = 0;
            break;
        case control_key('e'):
            m_cursor = m_line.size();
            break;
        case control_key('b'):
            m_cursor = before(m_cursor);
            break;
        case control_key('f'):
            m_cursor = behind(m_cursor);
            break;
        case control_key('c'):
            m_state = State::cancelled;
            break;
        case control_key('d'):
            if (m_line.empty()) {
                m_state = State::end;
            }
            erase(m_cursor, behind(m_cursor));
            break;
        case control_key('k'):
            m_killed = m_line.substr(m_cursor);
            erase(m_cursor, m_line.size());
            break;
        case control_key('u'):
            m_killed = m_line.substr(0, m_cursor);
            erase(0, m_cursor);
            break;
        case control_key('w'):
            m_killed = m_line.substr(word_before(m_cursor), m_cursor - word_before(m_cursor));
            erase(word_before(m_cursor), m_cursor);
            break;
        case control_key('y'):
            insert(m_killed);
            break;
        case control_key('l'):
            m_output += "\x1b[H\x1b[2J";
            break;
        case control_key('p'):
            recall(m_recalled - std::min<size_t>(m_recalled, 1));
            break;
        case control_key('r'):
            begin_search();
            break;
        case control_key('n'):
            recall(m_recalled + 1);
            break;
        default:
            break;
    }
}

/// ESC [ or ESC O, digits and semicolons, a letter or ~; ESC b and ESC f. What isn't known does nothing.
void LineEditor::escape(char byte) {
    m_pending += byte;
    const bool is_sequence = m_pending.size() > 1 && (m_pending[1] == '[' || m_pending[1] == 'O');
    const bool is_parameter = (byte >= '0' && byte <= '9') || byte == ';';
    if (is_sequence && (m_pending.size() == 2 || is_parameter) && m_pending.size() < longest_escape) {
        return;
    }
    std::string sequence = std::exchange(m_pending, {}).substr(1);
    if (!sequence.empty() && sequence.front() == 'O') {
        sequence.front() = '[';
    }
    m_has_just_completed = false;
    if (sequence == "[A") {
        recall(m_recalled - std::min<size_t>(m_recalled, 1));
    } else if (sequence == "[B") {
        recall(m_recalled + 1);
    } else if (sequence == "[C") {
        m_cursor = behind(m_cursor);
    } else if (sequence == "[D") {
        m_cursor = before(m_cursor);
    } else if (sequence == "[H" || sequence == "[1~" || sequence == "[7~") {
        m_cursor = 0;
    } else if (sequence == "[F" || sequence == "[4~" || sequence == "[8~") {
        m_cursor = m_line.size();
    } else if (sequence == "[3~") {
        erase(m_cursor, behind(m_cursor));
    } else if (sequence == "[1;5D" || sequence == "b") {
        m_cursor = word_before(m_cursor);
    } else if (sequence == "[1;5C" || sequence == "f") {
        m_cursor = word_behind(m_cursor);
    }
}

void LineEditor::insert(std::string_view bytes) {
    if (m_line.size() + bytes.size() <= longest_line) {
        m_line.insert(m_cursor, bytes);
        m_cursor += bytes.size();
    }
}

void LineEditor::erase(size_t begin, size_t end) {
    m_line.erase(begin, end - begin);
    m_cursor = begin;
}

void LineEditor::recall(size_t index) {
    if (index > m_history.size() || index == m_recalled) {
        return;
    }
    if (m_recalled == m_history.size()) {
        m_new_line = m_line;
    }
    m_recalled = index;
    m_line = index == m_history.size() ? m_new_line : m_history[index];
    m_cursor = m_line.size();
}

void LineEditor::complete() {
    const std::string_view typed = std::string_view(m_line).substr(0, m_cursor);
    const std::vector<std::string> words = m_completer ? m_completer(typed) : std::vector<std::string>();
    if (words.empty()) {
        return;
    }
    const std::string common = common_beginning(words);
    // The word under the cursor is the longest end of the line that they all begin with.
    size_t known = std::min(common.size(), typed.size());
    while (known > 0 && !typed.ends_with(std::string_view(common).substr(0, known))) {
        --known;
    }
    insert(common.substr(known));
    if (words.size() == 1) {
        insert(" ");
    } else if (known == common.size() && std::exchange(m_has_just_completed, true)) {
        std::string list = "\r\n";
        for (size_t i = 0; i < std::min(words.size(), most_offered); ++i) {
            list += (i == 0 ? "" : "  ") + words[i];
        }
        m_output += list + (words.size() > most_offered ? "  ...\r\n" : "\r\n");
    }
}

size_t LineEditor::before(size_t at) const {
    while (at > 0 && is_continuation(m_line[at - 1])) {
        --at;
    }
    return at > 0 ? at - 1 : 0;
}

size_t LineEditor::behind(size_t at) const {
    at = std::min(at + 1, m_line.size());
    while (at < m_line.size() && is_continuation(m_line[at])) {
        ++at;
    }
    return at;
}

size_t LineEditor::word_before(size_t at) const {
    while (at > 0 && m_line[at - 1] == ' ') {
        --at;
    }
    while (at > 0 && m_line[at - 1] != ' ') {
        --at;
    }
    return at;
}

size_t LineEditor::word_behind(size_t at) const {
    while (at < m_line.size() && m_line[at] == ' ') {
        ++at;
    }
    while (at < m_line.size() && m_line[at] != ' ') {
        ++at;
    }
    return at;
}

/// One row of the terminal: of a longer line the part around the cursor.
void LineEditor::redraw() {
    const std::string prompt =
        m_search ? (m_search->has_failed ? "(not found: " : "(search: ") + m_search->pattern + ") " : m_prompt;
    const size_t room = m_columns - std::min<size_t>(width_of(prompt), m_columns - 10) - 1;
    size_t begin = m_cursor;
    for (size_t width = 0; width < room && begin > 0; ++width) {
        begin = before(begin);
    }
    size_t end = begin;
    for (size_t width = 0; width < room && end < m_line.size(); ++width) {
        end = behind(end);
    }
    const std::string_view shown = std::string_view(m_line).substr(begin, end - begin);
    const size_t back = width_of(shown) - width_of(std::string_view(m_line).substr(begin, m_cursor - begin));
    m_output += "\r" + prompt;
    m_output += shown;
    m_output += "\x1b[K";
    if (back > 0) {
        m_output += "\x1b[" + std::to_string(back) + "D";
    }
}

}  // namespace mariner::debugger
