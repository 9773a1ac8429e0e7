#pragma once
// A display's geometry from what the program wrote, for sources whose comments say too little. A guess is always said
// aloud: it comes with the sentence for the user.

#include <string>

#include "bitmap/geometry.hpp"
#include "bitmap/header_hint.hpp"
#include "bitmap/picture.hpp"

namespace mariner::bitmap {

/// Lowest and highest address of the words that were written.
struct WrittenRegion {
    u32 first = 0;
    u32 last = 0;
};

struct Guess {
    Geometry geometry;
    std::string sentence;
};

/// The words in `words` (which stand at `address`) that differ from `before` (all zero if empty); first > last if none.
WrittenRegion written_region(u32 address, WordView words, const std::vector<u32>& before);

/// Whether these words look drawn: many that can hardly be anything but colours, in runs of equal ones. Said of
/// programs that speak of no display, so what arrays of numbers hold must not pass.
bool looks_drawn(WordView words, const std::vector<u32>& before);

/// Completes what `hint` leaves open, with what MARS's lists can be set to: the base from where writing begins, the
/// length of a row from how well rows lie under each other, the unit from the rest. `words` stand at `address`.
Guess guess_geometry(const HeaderHint& hint, const WrittenRegion& written, u32 address, WordView words,
                     const BaseNames& names = {});

}  // namespace mariner::bitmap
