#pragma once
// The interface of everything that shows a running program: its picture, its console, its state; and that brings back
// what the person does. window_sdl and terminal implement it, presenter drives it, a test's own surface can stand in.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bitmap/picture.hpp"

namespace mariner::bitmap {

enum class GuestState : u8 { running, waiting_for_input, ended };

/// Where typed characters go: into the console's line, or one by one to the guest's keyboard.
enum class InputMode : u8 { line, keys };

/// Keys without a character, numbered behind the 128 of ASCII: for the bitmap of held keys and for key events.
enum KeyCode : u8 {
    key_up = 0x80,
    key_down,
    key_left,
    key_right,
    key_shift,
    key_control,
    key_alt,
    key_insert,
    key_home,
    key_end,
    key_page_up,
    key_page_down,
    key_f1,  // to key_f1 + 11
};

enum class EventKind : u8 {
    line,          // text: a line for the guest's console, without line end
    end_of_input,  // no more lines will come
    character,     // code: a character for the guest's keyboard, in order, repeats included
    pressed,       // code: a key went down (no repeats): its character without shift, or a KeyCode
    released,      // code
    pointer,       // unit, buttons: the mouse moved or a button changed; no unit: it left the picture
    close,         // the person closed the surface
    save_picture,  // the person wants the picture in a file
};

struct SurfaceEvent {
    EventKind kind = EventKind::close;
    std::string text{};
    u8 code = 0;
    std::optional<Unit> unit{};
    u8 buttons = 0;  // bit 0 left, 1 right, 2 middle
    bool clicked = false;
};

/// A unit drawn over the picture without being in guest memory: a token that follows the pointer.
struct OverlayUnit {
    Unit unit;
    u32 colour = 0;
    bool operator==(const OverlayUnit&) const = default;
};

/// A button beside the console: what it says, and the line that it stands for.
struct Choice {
    std::string label{};
    std::string answer{};
    bool is_full_screen = false;  // in place of an answer: the surface's own
    bool operator==(const Choice&) const = default;
};

/// What the person can do just now, beside typing a line.
struct Prompt {
    std::string title{};  // in place of the program's: whose turn it is
    std::vector<Choice> choices{};
    std::string answer_keys{};   // see Surface::set_answer_keys
    bool escape_leaves = false;  // Esc closes the surface
    bool operator==(const Prompt&) const = default;
};

class Surface {
public:
    Surface() = default;
    Surface(const Surface&) = delete;
    Surface& operator=(const Surface&) = delete;
    virtual ~Surface() = default;

    /// Its geometry was given when the surface was opened.
    virtual void show_picture(const Picture& picture, RowSpan changed) = 0;
    virtual void show_overlay(std::span<const OverlayUnit> units) = 0;
    /// Console output of the guest.
    virtual void show_text(std::string_view bytes) = 0;
    virtual void show_state(GuestState state, std::string_view sentence) = 0;
    virtual void set_input_mode(InputMode mode) = 0;
    /// One of these characters, typed into an empty line, is a line by itself.
    virtual void set_answer_keys(std::string_view keys) = 0;
    /// Buttons and title, for programs that come with them.
    virtual void show_prompt(const Prompt& prompt) { set_answer_keys(prompt.answer_keys); }

    /// Paints what changed, then waits up to so many milliseconds for something to happen.
    virtual std::vector<SurfaceEvent> wait(int milliseconds) = 0;
    /// Ends a wait from another thread.
    virtual void wake() = 0;
    /// How long a picture stands: the screen's rate.
    [[nodiscard]] virtual int frame_milliseconds() const { return 16; }
};

}  // namespace mariner::bitmap
