#include "bitmap/window_sdl.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "bitmap/compose.hpp"
#include "bitmap/console_surface.hpp"
#include "bitmap/sdl_library.hpp"

namespace mariner::bitmap {

namespace {

struct KeyRow {
    SDL_Keycode key;
    u8 code;
};

constexpr KeyRow special_keys[] = {
    {SDLK_UP, key_up},         {SDLK_DOWN, key_down},      {SDLK_LEFT, key_left},
    {SDLK_RIGHT, key_right},   {SDLK_LSHIFT, key_shift},   {SDLK_RSHIFT, key_shift},
    {SDLK_LCTRL, key_control}, {SDLK_RCTRL, key_control},  {SDLK_LALT, key_alt},
    {SDLK_RALT, key_alt},      {SDLK_INSERT, key_insert},  {SDLK_HOME, key_home},
    {SDLK_END, key_end},       {SDLK_PAGEUP, key_page_up}, {SDLK_PAGEDOWN, key_page_down},
    {SDLK_RETURN, '\n'},       {SDLK_KP_ENTER, '\n'},      {SDLK_BACKSPACE, '\b'},
    {SDLK_TAB, '\t'},
};

/// The keys that make a character without text input.
constexpr std::string_view control_characters = "\n\b\t\x1b\x7f";

u8 key_code(SDL_Keycode key) {
    if (const auto* row = std::ranges::find(special_keys, key, &KeyRow::key); row != std::end(special_keys)) {
        return row->code;
    }
    if (key >= SDLK_F1 && key <= SDLK_F12) {
        return static_cast<u8>(key_f1 + (key - SDLK_F1));
    }
    return key > 0 && key < 128 ? static_cast<u8>(key) : u8{0};
}

/// What SDL falls back to when the screen can't be reached: pictures that nobody sees, or a console that isn't ours.
constexpr std::string_view unseen_drivers[] = {"", "offscreen", "dummy", "evdev", "KMSDRM"};

std::string ended_text(const std::string& sentence) {
    return sentence.empty() ? "ended" : "ended: " + sentence;
}

class Window final : public ConsoleSurface {
public:
    Window(const SdlLibrary& sdl, WindowOptions options)
        : m_sdl(sdl),
          m_options(std::move(options)),
          m_composer(m_options.geometry, m_options.bar_rows),
          m_picture(m_options.geometry.columns(), m_options.geometry.rows()) {}

    ~Window() override {
        if (m_window != nullptr) {
            m_sdl.SDL_DestroyWindow(m_window);
        }
        m_sdl.SDL_QuitSubSystem(SDL_INIT_VIDEO);
    }

    Result<void> start() {
        m_sdl.SDL_SetMainReady();
        // The app decides what signals mean; a game must not keep the screen saver or the compositor off.
        m_sdl.SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
        m_sdl.SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
        m_sdl.SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
        // SDL2 puts a handler of its own over ours, and ours back when it ends: an error of the last moment finds it.
        survive_x11_errors();
        if (m_sdl.SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) {
            return Error{std::string("no screen to open a window on (") + m_sdl.SDL_GetError() + ")"};
        }
        const char* name = m_sdl.SDL_GetCurrentVideoDriver();
        const std::string_view driver = name == nullptr ? "" : name;
        if (std::ranges::find(unseen_drivers, driver) != std::end(unseen_drivers) &&
            m_sdl.SDL_GetHint(SDL_HINT_VIDEODRIVER) == nullptr) {
            return Error{"no screen to open a window on (SDL2 could only use its driver \"" + std::string(driver) +
                         "\")"};
        }
        if (driver == "x11") {
            m_is_managed = has_window_manager();
            survive_x11_errors();
            // Shared memory needs no OpenGL: it starts faster, and works through any X server.
            m_sdl.SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
        }
        m_wake_event = m_sdl.SDL_RegisterEvents(1);
        return open(m_options.geometry);
    }

    void show_picture(const Picture& picture, RowSpan changed) override {
        const auto begin = static_cast<i64>(size_t{changed.first} * picture.columns);
        const auto end = static_cast<i64>(size_t{changed.end} * picture.columns);
        std::copy(picture.units.begin() + begin, picture.units.begin() + end, m_picture.units.begin() + begin);
        mark(changed);
    }

    void show_overlay(std::span<const OverlayUnit> units) override {
        const auto mark_all = [&] {
            for (const OverlayUnit& extra : m_overlay) {
                mark({extra.unit.row, extra.unit.row + 1});
            }
        };
        mark_all();
        m_overlay.assign(units.begin(), units.end());
        mark_all();
    }

    void show_state(GuestState state, std::string_view sentence) override {
        ConsoleSurface::show_state(state, sentence);
        set_title();
    }

    void set_input_mode(InputMode mode) override {
        ConsoleSurface::set_input_mode(mode);
        m_status_changed = true;
    }

    void show_prompt(const Prompt& prompt) override {
        ConsoleSurface::show_prompt(prompt);
        m_choices_changed = true;
        set_title();
    }

    std::vector<SurfaceEvent> wait(int milliseconds) override {
        paint();
        m_events.clear();
        SDL_Event event;
        if (m_sdl.SDL_WaitEventTimeout(&event, std::max(milliseconds, 0)) != 0) {
            do {
                handle(event);
            } while (m_sdl.SDL_PollEvent(&event) != 0);
        }
        return std::move(m_events);
    }

    void wake() override {
        SDL_Event event{};
        event.type = m_wake_event;
        m_sdl.SDL_PushEvent(&event);
    }

    [[nodiscard]] int frame_milliseconds() const override { return m_frame_milliseconds; }

private:
    Result<void> open(const Geometry& geometry) {
        SDL_Rect screen{0, 0, 1280, 800};
        if (m_sdl.SDL_GetDisplayUsableBounds == nullptr || m_sdl.SDL_GetDisplayUsableBounds(0, &screen) != 0) {
            m_sdl.SDL_GetDisplayBounds(0, &screen);
        }
        float dpi = 96;
        m_sdl.SDL_GetDisplayDPI(0, nullptr, &dpi, nullptr);
        // Under X11 a dense screen shows in its DPI; elsewhere the window's pixels are denser than its points.
        m_dpi_scale = std::clamp(static_cast<i32>(std::lround(dpi / 96.0F)), 1, 4);
        WindowSize size = first_size(geometry, screen.w, screen.h, m_dpi_scale, m_options.bar_rows);
        if (m_options.zoom > 0) {
            const WindowSize natural = first_size(geometry, 1 << 14, 1 << 14, m_dpi_scale, m_options.bar_rows);
            const i32 console =
                natural.height -
                lay_out(geometry, natural.width, natural.height, m_dpi_scale, m_options.bar_rows).picture.height;
            size = {std::max(static_cast<i32>(geometry.display_width) * m_options.zoom, 480 * m_dpi_scale),
                    static_cast<i32>(geometry.display_height) * m_options.zoom + console};
        }
        Uint32 flags = SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
        if (m_options.full_screen && m_is_managed) {
            flags |= SDL_WINDOW_FULLSCREEN_DESKTOP;
        }
        m_window = m_sdl.SDL_CreateWindow(m_options.title.c_str(), static_cast<int>(SDL_WINDOWPOS_CENTERED),
                                          static_cast<int>(SDL_WINDOWPOS_CENTERED), size.width, size.height, flags);
        if (m_window == nullptr) {
            return Error{std::string("the window can't be opened (") + m_sdl.SDL_GetError() + ")"};
        }
        m_sdl.SDL_SetWindowMinimumSize(m_window, 240, 200);
        set_icon();
        set_title();
        m_sdl.SDL_StartTextInput();
        SDL_DisplayMode mode{};
        const int display = std::max(m_sdl.SDL_GetWindowDisplayIndex(m_window), 0);
        if (m_sdl.SDL_GetCurrentDisplayMode(display, &mode) == 0 && mode.refresh_rate > 0) {
            m_frame_milliseconds = std::clamp(1000 / mode.refresh_rate, 4, 33);
        }
        m_resized = true;
        if (m_options.full_screen && !m_is_managed) {
            toggle_full_screen();
        }
        return {};
    }

    /// A view of `pixels`, whose bits in `alpha` say how opaque they are.
    [[nodiscard]] SDL_Surface* surface_of(const u32* pixels, i32 width, i32 height, u32 alpha) const {
        return m_sdl.SDL_CreateRGBSurfaceFrom(const_cast<u32*>(pixels), width, height, 32, width * 4, 0xff0000, 0xff00,
                                              0xff, alpha);
    }

    /// Four in a row, on a board.
    void set_icon() {
        std::array<u32, 1024> pixels{};  // 32 x 32
        u32* pixel = pixels.data();
        for (i32 y = 0; y < 32; ++y) {
            for (i32 x = 0; x < 32; ++x) {
                const i32 dx = x % 8 - 4;
                const i32 dy = y % 8 - 4;
                const bool is_hole = dx * dx + dy * dy <= 10;
                const bool is_won = x / 8 == y / 8;
                *pixel++ = !is_hole ? 0xff1e50c8 : is_won ? 0xffffd21e : 0xff0b1430;
            }
        }
        SDL_Surface* icon = surface_of(pixels.data(), 32, 32, 0xff000000);
        if (icon != nullptr) {
            m_sdl.SDL_SetWindowIcon(m_window, icon);
            m_sdl.SDL_FreeSurface(icon);
        }
    }

    void set_title() {
        m_status_changed = true;
        if (m_window != nullptr) {
            const std::string end = m_state == GuestState::ended ? " - " + ended_text(m_sentence) : "";
            const std::string& title = m_prompt.title.empty() ? m_options.title : m_prompt.title;
            m_sdl.SDL_SetWindowTitle(m_window, (title + end).c_str());
        }
    }

    [[nodiscard]] std::string status() const {
        if (m_state == GuestState::ended) {
            return ended_text(m_sentence) + "  (Esc closes)";
        }
        return std::string(m_state == GuestState::running ? "running" : "waiting for input") +
               (m_mode == InputMode::keys ? "  (keys go to the program)" : "");
    }

    // ---- painting

    void mark(RowSpan rows) {
        m_rows = m_rows.empty() ? rows : RowSpan{std::min(m_rows.first, rows.first), std::max(m_rows.end, rows.end)};
    }

    void paint() {
        std::vector<SDL_Rect> boxes;
        if (m_resized && !resize()) {
            return;
        }
        if (m_resized) {
            mark({0, m_picture.rows});
            boxes.push_back({0, 0, m_composer.canvas().width(), m_composer.canvas().height()});
        }
        if (!m_rows.empty()) {
            m_composer.draw_picture(m_picture, m_rows, m_overlay);
            boxes.push_back(to_rect(m_composer.box_of(m_rows)));
        }
        if (m_resized || m_choices_changed) {
            m_composer.draw_choices(m_prompt.choices);
            boxes.push_back(to_rect(m_composer.layout().bar));
        }
        if (m_resized || m_status_changed || m_console.version() != m_painted_console) {
            m_composer.draw_console(m_console, status(), m_state != GuestState::ended && m_mode == InputMode::line);
            boxes.push_back(to_rect(m_composer.layout().console));
        }
        m_rows = {};
        m_resized = m_status_changed = m_choices_changed = false;
        m_painted_console = m_console.version();
        if (!boxes.empty()) {
            show(boxes);
        }
    }

    bool resize() {
        const SDL_Surface* surface = m_sdl.SDL_GetWindowSurface(m_window);
        if (surface == nullptr || surface->w <= 0 || surface->h <= 0) {
            return false;
        }
        int width = 1;
        m_sdl.SDL_GetWindowSize(m_window, &width, nullptr);
        m_pixels_per_point = std::max(static_cast<float>(surface->w) / static_cast<float>(std::max(width, 1)), 0.1F);
        const auto dense = static_cast<i32>(std::lround(m_pixels_per_point));
        m_composer.resize(surface->w, surface->h, std::max({m_dpi_scale, dense, 1}));
        return true;
    }

    [[nodiscard]] SDL_Rect to_rect(const Box& box) const {
        const i32 left = std::clamp(box.left, 0, m_composer.canvas().width());
        const i32 top = std::clamp(box.top, 0, m_composer.canvas().height());
        return {left, top, std::clamp(box.left + box.width, left, m_composer.canvas().width()) - left,
                std::clamp(box.top + box.height, top, m_composer.canvas().height()) - top};
    }

    void show(std::vector<SDL_Rect>& boxes) {
        SDL_Surface* surface = m_sdl.SDL_GetWindowSurface(m_window);
        const Canvas& canvas = m_composer.canvas();
        if (surface == nullptr || surface->w != canvas.width() || surface->h != canvas.height()) {
            m_resized = true;  // resized meanwhile; the next round paints all
            return;
        }
        SDL_Surface* source = surface_of(canvas.row(0), canvas.width(), canvas.height(), 0);
        if (source == nullptr) {
            return;
        }
        std::erase_if(boxes, [](const SDL_Rect& box) { return box.w <= 0 || box.h <= 0; });
        for (const SDL_Rect& box : boxes) {
            SDL_Rect to = box;
            m_sdl.SDL_UpperBlit(source, &box, surface, &to);
        }
        m_sdl.SDL_FreeSurface(source);
        m_sdl.SDL_UpdateWindowSurfaceRects(m_window, boxes.data(), static_cast<int>(boxes.size()));
    }

    // ---- input

    void handle(const SDL_Event& event) {
        switch (event.type) {
            case SDL_QUIT:
                add(EventKind::close);
                break;
            case SDL_WINDOWEVENT:
                handle_window(event.window);
                break;
            case SDL_TEXTINPUT:
                handle_text(event.text.text);
                break;
            case SDL_KEYDOWN:
                handle_key(event.key);
                break;
            case SDL_KEYUP:
                if (const u8 code = key_code(event.key.keysym.sym); code != 0) {
                    add(EventKind::released, code);
                }
                break;
            case SDL_MOUSEMOTION:
                point(event.motion.x, event.motion.y, false);
                break;
            case SDL_MOUSEBUTTONDOWN:
            case SDL_MOUSEBUTTONUP:
                handle_button(event.button);
                break;
            case SDL_MOUSEWHEEL:
                m_console.scroll(event.wheel.y * 3);
                break;
            default:
                break;
        }
    }

    void handle_window(const SDL_WindowEvent& event) {
        switch (event.event) {
            case SDL_WINDOWEVENT_CLOSE:
                add(EventKind::close);
                break;
            case SDL_WINDOWEVENT_SIZE_CHANGED:
            case SDL_WINDOWEVENT_EXPOSED:
            case SDL_WINDOWEVENT_RESTORED:
            case SDL_WINDOWEVENT_SHOWN:
                m_resized = true;
                break;
            case SDL_WINDOWEVENT_LEAVE:
                add_pointer(std::nullopt);
                break;
            default:
                break;
        }
    }

    void handle_text(const char* utf8) {
        for (char32_t character : m_state == GuestState::ended ? U"" : utf32_of(utf8)) {
            if (m_mode == InputMode::line) {
                type(character);
            } else if (character < 256) {
                add(EventKind::character, static_cast<u8>(character));
            }
        }
    }

    void handle_key(const SDL_KeyboardEvent& event) {
        const SDL_Keycode key = event.keysym.sym;
        const u8 code = key_code(key);
        const bool control = (event.keysym.mod & KMOD_CTRL) != 0;
        if (code != 0 && event.repeat == 0) {
            add(EventKind::pressed, code);
        } else if (code >= key_f1) {
            return;  // once is enough
        }
        if (key == SDLK_F11) {
            toggle_full_screen();
        } else if (control && key == SDLK_q) {
            add(EventKind::close);
        } else if (take_own_key(code, m_composer.layout().lines)) {
            return;
        } else if (m_mode == InputMode::keys) {
            if (control_characters.find(static_cast<char>(code)) != control_characters.npos) {
                add(EventKind::character, code);
            }
        } else if (m_state != GuestState::ended && control && key == SDLK_v) {
            paste();
        } else if (m_state != GuestState::ended) {
            edit_line(control && key == SDLK_d ? control_d : control && key == SDLK_u ? control_u : code);
        }
    }

    void paste() {
        if (char* text = m_sdl.SDL_GetClipboardText(); text != nullptr) {
            handle_text(text);
            m_sdl.SDL_free(text);
        }
    }

    void handle_button(const SDL_MouseButtonEvent& event) {
        constexpr std::array<u8, 4> bits = {0, 1, 4, 2};  // SDL counts left, middle, right
        const u8 bit = event.button < bits.size() ? bits[event.button] : u8{0};
        const bool is_down = event.type == SDL_MOUSEBUTTONDOWN;
        set_button(bit, is_down);
        const bool clicked = is_down && bit == 1;
        const auto choice = clicked ? m_composer.choice_at(to_pixel(event.x), to_pixel(event.y)) : std::nullopt;
        if (choice && *choice < m_prompt.choices.size()) {
            const Choice pressed = m_prompt.choices[*choice];
            pressed.is_full_screen ? toggle_full_screen() : press(pressed);
        }
        point(event.x, event.y, clicked && !choice);
    }

    [[nodiscard]] i32 to_pixel(i32 at) const { return static_cast<i32>(static_cast<float>(at) * m_pixels_per_point); }

    void point(i32 x, i32 y, bool clicked) { add_pointer(m_composer.unit_at(to_pixel(x), to_pixel(y)), clicked); }

    /// Without a window manager nobody hears SDL2's wish, while SDL2 believes that it was granted and the board is cut
    /// off: there the window takes the screen's place and size by itself.
    void toggle_full_screen() {
        m_resized = true;
        if (m_is_managed) {
            const bool is_full = (m_sdl.SDL_GetWindowFlags(m_window) & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0;
            m_sdl.SDL_SetWindowFullscreen(m_window, is_full ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
            return;
        }
        SDL_Rect place = m_before_full_screen;
        m_before_full_screen = {};
        if (place.w == 0) {
            m_sdl.SDL_GetWindowPosition(m_window, &m_before_full_screen.x, &m_before_full_screen.y);
            m_sdl.SDL_GetWindowSize(m_window, &m_before_full_screen.w, &m_before_full_screen.h);
            m_sdl.SDL_GetDisplayBounds(std::max(m_sdl.SDL_GetWindowDisplayIndex(m_window), 0), &place);
        }
        m_sdl.SDL_SetWindowPosition(m_window, place.x, place.y);
        m_sdl.SDL_SetWindowSize(m_window, place.w, place.h);
    }

    const SdlLibrary& m_sdl;
    WindowOptions m_options;
    SDL_Window* m_window = nullptr;
    Uint32 m_wake_event = 0;
    i32 m_dpi_scale = 1;
    float m_pixels_per_point = 1;
    int m_frame_milliseconds = 16;
    bool m_is_managed = true;         // somebody grants a wish for the full screen
    SDL_Rect m_before_full_screen{};  // where nobody does: the window's place before, no width if it isn't full
    Composer m_composer;
    Picture m_picture;
    std::vector<OverlayUnit> m_overlay;
    u64 m_painted_console = 0;
    RowSpan m_rows;
    bool m_resized = false;
    bool m_status_changed = true;
    bool m_choices_changed = true;
};

}  // namespace

Result<std::unique_ptr<Surface>> open_window(const WindowOptions& options) {
    const auto sdl = sdl_library();
    if (!sdl) {
        return sdl.error();
    }
    auto window = std::make_unique<Window>(**sdl, options);
    if (auto started = window->start(); !started) {
        return started.error();
    }
    return std::unique_ptr<Surface>(std::move(window));
}

}  // namespace mariner::bitmap
