#pragma once
// What the reader makes of a file named on the command line: its lines as tokens, with included files in their place
// and .eqv names replaced. The parser sees lines without an error in their tokens.

#include <algorithm>
#include <deque>
#include <string_view>
#include <vector>

#include "emulator/assembler/context.hpp"
#include "emulator/assembler/eqv.hpp"
#include "emulator/assembler/token.hpp"

namespace mariner::assembler {

/// A line of a file. `file` and `line` say where it really stands.
struct SourceLine {
    const char* characters = nullptr;
    u32 size = 0;
    u32 token_count = 0;
    Token* first_token = nullptr;
    u32 file = 0;
    u32 line = 0;

    [[nodiscard]] std::string_view text() const { return {characters, size}; }
    [[nodiscard]] Tokens tokens() const { return {first_token, token_count}; }
};

/// Memory for the tokens of all lines. Grows by chunks and never moves.
class TokenStore {
public:
    /// Where the tokens lie from now on: in the place of others that nobody needs any more, if they fit there.
    Token* keep(Tokens tokens, std::span<Token> instead = {}) {
        if (tokens.size() <= instead.size()) {
            return std::ranges::copy(tokens, instead.data()).out - tokens.size();
        }
        if (m_chunks.empty() || m_chunks.back().capacity() - m_chunks.back().size() < tokens.size()) {
            m_next_size = std::min(2 * m_next_size, largest_chunk);
            m_chunks.emplace_back().reserve(std::max(m_next_size, tokens.size()));
        }
        std::vector<Token>& chunk = m_chunks.back();
        return &*chunk.insert(chunk.end(), tokens.begin(), tokens.end());
    }

private:
    static constexpr size_t largest_chunk = size_t{1} << 16;  // so large that the system gets it back at once

    std::vector<std::vector<Token>> m_chunks;
    size_t m_next_size = 128;
};

/// A file named on the command line with all that it includes: its lines are numbered through, and .eqv names (and
/// later labels and macros) are its own.
struct SourceUnit {
    u32 file = 0;
    std::vector<SourceLine> lines;
    TokenStore tokens;
    EqvTable eqv;
    std::vector<std::pair<u32, std::string_view>> unreplaced;  // lines that .eqv changed, as they were

    [[nodiscard]] const SourceLine& line(u32 number) const { return lines[number - 1]; }
    [[nodiscard]] std::string_view unreplaced_text(u32 number) const {
        const auto at = std::lower_bound(unreplaced.begin(), unreplaced.end(), number,
                                         [](const auto& row, u32 wanted) { return row.first < wanted; });
        return at != unreplaced.end() && at->first == number ? at->second : line(number).text();
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
