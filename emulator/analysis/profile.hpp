#pragma once
// Counts a run: how often every instruction was executed and every branch taken, which pages were touched, who called
// whom and what that cost in instructions. Used by `mariner profile`; profile_report.hpp shows the result.

#include <array>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "emulator/analysis/call_follower.hpp"
#include "emulator/execute/core.hpp"
#include "emulator/machine/machine.hpp"
#include "emulator/meaning/facts.hpp"

namespace mariner {

struct InstructionCount {
    u64 executed = 0;
    u64 taken = 0;  // a branch: how often it was
};

struct CallCount {
    u64 calls = 0;
    u64 inclusive = 0;  // instructions between call and return, everything called from there included
};

struct PageCount {
    u64 reads = 0;
    u64 writes = 0;
};

struct Profile {
    u32 text_base = 0;
    std::vector<InstructionCount> text;  // user text, by instruction
    u64 kernel_steps = 0;
    u64 steps = 0;
    std::map<u32, CallCount> functions;              // by entry; the program's start is one
    std::map<std::pair<u32, u32>, CallCount> edges;  // by call site and callee
    std::map<u32, PageCount> pages;                  // by page number

    [[nodiscard]] const InstructionCount* find(u32 address) const {
        const u32 index = (address - text_base) / 4;
        return index < text.size() ? &text[index] : nullptr;
    }
};

/// The observer's side of it; see ProfiledCore.
class Profiler {
public:
    Profiler(const Machine& machine, bool delayed_branching);

    void before(u32 pc, const isa::Instruction& instruction) {
        const isa::InstructionInfo& info = isa::info(instruction.op);
        if (m_branch != nullptr) [[unlikely]] {
            settle_branch(pc);
        }
        if (const Transfer* const transfer = m_calls.arrived(pc)) [[unlikely]] {
            arrive(*transfer);
        }
        ++m_profile.steps;
        const u32 index = (pc - m_profile.text_base) / 4;
        if (index >= m_profile.text.size()) [[unlikely]] {
            ++m_profile.kernel_steps;
            return;
        }
        InstructionCount& count = m_profile.text[index];
        ++count.executed;
        if (meaning::facts(info.op).is_branch) {
            m_branch = &count;
            m_behind_branch = pc + 4 + 4 * m_delay;
            m_branch_delay = m_delay;
        }
        m_calls.note(pc, instruction, info, m_machine.cpu);
    }
    void read(u32 address) { ++page(address).reads; }
    void write(u32 address) { ++page(address).writes; }

    /// The run is over: everything that has not returned ends here.
    Profile finish();

private:
    struct ProfiledCall {
        u32 entry = 0;
        u32 site = 0;
        u32 link = 0;
        u64 start = 0;
    };
    static constexpr size_t most_frames = 1U << 20U;

    PageCount& page(u32 address) {
        std::unique_ptr<CountBlock>& block = m_pages[address >> 22U];
        if (!block) [[unlikely]] {
            block = std::make_unique<CountBlock>();
        }
        return (*block)[(address >> 12U) & 1023U];
    }
    void settle_branch(u32 pc) {
        if (m_branch_delay > 0) {
            --m_branch_delay;
            return;
        }
        m_branch->taken += pc != m_behind_branch ? 1U : 0U;
        m_branch = nullptr;
    }
    void arrive(const Transfer& transfer);
    void enter(const Transfer& transfer);
    void leave();

    using CountBlock = std::array<PageCount, 1024>;

    const Machine& m_machine;
    Profile m_profile;
    u32 m_delay;
    CallFollower m_calls;
    std::vector<ProfiledCall> m_frames;
    std::map<u32, u32> m_active;  // how often a function is among the frames
    InstructionCount* m_branch = nullptr;
    u32 m_behind_branch = 0;
    u32 m_branch_delay = 0;
    std::array<std::unique_ptr<CountBlock>, 1024> m_pages;
};

/// A checked core that counts.
class ProfiledCore {
public:
    ProfiledCore(Machine& machine, CoreOptions options);

    [[nodiscard]] Core& core() { return *m_core; }
    Profile finish() { return m_profiler.finish(); }

private:
    Profiler m_profiler;
    std::unique_ptr<Core> m_core;  // looks at the profiler
};

}  // namespace mariner
