#include "emulator/assembler/symbols.hpp"

#include <utility>

namespace mariner::assembler {

bool LocalSymbols::add(std::string_view name, u32 address, bool is_data, bool is_operator) {
    const auto [at, is_new] = m_by_name.try_emplace(name, static_cast<u32>(m_labels.size()));
    if (!is_new) {
        return false;
    }
    m_labels.push_back({name, place_at(address), is_data, is_operator, false});
    return true;
}

const LocalSymbols::Label* LocalSymbols::find(std::string_view name) const {
    const auto found = m_by_name.find(name);
    if (found == m_by_name.end() || m_labels[found->second].is_exported) {
        return nullptr;
    }
    return &m_labels[found->second];
}

u32 LocalSymbols::place_at(u32 address) {
    const auto next = static_cast<u32>(m_places.size());
    const auto [at, is_new] = m_place_by_address.try_emplace(address, next);
    if (is_new) {
        m_places.push_back({next, 1, address});
    }
    return at->second;
}

u32 LocalSymbols::root_of(u32 place) const {
    while (m_places[place].parent != place) {
        m_places[place].parent = m_places[m_places[place].parent].parent;
        place = m_places[place].parent;
    }
    return place;
}

u32 LocalSymbols::join(u32 a, u32 b) {
    a = root_of(a);
    b = root_of(b);
    if (m_places[a].size < m_places[b].size) {
        std::swap(a, b);
    }
    m_places[b].parent = a;
    m_places[a].size += m_places[b].size;
    return a;
}

void LocalSymbols::move(u32 from, u32 to) {
    const auto found = m_place_by_address.find(from);
    if (found == m_place_by_address.end() || from == to) {
        return;
    }
    u32 place = root_of(found->second);
    m_place_by_address.erase(found);
    const auto there = m_place_by_address.find(to);
    if (there != m_place_by_address.end()) {
        place = join(place, there->second);
    }
    m_places[place].address = to;
    m_place_by_address[to] = place;
}

void LocalSymbols::export_label(std::string_view name) {
    const auto found = m_by_name.find(name);
    if (found != m_by_name.end()) {
        m_labels[found->second].is_exported = true;
    }
}

const LocalSymbols::Label* LocalSymbols::first_at(u32 address) const {
    if (!m_has_first_index) {
        m_has_first_index = true;
        for (u32 i = 0; i < m_labels.size(); ++i) {
            if (!m_labels[i].is_exported) {
                m_first_by_address.try_emplace(address_of(m_labels[i]), i);
            }
        }
    }
    const auto found = m_first_by_address.find(address);
    return found != m_first_by_address.end() ? &m_labels[found->second] : nullptr;
}

bool GlobalSymbols::add(const Entry& entry) {
    const auto [at, is_new] = m_by_name.try_emplace(entry.name, static_cast<u32>(m_entries.size()));
    if (is_new) {
        m_first_by_address.try_emplace(entry.address, at->second);
        m_entries.push_back(entry);
    }
    return is_new;
}

const GlobalSymbols::Entry* GlobalSymbols::find(std::string_view name) const {
    const auto found = m_by_name.find(name);
    return found != m_by_name.end() ? &m_entries[found->second] : nullptr;
}

const GlobalSymbols::Entry* GlobalSymbols::first_at(u32 address) const {
    const auto found = m_first_by_address.find(address);
    return found != m_first_by_address.end() ? &m_entries[found->second] : nullptr;
}

std::optional<u32> find_address(const LocalSymbols& locals, const GlobalSymbols& globals, std::string_view name) {
    if (const LocalSymbols::Label* label = locals.find(name)) {
        const u32 address = locals.address_of(*label);
        if (address != not_found_address) {
            return address;
        }
    }
    const GlobalSymbols::Entry* const entry = globals.find(name);
    if (entry == nullptr || entry->address == not_found_address) {
        return std::nullopt;
    }
    return entry->address;
}

}  // namespace mariner::assembler
