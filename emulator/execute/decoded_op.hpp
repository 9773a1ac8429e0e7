#pragma once
// The form in which engines run an instruction, and how it is made. Nothing outside execute/ looks into it.

#include "emulator/isa/instruction.hpp"
#include "emulator/machine/text.hpp"
#include "emulator/support/types.hpp"

namespace mariner {

/// An Instruction whose writes to $zero go to reg::bin and whose reads of condition flags above 7 name flag 0.
struct DecodedOp {
    u8 code = 0;  // an Op, or one of the codes below
    u8 rd = 0;
    u8 rs = 0;
    u8 rt = 0;
    i32 imm = 0;
};
static_assert(sizeof(DecodedOp) == 8);

inline constexpr u8 absent_code = isa::op_count;         // no instruction: the program drops off its end here
inline constexpr u8 undefined_code = isa::op_count + 1;  // imm holds the word
inline constexpr u8 stepped_code = isa::op_count + 2;    // fast cores only: the checked core does this one

/// Which integer registers a form reads and writes: its `access` column.
struct IntegerAccess {
    bool reads_rs = false;
    bool reads_rt = false;
    bool writes_rd = false;
    bool writes_rt = false;
    bool may_keep_rd = false;  // a conditional move: rd is written or not
    bool reads_flag = false;   // a condition flag, whose number is in rt
};
constexpr IntegerAccess integer_access(isa::Op op);

DecodedOp predecode(const TextSlot& slot);

/// Names an odd register where a pair is wanted: must be tested at run time.
bool names_odd_register(const DecodedOp& op);

/// A branch or jump to an address that stands in the instruction.
bool has_direct_target(const DecodedOp& op);
/// The address; the instruction stands at pc.
u32 direct_target(const DecodedOp& op, u32 pc);

namespace detail {

constexpr IntegerAccess read_access(std::string_view text) {
    IntegerAccess access;
    bool sources = false;
    for (size_t i = 0; i + 1 < text.size(); ++i) {
        const std::string_view word = text.substr(i, 2);
        const bool starts = i == 0 || text[i - 1] == ' ';
        const bool ends = i + 2 == text.size() || text[i + 2] == ' ';
        if (word == "<-") {
            sources = true;
        } else if (starts && ends && word == "rs") {
            access.reads_rs |= sources;
        } else if (starts && ends && word == "rt") {
            access.reads_rt |= sources;
            access.writes_rt |= !sources;
        } else if (starts && ends && word == "rd") {
            access.writes_rd |= !sources;
            access.may_keep_rd |= sources;
        } else if (starts && ends && word == "cc") {
            access.reads_flag |= sources;
        }
    }
    return access;
}

}  // namespace detail

constexpr IntegerAccess integer_access(isa::Op op) {
    return detail::read_access(isa::info(op).access);
}

}  // namespace mariner
