#pragma once
// Everything a guest can reach outside its own memory: console, clock, sound, dialogs. The interface only; the command
// line, the window, the grader, `verify` and the tests each bring their own. Library code never touches the process's own
// streams.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "emulator/support/types.hpp"

namespace mariner {

/// What came of waiting for input.
enum class InputState : u8 { ready, end_of_input, interrupted };

class Host {
public:
    virtual ~Host() = default;

    /// Raw bytes to the guest's standard output or error. May be buffered until flush().
    virtual void write_output(std::string_view bytes) = 0;
    virtual void write_error(std::string_view bytes) = 0;
    /// Called before a read may wait, before a sleep, and at the end: prompts appear in time.
    virtual void flush() = 0;

    /// At least one and at most buffer.size() bytes of standard input, waiting for them; `count` says how many.
    virtual InputState read_input(std::span<u8> buffer, size_t& count) = 0;

    /// Milliseconds since 1970, and a wait (false if a stop was requested meanwhile). Graders make both virtual.
    virtual i64 now_milliseconds() = 0;
    virtual bool sleep_milliseconds(u32 duration) = 0;
    /// Seed for a random stream that the program didn't seed.
    virtual i64 random_seed() = 0;

    struct Note {
        u8 pitch = 60;
        u32 milliseconds = 1000;
        u8 instrument = 0;
        u8 volume = 100;
    };
    /// `wait`: return when the note has ended. Without sound nothing is heard, and nothing fails.
    virtual void play_note(const Note& note, bool wait) = 0;

    enum class DialogKind : u8 { confirm, input, message };
    struct DialogReply {
        bool cancelled = false;
        int choice = 0;       // confirm: 0 yes, 1 no, 2 cancel
        std::string text;     // input
    };
    /// Nothing if there is no way to ask (a batch run at the end of its input).
    virtual std::optional<DialogReply> show_dialog(DialogKind kind, std::string_view message, int message_type) = 0;
};

}  // namespace mariner
