#pragma once
// The loop of the thread that owns a surface: shows the guest's picture when it changed, at most at the screen's rate;
// its text and state when they come; and carries back what the person does. Ends when the surface is closed, or a while
// after the guest has ended. Knows surfaces, the link and words; not the emulator.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bitmap/guest_link.hpp"
#include "bitmap/picture.hpp"
#include "bitmap/surface.hpp"

namespace mariner::bitmap {

/// What a game adds to the picture: answers that a click or a key stands for, units shown under the pointer.
struct PointerRules {
    std::function<std::string(const Picture&, Unit)> answer_to_click;                      // empty: none
    std::function<std::vector<OverlayUnit>(const Picture&, std::optional<Unit>)> overlay;  // under the pointer
    std::string answer_keys;                 // each a whole answer, where nothing else has been typed
    std::function<void(Unit)> note_click{};  // told of clicks at any time
};

struct PresenterOptions {
    /// After the guest's end: stay until the person closes (nothing), or so many milliseconds.
    std::optional<u32> linger_milliseconds;
    PointerRules pointer;
    /// The person asked for a file of the picture (F2); the sentence returned is shown.
    std::function<std::string(const Picture&)> save_picture;
    /// The sentence beside the state: why the guest ended.
    std::function<std::string()> ending;
};

class Presenter {
public:
    Presenter(Surface& surface, GuestLink& link, PictureReader& reader, PresenterOptions options);

    /// Until closed or lingered. True if the person closed the surface.
    bool run();

private:
    void show_output();
    void show_state();
    void show_picture();
    void handle(const SurfaceEvent& event);
    [[nodiscard]] int patience() const;
    [[nodiscard]] bool has_lingered();

    Surface& m_surface;
    GuestLink& m_link;
    PictureReader& m_reader;
    PresenterOptions m_options;
    std::optional<GuestState> m_shown_state;
    u32 m_seen_changes = 0;
    std::optional<InputMode> m_mode;
    std::optional<Unit> m_pointer;
    std::vector<OverlayUnit> m_overlay;
    i64 m_next_frame = 0;
    std::optional<i64> m_ended_at;
    bool m_closed = false;
    bool m_settled = false;  // nothing has changed since the guest began to wait
};

}  // namespace mariner::bitmap
