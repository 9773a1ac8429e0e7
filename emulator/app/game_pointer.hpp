#pragma once
// What the pointer means on a bundled game's picture: a click answers, the token of whose turn it is follows, and shows
// where it would come to rest. Reads the picture only, as a person does; the game's program knows nothing of it.

#include "bitmap/presenter.hpp"

namespace mariner::app {

/// For games without a display: no rules.
bitmap::PointerRules game_pointer(bool uses_display);

}  // namespace mariner::app
