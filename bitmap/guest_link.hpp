#pragma once
// Between the thread that runs the guest and the thread that owns window or terminal: output, input, keys, state and
// the stop flag. Each side sees only its half. Knows neither emulator nor surface.

#include <array>
#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "bitmap/queue.hpp"
#include "bitmap/surface.hpp"
#include "emulator/platform/wait.hpp"

namespace mariner::bitmap {

/// A key that went down or up, for the guest's keyboard extensions.
struct GuestKey {
    u8 code = 0;
    bool down = false;
};

class GuestLink {
public:
    /// `stop`: the run's one stop flag, which others (Ctrl-C) may set too.
    explicit GuestLink(std::atomic<bool>& stop) : m_stop(stop) {}

    // ---- the guest's thread
    /// Text for the console pane. Never waits: if the other side is slow, the oldest text is left out.
    void write(std::string_view bytes);
    void set_state(GuestState state);
    /// What the person can do now; stands until the next one.
    void set_prompt(Prompt prompt);
    /// A piece of console input that was typed or clicked; an empty string is the end of input.
    std::optional<std::string> take_input() { return m_input.pop(); }
    /// Set while take_input may have something, and after request_stop().
    [[nodiscard]] const platform::WakeSignal& input_signal() const { return m_input_signal; }
    /// Clears input_signal(); call before take_input().
    void acknowledge();
    [[nodiscard]] bool stop_requested() const { return m_stop.load(std::memory_order_relaxed); }
    std::optional<u8> take_character() { return m_characters.pop(); }
    std::optional<GuestKey> take_key_event() { return m_key_events.pop(); }
    [[nodiscard]] bool has_character() const { return !m_characters.empty(); }
    /// Bit code % 32 of word code / 32: the key is held down.
    [[nodiscard]] u32 held_keys(size_t word) const { return m_held[word].load(std::memory_order_relaxed); }
    /// Column + 1 in the low half, row + 1 in the high half, 0 outside the picture.
    [[nodiscard]] u32 pointer() const { return m_pointer.load(std::memory_order_relaxed); }
    /// The buttons that are down, or were since the last call: a quick click is not missed.
    u32 take_pointer_buttons() { return m_buttons.load(std::memory_order_relaxed) | m_clicked.exchange(0); }
    [[nodiscard]] u32 frames() const { return m_frames.load(std::memory_order_acquire); }
    /// A surface is open: input may come from it.
    [[nodiscard]] bool has_surface() const { return m_surface.load(std::memory_order_acquire) == SurfaceHope::open; }
    /// No surface will ever be opened.
    [[nodiscard]] bool is_without_surface() const {
        return m_surface.load(std::memory_order_acquire) == SurfaceHope::none;
    }
    /// The process's own input gives nothing: only a surface could.
    void note_stream_end();
    /// The surface draws where the process's streams go, and reads there: the guest must not.
    [[nodiscard]] bool streams_taken() const { return m_streams_taken.load(std::memory_order_acquire); }
    /// The guest reads its keyboard registers: typed characters are for them, unless it waits for a line.
    void note_keyboard_use() { m_keyboard_used.store(true, std::memory_order_relaxed); }

    // ---- the surface's thread
    void note_surface(bool takes_streams);
    void note_no_surface();
    [[nodiscard]] bool stream_has_ended() const { return m_stream_has_ended.load(std::memory_order_acquire); }
    std::string take_output();
    /// The prompt, if it is another one than the last that was taken.
    std::optional<Prompt> take_prompt();
    [[nodiscard]] GuestState state() const { return m_state.load(std::memory_order_acquire); }
    /// How often the state has changed: a guest may go on and wait again between two looks.
    [[nodiscard]] u32 state_changes() const { return m_state_changes.load(std::memory_order_acquire); }
    [[nodiscard]] bool keyboard_used() const { return m_keyboard_used.load(std::memory_order_relaxed); }
    void push_input(std::string bytes);
    void push_character(u8 code);
    void push_key(GuestKey event);
    void set_pointer(std::optional<Unit> unit, u8 buttons);
    void count_frame();

    // ---- either thread
    void request_stop();
    /// Called by the guest's side when there is something to show. Nothing: nobody is there any more.
    void set_waker(std::function<void()> waker);

private:
    enum class SurfaceHope : u8 { possible, open, none };

    void wake();

    Queue<std::string> m_input{4096};
    Queue<u8> m_characters{1024};
    Queue<GuestKey> m_key_events{1024};
    std::array<std::atomic<u32>, 8> m_held{};
    std::atomic<u32> m_pointer{0};
    std::atomic<u32> m_buttons{0};
    std::atomic<u32> m_clicked{0};
    std::atomic<u32> m_frames{0};
    std::atomic<GuestState> m_state{GuestState::running};
    std::atomic<u32> m_state_changes{1};
    std::atomic<bool>& m_stop;
    std::atomic<bool> m_keyboard_used{false};
    std::atomic<SurfaceHope> m_surface{SurfaceHope::possible};
    std::atomic<bool> m_stream_has_ended{false};
    std::atomic<bool> m_streams_taken{false};
    std::atomic<bool> m_output_waits{false};
    std::mutex m_output_mutex;
    std::string m_output;
    std::optional<Prompt> m_prompt;  // not yet taken; under the same mutex
    std::mutex m_waker_mutex;
    std::function<void()> m_waker;
    platform::WakeSignal m_input_signal;
};

}  // namespace mariner::bitmap
