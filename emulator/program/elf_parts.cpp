#include "emulator/program/elf_parts.hpp"

#include <algorithm>

#include "emulator/program/elf_check.hpp"

namespace mariner::elf {

namespace {

/// 32-bit registers of both kinds, doubles in even/odd pairs.
std::string abi_flags() {
    const char bytes[abiflags_size] = {0, 0, 32, 1, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    return {bytes, sizeof bytes};
}

std::string note(const ProgramImage& image) {
    std::string bytes;
    append_u32(bytes, static_cast<u32>(note_owner.size()) + 1);
    append_u32(bytes, 12);
    append_u32(bytes, note_type);
    bytes.append(note_owner).append(1, '\0');
    append_u32(bytes, note_version);
    append_u32(bytes, image.delayed_branching ? note_delayed_branching : 0);
    append_u32(bytes, static_cast<u32>(image.configuration));
    return bytes;
}

class SymbolWriter {
public:
    SymbolWriter(ELFIO::elfio& file, const PlaceOf& place_of)
        : m_place_of(&place_of),
          m_names(add_section(file, ".strtab", section_strtab, std::string_view("\0", 1))),
          m_table(add_section(file, ".symtab", section_symtab, std::string(symbol_size, '\0'))),
          m_strings(m_names),
          m_symbols(file, m_table) {
        m_names->set_addr_align(1);
        m_table->set_entry_size(symbol_size);
        m_table->set_link(m_names->get_index());
    }

    std::vector<u32> write(const ProgramImage& image) {
        const size_t file_count = image.files.size();
        std::vector<std::vector<u32>> local(file_count + 1);
        for (u32 i = 0; i < image.symbols.size(); ++i) {
            if (!image.symbols[i].is_global) {
                local[std::min<size_t>(image.symbols[i].file, file_count)].push_back(i);
            }
        }
        std::vector<u32> numbers(image.symbols.size());
        u32 last = 0;
        for (size_t i = 0; i < local.size(); ++i) {
            if (!local[i].empty() && i < file_count) {
                last = add(image.files[i], {SHN_ABS, 0}, STB_LOCAL, STT_FILE);
            }
            for (const u32 index : local[i]) {
                last = numbers[index] = add(image.symbols[index], STB_LOCAL);
            }
        }
        m_table->set_info(last + 1);
        for (u32 i = 0; i < image.symbols.size(); ++i) {
            if (image.symbols[i].is_global) {
                numbers[i] = add(image.symbols[i], STB_GLOBAL);
            }
        }
        return numbers;
    }

private:
    u32 add(const std::string& name, LabelPlace place, u8 bind, u8 type) {
        return static_cast<u32>(
            m_symbols.add_symbol(m_strings, name.c_str(), place.value, 0, bind, type, 0, place.section));
    }

    u32 add(const Symbol& symbol, u8 bind) {
        const u8 type = symbol.is_data ? STT_OBJECT : STT_NOTYPE;
        return add(symbol.name, (*m_place_of)(symbol.address), bind, type);
    }

    const PlaceOf* m_place_of;
    ELFIO::section* m_names;
    ELFIO::section* m_table;
    ELFIO::string_section_accessor m_strings;
    ELFIO::symbol_section_accessor m_symbols;
};

}  // namespace

void begin_file(ELFIO::elfio& file, u32 type) {
    file.create(ELFCLASS32, ELFDATA2LSB);
    file.set_type(static_cast<ELFIO::Elf_Half>(type));
    file.set_machine(machine_mips);
    file.set_flags(arch_mips32 | abi_o32 | flag_noreorder);
}

ELFIO::section* add_section(ELFIO::elfio& file, const std::string& name, u32 type, std::string_view bytes) {
    ELFIO::section* section = file.sections.add(name);
    section->set_type(type);
    section->set_addr_align(4);
    section->set_data(bytes.data(), static_cast<ELFIO::Elf_Word>(bytes.size()));
    return section;
}

void add_marks(ELFIO::elfio& file, const ProgramImage& image) {
    ELFIO::section* flags = add_section(file, ".MIPS.abiflags", section_abiflags, abi_flags());
    flags->set_addr_align(8);
    flags->set_entry_size(abiflags_size);
    add_section(file, std::string(note_section), section_note, note(image));
}

std::vector<u32> add_symbols(ELFIO::elfio& file, const ProgramImage& image, const PlaceOf& place_of) {
    return SymbolWriter(file, place_of).write(image);
}

}  // namespace mariner::elf
