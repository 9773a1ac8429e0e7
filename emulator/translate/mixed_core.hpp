#pragma once
// What compiling engines have in common: an interpreter for whatever isn't compiled, and how long it goes on.

#include <memory>

#include "emulator/execute/core.hpp"
#include "emulator/translate/listing.hpp"

namespace mariner::translate {

class MixedCore : public Core {
protected:
    explicit MixedCore(Machine& machine);

    /// A run of the interpreter as a part of this engine's; true if it stopped by itself.
    bool run_interpreted(u64 steps);
    /// From within a block to where the next one begins.
    static u64 steps_to_block(const Listing& listing, u32 index);

    u64 m_seen = 0;  // steps ever, of all runs of the machine

private:
    std::unique_ptr<Core> m_interpreter;
};

}  // namespace mariner::translate
