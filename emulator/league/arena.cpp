#include "emulator/league/arena.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "emulator/grader/locked_process.hpp"
#include "emulator/league/league_pack.hpp"
#include "emulator/runtime/engine.hpp"

namespace mariner::league {

namespace {

using grader::LockedProcess;
using grader::LockRules;
using grader::TellMessage;

/// A process has the programs of two groups: each is assembled once for many pairs, and memory stays bounded.
constexpr size_t largest_group = 8;
constexpr u64 slowest_engine = 10'000'000;  // instructions a second, on a machine with much else to do
constexpr u64 most_moves = 42;
constexpr u64 spare_seconds = 60;
constexpr std::chrono::seconds assembly_time(20);
constexpr u32 most_tries = 2;

std::chrono::seconds time_of_pair(const LeagueRules& rules) {
    return std::chrono::seconds(2 * rules.openings * most_moves * rules.steps / slowest_engine + spare_seconds);
}

LockRules lock_rules(const LeagueRules& rules, const ArenaOptions& options, size_t group) {
    LockRules lock;
    lock.is_strict = options.is_strict;
    lock.limits.guests = 2 * group + 1;
    lock.guests = std::max<size_t>(2 * group, 1);
    lock.limits.cpu_seconds = std::max<u64>(
        lock.limits.cpu_seconds, static_cast<u64>(time_of_pair(rules).count()) * std::max<size_t>(group * group, 1));
    return lock;
}

/// A process with something to do.
struct Task {
    std::vector<Pairing> pairs{};  // what is left of them, in the order in which they are played
    std::unique_ptr<LockedProcess> process{};
};

/// Keeps `jobs` processes busy until there is nothing left to do.
class TaskPool {
public:
    TaskPool(const LockRules& lock, const ArenaOptions& options) : m_lock(lock), m_options(options) {}
    virtual ~TaskPool() = default;
    TaskPool(const TaskPool&) = delete;
    TaskPool& operator=(const TaskPool&) = delete;

    Result<void> run(std::vector<std::unique_ptr<Task>> tasks) {
        look_at_processor();  // the processes can't, once they are locked in
        if (Result<void> rehearsed = LockedProcess::rehearse(m_lock); !rehearsed) {
            return rehearsed;
        }
        std::reverse(tasks.begin(), tasks.end());
        while (!(tasks.empty() && m_active.empty()) && !m_error && !is_stopped()) {
            while (!tasks.empty() && m_active.size() < m_options.jobs && !m_error) {
                start(std::move(tasks.back()));
                tasks.pop_back();
            }
            listen();
        }
        return m_error ? Result<void>(*m_error) : Result<void>();
    }

protected:
    /// In the child.
    virtual void work(const Task& task, const TellMessage& tell) const = 0;
    /// Something that a child said; false if it makes no sense.
    virtual bool take(Task& task, const std::string& message) = 0;
    /// It died at what comes first in its list; that may be taken off.
    virtual void note_death(Task& task) = 0;
    [[nodiscard]] virtual std::chrono::nanoseconds time() const = 0;

    void fail(const Error& error) { m_error = error; }

private:
    [[nodiscard]] bool is_stopped() const { return m_options.stop != nullptr && m_options.stop->load(); }

    void start(std::unique_ptr<Task> task) {
        Result<std::unique_ptr<LockedProcess>> process =
            LockedProcess::start(m_lock, [&](const TellMessage& tell) { work(*task, tell); });
        if (!process) {
            fail(process.error());
            return;
        }
        task->process = std::move(*process);
        task->process->allow(time());
        m_active.push_back(std::move(task));
    }

    void listen() {
        std::vector<LockedProcess*> processes;
        for (const std::unique_ptr<Task>& task : m_active) {
            processes.push_back(task->process.get());
        }
        const std::vector<bool> has_something = grader::wait_for_any(processes);
        std::vector<std::unique_ptr<Task>> all = std::move(m_active);
        m_active.clear();
        for (size_t i = 0; i < all.size(); ++i) {
            if (!has_something[i]) {
                all[i]->process->look_at_time();
                m_active.push_back(std::move(all[i]));
            } else {
                hear(std::move(all[i]));
            }
        }
    }

    void hear(std::unique_ptr<Task> task) {
        const bool goes_on = task->process->hear([&](const std::string& message) {
            task->process->allow(time());
            return take(*task, message);
        });
        if (goes_on) {
            m_active.push_back(std::move(task));
            return;
        }
        task->process->finish();
        if (task->pairs.empty() || m_error || is_stopped()) {
            return;
        }
        if (task->process->could_not_be_locked_in()) {
            fail(Error{"a process can't be locked in, though the first one could"});
            return;
        }
        note_death(*task);
        if (!task->pairs.empty() && !m_error) {
            start(std::move(task));
        }
    }

    LockRules m_lock;
    const ArenaOptions& m_options;
    std::vector<std::unique_ptr<Task>> m_active;
    std::optional<Error> m_error;
};

/// Why a process ended that had more to do.
std::string way_of_death(const LockedProcess& process) {
    return process.is_late() || process.was_out_of_processor_time()
               ? "it was stopped after its processor time was used up"
               : "its process died (" + process.death() + ")";
}

/// One process for each bot: what a source does to the assembler is its own affair.
class BotLook final : public TaskPool {
public:
    BotLook(std::vector<LeagueBot>& bots, const LeagueRules& rules, const ArenaOptions& options)
        : TaskPool(lock_rules(rules, options, 0), options), m_bots(bots), m_rules(rules) {}

private:
    void work(const Task& task, const TellMessage& tell) const override {
        Result<ProgramImage> image = assemble_bot(m_bots[task.pairs.front().first]);
        const auto program = image
                                 ? games::BotProgram::create(std::move(*image), m_rules.limits(), EngineKind::automatic)
                                 : Result<std::unique_ptr<games::BotProgram>>(image.error());
        tell(program ? "" : program.error().message);
    }
    bool take(Task& task, const std::string& message) override {
        if (task.pairs.empty()) {
            return false;
        }
        m_bots[task.pairs.front().first].why_not = message;
        task.pairs.clear();
        return true;
    }
    void note_death(Task& task) override {
        m_bots[task.pairs.front().first].why_not = "while it was assembled, " + way_of_death(*task.process);
        task.pairs.clear();
    }
    [[nodiscard]] std::chrono::nanoseconds time() const override { return assembly_time; }

    std::vector<LeagueBot>& m_bots;
    const LeagueRules& m_rules;
};

class PairGames final : public TaskPool {
public:
    PairGames(const std::vector<LeagueBot>& bots, const LeagueRules& rules, const ArenaOptions& options, size_t group,
              const std::function<Result<void>(const PairResult&)>& take)
        : TaskPool(lock_rules(rules, options, group), options), m_bots(bots), m_rules(rules), m_take(take) {}

private:
    void work(const Task& task, const TellMessage& tell) const override {
        std::map<size_t, std::unique_ptr<games::BotProgram>> programs;
        for (const Pairing& pair : task.pairs) {
            for (const size_t bot : {pair.first, pair.second}) {
                if (programs[bot] == nullptr && !set_up(bot, programs[bot])) {
                    return;
                }
            }
            PairResult result = blank(pair);
            result.games = play_pair(m_bots[pair.first], *programs[pair.first], m_bots[pair.second],
                                     *programs[pair.second], m_rules);
            if (!tell(grader::pack(result))) {
                return;
            }
        }
    }
    bool set_up(size_t bot, std::unique_ptr<games::BotProgram>& place) const {
        Result<ProgramImage> image = assemble_bot(m_bots[bot]);
        if (!image) {
            return false;
        }
        auto program = games::BotProgram::create(std::move(*image), m_rules.limits(), EngineKind::automatic);
        if (program) {
            place = std::move(*program);
        }
        return program.has_value();
    }
    [[nodiscard]] PairResult blank(const Pairing& pair) const {
        const LeagueBot& first = m_bots[pair.first];
        const LeagueBot& second = m_bots[pair.second];
        return {first.name, second.name, pair_key(first, second, m_rules), {}};
    }

    bool take(Task& task, const std::string& message) override {
        std::optional<PairResult> result = grader::unpack<PairResult>(message);
        if (!result || task.pairs.empty() || result->key != blank(task.pairs.front()).key ||
            result->games.size() != 2 * m_rules.openings) {
            return false;
        }
        task.pairs.erase(task.pairs.begin());
        hand_on(*result);
        return true;
    }
    /// Tried once more, in a process that has met nobody before; then the games are nobody's.
    void note_death(Task& task) override {
        const Pairing pair = task.pairs.front();
        if (++m_deaths[{pair.first, pair.second}] < most_tries) {
            return;
        }
        PairResult result = blank(pair);
        LeagueGame game;
        game.is_void = true;
        game.reason = way_of_death(*task.process) + ": please report it";
        result.games.assign(2 * m_rules.openings, game);
        task.pairs.erase(task.pairs.begin());
        hand_on(result);
    }
    void hand_on(const PairResult& result) {
        if (const Result<void> taken = m_take(result); !taken) {
            fail(taken.error());
        }
    }
    [[nodiscard]] std::chrono::nanoseconds time() const override { return time_of_pair(m_rules) + assembly_time; }

    const std::vector<LeagueBot>& m_bots;
    const LeagueRules& m_rules;
    const std::function<Result<void>(const PairResult&)>& m_take;
    std::map<std::pair<size_t, size_t>, u32> m_deaths;
};

/// Small enough that all processes have something to do, and at most the largest.
size_t group_size(size_t bots, unsigned jobs) {
    size_t group = largest_group;
    while (group > 1 && (bots / group) * (bots / group) < 8 * static_cast<size_t>(jobs)) {
        --group;
    }
    return group;
}

}  // namespace

Result<void> look_at_bots(std::vector<LeagueBot>& bots, const LeagueRules& rules, const ArenaOptions& options) {
    std::vector<std::unique_ptr<Task>> tasks;
    for (size_t i = 0; i < bots.size(); ++i) {
        tasks.push_back(std::make_unique<Task>());
        tasks.back()->pairs = {{i, i}};
    }
    return BotLook(bots, rules, options).run(std::move(tasks));
}

Result<void> play_pairs(const std::vector<LeagueBot>& bots, const std::vector<Pairing>& pairs, const LeagueRules& rules,
                        const ArenaOptions& options, const std::function<Result<void>(const PairResult&)>& take) {
    const size_t group = group_size(bots.size(), options.jobs);
    std::map<std::pair<size_t, size_t>, std::unique_ptr<Task>> blocks;
    for (const Pairing& pair : pairs) {
        std::unique_ptr<Task>& block = blocks[{pair.first / group, pair.second / group}];
        block = block ? std::move(block) : std::make_unique<Task>();
        block->pairs.push_back(pair);
    }
    std::vector<std::unique_ptr<Task>> tasks;
    tasks.reserve(blocks.size());
    for (auto& [place, task] : blocks) {
        tasks.push_back(std::move(task));
    }
    return tasks.empty() ? Result<void>() : PairGames(bots, rules, options, group, take).run(std::move(tasks));
}

std::vector<LeagueGame> play_pair(const LeagueBot& first, games::BotProgram& first_program, const LeagueBot& second,
                                  games::BotProgram& second_program, const LeagueRules& rules) {
    games::BotSeat first_seat(first_program);
    games::BotSeat second_seat(second_program);
    std::vector<LeagueGame> played;
    for (size_t i = 0; i < 2 * rules.openings; ++i) {
        const GameStart start = game_start(first.name, second.name, i);
        games::MatchSeat& begins = i % 2 == 0 ? first_seat : second_seat;
        games::MatchSeat& other = i % 2 == 0 ? second_seat : first_seat;
        games::MatchGame game = play_match(begins, other, start.opening, start.seed);
        const bool is_forfeit = game.fault != games::BotFault::none;
        played.push_back({std::move(game.moves), static_cast<u8>(game.winner),
                          is_forfeit ? std::string(games::bot_fault_names.at(static_cast<size_t>(game.fault))) : "",
                          std::move(game.reason), false, game.longest_move});
    }
    return played;
}

}  // namespace mariner::league
