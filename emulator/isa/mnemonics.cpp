#include "emulator/isa/mnemonics.hpp"

#include <algorithm>
#include <array>
#include <bit>

// Sorted and hashed when this file is compiled, as numbers of rows: every run begins by asking for a mnemonic.

namespace mariner::isa {

namespace {

constexpr size_t max_mnemonic_length = 16;

constexpr auto basic_names = std::to_array<std::string_view>({
#define CHAPTER(title)
#define INSN(id, mnemonic, operands, encoding, body, example, doc) mnemonic,
#include "emulator/isa/instructions.inc"
#undef INSN
#undef CHAPTER
});
constexpr auto pseudo_names = std::to_array<std::string_view>({
#define PSEUDO(mnemonic, operands, expansion, compact, example, doc) mnemonic,
#include "emulator/isa/pseudo.inc"
#undef PSEUDO
});

/// The rows of one name that follow each other.
struct RowRange {
    u16 first = 0;
    u16 count = 0;
};

struct NamedRows {
    std::string_view name;
    RowRange basic;
    RowRange pseudo;
};

struct NameList {
    std::array<NamedRows, basic_names.size() + pseudo_names.size()> rows{};
    size_t count = 0;
};

template <size_t Count>
consteval RowRange rows_from(const std::array<std::string_view, Count>& names, size_t first) {
    size_t end = first;
    while (end < Count && names[end] == names[first]) {
        ++end;
    }
    return {static_cast<u16>(first), static_cast<u16>(end - first)};
}

consteval NameList list_names() {
    NameList list;
    for (size_t i = 0; i < basic_names.size(); i += list.rows[list.count - 1].basic.count) {
        list.rows[list.count++] = {basic_names[i], rows_from(basic_names, i), {}};
    }
    RowRange range;
    for (size_t i = 0; i < pseudo_names.size(); i += range.count) {
        range = rows_from(pseudo_names, i);
        const auto end = list.rows.begin() + static_cast<std::ptrdiff_t>(list.count);
        const auto known = std::ranges::find(list.rows.begin(), end, pseudo_names[i], &NamedRows::name);
        if (known != end) {
            known->pseudo = range;
        } else {
            list.rows[list.count++] = {pseudo_names[i], {}, range};
        }
    }
    return list;
}

constexpr size_t name_count = list_names().count;

constexpr std::array<NamedRows, name_count> sorted_names = [] {
    const NameList list = list_names();
    std::array<NamedRows, name_count> sorted{};
    std::ranges::copy_n(list.rows.begin(), name_count, sorted.begin());
    std::ranges::sort(sorted, {}, &NamedRows::name);
    return sorted;
}();

/// A name in lower case as two numbers, so that a lookup compares no text.
struct NameKey {
    constexpr NameKey() = default;
    constexpr explicit NameKey(std::string_view name) {
        std::array<char, max_mnemonic_length> lower{};
        for (size_t i = 0; i < name.size(); ++i) {
            lower[i] = name[i] >= 'A' && name[i] <= 'Z' ? static_cast<char>(name[i] - 'A' + 'a') : name[i];
        }
        words = std::bit_cast<std::array<u64, 2>>(lower);
    }
    [[nodiscard]] constexpr size_t hash() const { return ((words[0] ^ words[1] << 1) * 0x9E3779B97F4A7C15U) >> 48; }
    friend constexpr bool operator==(const NameKey&, const NameKey&) = default;

    std::array<u64, 2> words{};
};

constexpr auto keys = [] {
    std::array<NameKey, name_count> all{};
    std::ranges::transform(sorted_names, all.begin(), [](const NamedRows& row) { return NameKey(row.name); });
    return all;
}();

/// The lexer asks for every word of a source: an open-addressed hash, of places in the sorted list.
constexpr size_t slot_count = 1024;
constexpr u16 no_name = 0xffff;
constexpr auto slots = [] {
    std::array<u16, slot_count> all{};
    all.fill(no_name);
    for (size_t i = 0; i < name_count; ++i) {
        size_t at = keys[i].hash() % slot_count;
        while (all[at] != no_name) {
            at = (at + 1) % slot_count;
        }
        all[at] = static_cast<u16>(i);
    }
    return all;
}();

/// What of the sorted list a run needs; the names stand in the tables.
constexpr auto ranges = [] {
    std::array<std::array<RowRange, 2>, name_count> all{};
    std::ranges::transform(sorted_names, all.begin(), [](const NamedRows& row) {
        return std::array{row.basic, row.pseudo};
    });
    return all;
}();

std::array<Mnemonic, name_count> make_mnemonics() {
    std::array<Mnemonic, name_count> all;
    const std::span<const InstructionInfo> basic(instruction_table);
    const std::span<const PseudoInfo> pseudo = pseudo_table();
    for (size_t i = 0; i < name_count; ++i) {
        const auto [in_basic, in_pseudo] = ranges[i];
        all[i] = {in_basic.count != 0 ? basic[in_basic.first].mnemonic : pseudo[in_pseudo.first].mnemonic,
                  basic.subspan(in_basic.first, in_basic.count), pseudo.subspan(in_pseudo.first, in_pseudo.count)};
    }
    return all;
}

}  // namespace

const Mnemonic* find_mnemonic(std::string_view name) {
    if (name.empty() || name.size() > max_mnemonic_length) {
        return nullptr;
    }
    const NameKey key(name);
    size_t at = key.hash() % slot_count;
    while (slots[at] != no_name && !(keys[slots[at]] == key)) {
        at = (at + 1) % slot_count;
    }
    if (slots[at] == no_name) {
        return nullptr;
    }
    const Mnemonic& found = all_mnemonics()[slots[at]];
    return found.name.size() == name.size() ? &found : nullptr;
}

std::span<const Mnemonic> all_mnemonics() {
    static const std::array<Mnemonic, name_count> all = make_mnemonics();
    return all;
}

}  // namespace mariner::isa
