#pragma once
// What the pointer means on a bundled game's picture: a click answers, the token of whose turn it is follows, and shows
// where it would come to rest. Reads the picture only, as a person does; the game's program knows nothing of it.

#include "bitmap/presenter.hpp"
#include "bitmap/terminal_screen.hpp"
#include "emulator/app/board_marks.hpp"

namespace mariner::app {

/// `marks` must outlive the rules.
bitmap::PointerRules game_pointer(const SharedMarks& marks);

/// The board in letters, for a terminal of 80 columns and 24 lines.
bitmap::LetterPainter board_in_letters(const SharedMarks& marks);

}  // namespace mariner::app
