#pragma once
// MARS's memory dumps and their kin: words of text, data or a range of addresses in one of several formats. Called by
// `mariner mars dump`, after a run or straight after assembling, and by `mariner asm`. Makes text; writes no file.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "emulator/program/program_image.hpp"

namespace mariner {

/// The words to dump. This one shows a program as it was assembled; after a run, one derived from it shows live memory.
class DumpSource {
public:
    explicit DumpSource(const ProgramImage& program) : m_program(&program) {}
    virtual ~DumpSource() = default;
    DumpSource(const DumpSource&) = delete;
    DumpSource& operator=(const DumpSource&) = delete;

    /// The instruction at an address of text, or null. A word that the program stored has no statement.
    [[nodiscard]] virtual const TextEntry* text_at(u32 address) const { return m_program->find_text(address); }
    /// The word at an address of a data segment, or nothing if its 4096-byte block was never written.
    [[nodiscard]] virtual std::optional<u32> data_word(u32 address) const;

    [[nodiscard]] const ProgramImage& program() const { return *m_program; }
    [[nodiscard]] const MemoryMap& map() const { return memory_map(m_program->configuration); }

private:
    const ProgramImage* m_program;
};

/// What is dumped: base <= address < limit, up to the first word that isn't there.
using DumpRange = Segment;

/// `.text`, `.data`, or `m-n` (hexadecimal or decimal, whole words, m <= n as signed numbers, n itself not dumped).
std::optional<DumpRange> find_dump_range(std::string_view segment, const MemoryMap& map);

struct DumpFormat {
    std::string_view name;       // as `mariner asm --format` spells it
    std::string_view mars_name;  // as MARS spells it; empty for formats that MARS lacks
    std::string_view doc;
    std::string (*write)(const DumpSource& source, u32 first, u32 past_last);
};

std::span<const DumpFormat> dump_formats();
/// By MARS's name only (its names are case-sensitive), or by either.
const DumpFormat* find_mars_dump_format(std::string_view mars_name);
const DumpFormat* find_dump_format(std::string_view name);

/// The bytes of a dump, or the line that MARS prints in their place. `path` is only named in a message.
struct Dump {
    std::optional<std::string> bytes;
    std::string message;
};
Dump mars_dump(const DumpSource& source, std::string_view segment, std::string_view format, std::string_view path);
/// What MARS prints when the file can't be written.
std::string mars_dump_file_error(std::string_view path);

/// The same for a range and a format already found.
Dump dump_words(const DumpSource& source, DumpRange range, const DumpFormat& format, std::string_view path);

/// How a word looks as text: four bytes, the most significant first, three columns each.
std::string ascii_text(u32 word);

}  // namespace mariner
