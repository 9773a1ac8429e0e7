#pragma once
// What the passes of one assembly share: options, files, the lines of each source, symbols, location counters, the data
// stored so far, and the one way to report something. Passed by reference; each pass is its own class.

#include <deque>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/assembler/assembler.hpp"
#include "emulator/assembler/layout.hpp"
#include "emulator/assembler/lexer.hpp"
#include "emulator/assembler/macros.hpp"
#include "emulator/assembler/symbols.hpp"
#include "emulator/isa/pseudo.hpp"

namespace mariner::assembler {

/// A line of a file, after .include. `file` and `line` say where it really stands.
struct SourceLine {
    std::string_view text;
    u32 file = 0;
    u32 line = 0;
};

/// An instruction of the source, its operands read, its label not yet known.
struct ParsedStatement {
    static constexpr u32 nowhere = 0xffffffff;

    std::string_view text;   // the line, after substitutions; offsets below count in it
    std::string_view label;  // the operand that is a label, or empty
    const isa::InstructionInfo* basic = nullptr;
    const isa::PseudoInfo* pseudo = nullptr;  // exactly one of the two
    u32 address = 0;
    u32 line = 0;         // in SourceUnit::lines, from 1
    u32 source_line = 0;  // in its file: of the statement, or of the outermost macro call
    u32 body_line = 0;    // in a macro the line of the body, counted from its .macro; else as source_line
    u32 chain_begin = 0;  // calls that led here, in SourceUnit::chains
    u32 chain_count = 0;
    u32 first_offset = 0;  // of the line's first token, a label included
    u32 operator_offset = 0;
    u32 label_offset = 0;
    u32 bad_register_offset = nowhere;  // a floating-point register in a spelling that isn't accepted
    u32 bad_register_length = 0;
    isa::Instruction instruction;  // for basic ones, without the label
    isa::PseudoOperands operands;  // for the others
};

/// A file named on the command line with all that it includes: its lines are numbered through, and labels, macros and
/// .eqv names are its own.
struct SourceUnit {
    u32 file = 0;
    std::vector<SourceLine> lines;
    std::vector<std::string_view> substituted;  // as `lines`, after .eqv; empty where the unit has no .eqv
    EqvTable eqv;
    MacroPool macros;
    LocalSymbols symbols;
    std::vector<ParsedStatement> statements;
    std::vector<u32> chains;

    [[nodiscard]] std::string_view text_of(u32 line) const {
        return substituted.empty() ? lines[line - 1].text : substituted[line - 1];
    }
};

/// A label in a data directive whose address wasn't known there.
struct ForwardReference {
    u32 unit = 0;
    u32 line = 0;
    std::string_view text;
    u32 offset = 0;
    std::string_view name;
    u32 address = 0;
    u32 size = 0;
};

/// A label's address in a data directive, known there or not.
struct DataLabel {
    u32 unit = 0;
    std::string_view name;
    u32 address = 0;
    u32 size = 0;
};

/// Where a message points to.
struct Place {
    u32 file = Diagnostic::no_file;
    u32 line = 0;
    std::string_view text;  // the line; empty if it shall not be shown
    u32 offset = 0;         // bytes; with length 0 the message is about the line as a whole
    u32 length = 0;
    std::span<const u32> chain;
    bool mars_knows_chain = true;
};

class Session {
public:
    Session(SourceProvider& source_provider, const AssemblerOptions& the_options);

    void report(Message message, const Place& place, std::initializer_list<std::string_view> arguments,
                std::string hint = {}, Audience audience = Audience::all);
    /// The same; nothing more is assembled.
    void stop(Message message, const Place& place, std::initializer_list<std::string_view> arguments);
    [[nodiscard]] bool is_stopped() const { return m_stopped; }

    /// The place of a part of a line of a unit. Line numbers that the unit lacks (see Emitter) mean its last one.
    [[nodiscard]] Place place_in(const SourceUnit& unit, u32 line, std::string_view text, u32 offset, u32 length) const;

    /// Counts lines and text that macros and .eqv make, and the work of making them; false, and the assembly is
    /// stopped, if that is too much.
    bool spend(const Place& place, u64 lines, u64 bytes, u64 work);

    /// Whether a hint may still be looked for among so many names; in large programs full of errors the last go
    /// without.
    bool may_search(size_t candidates);

    [[nodiscard]] const MemoryMap& map() const { return memory_map(options.configuration); }
    [[nodiscard]] isa::ExpansionMode expansion_mode() const {
        return {options.configuration != MemoryConfiguration::standard, options.delayed_branching};
    }

    SourceProvider& sources;
    const AssemblerOptions& options;
    Diagnostics diagnostics;
    TextArena arena;
    Lexer lexer{arena};
    std::deque<std::string> contents;  // of the files, as internal text
    std::deque<SourceUnit> units;
    GlobalSymbols globals;
    LocationCounter text_address;
    LocationCounter data_address;
    u32 extern_address;
    DataImage data;
    std::vector<ForwardReference> unresolved;
    std::vector<DataLabel> data_labels;
    u64 statement_count = 0;
    u64 data_items = 0;

private:
    bool m_stopped = false;
    u64 m_expanded_lines = 0;
    u64 m_expanded_bytes = 0;
    u64 m_work = 0;
    u64 m_searched = 0;
};

}  // namespace mariner::assembler
