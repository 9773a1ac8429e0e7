#include "emulator/program/dwarf_parts.hpp"

#include <algorithm>

#include "emulator/isa/disassemble.hpp"
#include "emulator/support/sort_unique.hpp"

namespace mariner::dwarf {

void append_number(std::string& out, u64 value, u32 size) {
    for (u32 i = 0; i < size; ++i) {
        out += static_cast<char>(value >> (8 * i));
    }
}

void append_text(std::string& out, const std::string& text) {
    out.append(text.c_str()).append(1, '\0');
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

std::vector<FunctionRange> find_functions(const ProgramImage& image) {
    std::vector<u32> begins{image.entry};
    for (size_t i = 0; i < image.text.size(); ++i) {
        const TextEntry& entry = image.text[i];
        if (i == 0 || image.text[i - 1].address + 4 != entry.address) {
            begins.push_back(entry.address);
        }
        if (const auto target = isa::call_target(entry.instruction, entry.address)) {
            begins.push_back(*target);
        }
    }
    for (const Symbol& symbol : image.symbols) {
        if (symbol.is_global && !symbol.is_data) {
            begins.push_back(symbol.address);
        }
    }
    sort_unique(begins);
    std::vector<FunctionRange> functions;
    auto next = begins.begin();
    for (const TextEntry& entry : image.text) {
        next = std::lower_bound(next, begins.end(), entry.address);
        if (next != begins.end() && *next == entry.address) {
            const Symbol* const label = image.symbol_at(entry.address);
            functions.push_back({label != nullptr ? label->name : isa::hex_digits(entry.address), entry.address, 0});
        }
        if (!functions.empty()) {
            functions.back().end = entry.address + 4;
        }
    }
    return functions;
}

}  // namespace mariner::dwarf
