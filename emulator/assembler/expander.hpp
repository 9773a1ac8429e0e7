#pragma once
// A line of a macro's body to the line that a call makes of it. MARS replaces text and reads the line again; here the
// body's tokens are kept and those of the arguments put in their place, wherever that comes to the same.

#include <string>
#include <unordered_map>
#include <vector>

#include "emulator/assembler/eqv.hpp"
#include "emulator/assembler/macros.hpp"
#include "emulator/assembler/source_unit.hpp"

namespace mariner::assembler {

class Expander {
public:
    Expander(AssemblyContext& context, SourceUnit& unit)
        : m_context(&context), m_unit(&unit), m_lexer(context.arena()), m_replacer(context, unit.eqv) {}

    /// The text that line `line` becomes in expansion `number`; its tokens go to `list`. `place`: of the body's line.
    std::string_view expand(const Macro& macro, u32 line, Tokens arguments, u32 number, const SourcePlace& place,
                            TokenList& list);

private:
    /// A token of the body that is replaced: by an argument, or (`parameter` is npos) a label by its numbered name.
    struct ReplacedToken {
        size_t token = 0;
        size_t parameter = Macro::npos;
    };

    /// A line of a body. Inexact ones are those whose text MARS changes elsewhere than at these tokens.
    struct BodyLine {
        bool is_exact = false;
        std::vector<Token> tokens;
        std::vector<ReplacedToken> slots;
    };

    const BodyLine& body_line(const Macro& macro, u32 line);
    [[nodiscard]] BodyLine read_body_line(const Macro& macro, u32 line) const;
    bool splice(const BodyLine& body, std::string_view text, Tokens arguments, TokenList& list);
    std::string_view substitute(const Macro& macro, u32 line, Tokens tokens, Tokens arguments,
                                const SourcePlace& place);

    AssemblyContext* m_context;
    SourceUnit* m_unit;
    Lexer m_lexer;
    EqvReplacer m_replacer;
    std::unordered_map<const Macro*, std::vector<BodyLine>> m_bodies;
    std::string m_suffix;  // of the labels of the expansion at hand
    std::string m_text;
};

}  // namespace mariner::assembler
