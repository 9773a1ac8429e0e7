// MARS's BHT Simulator: a table of branch histories, and how often each entry foretold its branches.

#include <algorithm>
#include <optional>

#include "emulator/isa/disassemble.hpp"
#include "emulator/tools/log.hpp"
#include "emulator/tools/mips_fields.hpp"
#include "emulator/tools/tool.hpp"

namespace mariner::tools {

namespace {

class BranchHistory final : public Tool {
public:
    BranchHistory(u32 entries, u32 history, bool takes, bool with_log, const CpuState& cpu)
        : m_cpu(cpu),
          m_entries(entries, HistoryEntry{std::vector<bool>(history, takes), takes}),
          m_takes(takes),
          m_log(with_log) {}

    void fetched(const Fetch& fetch) override {
        if (!fetch.is_user_text) {
            return;
        }
        settle();
        if (fetch.slot != nullptr && looks_like_branch(fetch.slot->word)) {
            begin(fetch);
        }
    }

    [[nodiscard]] ToolReport report() const override;

private:
    struct HistoryEntry {
        std::vector<bool> outcomes;  // the oldest first
        bool prediction = false;
        u64 correct = 0;
        u64 incorrect = 0;
    };
    /// A branch is scored when the next instruction is fetched.
    struct PendingBranch {
        u32 index = 0;
        bool is_taken = false;
    };

    /// MARS keeps the address of the branch that waits, and 0 for none.
    void begin(const Fetch& fetch) {
        const u32 index = fetch.address / 4 % static_cast<u32>(m_entries.size());
        m_log.add([&] {
            const std::string text = fetch.slot->is_stored
                                         ? isa::mars_text_of_stored_word(fetch.slot->word, fetch.address)
                                         : isa::mars_text_in_decimal(fetch.slot->instruction);
            return "instruction " + text + " at address 0x" + shortened(isa::hex_digits(fetch.address)) +
                   ", maps to index " + std::to_string(index);
        });
        m_log.add([&] {
            const u32 distance = 4 * static_cast<u32>(static_cast<i16>(fetch.slot->word));
            return "branches to address 0x" + std::to_string(static_cast<i32>(fetch.address + 4 + distance));
        });
        m_log.add([&] {
            return std::string(m_entries[index].prediction ? "prediction is: take..."
                                                           : "prediction is: do not take...");
        });
        m_pending = fetch.address != 0 ? std::optional(PendingBranch{index, is_taken(fetch.slot->word)}) : std::nullopt;
    }

    static std::string shortened(const std::string& digits) {
        return digits.substr(std::min(digits.find_first_not_of('0'), digits.size() - 1));
    }

    [[nodiscard]] bool is_taken(u32 word) const {
        const i32 rs = static_cast<i32>(m_cpu.gpr[(word >> 21U) & 31U]);
        const i32 rt = static_cast<i32>(m_cpu.gpr[(word >> 16U) & 31U]);
        switch (opcode_of(word)) {
            case 1:
                return is_taken_by_bits(five_bits_of(word), rs);
            case 4:
                return rs == rt;
            case 5:
                return rs != rt;
            case 6:
                return rs <= 0;
            case 7:
                return rs >= 0;  // MARS's tool: so of bgtz
            default:
                return true;
        }
    }

    /// MARS takes the low bits of the offset for those that name the branch.
    static bool is_taken_by_bits(u32 bits, i32 rs) {
        return bits == 0 || bits == 2 ? rs < 0 : bits == 1 || bits == 3 ? rs >= 0 : true;
    }

    void settle() {
        if (!m_pending) {
            return;
        }
        HistoryEntry& entry = m_entries[m_pending->index];
        const bool is_taken = m_pending->is_taken;
        const bool is_correct = entry.prediction == is_taken;
        m_pending.reset();
        ++(is_correct ? entry.correct : entry.incorrect);
        m_log.add([&] {
            return std::string(is_taken ? "branch taken, " : "branch not taken, ") +
                   (is_correct ? "prediction was correct" : "prediction was incorrect");
        });
        m_log.add([] { return std::string(); });
        entry.outcomes.erase(entry.outcomes.begin());
        entry.outcomes.push_back(is_taken);
        const auto agrees = [&](bool outcome) { return outcome == is_taken; };
        if (!is_correct && std::all_of(entry.outcomes.begin(), entry.outcomes.end(), agrees)) {
            entry.prediction = is_taken;
        }
    }

    const CpuState& m_cpu;
    std::vector<HistoryEntry> m_entries;
    bool m_takes;
    std::optional<PendingBranch> m_pending;
    Log m_log;
};

std::string history_text(const std::vector<bool>& outcomes) {
    std::string text;
    for (const bool outcome : outcomes) {
        text += (text.empty() ? "" : ", ") + std::string(outcome ? "T" : "NT");
    }
    return text;
}

ToolReport BranchHistory::report() const {
    ToolReport report("Branch history table (bht)");
    ReportValue::List rows;
    for (size_t i = 0; i < m_entries.size(); ++i) {
        const HistoryEntry& entry = m_entries[i];
        const u64 both = entry.correct + entry.incorrect;
        const double precision = both == 0 ? 0 : static_cast<double>(entry.correct) * 100 / static_cast<double>(both);
        rows.push_back(ReportValue::List{i, history_text(entry.outcomes), entry.prediction ? "TAKE" : "NOT TAKE",
                                         entry.correct, entry.incorrect, decimal_text(precision, 2)});
    }
    report.hidden("entries", m_entries.size());
    report.hidden("history", m_entries.front().outcomes.size());
    report.hidden("initial", m_takes ? "take" : "not-take");
    report.table("table", "Table", {"Index", "History", "Prediction", "Correct", "Incorrect", "Precision"},
                 std::move(rows));
    m_log.put_into(report);
    return report;
}

Result<std::unique_ptr<Tool>> make_bht(const Settings& settings, const ToolPlace& place) {
    return std::unique_ptr<Tool>(new BranchHistory(settings.number("entries"), settings.number("history"),
                                                   settings.is("initial", "take"), settings.is("log", "yes"),
                                                   place.machine.cpu));
}

}  // namespace

ToolKind bht_tool() {
    return {"bht",
            "MARS's BHT Simulator: how a branch history table foretells the branches",
            {.fetches = true},
            {{"entries", ParameterKind::choice, {"8", "16", "32"}, "16", "entries of the table"},
             {"history", ParameterKind::choice, {"1", "2"}, "1", "outcomes that an entry remembers"},
             {"initial", ParameterKind::choice, {"take", "not-take"}, "not-take", "what each entry foretells at first"},
             {"log", ParameterKind::choice, {"yes", "no"}, "no", "every branch"}},
            &make_bht};
}

}  // namespace mariner::tools
