#pragma once
// The passes after all lines are read: label values into statements, pseudo-instructions into basic ones, instructions
// into words at their addresses, checks of those addresses, and the finished ProgramImage.

#include <optional>

#include "emulator/assembler/session.hpp"

namespace mariner::assembler {

class Emitter {
public:
    explicit Emitter(Session& session) : m_session(&session) {}

    /// Nothing if there are errors, from this pass or an earlier one.
    std::optional<ProgramImage> emit();

private:
    void report_unresolved_data();
    [[nodiscard]] std::string hint_for(const SourceUnit& unit, std::string_view label);
    bool build_all();
    bool build(const SourceUnit& unit, const ParsedStatement& statement, Audience audience);
    [[nodiscard]] std::optional<u32> label_value(const SourceUnit& unit, const ParsedStatement& statement,
                                                 Audience audience);
    void add_basic(const ParsedStatement& statement, u32 label);
    void add_pseudo(const SourceUnit& unit, const ParsedStatement& statement, u32 label);
    void add_defective(const ParsedStatement& statement);
    void report_missing_register(const SourceUnit& unit, const ParsedStatement& statement);
    [[nodiscard]] bool loses_branch(const SourceUnit& unit, const ParsedStatement& statement, u32 label) const;

    void check_code();
    void check_entry(const TextEntry& entry);
    void report_bad_address(const SourceUnit& unit, const ParsedStatement& statement, u32 address);
    void check_duplicates();
    void add_stored_words();

    void add_statements();
    void add_symbols();
    [[nodiscard]] u32 find_entry() const;

    /// The statement of an entry, and the unit it is in.
    struct Origin {
        const SourceUnit* unit = nullptr;
        const ParsedStatement* statement = nullptr;
    };
    [[nodiscard]] Origin origin_of(const TextEntry& entry) const;
    /// Messages of these passes name the line by its number in its file, looked up as if it counted with the includes.
    [[nodiscard]] Place place_of_line(const Origin& origin) const;
    [[nodiscard]] Place place_of_token(const SourceUnit& unit, const ParsedStatement& statement, u32 offset,
                                       u32 length) const;

    Session* m_session;
    ProgramImage m_image;
    std::vector<u32> m_first_statement;  // by unit: its statements' first index in the image
    u32 m_next_statement = 0;
};

}  // namespace mariner::assembler
