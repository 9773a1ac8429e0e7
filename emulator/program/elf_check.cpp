#include "emulator/program/elf_check.hpp"

#include <algorithm>
#include <vector>

#include "emulator/support/text.hpp"

namespace mariner::elf {

namespace {

struct SectionHeader {
    u32 name = 0;
    u32 type = 0;
    u32 offset = 0;
    u32 size = 0;
    u32 link = 0;
    u32 entry_size = 0;

    [[nodiscard]] bool has_bytes() const { return type != section_null && type != section_nobits; }
};

bool lies_within(std::string_view bytes, u64 offset, u64 size) {
    return offset <= bytes.size() && size <= bytes.size() - offset;
}

Result<void> check_identification(std::string_view bytes) {
    if (!is_elf(bytes)) {
        return Error{"this is no ELF file"};
    }
    if (bytes.size() > 4 && bytes[4] == 2) {
        return Error{"this ELF file is 64-bit; Mariner runs 32-bit MIPS programs (compile with mipsel-linux-gnu-gcc)"};
    }
    if (bytes.size() > 5 && bytes[5] == 2) {
        return Error{
            "this ELF file is big-endian; MARS and Mariner are little-endian (compile with mipsel-linux-gnu-gcc, or "
            "-EL)"};
    }
    if (bytes.size() < header_size) {
        return Error{"this ELF file is cut off within its first header"};
    }
    if (bytes[4] != 1 || bytes[5] != 1 || bytes[6] != 1) {
        return Error{"this ELF file's identification is of no kind that exists"};
    }
    return {};
}

Result<void> check_machine(std::string_view bytes) {
    const u32 machine = read_u16(bytes, 18);
    if (machine != machine_mips) {
        return Error{"this ELF file is for another machine (number " + std::to_string(machine) + "), not for MIPS"};
    }
    const u32 flags = read_u32(bytes, 36);
    if ((flags & (flag_micromips | flag_mips16)) != 0) {
        return Error{"this program is compressed code (microMIPS or MIPS16); compile with -mno-micromips -mno-mips16"};
    }
    const u32 arch = flags & flag_arch_mask;
    if (arch != arch_mips1 && arch != arch_mips2 && arch != arch_mips32 && arch != arch_mips32r2) {
        return Error{"this program is for a MIPS architecture that Mariner doesn't run; compile with -march=mips32"};
    }
    const u32 abi = flags & flag_abi_mask;
    if ((flags & flag_abi2) != 0 || (abi != 0 && abi != abi_o32)) {
        return Error{"this program uses a 64-bit calling convention; compile with -mabi=32"};
    }
    switch (read_u16(bytes, 16)) {
        case type_executable:
            return {};
        case type_relocatable:
            return Error{"this is an object file that is not linked yet; link it with mipsel-linux-gnu-ld"};
        case type_shared:
            return Error{"this is a shared object or position-independent program; link with -static -no-pie"};
        default:
            return Error{"this ELF file is no executable"};
    }
}

Result<void> check_segments(std::string_view bytes, u64& total) {
    const u32 offset = read_u32(bytes, 28);
    const u32 count = read_u16(bytes, 44);
    if (count == 0) {
        return Error{"this executable has no program headers: nothing says what to load"};
    }
    if (read_u16(bytes, 42) != program_header_size || !lies_within(bytes, offset, u64{count} * program_header_size)) {
        return Error{"this ELF file is damaged: its program headers don't lie within it"};
    }
    for (u32 i = 0; i < count; ++i) {
        const size_t header = offset + size_t{i} * program_header_size;
        const u32 file_size = read_u32(bytes, header + 16);
        const u32 memory_size = read_u32(bytes, header + 20);
        const u64 address = read_u32(bytes, header + 8);
        const std::string name = "segment " + std::to_string(i);
        // PT_NULL: the rest means nothing, and nobody reads it.
        if (read_u32(bytes, header) == 0) {
            continue;
        }
        if (!lies_within(bytes, read_u32(bytes, header + 4), file_size)) {
            return Error{"this ELF file is cut off or damaged: " + name + " doesn't lie within it"};
        }
        if (read_u32(bytes, header) == segment_load &&
            (file_size > memory_size || address + memory_size > u64{1} << 32)) {
            return Error{"this ELF file is damaged: " + name + " at " + hex32(static_cast<u32>(address)) +
                         " is larger than its place in memory"};
        }
        total += file_size;
    }
    return {};
}

std::vector<SectionHeader> read_sections(std::string_view bytes) {
    std::vector<SectionHeader> sections(read_u16(bytes, 48));
    size_t at = read_u32(bytes, 32);
    for (SectionHeader& section : sections) {
        section = {read_u32(bytes, at),      read_u32(bytes, at + 4),  read_u32(bytes, at + 16),
                   read_u32(bytes, at + 20), read_u32(bytes, at + 24), read_u32(bytes, at + 36)};
        at += section_header_size;
    }
    return sections;
}

/// A table of strings may be read at any index if its last byte ends a string.
bool is_string_table(std::string_view bytes, const std::vector<SectionHeader>& sections, u32 index) {
    if (index >= sections.size() || sections[index].type != section_strtab) {
        return false;
    }
    const SectionHeader& table = sections[index];
    return table.size > 0 && bytes[table.offset + table.size - 1] == '\0';
}

Result<void> check_section(std::string_view bytes, const std::vector<SectionHeader>& sections, u32 index) {
    const SectionHeader& section = sections[index];
    if (section.has_bytes() && !lies_within(bytes, section.offset, section.size)) {
        return Error{"this ELF file is cut off or damaged: section " + std::to_string(index) +
                     " doesn't lie within it"};
    }
    if (section.type == section_symtab && (section.entry_size != symbol_size || section.size % symbol_size != 0)) {
        return Error{"this ELF file is damaged: the entries of its symbol table have the wrong size"};
    }
    return {};
}

/// ELFIO copies every name up to its end: many long ones out of one table must not multiply it.
class NameLengths {
public:
    explicit NameLengths(std::string_view bytes) : m_bytes(bytes) {}

    void add(const SectionHeader& table, u32 index) {
        if (index < table.size) {
            const std::string_view name = m_bytes.substr(table.offset + index, table.size - index);
            m_total += std::min(name.substr(0, longest + 1).find('\0'), longest + 1);
            m_good = m_good && name.substr(0, longest + 1).find('\0') != std::string_view::npos;
        }
    }

    [[nodiscard]] bool is_plausible() const { return m_good && m_total <= 16 * u64{m_bytes.size()} + 65536; }

private:
    static constexpr size_t longest = 4096;

    std::string_view m_bytes;
    u64 m_total = 0;
    bool m_good = true;
};

Result<void> check_names(std::string_view bytes, const std::vector<SectionHeader>& sections) {
    const u32 names = read_u16(bytes, 50);
    if (names != 0 && !is_string_table(bytes, sections, names)) {
        return Error{"this ELF file is damaged: its section names are no table of strings"};
    }
    NameLengths lengths(bytes);
    for (const SectionHeader& section : sections) {
        if (names != 0) {
            lengths.add(sections[names], section.name);
        }
        if (section.type != section_symtab) {
            continue;
        }
        if (!is_string_table(bytes, sections, section.link)) {
            return Error{"this ELF file is damaged: its symbol names are no table of strings"};
        }
        for (u32 at = 0; at < section.size; at += symbol_size) {
            lengths.add(sections[section.link], read_u32(bytes, section.offset + at));
        }
    }
    return lengths.is_plausible() ? Result<void>()
                                  : Error{"this ELF file is damaged: its names are longer than itself"};
}

Result<void> check_sections(std::string_view bytes, u64& total) {
    const u32 count = read_u16(bytes, 48);
    if (count == 0) {
        return read_u32(bytes, 32) == 0 ? Result<void>() : Error{"this ELF file has more sections than Mariner reads"};
    }
    if (read_u16(bytes, 46) != section_header_size ||
        !lies_within(bytes, read_u32(bytes, 32), u64{count} * section_header_size)) {
        return Error{"this ELF file is cut off or damaged: its section headers don't lie within it"};
    }
    const std::vector<SectionHeader> sections = read_sections(bytes);
    for (u32 i = 0; i < count; ++i) {
        if (Result<void> good = check_section(bytes, sections, i); !good) {
            return good;
        }
        total += sections[i].has_bytes() ? sections[i].size : 0;
    }
    return check_names(bytes, sections);
}

}  // namespace

u32 read_u16(std::string_view bytes, size_t at) {
    return static_cast<u8>(bytes[at]) | static_cast<u32>(static_cast<u8>(bytes[at + 1])) << 8;
}

u32 read_u32(std::string_view bytes, size_t at) {
    return read_u16(bytes, at) | read_u16(bytes, at + 2) << 16;
}

void append_u32(std::string& bytes, u32 value) {
    for (int shift = 0; shift < 32; shift += 8) {
        bytes += static_cast<char>((value >> shift) & 0xffU);
    }
}

bool is_elf(std::string_view bytes) {
    return bytes.substr(0, 4) == "\177ELF";
}

Result<void> check(std::string_view bytes) {
    if (Result<void> good = check_identification(bytes); !good) {
        return good;
    }
    if (Result<void> good = check_machine(bytes); !good) {
        return good;
    }
    u64 total = 0;
    if (Result<void> good = check_segments(bytes, total); !good) {
        return good;
    }
    if (Result<void> good = check_sections(bytes, total); !good) {
        return good;
    }
    // ELFIO copies every section and segment: headers that all name the same bytes must not multiply them.
    if (total > 4 * u64{bytes.size()} + 65536) {
        return Error{"this ELF file is damaged: its sections and segments lie over each other"};
    }
    return {};
}

}  // namespace mariner::elf
