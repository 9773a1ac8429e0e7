#include "emulator/grader/remote_runner.hpp"

#include <algorithm>
#include <utility>

#include "emulator/games/registry.hpp"
#include "emulator/grader/message_pipe.hpp"
#include "emulator/grader/pack_orders.hpp"
#include "emulator/support/overloaded.hpp"

namespace mariner::grader {

namespace {

enum class RunnerTask : u8 { assemble, begin, run, play, findings, explain, second_look, who_wrote, try_input };

PackedRun packed_run(RunFacts facts) {
    PackedRun run;
    std::ranges::transform(facts.figures, std::back_inserter(run.figures), packed);
    run.facts = std::move(facts);
    return run;
}

RunFacts unpacked_run(PackedRun run) {
    run.facts.figures.clear();
    std::ranges::transform(run.figures, std::back_inserter(run.facts.figures), unpacked);
    return std::move(run.facts);
}

/// Whether there is one answer to each question of the case.
bool fits(const RunFacts& facts, const Case& wanted) {
    const Expectations& expect = wanted.expect;
    const auto bytes_fit = [](const MemoryRule& rule, const MemoryFacts& found) {
        return !found.address || found.bytes.size() == rule.bytes.size();
    };
    const auto looked_at = wanted.call
                               ? static_cast<size_t>(std::ranges::count_if(
                                     wanted.call->arguments, [](const auto& one) { return one.after.has_value(); }))
                               : size_t{0};
    const size_t units = expect.picture ? size_t{expect.picture->columns} * expect.picture->rows : 0;
    return facts.registers.size() == expect.registers.size() &&
           std::ranges::equal(expect.memory, facts.memory, bytes_fit) && facts.files.size() == expect.files.size() &&
           facts.figures.size() == expect.tools.rules.size() && facts.units.size() == units &&
           (!facts.call.has_returned || facts.call.after.size() == looked_at);
}

class RemoteRunner final : public ProgramRunner {
public:
    RemoteRunner(RunnerPipes pipes, std::function<void()> lost) : m_pipes(pipes), m_lost(std::move(lost)) {}

    AssemblyFacts assemble(const AssemblyOrder& order) override {
        auto facts = ask<AssemblyFacts>(RunnerTask::assemble, pack(order));
        check(!facts.assembled || facts.answers.size() == order.questions.size());
        return facts;
    }
    Result<void> begin(const Case& wanted, bool is_checked) override {
        PackedCase packed;
        packed.asked = questions_of(wanted);
        packed.is_checked = is_checked;
        if (const std::optional<GameRule>& game = packed.asked.game) {
            packed.game =
                PackedGame{std::string(game->game->room), game->games, game->seed, game->right_answers, game->board};
        }
        m_case = &wanted;
        const std::string trouble = ask_for_text(RunnerTask::begin, pack(packed));
        return trouble.empty() ? Result<void>() : Error{trouble};
    }
    RunFacts run(const RunOrder& order) override {
        RunFacts facts = unpacked_run(ask<PackedRun>(RunnerTask::run, pack(order)));
        check(fits(facts, *m_case));
        return facts;
    }
    PlayFacts play() override {
        auto packed = ask<PackedPlay>(RunnerTask::play, {});
        packed.facts.run = unpacked_run(std::move(packed.run));
        check(fits(packed.facts.run, *m_case));
        return std::move(packed.facts);
    }
    std::vector<DeductionResult> findings() override {
        return ask<std::vector<DeductionResult>>(RunnerTask::findings, {});
    }
    std::string explain() override { return ask_for_text(RunnerTask::explain, {}); }
    std::string second_look() override { return ask_for_text(RunnerTask::second_look, {}); }
    WriterFacts who_wrote(const WriterQuestions& questions) override {
        return ask<WriterFacts>(RunnerTask::who_wrote, pack(questions));
    }
    std::optional<TrialFacts> try_input(const TrialOrder& order) override {
        return ask<std::optional<TrialFacts>>(RunnerTask::try_input, pack(order));
    }

private:
    void check(bool makes_sense) const {
        if (!makes_sense) {
            m_lost();
        }
    }
    std::string ask_for_text(RunnerTask task, const std::string& order) { return ask<std::string>(task, order); }
    template <class Facts>
    Facts ask(RunnerTask task, const std::string& order) {
        const bool is_told = write_message(m_pipes.orders, static_cast<char>(task) + order);
        const std::optional<std::string> message = is_told ? read_message(m_pipes.facts) : std::nullopt;
        std::optional<Facts> facts = message ? unpack<Facts>(*message) : std::nullopt;
        check(facts.has_value());
        return std::move(*facts);
    }

    RunnerPipes m_pipes;
    std::function<void()> m_lost;
    const Case* m_case = nullptr;
};

/// Orders make sense only in their order: a program that didn't assemble is never run.
class OrderServer {
public:
    /// Nothing if it makes no sense.
    std::optional<std::string> answer(RunnerTask task, std::string_view order) {
        switch (task) {
            case RunnerTask::assemble:
                return assemble(unpack<AssemblyOrder>(order));
            case RunnerTask::begin:
                return begin(unpack<PackedCase>(order));
            case RunnerTask::run:
                return with<RunOrder>(order, [this](const RunOrder& one) { return packed_run(m_runner->run(one)); });
            case RunnerTask::play:
                return m_has_begun ? std::optional(play()) : std::nullopt;
            case RunnerTask::findings:
                return m_has_begun ? std::optional(pack(m_runner->findings())) : std::nullopt;
            case RunnerTask::explain:
                return m_has_begun ? std::optional(pack(m_runner->explain())) : std::nullopt;
            case RunnerTask::second_look:
                return m_has_begun ? std::optional(pack(m_runner->second_look())) : std::nullopt;
            case RunnerTask::who_wrote:
                return with<WriterQuestions>(order, [this](const auto& one) { return m_runner->who_wrote(one); });
            case RunnerTask::try_input:
                return with<TrialOrder>(order, [this](const auto& one) { return m_runner->try_input(one); });
        }
        return std::nullopt;
    }

private:
    template <class Order, class Answer>
    std::optional<std::string> with(std::string_view bytes, const Answer& answer) {
        const std::optional<Order> order = m_has_begun ? unpack<Order>(bytes) : std::nullopt;
        return order ? std::optional(pack(answer(*order))) : std::nullopt;
    }
    std::optional<std::string> assemble(const std::optional<AssemblyOrder>& order) {
        if (!order) {
            return std::nullopt;
        }
        const AssemblyFacts facts = m_runner->assemble(*order);
        m_has_program = facts.assembled;
        return pack(facts);
    }
    std::optional<std::string> begin(std::optional<PackedCase> packed) {
        if (!packed || !m_has_program) {
            return std::nullopt;
        }
        if (packed->game) {
            const games::Game* const game = games::find_game(packed->game->name);
            if (game == nullptr) {
                return std::nullopt;
            }
            packed->asked.game = GameRule{game, packed->game->games, packed->game->seed, packed->game->right_answers,
                                          packed->game->board};
        }
        const Result<void> begun = m_runner->begin(packed->asked, packed->is_checked);
        m_has_begun = begun.has_value();
        return pack(begun ? std::string() : begun.error().message);
    }
    std::string play() {
        PackedPlay packed{m_runner->play(), {}};
        packed.run = packed_run(std::move(packed.facts.run));
        return pack(packed);
    }

    std::unique_ptr<ProgramRunner> m_runner = make_local_runner();
    bool m_has_program = false;
    bool m_has_begun = false;
};

}  // namespace

PackedFigure packed(const tools::ReportValue& value) {
    PackedFigure figure;
    figure.kind = static_cast<u8>(value.content().index());
    std::visit(Overloaded{[](std::nullptr_t) {}, [&](bool flag) { figure.bits = flag ? 1 : 0; },
                          [&](i64 number) { figure.bits = static_cast<u64>(number); },
                          [&](double number) { figure.bits = std::bit_cast<u64>(number); },
                          [&](const std::string& text) { figure.text = text; },
                          [&](const tools::ReportValue::List& items) {
                              std::ranges::transform(items, std::back_inserter(figure.items), packed);
                          }},
               value.content());
    return figure;
}

tools::ReportValue unpacked(const PackedFigure& figure) {
    tools::ReportValue::List items;
    std::ranges::transform(figure.items, std::back_inserter(items), unpacked);
    switch (figure.kind) {
        case 1:
            return figure.bits != 0;
        case 2:
            return static_cast<i64>(figure.bits);
        case 3:
            return std::bit_cast<double>(figure.bits);
        case 4:
            return figure.text;
        case 5:
            return items;
        default:
            return {};
    }
}

std::unique_ptr<ProgramRunner> make_remote_runner(RunnerPipes pipes, std::function<void()> lost) {
    return std::make_unique<RemoteRunner>(pipes, std::move(lost));
}

void serve_orders(RunnerPipes pipes) {
    OrderServer server;
    while (const std::optional<std::string> message = read_message(pipes.orders)) {
        if (message->empty() || static_cast<u8>(message->front()) > static_cast<u8>(RunnerTask::try_input)) {
            return;
        }
        const std::optional<std::string> facts =
            server.answer(static_cast<RunnerTask>(message->front()), std::string_view(*message).substr(1));
        if (!facts || !write_message(pipes.facts, *facts)) {
            return;
        }
    }
}

}  // namespace mariner::grader
