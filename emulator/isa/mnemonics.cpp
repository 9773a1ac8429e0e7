#include "emulator/isa/mnemonics.hpp"

#include <algorithm>
#include <array>
#include <cstring>
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

/// A name in lower case as two numbers, so that a lookup compares no text.
struct NameKey {
    NameKey() = default;
    explicit NameKey(std::string_view name) {
        std::array<char, max_mnemonic_length> lower{};
        for (size_t i = 0; i < name.size(); ++i) {
            lower[i] = name[i] >= 'A' && name[i] <= 'Z' ? static_cast<char>(name[i] - 'A' + 'a') : name[i];
        }
        std::memcpy(words.data(), lower.data(), lower.size());
    }
    [[nodiscard]] size_t hash() const { return ((words[0] ^ words[1] << 1) * 0x9E3779B97F4A7C15U) >> 48; }
    friend bool operator==(const NameKey&, const NameKey&) = default;

    std::array<u64, 2> words{};
};

/// Sorted list plus an open-addressed hash of it: the lexer asks for every word of a source.
class MnemonicIndex {
public:
    MnemonicIndex() {
        const std::span<const InstructionInfo> basic(instruction_table);
        for (size_t i = 0; i < basic.size(); i += rows_from(basic, i).size()) {
            m_sorted.push_back({basic[i].mnemonic, rows_from(basic, i), {}});
        }
        const std::span<const PseudoInfo> pseudo = pseudo_table();
        for (size_t i = 0; i < pseudo.size(); i += rows_from(pseudo, i).size()) {
            const auto known = std::ranges::find(m_sorted, pseudo[i].mnemonic, &Mnemonic::name);
            if (known != m_sorted.end()) {
                known->pseudo = rows_from(pseudo, i);
            } else {
                m_sorted.push_back({pseudo[i].mnemonic, {}, rows_from(pseudo, i)});
            }
        }
        std::ranges::sort(m_sorted, {}, &Mnemonic::name);
        for (const Mnemonic& mnemonic : m_sorted) {
            const NameKey key(mnemonic.name);
            *slot(key) = {key, &mnemonic};
        }
    }

    [[nodiscard]] const Mnemonic* find(const NameKey& key) { return slot(key)->mnemonic; }
    [[nodiscard]] std::span<const Mnemonic> sorted() const { return m_sorted; }

private:
    struct NameSlot {
        NameKey key;
        const Mnemonic* mnemonic = nullptr;
    };

    /// The slot that holds the name, or the empty one where it would go.
    NameSlot* slot(const NameKey& key) {
        size_t at = key.hash() % m_slots.size();
        while (m_slots[at].mnemonic != nullptr && !(m_slots[at].key == key)) {
            at = (at + 1) % m_slots.size();
        }
        return &m_slots[at];
    }

    std::vector<Mnemonic> m_sorted;
    std::array<NameSlot, 1024> m_slots{};
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
    const Mnemonic* const found = index().find(NameKey(name));
    return found != nullptr && found->name.size() == name.size() ? found : nullptr;
}

std::span<const Mnemonic> all_mnemonics() {
    return index().sorted();
}

}  // namespace mariner::isa
