#include "emulator/app/room_host.hpp"

#include <algorithm>

#include "emulator/platform/files.hpp"
#include "emulator/platform/terminal.hpp"
#include "emulator/support/text.hpp"

namespace mariner::app {

namespace {

/// How long a program's move takes to be seen, unless the session says otherwise.
constexpr double usual_pace = 0.5;
constexpr u32 fall_milliseconds = 45;

bool is_at_terminal() {
    return platform::is_terminal(platform::standard_input) && platform::is_terminal(platform::standard_output);
}

}  // namespace

bool RoomTable::has_person() const {
    return has_surface() || (is_at_terminal() && session->display.mode.find(':') == std::string::npos);
}

RoomHost::RoomHost(TerminalHost& host, RoomTable& table, i32 seed, std::string taken_up)
    : m_host(host),
      m_table(table),
      m_model(*table.session->game, seed),
      m_script(std::move(taken_up)),
      m_is_catching_up(!m_script.empty()) {
    // Waits are made by the inner host, which has to end them when this one is told to.
    m_host.set_stop_check([this] { return should_stop(); });
    if (table.session->replay) {
        m_script = table.session->replay->input;
    }
    for (const auto& program : m_table.programs) {
        if (program) {
            program->begin_game(seed);
        }
    }
}

void RoomHost::write_output(std::string_view bytes) {
    const size_t line_end = bytes.rfind('\n');
    m_question = line_end == bytes.npos ? m_question + std::string(bytes) : std::string(bytes.substr(line_end + 1));
    if (m_is_catching_up) {
        m_seen_again += bytes;
    } else {
        m_host.write_output(bytes);
    }
}

bool RoomHost::sleep_milliseconds(u32 duration) {
    return m_is_catching_up || !m_table.has_motion || m_host.sleep_milliseconds(duration);
}

bool RoomHost::input_is_ready() {
    return !m_ready.empty() || !m_script.empty() || !m_ahead.empty() ||
           (!m_table.session->replay && m_host.input_is_ready());
}

InputState RoomHost::read_input(std::span<u8> buffer, size_t& count) {
    if (m_ready.empty()) {
        if (const InputState state = next_line(); state != InputState::ready) {
            return state;
        }
    }
    count = std::min(buffer.size(), m_ready.size());
    std::copy_n(m_ready.begin(), count, buffer.begin());
    m_ready.erase(0, count);
    return InputState::ready;
}

/// Bytes for the program: the model learns of them, too.
void RoomHost::give(const std::string& line) {
    m_ready = line;
    m_question.clear();
    m_model.tell(line);
    if (m_is_catching_up) {
        m_seen_again.clear();
    }
}

InputState RoomHost::next_line() {
    if (m_is_catching_up && m_script.empty()) {
        come_back();
    }
    if (!m_script.empty() || m_table.session->replay) {
        return line_of_script();
    }
    if (m_table.may_have_surface() || m_table.programs[0] || m_table.programs[1]) {
        const games::RoomState& state = m_model.state();
        show(state);
        if (games::Opponent* const program = program_to_move(state)) {
            return line_of_program(*program);
        }
    }
    return line_of_person();
}

/// The unseen part is over: what the program printed last stands there again.
void RoomHost::come_back() {
    m_is_catching_up = false;
    m_shown_turns = m_model.state().turns.size();
    m_host.write_output(m_seen_again);
    m_host.flush();
}

games::Opponent* RoomHost::program_to_move(const games::RoomState& state) {
    return state.ask ? m_table.programs.at(static_cast<size_t>(state.seat - 1)).get() : nullptr;
}

InputState RoomHost::line_of_program(games::Opponent& program) {
    m_host.flush();
    if (state_asks_for_move() && m_table.link != nullptr) {
        m_table.link->set_prompt({"Connect Four - " + program.name() + " thinks", {}, ""});
    }
    const double pace = m_table.session->pace.value_or(m_table.has_person() ? usual_pace : 0);
    if (state_asks_for_move() && pace > 0 && !m_host.sleep_milliseconds(static_cast<u32>(pace * 1000))) {
        return InputState::interrupted;
    }
    const Result<std::string> line = program.answer(m_model.state());
    if (!line) {
        tell("mariner: " + program.name() + " forfeits: it " + line.error().message + "\n");
        m_is_forfeit = true;
        return InputState::end_of_input;
    }
    echo(*line + "\n");
    give(*line + "\n");
    return InputState::ready;
}

InputState RoomHost::line_of_script() {
    if (m_script.empty()) {
        return InputState::end_of_input;
    }
    const double pace = m_table.session->pace.value_or(0);
    if (!m_is_catching_up) {
        m_host.flush();
        show_if_seen();
        if (pace > 0 && !m_host.sleep_milliseconds(static_cast<u32>(pace * 1000))) {
            return InputState::interrupted;
        }
    }
    const size_t end = std::min(m_script.find('\n'), m_script.size() - 1) + 1;
    const std::string line = m_script.substr(0, end);
    m_script.erase(0, end);
    if (!m_is_catching_up) {
        echo(line);
    }
    give(line);
    return InputState::ready;
}

InputState RoomHost::line_of_person() {
    while (true) {
        std::string line;
        if (const InputState state = read_person_line(line); state != InputState::ready) {
            return state;
        }
        std::string_view words = line;
        words = words.substr(0, words.find_first_of("\r\n"));
        const bool may_be_command = !words.empty() && words.size() <= 6 && (words[0] > '9' || words[0] == 'H');
        const std::optional<RoomCommand> command = may_be_command ? room_command(words, m_model.state()) : std::nullopt;
        if (command) {
            obey(*command);
            if (m_wish == RoomWish::none && m_table.has_person()) {
                tell(m_question);  // it stands there unanswered
            }
            if (m_wish != RoomWish::none) {
                return InputState::interrupted;
            }
            continue;
        }
        give(m_table.has_person() ? in_capitals(std::string(words), m_model.state()) + line.substr(words.size())
                                  : line);
        return InputState::ready;
    }
}

/// A line with its end; without one at the end of the input.
InputState RoomHost::read_person_line(std::string& line) {
    while (m_ahead.find('\n') == std::string::npos && !m_person_has_ended) {
        std::array<u8, 4096> bytes{};
        size_t count = 0;
        const InputState state = m_host.read_input(bytes, count);
        if (state == InputState::interrupted) {
            return state;
        }
        m_person_has_ended = state == InputState::end_of_input;
        m_ahead.append(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count));
    }
    if (m_ahead.empty()) {
        return InputState::end_of_input;
    }
    const size_t end = std::min(m_ahead.find('\n'), m_ahead.size() - 1) + 1;
    line = m_ahead.substr(0, end);
    m_ahead.erase(0, end);
    return InputState::ready;
}

// ---- what people see -----------------------------------------------------------------------------------------------

void RoomHost::tell(const std::string& text) {
    m_host.flush();
    m_host.write_error(text);
    m_host.flush();
}

/// A line that nobody typed, for whoever watches; files and pipes get the program's bytes and no other.
void RoomHost::echo(const std::string& line) {
    m_host.flush();
    if (m_table.has_surface()) {
        m_table.link->write(line);
    }
    const bool has_own_terminal = m_table.link == nullptr || !m_table.link->streams_taken();
    if (has_own_terminal && platform::is_terminal(platform::standard_output)) {
        platform::write_all(platform::standard_output, line);
    }
}

void RoomHost::show_if_seen() {
    if (m_table.may_have_surface()) {
        show(m_model.state());
    }
}

bool RoomHost::state_asks_for_move() {
    return m_model.state().asks_for_column();
}

/// Board, marks, buttons and title for the question that stands.
void RoomHost::show(const games::RoomState& state) {
    if (!m_table.may_have_surface()) {
        return;
    }
    if (state.turns.size() > m_shown_turns) {
        sound(state);
        let_fall(state);
    }
    m_shown_turns = state.turns.size();
    if (m_table.view != nullptr) {
        m_table.view->paint(state.board, state.asks_for_column() ? state.mover : 0);
    }
    ShownMarks marks = m_table.marks.get();
    marks.ask = state.ask;
    marks.hints = {};
    marks.last =
        state.turns.empty() || state.turns.back().is_removal ? std::nullopt : std::optional(state.turns.back().cell);
    m_table.marks.set(marks);
    m_table.link->set_prompt(prompt_of(m_model.game(), state));
}

/// For rooms that draw no picture of their own: the tokens since the last question fall, one after the other.
void RoomHost::let_fall(const games::RoomState& state) {
    for (size_t i = m_shown_turns; m_table.view != nullptr && m_table.has_motion && i < state.turns.size(); ++i) {
        const games::RoomTurn& turn = state.turns[i];
        for (int row = games::row_count - 1; !turn.is_removal && row > turn.cell.row; --row) {
            games::Board falling = turn.before;
            falling.set({turn.cell.column, row}, turn.player);
            m_table.view->paint(falling, 0);
            if (!m_host.sleep_milliseconds(fall_milliseconds)) {
                return;
            }
        }
    }
}

/// A knock for a token, a run of three notes for a win.
void RoomHost::sound(const games::RoomState& state) {
    if (!m_table.has_sound) {
        return;
    }
    constexpr u8 wood = 115;
    constexpr u8 bell = 14;
    if (state.board.winner() == 0) {
        m_host.play_note({static_cast<u8>(60 + state.turns.back().cell.row), 120, wood, 90}, false);
        return;
    }
    for (const u8 tone : {u8{67}, u8{72}, u8{76}}) {
        m_host.play_note({tone, 160, bell, 90}, true);
    }
}

void RoomHost::show_hint() {
    constexpr int takes_long = 8;
    const games::RoomState& state = m_model.state();
    if (state.position().stones() < takes_long) {
        tell("Thinking ...\n");
    }
    const games::ColumnHints hints = m_table.adviser.hints(state.position());
    tell(hint_text(m_model.game(), state, hints));
    ShownMarks marks = m_table.marks.get();
    for (size_t column = 0; column < hints.size(); ++column) {
        marks.hints.at(column) = hints.at(column).letters();
    }
    m_table.marks.set(marks);
}

void RoomHost::obey(RoomCommand command) {
    ShownMarks marks = m_table.marks.get();
    const auto say = [&](const char* what, bool is_on) { tell(std::string(what) + (is_on ? " on\n" : " off\n")); };
    switch (command) {
        case RoomCommand::hint:
            if (m_model.state().asks_for_column()) {
                show_hint();
            } else {
                tell("A hint is for the choice of a column.\n");
            }
            break;
        case RoomCommand::fresh:
            m_wish = RoomWish::again;
            break;
        case RoomCommand::marks:
            marks.on_tokens = !marks.on_tokens;
            m_table.marks.set(marks);
            say("marks", marks.on_tokens);
            break;
        case RoomCommand::motion:
            m_table.has_motion = !m_table.has_motion;
            say("motion", m_table.has_motion);
            break;
        case RoomCommand::sound:
            m_table.has_sound = !m_table.has_sound;
            say("sound", m_table.has_sound);
            break;
        case RoomCommand::menu:
            m_wish = RoomWish::menu;
            break;
        case RoomCommand::quit:
            m_wish = RoomWish::leave;
            break;
        case RoomCommand::help:
            tell(command_help());
            break;
    }
}

// ---- after the game ------------------------------------------------------------------------------------------------

std::optional<std::string> RoomHost::ask(const std::string& question, const bitmap::Prompt& prompt) {
    if (m_table.link != nullptr) {
        m_table.link->set_prompt(prompt);
    }
    tell(question);
    std::string line;
    if (read_person_line(line) != InputState::ready) {
        return std::nullopt;
    }
    return std::string(trim(line));
}

RoomWish RoomHost::ask_what_next() {
    m_ahead.clear();
    const games::RoomState& state = m_model.state();
    show(state);
    bitmap::Prompt prompt{title_of(m_model.game(), state), {}, "AaRrMmLl"};
    prompt.choices = {{"Play again (A)", "A"},
                      {"Review (R)", "R"},
                      {"Menu (M)", "M"},
                      {"Leave (L)", "L"},
                      {"Full screen (F11)", "", true}};
    prompt.escape_leaves = true;
    while (true) {
        const std::optional<std::string> answer =
            ask("\nPlay again (A), review the game (R), menu (M) or leave (L)? ", prompt);
        const std::string word = answer ? to_lower(*answer) : "l";
        if (word == "a") {
            return RoomWish::again;
        }
        if (word == "m") {
            return RoomWish::menu;
        }
        if (word == "l") {
            return RoomWish::leave;
        }
        if (word == "r" && review()) {
            return RoomWish::take_up;
        }
    }
}

/// True if the game is taken up from one of its moves.
bool RoomHost::review() {
    const games::RoomState& state = m_model.state();
    tell("Looking at the game ...\n");
    const games::GameReview review = m_table.adviser.review(state);
    tell("\n" + review_text(m_model.game(), state, review));
    if (state.turns.empty()) {
        return false;
    }
    bitmap::Prompt prompt{title_of(m_model.game(), state), {}, ""};
    for (const games::GivenAway& slip : review.slips) {
        const std::string number = std::to_string(slip.turn + 1);
        prompt.choices.push_back({"Move " + number, number});
    }
    prompt.choices.push_back({"Back", "0"});
    const std::string last = std::to_string(state.turns.size());
    const std::optional<std::string> answer =
        ask("Take up the game before which move? (1 to " + last + ", or Enter for none) ", prompt);
    const auto number = parse_digits<size_t>(answer.value_or(""));
    if (!number || *number < 1 || *number > state.turns.size()) {
        return false;
    }
    m_taken_up = m_model.typed().substr(0, state.turns[*number - 1].typed);
    tell("The game goes on before move " + std::to_string(*number) + ".\n");
    return true;
}

}  // namespace mariner::app
