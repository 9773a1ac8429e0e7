#pragma once
// What both parts of LoopExit ask of an instruction, and how they write a number.

#include <string>

#include "emulator/isa/disassemble.hpp"

namespace mariner {

inline bool sets_if_less(isa::Op op) {
    return isa::is_one_of(op, isa::Op::slt, isa::Op::sltu, isa::Op::slti, isa::Op::sltiu);
}

/// How far it is to the next element.
inline std::string step_of(const isa::Instruction& load) {
    return isa::is_one_of(load.op, isa::Op::lb, isa::Op::lbu)   ? "1"
           : isa::is_one_of(load.op, isa::Op::lh, isa::Op::lhu) ? "2"
                                                                : "4";
}

inline std::string number_text(u32 value) {
    return std::to_string(static_cast<i32>(value));
}

}  // namespace mariner
