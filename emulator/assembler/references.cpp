#include "emulator/assembler/references.hpp"

#include <algorithm>

namespace mariner::assembler {

namespace {

/// The number that find_address's choice among labels of a name has in the image, which lists the units' own labels
/// unit by unit, then the global ones (ImageBuilder::add_symbols).
class SymbolNumbers {
public:
    explicit SymbolNumbers(const ProgramDraft& program) : m_program(&program) {
        for (const UnitDraft& unit : program.units) {
            for (const LocalSymbols::Label& label : unit.symbols.all()) {
                m_local.push_back(m_first_global);
                m_first_global += label.is_exported ? 0 : 1;
            }
            m_first_local.push_back(m_local.size());
        }
    }

    [[nodiscard]] std::optional<u32> find(size_t unit, std::string_view name) const {
        const LocalSymbols& symbols = m_program->units[unit].symbols;
        if (const LocalSymbols::Label* const label = symbols.find(name)) {
            const size_t before = unit == 0 ? 0 : m_first_local[unit - 1];
            return m_local[before + static_cast<size_t>(label - symbols.all().data())];
        }
        const GlobalSymbol* const symbol = m_program->globals.find(name);
        return symbol != nullptr
                   ? std::optional(m_first_global + static_cast<u32>(symbol - m_program->globals.all().data()))
                   : std::nullopt;
    }

private:
    const ProgramDraft* m_program;
    std::vector<u32> m_local;
    std::vector<size_t> m_first_local;  // of the unit behind each
    u32 m_first_global = 0;
};

}  // namespace

void add_references(const ProgramDraft& program, ProgramImage& image) {
    const SymbolNumbers numbers(program);
    for (size_t i = 0; i < program.units.size(); ++i) {
        const UnitDraft& draft = program.units[i];
        for (const ParsedStatement& statement : draft.statements) {
            const LineOrigin origin = draft.origin_of(program.files.units[i], statement);
            const auto symbol = statement.has_label() ? numbers.find(i, label_of(statement, origin)) : std::nullopt;
            if (symbol) {
                image.references.push_back({statement.address, *symbol, 4});
            }
        }
    }
    for (const DataLabel& label : program.data_labels) {
        if (const auto symbol = numbers.find(label.unit, label.name)) {
            image.references.push_back({label.address, *symbol, label.size});
        }
    }
    std::ranges::stable_sort(image.references, {}, &Reference::address);
    image.data_items = program.data_items;
    std::ranges::stable_sort(image.data_items, {}, &DataItem::address);
    image.data_end = program.segments.data.get(false);
    image.kernel_data_end = program.segments.data.get(true);
}

}  // namespace mariner::assembler
