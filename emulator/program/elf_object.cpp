// Object files: the program without fixed addresses. A pair of instructions that loads an address is written as lui and
// addiu (or a load or store), since ELF for MIPS knows the high half of an address only for a signed low half.

#include <algorithm>
#include <array>

#include "emulator/isa/disassemble.hpp"
#include "emulator/program/elf_check.hpp"
#include "emulator/program/elf_parts.hpp"
#include "emulator/program/elf_writer.hpp"
#include "emulator/support/text.hpp"

namespace mariner {

namespace {

constexpr u32 relocation_word = 2, relocation_jump = 4, relocation_high = 5, relocation_low = 6, relocation_branch = 10;

struct Relocation {
    u32 offset = 0;
    u32 type = 0;
    u32 symbol = 0;
};

/// One of the four sections: its bytes from the address that the assembler gave it.
struct Part {
    std::string name;
    u32 base = 0;
    bool is_text = false;
    std::string bytes;
    std::vector<Relocation> relocations;
    ELFIO::section* section = nullptr;

    [[nodiscard]] bool contains(u32 address) const { return address - base <= bytes.size(); }
};

void write_word(std::string& bytes, u32 at, u32 word) {
    for (u32 i = 0; i < 4; ++i) {
        bytes[at + i] = static_cast<char>((word >> (8 * i)) & 0xffU);
    }
}

Error fixed_address(u32 address) {
    return Error{"the program asks for a fixed address, " + hex32(address) +
                 ", which an object file can't promise; assemble it without -c"};
}

class ObjectWriter {
public:
    explicit ObjectWriter(const ProgramImage& image) : m_image(image) {
        const MemoryMap& map = memory_map(image.configuration);
        m_parts = {Part{".text", map.text.base, true, {}, {}, nullptr},
                   Part{".data", map.data_base, false, {}, {}, nullptr},
                   Part{".ktext", map.kernel_text.base, true, {}, {}, nullptr},
                   Part{".kdata", map.kernel_data.base, false, {}, {}, nullptr}};
    }

    Result<std::string> write() {
        if (m_image.configuration != MemoryConfiguration::standard) {
            return Error{"an object file has no memory configuration: leave out --memory, or -c"};
        }
        for (const auto step :
             {&ObjectWriter::collect_text, &ObjectWriter::collect_data, &ObjectWriter::check_labels}) {
            if (const Result<void> good = (this->*step)(); !good) {
                return good.error();
            }
        }
        add_sections();
        for (const Reference& reference : m_image.references) {
            if (const Result<void> good = relocate(reference); !good) {
                return good.error();
            }
        }
        add_relocations();
        std::string bytes;
        if (!elf::save(m_file, bytes)) {
            return Error{"there is no memory to make the ELF file in"};
        }
        return bytes;
    }

private:
    Result<void> collect_text() {
        for (const TextEntry& entry : m_image.text) {
            Part& part = entry.address >= m_parts[2].base ? m_parts[2] : m_parts[0];
            if (entry.address != part.base + part.bytes.size()) {
                return fixed_address(entry.address);
            }
            elf::append_u32(part.bytes, entry.word);
        }
        return {};
    }

    Result<void> collect_data() {
        const MemoryMap& map = memory_map(m_image.configuration);
        for (const DataRange& range : m_image.data) {
            Part& part = map.kernel_data.contains(range.address) ? m_parts[3] : m_parts[1];
            const bool fits = range.address >= part.base && range.address <= std::max(end_of(part), part.base);
            if (!fits && !range.bytes.empty()) {
                return fixed_address(range.address);
            }
            const size_t at = range.address - part.base;
            part.bytes.resize(std::max(part.bytes.size(), at + range.bytes.size()), '\0');
            std::copy(range.bytes.begin(), range.bytes.end(), part.bytes.begin() + static_cast<std::ptrdiff_t>(at));
        }
        for (Part* part : {&m_parts[1], &m_parts[3]}) {
            part->bytes.resize(std::max<size_t>(part->bytes.size(), std::max(end_of(*part), part->base) - part->base),
                               '\0');
        }
        return {};
    }

    [[nodiscard]] u32 end_of(const Part& part) const {
        return &part == &m_parts[3] ? m_image.kernel_data_end : m_image.data_end;
    }

    /// Labels that .extern made, or that stand at an address of the program's choice, belong to no section.
    Result<void> check_labels() {
        for (const Symbol& symbol : m_image.symbols) {
            if (part_of(symbol.address) == nullptr) {
                return fixed_address(symbol.address);
            }
        }
        return {};
    }

    [[nodiscard]] Part* part_of(u32 address) {
        const auto part =
            std::find_if(m_parts.begin(), m_parts.end(), [&](const Part& p) { return p.contains(address); });
        return part == m_parts.end() ? nullptr : &*part;
    }

    void add_sections() {
        elf::begin_file(m_file, elf::type_relocatable);
        for (Part& part : m_parts) {
            if (part.bytes.empty() && part.name[1] == 'k') {
                continue;
            }
            part.section = elf::add_section(m_file, part.name, elf::section_progbits, {});
            part.section->set_flags(elf::section_alloc | (part.is_text ? elf::section_execute : elf::section_write));
            part.section->set_addr_align(part.is_text ? 4 : 8);
        }
        elf::add_marks(m_file, m_image);
        m_symbol_numbers = elf::add_symbols(m_file, m_image, [&](u32 address) {
            const Part* part = part_of(address);
            return part->section == nullptr ? elf::LabelPlace{SHN_ABS, address}
                                            : elf::LabelPlace{part->section->get_index(), address - part->base};
        });
    }

    Result<void> relocate(const Reference& reference) {
        Part* part = part_of(reference.address);
        if (part == nullptr || reference.symbol >= m_image.symbols.size()) {
            return fixed_address(reference.address);
        }
        return part->is_text ? relocate_statement(*part, reference) : relocate_data(*part, reference);
    }

    Result<void> relocate_data(Part& part, const Reference& reference) {
        const u32 offset = reference.address - part.base;
        if (reference.size != 4 || offset % 4 != 0 || offset + 4 > part.bytes.size()) {
            return Error{"the label stored at " + hex32(reference.address) +
                         " is not a whole word; an object file can't hold it"};
        }
        const u32 value = elf::read_u32(part.bytes, offset);
        write_word(part.bytes, offset, value - m_image.symbols[reference.symbol].address);
        add(part, offset, relocation_word, reference);
        return {};
    }

    /// The instructions of the statement: where it branches or jumps, that; else each lui with the one that adds the
    /// rest.
    Result<void> relocate_statement(Part& part, const Reference& reference) {
        const TextEntry* entry = m_image.find_text(reference.address);
        const TextEntry* const end = m_image.text.data() + m_image.text.size();
        const TextEntry* high = nullptr;
        const u32 statement = entry->statement;
        const TextEntry* past_last = entry;
        while (past_last != end && past_last->statement == statement) {
            ++past_last;
        }
        const TextEntry* transfer =
            std::find_if(entry, past_last, [&](const TextEntry& e) { return goes_to(e, reference); });
        if (transfer != past_last) {
            relocate_transfer(part, *transfer, reference);
            return {};
        }
        for (; entry != past_last; ++entry) {
            if (entry->instruction.op == isa::Op::lui) {
                high = entry;
            } else if (high != nullptr && adds_low_half(*entry)) {
                relocate_pair(part, *high, *entry, reference);
                high = nullptr;
            }
        }
        return {};
    }

    [[nodiscard]] bool goes_to(const TextEntry& entry, const Reference& reference) const {
        const isa::InstructionInfo& row = isa::info(entry.instruction.op);
        return (row.has_distance() || row.has_target()) &&
               isa::transfer_target(entry.instruction, entry.address) == m_image.symbols[reference.symbol].address;
    }

    static bool adds_low_half(const TextEntry& entry) {
        const isa::Op op = entry.instruction.op;
        return op == isa::Op::ori || op == isa::Op::addiu || isa::info(op).has_address();
    }

    /// A branch within its section knows its distance already.
    void relocate_transfer(Part& part, const TextEntry& entry, const Reference& reference) {
        const u32 offset = entry.address - part.base;
        const bool is_jump = isa::info(entry.instruction.op).has_target();
        if (!is_jump && part.contains(m_image.symbols[reference.symbol].address)) {
            return;
        }
        // The distance counts from the next instruction, the relocation from this one.
        write_word(part.bytes, offset, is_jump ? entry.word & 0xfc000000U : (entry.word & 0xffff0000U) | 0xffffU);
        add(part, offset, is_jump ? relocation_jump : relocation_branch, reference);
    }

    void relocate_pair(Part& part, const TextEntry& high, const TextEntry& low, const Reference& reference) {
        const bool is_or = low.instruction.op == isa::Op::ori;
        const u32 upper = high.word << 16;
        const u32 lower = is_or ? low.word & 0xffffU : static_cast<u32>(static_cast<i16>(low.word & 0xffffU));
        const u32 addend = upper + lower - m_image.symbols[reference.symbol].address;
        constexpr u32 addiu_opcode = 9U << 26;
        const u32 low_word = is_or ? addiu_opcode | (low.word & 0x03ff0000U) : low.word & 0xffff0000U;
        write_word(part.bytes, high.address - part.base, (high.word & 0xffff0000U) | ((addend + 0x8000U) >> 16));
        write_word(part.bytes, low.address - part.base, low_word | (addend & 0xffffU));
        add(part, high.address - part.base, relocation_high, reference);
        add(part, low.address - part.base, relocation_low, reference);
    }

    void add(Part& part, u32 offset, u32 type, const Reference& reference) {
        part.relocations.push_back({offset, type, m_symbol_numbers[reference.symbol]});
    }

    void add_relocations() {
        ELFIO::section* symbols = m_file.sections[".symtab"];
        for (Part& part : m_parts) {
            if (part.section == nullptr) {
                continue;
            }
            part.section->set_data(part.bytes.data(), static_cast<ELFIO::Elf_Word>(part.bytes.size()));
            if (part.relocations.empty()) {
                continue;
            }
            std::string bytes;
            for (const Relocation& relocation : part.relocations) {
                elf::append_u32(bytes, relocation.offset);
                elf::append_u32(bytes, relocation.symbol << 8 | relocation.type);
            }
            ELFIO::section* section = elf::add_section(m_file, ".rel" + part.name, elf::section_rel, bytes);
            section->set_entry_size(8);
            section->set_link(symbols->get_index());
            section->set_info(part.section->get_index());
        }
    }

    const ProgramImage& m_image;
    std::array<Part, 4> m_parts;
    ELFIO::elfio m_file;
    std::vector<u32> m_symbol_numbers;
};

}  // namespace

Result<std::string> write_elf_object(const ProgramImage& image) {
    return ObjectWriter(image).write();
}

}  // namespace mariner
