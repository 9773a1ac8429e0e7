// Checks a student's `gcd` routine against the host's own, for a thousand pairs of numbers.

#include <mariner/mariner.hpp>

#include <cstdio>
#include <numeric>

int main() {
    const mariner::Assembled assembled = mariner::Program::from_source("gcd.asm", R"(
gcd:    beqz    $a1, done               # gcd(a, 0) = a
        divu    $a0, $a1
        move    $a0, $a1
        mfhi    $a1                     # gcd(a, b) = gcd(b, a mod b)
        b       gcd
done:   move    $v0, $a0
        jr      $ra
)");
    if (!assembled.program) {
        std::fputs(assembled.diagnostics.c_str(), stderr);
        return 1;
    }

    mariner::Simulator simulator(*assembled.program);
    for (std::uint32_t i = 0; i < 1000; ++i) {
        const std::uint32_t a = i * 7919 % 10007;
        const std::uint32_t b = i * 104729 % 9973;
        const mariner::CallResult call = simulator.call("gcd", {a, b});
        if (call.outcome.ending != mariner::Ending::returned || call.v0 != std::gcd(a, b)) {
            std::printf("gcd(%u, %u) is %u, not %u\n", a, b, std::gcd(a, b), call.v0);
            return 1;
        }
    }
    std::puts("1000 calls, all right");
    return 0;
}
