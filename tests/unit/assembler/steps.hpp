#pragma once
// What tests of single steps share: a context of their own, and lines of tokens.

#include <string>
#include <string_view>
#include <vector>

#include "emulator/assembler/first_pass.hpp"
#include "emulator/assembler/image_builder.hpp"
#include "emulator/assembler/reader.hpp"
#include "emulator/support/text.hpp"
#include "tests/unit/assembler/assemble.hpp"

namespace mariner::assembler::test {

/// The steps up to the one that a test looks at, each called by itself.
struct Steps {
    explicit Steps(AssemblerOptions the_options = {})
        : options(std::move(the_options)), context(options), program(context.map(), options.self_modifying_code) {}

    SourceFiles& read(std::string text, std::vector<std::string> names = {"a.asm"}) {
        sources.add("a.asm", std::move(text));
        program.files = SourceReader(context, sources).read(names);
        return program.files;
    }
    UnitDraft& lay_out(std::string text) {
        read(std::move(text));
        program.units.resize(program.files.units.size());
        assembler::lay_out(context, program, 0);
        return program.units[0];
    }
    BuiltImage build(std::string text) {
        lay_out(std::move(text));
        return build_image(context, program);
    }
    [[nodiscard]] std::vector<std::string> messages() {
        std::vector<std::string> ids;
        for (const Diagnostic& diagnostic : context.diagnostics().all()) {
            ids.emplace_back(info(diagnostic.message).id);
        }
        return ids;
    }

    AssemblerOptions options;
    AssemblyContext context;
    MemorySources sources;
    ProgramDraft program;
};

/// "kind:text" of every token, the kinds by their initial.
inline std::string spelled(Tokens tokens) {
    std::string out;
    for (const Token& token : tokens) {
        constexpr std::string_view letters = "!#():+-%rfnRodsi";
        out += out.empty() ? "" : " ";
        out += letters[static_cast<size_t>(token.kind)];
        out += token.text();
    }
    return out;
}

inline std::vector<Token> tokens_of(const SourceLine& line) {
    std::vector<Token> tokens;
    SourceUnit::read_tokens(line, tokens);
    return tokens;
}

/// A line's tokens, which live as long as this.
class ScannedLine {
public:
    explicit ScannedLine(std::string text) : m_text(std::move(text)) { Lexer(m_arena).scan(m_text, m_list); }
    [[nodiscard]] Tokens tokens() const { return m_list.tokens; }

private:
    std::string m_text;
    TextArena m_arena;
    TokenList m_list;
};

}  // namespace mariner::assembler::test
