#include "emulator/app/display_devices.hpp"

#include <chrono>

#include "emulator/platform/files.hpp"
#include "emulator/platform/terminal.hpp"

namespace mariner::app {

namespace {

/// Longer than any screen's picture stands: a surface that has stopped to paint must not stop the program.
constexpr auto longest_frame = std::chrono::milliseconds(100);

/// Terminals send what keyboards had decades ago; MARS's keyboard sends what Java's has.
u8 as_typed(u8 byte) {
    return byte == '\r' ? u8{'\n'} : byte == 127 ? u8{'\b'} : byte;
}

}  // namespace

std::optional<u8> StreamKeys::take() {
    if (m_has_ended) {
        return std::nullopt;
    }
    if (!m_lease && !m_is_tried && platform::is_terminal(m_input)) {
        auto lease = platform::TerminalLease::take({m_input, m_input, {}, {}});
        m_is_tried = !lease.has_value();
        m_lease = lease ? std::move(*lease) : nullptr;
    }
    if (!platform::is_readable(m_input)) {
        return std::nullopt;
    }
    u8 byte = 0;
    const platform::ByteTransfer got = platform::read(m_input, std::span(&byte, 1));
    m_has_ended = got.state == platform::TransferState::done && got.count == 0 && !m_lease;
    return got.count == 1 ? std::optional(m_lease ? as_typed(byte) : byte) : std::nullopt;
}

void StreamKeys::wait(u32 milliseconds) {
    platform::is_readable(m_has_ended ? -1 : m_input, static_cast<int>(milliseconds));
}

void StreamDevices::wait_for_character(u32 milliseconds) {
    m_host.flush();
    m_keys.wait(milliseconds);
}

void StreamDevices::write_character(u8 character) {
    constexpr u8 bell = 7;   // moves the cursor in MARS's tool
    constexpr u8 black = 0;  // of a picture, or a string's end
    if (character != bell && character != black) {
        const char byte = static_cast<char>(character);
        m_host.write_output({&byte, 1});
    }
}

std::optional<u8> LinkDevices::take_character() {
    if (const auto typed = m_link.take_character()) {
        return typed;
    }
    return m_link.has_surface() ? std::nullopt : StreamDevices::take_character();
}

void LinkDevices::wait_for_character(u32 milliseconds) {
    if (!m_link.has_surface()) {
        StreamDevices::wait_for_character(milliseconds);
        return;
    }
    m_host.flush();
    m_link.acknowledge();
    if (!m_link.has_character()) {
        m_link.input_signal().wait(static_cast<int>(milliseconds));
    }
}

std::optional<DeviceHost::KeyEvent> LinkDevices::take_key_event() {
    const auto event = m_link.take_key_event();
    return event ? std::optional(KeyEvent{event->code, event->down}) : std::nullopt;
}

void LinkDevices::wait_for_frame() {
    using clock = std::chrono::steady_clock;
    const auto end = clock::now() + longest_frame;
    const u32 before = m_link.frames();
    m_host.flush();
    while (m_link.has_surface() && m_link.frames() == before && !m_link.stop_requested() && clock::now() < end) {
        m_link.input_signal().wait(20);
        m_link.acknowledge();
    }
    if (!m_link.has_surface()) {
        m_host.sleep_milliseconds(16);
    }
}

InputState PlainHost::read_input(std::span<u8> buffer, size_t& count) {
    m_keys.release();
    return TerminalHost::read_input(buffer, count);
}

}  // namespace mariner::app
