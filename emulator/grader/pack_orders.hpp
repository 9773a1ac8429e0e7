#pragma once
// Orders to whoever runs programs, and what they say of it, as bytes: the members that travel, each named once.

#include <algorithm>
#include <bit>

#include "emulator/grader/pack.hpp"
#include "emulator/grader/program_runner.hpp"

namespace mariner {
inline auto fields(SourceFile& value) {
    return std::tie(value.name, value.bytes);
}
inline auto fields(AssemblerLimits& value) {
    return std::tie(value.source_bytes, value.source_lines, value.line_bytes, value.expanded_lines,
                    value.expanded_bytes, value.data_items, value.statements, value.include_depth, value.macro_depth,
                    value.errors, value.warnings);
}
inline auto fields(AssemblerOptions& value) {
    return std::tie(value.configuration, value.allow_pseudo, value.delayed_branching, value.self_modifying_code,
                    value.start_at_main, value.warnings_are_errors, value.words_of_mars_46, value.limits);
}
}  // namespace mariner

namespace mariner::games {
inline auto fields(BoardLayout& value) {
    return std::tie(value.first, value.column_step, value.row_step, value.cell_size);
}
}  // namespace mariner::games

namespace mariner::grader {

template <>
inline constexpr u8 enumerator_count<RunEnding> = 13;
template <>
inline constexpr u8 enumerator_count<ArgumentKind> = 3;
template <>
inline constexpr u8 enumerator_count<MemoryConfiguration> = 3;

/// A tool's figure: which kind of value it is, and the value's text or bits.
struct PackedFigure {
    u8 kind = 0;
    u64 bits = 0;
    std::string text;
    std::vector<PackedFigure> items;
};
PackedFigure packed(const tools::ReportValue& value);
tools::ReportValue unpacked(const PackedFigure& figure);

/// A bundled game goes by its name.
struct PackedGame {
    std::string name;
    u32 games = 0;
    u64 seed = 1;
    bool right_answers = false;
    std::optional<BoardRule> board;
};

/// A case as it travels: see questions_of().
struct PackedCase {
    Case asked;
    std::optional<PackedGame> game;
    bool is_checked = false;
};

/// What a run left behind as it travels.
struct PackedRun {
    RunFacts facts;
    std::vector<PackedFigure> figures;
};

struct PackedPlay {
    PlayFacts facts;
    PackedRun run;
};

inline auto fields(StructureRule& value) {
    return std::tie(value.instructions, value.syscalls, value.labels);
}
inline auto fields(SourceQuestion& value) {
    return std::tie(value.require, value.forbid);
}
inline auto fields(AssemblyOrder& value) {
    return std::tie(value.files, value.names, value.options, value.questions);
}
inline auto fields(StructureFinding& value) {
    return std::tie(value.message, value.place);
}
inline auto fields(AssemblyFacts& value) {
    return std::tie(value.assembled, value.diagnostics, value.answers);
}
inline auto fields(CaseLimits& value) {
    return std::tie(value.steps, value.output_bytes, value.heap_bytes, value.seconds);
}
inline auto fields(RegisterRule& value) {
    return std::tie(value.name, value.value);
}
inline auto fields(MemoryRule& value) {
    return std::tie(value.label, value.offset, value.bytes);
}
inline auto fields(WrittenFileRule& value) {
    return std::tie(value.name);
}
inline auto fields(PictureRule& value) {
    return std::tie(value.base, value.columns, value.rows);
}
inline auto fields(ToolRule& value) {
    return std::tie(value.tool, value.key);
}
inline auto fields(ToolExpectations& value) {
    return std::tie(value.specifications, value.rules);
}
inline auto fields(Expectations& value) {
    return std::tie(value.registers, value.memory, value.files, value.picture, value.tools);
}
inline auto fields(CallArgument& value) {
    return std::tie(value.kind, value.value, value.data, value.after);
}
inline auto fields(CallRule& value) {
    return std::tie(value.label, value.arguments, value.returns_text);
}
inline auto fields(BoardRule& value) {
    return std::tie(value.label, value.layout, value.marks);
}
inline auto fields(PackedGame& value) {
    return std::tie(value.name, value.games, value.seed, value.right_answers, value.board);
}
inline auto fields(MatchRule& value) {
    return std::tie(value.opponent, value.program, value.games, value.wanted, value.seed);
}
inline auto fields(Case& value) {
    return std::tie(value.info.worth, value.input, value.keys, value.seed, value.arguments, value.limits,
                    value.has_scratch_folder, value.files, value.set_memory, value.set_registers, value.expect,
                    value.call, value.board, value.match);
}
inline auto fields(PackedCase& value) {
    return std::tie(value.asked, value.game, value.is_checked);
}
inline auto fields(RunOrder& value) {
    return std::tie(value.input, value.stations, value.again, value.watched);
}
inline auto fields(MemoryFacts& value) {
    return std::tie(value.address, value.bytes);
}
inline auto fields(BoardMoment& value) {
    return std::tie(value.input_left, value.printed, value.cells);
}
inline auto fields(CallFacts& value) {
    return std::tie(value.has_returned, value.v0, value.f0, value.text, value.after, value.not_restored);
}
inline auto fields(RunFacts& value) {
    return std::tie(value.obstacle, value.obstacle_check, value.ending, value.exit_code, value.steps, value.input_left,
                    value.output, value.trouble, value.place, value.registers, value.memory, value.files, value.units,
                    value.call, value.board, value.moments, value.last_cells);
}
inline auto fields(PackedFigure& value) {
    return std::tie(value.kind, value.bits, value.text, value.items);
}
inline auto fields(PackedRun& value) {
    return std::tie(value.facts, value.figures);
}
inline auto fields(PlayFacts& value) {
    return std::tie(value.points, value.checks, value.input, value.seed);
}
inline auto fields(PackedPlay& value) {
    return std::tie(value.facts, value.run);
}
inline auto fields(WriterQuestions& value) {
    return std::tie(value.registers, value.cells, value.character);
}
inline auto fields(WriterFacts& value) {
    return std::tie(value.registers, value.cells, value.printer, value.argument);
}
inline auto fields(TrialOrder& value) {
    return std::tie(value.limits, value.input);
}
inline auto fields(TrialFacts& value) {
    return std::tie(value.is_fine, value.ending, value.output);
}

}  // namespace mariner::grader
