#pragma once
// Memory for the tokens of all lines, from reading until the first pass: some bytes for each, or a source with nothing
// but errors would take several times its size. Grows by chunks and never moves.

#include <string_view>
#include <vector>

#include "emulator/assembler/token.hpp"

namespace mariner::assembler {

class TokenStore {
public:
    /// Where the tokens of a line lie from now on.
    const u8* keep(Tokens tokens);

    /// Replaces `out` by so many tokens that are kept for a line of this text.
    static void read(const u8* kept, u32 count, std::string_view line, std::vector<Token>& out);

private:
    static constexpr size_t chunk_size = size_t{1} << 18;  // so large that the system gets it back at once

    std::vector<std::vector<u8>> m_chunks;
    std::vector<u8> m_line;  // the one that is being written, and room behind it
};

}  // namespace mariner::assembler
