#include "bitmap/guest_link.hpp"

namespace mariner::bitmap {

namespace {

/// More text than this is never shown at once; the rest has scrolled away before anyone could read it.
constexpr size_t most_output = size_t{1} << 20;

}  // namespace

void GuestLink::set_waker(std::function<void()> waker) {
    const std::lock_guard lock(m_waker_mutex);
    m_waker = std::move(waker);
}

void GuestLink::wake() {
    const std::lock_guard lock(m_waker_mutex);
    if (m_waker) {
        m_waker();
    }
}

void GuestLink::note_surface(bool takes_streams) {
    m_streams_taken.store(takes_streams, std::memory_order_release);
    m_surface.store(SurfaceHope::open, std::memory_order_release);
    m_input_signal.wake();
}

void GuestLink::note_no_surface() {
    m_surface.store(SurfaceHope::none, std::memory_order_release);
    m_input_signal.wake();
}

void GuestLink::note_stream_end() {
    m_stream_has_ended.store(true, std::memory_order_release);
}

void GuestLink::acknowledge() {
    if (!stop_requested()) {
        m_input_signal.clear();
    }
}

void GuestLink::write(std::string_view bytes) {
    if (bytes.empty()) {
        return;
    }
    {
        const std::lock_guard lock(m_output_mutex);
        m_output.append(bytes);
        if (m_output.size() > most_output) {
            const size_t line_end = m_output.find('\n', m_output.size() - most_output / 2);
            m_output.erase(0, line_end == std::string::npos ? m_output.size() - most_output / 2 : line_end + 1);
        }
    }
    if (!m_output_waits.exchange(true)) {
        wake();
    }
}

std::string GuestLink::take_output() {
    m_output_waits.store(false);
    const std::lock_guard lock(m_output_mutex);
    return std::exchange(m_output, {});
}

void GuestLink::set_prompt(Prompt prompt) {
    {
        const std::lock_guard lock(m_output_mutex);
        m_prompt = std::move(prompt);
    }
    wake();
}

std::optional<Prompt> GuestLink::take_prompt() {
    const std::lock_guard lock(m_output_mutex);
    return std::exchange(m_prompt, std::nullopt);
}

void GuestLink::set_state(GuestState state) {
    if (m_state.exchange(state, std::memory_order_acq_rel) != state) {
        m_state_changes.fetch_add(1, std::memory_order_acq_rel);
        wake();
    }
}

void GuestLink::push_input(std::string bytes) {
    m_input.push(std::move(bytes));
    m_input_signal.wake();
}

void GuestLink::push_character(u8 code) {
    m_characters.push(code);
}

void GuestLink::push_key(GuestKey event) {
    auto& word = m_held[event.code / 32];
    const u32 bit = 1u << (event.code % 32);
    if (event.down) {
        word.fetch_or(bit, std::memory_order_relaxed);
    } else {
        word.fetch_and(~bit, std::memory_order_relaxed);
    }
    m_key_events.push(event);
}

void GuestLink::set_pointer(std::optional<Unit> unit, u8 buttons) {
    m_pointer.store(unit ? (unit->row + 1) << 16 | (unit->column + 1) : 0, std::memory_order_relaxed);
    m_buttons.store(buttons, std::memory_order_relaxed);
    m_clicked.fetch_or(buttons);
}

void GuestLink::count_frame() {
    m_frames.fetch_add(1, std::memory_order_release);
    m_input_signal.wake();
}

void GuestLink::request_stop() {
    m_stop.store(true);
    m_input_signal.wake();
    wake();
}

}  // namespace mariner::bitmap
