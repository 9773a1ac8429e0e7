#include "emulator/remote/gdb_symbols.hpp"

#include <algorithm>

#include "emulator/meaning/facts.hpp"

namespace mariner::remote {

namespace {

bool is_branch(const TextEntry& entry) {
    return meaning::facts(entry.instruction.op).is_transfer();
}

}  // namespace

std::vector<Symbol> symbols_behind_branches(const ProgramImage& image) {
    std::vector<const Symbol*> labels;
    for (const Symbol& symbol : image.symbols) {
        if (!symbol.is_data) {
            labels.push_back(&symbol);
        }
    }
    std::ranges::stable_sort(labels, {}, &Symbol::address);
    std::vector<Symbol> found;
    auto next = labels.begin();
    for (size_t i = 0; i + 1 < image.text.size() && !image.delayed_branching; ++i) {
        const u32 behind = image.text[i].address + 4;
        while (next != labels.end() && (*next)->address < behind) {
            ++next;
        }
        const bool has_label = next != labels.end() && (*next)->address == behind;
        if (is_branch(image.text[i]) && image.text[i + 1].address == behind && !has_label && next != labels.begin()) {
            const Symbol& label = **(next - 1);
            found.push_back(
                {label.name + "+" + std::to_string(behind - label.address), behind, false, false, label.file});
        }
    }
    return found;
}

}  // namespace mariner::remote
