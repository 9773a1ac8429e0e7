// MARS's Instruction Counter: how many instructions of each format were fetched.

#include "emulator/tools/executed_counts.hpp"
#include "emulator/tools/mips_fields.hpp"
#include "emulator/tools/tool.hpp"

namespace mariner::tools {

namespace {

enum class Format : u8 { r, i, j };

constexpr Format format_of(u32 word) {
    constexpr u32 coprocessor1 = 0x11;
    constexpr u32 branches_on_condition = 8;
    switch (opcode_of(word)) {
        case 0:
        case 0x10:
        case 0x1c:
            return Format::r;
        case 2:
        case 3:
            return Format::j;
        case coprocessor1:
            return ((word >> 21U) & 31U) == branches_on_condition ? Format::i : Format::r;
        default:
            return Format::i;
    }
}

class Counter final : public Tool {
public:
    Counter(bool is_exact, const ProgramImage& image) : m_is_exact(is_exact), m_executed(image) {}

    void fetched(const Fetch& fetch) override {
        if (!fetch.is_user_text || fetch.slot == nullptr) {
            return;
        }
        const Format format = format_of(fetch.slot->word);
        if (fetch.is_step) {
            m_begun = {fetch.address, format};
            ++m_in_truth.at(static_cast<size_t>(format));
        }
        if (m_is_exact ? fetch.is_step : fetch.address != m_last) {
            m_last = fetch.address;
            ++m_by_mars.at(static_cast<size_t>(format));
            m_executed.count(fetch.address);
        }
    }
    /// It was fetched, but hasn't been executed.
    void interrupted(u32 address, u32 /*code*/) override {
        if (address == m_begun.address) {
            --m_in_truth.at(static_cast<size_t>(m_begun.format));
            if (m_is_exact) {
                m_executed.take_back(address);
            }
        }
    }

    [[nodiscard]] ToolReport report() const override {
        ToolReport report("Instruction counter (counter)");
        const u64 total = sum(counts());
        const auto percent = [&](Format format) {
            return std::to_string(total == 0 ? 0 : count(format) * 100 / total) + "%";
        };
        report.line("total", "Instructions so far", total);
        report.line("r", "R-type", count(Format::r));
        report.line("i", "I-type", count(Format::i));
        report.line("j", "J-type", count(Format::j));
        report.bar("r_percent", "R-type of all", percent(Format::r));
        report.bar("i_percent", "I-type of all", percent(Format::i));
        report.bar("j_percent", "J-type of all", percent(Format::j));
        report.hidden("rules", m_is_exact ? "exact" : "mars");
        m_executed.report(report);
        if (!m_is_exact && m_by_mars != m_in_truth) {
            report.note(
                "MARS counts an instruction that is fetched twice running once, and loads from the text; in truth " +
                std::to_string(sum(m_in_truth)) + ": R " + std::to_string(m_in_truth[0]) + ", I " +
                std::to_string(m_in_truth[1]) + ", J " + std::to_string(m_in_truth[2]) + " (rules=exact)");
        }
        return report;
    }

private:
    static constexpr u32 nowhere = 1;
    using FormatCounts = std::array<u64, 3>;
    static u64 sum(const FormatCounts& counts) { return counts[0] + counts[1] + counts[2]; }
    [[nodiscard]] const FormatCounts& counts() const { return m_is_exact ? m_in_truth : m_by_mars; }
    [[nodiscard]] u64 count(Format format) const { return counts().at(static_cast<size_t>(format)); }

    bool m_is_exact;
    u32 m_last = nowhere;
    struct BegunInstruction {
        u32 address = nowhere;
        Format format = Format::r;
    };
    BegunInstruction m_begun;  // the last one
    FormatCounts m_by_mars{};
    FormatCounts m_in_truth{};
    ExecutedCounts m_executed;
};

Result<std::unique_ptr<Tool>> make_counter(const Settings& settings, const ToolPlace& place) {
    return std::unique_ptr<Tool>(new Counter(settings.is("rules", "exact"), place.machine.image()));
}

}  // namespace

ToolKind counter_tool() {
    return {"counter",
            "MARS's Instruction Counter: R, I and J instructions",
            {FetchInterest::all, false},
            {rules_parameter("exact counts an instruction that is executed twice running twice")},
            &make_counter};
}

}  // namespace mariner::tools
