#pragma once
// Everything a guest can reach outside its own memory and its files: console, clock, sound, dialogs. The interface
// only; the command line, the window, the grader, `verify` and the tests each bring their own. Library code never
// touches the process's own streams.

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "emulator/support/types.hpp"

namespace mariner {

/// What came of waiting for input.
enum class InputState : u8 { ready, end_of_input, interrupted };

/// How services 50 to 59 are asked.
enum class DialogStyle : u8 {
    none,     // not at all: a dialog ends the program, as in MARS on the command line
    console,  // as text: the question goes to the error stream, the answer is a line of input
    native,   // by show_dialog
};

class Host {
public:
    Host() = default;
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;
    virtual ~Host() = default;

    /// Raw bytes to the guest's standard output or error. May be buffered until flush().
    virtual void write_output(std::string_view bytes) = 0;
    virtual void write_error(std::string_view bytes) = 0;
    /// Called before a read may wait, before a sleep, and at the end: prompts appear in time.
    virtual void flush() = 0;
    /// Called every few milliseconds while the guest runs: a moment to show output that has been waiting.
    virtual void pulse() {}
    /// Something could not be written (a full disk, a closed pipe), and what followed is lost: the run shall end.
    [[nodiscard]] virtual bool has_lost_output() const { return false; }

    /// At least one and at most buffer.size() bytes of standard input, waiting for them; `count` says how many.
    virtual InputState read_input(std::span<u8> buffer, size_t& count) = 0;
    /// True if read_input would return bytes at once.
    virtual bool input_is_ready() = 0;

    /// Milliseconds since 1970: the system's, but for hosts that make time up, as they do the wait that follows.
    virtual i64 now_milliseconds();
    /// False if a stop was requested meanwhile.
    virtual bool sleep_milliseconds(u32 duration) = 0;
    /// Seed for a random stream that the program didn't seed.
    virtual i64 random_seed() = 0;

    struct Note {
        u8 pitch = 60;
        u32 milliseconds = 1000;
        u8 instrument = 0;
        u8 volume = 100;
    };
    /// `wait`: returns when the note has ended (false if a stop was requested). Without sound nothing fails.
    virtual bool play_note(const Note& note, bool wait) = 0;

    enum class DialogKind : u8 { confirm, input, message };
    enum class MessageType : u8 { error, information, warning, question, plain };
    struct DialogReply {
        bool cancelled = false;
        int choice = 0;      // confirm: 0 yes, 1 no, 2 cancel, -1 closed
        std::string text{};  // input, UTF-8
    };
    [[nodiscard]] virtual DialogStyle dialog_style() const { return DialogStyle::none; }
    /// Only for DialogStyle::native. Nothing if a stop was requested meanwhile.
    virtual std::optional<DialogReply> show_dialog(DialogKind, std::string_view /*message*/, MessageType) {
        return std::nullopt;
    }

    /// The runner says here how a wait learns that it should end: a stop was requested, or the time is up.
    void set_stop_check(std::function<bool()> check) { m_stop_check = std::move(check); }

protected:
    [[nodiscard]] bool should_stop() const { return m_stop_check && m_stop_check(); }

private:
    std::function<bool()> m_stop_check;
};

}  // namespace mariner
