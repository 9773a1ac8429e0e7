#include "emulator/meaning/facts.hpp"

#include "emulator/meaning/compiled_facts.hpp"

namespace mariner::meaning {

namespace {

#define CHAPTER(title)
#define INSN(id, mnemonic, operands, encoding, body, example, doc) recorded<isa::Op::id>.span(),
constexpr std::array<MicroSpan, isa::op_count> spans = {
#include "emulator/isa/instructions.inc"
};
#undef INSN
#undef CHAPTER

constexpr size_t total = [] {
    size_t sum = 0;
    for (const MicroSpan span : spans) {
        sum += span.size();
    }
    return sum;
}();

/// All lists, one behind the other: most are short.
constexpr auto all_micros = [] {
    std::array<Micro, total> all{};
    size_t at = 0;
    for (const MicroSpan span : spans) {
        for (const Micro& micro : span) {
            all[at++] = micro;
        }
    }
    return all;
}();

constexpr auto starts = [] {
    std::array<u16, isa::op_count + 1> table{};
    for (size_t i = 0; i < isa::op_count; ++i) {
        table[i + 1] = static_cast<u16>(table[i] + spans[i].size());
    }
    return table;
}();

}  // namespace

constinit const std::array<Facts, isa::op_count> facts_table = compiled_facts_table;

MicroSpan micro_operations(isa::Op op) {
    const size_t row = static_cast<size_t>(op);
    return {all_micros.data() + starts[row], all_micros.data() + starts[row + 1]};
}

}  // namespace mariner::meaning
