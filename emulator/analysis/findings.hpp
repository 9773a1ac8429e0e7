#pragma once
// What the checks of `mariner run --check` found: each fault once per place, with line, reason and remedy.

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "emulator/program/program_image.hpp"
#include "emulator/support/json.hpp"

namespace mariner {

enum class FindingKind : u8 {
    unwritten_register,
    unwritten_memory,
    saved_register,
    stack_pointer,
    return_address,
    fall_through,
    text_write,
    syscall_number,
    syscall_argument,
    syscall_missing,
    past_end,
    endless_string,
    odd_text,
    value_lost,
    address_as_value,
    number_mixed,
    division_by_zero,
    zero_register,
    assembler_register,
    stack_direction,
    size_mixed,
};

/// "unwritten_register" ...: the word that reports use.
std::string_view name_of(FindingKind kind);

struct Finding {
    FindingKind kind{};
    u32 pc = 0;
    std::string what;    // one clause, without place
    std::string why;     // where the value comes from
    std::string remedy;  // what to do
    u64 times = 1;
};

class Findings {
public:
    /// True if this is the first of its kind at this place: the caller then adds it. Counts it otherwise. `detail`
    /// tells faults of one kind and place apart (a register's number).
    bool is_new(FindingKind kind, u32 pc, u32 detail);
    void add(Finding finding);
    /// More of a reason that was told already.
    void extend(FindingKind kind, u32 pc, const std::string& why);

    [[nodiscard]] const std::vector<Finding>& all() const { return m_findings; }
    [[nodiscard]] std::vector<const Finding*> at(u32 pc) const;
    [[nodiscard]] bool empty() const { return m_findings.empty(); }

    /// Those that something else has told already: the cause of the run's end, a warning of the assembler.
    using Told = std::vector<const Finding*>;
    /// For standard error, without those told: all of them, or the first few of a run that nobody asked to check.
    [[nodiscard]] std::string text(const ProgramImage& image, const Told& told) const;
    [[nodiscard]] std::string short_text(const ProgramImage& image, const Told& told) const;
    /// An array.
    void write_json(JsonWriter& json, const ProgramImage& image) const;

private:
    /// A program with more faults than this is not helped by a longer list.
    static constexpr size_t most = 200;
    static constexpr size_t most_unasked = 3;

    [[nodiscard]] std::string count_of_places() const;

    std::map<std::tuple<FindingKind, u32, u32>, size_t> m_index;
    std::vector<Finding> m_findings;
};

}  // namespace mariner
