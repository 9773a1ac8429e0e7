// The threaded core's inner loop as a plain switch: for compilers and builds
// that don't turn tail calls into jumps (no optimisation, sanitizers), for
// WebAssembly, where they cost more than they save, and as a second opinion in
// the tests. With MARINER_SWITCH_PAIRS it has a case for each form of a fused pair, too.

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
constexpr u32 case_of(u32 row, PairForm form) {
    return u32{stepped_code} + 1 + row * pair_form_count + form;
}

/// Where a body has answered, and what an indirect jump there wants.
struct FlowAnswer {
    Flow flow;
    const ThreadedOp* ip;
    u32 jump_address;
};

template <isa::Op Code>
[[gnu::always_inline]] inline FlowAnswer perform(const ThreadedOp* ip, CpuState* cpu, u8* host) {
    ThreadedContext<> context{ip, cpu, host};
    const Flow flow = Body<Code>::run(context);
    return {flow, ip, context.jump_address};
}

/// Both halves of a pair, or only the first if that doesn't go on behind itself.
template <isa::Op First, isa::Op Second, PairForm Form>
[[gnu::always_inline]] inline FlowAnswer perform_pair(const ThreadedOp* ip, CpuState* cpu, u8* host) {
    ThreadedContext<Forward::none, keeps_first(Form)> first{ip, cpu, host};
    const Flow first_flow = Body<First>::run(first);
    if (first_flow != Flow::next) {
        return {first_flow, ip, 0};
    }
    ThreadedContext<forward_of(Form)> second{ip + 1, cpu, host, first.result};
    const Flow flow = Body<Second>::run(second);
    if constexpr (!keeps_first(Form)) {
        if (flow == Flow::leave) {
            constexpr bool to_rd = integer_access(First).writes_rd;
            cpu->gpr[to_rd ? ip->op.rd : ip->op.rt] = first.result;
        }
    }
    return {flow, ip + 1, second.jump_address};
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
        static const PairTable pairs;
        for (size_t i = 0; i + 1 < block.ops.size(); ++i) {
            const DecodedOp& first = block.ops[i].op;
            const DecodedOp& second = block.ops[i + 1].op;
            if (const FusedPair* pair = pairs.find(first.code, second.code)) {
                const auto row = static_cast<u32>(pair - fused_pairs.data());
                block.ops[i].choice = case_of(row, pair->form_for(first, second));
            }
        }
#endif
    }

    void enter(const ThreadedOp* ip, CpuState* cpu, u8* host, i64 limit, LoopState* loop) override {
        do {
            const FlowAnswer answer = perform_run(ip, cpu, host, limit);
            ip = leave(answer, cpu, limit, loop);
        } while (ip != nullptr);
    }

    /// Up to what isn't the next instruction or a direct transfer within the budget.
    static FlowAnswer perform_run(const ThreadedOp* ip, CpuState* cpu, u8* host, i64& limit_left) {
        i64 limit = limit_left;
        FlowAnswer end{Flow::leave, ip, 0};
// What most cases do is in their own code; nothing of it may be left in memory for what few do.
#define GO_ON(performed)                        \
    {                                           \
        const FlowAnswer answer = performed;    \
        if (answer.flow == Flow::next) {        \
            ip = answer.ip + 1;                 \
            continue;                           \
        }                                       \
        if (answer.flow == Flow::branch) {      \
            limit += answer.ip->way;            \
            ip = answer.ip->target;             \
            if (limit > place(ip)) [[likely]] { \
                continue;                       \
            }                                   \
            end = {Flow::branch, ip, 0};        \
        } else {                                \
            end = answer;                       \
        }                                       \
        break;                                  \
    }
        for (;;) {
            switch (ip->choice) {
#define CHAPTER(title)
#define INSN(id, mnemonic, operands, encoding, body, access, flags, example, doc) \
    case static_cast<u32>(isa::Op::id):                                           \
        GO_ON(perform<isa::Op::id>(ip, cpu, host))
#include "emulator/isa/instructions.inc"
#undef INSN
#undef CHAPTER
#if defined(MARINER_SWITCH_PAIRS)
#define PAIR(first, second, form)                                                       \
    case case_of(row_##first##_##second, form):                                         \
        if constexpr (FusedPair{isa::Op::first, isa::Op::second}.has(form)) {           \
            GO_ON((perform_pair<isa::Op::first, isa::Op::second, form>(ip, cpu, host))) \
        }                                                                               \
        break;
#define FUSE(first, second)         \
    PAIR(first, second, plain)      \
    PAIR(first, second, to_rs)      \
    PAIR(first, second, to_rt)      \
    PAIR(first, second, to_rs_dead) \
    PAIR(first, second, to_rt_dead)
#include "emulator/execute/fused.inc"
#undef FUSE
#undef PAIR
#endif
                default:
                    end = {Flow::leave, ip, 0};
                    break;
            }
            break;
        }
#undef GO_ON
        limit_left = limit;
        return end;
    }

    static const ThreadedOp* stop_at(const ThreadedOp* ip, i64 limit, LoopState* loop, LoopState::Exit exit) {
        loop->exit = exit;
        loop->ip = ip;
        loop->limit = limit;
        return nullptr;
    }

    static const ThreadedOp* leave(const FlowAnswer& answer, CpuState* cpu, i64& limit, LoopState* loop) {
        const ThreadedOp* const ip = answer.ip;
        if (answer.flow == Flow::branch || ip->op.code == absent_code) {
            return stop_at(ip, limit, loop, LoopState::Exit::budget);
        }
        if (answer.flow == Flow::syscall) {
            return stop_at(ip + 1, limit, loop, LoopState::Exit::syscall);
        }
        const u32 index = (answer.jump_address - loop->base) / 4;
        const ThreadedOp* target = loop->ops + index;
        if (answer.flow == Flow::leave || target == ip) {
            const ThreadedOp* const next = step(ip, cpu, limit, loop);
            limit = loop->limit;
            return next;
        }
        if (answer.jump_address % 4 != 0 || index >= loop->count) {
            loop->pc = answer.jump_address;
            return stop_at(ip + 1, limit, loop, LoopState::Exit::left_text);
        }
        limit += place(target) - place(ip) - op_size;
        return limit > place(target) ? target : stop_at(target, limit, loop, LoopState::Exit::budget);
    }
};

}  // namespace

std::unique_ptr<Core> make_switch_core(Machine& machine) {
    return std::make_unique<SwitchCore>(machine);
}

}  // namespace mariner
