#pragma once
// Which display a program gets, and where its picture lies: from the options, the sources' comments, and, where these
// say too little, from what the program writes. Opens nothing.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bitmap/geometry.hpp"
#include "bitmap/guess.hpp"
#include "bitmap/header_hint.hpp"
#include "emulator/app/display_options.hpp"
#include "emulator/machine/machine.hpp"
#include "emulator/remote/picture.hpp"
#include "emulator/support/result.hpp"

namespace mariner::app {

using remote::base_names;
using remote::display_memory;

enum class DisplayKind : u8 { none, window, terminal, png, frames, gif };

struct DisplayPlan {
    DisplayKind kind = DisplayKind::none;
    bool is_auto = false;                      // nobody asked: nothing is opened before the program draws
    std::string target;                        // of png, frames, gif
    bitmap::HeaderHint hint;                   // options count as the plainest of hints
    std::optional<bitmap::Geometry> geometry;  // nothing: to be guessed from what is written
    bitmap::WordView screen{};                 // of a tool, in place of the program's memory
};

/// An error is about the options: a size that doesn't fit, with what does.
Result<DisplayPlan> plan_display(const DisplayOptions& options, std::span<const std::string> sources,
                                 const MemoryMap& map);

/// The keyboard's registers lie where the program draws (at the start of the segment): it gets no devices.
bool covers_devices(const DisplayPlan& plan, const MemoryMap& map);

/// The options that say this geometry.
std::string options_for(const bitmap::Geometry& geometry, const bitmap::BaseNames& names);

/// The words of the picture in guest memory, and what the program's own data put there before its first instruction.
bitmap::WordView display_words(const bitmap::Geometry& geometry, const Memory& memory);
std::vector<u32> initial_words(const bitmap::Geometry& geometry, const ProgramImage& image);

/// Finds the region that a program draws in, for a plan without geometry. Reads memory while the guest runs.
class RegionWatch {
public:
    RegionWatch(const DisplayPlan& plan, const Machine& machine);

    /// A guess once the program has written enough and, unless `final`, has paused since the last call.
    std::optional<bitmap::Guess> look(bool is_final);
    /// After the run, for a program that speaks of no display: a guess if it looks as if it had drawn all the same.
    std::optional<bitmap::Guess> unseen_picture() const;

private:
    struct Candidate {
        u32 begin = 0;
        u32 words = 0;
        u64 changed = 0;
    };
    bitmap::WordView words_of(const Candidate& candidate) const {
        return {m_machine.memory().at(candidate.begin), candidate.words};
    }
    std::vector<u32> initial_words(const Candidate& candidate) const {
        return m_machine.image().initial_words(candidate.begin, candidate.begin + 4 * u64{candidate.words});
    }
    u64 count_changed(const Candidate& candidate) const;
    bitmap::Guess guess_at(const Candidate& candidate) const;

    const DisplayPlan& m_plan;
    const Machine& m_machine;
    std::vector<Candidate> m_candidates;
    u64 m_last_changed = 0;
};

}  // namespace mariner::app
