#include "bitmap/terminal.hpp"

#include <algorithm>
#include <array>

#include "bitmap/clock.hpp"
#include "bitmap/console_surface.hpp"
#include "bitmap/terminal_keys.hpp"
#include "emulator/platform/files.hpp"
#include "emulator/platform/terminal.hpp"
#include "emulator/platform/wait.hpp"
#include "emulator/support/text.hpp"

namespace mariner::bitmap {

namespace {

/// Own screen buffer, no wrapping at the right edge; and the way back, which also ends a half-sent update.
constexpr std::string_view enter_bytes = "\x1b[?1049h\x1b[?7l\x1b[2J";
constexpr std::string_view enter_with_mouse_bytes = "\x1b[?1049h\x1b[?7l\x1b[2J\x1b[?1003h\x1b[?1006h";
constexpr std::string_view leave_bytes = "\x1b[?2026l\x1b[?1006l\x1b[?1003l\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l";
/// Terminals don't report that a key is let go: it counts as held so long after its last character.
constexpr i64 held_milliseconds = 200;
constexpr int look_milliseconds = 20;  // for keys that are held no longer
constexpr int escape_milliseconds = 30;

class TerminalSurface final : public ConsoleSurface {
public:
    explicit TerminalSurface(const TerminalSurfaceOptions& options)
        : m_options(options),
          m_screen(options.geometry, options.depth, options.extras),
          m_picture(options.geometry.columns(), options.geometry.rows()) {}

    ~TerminalSurface() override {
        m_lease.reset();
        leave_behind();
    }

    Result<void> start() {
        auto lease =
            platform::TerminalLease::take({m_options.input, m_options.output,
                                           m_options.mouse ? enter_with_mouse_bytes : enter_bytes, leave_bytes, true});
        if (!lease) {
            return lease.error();
        }
        m_lease = std::move(*lease);
        return {};
    }

    void show_picture(const Picture& picture, RowSpan /*changed*/) override {
        m_picture = picture;
        m_picture_changed = true;
    }
    void show_overlay(std::span<const OverlayUnit> units) override {
        m_overlay.assign(units.begin(), units.end());
        m_picture_changed = true;
    }

    std::vector<SurfaceEvent> wait(int milliseconds) override {
        paint();
        m_events.clear();
        release_keys();
        const int most = !m_held.empty() ? look_milliseconds : m_keys_pending ? escape_milliseconds : milliseconds;
        const auto ending = m_wake_signal.wait_with(m_has_hung_up ? -1 : m_options.input, std::min(milliseconds, most));
        m_wake_signal.clear();
        if (ending.is_readable) {
            read_keys();
        } else if (!ending.is_woken && m_keys_pending) {
            m_keys_pending = false;
            handle(m_keys.settle());
        }
        return std::move(m_events);
    }

    void wake() override { m_wake_signal.wake(); }

    /// Terminals repaint more slowly than windows; faster than this nobody sees.
    [[nodiscard]] int frame_milliseconds() const override { return 25; }

private:
    // ---- output

    void paint() {
        if (m_lease->take_stale()) {
            const platform::TerminalSize size = platform::terminal_size(m_options.output);
            m_screen.resize(size.columns, size.lines);
            platform::write_all(m_options.output, "\x1b[2J");
            m_picture_changed = true;
        }
        if (m_picture_changed) {
            m_picture_changed = false;
            m_screen.set_picture(m_picture, m_overlay);
        }
        m_screen.set_choices(m_prompt.choices);
        m_screen.set_console(m_console, status(), m_mode == InputMode::line);
        platform::write_all(m_options.output, m_screen.update());
    }

    [[nodiscard]] std::string status() const {
        std::string text = m_prompt.title.empty() ? m_options.title : m_prompt.title;
        switch (m_state) {
            case GuestState::running:
                text += m_mode == InputMode::keys ? " - running, keys go to the program" : " - running";
                break;
            case GuestState::waiting_for_input:
                text += m_prompt.title.empty() ? " - waiting for input" : "";
                break;
            case GuestState::ended:
                text += " - ended" + (m_sentence.empty() ? "" : ": " + m_sentence) + " (Esc closes)";
                break;
        }
        return text;
    }

    /// On the terminal's own screen: the last picture and the console's text.
    void leave_behind() {
        if (m_screen.lines() == 0) {
            return;
        }
        std::string text = m_screen.farewell();
        for (const auto& line : m_console.view(m_screen.columns(), 5000).lines) {
            for (char32_t character : line) {
                append_utf8(text, character);
            }
            text += "\r\n";
        }
        platform::write_all(m_options.output, text);
    }

    // ---- input

    void read_keys() {
        std::array<char, 1024> bytes{};
        const platform::ByteTransfer got = platform::read(m_options.input, bytes);
        if (got.count > 0) {
            handle(m_keys.feed({bytes.data(), got.count}));
            m_keys_pending = bytes[got.count - 1] == '\x1b';
        } else if (got.state != platform::TransferState::not_now) {
            m_has_hung_up = true;
            add(EventKind::close);
        }
    }

    void handle(const std::vector<TerminalKey>& keys) {
        for (const TerminalKey& key : keys) {
            if (key.kind == TerminalKeyKind::mouse) {
                handle_mouse(key);
            } else {
                handle_key(key);
            }
        }
    }

    void hold(u8 code) {
        const auto held = std::ranges::find(m_held, code, &HeldKey::code);
        if (held == m_held.end()) {
            add(EventKind::pressed, code);
            m_held.push_back({code, now_milliseconds() + held_milliseconds});
        } else {
            held->until = now_milliseconds() + held_milliseconds;
        }
    }

    void release_keys() {
        const i64 now = now_milliseconds();
        std::erase_if(m_held, [&](const HeldKey& held) {
            if (held.until <= now) {
                add(EventKind::released, held.code);
            }
            return held.until <= now;
        });
    }

    void handle_key(const TerminalKey& key) {
        const bool is_special = key.kind == TerminalKeyKind::special;
        const char32_t character = key.character == '\r'                   ? U'\n'
                                   : key.character == 127 && key.code == 0 ? U'\b'
                                                                           : key.character;
        const bool is_capital = character >= 'A' && character <= 'Z';
        const u8 code = is_special ? key.code : static_cast<u8>(is_capital ? character + 32 : character);
        if (is_special || character < 128) {
            hold(code);
            if (take_own_key(code, m_screen.text_lines())) {
                return;
            }
        }
        if (m_mode == InputMode::keys) {
            if (!is_special && character < 256) {
                add(EventKind::character, static_cast<u8>(character));
            }
        } else if (m_state == GuestState::ended) {
            return;
        } else if (is_special || character < 0x20 || character == 127) {
            edit_line(code);
        } else {
            type(character);
        }
    }

    void handle_mouse(const TerminalKey& key) {
        constexpr u8 wheel_up = 64;
        constexpr u8 wheel_down = 65;
        if (key.button == wheel_up || key.button == wheel_down) {
            m_console.scroll(key.button == wheel_up ? 3 : -3);
            return;
        }
        constexpr std::array<u8, 4> bits = {1, 4, 2, 0};
        const u8 bit = bits[key.button & 3];
        set_button(bit, key.pressed);
        const bool clicked = key.pressed && !key.moved && bit == 1;
        const auto choice = clicked ? m_screen.choice_at(key.column, key.line) : std::nullopt;
        if (choice && *choice < m_prompt.choices.size()) {
            press(Choice(m_prompt.choices[*choice]));
        }
        add_pointer(m_screen.unit_at(key.column, key.line), clicked && !choice);
    }

    struct HeldKey {
        u8 code;
        i64 until;
    };

    TerminalSurfaceOptions m_options;
    TerminalScreen m_screen;
    Picture m_picture;
    std::vector<OverlayUnit> m_overlay;
    bool m_picture_changed = true;
    TerminalKeys m_keys;
    bool m_keys_pending = false;
    bool m_has_hung_up = false;
    std::vector<HeldKey> m_held;
    platform::WakeSignal m_wake_signal;
    std::unique_ptr<platform::TerminalLease> m_lease;
};

}  // namespace

std::optional<ColourDepth> colour_depth(std::string_view term, std::string_view colorterm) {
    if (term.empty() || term == "dumb") {
        return std::nullopt;
    }
    const bool is_direct = colorterm == "truecolor" || colorterm == "24bit" || term.ends_with("-direct");
    return is_direct ? ColourDepth::direct : ColourDepth::indexed;
}

bool has_colours(std::string_view term, std::string_view no_color) {
    return no_color.empty() && !term.starts_with("vt") && !term.ends_with("-m") && !term.ends_with("-mono");
}

Result<std::unique_ptr<Surface>> open_terminal(const TerminalSurfaceOptions& options) {
    auto terminal = std::make_unique<TerminalSurface>(options);
    if (auto started = terminal->start(); !started) {
        return started.error();
    }
    return std::unique_ptr<Surface>(std::move(terminal));
}

}  // namespace mariner::bitmap
