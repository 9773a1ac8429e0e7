// MARS's Digital Lab Sim: two seven-segment displays, a keyboard of sixteen keys and a counter, at the memory-mapped
// segment. It acts on reads as on writes, and only at the address at which an access begins.

#include <algorithm>
#include <array>

#include "emulator/support/text.hpp"
#include "emulator/tools/svg.hpp"
#include "emulator/tools/tool.hpp"

namespace mariner::tools {

namespace {

struct Click {
    u64 step = 0;  // so many instructions have been fetched
    u32 key = 0;
};

bool is_lit(u32 lit, u32 bit) {
    return ((lit >> bit) & 1U) != 0;
}

/// The lamps of a display as they lie on it, a to g and the point.
struct LampBox {
    u32 x;
    u32 y;
    u32 width;
    u32 height;
};
constexpr u32 display_width = 90;
constexpr u32 display_height = 130;
constexpr std::array<LampBox, 8> lamps = {{{20, 10, 40, 8},
                                           {62, 18, 8, 40},
                                           {62, 68, 8, 40},
                                           {20, 108, 40, 8},
                                           {10, 68, 8, 40},
                                           {10, 18, 8, 40},
                                           {20, 59, 40, 8},
                                           {76, 108, 8, 8}}};

/// The pad below the displays, drawn as its keys' names on small displays.
constexpr u32 keys_a_row = 4;
constexpr u32 key_side = 45;
constexpr u32 live_width = 2 * display_width;
constexpr u32 live_height = display_height + keys_a_row * key_side;
constexpr std::array<u8, 16> digit_lamps = {0x3f, 0x06, 0x5b, 0x4f, 0x66, 0x6d, 0x7d, 0x07,
                                            0x7f, 0x6f, 0x77, 0x7c, 0x39, 0x5e, 0x79, 0x71};
constexpr u32 face_colour = 0x140404;
constexpr u32 lit_colour = 0xff3b30;
constexpr u32 dark_colour = 0x3a1212;

class Laboratory final : public Tool {
public:
    Laboratory(Machine& machine, std::vector<Click> clicks, const Settings& settings)
        : m_machine(machine),
          m_base(machine.map().mmio.base),
          m_clicks(std::move(clicks)),
          m_svg(settings.word("svg")),
          m_png(settings.word("png")) {}

    [[nodiscard]] std::unique_ptr<Tool> copy() const override { return std::make_unique<Laboratory>(*this); }
    std::shared_ptr<LiveScreen> open_screen() override {
        m_screen = std::make_shared<LiveScreen>(live_width, live_height, face_colour);
        draw();
        return m_screen;
    }
    [[nodiscard]] bool has_key(std::string_view key) const override {
        return key.size() == 1 && parse_digits<u32>(key, 16).has_value();
    }
    bool press(std::string_view key) override {
        if (has_key(key)) {
            click(*parse_digits<u32>(key, 16));
        }
        return has_key(key);
    }

    void fetched(const Fetch& fetch) override {
        if (fetch.is_step) {
            for (; m_next_click < m_clicks.size() && m_clicks[m_next_click].step <= m_steps; ++m_next_click) {
                click(m_clicks[m_next_click].key);
            }
            ++m_steps;
            if (m_screen) [[unlikely]] {
                look_for_click();
            }
        }
        if (fetch.is_user_text) {
            count_down();
        }
    }

    void accessed(const DataAccess& access) override {
        const u32 offset = access.address - m_base;
        if (offset < right_display || offset > counter_control) {
            return;
        }
        const u32 value = access.is_write ? access.value : value_read(access);
        switch (offset) {
            case right_display:
                show(m_right, "right", value);
                break;
            case left_display:
                show(m_left, "left", value);
                break;
            case keyboard_control:
                scan(value);
                break;
            default:
                m_is_counting = value != 0;
                m_counter = m_is_counting ? counter_start : m_counter;
        }
        count_down();
    }

    void interrupted(u32 /*address*/, u32 code) override {
        m_timer_interrupts += code == timer_interrupt ? 1 : 0;
        m_keyboard_interrupts += code == keyboard_interrupt ? 1 : 0;
    }

    [[nodiscard]] ToolReport report() const override;

private:
    enum LaboratoryRegister : u32 {
        right_display = 0x10,
        left_display = 0x11,
        keyboard_control = 0x12,
        counter_control = 0x13,
        key_code = 0x14,
    };
    static constexpr u32 counter_start = 30;
    static constexpr u32 timer_interrupt = 0x100;
    static constexpr u32 keyboard_interrupt = 0x200;

    [[nodiscard]] u32 value_read(const DataAccess& access) const {
        u32 value = 0;
        for (u32 i = 0; i < access.size; ++i) {
            value |= u32{m_machine.memory().peek_byte(access.address + i).value_or(0)} << (8 * i);
        }
        return value;
    }

    void show(u32& display, std::string_view side, u32 value) {
        const u32 lit = value & 0xffU;
        if (lit != display) {
            m_changes.push_back(ReportValue::List{side, lit});
            display = lit;
            draw();
        }
    }

    void scan(u32 value) {
        m_has_keyboard_interrupt = (value & 0xf0U) != 0;
        const bool is_found = m_key && (value & 15U) == 1U << (*m_key / 4);
        set_key_code(is_found ? (1U << (*m_key / 4)) | (16U << (*m_key % 4)) : 0);
    }

    void click(u32 key) {
        if (m_key) {
            m_key.reset();
            set_key_code(0);
            draw();
            return;
        }
        m_key = key;
        draw();
        if (m_has_keyboard_interrupt) {
            raise(keyboard_interrupt);
        }
    }

    void look_for_click() {
        const auto place = m_screen->take_click();
        if (place && place->second >= display_height) {
            click((place->second - display_height) / key_side * keys_a_row + place->first / key_side);
        }
    }

    void draw() {
        if (m_screen) {
            draw_lamps(0, 0, 1, m_left);
            draw_lamps(display_width, 0, 1, m_right);
            for (u32 key = 0; key < digit_lamps.size(); ++key) {
                draw_key(key);
            }
        }
    }
    void draw_key(u32 key) {
        const u32 x = key % keys_a_row * key_side;
        const u32 y = display_height + key / keys_a_row * key_side;
        constexpr i32 inner = key_side - 4;
        m_screen->draw_box(static_cast<i32>(x) + 2, static_cast<i32>(y) + 2, inner, inner,
                           key == m_key ? 0x2e7d32 : 0xe8e8e8);
        draw_lamps(x + 9, y + 7, 4, digit_lamps.at(key), 0x202020);
    }
    /// Only those that are lit, if `colour` says in which.
    void draw_lamps(u32 x, u32 y, u32 smaller, u32 lit, std::optional<u32> colour = {}) {
        for (u32 bit = 0; bit < lamps.size(); ++bit) {
            const LampBox& lamp = lamps.at(bit);
            if (is_lit(lit, bit) || !colour) {
                m_screen->draw_box(static_cast<i32>(x + lamp.x / smaller), static_cast<i32>(y + lamp.y / smaller),
                                   static_cast<i32>(lamp.width / smaller), static_cast<i32>(lamp.height / smaller),
                                   colour.value_or(is_lit(lit, bit) ? lit_colour : dark_colour));
            }
        }
    }

    void count_down() {
        if (!m_is_counting) {
            return;
        }
        if (m_counter > 0) {
            --m_counter;
            return;
        }
        m_counter = counter_start;
        raise(timer_interrupt);
    }

    void raise(u32 code) {
        constexpr u32 exception_level = 2;
        if ((m_machine.cpu.status & exception_level) == 0) {
            m_machine.bus().raise(code);
        }
    }

    void set_key_code(u32 code) {
        const std::array<u8, 1> byte{static_cast<u8>(code)};
        m_machine.memory().poke(m_base + key_code, byte);
    }

    Machine& m_machine;
    u32 m_base;
    std::vector<Click> m_clicks;
    std::string m_svg;
    std::string m_png;
    size_t m_next_click = 0;
    u64 m_steps = 0;
    u32 m_right = 0;
    u32 m_left = 0;
    ReportValue::List m_changes;
    std::optional<u32> m_key;
    bool m_has_keyboard_interrupt = false;
    bool m_is_counting = false;
    u32 m_counter = counter_start;
    u64 m_timer_interrupts = 0;
    u64 m_keyboard_interrupts = 0;
    std::shared_ptr<LiveScreen> m_screen;  // only while somebody looks
};

/// a to g, and h for the point.
std::string segments(u32 lit) {
    std::string names;
    for (u32 bit = 0; bit < 8; ++bit) {
        if (((lit >> bit) & 1U) != 0) {
            names += static_cast<char>('a' + bit);
        }
    }
    return names;
}

std::string displays_svg(u32 left, u32 right) {
    SvgPicture picture(2 * display_width, display_height, "rect{fill:#3a1212}.face{fill:#140404}.lit{fill:#ff3b30}");
    picture.box({0, 0}, 2 * display_width, display_height, "face");
    for (u32 bit = 0; bit < 2 * lamps.size(); ++bit) {
        const LampBox& lamp = lamps.at(bit % lamps.size());
        const bool is_right = bit >= lamps.size();
        picture.box({static_cast<double>(lamp.x + (is_right ? display_width : 0)), static_cast<double>(lamp.y)},
                    lamp.width, lamp.height, is_lit(is_right ? right : left, bit % 8) ? "lit" : "");
    }
    return picture.finish();
}

void draw_display(ToolPicture& picture, u32 lit, u32 from) {
    for (u32 bit = 0; bit < lamps.size(); ++bit) {
        const LampBox& lamp = lamps.at(bit);
        for (u32 y = lamp.y; y < lamp.y + lamp.height; ++y) {
            u32* const row = &picture.pixels[size_t{y} * picture.width + from + lamp.x];
            std::fill_n(row, lamp.width, is_lit(lit, bit) ? lit_colour : dark_colour);
        }
    }
}

ToolPicture displays_picture(u32 left, u32 right) {
    constexpr u32 width = 2 * display_width;
    ToolPicture picture{width, display_height, std::vector<u32>(size_t{width} * display_height, face_colour)};
    draw_display(picture, left, 0);
    draw_display(picture, right, display_width);
    return picture;
}

/// Three lines for a terminal.
std::vector<std::string> displays_text(u32 left, u32 right) {
    std::vector<std::string> rows(3);
    for (const u32 lit : {left, right}) {
        const auto lamp = [&](u32 bit, const char* shown) { return is_lit(lit, bit) ? shown : " "; };
        rows[0] += std::string(" ") + lamp(0, "_") + "   ";
        rows[1] += std::string(lamp(5, "|")) + lamp(6, "_") + lamp(1, "|") + "  ";
        rows[2] += std::string(lamp(4, "|")) + lamp(3, "_") + lamp(2, "|") + lamp(7, ".") + " ";
    }
    return rows;
}

ToolReport Laboratory::report() const {
    ToolReport report("Digital lab (dlab)");
    report.line("right", "Right display", m_right);
    report.line("left", "Left display", m_left);
    report.line("right_segments", "Segments lit on the right", segments(m_right));
    report.line("left_segments", "Segments lit on the left", segments(m_left));
    report.lamps("displays", "Displays", {"left", "right"}, {m_left, m_right});
    report.lines("lamps", "Displays at the end", displays_text(m_left, m_right));
    report.svg(m_svg, m_svg.empty() ? "" : displays_svg(m_left, m_right));
    report.png(m_png, m_png.empty() ? ToolPicture{} : displays_picture(m_left, m_right));
    report.table("changes", "What was shown", {"Side", "Value"}, m_changes);
    report.pad("key", "Key held down", {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "a", "b", "c", "d", "e", "f"},
               m_key ? ReportValue(std::string(1, "0123456789abcdef"[*m_key])) : ReportValue());
    report.line("keyboard_interrupt", "Keyboard interrupts on", m_has_keyboard_interrupt);
    report.line("counter_interrupt", "Counter on", m_is_counting);
    report.line("counter", "Counter value", m_counter);
    report.line("timer_interrupts", "Counter interrupts taken", m_timer_interrupts);
    report.line("keyboard_interrupts", "Keyboard interrupts taken", m_keyboard_interrupts);
    return report;
}

std::optional<Click> read_click(std::string_view text) {
    const size_t colon = text.find(':');
    const std::optional<u64> step = parse_digits<u64>(text.substr(0, colon));
    const std::string_view key = colon == text.npos ? "" : text.substr(colon + 1);
    const std::optional<u32> number = key.size() == 1 ? parse_digits<u32>(key, 16) : std::nullopt;
    return step && number ? std::optional(Click{*step, *number}) : std::nullopt;
}

Result<std::unique_ptr<Tool>> make_dlab(const Settings& settings, const ToolPlace& place) {
    std::vector<Click> clicks;
    for (std::string_view rest = settings.word("keys"); !rest.empty();) {
        const std::string_view text = rest.substr(0, rest.find('/'));
        const std::optional<Click> click = read_click(text);
        if (!click) {
            return Error{"keys is STEP:KEY/STEP:KEY..., each KEY from 0 to f, not " + std::string(text)};
        }
        clicks.push_back(*click);
        rest.remove_prefix(std::min(text.size() + 1, rest.size()));
    }
    const auto comes_before = [](const Click& a, const Click& b) { return a.step < b.step; };
    std::stable_sort(clicks.begin(), clicks.end(), comes_before);
    return std::unique_ptr<Tool>(new Laboratory(place.machine, std::move(clicks), settings));
}

}  // namespace

ToolKind dlab_tool() {
    return {"dlab",
            "MARS's Digital Lab Sim: displays, keyboard and counter",
            {FetchInterest::all, true},
            {{"keys", ParameterKind::text, {}, "", "clicks: STEP:KEY/STEP:KEY..., after so many instructions"},
             file_parameter("svg"),
             file_parameter("png")},
            &make_dlab,
            true};
}

}  // namespace mariner::tools
