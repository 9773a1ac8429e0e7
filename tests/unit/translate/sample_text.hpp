#pragma once
// Short programs for the tests of the compiler's parts: instructions in, the text as a machine holds it out.

#include <vector>

#include "emulator/machine/machine.hpp"
#include "emulator/translate/listing.hpp"
#include "tests/unit/execute/random_program.hpp"

namespace mariner::test {

inline constexpr u32 sample_base = 0x00400000;

class SampleText {
public:
    explicit SampleText(const std::vector<isa::Instruction>& text) : SampleText(image_of(text, sample_base)) {}
    explicit SampleText(const ProgramImage& image)
        : m_machine(std::move(*Machine::create(image))), listing(m_machine->text().user()) {}

private:
    std::unique_ptr<Machine> m_machine;

public:
    translate::Listing listing;
};

inline isa::Instruction plain(u8 to = 8, u8 from = 8) {
    return {isa::Op::addiu, 0, from, to, 1};
}
inline isa::Instruction branch(i32 distance) {
    return {isa::Op::bne, 0, 8, 9, distance};
}
inline isa::Instruction always(i32 distance) {
    return {isa::Op::bgez, 0, 0, 0, distance};
}
inline isa::Instruction to(isa::Op jump, u32 index) {
    return {jump, 0, 0, 0, static_cast<i32>(sample_base + 4 * index)};
}
inline isa::Instruction by_register(isa::Op jump, u8 number = reg::ra) {
    return {jump, reg::ra, number, 0, 0};
}
inline isa::Instruction bare(isa::Op op) {
    return {op, 0, 0, 0, 0};
}

}  // namespace mariner::test
