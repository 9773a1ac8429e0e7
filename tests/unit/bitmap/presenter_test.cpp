#include "bitmap/presenter.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <deque>
#include <map>
#include <thread>

namespace mariner::bitmap {
namespace {

constexpr Geometry small = {2, 2, 16, 16, 0x10040000};  // 8 x 8 units

/// A surface that keeps what it is shown and plays a script of events.
class ScriptSurface final : public Surface {
public:
    void show_picture(const Picture& picture, RowSpan changed) override {
        last = picture;
        spans.push_back(changed);
    }
    void show_overlay(std::span<const OverlayUnit> units) override { overlay.assign(units.begin(), units.end()); }
    void show_text(std::string_view bytes) override { text += bytes; }
    void show_state(GuestState state, std::string_view sentence) override {
        states.push_back(state);
        ending = sentence;
    }
    void set_input_mode(InputMode mode) override { modes.push_back(mode); }
    void set_answer_keys(std::string_view keys) override { answer_keys = keys; }
    std::vector<SurfaceEvent> wait(int milliseconds) override {
        if (const auto step = after_waits.find(++waits); step != after_waits.end()) {
            step->second();
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(std::min(milliseconds, 1)));
        if (script.empty()) {
            return {};
        }
        auto events = script.front();
        script.pop_front();
        return events;
    }
    void wake() override {}
    [[nodiscard]] int frame_milliseconds() const override { return 1; }

    Picture last;
    std::vector<RowSpan> spans;
    std::vector<OverlayUnit> overlay;
    std::string text;
    std::string answer_keys;
    std::vector<GuestState> states;
    std::string ending;
    std::vector<InputMode> modes;
    std::deque<std::vector<SurfaceEvent>> script;
    int waits = 0;
    std::map<int, std::function<void()>> after_waits;  // what happens during which wait
};

SurfaceEvent event(EventKind kind, std::string text = {}, u8 code = 0) {
    return {kind, std::move(text), code, {}, 0, false};
}

TEST(Presenter, ShowsChangesTextAndEndAndLingersNoLongerThanTold) {
    std::vector<u32> words(64);
    std::atomic<bool> link_stop = false;
    GuestLink link(link_stop);
    ScriptSurface surface;
    PictureReader reader(small, {words.data(), words.size()});
    PresenterOptions options;
    options.linger_milliseconds = 0;
    options.ending = [] { return std::string("exit code 3"); };
    Presenter presenter(surface, link, reader, options);
    link.write("hello\n");
    words[63] = 0x123456;
    link.set_state(GuestState::ended);
    EXPECT_FALSE(presenter.run());
    EXPECT_EQ(surface.last.units[63], 0x123456u);
    EXPECT_EQ(surface.text, "hello\n");
    EXPECT_EQ(surface.ending, "exit code 3");
    EXPECT_FALSE(link.stop_requested());
}

TEST(Presenter, StopsTheGuestWhenItIsClosed) {
    std::vector<u32> words(64);
    std::atomic<bool> link_stop = false;
    GuestLink link(link_stop);
    ScriptSurface surface;
    surface.script = {{}, {}, {event(EventKind::close)}};
    PictureReader reader(small, {words.data(), words.size()});
    EXPECT_TRUE(Presenter(surface, link, reader, {}).run());
    EXPECT_TRUE(link.stop_requested());
}

TEST(Presenter, CarriesInputToTheGuestInOrder) {
    std::vector<u32> words(64);
    std::atomic<bool> link_stop = false;
    GuestLink link(link_stop);
    ScriptSurface surface;
    surface.script = {
        {event(EventKind::line, "first"), event(EventKind::line, "second"), event(EventKind::character, {}, 'w'),
         event(EventKind::pressed, {}, 'w'), event(EventKind::character, {}, 'a')},
        {event(EventKind::released, {}, 'w'), event(EventKind::end_of_input)},
        {event(EventKind::close)}};
    PictureReader reader(small, {words.data(), words.size()});
    Presenter(surface, link, reader, {}).run();
    EXPECT_EQ(link.take_input(), "first\n");
    EXPECT_EQ(link.take_input(), "second\n");
    EXPECT_EQ(link.take_input(), "");
    EXPECT_EQ(link.take_input(), std::nullopt);
    EXPECT_EQ(link.take_character(), 'w');
    EXPECT_EQ(link.take_character(), 'a');
    EXPECT_TRUE(link.take_key_event()->down);
    EXPECT_FALSE(link.take_key_event()->down);
    EXPECT_EQ(link.held_keys('w' / 32), 0u);
}

TEST(Presenter, GivesKeysToTheProgramOnlyWhileItDoesNotWait) {
    std::vector<u32> words(64);
    std::atomic<bool> link_stop = false;
    GuestLink link(link_stop);
    ScriptSurface surface;
    link.note_keyboard_use();
    surface.script = {{}, {event(EventKind::close)}};
    PictureReader reader(small, {words.data(), words.size()});
    Presenter(surface, link, reader, {}).run();
    EXPECT_EQ(surface.modes, (std::vector{InputMode::keys}));

    std::atomic<bool> waiting_stop = false;
    GuestLink waiting(waiting_stop);
    ScriptSurface other;
    waiting.note_keyboard_use();
    waiting.set_state(GuestState::waiting_for_input);
    other.script = {{}, {event(EventKind::close)}};
    Presenter(other, waiting, reader, {}).run();
    EXPECT_EQ(other.modes, (std::vector{InputMode::line}));
}

TEST(Presenter, TurnsAClickIntoAnAnswer) {
    std::vector<u32> words(64);
    std::atomic<bool> link_stop = false;
    GuestLink link(link_stop);
    ScriptSurface surface;
    SurfaceEvent hover = event(EventKind::pointer);
    hover.unit = Unit{3, 4};
    SurfaceEvent click = hover;
    click.clicked = true;
    surface.script = {{hover}, {click}, {}, {}, {click}, {}, {event(EventKind::close)}};
    surface.after_waits[4] = [&] { link.set_state(GuestState::waiting_for_input); };
    PictureReader reader(small, {words.data(), words.size()});
    PresenterOptions options;
    options.pointer.answer_to_click = [](const Picture&, Unit unit) { return std::to_string(unit.column); };
    options.pointer.overlay = [](const Picture&, std::optional<Unit> unit) {
        return unit ? std::vector<OverlayUnit>{{*unit, 0xff}} : std::vector<OverlayUnit>{};
    };
    Presenter(surface, link, reader, std::move(options)).run();
    EXPECT_EQ(link.take_input(), "3\n");
    EXPECT_EQ(link.take_input(), std::nullopt) << "a click counts only while the program asks";
    EXPECT_EQ(surface.text, "3\n");
    EXPECT_EQ(surface.overlay, (std::vector<OverlayUnit>{{{3, 4}, 0xff}}));
}

TEST(Presenter, TypesNothingAfterTheEnd) {
    std::vector<u32> words(64);
    std::atomic<bool> link_stop = false;
    GuestLink link(link_stop);
    ScriptSurface surface;
    SurfaceEvent click = event(EventKind::pointer);
    click.unit = Unit{3, 4};
    click.clicked = true;
    surface.script = {{click},
                      {},
                      {click, event(EventKind::line, "x"), event(EventKind::character, {}, 'x')},
                      {},
                      {event(EventKind::close)}};
    surface.after_waits[2] = [&] { link.set_state(GuestState::ended); };
    PictureReader reader(small, {words.data(), words.size()});
    PresenterOptions options;
    options.pointer.answer_to_click = [](const Picture&, Unit) { return "3"; };
    options.pointer.overlay = [](const Picture&, std::optional<Unit> unit) {
        return unit ? std::vector<OverlayUnit>{{*unit, 0xff}} : std::vector<OverlayUnit>{};
    };
    Presenter(surface, link, reader, std::move(options)).run();
    EXPECT_EQ(link.take_input(), std::nullopt);
    EXPECT_EQ(link.take_character(), std::nullopt);
    EXPECT_EQ(surface.text, "");
    EXPECT_TRUE(surface.overlay.empty()) << "nobody's turn";
}

TEST(Presenter, NoticesAGuestThatHasDrawnAndWaitsAgain) {
    std::vector<u32> words(64);
    std::atomic<bool> stop = false;
    GuestLink link(stop);
    ScriptSurface surface;
    link.set_state(GuestState::waiting_for_input);
    surface.script = {{}, {}, {}, {}, {}};
    surface.after_waits[3] = [&] {
        link.set_state(GuestState::running);
        words[7] = 0xabcdef;
        link.set_state(GuestState::waiting_for_input);
    };
    surface.script.insert(surface.script.end(), 5, {});
    surface.script.push_back({event(EventKind::close)});
    PictureReader reader(small, {words.data(), words.size()});
    Presenter(surface, link, reader, {}).run();
    EXPECT_EQ(surface.last.units[7], 0xabcdefu);
}

TEST(Presenter, RestsWhileTheGuestWaits) {
    std::vector<u32> words(64);
    std::atomic<bool> link_stop = false;
    GuestLink link(link_stop);
    ScriptSurface surface;
    link.set_state(GuestState::waiting_for_input);
    for (int i = 0; i < 50; ++i) {
        surface.script.emplace_back();
    }
    surface.script.push_back({event(EventKind::close)});
    PictureReader reader(small, {words.data(), words.size()});
    Presenter(surface, link, reader, {}).run();
    EXPECT_EQ(link.frames(), 1u) << "one picture, then nothing to look at";
}

TEST(GuestLink, WakesAWaitingReaderAndCountsFrames) {
    std::atomic<bool> link_stop = false;
    GuestLink link(link_stop);
    const auto is_woken = [&](int patience) { return link.input_signal().wait_with(-1, patience).is_woken; };
    EXPECT_FALSE(is_woken(0));
    std::thread typist([&] { link.push_input("x\n"); });
    EXPECT_TRUE(is_woken(5000));
    typist.join();
    link.acknowledge();
    EXPECT_FALSE(is_woken(0));
    EXPECT_EQ(link.take_input(), "x\n");
    link.count_frame();
    EXPECT_EQ(link.frames(), 1u);
    link.request_stop();
    link.acknowledge();
    EXPECT_TRUE(is_woken(0)) << "a stop stays visible";
}

TEST(GuestLink, NeverHoldsMoreTextThanIsShown) {
    std::atomic<bool> link_stop = false;
    GuestLink link(link_stop);
    for (int i = 0; i < 100; ++i) {
        link.write(std::string(65536, 'x') + "\n");
    }
    link.write("end");
    const std::string text = link.take_output();
    EXPECT_LE(text.size(), size_t{1} << 20);
    EXPECT_TRUE(text.ends_with("end"));
    EXPECT_TRUE(link.take_output().empty());
}

TEST(GuestLink, RemembersHeldKeysAndThePointer) {
    std::atomic<bool> link_stop = false;
    GuestLink link(link_stop);
    link.push_key({'a', true});
    link.push_key({key_up, true});
    EXPECT_EQ(link.held_keys('a' / 32), 1u << ('a' % 32));
    EXPECT_EQ(link.held_keys(4), 1u);
    link.push_key({'a', false});
    EXPECT_EQ(link.held_keys('a' / 32), 0u);
    link.set_pointer(Unit{5, 9}, 1);
    EXPECT_EQ(link.pointer(), 10u << 16 | 6u);
    link.set_pointer(std::nullopt, 0);
    EXPECT_EQ(link.pointer(), 0u);
    EXPECT_EQ(link.take_pointer_buttons(), 1u) << "the click was not seen yet";
    EXPECT_EQ(link.take_pointer_buttons(), 0u);
}

}  // namespace
}  // namespace mariner::bitmap
