#include "emulator/program/elf_writer.hpp"

#include <algorithm>

#include "emulator/isa/disassemble.hpp"
#include "emulator/program/dwarf.hpp"
#include "emulator/program/elf_check.hpp"
#include "emulator/program/elf_file.hpp"
#include "emulator/program/elf_parts.hpp"
#include "emulator/program/line_map.hpp"

namespace mariner {

namespace {

constexpr u32 page_size = 4096;
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
        if (pieces.size() == first || (pieces.back().end() - 1) / page_size + 1 < range.address / page_size ||
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

void add_pieces(ELFIO::elfio& file, const MemoryMap& map, std::vector<Piece>& pieces) {
    std::vector<std::string> names;
    for (Piece& piece : pieces) {
        const std::string name = section_name(piece, map, names);
        if (name.find('.', 1) == std::string::npos) {
            names.push_back(name);
        }
        piece.section = elf::add_section(file, name, elf::section_progbits, piece.bytes);
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

void add_debug_sections(ELFIO::elfio& file, const DwarfSections& sections) {
    elf::add_section(file, ".debug_abbrev", elf::section_progbits, sections.abbrev)->set_addr_align(1);
    elf::add_section(file, ".debug_info", elf::section_progbits, sections.info)->set_addr_align(1);
    elf::add_section(file, ".debug_line", elf::section_progbits, sections.line)->set_addr_align(1);
    elf::add_section(file, ".debug_ranges", elf::section_progbits, sections.ranges)->set_addr_align(1);
    elf::add_section(file, ".debug_frame", elf::section_progbits, sections.frame)->set_addr_align(4);
}

}  // namespace

Result<std::string> write_elf(const ProgramImage& image, const std::string& directory) {
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
    elf::begin_file(file, elf::type_executable);
    file.set_entry(image.entry);
    add_pieces(file, memory_map(image.configuration), pieces);
    elf::add_marks(file, image);
    elf::add_section(file, std::string(elf::lines_section), elf::section_progbits, write_line_map(image))
        ->set_addr_align(1);
    if (!directory.empty()) {
        add_debug_sections(file, write_dwarf(image, directory));
    }
    const PieceIndex index(pieces);
    elf::add_symbols(file, image, [&](u32 address) { return elf::LabelPlace{index.section_of(address), address}; });

    std::string bytes;
    if (!elf::save(file, bytes)) {
        return Error{"there is no memory to make the ELF file in"};
    }
    return bytes;
}

}  // namespace mariner
