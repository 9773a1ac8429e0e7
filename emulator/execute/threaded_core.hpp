#pragma once
// What the fast core and the switch core share: the text as ThreadedOps, the
// way in and out of the inner loop, exact counting, and one checked step for
// whatever the inner loop doesn't do itself.
//
// Steps are not counted one by one. `limit` stands for the place where the
// budget would end if the program ran straight on, as if ThreadedOps lay there:
// a taken transfer moves it by as much as it moves ip, so that limit - ip is
// always what is left. It is looked at behind taken transfers only. A straight
// run may therefore go past it, but not by more than the longest straight run
// of the text, which run_slice keeps back and executes in single steps.

#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

#include "emulator/execute/checked_core.hpp"
#include "emulator/execute/core.hpp"
#include "emulator/execute/decoded_op.hpp"

namespace mariner {

std::unique_ptr<Core> make_fast_core(Machine& machine);
std::unique_ptr<Core> make_switch_core(Machine& machine);

struct ThreadedOp;
struct LoopState;

/// One instruction (or pair) of the fast core; ends in a tail call of the next
/// one's. The fourth parameter carries nothing: x86-64 needs that register for
/// shift counts.
using Handler = void (*)(const ThreadedOp* ip, CpuState* cpu, u8* host, u64 unused, i64 limit, LoopState* loop);

/// Where the registers of an op lie. In their pointers, where these are as small as a number and a look-up is worth it
/// (WebAssembly: 6 %); else by their numbers.
struct PointedRegisters {
    u32* rd_place = nullptr;
    const u32* rs_place = nullptr;
    u32* rt_place = nullptr;

    void point(CpuState& cpu, const DecodedOp& op) { *this = {&cpu.gpr[op.rd], &cpu.gpr[op.rs], &cpu.gpr[op.rt]}; }
    [[nodiscard]] u32& rd(CpuState* /*cpu*/, const DecodedOp& /*op*/) const { return *rd_place; }
    [[nodiscard]] u32 rs(const CpuState* /*cpu*/, const DecodedOp& /*op*/) const { return *rs_place; }
    [[nodiscard]] u32& rt(CpuState* /*cpu*/, const DecodedOp& /*op*/) const { return *rt_place; }
};
struct NumberedRegisters {
    static void point(CpuState& /*cpu*/, const DecodedOp& /*op*/) {}
    [[gnu::always_inline]] static u32& rd(CpuState* cpu, const DecodedOp& op) { return cpu->gpr[op.rd]; }
    [[gnu::always_inline]] static u32 rs(const CpuState* cpu, const DecodedOp& op) { return cpu->gpr[op.rs]; }
    [[gnu::always_inline]] static u32& rt(CpuState* cpu, const DecodedOp& op) { return cpu->gpr[op.rt]; }
};

/// A taken transfer is the one place where the next ip hangs on memory: with the target's address here, the processor
/// waits for one load (tight loops ran 9 cycles with a distance to add, 5 with this).
struct ThreadedOp {
    union {
        Handler handler = nullptr;  // of the fast core
        u32 choice;                 // in its place, the switch core's case
    };
    DecodedOp op;                        // imm of an instruction that links is its return address
    const ThreadedOp* target = nullptr;  // of a direct transfer
    i64 way = 0;                         // from the next op to the target, in bytes
    [[no_unique_address]] std::conditional_t<sizeof(void*) == 4, PointedRegisters, NumberedRegisters> registers;
};
static_assert(sizeof(ThreadedOp) == (sizeof(void*) == 4 ? 40 : 32));

/// A function of the fast core: for one instruction, or for a pair in one of its forms (PairForm in core_fast.cpp).
struct FastHandler {
    Handler handler = nullptr;
    isa::Op first{};
    std::optional<isa::Op> second;
    size_t form = 0;
};

/// All of them, so that tests can prove that they try each. None where the fast core is the switch core.
std::vector<FastHandler> fast_handlers();

class ThreadedCore;

/// What the inner loop reaches through one pointer, and what it leaves behind.
struct LoopState {
    enum class Exit : u8 { budget, left_text, syscall, stop };

    const ThreadedOp* ops = nullptr;
    u32 base = 0;             // address of ops[0]
    u32 count = 0;            // instructions, without the absent one at the end
    std::uintptr_t bias = 0;  // an address's op is at bias + 8 * address
    ThreadedCore* core = nullptr;

    Exit exit = Exit::budget;
    const ThreadedOp* ip = nullptr;  // the next instruction; left_text: the one
                                     // that left; syscall, stop: behind it
    i64 limit = 0;                   // belongs to ip
    u32 pc = 0;                      // left_text: where to
    u64 repeats = 0;
    u32 last = 0;

    [[nodiscard]] u32 address_of(const ThreadedOp* at) const { return base + static_cast<u32>(at - ops) * 4; }
};

/// Host bytes of text per guest byte.
inline constexpr u32 text_scale = sizeof(ThreadedOp) / 4;

inline i64 place(const ThreadedOp* ip) {
    return static_cast<i64>(reinterpret_cast<std::uintptr_t>(ip));
}
inline constexpr i64 op_size = sizeof(ThreadedOp);

class ThreadedCore : public Core {
public:
    explicit ThreadedCore(Machine& machine);

    /// What stands at an address of text; for tests.
    [[nodiscard]] const ThreadedOp& op_at(u32 address) const;

    /// The instruction at ip by way of the checked core. Returns the next op to
    /// execute, with the limit for it, or null: the state tells why the
    /// inner loop must be left.
    static const ThreadedOp* step(const ThreadedOp* ip, CpuState* cpu, i64 limit, LoopState* loop);

protected:
    struct ThreadedSegment {
        u32 base = 0;
        u32 count = 0;
        u32 longest_run = 0;
        std::vector<ThreadedOp> ops;

        [[nodiscard]] bool holds(u32 pc) const { return pc % 4 == 0 && (pc - base) / 4 < count; }
    };

    bool run_slice(u64 steps) final;
    /// The inner loop: from ip until its state says why not.
    virtual void enter(const ThreadedOp* ip, CpuState* cpu, u8* host, i64 limit, LoopState* loop) = 0;

    ThreadedSegment m_user;
    ThreadedSegment m_kernel;

private:
    bool run_block(const ThreadedSegment& block, u64 budget);
    bool run_steps(const ThreadedSegment& block, u64 steps);
    bool finish(const LoopState& loop, const ThreadedSegment& block, u64 budget);

    CheckedCore<Observer, false, false> m_stepper;
};

}  // namespace mariner
