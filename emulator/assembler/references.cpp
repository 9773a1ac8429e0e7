#include "emulator/assembler/references.hpp"

#include <algorithm>
#include <unordered_map>

namespace mariner::assembler {

namespace {

/// From a label's name to its number in the image, as find_address resolves names: the unit's own, then global ones.
class SymbolNumbers {
public:
    SymbolNumbers(const Session& session, const ProgramImage& image) : m_local(session.units.size()) {
        // The image lists the units' own labels unit by unit, then the global ones (Emitter::add_symbols).
        u32 number = 0;
        for (size_t i = 0; i < session.units.size(); ++i) {
            for (const LocalSymbols::Label& label : session.units[i].symbols.all()) {
                if (!label.is_exported) {
                    m_local[i].emplace(label.name, number++);
                }
            }
        }
        for (const GlobalSymbols::Entry& entry : session.globals.all()) {
            m_global.emplace(entry.name, number++);
        }
        m_complete = number == image.symbols.size();
    }

    [[nodiscard]] const u32* find(size_t unit, std::string_view name) const {
        for (const auto* table : {&m_local[unit], &m_global}) {
            if (const auto found = table->find(name); found != table->end() && m_complete) {
                return &found->second;
            }
        }
        return nullptr;
    }

private:
    std::vector<std::unordered_map<std::string_view, u32>> m_local;
    std::unordered_map<std::string_view, u32> m_global;
    bool m_complete = false;
};

}  // namespace

void add_references(const Session& session, ProgramImage& image) {
    const SymbolNumbers numbers(session, image);
    for (size_t i = 0; i < session.units.size(); ++i) {
        for (const ParsedStatement& statement : session.units[i].statements) {
            const u32* symbol = statement.label.empty() ? nullptr : numbers.find(i, statement.label);
            if (symbol != nullptr) {
                image.references.push_back({statement.address, *symbol, 4});
            }
        }
    }
    for (const DataLabel& label : session.data_labels) {
        if (const u32* symbol = numbers.find(label.unit, label.name)) {
            image.references.push_back({label.address, *symbol, label.size});
        }
    }
    std::stable_sort(image.references.begin(), image.references.end(),
                     [](const Reference& a, const Reference& b) { return a.address < b.address; });
    image.data_end = session.data_address.get(false);
    image.kernel_data_end = session.data_address.get(true);
}

}  // namespace mariner::assembler
