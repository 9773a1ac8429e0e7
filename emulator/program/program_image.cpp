#include "emulator/program/program_image.hpp"

#include <algorithm>

#include "emulator/isa/decode.hpp"

namespace mariner {

namespace {

/// The segment of the memory map that holds an address, as a number; 0 for none.
int segment_index(const MemoryMap& map, u32 address) {
    const Segment segments[] = {map.text, map.data, map.stack, map.kernel_text, map.kernel_data, map.mmio};
    const auto* const found =
        std::ranges::find_if(segments, [address](const Segment& one) { return one.contains(address); });
    return found != std::end(segments) ? 1 + static_cast<int>(found - std::begin(segments)) : 0;
}

/// Of two labels for the same place, the one to show: an exported one rather than a file's own.
bool is_better(const Symbol& candidate, const Symbol* best) {
    if (best == nullptr || candidate.address > best->address) {
        return true;
    }
    return candidate.address == best->address && candidate.is_global && !best->is_global;
}

/// Bits that tell the operating system or the pipeline something, and that the table has no place for: the codes of
/// syscalls and traps, the hint of a jump. sync and pref do nothing here.
u32 without_hints(u32 word) {
    const u32 major = word >> 26;
    const u32 function = word & 0x3fU;
    if (major == 0x33 || (major == 0 && function == 0x0f)) {
        return 0;
    }
    if (major != 0) {
        return word;
    }
    if (function == 0x0c) {
        return 0x0c;
    }
    if (function >= 0x30 && function <= 0x36) {
        return word & ~0xffc0U;
    }
    return function == 0x08 || function == 0x09 ? word & ~0x7c0U : word;
}

}  // namespace

TextEntry entry_of_word(u32 address, u32 word) {
    TextEntry entry;
    entry.address = address;
    entry.word = word;
    const auto whole = isa::decode(word, address);
    const auto instruction = whole ? whole : isa::decode(without_hints(word), address);
    entry.undefined = !instruction;
    entry.instruction = instruction.value_or(isa::Instruction{});
    return entry;
}

const TextEntry* ProgramImage::find_text(u32 address) const {
    const auto at = std::ranges::lower_bound(text, address, {}, &TextEntry::address);
    return at != text.end() && at->address == address ? &*at : nullptr;
}

const Statement* ProgramImage::find_statement(u32 address) const {
    const TextEntry* found = find_text(address);
    return found != nullptr && found->statement < statements.size() ? &statements[found->statement] : nullptr;
}

const Symbol* ProgramImage::find_symbol(std::string_view name) const {
    const Symbol* found = nullptr;
    for (const Symbol& symbol : symbols) {
        if (symbol.name == name && (found == nullptr || (symbol.is_global && !found->is_global))) {
            found = &symbol;
        }
    }
    return found;
}

std::vector<u32> ProgramImage::initial_words(u64 begin, u64 end) const {
    std::vector<u32> words;
    for (const DataRange& range : data) {
        const u64 first = std::max<u64>(range.address, begin);
        const u64 last = std::min<u64>(range.address + range.bytes.size(), end);
        words.resize(std::max(words.size(), first < last ? static_cast<size_t>((last - begin + 3) / 4) : 0));
        for (u64 address = first; address < last; ++address) {
            const u32 shift = static_cast<u32>(8 * ((address - begin) % 4));
            u32& word = words[static_cast<size_t>(address - begin) / 4];
            word = (word & ~(0xffU << shift)) | u32{range.bytes[static_cast<size_t>(address - range.address)]} << shift;
        }
    }
    return words;
}

const Symbol* ProgramImage::symbol_at(u32 address, bool before) const {
    const MemoryMap& map = memory_map(configuration);
    const int segment = segment_index(map, address);
    const Symbol* found = nullptr;
    for (const Symbol& symbol : symbols) {
        const bool fits = symbol.address == address ||
                          (before && symbol.address < address && segment_index(map, symbol.address) == segment);
        if (fits && is_better(symbol, found)) {
            found = &symbol;
        }
    }
    return found;
}

}  // namespace mariner
