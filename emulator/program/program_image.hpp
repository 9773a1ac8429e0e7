#pragma once
// The hand-over between the front (assembler, ELF reader) and everything that runs, shows or writes a program:
// instructions, initial data, symbols and the way back to source lines. A plain value that outlives the assembler.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/isa/instruction.hpp"
#include "emulator/program/memory_map.hpp"
#include "emulator/support/types.hpp"

namespace mariner {

/// A source line that made instructions. `chain` holds the lines of the macro calls that led to it, outermost first.
struct Statement {
    u32 file = 0;             // index into ProgramImage::files: the file that the line stands in
    u32 line = 0;             // from 1; in a macro expansion the line of the macro's body
    u32 column = 0;           // of the operator, from 1; 0 if unknown
    std::string_view source;  // the line as it is assembled (after .eqv and macro substitution), its comment too
    std::vector<u32> chain;   // empty outside macros
    u32 main_file = 0;        // the file named on the command line that includes `file` (or is it)
};

struct TextEntry {
    u32 address = 0;
    u32 word = 0;
    isa::Instruction instruction;
    u32 statement = no_statement;    // index into ProgramImage::statements
    bool first_of_statement = true;  // false for the 2nd.. instruction of a pseudo-instruction
    bool undefined = false;  // from an ELF: no instruction fits the word; executing it is a reserved instruction

    static constexpr u32 no_statement = 0xffffffff;
};

/// A word of machine code from an ELF or a dump. Hints that the table has no place for (codes of syscalls and traps,
/// sync, pref) are dropped from the instruction and stay in the word.
TextEntry entry_of_word(u32 address, u32 word);

/// Bytes that assembly stored (or that an ELF segment carries). Ranges don't overlap; gaps were never written.
struct DataRange {
    u32 address = 0;
    std::vector<u8> bytes;
};

/// What a line of data declared, for those who explain a run.
enum class DataKind : u8 { other, bytes, halves, words, floats, doubles, text, text_with_end, space };

struct DataItem {
    u32 address = 0;
    u32 size = 0;
    DataKind kind = DataKind::other;
    u32 file = 0;  // index into ProgramImage::files
    u32 line = 0;
};

struct Symbol {
    std::string name;
    u32 address = 0;
    bool is_data = false;  // a label of the data segment, else of text
    bool is_global = false;
    u32 file = 0;  // whose table it is in; for globals the file that exported it
};

/// An instruction (the first of its statement) or a data word that holds a label's address. Object files need to know.
struct Reference {
    u32 address = 0;
    u32 symbol = 0;  // index into ProgramImage::symbols
    u32 size = 4;    // bytes of it that are stored
};

class ProgramImage {
public:
    MemoryConfiguration configuration = MemoryConfiguration::standard;
    std::vector<std::string> files;  // as named by the user; `.include`d files too
    std::vector<Statement> statements;
    std::vector<TextEntry> text;        // sorted by address; user and kernel text
    std::vector<DataRange> data;        // sorted by address
    std::vector<Symbol> symbols;        // in order of definition
    std::vector<Reference> references;  // sorted by address
    std::vector<DataItem> data_items;   // sorted by address, as references are only if asked for
    u32 data_end = 0;                   // where the next item of .data would go; 0 if unknown
    u32 kernel_data_end = 0;            // the same for .kdata
    u32 entry = 0;
    std::shared_ptr<const void> texts;  // keeps what the statements' `source` points to

    /// Code from GNU tools expects that the instruction behind a branch is executed; MARS's programs don't.
    bool delayed_branching = false;
    /// What $gp starts as, if not as the memory map says (an ELF with small data of its own).
    std::optional<u32> global_pointer;
    /// Where an ELF puts bytes outside the memory map's data segments (constants beside the code, for one): readable
    /// and writable like data. Whole 4096-byte pages, sorted, without overlap.
    std::vector<Segment> extra_data;

    /// The instruction at an address, or null.
    [[nodiscard]] const TextEntry* find_text(u32 address) const;
    /// The statement that made the instruction at an address, or null.
    [[nodiscard]] const Statement* find_statement(u32 address) const;
    /// By name: globals first, then any file's own label.
    [[nodiscard]] const Symbol* find_symbol(std::string_view name) const;
    /// What the words from `begin` to `end` hold before the first instruction, up to the last that the data reach.
    [[nodiscard]] std::vector<u32> initial_words(u64 begin, u64 end) const;
    /// The label exactly at an address, or, with `before`, the nearest one up to it in the same segment.
    [[nodiscard]] const Symbol* symbol_at(u32 address, bool before = false) const;
};

}  // namespace mariner
