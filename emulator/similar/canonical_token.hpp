#pragma once
// One step of a program as the comparison sees it: what is done, without the registers and labels it is done with. Made
// by canonical.cpp, hashed by fingerprint.cpp; only reports care where it came from.

#include "emulator/support/types.hpp"

namespace mariner::similar {

/// Equal codes mean the same step. Lines are those of ProgramImage::files, from 1.
struct CanonicalToken {
    u64 code = 0;
    u32 file = 0;
    u32 line = 0;
};

}  // namespace mariner::similar
