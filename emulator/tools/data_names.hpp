#pragma once
// What people call a place in memory: the label before it, the heap, the stack.

#include <string>
#include <vector>

#include "emulator/machine/machine.hpp"

namespace mariner::tools {

class DataNames {
public:
    explicit DataNames(const Machine& machine);

    /// The number of the name, less than size().
    [[nodiscard]] size_t find(u32 address) const;
    [[nodiscard]] const std::string& operator[](size_t number) const { return m_names[number]; }
    [[nodiscard]] size_t size() const { return m_names.size(); }

private:
    enum FixedName : u8 { heap, stack, devices, unnamed, fixed_names };
    struct NamedBegin {
        u32 address = 0;
        u32 name = 0;
    };
    [[nodiscard]] bool is_heap_or_stack(u32 address) const;

    const Machine& m_machine;
    std::vector<NamedBegin> m_begins;  // sorted by address; each segment begins with one
    std::vector<std::string> m_names;
};

}  // namespace mariner::tools
