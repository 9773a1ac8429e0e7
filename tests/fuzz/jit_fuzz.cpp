// The compiling engine against the plain reference over programs that a generator makes of the input: dense in
// dependencies, accesses around segment ends, loops and exceptions, runs cut at every offset. (engines_fuzz takes any
// words for a program; most of those stop early.)

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "tests/unit/backend_x86/compiler.hpp"
#include "tests/unit/execute/lockstep.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
    using namespace mariner;
    u64 words[3] = {};  // of the generator, of the cuts, and the program's length
    std::memcpy(words, data, size < sizeof words ? size : sizeof words);
    test::Random random(words[0]);
    constexpr u32 longest = 400;
    const test::RandomProgram program = test::random_program(random, 2 + static_cast<u32>(words[2] % longest));
    const std::string difference = test::run_lockstep(
        program,
        {EngineKind::jit, false, 8000, words[1], test::compiler(words[1] % 8 == 0 ? 2000 : test::never), false});
    if (!difference.empty()) {
        std::fputs((difference + test::listing(program)).c_str(), stderr);
        std::abort();
    }
    return 0;
}
