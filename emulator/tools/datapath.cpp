// MARS's X-Ray made of data: the single-cycle datapath of textbooks for one executed instruction, with the values on
// its wires.

#include <algorithm>
#include <array>
#include <optional>

#include "emulator/execute/registers.hpp"
#include "emulator/isa/disassemble.hpp"
#include "emulator/meaning/facts.hpp"
#include "emulator/runtime/explain.hpp"
#include "emulator/support/text.hpp"
#include "emulator/tools/branches.hpp"
#include "emulator/tools/svg.hpp"
#include "emulator/tools/tool.hpp"

namespace mariner::tools {

namespace {

/// The wires that carry something else for each instruction, in the order of the report.
enum class Wire : u8 {
    pc,
    pc_plus_4,
    instruction,
    rs,
    rt,
    rd,
    immediate,
    read_1,
    read_2,
    extended,
    alu_b,
    alu_result,
    zero,
    branch_target,
    jump_target,
    memory_read,
    memory_write,
    write_back,
    next_pc,
};
constexpr size_t wire_count = 19;

struct WireRow {
    std::string_view key;
    std::string_view label;
};
constexpr std::array<WireRow, wire_count> wire_rows = {{{"pc", "PC"},
                                                        {"pc_plus_4", "PC + 4"},
                                                        {"instruction", "Instruction"},
                                                        {"rs", "Register 25-21"},
                                                        {"rt", "Register 20-16"},
                                                        {"rd", "Register 15-11"},
                                                        {"immediate", "Bits 15-0"},
                                                        {"read_1", "Read data 1"},
                                                        {"read_2", "Read data 2"},
                                                        {"extended", "Extended to a word"},
                                                        {"alu_b", "Second operand"},
                                                        {"alu_result", "Result"},
                                                        {"zero", "Zero"},
                                                        {"branch_target", "Branch target"},
                                                        {"jump_target", "Jump target"},
                                                        {"memory_read", "Read from memory"},
                                                        {"memory_write", "Written to memory"},
                                                        {"write_back", "Written back"},
                                                        {"next_pc", "Next PC"}}};

enum class Signal : u8 { reg_dst, jump, branch, mem_read, mem_to_reg, mem_write, alu_src, reg_write };
constexpr std::array<WireRow, 8> signal_rows = {{{"RegDst", "RegDst"},
                                                 {"Jump", "Jump"},
                                                 {"Branch", "Branch"},
                                                 {"MemRead", "MemRead"},
                                                 {"MemtoReg", "MemtoReg"},
                                                 {"MemWrite", "MemWrite"},
                                                 {"ALUSrc", "ALUSrc"},
                                                 {"RegWrite", "RegWrite"}}};

/// What one instruction does; a wire without a value isn't used by it.
struct DatapathState {
    u32 pc = 0;
    u32 word = 0;
    std::array<std::optional<std::string>, wire_count> wires;
    std::array<bool, signal_rows.size()> signals{};
    bool takes_branch = false;
    bool is_in_textbooks = true;

    std::optional<std::string>& at(Wire wire) { return wires.at(static_cast<size_t>(wire)); }
    [[nodiscard]] const std::optional<std::string>& at(Wire wire) const { return wires.at(static_cast<size_t>(wire)); }
    [[nodiscard]] bool is_on(Signal signal) const { return signals.at(static_cast<size_t>(signal)); }
    void turn_on(Signal signal, bool is_on) { signals.at(static_cast<size_t>(signal)) = is_on; }
};

/// An instruction, the registers before it, and what came of it.
struct ExecutedInstruction {
    u32 pc = 0;
    TextSlot slot;
    CpuState before;
    u32 next_pc = 0;
    CpuState after{};
};

constexpr bool is_zero_extended(isa::Op op) {
    return isa::is_one_of(op, isa::Op::andi, isa::Op::ori, isa::Op::xori);
}

u32 extended_immediate(const ExecutedInstruction& done) {
    const u32 low = done.slot.word & 0xffffU;
    return done.slot.instruction.op == isa::Op::lui     ? low << 16U
           : is_zero_extended(done.slot.instruction.op) ? low
                                                        : static_cast<u32>(static_cast<i32>(static_cast<i16>(low)));
}

/// The integer register that got a value.
std::optional<u8> destination(const isa::Instruction& instruction) {
    std::optional<u8> found;
    for_each_id(registers_written(instruction), [&](u8 id) { found = id > 0 && id < 32 ? std::optional(id) : found; });
    return found;
}

void set_signals(DatapathState& state, const isa::Instruction& instruction) {
    const isa::InstructionInfo& info = isa::info(instruction.op);
    const u32 opcode = state.word >> 26U;
    const bool is_load = meaning::facts(info.op).loads != 0;
    const bool is_store = meaning::facts(info.op).stores != 0;
    const bool is_branch = meaning::facts(info.op).is_branch;
    const bool is_jump = meaning::facts(info.op).is_jump;
    state.turn_on(Signal::reg_dst, opcode == 0 || opcode == 0x1c);
    state.turn_on(Signal::jump, is_jump);
    state.turn_on(Signal::branch, is_branch);
    state.turn_on(Signal::mem_read, is_load);
    state.turn_on(Signal::mem_to_reg, is_load);
    state.turn_on(Signal::mem_write, is_store);
    state.turn_on(Signal::alu_src, is_load || is_store || (opcode >= 8 && opcode < 16));
    state.turn_on(Signal::reg_write, destination(instruction).has_value());
    state.is_in_textbooks =
        !meaning::facts(info.op).is_float() && !meaning::facts(info.op).always_leaves && opcode != 0x10;
}

void set_operands(DatapathState& state, const ExecutedInstruction& done) {
    const u32 rs = (state.word >> 21U) & 31U;
    const u32 rt = (state.word >> 16U) & 31U;
    const RegisterSet read = registers_read(done.slot.instruction);
    const bool is_immediate = state.is_on(Signal::alu_src) || state.is_on(Signal::branch);
    const bool writes_rt =
        state.is_on(Signal::reg_write) && !state.is_on(Signal::reg_dst) && !state.is_on(Signal::jump);
    if (read.contains(static_cast<u8>(rs))) {
        state.at(Wire::rs) = std::to_string(rs);
        state.at(Wire::read_1) = hex32(done.before.gpr.at(rs));
    }
    if (writes_rt || read.contains(static_cast<u8>(rt))) {
        state.at(Wire::rt) = std::to_string(rt);
    }
    if (read.contains(static_cast<u8>(rt))) {
        state.at(Wire::read_2) = hex32(done.before.gpr.at(rt));
    }
    if (state.is_on(Signal::reg_dst) && state.is_on(Signal::reg_write)) {
        state.at(Wire::rd) = std::to_string((state.word >> 11U) & 31U);
    }
    if (is_immediate) {
        state.at(Wire::immediate) = hex32(state.word & 0xffffU).substr(6);
        state.at(Wire::extended) = hex32(extended_immediate(done));
    }
    state.at(Wire::alu_b) = state.is_on(Signal::alu_src) ? state.at(Wire::extended) : state.at(Wire::read_2);
}

void set_results(DatapathState& state, const ExecutedInstruction& done) {
    const u32 rs = done.before.gpr.at((state.word >> 21U) & 31U);
    const u32 rt = done.before.gpr.at((state.word >> 16U) & 31U);
    const std::optional<u8> written = destination(done.slot.instruction);
    const std::optional<std::string> result =
        written ? std::optional(hex32(done.after.gpr.at(*written))) : std::nullopt;
    const bool is_access = state.is_on(Signal::mem_read) || state.is_on(Signal::mem_write);
    const bool compares = state.is_on(Signal::branch);
    if (is_access || compares) {
        const u32 sum = compares ? rs - rt : rs + extended_immediate(done);
        state.at(Wire::alu_result) = hex32(sum);
        state.at(Wire::zero) = compares ? std::optional(std::string(sum == 0 ? "1" : "0")) : std::nullopt;
    } else if (!state.is_on(Signal::jump)) {
        state.at(Wire::alu_result) = result;
    }
    state.at(Wire::write_back) = result;
    if (state.is_on(Signal::mem_read)) {
        state.at(Wire::memory_read) = result;
    }
    if (state.is_on(Signal::mem_write)) {
        state.at(Wire::memory_write) = hex32(rt);
    }
}

void set_targets(DatapathState& state, const ExecutedInstruction& done) {
    const isa::Instruction& instruction = done.slot.instruction;
    state.takes_branch = branch_outcome(instruction, done.before).value_or(false);
    if (state.is_on(Signal::branch)) {
        state.at(Wire::branch_target) = hex32(isa::transfer_target(instruction, done.pc));
    }
    if (state.is_on(Signal::jump)) {
        const bool is_indirect = meaning::facts(instruction.op).is_indirect;
        state.at(Wire::jump_target) = hex32(is_indirect ? done.before.gpr.at((state.word >> 21U) & 31U)
                                                        : isa::transfer_target(instruction, done.pc));
    }
    state.at(Wire::next_pc) = hex32(done.next_pc);
}

DatapathState state_of(const ExecutedInstruction& done) {
    DatapathState state;
    state.pc = done.pc;
    state.word = done.slot.word;
    state.at(Wire::pc) = hex32(done.pc);
    state.at(Wire::pc_plus_4) = hex32(done.pc + 4);
    state.at(Wire::instruction) = hex32(done.slot.word);
    set_signals(state, done.slot.instruction);
    set_operands(state, done);
    set_results(state, done);
    set_targets(state, done);
    return state;
}

// ---- the drawing ---------------------------------------------------------------------------------------------------

/// A wire as it is drawn: lit where the instruction uses it, with its value beside it.
struct DrawnWire {
    std::string_view way;
    Wire wire;
    SvgPoint place;  // of the value; none at 0, 0
};

constexpr auto drawn_wires = std::to_array<DrawnWire>({
    {"M86 380H130", Wire::pc, {30, 436}},
    {"M108 380V90H150", Wire::pc, {}},
    {"M200 120H860M640 120V172H690", Wire::pc_plus_4, {208, 114}},
    {"M250 405H290", Wire::instruction, {132, 488}},
    {"M290 405V230H375M290 405V600", Wire::instruction, {}},
    {"M290 355H370", Wire::rs, {298, 350}},
    {"M290 390H370M305 390V437H325", Wire::rt, {298, 385}},
    {"M290 463H325", Wire::rd, {298, 477}},
    {"M290 600H440", Wire::immediate, {330, 594}},
    {"M520 365H700", Wire::read_1, {590, 360}},
    {"M520 405H612", Wire::read_2, {526, 400}},
    {"M520 600H575V432H612", Wire::extended, {582, 560}},
    {"M575 432V228H597M653 228H690", Wire::branch_target, {}},
    {"M632 419H700", Wire::alu_b, {628, 462}},
    {"M770 400H830M800 400V580H1010V460H1030", Wire::alu_result, {860, 574}},
    {"M770 382H785V283H815", Wire::zero, {790, 320}},
    {"M841 276H870V215", Wire::zero, {}},
    {"M745 200H860", Wire::branch_target, {752, 194}},
    {"M290 230V45H930V70H950", Wire::jump_target, {610, 40}},
    {"M545 405V520H830", Wire::memory_write, {600, 514}},
    {"M960 420H1030", Wire::memory_read, {964, 398}},
    {"M345 450H370", Wire::write_back, {}},
    {"M1050 440H1090V660H355V485H370", Wire::write_back, {640, 654}},
    {"M880 160H950", Wire::next_pc, {}},
    {"M970 115H1010V20H26V380H50", Wire::next_pc, {40, 34}},
});

struct DrawnBox {
    SvgPoint corner;
    double width;
    double height;
};

constexpr auto drawn_boxes = std::to_array<DrawnBox>({
    {{50, 340}, 36, 80},
    {{130, 340}, 120, 130},
    {{370, 330}, 150, 170},
    {{830, 370}, 130, 170},
});

constexpr auto drawn_shapes = std::to_array<std::string_view>({
    "M150 70L200 95V145L150 170V130L162 120L150 110Z",           // PC + 4
    "M690 150L745 180V220L690 250V212L702 200L690 188Z",         // branch target
    "M700 340L770 375V415L700 450V408L712 395L700 382Z",         // ALU
    "M440 600A40 32 0 0 1 520 600A40 32 0 0 1 440 600Z",         // extension
    "M597 228A28 26 0 0 1 653 228A28 26 0 0 1 597 228Z",         // shift
    "M375 230A45 66 0 0 1 465 230A45 66 0 0 1 375 230Z",         // control
    "M815 262H827A14 14 0 0 1 827 290H815Z",                     // and
    "M325 432A10 10 0 0 1 345 432V468A10 10 0 0 1 325 468Z",     // RegDst
    "M612 402A10 10 0 0 1 632 402V436A10 10 0 0 1 612 436Z",     // ALUSrc
    "M1030 415A10 10 0 0 1 1050 415V465A10 10 0 0 1 1030 465Z",  // MemtoReg
    "M860 115A10 10 0 0 1 880 115V205A10 10 0 0 1 860 205Z",     // branch or not
    "M950 65A10 10 0 0 1 970 65V165A10 10 0 0 1 950 165Z",       // jump or not
});

struct DrawnWord {
    SvgPoint place;
    std::string_view text;
};

constexpr auto drawn_words = std::to_array<DrawnWord>({
    {{168, 124}, "+4"},
    {{710, 204}, "+"},
    {{720, 399}, "ALU"},
    {{454, 604}, "extend"},
    {{606, 232}, "<< 2"},
    {{396, 234}, "Control"},
    {{776, 268}, "Branch"},
    {{134, 364}, "address"},
    {{374, 359}, "read 1"},
    {{374, 394}, "read 2"},
    {{374, 454}, "write to"},
    {{374, 489}, "data"},
    {{478, 369}, "data 1"},
    {{478, 409}, "data 2"},
    {{834, 404}, "address"},
    {{834, 524}, "write"},
    {{928, 436}, "read"},
});

constexpr auto drawn_names = std::to_array<DrawnWord>({
    {{58, 384}, "PC"},
    {{152, 418}, "Instruction"},
    {{160, 434}, "memory"},
    {{438, 436}, "Registers"},
    {{878, 462}, "Data"},
    {{868, 478}, "memory"},
});

constexpr std::string_view datapath_style =
    "text{font:12px sans-serif;fill:#334}.w{fill:none;stroke:#c9ccd6;stroke-width:1.5}"
    ".on{fill:none;stroke:#1f6feb;stroke-width:2.5}.b{fill:#f6f8fb;stroke:#556;stroke-width:1.5}"
    ".v{font:bold 12px monospace;fill:#0b4bb3;stroke:#fff;stroke-width:4;paint-order:stroke}"
    ".h{font:bold 13px sans-serif}.s{font:12px monospace;fill:#9aa}.lit{font:bold 12px monospace;fill:#c2410c}"
    ".t{font:bold 15px monospace;fill:#111}.m{font:12px monospace;fill:#556}";

std::string drawing(const DatapathState& state, const std::string& line, const std::string& basic) {
    SvgPicture picture(1120, 720, datapath_style);
    for (const bool lit : {false, true}) {  // what is lit lies on top
        for (const DrawnWire& drawn : drawn_wires) {
            if (state.at(drawn.wire).has_value() == lit) {
                picture.path(drawn.way, lit ? "on" : "w");
            }
        }
    }
    for (const std::string_view shape : drawn_shapes) {
        picture.path(shape, "b");
    }
    for (const DrawnBox& box : drawn_boxes) {
        picture.box(box.corner, box.width, box.height, "b");
    }
    for (const DrawnWord& word : drawn_words) {
        picture.text(word.place, word.text, "");
    }
    for (const DrawnWord& name : drawn_names) {
        picture.text(name.place, name.text, "h");
    }
    double y = 184;
    for (size_t i = 0; i < signal_rows.size(); ++i, y += 14) {
        const bool lit = state.signals.at(i);
        picture.text({476, y}, std::string(signal_rows.at(i).label) + (lit ? " 1" : " 0"), lit ? "lit" : "s");
    }
    for (const DrawnWire& drawn : drawn_wires) {
        if (state.at(drawn.wire).has_value() && drawn.place.x != 0) {
            picture.text(drawn.place, *state.at(drawn.wire), "v");
        }
    }
    picture.text({50, 690}, line, "t");
    picture.text({50, 710}, hex32(state.pc) + ": " + hex32(state.word) + "  " + basic, "m");
    return picture.finish();
}

// ---- the tool ------------------------------------------------------------------------------------------------------

class Datapath final : public Tool {
public:
    Datapath(u32 step, std::string svg, const Machine& machine)
        : m_step(step), m_svg(std::move(svg)), m_machine(machine) {}

    void fetched(const Fetch& fetch) override {
        if (!fetch.is_step || m_seen > m_step) {
            return;
        }
        ++m_seen;
        if (m_seen == m_step && fetch.slot != nullptr) {
            m_done = ExecutedInstruction{fetch.address, *fetch.slot, m_machine.cpu};
        } else if (m_seen > m_step && m_done) {
            m_done->next_pc = fetch.address;
            m_done->after = m_machine.cpu;
        }
    }

    [[nodiscard]] ToolReport report() const override {
        ToolReport report("Single-cycle datapath (datapath)");
        report.hidden("step", m_step);
        if (!m_done) {
            report.note("the program has not come to instruction " + std::to_string(m_step));
            return report;
        }
        ExecutedInstruction done = *m_done;
        if (m_seen == m_step) {
            done.next_pc = m_machine.cpu.pc;
            done.after = m_machine.cpu;
        }
        report_state(report, state_of(done));
        return report;
    }

private:
    void report_state(ToolReport& report, const DatapathState& state) const {
        const std::string line = line_text(m_machine.image(), state.pc);
        const std::string basic = isa::mars_text(m_done->slot.instruction);
        report.line("line", "Line", line);
        report.line("basic", "Basic instruction", basic);
        for (size_t i = 0; i < wire_count; ++i) {
            if (state.wires.at(i)) {
                report.line(wire_rows.at(i).key, wire_rows.at(i).label, *state.wires.at(i));
            }
        }
        for (size_t i = 0; i < signal_rows.size(); ++i) {
            report.line(signal_rows.at(i).key, signal_rows.at(i).label, state.signals.at(i) ? 1 : 0);
        }
        if (!state.is_in_textbooks) {
            report.note("this instruction goes ways of its own, which the textbook's datapath hasn't");
        }
        const std::string drawn = drawing(state, line, basic);
        report.canvas("drawing", "Datapath", drawn);
        report.svg(m_svg, drawn);
    }

    u64 m_step;
    std::string m_svg;
    const Machine& m_machine;
    u64 m_seen = 0;
    std::optional<ExecutedInstruction> m_done;
};

Result<std::unique_ptr<Tool>> make_datapath(const Settings& settings, const ToolPlace& place) {
    return std::unique_ptr<Tool>(new Datapath(settings.number("step"), settings.word("svg"), place.machine));
}

}  // namespace

ToolKind datapath_tool() {
    return {
        "datapath",
        "MARS's X-Ray as data: the single-cycle datapath of one executed instruction, with its values",
        {FetchInterest::all, false},
        {{"step", ParameterKind::count, {}, "1", "which executed instruction, counted from 1"}, file_parameter("svg")},
        &make_datapath};
}

}  // namespace mariner::tools
