// A pipeline's cycles and stalls for a run, and the diagram of a part of it.

#include <algorithm>
#include <array>
#include <optional>

#include "emulator/isa/disassemble.hpp"
#include "emulator/isa/registers.hpp"
#include "emulator/meaning/facts.hpp"
#include "emulator/support/columns.hpp"
#include "emulator/support/text.hpp"
#include "emulator/syscalls/syscall.hpp"
#include "emulator/tools/branches.hpp"
#include "emulator/tools/line_counts.hpp"
#include "emulator/tools/pipeline_model.hpp"
#include "emulator/tools/svg.hpp"
#include "emulator/tools/tool.hpp"

namespace mariner::tools {

namespace {

constexpr u64 most_rows = 1000;

/// The instructions that the diagram shows, counted from 1; none unless asked for.
struct DiagramWindow {
    u64 from = 1;
    u64 to = 0;
};

std::optional<DiagramWindow> read_window(std::string_view text) {
    const size_t bar = text.find('-');
    const std::optional<u64> from = parse_digits<u64>(text.substr(0, bar));
    const std::optional<u64> to =
        bar == std::string_view::npos ? std::nullopt : parse_digits<u64>(text.substr(bar + 1));
    if (!from || !to || *from < 1 || *to < *from || *to - *from >= most_rows) {
        return std::nullopt;
    }
    return DiagramWindow{*from, *to};
}

StepTransfer transfer_of(const isa::InstructionInfo& info) {
    if (meaning::facts(info.op).is_branch) {
        return StepTransfer::branch;
    }
    if (!meaning::facts(info.op).is_jump) {
        return StepTransfer::none;
    }
    return meaning::facts(info.op).is_indirect ? StepTransfer::register_jump : StepTransfer::jump;
}

PipelineStep step_of(const Fetch& fetch, const CpuState& cpu) {
    const isa::Instruction& instruction = fetch.slot->instruction;
    const isa::InstructionInfo& info = isa::info(instruction.op);
    PipelineStep step;
    step.address = fetch.address;
    step.read = registers_read(instruction) | registers_kept(instruction);
    step.written = registers_written(instruction);
    step.is_load = meaning::facts(info.op).loads != 0;
    step.transfer = transfer_of(info);
    step.is_taken = branch_outcome(instruction, cpu).value_or(false);
    if (instruction.op == isa::Op::syscall) {
        for (const u8 id : {reg::v0, reg::a0, reg::a1, reg::a2, reg::a3}) {
            step.read.add(id);
        }
        step.written.add(reg::v0);
    }
    step.read.remove(reg::zero);  // nobody waits for it
    return step;
}

/// What has been counted; copied for a report, which counts the instruction that waits as executed.
class PipelineCounts {
public:
    PipelineCounts(const PipelineRules& rules, const DiagramWindow& window, std::string svg, const ProgramImage& image)
        : m_model(rules), m_window(window), m_svg(std::move(svg)), m_lines(image) {}

    void take(const PipelineStep& step) {
        const StageTimes times = m_model.take(step);
        const u64 waits = times.execute - times.decode - 1;
        auto& counts = m_lines.at(step.address);
        ++counts[0];
        counts[1] += waits;
        m_load_stalls += times.wait && times.wait->is_load ? waits : 0;
        m_forwarded_stalls += times.wait ? times.wait->would_save : 0;
        if (times.redirection) {
            m_lines.at(times.redirection->by)[2] += times.control;
        }
        if (m_model.instructions() >= m_window.from && m_model.instructions() <= m_window.to) {
            m_rows.push_back({step.address, times});
        }
    }

    void report(ToolReport& report) const;

private:
    struct DiagramRow {
        u32 address = 0;
        StageTimes times;
    };
    [[nodiscard]] std::vector<std::string> diagram(const ProgramImage& image) const;
    [[nodiscard]] std::string drawing(const ProgramImage& image) const;
    [[nodiscard]] ReportValue::List stages(const ProgramImage& image) const;

    PipelineModel m_model;
    DiagramWindow m_window;
    std::string m_svg;
    std::vector<DiagramRow> m_rows;
    LineCounts<3> m_lines;  // executed, data stalls, control stalls
    u64 m_load_stalls = 0;
    u64 m_forwarded_stalls = 0;
};

/// "waits for $t0 of hw.asm:3 (lw $t0, 0($s0)); forwarding from M would save it"
std::string wait_text(const ProgramImage& image, const DataWait& wait, u64 waits) {
    const std::string saved =
        wait.would_save == waits ? "it" : std::to_string(wait.would_save) + " of " + std::to_string(waits);
    return "waits for " + std::string(register_name(wait.register_id)) + " of " + line_text(image, wait.producer) +
           (wait.would_save == 0
                ? ""
                : "; forwarding from " + std::string(wait.is_load ? "M" : "X") + " would save " + saved);
}

/// Why an instruction comes later than it might: what it waits for, and what it was fetched behind. Empty if it
/// doesn't.
std::string why_late(const ProgramImage& image, const StageTimes& times) {
    std::string text = times.wait ? wait_text(image, *times.wait, times.execute - times.decode - 1) : "";
    if (times.redirection) {
        text += (text.empty() ? "" : "; ") + std::string("fetched once ") + line_text(image, times.redirection->by) +
                " is resolved in " + "DXM"[static_cast<size_t>(times.redirection->stage)];
    }
    return text;
}

std::vector<std::string> PipelineCounts::diagram(const ProgramImage& image) const {
    if (m_rows.empty()) {
        return {};
    }
    size_t width = 0;
    for (const DiagramRow& row : m_rows) {
        width = std::max(width, line_text(image, row.address).size());
    }
    const u64 first = m_rows.front().times.fetch;
    const u64 last = m_rows.back().times.execute + 2;
    std::string ruler(width + 2, ' ');
    for (u64 cycle = first; cycle <= last; ++cycle) {
        ruler += static_cast<char>('0' + cycle % 10);
    }
    std::vector<std::string> lines{ruler};
    for (const DiagramRow& row : m_rows) {
        const StageTimes& times = row.times;
        std::string line = pad_right(line_text(image, row.address), width + 2);
        line += std::string(static_cast<size_t>(times.fetch - first), ' ');
        line += std::string(static_cast<size_t>(times.decode - times.fetch), 'F');
        line += std::string(static_cast<size_t>(times.execute - times.decode), 'D') + "XMW";
        const std::string why = why_late(image, times);
        lines.push_back(line + (why.empty() ? "" : "  " + why));
    }
    return lines;
}

/// The same as data: the first cycle in F and D, and the one in X.
ReportValue::List PipelineCounts::stages(const ProgramImage& image) const {
    ReportValue::List rows;
    for (const DiagramRow& row : m_rows) {
        rows.push_back(ReportValue::List{line_text(image, row.address), row.times.fetch, row.times.decode,
                                         row.times.execute, why_late(image, row.times)});
    }
    return rows;
}

constexpr std::string_view diagram_style =
    "text{font:13px monospace;fill:#222}.cycle,.why{font-size:10px;fill:#666}.why{fill:#a33}"
    ".stage{text-anchor:middle}.F{fill:#cfe3f7}.D{fill:#d6efd3}.X{fill:#fbe3b5}.M{fill:#e6d5f2}"
    ".W{fill:#f7cfd3}.waits{fill:#fff;stroke:#a33;stroke-dasharray:3}.cycle{text-anchor:middle}";

/// What the line does: its place stands in the report.
std::string row_name(const ProgramImage& image, u32 address) {
    constexpr size_t most_columns = 60;
    const Statement* const statement = image.find_statement(address);
    return fit_columns(statement != nullptr ? code_of(statement->source) : line_text(image, address), most_columns);
}

/// A box for each stage, a pale one for each cycle of waiting, and below the row why.
std::string PipelineCounts::drawing(const ProgramImage& image) const {
    constexpr double cell = 26;
    constexpr double row_height = 34;
    constexpr double letter = 7.9;  // of a name; those of reasons are smaller
    const u64 first = m_rows.empty() ? 0 : m_rows.front().times.fetch;
    const u64 last = m_rows.empty() ? 0 : m_rows.back().times.execute + 2;
    double names = 0;
    for (const DiagramRow& row : m_rows) {
        names = std::max(names, 20 + letter * static_cast<double>(columns_of(row_name(image, row.address))));
    }
    const auto column = [&](u64 cycle) { return names + cell * static_cast<double>(cycle - first); };
    double width = column(last + 1) + 20;
    for (const DiagramRow& row : m_rows) {
        const size_t why = columns_of(why_late(image, row.times));
        width = std::max(width, column(row.times.fetch) + letter * static_cast<double>(why));
    }
    SvgPicture picture(width, 40 + row_height * static_cast<double>(m_rows.size()), diagram_style);
    for (u64 cycle = first; cycle <= last; ++cycle) {
        picture.text({column(cycle) + cell / 2, 18}, std::to_string(cycle), "cycle");
    }
    double y = 28;
    for (const DiagramRow& row : m_rows) {
        const StageTimes& times = row.times;
        picture.text({10, y + 15}, row_name(image, row.address), "");
        for (u64 cycle = times.fetch; cycle <= times.execute + 2; ++cycle) {
            const bool is_fetch = cycle < times.decode;
            const char stage = is_fetch ? 'F' : cycle < times.execute ? 'D' : "XMW"[cycle - times.execute];
            const bool waits = (is_fetch && cycle > times.fetch) || (stage == 'D' && cycle > times.decode);
            picture.box({column(cycle) + 1, y}, cell - 2, 20, waits ? "waits" : std::string(1, stage));
            picture.text({column(cycle) + cell / 2, y + 15}, std::string(1, stage), "stage");
        }
        if (const std::string why = why_late(image, times); !why.empty()) {
            picture.text({column(times.fetch), y + 30}, why, "why");
        }
        y += row_height;
    }
    return picture.finish();
}

void PipelineCounts::report(ToolReport& report) const {
    const u64 count = m_model.instructions();
    const double cpi = count == 0 ? 0 : static_cast<double>(m_model.cycles()) / static_cast<double>(count);
    report.line("instructions", "Instructions", count);
    report.line("cycles", "Cycles", m_model.cycles());
    report.line("cpi", "Cycles per instruction", cpi);
    report.line("data_stalls", "Data stalls", m_model.data_stalls());
    report.line("load_stalls", "  behind loads", m_load_stalls);
    report.line("forwarded_stalls", "  that forwarding would save", m_forwarded_stalls);
    report.line("control_stalls", "Control stalls", m_model.control_stalls());
    report.table("lines", "Most stalls", {"Line", "Executed", "Data", "Control"},
                 m_lines.worst([](const std::array<u64, 3>& counts) { return counts[1] + counts[2]; }));
    if (m_window.to >= m_window.from) {
        report.lines("diagram", "Diagram", diagram(m_lines.image()));
        report.timeline("stages", "Diagram", {"Instruction", "F", "D", "X", "Why late"}, stages(m_lines.image()));
        const std::string drawn = drawing(m_lines.image());
        report.canvas("drawing", "Diagram", drawn);
        report.svg(m_svg, drawn);
    }
}

/// An instruction counts when something else is fetched: an interrupt may have come in its place.
class PipelineTool final : public Tool {
public:
    PipelineTool(PipelineCounts counts, const Machine& machine) : m_counts(std::move(counts)), m_machine(machine) {}

    void fetched(const Fetch& fetch) override {
        if (!fetch.is_step || fetch.slot == nullptr) {
            return;
        }
        if (m_pending) {
            m_counts.take(*m_pending);
        }
        m_pending = step_of(fetch, m_machine.cpu);
    }
    void interrupted(u32 /*address*/, u32 /*code*/) override { m_pending.reset(); }

    [[nodiscard]] ToolReport report() const override {
        ToolReport report("Five-stage pipeline (pipeline)");
        PipelineCounts done = m_counts;
        if (m_pending) {
            done.take(*m_pending);
        }
        done.report(report);
        return report;
    }

private:
    PipelineCounts m_counts;
    const Machine& m_machine;
    std::optional<PipelineStep> m_pending;
};

constexpr std::array<std::string_view, 3> resolve_names = {"id", "ex", "mem"};
constexpr std::array<std::string_view, 3> policy_names = {"not-taken", "stall", "taken"};

template <class Choice>
Choice chosen(std::span<const std::string_view> names, const std::string& word) {
    return static_cast<Choice>(std::ranges::find(names, word) - names.begin());
}

Result<std::unique_ptr<Tool>> make_pipeline(const Settings& settings, const ToolPlace& place) {
    const std::string& diagram = settings.word("diagram");
    const std::optional<DiagramWindow> window = diagram.empty() ? DiagramWindow{} : read_window(diagram);
    if (!window) {
        return Error{"diagram is FROM-TO, instructions counted from 1 and at most " + std::to_string(most_rows) +
                     ", not " + diagram};
    }
    if (settings.has("svg") && diagram.empty()) {
        return Error{"svg draws the diagram: diagram=FROM-TO says which part"};
    }
    const PipelineRules rules{settings.is("forwarding", "yes"),
                              chosen<ResolveStage>(resolve_names, settings.word("branch")),
                              chosen<FetchPolicy>(policy_names, settings.word("predict")), place.has_delay_slots};
    return std::unique_ptr<Tool>(
        new PipelineTool(PipelineCounts(rules, *window, settings.word("svg"), place.machine.image()), place.machine));
}

}  // namespace

ToolKind pipeline_tool() {
    return {"pipeline",
            "a five-stage pipeline beyond MARS's: cycles, stalls, and the diagram",
            {FetchInterest::all, false},
            {{"forwarding", ParameterKind::choice, {"yes", "no"}, "yes", "results go to X before they are written"},
             {"branch",
              ParameterKind::choice,
              {resolve_names.begin(), resolve_names.end()},
              "id",
              "the stage in which branches are resolved"},
             {"predict",
              ParameterKind::choice,
              {policy_names.begin(), policy_names.end()},
              "not-taken",
              "what is fetched behind a branch"},
             {"diagram", ParameterKind::text, {}, "", "FROM-TO: the instructions that a diagram shows, such as 1-20"},
             file_parameter("svg")},
            &make_pipeline};
}

}  // namespace mariner::tools
