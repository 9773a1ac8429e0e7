#include "emulator/assembler/symbols.hpp"

namespace mariner::assembler {

namespace {

template <class Row>
u32 find_name(const IndexTable& table, const std::vector<Row>& rows, u32 hash, std::string_view name) {
    return table.find(hash, [&](u32 number) { return rows[number].name == name; });
}

}  // namespace

bool LocalSymbols::add(std::string_view name, u32 address, bool is_data, bool is_operator) {
    const u32 hash = m_by_name.hash_of(name);
    if (find_name(m_by_name, m_labels, hash, name) != IndexTable::none) {
        return false;
    }
    m_by_name.add(hash, static_cast<u32>(m_labels.size()));
    u32 spot = spot_at(address);
    if (spot == IndexTable::none) {
        spot = static_cast<u32>(m_spots.size());
        m_spots.push_back({spot, 1, address});
        m_by_address.add(m_by_address.hash_of(address), spot);
    }
    m_labels.push_back({name, spot, is_data, is_operator, false});
    return true;
}

u32 LocalSymbols::number_of(std::string_view name) const {
    return find_name(m_by_name, m_labels, m_by_name.hash_of(name), name);
}

const LocalSymbols::Label* LocalSymbols::find(std::string_view name) const {
    const u32 number = number_of(name);
    return number != IndexTable::none && !m_labels[number].is_exported ? &m_labels[number] : nullptr;
}

/// The root of the labels at an address, or none.
u32 LocalSymbols::spot_at(u32 address) const {
    return m_by_address.find(m_by_address.hash_of(address), [&](u32 spot) { return m_spots[spot].address == address; });
}

u32 LocalSymbols::root_of(u32 spot) const {
    while (m_spots[spot].parent != spot) {
        m_spots[spot].parent = m_spots[m_spots[spot].parent].parent;
        spot = m_spots[spot].parent;
    }
    return spot;
}

void LocalSymbols::move(u32 from, u32 to) {
    u32 spot = spot_at(from);
    if (spot == IndexTable::none || from == to) {
        return;
    }
    const u32 hash = m_by_address.hash_of(to);
    const u32 there = spot_at(to);
    m_by_address.remove(m_by_address.hash_of(from), spot);
    if (there != IndexTable::none) {
        m_by_address.remove(hash, there);
        const bool keep = m_spots[spot].size < m_spots[there].size;
        const u32 joined = keep ? spot : there;
        spot = keep ? there : spot;
        m_spots[joined].parent = spot;
        m_spots[spot].size += m_spots[joined].size;
    }
    m_spots[spot].address = to;
    m_by_address.add(hash, spot);
}

void LocalSymbols::export_label(std::string_view name) {
    const u32 number = number_of(name);
    if (number != IndexTable::none) {
        m_labels[number].is_exported = true;
    }
}

const LocalSymbols::Label* LocalSymbols::first_at(u32 wanted) const {
    const auto find = [&](u32 hash, u32 address) {
        return m_first_by_address.find(hash, [&](u32 number) { return address_of(m_labels[number]) == address; });
    };
    for (u32 i = 0; !m_has_first_index && i < m_labels.size(); ++i) {
        const u32 address = address_of(m_labels[i]);
        const u32 hash = m_first_by_address.hash_of(address);
        if (!m_labels[i].is_exported && find(hash, address) == IndexTable::none) {
            m_first_by_address.add(hash, i);
        }
    }
    m_has_first_index = true;
    const u32 number = find(m_first_by_address.hash_of(wanted), wanted);
    return number != IndexTable::none ? &m_labels[number] : nullptr;
}

bool GlobalSymbols::add(const GlobalSymbol& symbol) {
    const u32 hash = m_by_name.hash_of(symbol.name);
    if (find_name(m_by_name, m_symbols, hash, symbol.name) != IndexTable::none) {
        return false;
    }
    m_by_name.add(hash, static_cast<u32>(m_symbols.size()));
    if (first_at(symbol.address) == nullptr) {
        m_by_address.add(m_by_address.hash_of(symbol.address), static_cast<u32>(m_symbols.size()));
    }
    m_symbols.push_back(symbol);
    return true;
}

const GlobalSymbol* GlobalSymbols::find(std::string_view name) const {
    const u32 number = find_name(m_by_name, m_symbols, m_by_name.hash_of(name), name);
    return number != IndexTable::none ? &m_symbols[number] : nullptr;
}

const GlobalSymbol* GlobalSymbols::first_at(u32 address) const {
    const u32 number = m_by_address.find(m_by_address.hash_of(address),
                                         [&](u32 candidate) { return m_symbols[candidate].address == address; });
    return number != IndexTable::none ? &m_symbols[number] : nullptr;
}

std::optional<u32> find_address(const LocalSymbols& locals, const GlobalSymbols& globals, std::string_view name) {
    if (const LocalSymbols::Label* label = locals.find(name)) {
        const u32 address = locals.address_of(*label);
        if (address != not_found_address) {
            return address;
        }
    }
    const GlobalSymbol* const symbol = globals.find(name);
    if (symbol == nullptr || symbol->address == not_found_address) {
        return std::nullopt;
    }
    return symbol->address;
}

}  // namespace mariner::assembler
