// Every function of the fast core, for one instruction or for a fused pair in one of its forms: that it is placed, that
// it runs to its end without the checked core's help, and that it leaves what the checked core leaves. Only optimised
// builds have these functions: tests/engines makes the build in which these tests must not be skipped.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "emulator/execute/threaded_core.hpp"
#include "emulator/meaning/facts.hpp"
#include "tests/unit/execute/random_program.hpp"

namespace mariner {
namespace {

using isa::Op;
using test::below;
using test::Random;

constexpr u32 block_length = 8;
constexpr u32 block_count = 100;  // of an image: compact text has room for no more
constexpr u32 wanted_runs = 24;   // of each handler, with other values every time
constexpr u8 data_pointer = 16;

std::string name_of(const FastHandler& handler) {
    std::string name(isa::info(handler.first).id);
    return handler.second
               ? name + "+" + std::string(isa::info(*handler.second).id) + " form " + std::to_string(handler.form)
               : name;
}

/// Few registers, so that every way of passing on the first result comes up. Transfers stay in the block.
isa::Instruction entangled(Random& random, Op op, u32 block, const MemoryMap& map) {
    isa::Instruction made = test::random_instruction(random, op, block, 0, 1);
    const isa::InstructionInfo& row = isa::info(op);
    for (u8* slot : {&made.rd, &made.rs, &made.rt}) {
        if (*slot != 0 && *slot != data_pointer) {
            *slot = static_cast<u8>(meaning::facts(row.op).is_float() ? 2 * below(random, 3) : 8 + below(random, 3));
        }
    }
    if (meaning::facts(row.op).touches_memory() && below(random, 2) == 0) {
        made.rs = static_cast<u8>(8 + below(random, 3));  // an address that the first has computed, perhaps
    }
    if ((op == Op::slti || op == Op::sltiu) && below(random, 2) == 0) {
        made.imm = static_cast<i32>(below(random, 4));  // near to what the first computes: a bit decides
    }
    if (meaning::facts(row.op).is_branch) {
        made.imm = static_cast<i32>(below(random, 4));
    } else if (meaning::facts(row.op).is_jump) {
        made.imm = static_cast<i32>(block + 4 * (2 + below(random, 4)));
    } else if (op == Op::lui && below(random, 2) == 0) {
        made.imm = static_cast<i32>(map.data_base >> 16);
    } else if (op == Op::mfc0 || op == Op::mtc0) {
        made.rd = static_cast<u8>(std::array{8, 12, 13, 14}[below(random, 4)]);
    }
    return made;
}

/// Machine and engine, and what a block does there.
struct Side {
    Side(const ProgramImage& image, EngineKind kind)
        : machine(std::move(*Machine::create(image))), core(make_core(kind, *machine)) {}

    Stop run(const CpuState& start, std::span<const u8> data, u32 data_base) {
        machine->cpu = start;
        machine->memory().poke(data_base, data);
        before = core->counts();
        return core->run(100'000);
    }
    [[nodiscard]] u64 steps() const { return core->steps() - before.steps; }
    [[nodiscard]] bool left_something() const { return core->counts().checked != before.checked; }

    std::unique_ptr<Machine> machine;
    std::unique_ptr<Core> core;
    Core::Counts before;
};

/// The first thing that differs between what two engines left; empty if nothing does.
std::string difference(const Side& a, const Side& b) {
    const CpuState& left = a.machine->cpu;
    const CpuState& right = b.machine->cpu;
    for (size_t i = 0; i < 32; ++i) {
        if (left.gpr[i] != right.gpr[i] || left.fpr[i] != right.fpr[i]) {
            return (left.gpr[i] != right.gpr[i] ? "$" : "$f") + std::to_string(i);
        }
    }
    const auto others = [](const CpuState& cpu) {
        return std::array{cpu.pc,          cpu.hi,     cpu.lo,    u32{cpu.condition_flags},
                          cpu.bad_address, cpu.status, cpu.cause, cpu.epc};
    };
    if (others(left) != others(right)) {
        return "pc, hi, lo, flags or coprocessor 0";
    }
    if (a.steps() != b.steps() || a.core->fetches() != b.core->fetches()) {
        return "counts";
    }
    const std::vector<u32> pages = a.machine->memory().written_pages();
    if (pages != b.machine->memory().written_pages()) {
        return "pages written";
    }
    for (const u32 page : pages) {
        if (!std::ranges::equal(a.machine->memory().page_bytes(page), b.machine->memory().page_bytes(page))) {
            return "memory";
        }
    }
    return "";
}

class Trial {
public:
    explicit Trial(u64 seed) : m_random(seed) {}

    /// Blocks of these instructions, then syscalls.
    void run(Op first, std::optional<Op> second, MemoryConfiguration configuration) {
        const MemoryMap& map = memory_map(configuration);
        std::vector<isa::Instruction> text;
        for (u32 i = 0; i < block_count; ++i) {
            const u32 block = map.text.base + 4 * block_length * i;
            text.push_back(entangled(m_random, first, block, map));
            if (second) {
                text.push_back(entangled(m_random, *second, block, map));
            }
            text.resize(size_t{i + 1} * block_length, {Op::syscall, 0, 0, 0, 0});
        }
        ProgramImage image = test::image_of(text, map.text.base);
        image.configuration = configuration;
        Side fast(image, EngineKind::fast);
        Side checked(image, EngineKind::checked);
        for (u32 i = 0; i < block_count && !testing::Test::HasFatalFailure(); ++i) {
            run_block(fast, checked, first, second, map.text.base + 4 * block_length * i);
        }
    }

    std::map<Handler, u32> runs;  // to the end of both halves

private:
    void run_block(Side& fast, Side& checked, Op first, std::optional<Op> second, u32 block) {
        const u32 data_base = fast.machine->map().data_base;
        const CpuState start = start_state(block, data_base);
        std::array<u8, 64> data{};
        for (u32 i = 0; i < data.size(); i += 4) {
            const u32 words[] = {block + 4 * (2 + below(m_random, 4)), data_base + 4 * below(m_random, 8),
                                 0x00040004 * below(m_random, 8), test::edge_value(m_random)};
            const u32 word = words[below(m_random, std::size(words))];
            std::memcpy(data.data() + i, &word, sizeof word);
        }
        const Stop stop = fast.run(start, data, data_base);
        const Stop wanted = checked.run(start, data, data_base);
        const Handler placed = static_cast<const ThreadedCore&>(*fast.core).op_at(block).handler;
        const std::string who =
            std::string(isa::info(first).id) + (second ? "+" + std::string(isa::info(*second).id) : "");
        ASSERT_EQ(difference(fast, checked), "") << who;
        ASSERT_EQ(stop.reason, wanted.reason) << who;
        ASSERT_EQ(stop.pc, wanted.pc) << who;
        ASSERT_EQ(stop.exception.kind, wanted.exception.kind) << who;
        const bool did_both = !second || fast.steps() >= (meaning::facts(first).is_branch ? 3U : 2U);
        runs[placed] += did_both && !fast.left_something() ? 1 : 0;
    }

    CpuState start_state(u32 block, u32 data_base) {
        CpuState start;
        test::fill_with_edges(m_random, start);
        for (u8 number = 8; number < 11; ++number) {
            const u32 others[] = {0, data_base + 4 * below(m_random, 8), block + 4 * (2 + below(m_random, 4)),
                                  below(m_random, 16)};
            const u32 choice = below(m_random, 6);
            start.gpr[number] = choice < std::size(others) ? others[choice] : start.gpr[number];
        }
        start.gpr[data_pointer] = data_base;
        start.gpr[17] = start.gpr[reg::ra] = start.epc = block + 4 * (2 + below(m_random, 4));
        start.pc = block;
        return start;
    }

    Random m_random;
};

class FastHandlers : public testing::Test {
protected:
    void SetUp() override {
        handlers = fast_handlers();
#if defined(MARINER_ENGINES_AS_SHIPPED)
        ASSERT_FALSE(handlers.empty()) << "this build has no fast core, though it is said to be what ships";
#else
        if (handlers.empty()) {
            GTEST_SKIP() << "NOT TESTED HERE: this build has no fast core (no optimisation, or sanitizers). The target "
                            "engine_tests of the preset `release` tests it.";
        }
#endif
    }

    std::vector<FastHandler> handlers;
};

TEST_F(FastHandlers, AreOneForEachRowAndEachFormOfAPair) {
    std::map<Handler, std::string> names;
    size_t singles = 0;
    for (const FastHandler& handler : handlers) {
        const auto [at, is_new] = names.emplace(handler.handler, name_of(handler));
        EXPECT_TRUE(is_new) << name_of(handler) << " is " << at->second;
        singles += handler.second ? 0 : 1;
    }
    EXPECT_EQ(singles, isa::op_count);
    size_t pairs = 0;
#define FUSE(first, second) ++pairs;
#include "emulator/execute/fused.inc"
#undef FUSE
    const auto is_plain = [](const FastHandler& handler) { return handler.second && handler.form == 0; };
    EXPECT_EQ(static_cast<size_t>(std::ranges::count_if(handlers, is_plain)), pairs);
}

TEST_F(FastHandlers, AreEachPlacedAndDoWhatTheCheckedCoreDoes) {
    const char* const seed = std::getenv("MARINER_RANDOM_SEED");
    Trial trial(seed != nullptr ? std::strtoull(seed, nullptr, 0) : 1);
    std::map<std::pair<Op, std::optional<Op>>, std::vector<FastHandler>> groups;
    for (const FastHandler& handler : handlers) {
        groups[{handler.first, handler.second}].push_back(handler);
    }
    u32 fewest = ~0U;
    for (const auto& group : groups) {
        const auto& [first, second] = group.first;
        const std::vector<FastHandler>& forms = group.second;
        const auto is_done = [&] {
            return std::ranges::all_of(forms,
                                       [&](const auto& form) { return trial.runs[form.handler] >= wanted_runs; });
        };
        // These raise an exception, always: the checked core does them.
        const bool never_ends = first == Op::break_ || first == Op::break_code;
        constexpr int most_images = 200;
        for (int image = 0; image < 2 || (!is_done() && !never_ends && image < most_images); ++image) {
            const auto configuration =
                image % 2 == 0 ? MemoryConfiguration::standard : MemoryConfiguration::compact_data;
            trial.run(first, second, configuration);
            ASSERT_FALSE(HasFatalFailure());
        }
        for (const FastHandler& form : forms) {
            EXPECT_TRUE(never_ends || trial.runs[form.handler] >= wanted_runs)
                << name_of(form) << " ran " << trial.runs[form.handler] << " times";
            fewest = never_ends ? fewest : std::min(fewest, trial.runs[form.handler]);
        }
    }
    std::printf("%zu handlers, each run %u times or more\n", handlers.size(), fewest);
}

}  // namespace
}  // namespace mariner
