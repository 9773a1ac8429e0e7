#pragma once
// Labels: one table per file, whose labels move when alignment moves the place they stand at, and one of global names.
// Filled by the parser, asked by everything that needs an address.

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "emulator/support/types.hpp"

namespace mariner::assembler {

/// The address that MARS takes for "no such symbol": a label there is never found.
inline constexpr u32 not_found_address = 0xffffffff;

class LocalSymbols {
public:
    struct Label {
        std::string_view name;
        u32 place = 0;
        bool is_data = false;
        bool is_operator = false;  // named like an instruction
        bool is_exported = false;  // moved to the global table, no longer found here
    };

    /// False if the name is taken. `name` must outlive the table.
    bool add(std::string_view name, u32 address, bool is_data, bool is_operator);

    /// Null if there is none or it was exported.
    [[nodiscard]] const Label* find(std::string_view name) const;
    [[nodiscard]] u32 address_of(const Label& label) const { return m_places[root_of(label.place)].address; }

    /// All labels that stand at `from` stand at `to` from now on.
    void move(u32 from, u32 to);

    void export_label(std::string_view name);

    /// The first label in order of definition that stands at an address; null if there is none. For use once the table
    /// is complete.
    [[nodiscard]] const Label* first_at(u32 address) const;

    [[nodiscard]] const std::vector<Label>& all() const { return m_labels; }

private:
    /// Labels that stand together share a place, and places that meet are joined; so a move costs the same for one
    /// label and for a million.
    struct Place {
        u32 parent = 0;
        u32 size = 1;
        u32 address = 0;
    };

    u32 place_at(u32 address);
    [[nodiscard]] u32 root_of(u32 place) const;
    u32 join(u32 a, u32 b);

    std::vector<Label> m_labels;
    std::unordered_map<std::string_view, u32> m_by_name;
    mutable std::vector<Place> m_places;  // finding a root shortens the way for the next search
    std::unordered_map<u32, u32> m_place_by_address;
    mutable std::unordered_map<u32, u32> m_first_by_address;
    mutable bool m_has_first_index = false;
};

class GlobalSymbols {
public:
    struct Entry {
        std::string_view name;
        u32 address = 0;
        bool is_data = false;
        bool is_operator = false;
        u32 file = 0;
    };

    bool add(const Entry& entry);
    [[nodiscard]] const Entry* find(std::string_view name) const;
    [[nodiscard]] const Entry* first_at(u32 address) const;
    [[nodiscard]] const std::vector<Entry>& all() const { return m_entries; }

private:
    std::vector<Entry> m_entries;
    std::unordered_map<std::string_view, u32> m_by_name;
    std::unordered_map<u32, u32> m_first_by_address;
};

/// The file's own label first, then a global one.
std::optional<u32> find_address(const LocalSymbols& locals, const GlobalSymbols& globals, std::string_view name);

}  // namespace mariner::assembler
