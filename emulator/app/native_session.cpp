// A bundled game's native twin at the terminal, for whoever wants to see what `verify` compares programs with.

#include <array>
#include <cstdio>

#include "bitmap/image_file.hpp"
#include "emulator/app/commands.hpp"
#include "emulator/app/display_plan.hpp"
#include "emulator/app/game_session.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/games/replay.hpp"
#include "emulator/runtime/terminal_host.hpp"

namespace mariner::app {

namespace {

class StandardConsole final : public games::TwinConsole {
public:
    std::optional<std::string> read_line(games::Ask /*ask*/) override {
        std::fflush(stdout);
        std::string line;
        int c = std::getchar();
        for (; c != EOF && c != '\n'; c = std::getchar()) {
            line += static_cast<char>(c);
        }
        m_typed += line + (c == '\n' ? "\n" : "");
        return c == EOF && line.empty() ? std::nullopt : std::optional(line);
    }
    void print(std::string_view text) override { std::fwrite(text.data(), 1, text.size(), stdout); }

    [[nodiscard]] const std::string& typed() const { return m_typed; }

private:
    std::string m_typed;
};

/// Where the picture goes; an error for what a game without a machine can't show.
Result<DisplayPlan> plan_picture(const GameSession& session) {
    const std::array<std::string, 1> sources = {std::string(session.game->program)};
    Result<DisplayPlan> plan = plan_display(session.display, sources, memory_map(MemoryConfiguration::standard));
    if (plan && session.display.mode != "auto" && plan->kind != DisplayKind::none && plan->kind != DisplayKind::png) {
        return Error{"--native shows no picture while the game goes on: --display png:FILE keeps the last one"};
    }
    if (plan && plan->kind == DisplayKind::png && (!session.game->uses_display || !plan->geometry)) {
        return Error{std::string(session.game->room) + " draws no picture"};
    }
    return plan;
}

}  // namespace

int play_native(const GameSession& session) {
    const Result<DisplayPlan> plan = plan_picture(session);
    if (!plan) {
        return fail_with(exit_code::usage, "play", plan.error().message);
    }
    const i32 seed = session.seed.value_or(static_cast<i32>(static_cast<u32>(TerminalHost().random_seed())));
    const std::unique_ptr<games::Twin> twin = session.game->make_twin();
    StandardConsole console;
    JavaRandom random(seed);
    const int status = twin->play(console, random);
    if (std::fflush(stdout) != 0) {
        return exit_code::cannot_write;
    }
    if (plan->kind == DisplayKind::png) {
        const games::GamePicture& canvas = *twin->canvas();
        bitmap::Picture picture(plan->geometry->columns(), plan->geometry->rows());
        picture.units = canvas.after(canvas.strokes.size());
        if (const auto written = bitmap::write_png(plan->target, bitmap::to_pixels(picture, *plan->geometry));
            !written) {
            return fail_with(exit_code::cannot_write, "play", written.error().message);
        }
    }
    const games::GameScript script{std::string(session.game->room), seed, console.typed()};
    return session.record.empty() || write_output(session.record, games::format_replay(script))
               ? status
               : exit_code::cannot_write;
}

}  // namespace mariner::app
