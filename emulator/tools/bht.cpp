// MARS's BHT Simulator: a table of branch histories, and how often each entry foretold its branches.

#include <algorithm>
#include <optional>

#include "emulator/isa/disassemble.hpp"
#include "emulator/tools/branches.hpp"
#include "emulator/tools/line_counts.hpp"
#include "emulator/tools/log.hpp"
#include "emulator/tools/mips_fields.hpp"
#include "emulator/tools/tool.hpp"

namespace mariner::tools {

namespace {

struct HistoryEntry {
    u8 outcomes = 0;  // the newest in bit 0
    bool prediction = false;
    u64 correct = 0;
    u64 incorrect = 0;
};

class HistoryTable {
public:
    HistoryTable(u32 entries, u32 history, bool takes)
        : m_mask(static_cast<u8>((1U << history) - 1)),
          m_entries(entries, HistoryEntry{takes ? m_mask : u8{0}, takes, 0, 0}) {}

    [[nodiscard]] u32 index_of(u32 address) const { return address / 4 % static_cast<u32>(m_entries.size()); }
    [[nodiscard]] const std::vector<HistoryEntry>& entries() const { return m_entries; }
    [[nodiscard]] u8 mask() const { return m_mask; }

    /// True if it was foretold. An entry changes its mind once all the outcomes that it remembers speak against it.
    bool score(u32 address, bool is_taken) {
        HistoryEntry& entry = m_entries[index_of(address)];
        const bool is_correct = entry.prediction == is_taken;
        ++(is_correct ? entry.correct : entry.incorrect);
        entry.outcomes = static_cast<u8>((u32{entry.outcomes} << 1U | (is_taken ? 1U : 0U)) & m_mask);
        if (entry.outcomes == (is_taken ? m_mask : 0)) {
            entry.prediction = is_taken;
        }
        return is_correct;
    }

    [[nodiscard]] std::pair<u64, u64> correct_of_all() const {
        std::pair<u64, u64> sums;
        for (const HistoryEntry& entry : m_entries) {
            sums.first += entry.correct;
            sums.second += entry.correct + entry.incorrect;
        }
        return sums;
    }

private:
    u8 m_mask;
    std::vector<HistoryEntry> m_entries;
};

/// What makes MARS's figures differ from what a program does.
enum class BranchFault : u8 { zero, offset, address, twice, data };
constexpr std::array<std::string_view, 5> fault_words = {
    "takes bgtz of 0 for taken", "tells bltz, bgez and traps by their offset", "never scores a branch at address 0",
    "scores an interrupted branch twice", "takes loads from the text for branches"};

/// A branch is scored when the next instruction is fetched. What MARS makes of it, and what it is.
struct PendingBranch {
    u32 address = 0;
    BranchFault fault = BranchFault::offset;  // if those two differ
    std::optional<bool> by_mars;
    std::optional<bool> in_truth;
    u64 fetch = 0;  // its number
};

/// MARS takes the low bits of the offset for those that name the branch.
bool is_taken_by_bits(u32 bits, i32 rs) {
    return bits == 0 || bits == 2 ? rs < 0 : bits == 1 || bits == 3 ? rs >= 0 : true;
}

bool is_taken_by_mars(u32 word, const CpuState& cpu) {
    const i32 rs = static_cast<i32>(cpu.gpr[(word >> 21U) & 31U]);
    const i32 rt = static_cast<i32>(cpu.gpr[(word >> 16U) & 31U]);
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

BranchFault fault_of(const Fetch& fetch) {
    return !fetch.is_step                     ? BranchFault::data
           : fetch.address == 0               ? BranchFault::address
           : opcode_of(fetch.slot->word) == 7 ? BranchFault::zero
                                              : BranchFault::offset;
}

/// What has been scored; copied for a report, which scores the branch that waits if something was fetched behind it.
class BranchScores {
public:
    BranchScores(const HistoryTable& table, bool is_exact, bool has_log, const ProgramImage& image)
        : m_table(table), m_is_exact(is_exact), m_log(has_log), m_lines(image) {}

    void begin(const Fetch& fetch, const CpuState& cpu, u64 number) {
        PendingBranch branch{fetch.address, fault_of(fetch), std::nullopt, std::nullopt, number};
        if (!m_is_exact && looks_like_branch(fetch.slot->word)) {
            log_branch(fetch);
            branch.by_mars = is_taken_by_mars(fetch.slot->word, cpu);
        }
        if (fetch.address == 0) {
            branch.by_mars.reset();  // MARS keeps the address of the branch that waits, and 0 for none
        }
        branch.in_truth = fetch.is_step ? branch_outcome(fetch.slot->instruction, cpu) : std::nullopt;
        if (branch.by_mars || branch.in_truth) {
            m_pending = branch;
        }
    }
    void settle() {
        if (!m_pending) {
            return;
        }
        const PendingBranch branch = *m_pending;
        m_pending.reset();
        const std::optional<bool> counted = m_is_exact ? branch.in_truth : branch.by_mars;
        if (!m_is_exact && branch.by_mars != branch.in_truth) {
            m_has_fault.at(static_cast<size_t>(branch.fault)) = true;
            if (!m_truth) {
                m_truth = m_table;
            }
        }
        if (m_truth && branch.in_truth) {
            m_truth->score(branch.address, *branch.in_truth);
        }
        if (counted) {
            score(branch.address, *counted);
        }
    }
    void settle_at_end(u64 fetches) {
        if (m_pending && fetches > m_pending->fetch) {
            settle();
        }
    }
    /// It wasn't executed; MARS scores it all the same.
    void interrupted(u32 address) {
        if (m_pending && m_pending->address == address) {
            m_pending->in_truth.reset();
            m_pending->fault = BranchFault::twice;
        }
    }
    void report(ToolReport& report) const;

private:
    void score(u32 address, bool is_taken) {
        const bool is_correct = m_table.score(address, is_taken);
        auto& [executed, taken, wrong] = m_lines.at(address);
        ++executed;
        taken += is_taken ? 1U : 0U;
        wrong += is_correct ? 0U : 1U;
        m_log.add([&] {
            return std::string(is_taken ? "branch taken, " : "branch not taken, ") +
                   (is_correct ? "prediction was correct" : "prediction was incorrect");
        });
        m_log.add([] { return std::string(); });
    }
    void log_branch(const Fetch& fetch);
    [[nodiscard]] std::string faults_text() const {
        std::string text;
        for (size_t i = 0; i < fault_words.size(); ++i) {
            text += m_has_fault.at(i) ? (text.empty() ? "" : ", ") + std::string(fault_words.at(i)) : "";
        }
        return text;
    }

    HistoryTable m_table;
    bool m_is_exact;
    std::optional<HistoryTable> m_truth;  // from the first branch on that MARS sees otherwise
    std::optional<PendingBranch> m_pending;
    std::array<bool, fault_words.size()> m_has_fault{};
    Log m_log;
    LineCounts<3> m_lines;  // executed, taken, wrong
};

/// MARS writes the target in decimal behind these words. A log for programs has it so; people read it in hexadecimal.
constexpr std::string_view target_words = "branches to address 0x";

std::string with_target_in_hex(const std::string& line) {
    if (!line.starts_with(target_words)) {
        return line;
    }
    const auto target = static_cast<u32>(std::stol(line.substr(target_words.size())));
    return std::string(target_words) + isa::hex_digits(target);
}

std::string shortened(const std::string& digits) {
    return digits.substr(std::min(digits.find_first_not_of('0'), digits.size() - 1));
}

void BranchScores::log_branch(const Fetch& fetch) {
    const u32 index = m_table.index_of(fetch.address);
    m_log.add([&] {
        const std::string text = fetch.slot->is_stored ? isa::mars_text_of_stored_word(fetch.slot->word, fetch.address)
                                                       : isa::mars_text_in_decimal(fetch.slot->instruction);
        return "instruction " + text + " at address 0x" + shortened(isa::hex_digits(fetch.address)) +
               ", maps to index " + std::to_string(index);
    });
    m_log.add([&] {
        const u32 distance = 4 * static_cast<u32>(static_cast<i16>(fetch.slot->word));
        return std::string(target_words) + std::to_string(static_cast<i32>(fetch.address + 4 + distance));
    });
    m_log.add([&] {
        return std::string(m_table.entries()[index].prediction ? "prediction is: take..."
                                                               : "prediction is: do not take...");
    });
}

std::string history_text(u8 outcomes, u8 mask) {
    const std::string newest = (outcomes & 1U) != 0 ? "T" : "NT";
    return mask == 1 ? newest : std::string((outcomes & 2U) != 0 ? "T" : "NT") + ", " + newest;
}

void BranchScores::report(ToolReport& report) const {
    ReportValue::List rows;
    for (size_t i = 0; i < m_table.entries().size(); ++i) {
        const HistoryEntry& entry = m_table.entries()[i];
        const u64 both = entry.correct + entry.incorrect;
        const double precision = both == 0 ? 0 : static_cast<double>(entry.correct) * 100 / static_cast<double>(both);
        rows.push_back(ReportValue::List{i, history_text(entry.outcomes, m_table.mask()),
                                         entry.prediction ? "TAKE" : "NOT TAKE", entry.correct, entry.incorrect,
                                         decimal_text(precision, 2)});
    }
    const auto [correct, all] = m_table.correct_of_all();
    report.hidden("rules", m_is_exact ? "exact" : "mars");
    report.table("table", "Table", {"Index", "History", "Prediction", "Correct", "Incorrect", "Precision"},
                 std::move(rows));
    report.line("branches", "Branches", all);
    report.line("correct", "Foretold", correct);
    report.line("incorrect", "Missed", all - correct);
    report.table("lines", "Worst branches", {"Line", "Executed", "Taken", "Missed"},
                 m_lines.worst([](const auto& counts) { return counts[2]; }));
    m_log.put_into(report, with_target_in_hex);
    if (m_truth) {
        const auto [truly_correct, truly_all] = m_truth->correct_of_all();
        report.note("MARS " + faults_text() + "; in truth " + std::to_string(truly_correct) + " of " +
                    std::to_string(truly_all) + " branches are foretold (rules=exact)");
    }
}

class BranchHistory final : public Tool {
public:
    BranchHistory(BranchScores scores, const Settings& settings, const ToolPlace& place)
        : m_scores(std::move(scores)),
          m_cpu(place.machine.cpu),
          m_fetches(*place.user_fetches),
          m_entries(settings.number("entries")),
          m_history(settings.number("history")),
          m_initial(settings.word("initial")) {}

    void fetched(const Fetch& fetch) override {
        if (!fetch.is_user_text) {
            return;
        }
        m_scores.settle();
        if (fetch.slot != nullptr) {
            m_scores.begin(fetch, m_cpu, m_fetches);
        }
    }
    void interrupted(u32 address, u32 /*code*/) override { m_scores.interrupted(address); }

    [[nodiscard]] ToolReport report() const override {
        ToolReport report("Branch history table (bht)");
        report.hidden("entries", m_entries);
        report.hidden("history", m_history);
        report.hidden("initial", m_initial);
        BranchScores done = m_scores;
        done.settle_at_end(m_fetches);
        done.report(report);
        return report;
    }

private:
    BranchScores m_scores;
    const CpuState& m_cpu;
    const u64& m_fetches;
    u32 m_entries;
    u32 m_history;
    std::string m_initial;
};

Result<std::unique_ptr<Tool>> make_bht(const Settings& settings, const ToolPlace& place) {
    const HistoryTable table(settings.number("entries"), settings.number("history"), settings.is("initial", "take"));
    BranchScores scores(table, settings.is("rules", "exact"), settings.is("log", "yes"), place.machine.image());
    return std::unique_ptr<Tool>(new BranchHistory(std::move(scores), settings, place));
}

}  // namespace

ToolKind bht_tool() {
    return {"bht",
            "MARS's BHT Simulator: how a branch history table foretells the branches",
            {FetchInterest::branches, false},
            {{"entries", ParameterKind::choice, {"8", "16", "32"}, "16", "entries of the table"},
             {"history", ParameterKind::choice, {"1", "2"}, "1", "outcomes that an entry remembers"},
             {"initial", ParameterKind::choice, {"take", "not-take"}, "not-take", "what each entry foretells at first"},
             rules_parameter("whose idea of a branch and of its outcome: exact looks at the instruction"),
             {"log", ParameterKind::choice, {"yes", "no"}, "no", "every branch"}},
            &make_bht};
}

}  // namespace mariner::tools
