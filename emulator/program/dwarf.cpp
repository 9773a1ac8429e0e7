#include "emulator/program/dwarf.hpp"

#include <algorithm>
#include <span>

#include "emulator/program/dwarf_parts.hpp"
#include "emulator/support/sort_unique.hpp"

namespace mariner {

namespace {

using namespace dwarf;

/// The numbers that DWARF gives to what is used of it.
namespace dw {
constexpr u8 tag_compile_unit = 0x11, tag_subprogram = 0x2e, no_children = 0, children = 1;
constexpr u8 at_name = 0x03, at_stmt_list = 0x10, at_low_pc = 0x11, at_high_pc = 0x12, at_language = 0x13,
             at_comp_dir = 0x1b, at_ranges = 0x55;
constexpr u8 form_addr = 0x01, form_data2 = 0x05, form_data4 = 0x06, form_string = 0x08;
constexpr u16 lang_mips_assembler = 0x8001;
constexpr u8 lns_copy = 1, lns_advance_pc = 2, lns_advance_line = 3, lns_set_file = 4;
constexpr u8 lne_end_sequence = 1, lne_set_address = 2;
constexpr u16 version = 2;
}  // namespace dw

std::string abbreviations() {
    // clang-format off
    constexpr u8 bytes[] = {
        1, dw::tag_compile_unit, dw::children,
        dw::at_name, dw::form_string, dw::at_comp_dir, dw::form_string, dw::at_language, dw::form_data2,
        dw::at_low_pc, dw::form_addr, dw::at_high_pc, dw::form_addr, dw::at_stmt_list, dw::form_data4, 0, 0,
        2, dw::tag_subprogram, dw::no_children,
        dw::at_name, dw::form_string, dw::at_low_pc, dw::form_addr, dw::at_high_pc, dw::form_addr, 0, 0,
        3, dw::tag_subprogram, dw::no_children, dw::at_name, dw::form_string, dw::at_ranges, dw::form_data4, 0, 0,
        0};
    // clang-format on
    return {reinterpret_cast<const char*>(bytes), sizeof bytes};
}

/// Files are numbered from 1.
std::string line_header(const ProgramImage& image) {
    constexpr u8 fixed[] = {1, 1, static_cast<u8>(-5), 14, 10, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0};
    std::string rest(reinterpret_cast<const char*>(fixed), sizeof fixed);
    for (const std::string& file : image.files) {
        append_text(rest, file);
        rest.append(3, '\0');  // folder, time and length: not told
    }
    rest += '\0';
    std::string out;
    append_number(out, dw::version, 2);
    return out + with_length(rest);
}

/// A row of the line table for each instruction that begins a statement.
std::string line_program(const ProgramImage& image, std::span<const TextEntry> text) {
    std::string out = {0, 5, static_cast<char>(dw::lne_set_address)};
    append_number(out, text.front().address, 4);
    u32 address = text.front().address;
    u32 file = 1;
    u32 line = 1;
    for (const TextEntry& entry : text) {
        if (entry.statement >= image.statements.size() || !entry.first_of_statement) {
            continue;
        }
        const Statement& statement = image.statements[entry.statement];
        out += static_cast<char>(dw::lns_advance_pc);
        append_varint(out, entry.address - address);
        if (statement.file + 1 != file) {
            out += static_cast<char>(dw::lns_set_file);
            append_varint(out, statement.file + 1);
        }
        out += static_cast<char>(dw::lns_advance_line);
        append_signed(out, static_cast<i32>(statement.line - line));
        out += static_cast<char>(dw::lns_copy);
        address = entry.address;
        file = statement.file + 1;
        line = statement.line;
    }
    out += static_cast<char>(dw::lns_advance_pc);
    append_varint(out, text.back().address + 4 - address);
    return out + std::string({0, 1, static_cast<char>(dw::lne_end_sequence)});
}

/// Where labels stand inside a function, and its ends.
std::vector<u32> parts_of(const FunctionRange& function, const std::vector<u32>& labels) {
    std::vector<u32> parts{function.begin};
    auto at = std::upper_bound(labels.begin(), labels.end(), function.begin);
    for (; at != labels.end() && *at < function.end; ++at) {
        parts.push_back(*at);
    }
    parts.push_back(function.end);
    return parts;
}

/// A function with labels inside is told part by part. GDB remembers the part that it was in, and asks again in the
/// next one; so it sees a symbol that begins there (remote/gdb_symbols.hpp).
void append_function(std::string& out, const FunctionRange& function, const std::vector<u32>& labels, u32 base,
                     std::string& ranges) {
    const std::vector<u32> parts = parts_of(function, labels);
    append_number(out, parts.size() == 2 ? 2 : 3, 1);
    append_text(out, function.name);
    if (parts.size() == 2) {
        append_number(out, function.begin, 4);
        append_number(out, function.end, 4);
        return;
    }
    append_number(out, ranges.size(), 4);
    for (size_t i = 0; i + 1 < parts.size(); ++i) {
        append_number(ranges, parts[i] - base, 4);
        append_number(ranges, parts[i + 1] - base, 4);
    }
    append_number(ranges, 0, 8);
}

class UnitWriter {
public:
    UnitWriter(const ProgramImage& image, const std::string& directory, DwarfSections& sections)
        : m_image(image), m_directory(directory), m_sections(sections), m_functions(find_functions(image)) {
        for (const Symbol& symbol : image.symbols) {
            if (!symbol.is_data) {
                m_labels.push_back(symbol.address);
            }
        }
        sort_unique(m_labels);
    }

    [[nodiscard]] const std::vector<FunctionRange>& functions() const { return m_functions; }

    /// Instructions without a hole between, the first of which comes from `name`.
    void write(const std::string& name, std::span<const TextEntry> text) {
        const u32 begin = text.front().address;
        const u32 end = text.back().address + 4;
        std::string out;
        append_number(out, dw::version, 2);
        append_number(out, 0, 4);  // where its abbreviations begin
        append_number(out, 4, 1);  // bytes of an address
        append_number(out, 1, 1);  // the abbreviation
        append_text(out, name);
        append_text(out, m_directory);
        append_number(out, dw::lang_mips_assembler, 2);
        append_number(out, begin, 4);
        append_number(out, end, 4);
        append_number(out, m_sections.line.size(), 4);
        for (const FunctionRange& function : m_functions) {
            if (function.begin >= begin && function.begin < end) {
                append_function(out, function, m_labels, begin, m_sections.ranges);
            }
        }
        append_number(out, 0, 1);  // no further children
        m_sections.info += with_length(out);
        m_sections.line += with_length(line_header(m_image) + line_program(m_image, text));
    }

private:
    const ProgramImage& m_image;
    const std::string& m_directory;
    DwarfSections& m_sections;
    std::vector<FunctionRange> m_functions;
    std::vector<u32> m_labels;  // of text, by address
};

}  // namespace

DwarfSections write_dwarf(const ProgramImage& image, const std::string& directory) {
    DwarfSections sections;
    sections.abbrev = abbreviations();
    UnitWriter units(image, directory, sections);
    if (!image.delayed_branching) {
        sections.frame = write_frames(image, units.functions());
    }
    const std::span<const TextEntry> all = image.text;
    for (size_t begin = 0; begin < all.size();) {
        size_t end = begin + 1;
        while (end < all.size() && all[end].address == all[end - 1].address + 4) {
            ++end;
        }
        const std::span<const TextEntry> text = all.subspan(begin, end - begin);
        const u32 first = text.front().statement;
        if (first < image.statements.size() && image.statements[first].file < image.files.size()) {
            units.write(image.files[image.statements[first].file], text);
        }
        begin = end;
    }
    return sections;
}

}  // namespace mariner
