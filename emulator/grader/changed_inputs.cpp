#include "emulator/grader/changed_inputs.hpp"

#include <algorithm>
#include <set>

#include "emulator/grader/excerpt.hpp"
#include "emulator/grader/input_search.hpp"
#include "emulator/grader/text_match.hpp"
#include "emulator/support/text.hpp"

namespace mariner::grader {

namespace {

constexpr size_t longest_changed = 2000;  // bytes of an input
constexpr size_t most_candidates = 40;
constexpr u32 enough_tried = 4;  // of one case
constexpr u32 least_tried = 3;   // of all cases, to say anything
constexpr u64 most_changed_steps = 2'000'000;

bool is_whole_text(const TextRule& rule) {
    return rule.kind <= TextRuleKind::whitespace;
}

/// "12" -> "13", "11", "14", "25"; a word with another letter.
std::vector<std::string> other_words(std::string_view word) {
    const bool is_number = word.find_first_not_of("0123456789", word.starts_with('-') ? 1 : 0) == std::string::npos;
    const std::optional<i32> number = is_number ? parse_java_int(word) : std::nullopt;
    std::vector<std::string> others;
    if (number && *number > -1'000'000'000 && *number < 1'000'000'000) {
        for (const i32 other : {*number + 1, *number - 1, *number + 2, *number * 2 + 1}) {
            others.push_back(std::to_string(other));
        }
    } else if (!is_number && !word.empty()) {
        std::string other(word);
        for (const size_t at : {word.size() - 1, size_t{0}}) {
            const char c = word[at];
            const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            other = word;
            other[at] = is_letter ? static_cast<char>(c == 'z' || c == 'Z' ? c - 1 : c + 1) : 'k';
            others.push_back(other);
        }
    }
    return others;
}

/// One word changed, each in its turn.
std::vector<std::string> changes_of(const std::string& input) {
    constexpr std::string_view blanks = " \t\r\n";
    std::vector<std::string> changes;
    for (size_t begin = input.find_first_not_of(blanks);
         begin != std::string::npos && changes.size() < most_candidates;) {
        const size_t end = std::min(input.find_first_of(blanks, begin), input.size());
        for (const std::string& other : other_words(std::string_view(input).substr(begin, end - begin))) {
            changes.push_back(input.substr(0, begin) + other + input.substr(end));
        }
        begin = input.find_first_not_of(blanks, end);
    }
    return changes;
}

}  // namespace

bool can_be_changed(const Case& wanted) {
    const Expectations& expect = wanted.expect;
    const bool is_plain = !wanted.call && !wanted.board && !wanted.game && !wanted.match && !wanted.league &&
                          !wanted.keys && !wanted.seed && wanted.arguments.empty() && !wanted.has_scratch_folder &&
                          wanted.set_memory.empty() && wanted.set_registers.empty() && expect.endings.empty();
    return is_plain && wanted.info.visibility != Visibility::hidden && expect.output && !wanted.input.empty() &&
           wanted.input.size() <= longest_changed;
}

std::optional<ChangedInputs> try_changed_inputs(ProgramRunner& program, const ProgramImage& solution,
                                                const Rubric& rubric, const Case& wanted) {
    CaseLimits limits = wanted.limits;
    limits.steps = std::min(limits.steps, most_changed_steps);
    const auto right = InputTrial::create(solution, limits);
    if (!right) {
        return std::nullopt;
    }
    std::set<std::string_view> known;
    for (const Case& one : rubric.cases) {
        known.insert(one.input);
    }
    const std::string usual = (*right)->run(wanted.input, false).output;
    const std::optional<TrialFacts> usual_of_theirs = program.try_input({limits, wanted.input});
    if (!usual_of_theirs) {
        return std::nullopt;
    }
    ChangedInputs changed;
    for (const std::string& input : changes_of(wanted.input)) {
        const TriedInput wish = known.contains(input) ? TriedInput() : (*right)->run(input, false);
        if (!wish.is_fine || wish.output == usual) {
            continue;
        }
        const TrialFacts fact = program.try_input({limits, input}).value_or(TrialFacts());
        const TextRule rule{wanted.expect.output->kind, {wish.output}, {}};
        // Where the case looks at a part of the text only, any other text will do.
        const bool is_right =
            is_whole_text(rule) ? fact.is_fine && match_text("output", rule, wanted.expect.filters, fact.output).passed
                                : fact.output != usual_of_theirs->output;
        changed.right += is_right ? 1U : 0U;
        if (!is_right && changed.sample.input.empty()) {
            changed.sample = {input, excerpt(wish.output), excerpt(fact.output)};
        }
        if (++changed.tried == enough_tried) {
            break;
        }
    }
    return changed.tried == 0 ? std::nullopt : std::optional(std::move(changed));
}

std::optional<WrittenAnswers> written_answers(const SubmissionResult& submission, const Rubric& rubric) {
    WrittenAnswers answers;
    size_t telling = 0;
    for (size_t i = 0; i < submission.cases.size(); ++i) {
        const CaseResult& result = submission.cases[i];
        telling += can_be_changed(rubric.cases[i]) ? 1U : 0U;
        if (!result.changed) {
            continue;
        }
        if (result.changed->right != 0) {
            return std::nullopt;
        }
        if (answers.passed++ == 0) {
            answers.case_name = result.name;
            answers.sample = result.changed->sample;
        }
        answers.tried += result.changed->tried;
    }
    const bool says_something = answers.tried >= least_tried && size_t{answers.passed} * 2 >= telling;
    return says_something ? std::optional(std::move(answers)) : std::nullopt;
}

}  // namespace mariner::grader
