#pragma once
// Where the keyboard registers get their keys: from the surface that shows the program, or else from standard input,
// which becomes a raw terminal while the program polls its keyboard.

#include <memory>
#include <string>

#include "bitmap/guest_link.hpp"
#include "emulator/app/note_player.hpp"
#include "emulator/devices/device_host.hpp"
#include "emulator/platform/terminal.hpp"
#include "emulator/runtime/terminal_host.hpp"

namespace mariner::app {

/// Standard input as a keyboard: a terminal key by key, a pipe or file byte by byte.
class StreamKeys {
public:
    explicit StreamKeys(int input) : m_input(input) {}

    std::optional<u8> take();
    void wait(u32 milliseconds);
    /// The terminal is used line by line for a while; the next take() makes it raw again.
    void release() { m_lease.reset(); }

private:
    int m_input;
    bool m_has_ended = false;
    bool m_is_tried = false;
    std::unique_ptr<platform::TerminalLease> m_lease;
};

/// For a run without a display.
class StreamDevices : public DeviceHost {
public:
    StreamDevices(StreamKeys& keys, TerminalHost& host) : m_keys(keys), m_host(host) {}
    std::optional<u8> take_character() override { return m_keys.take(); }
    void wait_for_character(u32 milliseconds) override;
    void write_character(u8 character) override;
    void wait_for_frame() override { m_host.sleep_milliseconds(16); }

protected:
    StreamKeys& m_keys;
    TerminalHost& m_host;
};

/// For a run that a surface shows, or may come to show.
class LinkDevices final : public StreamDevices {
public:
    LinkDevices(bitmap::GuestLink& link, StreamKeys& keys, TerminalHost& host)
        : StreamDevices(keys, host), m_link(link) {}
    std::optional<u8> take_character() override;
    void wait_for_character(u32 milliseconds) override;
    void note_use() override { m_link.note_keyboard_use(); }
    std::optional<KeyEvent> take_key_event() override;
    u32 held_keys(u32 word) override { return m_link.held_keys(word); }
    u32 pointer() override { return m_link.pointer(); }
    u32 take_pointer_buttons() override { return m_link.take_pointer_buttons(); }
    u32 frames() override { return m_link.frames(); }
    void wait_for_frame() override;

private:
    bitmap::GuestLink& m_link;
};

/// The console of a run without a display: line by line where the program reads lines.
class PlainHost final : public TerminalHost {
public:
    PlainHost(const TerminalOptions& options, StreamKeys& keys) : TerminalHost(options), m_keys(keys) {}
    InputState read_input(std::span<u8> buffer, size_t& count) override;
    bool play_note(const Note& note, bool wait) override { return m_notes.play(*this, note, wait); }

private:
    StreamKeys& m_keys;
    NotePlayer m_notes;
};

}  // namespace mariner::app
