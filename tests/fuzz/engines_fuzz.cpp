// Engine against engine against the plain reference (tests/unit/execute/reference.hpp): the input is a program, its
// registers and its step limits. Any difference in registers, memory, stops or counts is a finding.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "emulator/isa/decode.hpp"
#include "tests/unit/backend_x86/compiler.hpp"
#include "tests/unit/execute/lockstep.hpp"

namespace mariner {
namespace {

/// Takes the input apart; zeros when it is used up.
class Input {
public:
    Input(const u8* data, size_t size) : m_data(data), m_left(size) {}
    [[nodiscard]] bool empty() const { return m_left == 0; }
    u32 word() {
        u8 bytes[4] = {};
        const size_t count = m_left < 4 ? m_left : 4;
        std::memcpy(bytes, m_data, count);
        m_data += count;
        m_left -= count;
        u32 value = 0;
        std::memcpy(&value, bytes, sizeof value);
        return value;
    }

private:
    const u8* m_data;
    size_t m_left;
};

constexpr u32 longest_program = 300;

test::RandomProgram read_program(Input& input) {
    test::RandomProgram program;
    test::Random random(input.word());
    program.image.configuration = static_cast<MemoryConfiguration>(input.word() % 3);
    const MemoryMap& map = memory_map(program.image.configuration);
    program.image.entry = map.text.base;
    test::fill_with_edges(random, program.start);
    program.start.pc = map.text.base;
    program.start.gpr[16] = map.data_base + 8 * test::below(random, 4);
    program.start.gpr[17] = map.text.base + 4 * test::below(random, 20);
    for (u32 i = 0; i < longest_program && !input.empty(); ++i) {
        const u32 address = map.text.base + 4 * i;
        const u32 word = input.word();
        // A word that is no instruction leaves a gap.
        if (const auto instruction = isa::decode(word, address)) {
            program.image.text.push_back({address, word, *instruction, TextEntry::no_statement, true});
        }
    }
    return program;
}

}  // namespace
}  // namespace mariner

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
    using namespace mariner;
    Input input(data, size);
    const u32 slices = input.word();
    const test::RandomProgram program = read_program(input);
    for (const bool delayed : {false, true}) {
        for (const EngineKind engine : {EngineKind::fast, EngineKind::switch_, EngineKind::checked, EngineKind::jit}) {
            const std::string difference =
                test::run_lockstep(program, {engine, delayed, 2000, slices, test::compiler(1000), false});
            if (!difference.empty()) {
                std::fputs((difference + test::listing(program)).c_str(), stderr);
                std::abort();
            }
        }
    }
    return 0;
}
