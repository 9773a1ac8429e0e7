// How long the compiling engine takes to compile: a text of functions, each called once, so that all is compiled and
// next to nothing runs twice. Prints the host's processor time for an instruction of the guest.
//
//     compile_time [INSTRUCTIONS...]     2000 and 20000 unless told

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "emulator/backend_x86/engine.hpp"
#include "emulator/machine/machine.hpp"

namespace mariner {
namespace {

using isa::Instruction;
using isa::Op;

constexpr u8 sp = 29, ra = 31, s0 = 16, data_pointer = 23, first_free = 8;
constexpr u32 function_length = 60;

/// Ordinary code: sums, loads and stores of a record, a branch now and then, in a frame.
class TextMaker {
public:
    ProgramImage image(u32 instructions) {
        const u32 functions = std::max(1U, instructions / (function_length + 1));
        add({Op::lui, 0, 0, data_pointer, 0x1001});
        // The first store to a page would otherwise send a function to the interpreters, and many others with it.
        add({Op::sw, 0, data_pointer, 0, 0});
        add({Op::sw, 0, sp, 0, -4});
        for (u32 i = 0; i < functions; ++i) {
            add({Op::jal, 0, 0, 0, static_cast<i32>(address(functions + 5 + i * function_length))});
        }
        add({Op::addiu, 0, 0, 2, 10});
        add({Op::syscall, 0, 0, 0, 0});
        for (u32 i = 0; i < functions; ++i) {
            add_function();
        }
        m_image.entry = address(0);
        return std::move(m_image);
    }

private:
    static u32 address(u32 index) { return 0x00400000 + 4 * index; }
    void add(const Instruction& instruction) {
        TextEntry entry;
        entry.address = address(static_cast<u32>(m_image.text.size()));
        entry.instruction = instruction;
        m_image.text.push_back(entry);
    }
    u32 below(u32 limit) {
        m_state = m_state * 6364136223846793005U + 1442695040888963407U;
        return static_cast<u32>(m_state >> 33) % limit;
    }
    u8 any() { return static_cast<u8>(first_free + below(8)); }

    void add_function() {
        const size_t end = m_image.text.size() + function_length;
        add({Op::addiu, 0, sp, sp, -16});
        add({Op::sw, 0, sp, ra, 12});
        add({Op::sw, 0, sp, s0, 8});
        while (m_image.text.size() + 4 < end) {
            add_any(static_cast<u32>(end - m_image.text.size()) - 4);
        }
        add({Op::lw, 0, sp, s0, 8});
        add({Op::lw, 0, sp, ra, 12});
        add({Op::addiu, 0, sp, sp, 16});
        add({Op::jr, 0, ra, 0, 0});
    }

    /// `left`: instructions up to the function's end.
    void add_any(u32 left) {
        constexpr Op sums[] = {Op::addu, Op::subu, Op::xor_, Op::or_, Op::slt};
        constexpr Op immediates[] = {Op::addiu, Op::andi, Op::ori, Op::slti};
        const u32 kind = below(100);
        const i32 offset = static_cast<i32>(4 * below(200));
        if (kind < 40) {
            add({sums[below(std::size(sums))], any(), any(), any(), 0});
        } else if (kind < 60) {
            add({immediates[below(std::size(immediates))], 0, any(), any(), static_cast<i32>(below(100))});
        } else if (kind < 75) {
            add({Op::lw, 0, data_pointer, any(), offset});
        } else if (kind < 83) {
            add({Op::sw, 0, data_pointer, any(), offset});
        } else if (kind < 88) {
            add({Op::sll, any(), 0, any(), static_cast<i32>(below(31))});
        } else {
            add({below(2) == 0 ? Op::beq : Op::bne, 0, any(), any(), static_cast<i32>(below(std::min(left, 8U)))});
        }
    }

    ProgramImage m_image;
    u64 m_state = 1;
};

/// Nanoseconds of processor time, the least of some runs.
double measure(u32 instructions) {
    const ProgramImage image = TextMaker().image(instructions);
    double least = 1e18;
    for (int round = 0; round < 5; ++round) {
        auto machine = std::move(*Machine::create(image));
        const std::clock_t began = std::clock();
        const auto core = backend_x86::make_core(*machine, {0, 0, ~u64{0}});
        if (core == nullptr || core->run(u64{100} * instructions).reason != StopReason::syscall) {
            std::fputs("compile_time: this machine has no compiling engine\n", stderr);
            std::exit(1);
        }
        least = std::min(least, 1e9 * static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC);
    }
    return least / static_cast<double>(image.text.size());
}

}  // namespace
}  // namespace mariner

int main(int argc, char** argv) {
    std::vector<mariner::u32> sizes{2000, 20'000};
    if (argc > 1) {
        sizes.clear();
    }
    for (int i = 1; i < argc; ++i) {
        sizes.push_back(static_cast<mariner::u32>(std::strtoul(argv[i], nullptr, 10)));
    }
    for (const mariner::u32 size : sizes) {
        std::printf("%6u instructions: %.0f ns each\n", size, mariner::measure(size));
    }
    return 0;
}
