#pragma once
// What the first pass makes of a source unit: statements with their operands read and their addresses fixed, the unit's
// labels and macros. Together with what all units share it is the draft that the image is built from.

#include <string_view>
#include <vector>

#include "emulator/assembler/layout.hpp"
#include "emulator/assembler/macros.hpp"
#include "emulator/assembler/source_unit.hpp"
#include "emulator/assembler/symbols.hpp"
#include "emulator/isa/pseudo.hpp"
#include "emulator/program/program_image.hpp"

namespace mariner::assembler {

inline constexpr u32 nowhere = 0xffffffff;

/// A line as the first pass sees it: of the file, or of a macro's expansion.
struct LineOrigin {
    std::string_view text;  // after substitutions
    u32 number = 0;         // in SourceUnit::lines, from 1; in an expansion that of the body's line
    u32 source_line = 0;    // in its file; in an expansion that of the outermost macro call
    u32 body_line = 0;      // in an expansion the line of the body, counted from its .macro; else as source_line
    u32 chain_begin = 0;    // calls that led here, in UnitDraft::chains
    u32 chain_count = 0;
};

/// An instruction of the source, its operands read, its label not yet known.
struct ParsedStatement {
    const isa::PseudoInfo* pseudo = nullptr;  // null for a basic instruction
    isa::Instruction instruction;             // of a basic one, without the label
    isa::PseudoOperands operands;             // of the others
    u32 label_offset = nowhere;               // of the operand that is a label
    u32 label_length = 0;
    u32 first_offset = 0;  // of the line's first token, a label included
    u32 operator_offset = 0;
    u32 address = 0;
    u32 line = 0;            // in SourceUnit::lines, from 1
    u32 expanded = nowhere;  // in UnitDraft::expanded

    [[nodiscard]] bool has_label() const { return label_offset != nowhere; }
};

inline std::string_view label_of(const ParsedStatement& statement, const LineOrigin& line) {
    return statement.has_label() ? line.text.substr(statement.label_offset, statement.label_length) : "";
}

/// A floating-point register in a spelling that isn't accepted: the first of its statement.
struct BadRegister {
    u32 statement = 0;
    u32 offset = 0;
    u32 length = 0;
};

struct UnitDraft {
    LocalSymbols symbols;
    std::vector<ParsedStatement> statements;
    std::vector<BadRegister> bad_registers;  // in the order of statements
    std::vector<LineOrigin> expanded;        // lines that macros made, where they became statements
    std::vector<u32> chains;
    MacroPool macros;

    [[nodiscard]] LineOrigin origin_of(const SourceUnit& unit, const ParsedStatement& statement) const {
        if (statement.expanded != nowhere) {
            return expanded[statement.expanded];
        }
        const SourceLine& line = unit.line(statement.line);
        return {line.text(), statement.line, line.line, line.line, 0, 0};
    }
    [[nodiscard]] std::span<const u32> chain_of(const LineOrigin& origin) const {
        return std::span(chains).subspan(origin.chain_begin, origin.chain_count);
    }
};

/// A label in a data directive.
struct DataLabel {
    u32 unit = 0;
    u32 line = 0;
    std::string_view text;
    u32 offset = 0;
    std::string_view name;
    u32 address = 0;
    u32 size = 0;
};

struct ProgramDraft {
    ProgramDraft(const MemoryMap& map, bool text_is_writable) : segments(map, text_is_writable) {}

    SourceFiles files;
    std::vector<UnitDraft> units;  // as files.units
    GlobalSymbols globals;
    Segments segments;
    std::vector<DataLabel> unresolved;   // whose addresses weren't known where their file ended
    std::vector<DataLabel> data_labels;  // all, where references are collected
    std::vector<DataItem> data_items;    // likewise
    u64 statement_count = 0;
    u64 word_count = 0;  // that the statements take
};

}  // namespace mariner::assembler
