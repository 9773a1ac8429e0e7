#include "emulator/tools/data_names.hpp"

#include <algorithm>

namespace mariner::tools {

DataNames::DataNames(const Machine& machine)
    : m_machine(machine), m_names{"the heap", "the stack", "devices", "before any label"} {
    const MemoryMap& map = machine.map();
    m_begins.push_back({0, unnamed});
    for (const Segment& segment : {map.text, map.data, map.kernel_text, map.kernel_data}) {
        m_begins.push_back({segment.base, unnamed});
    }
    m_begins.push_back({map.mmio.base, devices});
    for (const Symbol& symbol : machine.image().symbols) {
        m_begins.push_back({symbol.address, static_cast<u32>(m_names.size())});
        m_names.push_back(symbol.name);
    }
    // Of several labels at one address the last is what a reader finds beside the data.
    std::stable_sort(m_begins.begin(), m_begins.end(),
                     [](const NamedBegin& a, const NamedBegin& b) { return a.address < b.address; });
}

bool DataNames::is_heap_or_stack(u32 address) const {
    const MemoryMap& map = m_machine.map();
    return address >= std::max(map.heap_base, m_machine.image().data_end) && address <= map.stack_base;
}

size_t DataNames::find(u32 address) const {
    if (is_heap_or_stack(address)) {
        return address < m_machine.heap_pointer ? heap : stack;
    }
    const auto behind = std::upper_bound(m_begins.begin(), m_begins.end(), address,
                                         [](u32 place, const NamedBegin& begin) { return place < begin.address; });
    return (behind - 1)->name;
}

}  // namespace mariner::tools
