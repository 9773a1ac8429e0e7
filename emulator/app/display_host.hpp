#pragma once
// The guest's world while its picture is shown or recorded: the terminal's streams, and beside them the window's
// console, or a recorder that looks at the picture whenever time passes for the guest.

#include <functional>
#include <memory>
#include <string>

#include "bitmap/guest_link.hpp"
#include "bitmap/image_file.hpp"
#include "bitmap/picture.hpp"
#include "emulator/app/display_devices.hpp"
#include "emulator/app/note_player.hpp"
#include "emulator/runtime/terminal_host.hpp"

namespace mariner::app {

/// Console on two sides: the process's streams, unless the surface has taken them over, and the surface.
class LinkHost final : public TerminalHost {
public:
    LinkHost(bitmap::GuestLink& link, const TerminalOptions& options, StreamKeys& keys)
        : TerminalHost(options), m_link(link), m_terminal(options), m_keys(keys) {}
    ~LinkHost() override { pass_on(); }

    void write_output(std::string_view bytes) override;
    void write_error(std::string_view bytes) override;
    void flush() override;
    void pulse() override;
    InputState read_input(std::span<u8> buffer, size_t& count) override;
    bool input_is_ready() override;
    bool sleep_milliseconds(u32 duration) override;
    bool play_note(const Note& note, bool wait) override { return m_notes.play(*this, note, wait); }

private:
    void pass_on();
    bool take_typed();
    InputState give_typed(std::span<u8> buffer, size_t& count);
    std::optional<InputState> read_stream(std::span<u8> buffer, size_t& count);

    bitmap::GuestLink& m_link;
    TerminalOptions m_terminal;
    StreamKeys& m_keys;
    bool m_stream_is_open = true;
    bool m_stream_has_given = false;
    std::string m_text;   // for the surface
    std::string m_typed;  // from the surface, not yet read
    bool m_typed_ends = false;
    NotePlayer m_notes;
};

/// Gives a recorder the picture before every sleep and every read of input. Its clock is the guest's: what it slept,
/// what a person would take to answer, and its instructions at MARS's pace.
class RecordingHost final : public TerminalHost {
public:
    using Capture = std::function<void(u64 at_milliseconds)>;
    RecordingHost(const TerminalOptions& options, Capture capture)
        : TerminalHost(options), m_capture(std::move(capture)) {}

    InputState read_input(std::span<u8> buffer, size_t& count) override;
    bool sleep_milliseconds(u32 duration) override;

    /// The guest has executed so many instructions more.
    void count_steps(u64 steps);
    void capture() { m_capture(m_milliseconds); }

private:
    Capture m_capture;
    u64 m_milliseconds = 0;
    u64 m_steps = 0;
};

}  // namespace mariner::app
