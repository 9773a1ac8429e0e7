#pragma once
// Random programs for holding engines against each other and against the reference: dense in dependencies, pairs that
// the fast core fuses, accesses around segment ends, jumps between any two instructions, exceptions.

#include <random>
#include <vector>

#include "emulator/machine/cpu_state.hpp"
#include "emulator/program/program_image.hpp"

namespace mariner::test {

using Random = std::mt19937_64;

inline u32 below(Random& random, u32 bound) {
    return static_cast<u32>(random() % bound);
}

/// Values at which something happens: signs, carries, segment ends, text addresses.
u32 edge_value(Random& random);
u32 edge_single(Random& random);
u64 edge_double(Random& random);

/// One instruction of this form with random operands; `index` of `count` says how far branches may go.
isa::Instruction random_instruction(Random& random, isa::Op op, u32 text_base, u32 index, u32 count);

struct RandomProgram {
    ProgramImage image;
    CpuState start;
};
RandomProgram random_program(Random& random, u32 length);

/// Blocks of one instruction and three syscalls: whatever it does, it stops at once.
inline constexpr u32 block_length = 4;
ProgramImage single_instruction_blocks(Random& random, isa::Op op, u32 blocks);
void fill_with_edges(Random& random, CpuState& cpu);

ProgramImage image_of(const std::vector<isa::Instruction>& text, u32 base = 0x00400000);

}  // namespace mariner::test
