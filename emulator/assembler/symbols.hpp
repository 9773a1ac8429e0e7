#pragma once
// Labels: one table per file, whose labels move when alignment moves the place they stand at, and one of global names.
// Filled by the first pass, asked by everything that needs an address.

#include <optional>
#include <string_view>
#include <vector>

#include "emulator/assembler/index_table.hpp"
#include "emulator/support/types.hpp"

namespace mariner::assembler {

/// The address that MARS takes for "no such symbol": a label there is never found.
inline constexpr u32 not_found_address = 0xffffffff;

class LocalSymbols {
public:
    struct Label {
        std::string_view name;
        u32 spot = 0;
        bool is_data = false;
        bool is_operator = false;  // named like an instruction
        bool is_exported = false;  // moved to the global table, no longer found here
    };

    /// False if the name is taken. `name` must outlive the table.
    bool add(std::string_view name, u32 address, bool is_data, bool is_operator);

    /// Null if there is none or it was exported.
    [[nodiscard]] const Label* find(std::string_view name) const;
    [[nodiscard]] u32 address_of(const Label& label) const { return m_spots[root_of(label.spot)].address; }

    /// All labels that stand at `from` stand at `to` from now on.
    void move(u32 from, u32 to);

    void export_label(std::string_view name);

    /// The first label defined that stands at an address, or null. For use once the table is complete.
    [[nodiscard]] const Label* first_at(u32 address) const;

    [[nodiscard]] const std::vector<Label>& all() const { return m_labels; }

private:
    /// Labels that stand together share a spot, and spots that meet are joined; so moving a million costs as one.
    struct Spot {
        u32 parent = 0;
        u32 size = 1;
        u32 address = 0;
    };

    [[nodiscard]] u32 number_of(std::string_view name) const;
    [[nodiscard]] u32 spot_at(u32 address) const;
    [[nodiscard]] u32 root_of(u32 spot) const;

    std::vector<Label> m_labels;
    IndexTable m_by_name;
    mutable std::vector<Spot> m_spots;  // finding a root shortens the way for the next search
    IndexTable m_by_address;            // of spots
    mutable IndexTable m_first_by_address;
    mutable bool m_has_first_index = false;
};

struct GlobalSymbol {
    std::string_view name;
    u32 address = 0;
    bool is_data = false;
    bool is_operator = false;
    u32 file = 0;
};

class GlobalSymbols {
public:
    bool add(const GlobalSymbol& symbol);
    [[nodiscard]] const GlobalSymbol* find(std::string_view name) const;
    [[nodiscard]] const GlobalSymbol* first_at(u32 address) const;
    [[nodiscard]] const std::vector<GlobalSymbol>& all() const { return m_symbols; }

private:
    std::vector<GlobalSymbol> m_symbols;
    IndexTable m_by_name;
    IndexTable m_by_address;
};

/// The file's own label first, then a global one.
std::optional<u32> find_address(const LocalSymbols& locals, const GlobalSymbols& globals, std::string_view name);

}  // namespace mariner::assembler
