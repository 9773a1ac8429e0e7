#include "emulator/grader/shorter_input.hpp"

#include <algorithm>

#include "emulator/grader/excerpt.hpp"
#include "emulator/grader/input_search.hpp"
#include "emulator/grader/text_match.hpp"

namespace mariner::grader {

namespace {

constexpr u64 most_steps = 100'000;  // of one run
constexpr size_t most_runs = 80;
constexpr std::ptrdiff_t most_lines = 200;

}  // namespace

bool can_be_shorter(const Case& wanted) {
    const std::ptrdiff_t lines = std::count(wanted.input.begin(), wanted.input.end(), '\n');
    const Expectations& expect = wanted.expect;
    const bool is_plain = !wanted.call && !wanted.board && !wanted.game && !wanted.match && !wanted.league &&
                          !wanted.keys && !wanted.seed && wanted.arguments.empty() && !wanted.has_scratch_folder &&
                          wanted.set_memory.empty() && wanted.set_registers.empty() && expect.endings.empty();
    return is_plain && wanted.info.visibility == Visibility::visible && lines >= 2 && lines <= most_lines &&
           expect.output && expect.output->kind <= TextRuleKind::whitespace;
}

std::optional<ShorterInput> shorter_input(ProgramRunner& program, const ProgramImage& solution, const Case& wanted,
                                          Verdict verdict) {
    CaseLimits limits = wanted.limits;
    limits.steps = std::min(limits.steps, most_steps);
    const auto right = InputTrial::create(solution, limits);
    if (!right) {
        return std::nullopt;
    }
    std::optional<ShorterInput> found;
    size_t runs = 0;
    const auto shows_it = [&](const std::string& input) {
        if (++runs > most_runs) {
            return false;
        }
        const TriedInput wish = (*right)->run(input, false);
        const std::optional<TrialFacts> fact = program.try_input({limits, input});
        const bool is_slow = fact && fact->ending == "step_limit" && verdict != Verdict::limit;
        if (!wish.is_fine || !fact || is_slow) {
            return false;
        }
        const TextRule rule{wanted.expect.output->kind, {wish.output}, {}};
        if (fact->is_fine && match_text("output", rule, wanted.expect.filters, fact->output).passed) {
            return false;
        }
        found = {input, excerpt(wish.output),
                 excerpt(fact->output) + (fact->is_fine ? "" : "\n(" + fact->ending + ")")};
        return true;
    };
    if (shows_it(wanted.input)) {
        shrink_input(wanted.input, shows_it);
    }
    const bool is_shorter = found && found->input.size() < wanted.input.size();
    return is_shorter ? found : std::nullopt;
}

}  // namespace mariner::grader
