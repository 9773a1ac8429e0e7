#pragma once
// Repairs of a line of data. makers_data.cpp: where it stands, its directive and its name; data_values.cpp: its values.

#include "emulator/tutor/proposal.hpp"

namespace mariner::tutor {

class DataMaker {
public:
    DataMaker(const WrongLine& about, Proposals& out) : m_about(&about), m_out(&out), m_line(&about.line) {}
    void propose();

private:
    [[nodiscard]] std::span<const LinePiece> values() const { return m_line->rest().subspan(1); }
    [[nodiscard]] Patch head_patch(std::string_view head) const;
    void rewrite(Slip slip, std::vector<std::string> arguments, std::vector<Patch> patches);
    void replace_values(Slip slip, std::vector<std::string> arguments, const std::string& by);
    /// The lines of data around this one go to the data segment, what follows them stays among the instructions.
    void propose_segment();
    /// `.data 0` or `x: .data 5` above, which says where the data goes.
    void propose_data_address();
    /// `msg: .text "Hello"` above made this place a part of the instructions.
    void propose_text_directive();
    /// `.word {1, 2}`, `.half[9]`, `.word 9 dup(0)`, `.word 0 x 9`.
    void propose_brackets();
    /// `.word 1. 2. 3`: points for commas.
    void propose_points();
    /// Each value as it was meant.
    void propose_values();
    /// `1.2.3`, `"2.5"`, `2.5f5`: what remains without the part that can't belong to it.
    void propose_real(const LooseOperand& operand);
    void propose_separators();
    /// Text wants `.asciiz`, a fraction `.float`, a number too large another size.
    void propose_other_directive();
    /// `.word 14, 3.0, 27`: among whole numbers another one is meant, if its fraction is nothing.
    void propose_whole_numbers();
    /// `.space 40 bytes`, `.space 10, 0`, `.space -4`, `.space`.
    void propose_size();
    /// `20 words` in bytes for .space; `4 bytes` as a power of two for .align.
    [[nodiscard]] std::string in_unit_of_directive(const std::string& number) const;
    /// `.word count 5`, `.asciiz msg: "Hello"`
    void propose_name_behind();
    /// `x: .word 0  y: .word 1`
    void propose_second_line();
    /// `msg "Hello"`, `count: 5` among instructions, `msg: "Hello"`.
    void propose_missing_directive();

    const WrongLine* m_about;
    Proposals* m_out;
    const LooseLine* m_line;
};

}  // namespace mariner::tutor
