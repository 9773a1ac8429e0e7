#include "emulator/app/terminal_lines.hpp"

#include <algorithm>
#include <clocale>
#include <cwchar>
#include <utility>

#include "emulator/platform/files.hpp"
#include "emulator/platform/wait.hpp"

#ifdef MARINER_LIBEDIT
#include <histedit.h>
#endif

namespace mariner::app {

using platform::TypedBytes;
using Arrival = TypedBytes::Arrival;

TerminalLines::~TerminalLines() = default;

#ifdef MARINER_LIBEDIT

namespace {

/// What differs from libedit's own keys for Emacs, so that they are those of shells.
struct Binding {
    const char* key;
    const char* command;
};
constexpr Binding bindings[] = {
    {"^I", "mariner-complete"},   {"^R", "em-inc-search-prev"}, {"^W", "ed-delete-prev-word"},
    {"^U", "vi-kill-line-prev"},  {"\\e[H", "ed-move-to-beg"},  {"\\e[1~", "ed-move-to-beg"},
    {"\\e[F", "ed-move-to-end"},  {"\\e[4~", "ed-move-to-end"}, {"\\e[3~", "ed-delete-next-char"},
    {"\\e[1;5C", "em-next-word"}, {"\\e[1;5D", "ed-prev-word"},
};

/// libedit tells characters and their widths by the locale; only that part of it is set. We write UTF-8 anyhow.
void set_character_set() {
    if (std::setlocale(LC_CTYPE, "") == nullptr || MB_CUR_MAX == 1) {
        std::setlocale(LC_CTYPE, "C.UTF-8");
    }
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

struct TerminalLines::Editor {
    Editor(platform::TerminalLease& owner, std::string text, Completer words);
    ~Editor() {
        ::el_end(m_edit);
        ::history_end(m_history);
    }
    Editor(const Editor&) = delete;
    Editor& operator=(const Editor&) = delete;

    static Editor& of(EditLine* edit) {
        void* self = nullptr;
        ::el_get(edit, EL_CLIENTDATA, &self);
        return *static_cast<Editor*>(self);
    }
    int next_character(wchar_t& character);
    [[nodiscard]] bool is_searching() const;
    [[nodiscard]] char key_for_arrow() const;
    unsigned char complete();

    platform::TerminalLease& lease;
    std::string prompt;
    Completer completer;
    const TypedBytes* typed = nullptr;  // while a line is read
    bool is_cancelled = false;
    std::vector<std::string> offered;  // by the last Tab, if nothing could be added
    EditLine* m_edit;
    History* m_history;
};

TerminalLines::Editor::Editor(platform::TerminalLease& owner, std::string text, Completer words)
    : lease(owner), prompt(std::move(text)), completer(std::move(words)) {
    set_character_set();
    m_edit = ::el_init("mariner", stdin, stdout, stderr);
    m_history = ::history_init();
    HistEvent event{};
    constexpr int most_lines = 1000;
    ::history(m_history, &event, H_SETSIZE, most_lines);
    ::history(m_history, &event, H_SETUNIQUE, 1);
    ::el_set(m_edit, EL_CLIENTDATA, this);
    ::el_set(m_edit, EL_EDITOR, "emacs");
    ::el_set(m_edit, EL_HIST, ::history, m_history);
    ::el_set(
        m_edit, EL_PROMPT, +[](EditLine* edit) { return of(edit).prompt.data(); });
    ::el_set(
        m_edit, EL_GETCFN, +[](EditLine* edit, wchar_t* out) { return of(edit).next_character(*out); });
    ::el_set(
        m_edit, EL_ADDFN, "mariner-complete", "Completes a word",
        +[](EditLine* edit, int /*key*/) { return of(edit).complete(); });
    // Shifting the rest of a line by the terminal's own means, libedit counts a wide character as one column. Without
    // these it writes the rest anew.
    for (const char* const shift : {"ic", "IC", "im", "dc", "DC", "dm"}) {
        ::el_set(m_edit, EL_SETTC, shift, "", nullptr);
    }
    for (const Binding& one : bindings) {
        ::el_set(m_edit, EL_BIND, one.key, one.command, nullptr);
    }
    ::el_source(m_edit, nullptr);  // what the user has in ~/.editrc
}

/// 1, 0 at the end, -1 if the line is given up: what libedit expects.
int TerminalLines::Editor::next_character(wchar_t& character) {
    std::string bytes;
    while (true) {
        char byte = 0;
        switch (typed->take(byte)) {
            case Arrival::stale:
                if (lease.take_stale()) {
                    ::el_resize(m_edit);
                    ::el_set(m_edit, EL_REFRESH);
                }
                continue;
            case Arrival::interrupted:
                is_cancelled = true;
                return -1;
            case Arrival::gone:
                return 0;
            case Arrival::byte:
                break;
        }
        if (byte == '\x1b' && is_searching()) {
            byte = key_for_arrow();
        }
        bytes += byte;
        // What is no character of the locale (UTF-8 wherever that can be had) stands for nothing.
        std::mbstate_t state{};
        const size_t length = std::mbrtowc(&character, bytes.data(), bytes.size(), &state);
        if (length <= bytes.size()) {
            return 1;
        }
        if (length != static_cast<size_t>(-2)) {  // not the beginning of one either
            bytes.clear();
        }
    }
}

/// Ctrl-R shows its pattern as a second line.
bool TerminalLines::Editor::is_searching() const {
    const LineInfo* const shown = ::el_line(m_edit);
    const std::string_view text(shown->buffer, static_cast<size_t>(shown->lastchar - shown->buffer));
    return text.find("\nbck") != std::string_view::npos || text.find("\nfwd") != std::string_view::npos;
}

/// While it searches, libedit takes the first byte of an arrow key for the end of it and the rest for text: the letter
/// with Ctrl that does the same as the key ends the search as well.
char TerminalLines::Editor::key_for_arrow() const {
    constexpr std::string_view arrows = "ABCDHF";
    constexpr std::string_view letters = "\x10\x0e\x06\x02\x01\x05";
    char byte = '\x1b';
    while (platform::is_readable(platform::standard_input) && typed->take(byte) == Arrival::byte) {
        if (const size_t at = arrows.find(byte); at != std::string_view::npos) {
            return letters[at];
        }
    }
    return '\x1b';
}

unsigned char TerminalLines::Editor::complete() {
    const LineInfo* const shown = ::el_line(m_edit);
    const std::string begun(shown->buffer, shown->cursor);
    std::vector<std::string> words = completer ? completer(begun) : std::vector<std::string>();
    if (words.empty()) {
        return CC_ERROR;
    }
    const std::string common = common_beginning(words);
    // The word under the cursor is the longest end of the line that they all begin with.
    size_t known = std::min(common.size(), begun.size());
    while (!begun.ends_with(std::string_view(common).substr(0, known))) {
        --known;
    }
    const std::string added = common.substr(known) + (words.size() == 1 ? " " : "");
    if (!added.empty()) {
        ::el_insertstr(m_edit, added.c_str());
        return CC_REFRESH;
    }
    if (std::exchange(offered, words) != words) {
        return CC_NORM;
    }
    constexpr size_t most_offered = 200;
    std::string list = "\n";
    for (size_t i = 0; i < std::min(words.size(), most_offered); ++i) {
        list += words[i] + "  ";
    }
    list += words.size() > most_offered ? "...\n" : "\n";
    platform::write_all(platform::standard_output, list);
    return CC_REDISPLAY;
}

TerminalLines::TerminalLines(platform::TerminalLease& lease, std::string prompt, Completer completer)
    : m_editor(std::make_unique<Editor>(lease, std::move(prompt), std::move(completer))) {}

TerminalLines::LineOutcome TerminalLines::read() {
    const TypedBytes typed;
    m_editor->typed = &typed;
    if (m_editor->lease.take_stale()) {
        ::el_resize(m_editor->m_edit);
    }
    m_editor->is_cancelled = false;
    m_editor->offered.clear();
    int count = 0;
    const char* const text = ::el_gets(m_editor->m_edit, &count);
    m_line = text != nullptr ? text : "";
    const bool is_whole = m_line.ends_with('\n');
    m_line.resize(m_line.size() - (is_whole ? 1 : 0));
    if (!is_whole) {
        platform::write_all(platform::standard_output, "\n");
    }
    return is_whole ? LineOutcome::done : (m_editor->is_cancelled ? LineOutcome::cancelled : LineOutcome::end);
}

void TerminalLines::remember(const std::string& line) {
    if (!line.empty()) {
        HistEvent event{};
        ::history(m_editor->m_history, &event, H_ENTER, line.c_str());
    }
}

#else

struct TerminalLines::Editor {
    platform::TerminalLease& lease;
    std::string prompt;
};

TerminalLines::TerminalLines(platform::TerminalLease& lease, std::string prompt, Completer /*completer*/)
    : m_editor(new Editor{lease, std::move(prompt)}) {}

TerminalLines::LineOutcome TerminalLines::read() {
    const TypedBytes typed;
    m_line.clear();
    platform::write_all(platform::standard_output, m_editor->prompt);
    (void)m_editor->lease.take_stale();
    for (char byte = 0; byte != '\n';) {
        switch (typed.take(byte)) {
            case Arrival::byte:
                m_line += byte;
                break;
            case Arrival::stale:
                break;
            case Arrival::interrupted:
                platform::write_all(platform::standard_output, "\n");
                return LineOutcome::cancelled;
            case Arrival::gone:
                return LineOutcome::end;
        }
    }
    m_line.pop_back();
    return LineOutcome::done;
}

void TerminalLines::remember(const std::string& /*line*/) {}

#endif

}  // namespace mariner::app
