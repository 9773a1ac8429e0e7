#pragma once
// From file names to the lines of each source unit: reads files, puts included ones in their place, reports what is no
// language element, and carries out .eqv. After it the parser sees lines without an error in their tokens. Its second
// half, substitution in a line, is used again for the lines that macros make.

#include <set>
#include <string>

#include "emulator/assembler/session.hpp"

namespace mariner::assembler {

/// Tokenizes lines of a unit, with .eqv names replaced and .eqv lines noted.
class LineScanner {
public:
    LineScanner(Session& session, SourceUnit& unit) : m_session(&session), m_unit(&unit) {}

    /// Returns the line after substitution, which lives as long as the session. `line` is its number in the unit, for
    /// messages; `audience` that of messages about tokens (the first reading has reported them already).
    std::string_view scan(std::string_view text, u32 line, TokenList& out, Audience audience = Audience::all);

private:
    [[nodiscard]] Place place_of(const Token& token) const;
    void report_invalid(const TokenList& list, Audience audience);
    [[nodiscard]] const Token* find_definition(const TokenList& list) const;
    void define(const TokenList& list, size_t at);
    [[nodiscard]] std::string_view replacement_text(const TokenList& list, size_t first) const;

    Session* m_session;
    SourceUnit* m_unit;
    std::string_view m_text;
    u32 m_line = 0;
};

class Reader {
public:
    explicit Reader(Session& session) : m_session(&session) {}

    /// All files; stops after the first that has an error.
    void read(std::span<const std::string> files);

private:
    void read_unit(const std::string& name);
    void read_file(const std::string& name, u32 depth);
    void read_lines(std::string_view text, u32 file, u32 depth);
    void add_line(std::string_view line, u32 file, u32 number, u32 depth);
    /// The string after .include, or null.
    [[nodiscard]] const Token* find_included(const TokenList& list) const;
    void include(const Token& path, const Place& place, u32 depth);
    void substitute_lines();
    bool load(const std::string& name, std::string* reason);

    Session* m_session;
    SourceUnit* m_unit = nullptr;
    TokenList m_tokens;
    std::set<std::string> m_included;
    u64 m_bytes = 0;
    u64 m_lines = 0;
    bool m_has_eqv = false;
    bool m_failed = false;
};

}  // namespace mariner::assembler
