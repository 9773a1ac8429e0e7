#pragma once
// Repairs of an instruction that exists, by its operands: each is held against what the instruction's forms take in its
// place. The ideas stand in three files: makers_operands.cpp (order, number and completeness), operand_signs.cpp
// (commas, brackets, what grew together), operand_kinds.cpp (another instruction that takes them, or a line in front).

#include "emulator/tutor/operand_readings.hpp"

namespace mariner::tutor {

class OperandMaker {
public:
    OperandMaker(const WrongLine& about, Proposals& out) : m_about(&about), m_out(&out), m_line(&about.line) {}
    void propose();
    void propose_last();

private:
    /// Another line, with the instruction by this name if it isn't empty.
    void rewrite(Slip slip, std::vector<std::string> arguments, std::vector<Patch> patches, std::string_view head = {});
    [[nodiscard]] Patch patch_of(const LooseOperand& operand, std::string text) const;
    /// The operands read as a form wants them. With another instruction's name, that is what is wrong.
    void fit(const Wants& form, std::string_view head, Slip slip_of_head = Slip::other_instruction,
             const std::vector<std::string>& arguments_of_head = {});
    [[nodiscard]] static bool takes_addresses(const isa::Mnemonic* mnemonic);
    /// Where an address may stand a letter is a name; and nobody means to change $zero or $at.
    [[nodiscard]] Readings readings_of(const Wants& form, size_t at, bool takes_address) const;
    void add_fit(const std::vector<Readings>& readings, size_t varied, size_t way, std::string_view head,
                 Slip slip_of_head, const std::vector<std::string>& arguments_of_head);
    /// `li $t0, 0    i = 0`: what stands apart behind the last operand is a comment without its sign.
    void propose_words_behind(const isa::Mnemonic& mnemonic);
    /// `add $t0. $t1. $t2`, `lw $t0; 0($t1)`, `add $t0$t1, $t2`.
    void propose_separators();
    /// `$ s2`
    void propose_register_apart();
    /// `sw $a14($v0)`, `li $t05`: the comma behind a register is missing, and the blank with it.
    void propose_run_together();
    /// `lw $t0, $s0->next`, `$s0.next`: the second part of a record, more often than not.
    void propose_field();
    /// `move 5, $v0`: as the assembler of other processors has it, what changes stands last.
    void propose_number_as_target();
    /// `jal print list` where there is a label `print_list`.
    void propose_label_apart();
    /// `lbu $t1 ($s1`
    void propose_end_of_address();
    /// `bgt ($t1, $t2) done`, `beq ($t1, $t2), done`
    void propose_grouped_operands();
    /// `addi $t3, $t3--`
    void propose_step();
    /// `add($t0, $t1, $t2)`
    void propose_call_form();
    /// `sll $t0, $t1, $2`, `lw $t0, &x`.
    void propose_marked_number(const isa::Mnemonic& mnemonic);
    /// The same operands in another order, that which changes least first.
    void propose_order(const isa::Mnemonic& mnemonic);
    /// 1 - $t0 isn't $t0 - 1, and what is less than 5 isn't what 5 is less than.
    [[nodiscard]] bool changes_meaning(const Wants& form, const std::vector<size_t>& order) const;
    /// `sw ($sp)4, $ra`: one of them may be malformed as an address, too.
    void add_order(const Wants& form, const std::vector<size_t>& order);
    /// An operand that is given once and was meant twice; parts of an address apart; what shall not be there.
    void propose_fewer_or_more(const isa::Mnemonic& mnemonic);
    /// `mul $t0, , 4`: where an operand is missing between its commas.
    [[nodiscard]] std::optional<u32> place_between_commas() const;
    /// `div $t0` isn't `div $t0, $t0`, which nobody means.
    [[nodiscard]] static bool takes_one_register(const isa::Mnemonic& mnemonic);
    void join_address(const Wants& form);
    /// `li $t0, 5 five`, `li $v0, 10 syscall`, `jr $ra, 0`.
    void cut_off(const Wants& form);
    /// `li $t0, 1,000`
    void propose_thousands(size_t at);
    /// `jr $ra, 0`, `lui $t0, $t1, 16`: without what the instruction has no use for.
    void propose_without_one(const Wants& form);
    /// `srl $t0, 2($t0)`, `addi $sp, -4($sp)`: the parts of an address where a register and a number belong.
    void propose_address_apart(const isa::Mnemonic& mnemonic);
    /// The label behind this line, or else in front of it, that an instruction may name.
    [[nodiscard]] std::string label_nearby(bool is_code) const;
    [[nodiscard]] std::string sample_of(Want want, size_t at) const;
    /// `move $a0`, `bge $t0, $t1`: the line with what may stand where operands are missing.
    void propose_completed(const Wants& form);
    /// `add 8, 9, 10`
    void propose_numbered_registers();
    /// The directive behind the label that an operand names; empty if it is none.
    [[nodiscard]] std::string directive_of(const LooseOperand& operand) const;
    /// What loads the value at a label, by the directive behind it.
    [[nodiscard]] std::string load_of(std::string_view place) const;
    /// `mul.s` as `mul.d` where the data or the program's other instructions are of double precision.
    [[nodiscard]] std::string in_kind_of_floats(const std::string& word) const;
    /// Of a text or an array the address is meant rather than the first word.
    [[nodiscard]] bool names_text_or_array(const LooseOperand& operand) const;
    /// Of a text or an array the address comes first, of a word that stands alone its value; at the place of a number
    /// nothing is.
    void order_siblings(std::vector<std::string>& others) const;
    /// Instructions that take what this one doesn't.
    void propose_siblings();
    /// `div.s $12, $4, $7`: floating-point registers without their letter.
    void propose_float_letters();
    /// `l.d $t2, pi` for `l.d $f2, pi`, where `pi` is of that kind.
    void propose_float_register();
    /// `lw $t3, $t1[1]`, `lw $t3, list[1]`: an index that can't be a number of bytes counts elements.
    void propose_element();
    /// `move $f10, $t1` for `mtc1 $t1, $f10`, `move $t1, $f10` for `mfc1 $t1, $f10`.
    void propose_between_files(const std::string& difference);
    [[nodiscard]] std::string free_register(bool is_float = false) const;
    void with_line_before(Slip slip, std::vector<std::string> arguments, const std::string& before,
                          const LooseOperand& operand, const std::string& by);
    /// `slti $t0, $t1, 70000`
    void propose_large_number();
    /// `mult $t0, 5`, `sw 5, 0($t0)`: the number goes to a register first.
    void propose_value_in_register(const isa::Mnemonic& mnemonic);
    /// `sub $t0, $t0, total`, `beq $t0, max, done`, `move total, $t0`.
    void propose_load_first();
    /// `sw total, 5`, `move 0($t1), 5`: the number goes to a register, and from there into memory.
    void propose_number_stored();
    /// `mtc1 $f1, 3`
    void propose_number_moved();
    /// `addi total, total, 1`: load, change, store.
    void propose_in_memory(const LooseOperand& target);
    /// `add $t1, $t1, list`
    void propose_address_first(const LooseOperand& operand);
    /// `add total, $t0, $t1`
    void propose_store_after(const LooseOperand& operand);
    /// `lui $s0, %hi(x)`, `addiu $s0, $s0, %lo(x)`
    void propose_half_of_address(const LooseOperand& operand);
    /// `add $t0, $t1, -$t2`
    void propose_negated(const LooseOperand& operand);
    /// `cvt.w.s $t0, $f1`, `trunc.w.d $t0, $f2`: the result is copied from there.
    void propose_float_result();
    /// `add [count], $t2`: as x86 has it, memory is changed in place.
    void propose_change_of_memory();
    /// `lw $t0, $t1($t2)`
    void propose_sum_first(const LooseOperand& operand);

    const WrongLine* m_about;
    Proposals* m_out;
    const LooseLine* m_line;
};

}  // namespace mariner::tutor
