// The threaded core's inner loop as a plain switch: for compilers and builds
// that don't turn tail calls into jumps (no optimisation, sanitizers), for
// WebAssembly, where they cost more than they save, and as a second opinion in
// the tests. With MARINER_SWITCH_PAIRS it has a case for each fused pair, too.
//
// Measured in WebAssembly (Node 20, shared/bench, geometric means; native fast core 1,720 M/s): 1,170. What decides is
// whether V8 keeps the loop's few values in registers, which it shows by --print-wasm-code: the budget is left in
// memory, each way out has a place of its own, indirect jumps don't leave the function, registers are found by their
// addresses. Without one of these it gives up: 860 to 950. So it does with the switch twice in the loop (1,013), or
// with a case for each form of a pair.

#include "emulator/execute/fused_pairs.hpp"
#include "emulator/execute/threaded_core.hpp"

namespace mariner {

namespace {

/// Numbers of cases: the codes of single instructions, then the forms of pairs, row by row.
#define FUSE(first, second) row_##first##_##second,
enum PairRow : u32 {
#include "emulator/execute/fused.inc"
};
#undef FUSE
[[maybe_unused]] constexpr u32 case_of(u32 row) {
    return u32{stepped_code} + 1 + row;
}

/// Where a body has answered, and what an indirect jump there wants.
struct FlowAnswer {
    Flow flow;
    const ThreadedOp* ip;
    u32 jump_address;
};

template <isa::Op Code>
[[gnu::always_inline]] inline FlowAnswer perform(const ThreadedOp* ip, CpuState* cpu, u8* host) {
    ThreadedContext<> context{{}, ip, cpu, host};
    const Flow flow = Body<Code>::run(context);
    return {flow, ip, context.jump_address};
}

/// Both halves of a pair, or only the first if that doesn't go on behind itself. The second reads what the first has
/// written: handing it over made more cases and gained nothing.
template <isa::Op First, isa::Op Second>
[[gnu::always_inline]] inline FlowAnswer perform_pair(const ThreadedOp* ip, CpuState* cpu, u8* host) {
    const FlowAnswer first = perform<First>(ip, cpu, host);
    return first.flow == Flow::next ? perform<Second>(ip + 1, cpu, host) : first;
}

class SwitchCore final : public ThreadedCore {
public:
    explicit SwitchCore(Machine& machine) : ThreadedCore(machine) {
        number(m_user);
        number(m_kernel);
    }

private:
    static void number(ThreadedSegment& block) {
        for (ThreadedOp& op : block.ops) {
            op.choice = op.op.code;
        }
#if defined(MARINER_SWITCH_PAIRS)
        for (size_t i = 0; i + 1 < block.ops.size(); ++i) {
            const DecodedOp& first = block.ops[i].op;
            const DecodedOp& second = block.ops[i + 1].op;
            if (const FusedPair* pair = pair_table.find(first.code, second.code)) {
                const auto row = static_cast<u32>(pair - fused_pairs.data());
                block.ops[i].choice = case_of(row);
            }
        }
#endif
    }

    void enter(const ThreadedOp* ip, CpuState* cpu, u8* host, i64 limit, LoopState* loop) override {
        loop->limit = limit;
        while (ip != nullptr) {
            ip = perform_run(ip, cpu, host, loop);
        }
    }

// Most cases end here. Each of the others goes to a place of its own: what only few do must not cost all of them a
// value.
#define GO_ON(performed)                        \
    {                                           \
        const FlowAnswer answer = performed;    \
        ip = answer.ip;                         \
        switch (answer.flow) {                  \
            case Flow::next:                    \
                ++ip;                           \
                break;                          \
            case Flow::branch:                  \
                loop->limit += ip->way;         \
                ip = ip->target;                \
                if (loop->limit <= place(ip)) { \
                    goto budget;                \
                }                               \
                break;                          \
            case Flow::jump:                    \
            case Flow::jump_now:                \
                loop->pc = answer.jump_address; \
                goto jump;                      \
            case Flow::syscall:                 \
                goto syscall;                   \
            case Flow::leave:                   \
                goto leave;                     \
        }                                       \
        break;                                  \
    }

    /// Until it must be left (null), or at least once around.
    static const ThreadedOp* perform_run(const ThreadedOp* ip, CpuState* cpu, u8* host, LoopState* loop) {
    again:
        for (;;) {
            switch (ip->choice) {
#define CHAPTER(title)
#define INSN(id, mnemonic, operands, encoding, body, example, doc) \
    case static_cast<u32>(isa::Op::id):                            \
        GO_ON(perform<isa::Op::id>(ip, cpu, host))
#include "emulator/isa/instructions.inc"
#undef INSN
#undef CHAPTER
#if defined(MARINER_SWITCH_PAIRS)
#define FUSE(first, second)               \
    case case_of(row_##first##_##second): \
        GO_ON((perform_pair<isa::Op::first, isa::Op::second>(ip, cpu, host)))
#include "emulator/execute/fused.inc"
#undef FUSE
#endif
                default:
                    goto other;
            }
        }
    other:
        if (ip->op.code == absent_code) {
            goto budget;
        }
    leave:
        return step(ip, cpu, loop->limit, loop);
    jump : {
        const u32 index = (loop->pc - loop->base) / 4;
        const ThreadedOp* const target = loop->ops + index;
        if (target == ip) {
            goto leave;
        }
        if (loop->pc % 4 != 0 || index >= loop->count) {
            return stop_at(ip + 1, loop, LoopState::Exit::left_text);
        }
        loop->limit += place(target) - place(ip) - op_size;
        ip = target;
        if (loop->limit > place(ip)) {
            goto again;
        }
        goto budget;
    }
    syscall:
        return stop_at(ip + 1, loop, LoopState::Exit::syscall);
    budget:
        return stop_at(ip, loop, LoopState::Exit::budget);
    }
#undef GO_ON

    static const ThreadedOp* stop_at(const ThreadedOp* ip, LoopState* loop, LoopState::Exit exit) {
        loop->exit = exit;
        loop->ip = ip;
        return nullptr;
    }
};

}  // namespace

std::unique_ptr<Core> make_switch_core(Machine& machine) {
    return std::make_unique<SwitchCore>(machine);
}

}  // namespace mariner
