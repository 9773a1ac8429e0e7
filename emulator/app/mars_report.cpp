#include "emulator/app/mars_report.hpp"

#include <bit>

#include "emulator/support/java_number.hpp"
#include "emulator/support/text.hpp"

namespace mariner::app {

namespace {

std::string word_text(MarsFormat format, u32 word) {
    switch (format) {
        case MarsFormat::decimal:
            return std::to_string(static_cast<i32>(word));
        case MarsFormat::ascii:
            return ascii_text(word);
        case MarsFormat::hexadecimal:
            break;
    }
    return hex32(word);
}

std::string float_text(MarsFormat format, u32 word) {
    return format == MarsFormat::decimal ? java_text(std::bit_cast<float>(word)) : word_text(format, word);
}

std::string double_text(MarsFormat format, u32 high, u32 low) {
    switch (format) {
        case MarsFormat::decimal:
            return java_text(std::bit_cast<double>((static_cast<u64>(high) << 32) | low));
        case MarsFormat::ascii:
            return ascii_text(high) + ascii_text(low);
        case MarsFormat::hexadecimal:
            break;
    }
    return hex32(high) + hex32(low).substr(2);
}

std::string register_text(const MarsCommandLine& line, const MarsRegister& shown, const CpuState& cpu) {
    if (!shown.is_float) {
        return word_text(line.format, cpu.gpr[shown.number]);
    }
    if (!shown.is_shown) {
        return float_text(line.format, 0);
    }
    const u32 low = cpu.fpr[shown.number];
    std::string text = float_text(line.format, low);
    if (shown.number % 2 == 0) {
        text += '\t' + double_text(line.format, cpu.fpr[shown.number + 1U], low);
    }
    return text;
}

constexpr int words_per_line = 4;

void print_range(const MarsCommandLine& line, const Machine& machine, i32 first, i32 last, const PrintText& print) {
    int shown = 0;
    // In 64 bits, so that a range may end at the last word; one that would cross from the upper half stops at once.
    for (i64 address = first; address <= last && (address >= 0 || last <= 0); address += 4) {
        const auto guest_address = static_cast<u32>(address);
        std::string text;
        if (shown % words_per_line == 0) {
            text += shown > 0 ? "\n" : "";
            text += line.brief ? "" : "Mem[" + hex32(guest_address) + "]\t";
        }
        const std::optional<u32> word = machine.peek_word(guest_address);
        text += word ? word_text(line.format, *word) : "Invalid address: " + std::to_string(static_cast<i32>(address));
        print(text + '\t');
        ++shown;
    }
    print("\n");
}

}  // namespace

std::string mars_banner() {
    return "MARS 4.6  Copyright 2003-2014 Pete Sanderson and Kenneth Vollmar\n\n";
}

std::string mars_help() {
    return R"(usage: mars [WORD...] FILE [FILE...] [pa ARGUMENT...]

Assembles the files as one program, runs it and shows what was asked for. Words may stand in any order and, but for
register, configuration, segment and format names, in capitals or not.

output
  nc            no copyright line
  me            MARS's own messages to standard error, apart from the program's output
  b             brief: values without register names and addresses
  dec hex ascii format of registers and memory (hex unless told)
  ic            number of instructions fetched
  $REG or REG   a register after the run: 5, t3, $t3, f10 ...
  M-N           memory words from address M up to and including N
  dump SEG FORMAT PATH
                memory into a file: SEG is .text, .data or M-N (N excluded), FORMAT one of AsciiText, Binary,
                BinaryText, HEX, HexText, SegmentWindow; may be repeated
  h             this help, as the only word

assembling and running
  a             assemble only
  d             debugging lines
  p             project: all .asm and .s files in the first file's folder
  np            no pseudo-instructions (ne too)
  we            warnings count as errors
  sm            start at the global label main
  db            delayed branching
  smc           programs may write to and run their own text
  mc NAME       memory configuration: Default, CompactDataAtZero or CompactTextAtZero
  N             at most N instructions (from 32 on: smaller numbers are registers)
  aeN seN       exit code N after errors in assembling or running
  pa            all words behind it go to the program
  --words V     machine words as MARS V has them, 4.5 (unless told) or 4.6, which sets the unused bits of syscall,
                teq, tne, tge, tgeu, tlt and tltu (not a word of MARS)

examples
  mars nc sm me program.asm
  mars nc program.asm 100000 $v0 0x10010000-0x10010020
  mars a dump .text HexText program.hex program.asm
)";
}

std::string mars_registers(const MarsCommandLine& line, const CpuState& cpu) {
    std::string text;
    for (const MarsRegister& shown : line.registers) {
        text += line.brief ? "" : shown.name + "\t";
        text += register_text(line, shown, cpu) + "\n";
    }
    return text;
}

void print_mars_memory(const MarsCommandLine& line, const Machine& machine, const PrintText& print) {
    for (const auto& [first, last] : line.memory_ranges) {
        print_range(line, machine, first, last, print);
    }
}

const TextEntry* MachineDumpSource::text_at(u32 address) const {
    const TextSlot* const slot = m_machine->text().find(address);
    if (slot == nullptr || slot->state == TextState::absent) {
        return nullptr;
    }
    if (!slot->is_stored) {
        return DumpSource::text_at(address);
    }
    m_stored = {};
    m_stored.address = address;
    m_stored.word = slot->word;
    m_stored.instruction = slot->instruction;
    m_stored.undefined = slot->state == TextState::undefined;
    return &m_stored;
}

std::optional<u32> MachineDumpSource::data_word(u32 address) const {
    return m_machine->memory().is_written(address) ? m_machine->memory().peek_word(address) : std::nullopt;
}

}  // namespace mariner::app
