#include "emulator/isa/mnemonics.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace mariner::isa {

namespace {

constexpr size_t max_mnemonic_length = 16;

template <class Row>
std::span<const Row> rows_from(std::span<const Row> table, size_t first) {
    size_t end = first;
    while (end < table.size() && table[end].mnemonic == table[first].mnemonic) {
        ++end;
    }
    return table.subspan(first, end - first);
}

/// Sorted list plus an open-addressed hash of it: the lexer asks for every word of a source.
class MnemonicIndex {
public:
    MnemonicIndex() {
        const std::span<const InstructionInfo> basic(instruction_table);
        for (size_t i = 0; i < basic.size(); i += rows_from(basic, i).size()) {
            m_sorted.push_back({basic[i].mnemonic, rows_from(basic, i), {}});
        }
        const std::span<const PseudoInfo> pseudo = pseudo_table();
        const size_t basic_count = m_sorted.size();
        for (size_t i = 0; i < pseudo.size(); i += rows_from(pseudo, i).size()) {
            const auto known =
                std::find_if(m_sorted.begin(), m_sorted.begin() + static_cast<std::ptrdiff_t>(basic_count),
                             [&](const Mnemonic& m) { return m.name == pseudo[i].mnemonic; });
            if (known != m_sorted.begin() + static_cast<std::ptrdiff_t>(basic_count)) {
                known->pseudo = rows_from(pseudo, i);
            } else {
                m_sorted.push_back({pseudo[i].mnemonic, {}, rows_from(pseudo, i)});
            }
        }
        std::sort(m_sorted.begin(), m_sorted.end(),
                  [](const Mnemonic& a, const Mnemonic& b) { return a.name < b.name; });
        for (const Mnemonic& mnemonic : m_sorted) {
            *slot(mnemonic.name) = &mnemonic;
        }
    }

    [[nodiscard]] const Mnemonic* find(std::string_view lower_case) { return *slot(lower_case); }
    [[nodiscard]] std::span<const Mnemonic> sorted() const { return m_sorted; }

private:
    /// The slot that holds the name, or the empty one where it would go.
    const Mnemonic** slot(std::string_view name) {
        u32 hash = 2166136261U;
        for (const char c : name) {
            hash = (hash ^ static_cast<u8>(c)) * 16777619U;
        }
        size_t at = hash % m_slots.size();
        while (m_slots[at] != nullptr && m_slots[at]->name != name) {
            at = (at + 1) % m_slots.size();
        }
        return &m_slots[at];
    }

    std::vector<Mnemonic> m_sorted;
    std::array<const Mnemonic*, 1024> m_slots{};
};

MnemonicIndex& index() {
    static MnemonicIndex the_index;
    return the_index;
}

}  // namespace

const Mnemonic* find_mnemonic(std::string_view name) {
    if (name.empty() || name.size() > max_mnemonic_length) {
        return nullptr;
    }
    std::array<char, max_mnemonic_length> lower{};
    std::transform(name.begin(), name.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return index().find(std::string_view(lower.data(), name.size()));
}

std::span<const Mnemonic> all_mnemonics() {
    return index().sorted();
}

}  // namespace mariner::isa
