#include "emulator/games/bot_program.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "emulator/assembler/assembler.hpp"
#include "emulator/assembler/render.hpp"
#include "emulator/games/emulated_game.hpp"
#include "emulator/runtime/engine.hpp"
#include "emulator/runtime/runner.hpp"
#include "emulator/support/file.hpp"
#include "emulator/support/text.hpp"

namespace mariner::games {

namespace {

constexpr auto fault_sentences = std::to_array<std::string_view>({
    "",
#define BOT_FAULT(name, sentence) sentence,
#include "emulator/games/bot_faults.inc"
#undef BOT_FAULT
});

/// What a run that stopped there has done wrong.
BotFault fault_of(const RunResult& result, bool has_read, bool has_answer) {
    switch (result.ending) {
        case RunEnding::stopped:  // it waits for the next line
            return has_answer ? BotFault::none : BotFault::silent;
        case RunEnding::exited:
        case RunEnding::dropped_off:
            return has_answer ? BotFault::none  // whoever asks again learns of the end
                   : has_read ? BotFault::ended
                              : BotFault::deaf;
        case RunEnding::paused:
            return BotFault::too_slow;
        case RunEnding::output_lost:
            return BotFault::too_talkative;
        case RunEnding::limit:
            return BotFault::refused;
        default:
            return BotFault::crashed;
    }
}

}  // namespace

/// The bot's world: one line at a time, a clock that only its own sleep moves, no sound, no dialogs.
class BotProgram::BotHost final : public Host {
public:
    BotHost(i64 seed, size_t most_output) : m_seed(seed), m_most_output(most_output) {}

    void write_output(std::string_view bytes) override {
        m_printed += bytes.size();
        if (!has_lost_output()) {
            m_output += bytes;
        }
    }
    void write_error(std::string_view bytes) override { m_printed += bytes.size(); }
    void flush() override {}
    [[nodiscard]] bool has_lost_output() const override { return m_printed > m_most_output; }
    InputState read_input(std::span<u8> buffer, size_t& count) override {
        if (m_line.empty()) {
            return InputState::interrupted;
        }
        if (!m_has_begun) {
            m_output.clear();  // a prompt
            m_has_begun = true;
        }
        count = std::min(buffer.size(), m_line.size());
        std::copy_n(m_line.begin(), count, buffer.begin());
        m_line.erase(0, count);
        return InputState::ready;
    }
    bool input_is_ready() override { return !m_line.empty(); }
    i64 now_milliseconds() override { return m_now; }
    bool sleep_milliseconds(u32 duration) override {
        m_now += duration;
        return true;
    }
    i64 random_seed() override { return m_seed; }
    bool play_note(const Note& /*note*/, bool /*wait*/) override { return true; }

    void question(std::string_view line) {
        m_line = std::string(line) + "\n";
        m_has_begun = false;
        m_output.clear();
        m_printed = 0;
    }
    [[nodiscard]] bool has_read() const { return m_has_begun; }
    [[nodiscard]] std::string answer() const { return std::string(trim(m_output.substr(0, m_output.find('\n')))); }

private:
    i64 m_seed;
    size_t m_most_output;
    size_t m_printed = 0;
    std::string m_line;
    std::string m_output;
    bool m_has_begun = false;
    i64 m_now = 0;
};

struct BotProgram::BotGame {
    BotGame(Core& core, const BotLimits& limits, i64 seed) : host(seed, limits.output_bytes) {
        RunOptions options;
        options.files = {FileAccess::none, {}};
        runner.emplace(core, host, options);
    }

    BotHost host;
    std::optional<Runner> runner;
    BotReply last{};  // with the fault that ended the game, if there is one
};

std::string BotReply::why(const BotLimits& limits) const {
    std::string sentence(fault_sentences.at(static_cast<size_t>(fault)));
    if (const size_t place = sentence.find('#'); place != sentence.npos) {
        sentence.replace(place, 1, with_thousands(fault == BotFault::too_slow ? limits.steps : limits.output_bytes));
    }
    return detail.empty() ? sentence : sentence + ": " + detail;
}

BotProgram::BotProgram(ProgramImage image, const BotLimits& limits) : m_image(std::move(image)), m_limits(limits) {}
BotProgram::~BotProgram() = default;

Result<std::unique_ptr<BotProgram>> BotProgram::create(ProgramImage image, const BotLimits& limits, EngineKind engine) {
    std::unique_ptr<BotProgram> bot(new BotProgram(std::move(image), limits));
    Result<std::unique_ptr<Machine>> machine = Machine::create(bot->m_image);
    if (!machine) {
        return machine.error();
    }
    bot->m_machine = std::move(*machine);
    bot->m_core = make_engine(engine, *bot->m_machine);
    bot->begin_game(0);
    return bot;
}

Result<std::unique_ptr<BotProgram>> BotProgram::load(const std::string& file, const BotLimits& limits,
                                                     EngineKind engine) {
    const Result<std::string> text = read_file(file);
    if (!text) {
        return text.error();
    }
    Result<ProgramImage> image = assemble_game(file, *text);
    if (!image) {
        return image.error();
    }
    return create(std::move(*image), limits, engine);
}

void BotProgram::begin_game(i64 seed) {
    m_game.reset();
    m_machine->reset();
    m_core->reset_counts();
    m_game = std::make_unique<BotGame>(*m_core, m_limits, seed);
}

BotReply BotProgram::ask(std::string_view line) {
    BotGame& game = *m_game;
    if (game.last.fault != BotFault::none) {
        return game.last;
    }
    game.host.question(line);
    const u64 before = game.runner->steps();
    const RunResult result = game.runner->run_for(m_limits.steps);
    BotReply& reply = game.last;
    reply = {game.host.has_read() ? game.host.answer() : "", BotFault::none, "", game.runner->steps() - before};
    reply.fault = game.host.has_lost_output() ? BotFault::too_talkative
                                              : fault_of(result, game.host.has_read(), !reply.text.empty());
    if (reply.fault == BotFault::crashed) {
        const std::string said = mars_text(result.exception);
        reply.detail = said.empty() ? std::string(name_of(result.ending)) : said;
    } else if (reply.fault == BotFault::refused) {
        reply.detail = result.message;
    }
    BotReply answer = reply;
    if (result.is_normal() && reply.fault == BotFault::none) {
        reply.fault = BotFault::ended;  // for the next question
    }
    return answer;
}

}  // namespace mariner::games
