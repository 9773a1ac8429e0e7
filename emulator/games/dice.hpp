#pragma once
// Random choices of the generators: splitmix64, the same on every machine, so that a seed names a game forever.

#include "emulator/support/types.hpp"

namespace mariner::games {

class Dice {
public:
    explicit Dice(u64 seed) : m_state(seed) {}

    u64 next() {
        m_state += 0x9e3779b97f4a7c15ULL;
        u64 z = m_state;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }
    size_t below(size_t bound) { return static_cast<size_t>(next() % bound); }
    bool chance(int percent) { return static_cast<int>(below(100)) < percent; }

private:
    u64 m_state;
};

}  // namespace mariner::games
