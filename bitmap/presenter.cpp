#include "bitmap/presenter.hpp"

#include <algorithm>

#include "bitmap/clock.hpp"

namespace mariner::bitmap {

namespace {

/// How long nothing is looked at while the guest waits: it wakes us when it goes on.
constexpr int idle_milliseconds = 250;

}  // namespace

Presenter::Presenter(Surface& surface, GuestLink& link, PictureReader& reader, PresenterOptions options)
    : m_surface(surface), m_link(link), m_reader(reader), m_options(std::move(options)) {}

bool Presenter::run() {
    m_surface.set_answer_keys(m_options.pointer.answer_keys);
    while (!m_closed && !has_lingered()) {
        show_output();
        show_state();
        show_picture();
        for (const SurfaceEvent& event : m_surface.wait(patience())) {
            handle(event);
        }
        m_closed = m_closed || m_link.stop_requested();  // Ctrl-C in the terminal: as if it were closed
    }
    if (m_closed) {
        m_link.request_stop();
    }
    return m_closed;
}

void Presenter::show_output() {
    if (const std::string text = m_link.take_output(); !text.empty()) {
        m_surface.show_text(text);
    }
    if (const std::optional<Prompt> prompt = m_link.take_prompt()) {
        m_surface.show_prompt(*prompt);
        m_settled = false;
    }
}

void Presenter::show_state() {
    const u32 changes = m_link.state_changes();
    const GuestState state = m_link.state();
    if (m_seen_changes != changes) {
        m_seen_changes = changes;
        m_settled = false;
        m_next_frame = 0;  // what stands now is what the guest wants to be seen
    }
    if (m_shown_state != state) {
        m_shown_state = state;
        const bool has_ended = state == GuestState::ended;
        m_surface.show_state(state, has_ended && m_options.ending ? m_options.ending() : std::string{});
    }
    const bool to_keyboard = state == GuestState::running && m_link.keyboard_used();
    const InputMode mode = to_keyboard ? InputMode::keys : InputMode::line;
    if (m_mode != mode) {
        m_mode = mode;
        m_surface.set_input_mode(mode);
    }
}

void Presenter::show_picture() {
    const i64 now = now_milliseconds();
    if (now < m_next_frame || m_settled) {
        return;
    }
    const RowSpan changed = m_reader.update();
    if (!changed.empty()) {
        m_surface.show_picture(m_reader.picture(), changed);
    }
    if (m_options.pointer.overlay) {
        const bool has_ended = m_shown_state == GuestState::ended;
        auto overlay = has_ended ? decltype(m_overlay)() : m_options.pointer.overlay(m_reader.picture(), m_pointer);
        if (overlay != m_overlay) {
            m_overlay = std::move(overlay);
            m_surface.show_overlay(m_overlay);
        }
    }
    m_link.count_frame();
    m_next_frame = now + m_surface.frame_milliseconds();
    m_settled = m_shown_state != GuestState::running && m_seen_changes == m_link.state_changes();
}

int Presenter::patience() const {
    if (m_ended_at && m_options.linger_milliseconds) {
        return static_cast<int>(std::min<i64>(*m_options.linger_milliseconds, 50));
    }
    if (m_settled) {
        return idle_milliseconds;
    }
    return static_cast<int>(std::clamp<i64>(m_next_frame - now_milliseconds(), 0, m_surface.frame_milliseconds()));
}

bool Presenter::has_lingered() {
    if (m_link.state() != GuestState::ended) {
        return false;
    }
    const i64 now = now_milliseconds();
    if (!m_ended_at) {
        m_ended_at = now;
        return false;  // the last picture is shown once, however short the patience
    }
    return m_options.linger_milliseconds && m_settled && now - *m_ended_at >= i64{*m_options.linger_milliseconds};
}

void Presenter::handle(const SurfaceEvent& event) {
    const bool has_ended = m_shown_state == GuestState::ended;
    if (has_ended && (event.kind == EventKind::line || event.kind == EventKind::character)) {
        return;
    }
    switch (event.kind) {
        case EventKind::line:
            m_link.push_input(event.text + "\n");
            break;
        case EventKind::end_of_input:
            m_link.push_input({});
            break;
        case EventKind::character:
            m_link.push_character(event.code);
            break;
        case EventKind::pressed:
        case EventKind::released:
            m_link.push_key({event.code, event.kind == EventKind::pressed});
            break;
        case EventKind::pointer:
            m_link.set_pointer(event.unit, event.buttons);
            m_settled = m_settled && !m_options.pointer.overlay;
            m_pointer = event.unit;
            if (event.clicked && event.unit && m_options.pointer.note_click) {
                m_options.pointer.note_click(*event.unit);
            }
            // While a move is shown nobody is asked: the second click of two would be the other player's answer.
            if (event.clicked && event.unit && m_options.pointer.answer_to_click &&
                m_link.state() == GuestState::waiting_for_input) {
                if (const auto answer = m_options.pointer.answer_to_click(m_reader.picture(), *event.unit);
                    !answer.empty()) {
                    m_surface.show_text(answer + "\n");
                    m_link.push_input(answer + "\n");
                }
            }
            break;
        case EventKind::save_picture:
            if (m_options.save_picture) {
                m_surface.show_text(m_options.save_picture(m_reader.picture()) + "\n");
            }
            break;
        case EventKind::close:
            m_closed = true;
            break;
    }
}

}  // namespace mariner::bitmap
