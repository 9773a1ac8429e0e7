#include "emulator/program/elf_reader.hpp"

#include <algorithm>
#include <unordered_map>

#include "emulator/program/elf_check.hpp"
#include "emulator/program/elf_file.hpp"
#include "emulator/program/line_map.hpp"
#include "emulator/support/text.hpp"

namespace mariner {

namespace {

constexpr u32 page_mask = 4095;
/// Linkers make two or three; every access outside MARS's segments looks through them.
constexpr size_t most_extra_segments = 64;

/// How the program wants to be run: what our note says, or what GNU tools expect.
struct Origin {
    bool is_ours = false;
    bool delayed_branching = true;
    MemoryConfiguration configuration = MemoryConfiguration::standard;
};

std::string_view bytes_of(const ELFIO::section& section) {
    const char* data = section.get_data();
    if (data == nullptr || section.get_type() == elf::section_nobits) {
        return {};
    }
    return {data, static_cast<size_t>(section.get_size())};
}

std::string_view bytes_of(const ELFIO::segment& segment) {
    const char* data = segment.get_data();
    return data == nullptr ? std::string_view() : std::string_view(data, static_cast<size_t>(segment.get_file_size()));
}

template <class Visit>
void for_each_section(const ELFIO::elfio& file, Visit visit) {
    const unsigned count = file.sections.size();
    for (unsigned i = 0; i < count; ++i) {
        visit(*file.sections[i]);
    }
}

const ELFIO::section* find_section(const ELFIO::elfio& file, std::string_view name, u32 type) {
    const ELFIO::section* found = nullptr;
    for_each_section(file, [&](const ELFIO::section& section) {
        if (section.get_type() == type && section.get_name() == name) {
            found = &section;
        }
    });
    return found;
}

Result<Origin> read_note(const ELFIO::elfio& file) {
    const ELFIO::section* section = find_section(file, elf::note_section, elf::section_note);
    if (section == nullptr) {
        return Origin{};
    }
    const std::string_view bytes = bytes_of(*section);
    const size_t at = 12 + elf::note_owner.size() + 1;
    if (bytes.size() < at + 12 || bytes.substr(12, elf::note_owner.size()) != elf::note_owner ||
        elf::read_u32(bytes, 0) != elf::note_owner.size() + 1) {
        return Error{"this ELF file's note about Mariner is damaged"};
    }
    const u32 configuration = elf::read_u32(bytes, at + 8);
    if (elf::read_u32(bytes, at) != elf::note_version || configuration >= memory_maps.size()) {
        return Error{"this ELF file was written by another version of Mariner; assemble the program again"};
    }
    const bool delayed = (elf::read_u32(bytes, at + 4) & elf::note_delayed_branching) != 0;
    return Origin{true, delayed, static_cast<MemoryConfiguration>(configuration)};
}

/// Doubles live in pairs of 32-bit registers here; programs for 64-bit registers keep them elsewhere.
Result<void> check_float_registers(const ELFIO::elfio& file) {
    const ELFIO::section* section = find_section(file, ".MIPS.abiflags", elf::section_abiflags);
    if (section == nullptr || bytes_of(*section).size() < elf::abiflags_size) {
        return {};
    }
    const int float_abi = bytes_of(*section)[7];
    if (float_abi == 6 || float_abi == 7) {
        return Error{"this program needs 64-bit floating-point registers; compile it with -mfp32"};
    }
    return {};
}

Result<void> add_text(ProgramImage& image, u64 address, std::string_view bytes) {
    const MemoryMap& map = memory_map(image.configuration);
    const u64 size = bytes.size() & ~size_t{3};
    if (size == 0) {
        return {};
    }
    const auto holds = [&](const Segment& segment) {
        return address >= segment.base && address + size <= segment.limit;
    };
    const std::string place = hex32(static_cast<u32>(address));
    if (address % 4 != 0) {
        return Error{"this ELF file's code at " + place + " is not at a word boundary"};
    }
    if (!holds(map.text) && !holds(map.kernel_text)) {
        return Error{"this program's code at " + place + " lies outside the text segments " + hex32(map.text.base) +
                     ".." + hex32(map.text.limit - 1) + " and " + hex32(map.kernel_text.base) + ".." +
                     hex32(map.kernel_text.limit - 1) + "; link it with -Ttext=" + hex32(map.text.base)};
    }
    for (size_t i = 0; i < size; i += 4) {
        image.text.push_back(entry_of_word(static_cast<u32>(address + i), elf::read_u32(bytes, i)));
    }
    return {};
}

/// Code is what the sections say is code; without sections, whatever a segment allows to be executed.
Result<void> read_text(const ELFIO::elfio& file, ProgramImage& image) {
    Result<void> result;
    bool has_sections = false;
    const u64 wanted = elf::section_alloc | elf::section_execute;
    for_each_section(file, [&](const ELFIO::section& section) {
        if ((section.get_flags() & wanted) == wanted && result) {
            has_sections = true;
            result = add_text(image, section.get_address(), bytes_of(section));
        }
    });
    for (unsigned i = 0; i < file.segments.size() && !has_sections && result; ++i) {
        const ELFIO::segment& segment = *file.segments[i];
        if (segment.get_type() == elf::segment_load && (segment.get_flags() & elf::segment_execute) != 0) {
            result = add_text(image, segment.get_virtual_address(), bytes_of(segment));
        }
    }
    if (!result) {
        return result;
    }
    const auto by_address = [](const TextEntry& a, const TextEntry& b) { return a.address < b.address; };
    std::sort(image.text.begin(), image.text.end(), by_address);
    const auto same_address = [](const TextEntry& a, const TextEntry& b) { return a.address == b.address; };
    if (std::adjacent_find(image.text.begin(), image.text.end(), same_address) != image.text.end()) {
        return Error{"this ELF file is damaged: two sections put code at the same address"};
    }
    return {};
}

/// The pages of a segment that no data segment of the memory map holds.
Result<void> add_extra_pages(ProgramImage& image, u64 begin, u64 end) {
    const MemoryMap& map = memory_map(image.configuration);
    for (const Segment& segment : {map.data, map.stack, map.kernel_data, map.mmio}) {
        if (begin >= segment.base && end <= segment.limit) {
            return {};
        }
    }
    const u64 first = begin & ~u64{page_mask};
    const u64 past_last = std::min<u64>((end + page_mask) & ~u64{page_mask}, 0xffffffffU);
    if (first < map.mmio.limit && past_last > map.mmio.base) {
        return Error{"this program's data at " + hex32(static_cast<u32>(begin)) + " lies over the devices at " +
                     hex32(map.mmio.base)};
    }
    auto& extra = image.extra_data;
    if (!extra.empty() && first <= extra.back().limit) {
        extra.back().limit = std::max(extra.back().limit, static_cast<u32>(past_last));
    } else {
        extra.push_back({static_cast<u32>(first), static_cast<u32>(past_last)});
    }
    if (extra.size() > most_extra_segments) {
        return Error{"this program's data lies in too many places outside MARS's data segments"};
    }
    return {};
}

/// Programs of ours never read their own text; those of GNU tools keep constants beside it.
bool is_data_segment(const ELFIO::segment& segment, const Origin& origin) {
    return segment.get_type() == elf::segment_load && segment.get_memory_size() > 0 &&
           (!origin.is_ours || (segment.get_flags() & elf::segment_execute) == 0);
}

Result<void> read_data(const ELFIO::elfio& file, const Origin& origin, ProgramImage& image) {
    std::vector<const ELFIO::segment*> segments;
    for (unsigned i = 0; i < file.segments.size(); ++i) {
        if (is_data_segment(*file.segments[i], origin)) {
            segments.push_back(file.segments[i]);
        }
    }
    std::stable_sort(segments.begin(), segments.end(), [](const ELFIO::segment* a, const ELFIO::segment* b) {
        return a->get_virtual_address() < b->get_virtual_address();
    });
    u64 previous_end = 0;
    for (const ELFIO::segment* segment : segments) {
        const u64 begin = segment->get_virtual_address();
        const u64 end = begin + segment->get_memory_size();
        if (begin < previous_end) {
            return Error{"this ELF file is damaged: two segments lie at " + hex32(static_cast<u32>(begin))};
        }
        previous_end = end;
        if (Result<void> good = add_extra_pages(image, begin, end); !good) {
            return good;
        }
        const std::string_view bytes = bytes_of(*segment);
        if (!bytes.empty()) {
            image.data.push_back({static_cast<u32>(begin), {bytes.begin(), bytes.end()}});
        }
    }
    return {};
}

struct ElfSymbol {
    std::string name;
    ELFIO::Elf64_Addr value = 0;
    ELFIO::Elf_Xword size = 0;
    unsigned char bind = 0;
    unsigned char type = 0;
    ELFIO::Elf_Half section = 0;
    unsigned char other = 0;
};

/// Files are numbered as the line map does; a name that it lacks belongs to none in particular.
class FileNumbers {
public:
    explicit FileNumbers(const ProgramImage& image) {
        for (size_t i = 0; i < image.files.size(); ++i) {
            m_numbers.emplace(image.files[i], static_cast<u32>(i));
        }
    }

    [[nodiscard]] u32 find(const std::string& name) const {
        const auto at = m_numbers.find(name);
        return at == m_numbers.end() ? 0 : at->second;
    }

private:
    std::unordered_map<std::string, u32> m_numbers;
};

void read_symbols(const ELFIO::elfio& file, ELFIO::section& table, const Origin& origin, ProgramImage& image) {
    const ELFIO::symbol_section_accessor symbols(file, &table);
    const u64 count = symbols.get_symbols_num();
    const FileNumbers files(image);
    u32 current_file = 0;
    for (u64 i = 1; i < count; ++i) {
        ElfSymbol symbol;
        symbols.get_symbol(i, symbol.name, symbol.value, symbol.size, symbol.bind, symbol.type, symbol.section,
                           symbol.other);
        if (symbol.type == STT_FILE) {
            current_file = files.find(symbol.name);
        }
        if (symbol.name == "_gp" && !origin.is_ours) {
            image.global_pointer = static_cast<u32>(symbol.value);
        }
        const bool is_label = symbol.type == STT_NOTYPE || symbol.type == STT_OBJECT || symbol.type == STT_FUNC;
        if (!is_label || symbol.name.empty() || symbol.section == SHN_UNDEF) {
            continue;
        }
        const u32 address = static_cast<u32>(symbol.value);
        const bool is_data = origin.is_ours ? symbol.type == STT_OBJECT : image.find_text(address) == nullptr;
        image.symbols.push_back({symbol.name, address, is_data, symbol.bind != STB_LOCAL, current_file});
    }
}

void read_all_symbols(ELFIO::elfio& file, const Origin& origin, ProgramImage& image) {
    for (unsigned i = 0; i < file.sections.size(); ++i) {
        if (file.sections[i]->get_type() == elf::section_symtab && file.sections[i]->get_data() != nullptr) {
            read_symbols(file, *file.sections[i], origin, image);
        }
    }
    const ELFIO::section* reginfo = find_section(file, ".reginfo", elf::section_reginfo);
    if (reginfo != nullptr && !image.global_pointer && bytes_of(*reginfo).size() >= elf::reginfo_size) {
        const u32 gp = elf::read_u32(bytes_of(*reginfo), 20);
        image.global_pointer = gp != 0 ? std::optional<u32>(gp) : std::nullopt;
    }
}

Result<ProgramImage> read_program(ELFIO::elfio& file, const Origin& origin) {
    ProgramImage image;
    image.configuration = origin.configuration;
    image.delayed_branching = origin.delayed_branching;
    image.entry = static_cast<u32>(file.get_entry());
    if (Result<void> good = read_text(file, image); !good) {
        return good.error();
    }
    if (Result<void> good = read_data(file, origin, image); !good) {
        return good.error();
    }
    if (!origin.is_ours && image.find_text(image.entry) == nullptr) {
        return Error{"this program's entry point " + hex32(image.entry) + " is not in its code"};
    }
    const ELFIO::section* lines = find_section(file, elf::lines_section, elf::section_progbits);
    if (origin.is_ours && lines != nullptr) {
        if (Result<void> good = read_line_map(bytes_of(*lines), image); !good) {
            return good.error();
        }
    }
    read_all_symbols(file, origin, image);
    return image;
}

}  // namespace

bool is_elf(std::string_view bytes) {
    return elf::is_elf(bytes);
}

Result<ProgramImage> read_elf(std::string_view bytes) {
    if (Result<void> good = elf::check(bytes); !good) {
        return good.error();
    }
    ELFIO::elfio file;
    if (!elf::load(file, bytes)) {
        return Error{"this ELF file can't be read"};
    }
    const Result<Origin> origin = read_note(file);
    if (!origin) {
        return origin.error();
    }
    if (Result<void> good = check_float_registers(file); !good) {
        return good.error();
    }
    return read_program(file, *origin);
}

}  // namespace mariner
