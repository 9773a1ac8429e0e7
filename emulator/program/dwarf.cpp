#include "emulator/program/dwarf.hpp"

#include <span>

namespace mariner {

namespace {

/// The numbers that DWARF gives to what is used of it.
namespace dw {
constexpr u8 tag_compile_unit = 0x11, no_children = 0;
constexpr u8 at_name = 0x03, at_stmt_list = 0x10, at_low_pc = 0x11, at_high_pc = 0x12, at_language = 0x13,
             at_comp_dir = 0x1b;
constexpr u8 form_addr = 0x01, form_data2 = 0x05, form_data4 = 0x06, form_string = 0x08;
constexpr u16 lang_mips_assembler = 0x8001;
constexpr u8 lns_copy = 1, lns_advance_pc = 2, lns_advance_line = 3, lns_set_file = 4;
constexpr u8 lne_end_sequence = 1, lne_set_address = 2;
constexpr u16 version = 2;
}  // namespace dw

void append_number(std::string& out, u64 value, u32 size) {
    for (u32 i = 0; i < size; ++i) {
        out += static_cast<char>(value >> (8 * i));
    }
}

void append_text(std::string& out, const std::string& text) {
    out.append(text.c_str()).append(1, '\0');
}

void append_unsigned(std::string& out, u32 value) {
    for (; value >= 0x80; value >>= 7) {
        out += static_cast<char>(value | 0x80);
    }
    out += static_cast<char>(value);
}

void append_signed(std::string& out, i32 value) {
    while (value < -64 || value > 63) {
        out += static_cast<char>((value & 0x7f) | 0x80);
        value >>= 7;
    }
    out += static_cast<char>(value & 0x7f);
}

std::string with_length(const std::string& unit) {
    std::string out;
    append_number(out, unit.size(), 4);
    return out + unit;
}

std::string abbreviations() {
    constexpr u8 bytes[] = {1,
                            dw::tag_compile_unit,
                            dw::no_children,
                            dw::at_name,
                            dw::form_string,
                            dw::at_comp_dir,
                            dw::form_string,
                            dw::at_language,
                            dw::form_data2,
                            dw::at_low_pc,
                            dw::form_addr,
                            dw::at_high_pc,
                            dw::form_addr,
                            dw::at_stmt_list,
                            dw::form_data4,
                            0,
                            0,
                            0};
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
        append_unsigned(out, entry.address - address);
        if (statement.file + 1 != file) {
            out += static_cast<char>(dw::lns_set_file);
            append_unsigned(out, statement.file + 1);
        }
        out += static_cast<char>(dw::lns_advance_line);
        append_signed(out, static_cast<i32>(statement.line - line));
        out += static_cast<char>(dw::lns_copy);
        address = entry.address;
        file = statement.file + 1;
        line = statement.line;
    }
    out += static_cast<char>(dw::lns_advance_pc);
    append_unsigned(out, text.back().address + 4 - address);
    return out + std::string({0, 1, static_cast<char>(dw::lne_end_sequence)});
}

std::string unit(const std::string& name, const std::string& directory, std::span<const TextEntry> text, size_t lines) {
    std::string out;
    append_number(out, dw::version, 2);
    append_number(out, 0, 4);  // where its abbreviations begin
    append_number(out, 4, 1);  // bytes of an address
    append_number(out, 1, 1);  // the abbreviation
    append_text(out, name);
    append_text(out, directory);
    append_number(out, dw::lang_mips_assembler, 2);
    append_number(out, text.front().address, 4);
    append_number(out, text.back().address + 4, 4);
    append_number(out, lines, 4);
    return with_length(out);
}

}  // namespace

DwarfSections write_dwarf(const ProgramImage& image, const std::string& directory) {
    DwarfSections sections;
    sections.abbrev = abbreviations();
    const std::span<const TextEntry> all = image.text;
    for (size_t begin = 0; begin < all.size();) {
        size_t end = begin + 1;
        while (end < all.size() && all[end].address == all[end - 1].address + 4) {
            ++end;
        }
        const std::span<const TextEntry> text = all.subspan(begin, end - begin);
        const u32 first = text.front().statement;
        if (first < image.statements.size() && image.statements[first].file < image.files.size()) {
            const std::string& name = image.files[image.statements[first].file];
            sections.info += unit(name, directory, text, sections.line.size());
            sections.line += with_length(line_header(image) + line_program(image, text));
        }
        begin = end;
    }
    return sections;
}

}  // namespace mariner
