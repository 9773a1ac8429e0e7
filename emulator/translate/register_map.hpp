#pragma once
// Which guest registers live in host registers: one answer for a whole program, so that no block has to hand over
// registers to another. Chosen by how often the text names a register, loops and what they call weighing more.

#include <array>

#include "emulator/translate/listing.hpp"

namespace mariner::translate {

/// Integer registers, and what else can live in one: a number behind them. HI and LO never do: they are mostly fetched
/// right behind the instruction that fills them, and seldom both.
namespace place {
inline constexpr u8 flags = 32, count = 33;
}  // namespace place

struct RegisterMap {
    static constexpr u8 none = 0xff;
    static constexpr u8 integer_homes = 10;
    static constexpr u8 float_homes = 14;

    std::array<u8, place::count> integers{};  // number of the home, or none
    std::array<u8, 16> pairs{};               // of $f2k and $f2k+1 together
    std::array<bool, 16> is_single{};         // the odd half is named nowhere: it stays in memory
};

RegisterMap choose_registers(const Listing& listing);

}  // namespace mariner::translate
