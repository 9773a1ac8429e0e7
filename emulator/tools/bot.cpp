// MARS's Mars Bot: a robot that is told where to go by stores, and leaves a track. Its time is counted, not measured: a
// tick of 40 ms comes every so many instructions, and for every 40 ms that the program sleeps.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "emulator/tools/svg.hpp"
#include "emulator/tools/tool.hpp"

namespace mariner::tools {

namespace {

struct BotPlace {
    i32 x = 0;
    i32 y = 0;
    bool operator==(const BotPlace&) const = default;
};

/// Where it is exactly. It goes a pixel in each tick: heading 0 is up, 90 to the right.
struct BotPoint {
    double x = 0;
    double y = 0;

    void go(i32 heading) {
        const i32 angle = static_cast<i32>(450U - static_cast<u32>(heading)) % 360;
        const double radians = angle * (std::numbers::pi / 180);
        x += std::cos(radians);
        y -= std::sin(radians);
    }
    /// As the program reads it.
    [[nodiscard]] BotPlace place() const { return {static_cast<i32>(x), static_cast<i32>(y)}; }
};

struct TrackLine {
    BotPlace from;
    BotPlace to;
};

/// MARS's picture; what lies outside isn't seen there either.
constexpr i32 picture_side = 512;
constexpr u32 picture_ground = 0xffffff;

constexpr u32 track_colour = 0x0066cc;

/// Calls `dot` for each pixel of a line. Lines that begin or end far outside are as short as the picture.
template <class Dot>
void trace_line(const TrackLine& stroke, Dot dot) {
    const double x = stroke.from.x;
    const double y = stroke.from.y;
    const double across = stroke.to.x - x;
    const double down = stroke.to.y - y;
    const double length = std::max({std::abs(across), std::abs(down), 1.0});
    constexpr double most = 1 << 20;
    const auto dots = static_cast<int>(std::min(most, length));
    for (int i = 0; i <= dots; ++i) {
        const double px = std::floor(x + across * i / length);
        const double py = std::floor(y + down * i / length);
        if (px >= 0 && py >= 0 && px < picture_side && py < picture_side) {
            dot(static_cast<i32>(px), static_cast<i32>(py));
        }
    }
}

class Bot final : public Tool {
public:
    Bot(Machine& machine, const Settings& settings)
        : m_machine(machine),
          m_steps_a_tick(settings.number("tick")),
          m_svg(settings.word("svg")),
          m_png(settings.word("png")) {}

    [[nodiscard]] std::unique_ptr<Tool> copy() const override { return std::make_unique<Bot>(*this); }

    std::shared_ptr<LiveScreen> open_screen() override {
        m_screen = std::make_shared<LiveScreen>(picture_side, picture_side, picture_ground);
        show(place());
        return m_screen;
    }

    /// Only the screen runs ahead: a program that sleeps sees nothing of it, and its ticks come when it wakes.
    [[nodiscard]] bool follows_sleep() const override { return m_screen && m_moves; }
    void sleeps(u32 milliseconds) override {
        if (!follows_sleep()) {
            return;
        }
        BotPoint ahead = m_at;
        for (u64 slept = m_slept + milliseconds; slept >= tick_milliseconds; slept -= tick_milliseconds) {
            ahead.go(m_heading);
        }
        show(ahead.place());
    }

    /// Time passes after each instruction but the last: before the next one.
    void fetched(const Fetch& fetch) override {
        if (!fetch.is_step) {
            return;
        }
        if (m_steps != 0) {
            pass_time();
        }
        ++m_steps;
        note_sleep(fetch);
    }

    void accessed(const DataAccess& access) override {
        if (!access.is_write) {
            return;
        }
        switch (access.address) {
            case heading:
                m_heading = static_cast<i32>(access.value);
                break;
            case leave_track:
                set_track(access.value);
                break;
            case move:
                m_moves = access.value != 0;
                break;
            default:
                break;
        }
    }

    [[nodiscard]] ToolReport report() const override;

private:
    enum BotRegister : u32 {
        heading = 0xffff8010,
        leave_track = 0xffff8020,
        where_x = 0xffff8030,
        where_y = 0xffff8040,
        move = 0xffff8050,
    };
    static constexpr u32 tick_milliseconds = 40;

    void note_sleep(const Fetch& fetch) {
        constexpr u32 sleep_service = 32;
        const CpuState& cpu = m_machine.cpu;
        const bool sleeps = fetch.slot != nullptr && fetch.slot->instruction.op == isa::Op::syscall &&
                            cpu.gpr[reg::v0] == sleep_service && static_cast<i32>(cpu.gpr[reg::a0]) > 0;
        m_sleeps = sleeps ? cpu.gpr[reg::a0] : 0;
    }

    void pass_time() {
        const BotPlace before = place();
        m_slept += m_sleeps;
        for (; m_slept >= tick_milliseconds; m_slept -= tick_milliseconds) {
            tick();
        }
        if (m_steps % m_steps_a_tick == 0) {
            tick();
        }
        if (m_screen && place() != before) {
            show(place());
        }
    }

    void tick() {
        ++m_ticks;
        if (!m_moves) {
            return;
        }
        m_at.go(m_heading);
        m_machine.memory().poke_word(where_x, static_cast<u32>(place().x));
        m_machine.memory().poke_word(where_y, static_cast<u32>(place().y));
    }

    /// The black square that MARS draws, over the lines that it has left; where it stood before, these come back.
    void show(const BotPlace& now) {
        constexpr i32 side = 20;
        m_screen->draw_box(m_shown.x, m_shown.y, side, side, picture_ground);
        const auto dot = [&](i32 x, i32 y) { m_screen->draw(x, y, track_colour); };
        for (const TrackLine& stroke : m_track) {
            trace_line(stroke, dot);
        }
        if (m_leaves_track) {
            trace_line({m_begin, now}, dot);
        }
        m_shown = {std::clamp(now.x, -side, picture_side), std::clamp(now.y, -side, picture_side)};
        m_screen->draw_box(m_shown.x, m_shown.y, side, side, 0);
    }

    [[nodiscard]] BotPlace place() const { return m_at.place(); }

    void set_track(u32 value) {
        if (value == 1 && !m_leaves_track) {
            m_leaves_track = true;
            m_begin = place();
        } else if (value == 0 && m_leaves_track) {
            m_leaves_track = false;
            m_track.push_back({m_begin, place()});
        }
    }

    Machine& m_machine;
    u64 m_steps_a_tick;
    std::string m_svg;
    std::string m_png;
    u64 m_steps = 0;
    u64 m_ticks = 0;
    u32 m_sleeps = 0;  // by the instruction under way
    u64 m_slept = 0;
    BotPoint m_at;
    i32 m_heading = 0;
    bool m_moves = false;
    bool m_leaves_track = false;
    BotPlace m_begin;
    std::vector<TrackLine> m_track;
    std::shared_ptr<LiveScreen> m_screen;  // only while somebody looks
    BotPlace m_shown;
};

std::string track_svg(const std::vector<TrackLine>& track, const BotPlace& bot) {
    SvgPicture picture(picture_side, picture_side,
                       "rect{fill:#fff;stroke:#888}line{stroke:#06c;stroke-width:2;stroke-linecap:round}"
                       ".bot{fill:#c33;stroke:none}");
    picture.box({0, 0}, picture_side, picture_side, "");
    for (const TrackLine& stroke : track) {
        picture.line({static_cast<double>(stroke.from.x), static_cast<double>(stroke.from.y)},
                     {static_cast<double>(stroke.to.x), static_cast<double>(stroke.to.y)}, "");
    }
    picture.box({static_cast<double>(bot.x) - 3, static_cast<double>(bot.y) - 3}, 6, 6, "bot");
    return picture.finish();
}

ToolPicture track_picture(const std::vector<TrackLine>& track) {
    ToolPicture picture{picture_side, picture_side,
                        std::vector<u32>(size_t{picture_side} * picture_side, picture_ground)};
    for (const TrackLine& stroke : track) {
        trace_line(stroke, [&](i32 x, i32 y) {
            picture.pixels[static_cast<size_t>(y) * picture_side + static_cast<size_t>(x)] = track_colour;
        });
    }
    return picture;
}

/// For a terminal: two columns a row, so that a square is one. Empty without a track that can be seen.
std::vector<std::string> track_text(const std::vector<TrackLine>& track, const BotPlace& bot) {
    constexpr u32 columns = 64;
    constexpr u32 rows = 32;
    const ToolPicture picture = track_picture(track);
    std::vector<std::string> text(rows, std::string(columns, ' '));
    bool is_seen = false;
    for (size_t i = 0; i < picture.pixels.size(); ++i) {
        if (picture.pixels[i] != picture_ground) {
            const size_t row = i / picture_side * rows / picture_side;
            text[row][i % picture_side * columns / picture_side] = '*';
            is_seen = true;
        }
    }
    if (bot.x >= 0 && bot.y >= 0 && bot.x < picture_side && bot.y < picture_side) {
        text[static_cast<size_t>(bot.y) * rows / picture_side][static_cast<size_t>(bot.x) * columns / picture_side] =
            '@';
    }
    const std::string edge = "+" + std::string(columns, '-') + "+";
    std::vector<std::string> framed{edge};
    for (const std::string& row : text) {
        framed.push_back("|" + row + "|");
    }
    framed.push_back(edge);
    return is_seen ? framed : std::vector<std::string>();
}

ToolReport Bot::report() const {
    ToolReport report("Mars bot (bot)");
    ReportValue::List lines;
    std::vector<TrackLine> track = m_track;
    if (m_leaves_track) {
        track.push_back({m_begin, place()});
    }
    for (const TrackLine& stroke : track) {
        lines.push_back(ReportValue::List{stroke.from.x, stroke.from.y, stroke.to.x, stroke.to.y});
    }
    report.line("x", "x", place().x);
    report.line("y", "y", place().y);
    report.line("heading", "Heading", m_heading);
    report.line("moving", "Moving", m_moves);
    report.line("leaving_track", "Leaving a track", m_leaves_track);
    report.line("ticks", "Steps of 40 ms", m_ticks);
    report.table("track", "Track", {"x1", "y1", "x2", "y2"}, std::move(lines));
    if (const std::vector<std::string> seen = track_text(track, place()); !seen.empty()) {
        report.lines("picture", "The field, 8 x 16 pixels a letter", seen);
    }
    const std::string drawn = track_svg(track, place());
    report.canvas("field", "Track", drawn);
    report.svg(m_svg, drawn);
    report.png(m_png, m_png.empty() ? ToolPicture{} : track_picture(track));
    return report;
}

Result<std::unique_ptr<Tool>> make_bot(const Settings& settings, const ToolPlace& place) {
    return std::unique_ptr<Tool>(new Bot(place.machine, settings));
}

}  // namespace

ToolKind bot_tool() {
    return {"bot",
            "MARS's Mars Bot: a robot that leaves a track",
            {FetchInterest::all, true},
            {{"tick", ParameterKind::count, {}, "40000", "instructions in 40 ms of the bot's time"},
             file_parameter("svg"),
             file_parameter("png")},
            &make_bot,
            true};
}

}  // namespace mariner::tools
