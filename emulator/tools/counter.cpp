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
        if (m_is_exact ? fetch.is_step : fetch.address != m_last) {
            m_last = fetch.address;
            ++m_counts[static_cast<size_t>(format_of(fetch.slot->word))];
            m_executed.count(fetch.address);
        }
    }

    [[nodiscard]] ToolReport report() const override {
        ToolReport report("Instruction counter (counter)");
        const u64 total = m_counts[0] + m_counts[1] + m_counts[2];
        const auto percent = [&](Format format) {
            return std::to_string(total == 0 ? 0 : count(format) * 100 / total) + "%";
        };
        report.line("total", "Instructions so far", total);
        report.line("r", "R-type", count(Format::r));
        report.line("i", "I-type", count(Format::i));
        report.line("j", "J-type", count(Format::j));
        report.line("r_percent", "R-type of all", percent(Format::r));
        report.line("i_percent", "I-type of all", percent(Format::i));
        report.line("j_percent", "J-type of all", percent(Format::j));
        report.hidden("rules", m_is_exact ? "exact" : "mars");
        m_executed.report(report);
        return report;
    }

private:
    [[nodiscard]] u64 count(Format format) const { return m_counts.at(static_cast<size_t>(format)); }

    static constexpr u32 nowhere = 1;
    bool m_is_exact;
    u32 m_last = nowhere;
    std::array<u64, 3> m_counts{};
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
