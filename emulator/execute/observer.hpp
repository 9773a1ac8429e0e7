#pragma once
// What the checked core tells its observers, and the numbers by which registers are named to them.

#include "emulator/isa/instruction.hpp"
#include "emulator/support/types.hpp"

namespace mariner {

/// How set_register names registers: 0..31 integer (reg::bin for a write to $zero), then these.
namespace register_id {
inline constexpr u8 hi = 33, lo = 34, condition_flags = 35, bad_address = 36, status = 37, cause = 38, epc = 39,
                    float_base = 64;  // 64..95 are $f0..$f31
}  // namespace register_id

struct Observer {
    static constexpr bool active = false;
    static constexpr bool has_steps = true;  // false: before() and after() need not be called
    bool before(u32 /*pc*/, const isa::Instruction& /*instruction*/) { return false; }
    bool after(u32 /*pc*/) { return false; }
    void read(u32 /*address*/, u32 /*size*/) {}
    void write(u32 /*address*/, u32 /*size*/, u32 /*value*/) {}
    void write_text(u32 /*address*/, u32 /*size*/, u32 /*value*/) {}
    void set_register(u8 /*id*/, u32 /*value*/) {}
};

}  // namespace mariner
