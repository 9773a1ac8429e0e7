#pragma once
// What the reader makes of a file named on the command line: its lines as tokens, with included files in their place
// and .eqv names replaced. The parser sees lines without an error in their tokens.

#include <algorithm>
#include <deque>
#include <string_view>
#include <vector>

#include "emulator/assembler/context.hpp"
#include "emulator/assembler/eqv.hpp"
#include "emulator/assembler/token_store.hpp"

namespace mariner::assembler {

/// A line of a file. `file` and `line` say where it really stands.
struct SourceLine {
    const char* characters = nullptr;
    u32 size = 0;
    u32 token_count = 0;
    const u8* kept_tokens = nullptr;  // in SourceUnit::tokens
    u32 file = 0;
    u32 line = 0;

    [[nodiscard]] std::string_view text() const { return {characters, size}; }
};

/// A named file with all that it includes, its lines numbered through; .eqv names, labels and macros are its own.
struct SourceUnit {
    u32 file = 0;
    std::vector<SourceLine> lines;
    TokenStore tokens;
    EqvTable eqv;
    std::vector<std::pair<u32, std::string_view>> unreplaced;  // lines that .eqv changed, as they were

    [[nodiscard]] const SourceLine& line(u32 number) const { return lines[number - 1]; }
    [[nodiscard]] std::string_view unreplaced_text(u32 number) const {
        const auto at = std::ranges::lower_bound(unreplaced, number, {}, &std::pair<u32, std::string_view>::first);
        return at != unreplaced.end() && at->first == number ? at->second : line(number).text();
    }

    /// Replaces `out` by the tokens of a line.
    static void read_tokens(const SourceLine& line, std::vector<Token>& out) {
        TokenStore::read(line.kept_tokens, line.token_count, line.text(), out);
    }
    /// Gives their memory back once nobody asks for tokens any more.
    void forget_tokens() {
        tokens = {};
        for (SourceLine& source : lines) {
            source.token_count = 0;
        }
    }

    /// Line numbers beyond the last line (see ImageBuilder) mean the last one.
    [[nodiscard]] SourcePlace place(u32 number) const {
        SourcePlace place;
        if (!lines.empty() && number > 0) {
            const SourceLine& source = lines[std::min<size_t>(number, lines.size()) - 1];
            place.file = source.file;
            place.line = source.line;
        }
        return place;
    }
};

/// All files of a program. A file that is named like the first one is not read again, but comes before it once more.
struct SourceFiles {
    std::deque<SourceUnit> units;
    std::vector<u32> order;  // indices of units, as they are assembled
};

}  // namespace mariner::assembler
