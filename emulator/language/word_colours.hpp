#pragma once
// What each word of a file is, for editors that colour by meaning, and short notes to be shown between the words.

#include "emulator/language/question.hpp"

namespace mariner::language {

/// In the order of word_kinds.inc, as are the names that editors know them by.
enum class WordKind : u8 {
#define WORD_KIND(id, name) id,
#include "emulator/language/word_kinds.inc"
#undef WORD_KIND
};

/// Bits.
namespace word_trait {
#define WORD_TRAIT(id, number, name) inline constexpr u32 id = 1U << number;
#include "emulator/language/word_traits.inc"
#undef WORD_TRAIT
}  // namespace word_trait

struct ColouredWord {
    TextRange range;
    WordKind kind{};
    u32 traits = 0;
};

/// Of lines first to last.
std::vector<ColouredWord> coloured_words(ProgramView& view, const WorkspaceFile& file, u32 first, u32 last);

struct InlayChoice {
    bool pseudo = true;     // what a pseudo-instruction becomes
    bool constants = true;  // values of .eqv
    bool labels = false;    // addresses of labels
};

struct InlayNote {
    TextSpot spot;
    std::string text;
    std::string more;
};
std::vector<InlayNote> inlay_notes(ProgramView& view, const WorkspaceFile& file, u32 first, u32 last,
                                   const InlayChoice& choice);

}  // namespace mariner::language
