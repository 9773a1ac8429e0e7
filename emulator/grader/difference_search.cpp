#include "emulator/grader/difference_search.hpp"

#include <algorithm>
#include <iterator>

#include "emulator/grader/excerpt.hpp"

namespace mariner::grader {

namespace {

constexpr size_t most_tries = 2000;
constexpr size_t most_spliced = 1000;
constexpr u64 most_steps_of_run = 2'000'000;
constexpr u64 most_steps_of_all = 40'000'000;
constexpr u64 steps_to_start = 1000;  // what beginning a run costs
constexpr size_t longest_told = 200;

class TwoTrials {
public:
    TwoTrials(const ProgramImage& right, const ProgramImage& other, const TrialFolder& folder)
        : m_right(InputTrial::create(right, limits(), folder)), m_other(InputTrial::create(other, limits(), folder)) {}

    bool differs(const std::string& input) {
        if (!m_right || !m_other) {
            return false;
        }
        const TriedInput a = run(**m_right, input);
        if (!a.is_fine) {  // what a right program can't do, nobody has to
            return false;
        }
        const TriedInput b = run(**m_other, input);
        return a.output != b.output || a.ending != b.ending || a.exit_status != b.exit_status || a.written != b.written;
    }
    [[nodiscard]] bool is_spent() const { return m_steps >= most_steps_of_all; }

private:
    static CaseLimits limits() {
        CaseLimits limits;
        limits.steps = most_steps_of_run;
        return limits;
    }
    TriedInput run(InputTrial& trial, const std::string& input) {
        TriedInput tried = trial.run(input, false);
        m_steps += tried.steps + steps_to_start;
        return tried;
    }

    Result<std::unique_ptr<InputTrial>> m_right;
    Result<std::unique_ptr<InputTrial>> m_other;
    u64 m_steps = 0;
};

/// What one begins with, and then all of another: what the first has changed inside, the second may show.
std::vector<std::string> spliced(const std::vector<std::string>& inputs) {
    std::vector<std::string> all;
    for (const std::string& first : inputs) {
        for (size_t end = first.find('\n'); end != std::string::npos; end = first.find('\n', end + 1)) {
            for (const std::string& second : inputs) {
                if (all.size() < most_spliced) {
                    all.push_back(first.substr(0, end + 1) + second);
                }
            }
        }
    }
    return all;
}

}  // namespace

std::string typed_text(const TypedInput& typed) {
    std::string text = "typing " + (typed.input.empty() ? "nothing" : in_quotes(typed.input, longest_told));
    bool is_first = true;
    for (const auto& [name, bytes] : typed.folder.files) {
        text += (is_first ? ", where " : ", ") + in_quotes(name) + " holds " + in_quotes(bytes, longest_told);
        is_first = false;
    }
    return text;
}

DifferenceSearch::DifferenceSearch(const ProgramImage& right, std::vector<TypedInput> known)
    : m_right(right), m_known(std::move(known)) {
    for (const TypedInput& one : m_known) {
        m_inputs.push_back(one.input);
        if (std::find(m_folders.begin(), m_folders.end(), one.folder) == m_folders.end()) {
            m_folders.push_back(one.folder);
        }
    }
    if (m_folders.empty()) {
        m_folders.emplace_back();
    }
    const auto with_files =
        std::ranges::find_if(m_folders, [](const TrialFolder& folder) { return !folder.files.empty(); });
    if (with_files != m_folders.end()) {
        std::ranges::move(folders_like(*with_files), std::back_inserter(m_folders));
    }
}

bool DifferenceSearch::differs_on_known(const ProgramImage& wrong) const {
    return std::any_of(m_known.begin(), m_known.end(),
                       [&](const TypedInput& one) { return TwoTrials(m_right, wrong, one.folder).differs(one.input); });
}

std::optional<TypedInput> DifferenceSearch::run(const ProgramImage& wrong) const {
    for (const TrialFolder& folder : m_folders) {
        TwoTrials pair(m_right, wrong, folder);
        const auto differs = [&](const std::string& input) { return pair.differs(input); };
        InputMaker maker(m_right, m_inputs);
        std::vector<std::string> corpus = maker.first();
        std::ranges::move(spliced(m_inputs), std::back_inserter(corpus));
        for (size_t i = 0; i < corpus.size() + most_tries && !pair.is_spent(); ++i) {
            const bool is_like_known = !m_inputs.empty() && i % 2 == 0;  // what is known leads further than edge values
            const std::string input = i < corpus.size() ? corpus[i] : maker.changed(is_like_known ? m_inputs : corpus);
            if (differs(input)) {
                return TypedInput{shrink_input(input, differs), folder};
            }
        }
    }
    return std::nullopt;
}

}  // namespace mariner::grader
