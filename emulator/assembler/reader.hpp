#pragma once
// From file names to lines of tokens: reads files, puts included ones in their place, reports what is no language
// element, and carries out .eqv. Each line is read once; what later steps need of it are its tokens.

#include <optional>
#include <set>
#include <span>
#include <string>

#include "emulator/assembler/source.hpp"
#include "emulator/assembler/source_unit.hpp"

namespace mariner::assembler {

class SourceReader {
public:
    SourceReader(AssemblyContext& context, SourceProvider& sources)
        : m_context(&context), m_sources(&sources), m_lexer(context.arena()) {}

    /// All files; stops after the first that has an error.
    SourceFiles read(std::span<const std::string> files);

private:
    void read_unit(const std::string& name);
    void read_lines(std::string_view text, u32 file, u32 depth);
    void add_line(std::string_view line, u32 file, u32 number, u32 depth);
    SourceLine kept_line(std::string_view text, u32 file, u32 number);
    /// The string after .include, or null.
    [[nodiscard]] const Token* find_included(const TokenList& list) const;
    void include(const Token& path, const SourcePlace& place, u32 depth);
    void replace_names();
    std::optional<std::string_view> load(const std::string& name, std::string* reason);

    AssemblyContext* m_context;
    SourceProvider* m_sources;
    Lexer m_lexer;
    SourceUnit* m_unit = nullptr;
    TokenList m_tokens;
    std::set<std::string> m_included;
    u64 m_bytes = 0;
    u64 m_lines = 0;
    bool m_has_eqv = false;
    bool m_failed = false;
};

}  // namespace mariner::assembler
