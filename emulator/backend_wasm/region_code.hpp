#pragma once
// A region as a WebAssembly module: one function, run(entry, budget) -> number of an ExitSite.
//
// Steps are taken off the budget at the beginning of each block. It is looked at where a loop begins and where control
// is dispatched, so that no more than the region's instructions go by between two looks.

#include <vector>

#include "emulator/backend_wasm/select.hpp"
#include "emulator/translate/region.hpp"

namespace mariner::backend_wasm {

/// How a region is left.
enum class ExitKind : u8 {
    go_on,      // at pc
    jump,       // at the address that HostPlaces::pc holds
    service,    // a system call, at pc, has been made
    step,       // the checked core does the instruction at pc
    interpret,  // the interpreters go on at pc
};

/// Where a region is left.
struct ExitSite {
    ExitKind kind{};
    u32 pc = 0;
    u32 given_back = 0;  // steps taken off the budget that were not made
};

struct RegionCode {
    Bytes module;
    u32 first = 0;             // instructions count from here
    std::vector<u32> entries;  // instructions at which it can be entered, by their numbers less `first`
    std::vector<ExitSite> sites;
};

/// `entry`: an instruction at which a block of the region begins.
RegionCode compile(const translate::Listing& listing, const translate::Region& region, u32 entry,
                   const HostPlaces& host);

}  // namespace mariner::backend_wasm
