#pragma once
// What a program's text speaks of: labels and where they are used, macros, .eqv names, the segment of each line. Read
// loosely, so that wrong programs have a survey, too.

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "emulator/tutor/line.hpp"
#include "emulator/tutor/program_text.hpp"

namespace mariner::tutor {

/// Longer lines are no homework; nothing is looked for in them.
inline constexpr size_t longest_line = 2000;

struct SourceSpot {
    u32 file = 0;
    u32 line = 0;
    bool operator==(const SourceSpot&) const = default;
};

struct MacroFacts {
    std::string_view name;
    std::vector<std::string_view> parameters;
    SourceSpot place;
};

class Survey {
public:
    explicit Survey(const ProgramText& text);

    /// The text of the file that was named first.
    [[nodiscard]] std::string_view program() const { return m_program; }

    using Places = std::vector<SourceSpot>;

    /// Null if no line begins with the name and a colon.
    [[nodiscard]] const Places* label(std::string_view name) const { return find(m_labels, name); }
    /// Lines that name it elsewhere; null if none does.
    [[nodiscard]] const Places* uses(std::string_view name) const { return find(m_uses, name); }
    [[nodiscard]] const std::unordered_map<std::string_view, Places>& all_uses() const { return m_uses; }
    /// Whether a branch, jump or call names it.
    [[nodiscard]] bool is_jumped_to(std::string_view name) const { return m_targets.contains(name); }
    [[nodiscard]] bool is_called(std::string_view name) const { return m_called.contains(name); }
    [[nodiscard]] const std::unordered_map<std::string_view, Places>& labels() const { return m_labels; }
    [[nodiscard]] const std::vector<MacroFacts>& macros() const { return m_macros; }
    [[nodiscard]] const MacroFacts* macro(std::string_view name) const;
    /// The macro that a line stands in, or null.
    [[nodiscard]] const MacroFacts* macro_around(SourceSpot place) const;
    /// What .eqv gave the name to; empty if nothing.
    [[nodiscard]] std::string_view eqv(std::string_view name) const;
    struct Constant {
        std::string_view text;
        SourceSpot place;
    };
    [[nodiscard]] const std::unordered_map<std::string_view, Constant>& constants() const { return m_eqv; }

    /// Whether the line is data, by the directives above it.
    [[nodiscard]] bool is_in_data(SourceSpot place) const { return (flags(place) & data_flag) != 0; }
    [[nodiscard]] bool is_in_macro(SourceSpot place) const { return (flags(place) & macro_flag) != 0; }
    /// Nothing says which segment an included file begins in.
    [[nodiscard]] bool is_known(SourceSpot place) const { return (flags(place) & known_flag) != 0; }

private:
    static constexpr u8 data_flag = 1;
    static constexpr u8 macro_flag = 2;
    static constexpr u8 known_flag = 4;

    [[nodiscard]] u8 flags(SourceSpot place) const { return m_flags[place.file][place.line - 1]; }
    [[nodiscard]] static const Places* find(const std::unordered_map<std::string_view, Places>& in,
                                            std::string_view name);
    void add_file(const ProgramText& text, u32 file);
    void add_line(const LooseLine& line, SourceSpot place, bool in_data);
    void add_macro(const LooseLine& line, SourceSpot place);

    std::unordered_map<std::string_view, Places> m_labels;
    std::unordered_map<std::string_view, Places> m_uses;
    std::unordered_set<std::string_view> m_targets;
    std::unordered_set<std::string_view> m_called;
    std::unordered_map<std::string_view, Constant> m_eqv;
    std::vector<MacroFacts> m_macros;
    std::vector<std::vector<u8>> m_flags;
    std::string_view m_program;
};

/// Whether the word is an instruction that goes to a label it names.
bool is_branch_or_jump(std::string_view mnemonic);

}  // namespace mariner::tutor
