#pragma once
// What window and terminal have in common: the console beside the picture, the line that is typed into it, the guest's
// state, and the events that wait for the presenter.

#include <string>
#include <vector>

#include "bitmap/console_pane.hpp"
#include "bitmap/surface.hpp"

namespace mariner::bitmap {

class ConsoleSurface : public Surface {
public:
    void show_text(std::string_view bytes) override { m_console.append(bytes); }
    void set_answer_keys(std::string_view keys) override { m_console.set_answer_keys(keys); }
    void show_prompt(const Prompt& prompt) override {
        m_prompt = prompt;
        set_answer_keys(prompt.answer_keys);
    }
    void show_state(GuestState state, std::string_view sentence) override {
        m_state = state;
        m_sentence = sentence;
    }
    void set_input_mode(InputMode mode) override { m_mode = mode; }

protected:
    static constexpr u8 control_d = 4;
    static constexpr u8 control_u = 21;
    static constexpr u8 escape = 27;

    void add(EventKind kind, u8 code = 0) { m_events.push_back({kind, {}, code}); }
    void add_pointer(std::optional<Unit> unit, bool clicked = false) {
        m_events.push_back({EventKind::pointer, {}, 0, unit, m_buttons, clicked});
    }
    void set_button(u8 bit, bool is_down) { m_buttons = static_cast<u8>(is_down ? m_buttons | bit : m_buttons & ~bit); }

    /// A key that is the surface's, whoever gets the others; false if it isn't. `page`: the lines of text shown.
    bool take_own_key(u8 code, u32 page);
    /// For the line: a character, and a key that is none, or does more.
    void type(char32_t character);
    void edit_line(u8 code);
    /// A button's answer, as if it had been typed; nobody is asked while the guest runs.
    void press(const Choice& choice);

    ConsolePane m_console;
    GuestState m_state = GuestState::running;
    std::string m_sentence;
    InputMode m_mode = InputMode::line;
    Prompt m_prompt;
    std::vector<SurfaceEvent> m_events;

private:
    void submit_line() { m_events.push_back({EventKind::line, m_console.submit()}); }

    u8 m_buttons = 0;
};

}  // namespace mariner::bitmap
