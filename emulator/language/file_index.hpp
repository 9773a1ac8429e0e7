#pragma once
// The names that a file's lines speak of, as the assembler's lexer finds them: where each stands and in what role. Read
// anew only where lines change, so that a large file stays usable. What a name means is program_names' business.

#include <string_view>
#include <vector>

#include "emulator/language/line_tokens.hpp"
#include "emulator/language/text_document.hpp"

namespace mariner::language {

enum class NameRole : u8 {
    label,      // before a colon
    macro,      // behind .macro
    parameter,  // of a macro, defined or used
    constant,   // behind .eqv
    global,     // behind .globl
    external,   // behind .extern
    head,       // where an instruction stands: a macro's call, or nothing known
    operand,    //
    file,       // the text between the quotes behind .include
};

/// What is done with what a name stands for; address: that alone is used, by `la`, `.word` or a macro.
enum class NameAccess : u8 { none, read, write, call, jump, address };

struct NameUse {
    u32 line = 0;
    u32 offset = 0;
    u32 length = 0;
    u32 hash = 0;
    NameRole role{};
    NameAccess access{};

    [[nodiscard]] TextRange range() const { return {{line, offset}, {line, offset + length}}; }
    [[nodiscard]] bool is_definition() const {
        return role == NameRole::label || role == NameRole::macro || role == NameRole::constant;
    }
};

struct LineMark {
    u32 line = 0;
    assembler::Directive directive{};
};

u32 hash_of(std::string_view name);

class FileIndex {
public:
    explicit FileIndex(const TextDocument& text);

    /// After text.replace() has said what changed.
    void update(const TextDocument& text, const LineChange& change);

    /// All in their order, their lines counted in the file.
    template <class Function>
    void for_each(Function function) const {
        u32 first = 0;
        for (const IndexChunk& chunk : m_chunks) {
            for (NameUse use : chunk.uses) {
                use.line += first;
                function(use);
            }
            first += chunk.line_count;
        }
    }
    [[nodiscard]] std::vector<LineMark> marks() const;
    [[nodiscard]] std::vector<NameUse> uses_of(const TextDocument& text, std::string_view name) const;

private:
    struct IndexChunk {
        u32 line_count = 0;
        std::vector<NameUse> uses;  // lines count from the chunk's first
        std::vector<LineMark> marks;
    };
    static constexpr u32 chunk_lines = 256;

    static std::vector<IndexChunk> read(const TextDocument& text, u32 first, u32 count);

    std::vector<IndexChunk> m_chunks;
};

}  // namespace mariner::language
