#include "emulator/grader/program_runner.hpp"

#include <utility>

#include "emulator/assembler/render.hpp"
#include "emulator/grader/case_facts.hpp"
#include "emulator/grader/case_play.hpp"
#include "emulator/grader/case_run.hpp"
#include "emulator/grader/case_writers.hpp"
#include "emulator/grader/excerpt.hpp"
#include "emulator/grader/input_search.hpp"
#include "emulator/tutor/tutor.hpp"

namespace mariner::grader {

namespace {

constexpr size_t longest_diagnostics = 16384;

class LocalRunner final : public ProgramRunner {
public:
    AssemblyFacts assemble(const AssemblyOrder& order) override {
        MemorySources sources;
        for (const SourceFile& file : order.files) {
            sources.add(file.name, file.bytes);
        }
        Assembly assembly = assemble_and_teach(order.names, sources, order.options);
        AssemblyFacts facts;
        facts.diagnostics = excerpt(people_report(assembly.diagnostics, {}), longest_diagnostics);
        facts.assembled = assembly.image.has_value();
        m_image = std::move(assembly.image);
        if (m_image) {
            m_image->delayed_branching = order.options.delayed_branching;
            for (const SourceQuestion& question : order.questions) {
                facts.answers.push_back(look_at_structure(*m_image, question.require, question.forbid));
            }
        }
        return facts;
    }

    Result<void> begin(const Case& wanted, bool check) override {
        m_run.reset();
        m_trial.reset();
        m_case = wanted;
        Result<std::unique_ptr<CaseRun>> run = CaseRun::create(*m_image, m_case, check);
        if (!run) {
            return run.error();
        }
        m_run = std::move(*run);
        return {};
    }

    RunFacts run(const RunOrder& order) override {
        m_last = order;
        return run_case(*m_run, m_case, order);
    }

    PlayFacts play() override { return play_games(*m_run, m_case); }

    std::vector<DeductionResult> findings() override {
        std::vector<DeductionResult> told;
        for (const Finding& finding : m_run->take_findings()) {
            told.push_back({std::string(name_of(finding.kind)), 0,
                            finding.what + (finding.why.empty() ? "" : ": " + finding.why),
                            place_result(*m_image, finding.pc), finding.remedy});
        }
        return told;
    }

    std::string explain() override { return m_run->explain_at_length(); }

    std::string second_look() override {
        const Result<std::unique_ptr<CaseRun>> again = CaseRun::create(*m_image, m_case, true);
        if (!again) {
            return {};
        }
        static_cast<void>(run_case(**again, m_case, m_last));
        static_cast<void>((*again)->take_findings());  // the checks are told that it is over
        const bool is_same =
            (*again)->result().ending == m_run->result().ending && (*again)->result().pc == m_run->result().pc;
        return is_same ? (*again)->checks_text() : "";
    }

    WriterFacts who_wrote(const WriterQuestions& questions) override {
        return find_writers(*m_image, m_case, m_last, questions);
    }

    std::optional<TrialFacts> try_input(const TrialOrder& order) override {
        if (!m_trial) {
            Result<std::unique_ptr<InputTrial>> trial = InputTrial::create(*m_image, order.limits);
            if (!trial) {
                return std::nullopt;
            }
            m_trial = std::move(*trial);
        }
        TriedInput tried = m_trial->run(order.input, false);
        return TrialFacts{tried.is_fine, std::move(tried.ending), std::move(tried.output)};
    }

private:
    std::optional<ProgramImage> m_image;
    Case m_case;
    RunOrder m_last;
    std::unique_ptr<CaseRun> m_run;
    std::unique_ptr<InputTrial> m_trial;  // of the case: its limits are those of the first order
};

}  // namespace

std::unique_ptr<ProgramRunner> make_local_runner() {
    return std::make_unique<LocalRunner>();
}

}  // namespace mariner::grader
