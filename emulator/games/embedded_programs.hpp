#pragma once
// The bundled games' programs, as they were under asm/ when mariner was built: a copied binary plays without its source
// tree. The bodies are written by cmake/embed.cmake, one for each row of asm/games.inc. Called by the registry.

#include <span>
#include <string_view>

namespace mariner::games {

struct EmbeddedProgram {
    std::string_view room;
    std::string_view text;  // empty: it lies beside the module (MARINER_GAMES), being too large for it
};

/// In the order of asm/games.inc.
std::span<const EmbeddedProgram> embedded_programs();

}  // namespace mariner::games
