#pragma once
// facts.hpp's table as a constant expression, for tables and templates of the engines.

#include "emulator/meaning/facts.hpp"
#include "emulator/meaning/recorder.hpp"

namespace mariner::meaning {

inline constexpr auto compiled_facts_table = std::to_array<Facts>({
#define CHAPTER(title)
#define INSN(id, mnemonic, operands, encoding, body, example, doc) facts_in(recorded<isa::Op::id>.span()),
#include "emulator/isa/instructions.inc"
#undef INSN
#undef CHAPTER
});

constexpr const Facts& compiled_facts(isa::Op op) {
    return compiled_facts_table[static_cast<size_t>(op)];
}

}  // namespace mariner::meaning
