// Branch predictors, as textbooks have them: each foretells all branches of the run.

#include <algorithm>
#include <array>
#include <optional>

#include "emulator/tools/branches.hpp"
#include "emulator/tools/line_counts.hpp"
#include "emulator/tools/tool.hpp"

namespace mariner::tools {

namespace {

enum class PredictorKind : u8 { never, always, backwards, one_bit, two_bit, gshare };
constexpr std::array<std::string_view, 6> predictor_names = {"never",   "always",  "backwards",
                                                             "one-bit", "two-bit", "gshare"};

/// A branch that is known, and whether it will be taken.
struct KnownBranch {
    u32 address = 0;
    bool is_backwards = false;
    bool is_taken = false;
};

class Predictor {
public:
    Predictor(PredictorKind kind, u32 entries, u32 history, const ProgramImage& image)
        : m_kind(kind),
          m_counters(entries, kind == PredictorKind::one_bit ? u8{0} : u8{1}),
          m_history_mask((u32{1} << history) - 1),
          m_lines(image) {}

    void see(const KnownBranch& branch) {
        u8& counter = m_counters[index_of(branch.address)];
        const bool is_right = foretell(branch, counter) == branch.is_taken;
        auto& [executed, taken, wrong] = m_lines.at(branch.address);
        ++executed;
        taken += branch.is_taken ? 1U : 0U;
        wrong += is_right ? 0U : 1U;
        ++(is_right ? m_right : m_wrong);
        const u8 most = m_kind == PredictorKind::one_bit ? 1 : 3;
        counter = branch.is_taken ? std::min<u8>(most, static_cast<u8>(counter + 1))
                                  : static_cast<u8>(counter - (counter > 0 ? 1 : 0));
        m_history = (m_history << 1U | (branch.is_taken ? 1U : 0U)) & m_history_mask;
    }

    void report(ToolReport& report) const;

private:
    [[nodiscard]] size_t index_of(u32 address) const {
        const u32 history = m_kind == PredictorKind::gshare ? m_history : 0;
        return (address / 4 ^ history) % m_counters.size();
    }
    [[nodiscard]] bool foretell(const KnownBranch& branch, u8 counter) const {
        switch (m_kind) {
            case PredictorKind::never:
                return false;
            case PredictorKind::always:
                return true;
            case PredictorKind::backwards:
                return branch.is_backwards;
            case PredictorKind::one_bit:
                return counter == 1;
            case PredictorKind::two_bit:
            case PredictorKind::gshare:
                break;
        }
        return counter >= 2;
    }

    PredictorKind m_kind;
    std::vector<u8> m_counters;
    u32 m_history_mask;
    u32 m_history = 0;  // the newest outcome in bit 0
    u64 m_right = 0;
    u64 m_wrong = 0;
    LineCounts<3> m_lines;  // executed, taken, wrong
};

void Predictor::report(ToolReport& report) const {
    const u64 all = m_right + m_wrong;
    const double part = all == 0 ? 0 : static_cast<double>(m_right) * 100 / static_cast<double>(all);
    report.line("kind", "Predictor", predictor_names.at(static_cast<size_t>(m_kind)));
    report.hidden("entries", m_counters.size());
    report.line("branches", "Branches", all);
    report.line("correct", "Foretold", m_right);
    report.line("incorrect", "Missed", m_wrong);
    report.bar("accuracy", "Accuracy", decimal_text(part, 2) + "%");
    report.table("lines", "Worst branches", {"Line", "Executed", "Taken", "Missed"},
                 m_lines.worst([](const std::array<u64, 3>& counts) { return counts[2]; }));
}

/// A branch counts when the next one comes, or at the end: an interrupt may have come in its place.
class PredictorTool final : public Tool {
public:
    PredictorTool(Predictor predictor, const Machine& machine)
        : m_predictor(std::move(predictor)), m_machine(machine) {}

    void fetched(const Fetch& fetch) override {
        settle(m_predictor);
        if (!fetch.is_step || fetch.slot == nullptr) {
            return;
        }
        const isa::Instruction& instruction = fetch.slot->instruction;
        if (const std::optional<bool> is_taken = branch_outcome(instruction, m_machine.cpu)) {
            m_pending = KnownBranch{fetch.address, instruction.imm < 0, *is_taken};
        }
    }
    void interrupted(u32 address, u32 /*code*/) override {
        if (m_pending && m_pending->address == address) {
            m_pending.reset();
        }
    }

    [[nodiscard]] ToolReport report() const override {
        ToolReport report("Branch prediction (predict)");
        Predictor done = m_predictor;
        if (m_pending) {
            done.see(*m_pending);
        }
        done.report(report);
        return report;
    }

private:
    void settle(Predictor& predictor) {
        if (m_pending) {
            predictor.see(*m_pending);
            m_pending.reset();
        }
    }

    Predictor m_predictor;
    const Machine& m_machine;
    std::optional<KnownBranch> m_pending;
};

Result<std::unique_ptr<Tool>> make_predict(const Settings& settings, const ToolPlace& place) {
    const auto* const kind = std::ranges::find(predictor_names, settings.word("kind"));
    return std::unique_ptr<Tool>(
        new PredictorTool(Predictor(static_cast<PredictorKind>(kind - predictor_names.begin()),
                                    settings.number("entries"), settings.number("history"), place.machine.image()),
                          place.machine));
}

}  // namespace

ToolKind predict_tool() {
    return {"predict",
            "branch predictors beyond MARS's: how often each branch is foretold",
            {FetchInterest::branches, false},
            {{"kind",
              ParameterKind::choice,
              {predictor_names.begin(), predictor_names.end()},
              "two-bit",
              "how it foretells"},
             {"entries", ParameterKind::count, {}, "16", "counters of one-bit, two-bit and gshare", 65536},
             {"history", ParameterKind::count, {}, "4", "outcomes that gshare mixes into the index", 16}},
            &make_predict};
}

}  // namespace mariner::tools
