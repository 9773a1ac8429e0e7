#pragma once
// Macros as a table: definitions, which one a call means, the calls that are being expanded.

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "emulator/assembler/token.hpp"

namespace mariner::assembler {

/// Lines are numbered from 1 in the file with its includes.
struct Macro {
    std::string_view name;
    std::vector<std::string_view> parameters;
    std::vector<std::string_view> labels;                    // sorted once the macro is complete
    std::unordered_map<std::string_view, size_t> positions;  // of the parameters, the first of each name
    u32 first_line = 0;                                      // of .macro
    u32 last_line = 0;                                       // of .end_macro
    u32 first_line_in_file = 0;                              // the same as first_line, in the file that it stands in

    [[nodiscard]] bool has_label(std::string_view text) const;
    void add_parameter(std::string_view name);
    /// The parameter's position, or npos.
    [[nodiscard]] size_t find_parameter(std::string_view text) const;
    static constexpr size_t npos = static_cast<size_t>(-1);
};

/// The macros of one file.
class MacroPool {
public:
    void begin(std::string_view name, u32 line, u32 line_in_file);
    [[nodiscard]] Macro& current() { return m_current; }
    [[nodiscard]] const Macro& current() const { return m_current; }
    void commit(u32 line);

    [[nodiscard]] bool empty() const { return m_macros.empty(); }
    /// Of those with this name and number of parameters the one that begins last; null if there is none.
    [[nodiscard]] const Macro* find(std::string_view name, size_t parameter_count) const;
    [[nodiscard]] bool has_name(std::string_view name) const { return m_by_name.contains(name); }
    [[nodiscard]] const std::deque<Macro>& all() const { return m_macros; }

    /// Numbers the expansions of the file: 0, 1, 2 ...
    u32 next_number() { return m_next_number++; }

    /// False if a call in this line is being expanded already.
    bool push_call(u32 line, u32 line_in_file);
    void pop_call();
    /// The lines of the calls being expanded, outermost first.
    [[nodiscard]] const std::vector<u32>& calls() const { return m_call_lines_in_file; }

private:
    struct Overload {
        size_t parameter_count = 0;
        const Macro* macro = nullptr;
    };

    Macro m_current;
    std::deque<Macro> m_macros;  // whose elements stay where they are
    std::unordered_map<std::string_view, std::vector<Overload>> m_by_name;
    std::vector<u32> m_call_lines;
    std::vector<u32> m_call_lines_in_file;
    u32 m_next_number = 0;
};

}  // namespace mariner::assembler
