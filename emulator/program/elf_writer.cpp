#include "emulator/program/elf_writer.hpp"

#include <algorithm>

#include "emulator/isa/disassemble.hpp"
#include "emulator/program/elf_check.hpp"
#include "emulator/program/elf_file.hpp"
#include "emulator/program/line_map.hpp"

namespace mariner {

namespace {

constexpr u32 block_size = 4096;
/// ELFIO looks at every pair of them; a program in more pieces than this is no program.
constexpr size_t most_sections = 4096;

/// Bytes that become one section and one segment.
struct Piece {
    u32 address = 0;
    std::string bytes;
    bool is_text = false;
    ELFIO::section* section = nullptr;

    [[nodiscard]] u64 end() const { return u64{address} + bytes.size(); }
};

/// Instructions that follow one another; a hole between them ends a program, so it must stay one.
void collect_text(const ProgramImage& image, std::vector<Piece>& pieces) {
    for (const TextEntry& entry : image.text) {
        if (pieces.empty() || pieces.back().end() != entry.address) {
            pieces.push_back({entry.address, {}, true, nullptr});
        }
        elf::append_u32(pieces.back().bytes, entry.word);
    }
}

/// Ranges in the same or the next 4096-byte block become one piece: the zeros between them don't touch a block that the
/// program left alone.
void collect_data(const ProgramImage& image, std::vector<Piece>& pieces) {
    const size_t first = pieces.size();
    for (const DataRange& range : image.data) {
        if (range.bytes.empty()) {
            continue;
        }
        const u32 begin = range.address & ~3U;
        if (pieces.size() == first || (pieces.back().end() - 1) / block_size + 1 < range.address / block_size ||
            pieces.back().end() > range.address) {
            pieces.push_back({begin, {}, false, nullptr});
        }
        Piece& piece = pieces.back();
        piece.bytes.resize(range.address - piece.address, '\0');
        piece.bytes.append(range.bytes.begin(), range.bytes.end());
    }
}

/// The plain name for the first piece of each kind, and the address added for the others.
std::string section_name(const Piece& piece, const MemoryMap& map, const std::vector<std::string>& taken) {
    const bool kernel = map.kernel_text.contains(piece.address) || map.kernel_data.contains(piece.address);
    std::string name = piece.is_text ? (kernel ? ".ktext" : ".text") : (kernel ? ".kdata" : ".data");
    const bool is_usual = piece.is_text || kernel || (map.data.contains(piece.address) && piece.end() > map.data_base);
    if (!is_usual || std::find(taken.begin(), taken.end(), name) != taken.end()) {
        name += "." + isa::hex_digits(piece.address);
    }
    return name;
}

ELFIO::section* add_section(ELFIO::elfio& file, const std::string& name, u32 type, std::string_view bytes) {
    ELFIO::section* section = file.sections.add(name);
    section->set_type(type);
    section->set_addr_align(4);
    section->set_data(bytes.data(), static_cast<ELFIO::Elf_Word>(bytes.size()));
    return section;
}

void add_pieces(ELFIO::elfio& file, const MemoryMap& map, std::vector<Piece>& pieces) {
    std::vector<std::string> names;
    for (Piece& piece : pieces) {
        const std::string name = section_name(piece, map, names);
        if (name.find('.', 1) == std::string::npos) {
            names.push_back(name);
        }
        piece.section = add_section(file, name, elf::section_progbits, piece.bytes);
        piece.section->set_address(piece.address);
        piece.section->set_flags(elf::section_alloc | (piece.is_text ? elf::section_execute : elf::section_write));
        ELFIO::segment* segment = file.segments.add();
        segment->set_type(elf::segment_load);
        segment->set_virtual_address(piece.address);
        segment->set_physical_address(piece.address);
        segment->set_flags(elf::segment_read | (piece.is_text ? elf::segment_execute : elf::segment_write));
        segment->set_align(4);
        segment->add_section_index(piece.section->get_index(), 4);
    }
}

/// 32-bit registers of both kinds, doubles in even/odd pairs.
std::string abi_flags() {
    const char bytes[elf::abiflags_size] = {0, 0, 32, 1, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    return {bytes, sizeof bytes};
}

std::string note(const ProgramImage& image) {
    std::string bytes;
    elf::append_u32(bytes, static_cast<u32>(elf::note_owner.size()) + 1);
    elf::append_u32(bytes, 12);
    elf::append_u32(bytes, elf::note_type);
    bytes.append(elf::note_owner).append(1, '\0');
    elf::append_u32(bytes, elf::note_version);
    elf::append_u32(bytes, image.delayed_branching ? elf::note_delayed_branching : 0);
    elf::append_u32(bytes, static_cast<u32>(image.configuration));
    return bytes;
}

/// The pieces by address, to find the one that a label stands in or behind.
class PieceIndex {
public:
    explicit PieceIndex(const std::vector<Piece>& pieces) {
        for (const Piece& piece : pieces) {
            m_pieces.push_back(&piece);
        }
        std::sort(m_pieces.begin(), m_pieces.end(),
                  [](const Piece* a, const Piece* b) { return a->address < b->address; });
    }

    /// A label at the end of a piece belongs to it; one in memory that nothing was written to is an absolute address.
    [[nodiscard]] ELFIO::Elf_Half section_of(u32 address) const {
        auto at = std::upper_bound(m_pieces.begin(), m_pieces.end(), address,
                                   [](u32 wanted, const Piece* piece) { return wanted < piece->address; });
        if (at == m_pieces.begin() || address > (*--at)->end()) {
            return SHN_ABS;
        }
        return (*at)->section->get_index();
    }

private:
    std::vector<const Piece*> m_pieces;
};

class SymbolWriter {
public:
    SymbolWriter(ELFIO::elfio& file, const PieceIndex& pieces)
        : m_pieces(&pieces),
          m_names(add_section(file, ".strtab", elf::section_strtab, std::string_view("", 1))),
          m_table(add_section(file, ".symtab", elf::section_symtab, {})),
          m_strings(m_names),
          m_symbols(file, m_table) {
        m_names->set_addr_align(1);
        m_table->set_entry_size(elf::symbol_size);
        m_table->set_link(m_names->get_index());
    }

    /// Labels of each file behind its name, then the exported ones, as ELF wants them.
    void write(const ProgramImage& image) {
        std::vector<std::vector<const Symbol*>> local(image.files.size() + 1);
        for (const Symbol& symbol : image.symbols) {
            if (!symbol.is_global) {
                local[std::min<size_t>(symbol.file, image.files.size())].push_back(&symbol);
            }
        }
        u32 last = 0;
        for (size_t i = 0; i < local.size(); ++i) {
            if (!local[i].empty() && i < image.files.size()) {
                last = add(image.files[i], 0, STB_LOCAL, STT_FILE, SHN_ABS);
            }
            for (const Symbol* symbol : local[i]) {
                last = add(*symbol, STB_LOCAL);
            }
        }
        m_table->set_info(last + 1);
        for (const Symbol& symbol : image.symbols) {
            if (symbol.is_global) {
                add(symbol, STB_GLOBAL);
            }
        }
        if (m_table->get_size() == 0) {
            const std::string null_symbol(elf::symbol_size, '\0');
            m_table->set_data(null_symbol.data(), elf::symbol_size);
        }
    }

private:
    u32 add(const std::string& name, u32 value, u8 bind, u8 type, ELFIO::Elf_Half section) {
        return static_cast<u32>(m_symbols.add_symbol(m_strings, name.c_str(), value, 0, bind, type, 0, section));
    }

    u32 add(const Symbol& symbol, u8 bind) {
        const u8 type = symbol.is_data ? STT_OBJECT : STT_NOTYPE;
        return add(symbol.name, symbol.address, bind, type, m_pieces->section_of(symbol.address));
    }

    const PieceIndex* m_pieces;
    ELFIO::section* m_names;
    ELFIO::section* m_table;
    ELFIO::string_section_accessor m_strings;
    ELFIO::symbol_section_accessor m_symbols;
};

}  // namespace

Result<std::string> write_elf(const ProgramImage& image) {
    std::vector<Piece> pieces;
    collect_text(image, pieces);
    collect_data(image, pieces);
    if (pieces.size() > most_sections) {
        return Error{"the program lies in " + std::to_string(pieces.size()) +
                     " separate pieces of memory, more than an ELF file can name"};
    }
    if (pieces.empty()) {
        return Error{"the program has neither instructions nor data: there is nothing to write"};
    }
    ELFIO::elfio file;
    file.create(ELFCLASS32, ELFDATA2LSB);
    file.set_type(elf::type_executable);
    file.set_machine(elf::machine_mips);
    file.set_flags(elf::arch_mips32 | elf::abi_o32 | elf::flag_noreorder);
    file.set_entry(image.entry);
    add_pieces(file, memory_map(image.configuration), pieces);
    add_section(file, ".MIPS.abiflags", elf::section_abiflags, abi_flags())->set_addr_align(8);
    add_section(file, std::string(elf::note_section), elf::section_note, note(image));
    add_section(file, std::string(elf::lines_section), elf::section_progbits, write_line_map(image))->set_addr_align(1);
    const PieceIndex index(pieces);
    SymbolWriter(file, index).write(image);

    std::string bytes;
    if (!elf::save(file, bytes)) {
        return Error{"there is no memory to make the ELF file in"};
    }
    return bytes;
}

}  // namespace mariner
