// The fast core: every ThreadedOp holds the address of a function that performs
// it (or it and its successor, a fused pair) and ends in a tail call of the
// next op's function. All state of the loop lives in the parameters, that is,
// in host registers. Builds in which a tail call might stay a call (no
// optimisation, sanitizers) get the switch core.
//
// Measured (shared/bench, geometric means on one machine, host instructions per guest instruction by callgrind): single
// ops 817 M/s, 12.5; with these pairs 918, 8.7; with four times as many pairs 927, 8.7; and with targets' addresses in
// the ops, so that a taken branch waits for one load only, 1004. Aligned functions and -O3 change nothing. The empty
// asm statements are worth two register moves per handler to g++ 12: they keep it from reading the next handler by way
// of the old ip, and tell it that the parameter in cl needs no value.

#include "emulator/execute/threaded_core.hpp"
#include "emulator/support/sanitized.hpp"

#if defined(__OPTIMIZE__) && !defined(MARINER_SANITIZED) && !defined(MARINER_SWITCH_PAIRS)
#define MARINER_TAIL_CALLS
#endif

#if defined(MARINER_TAIL_CALLS)

#include <array>

#include "emulator/execute/fused_pairs.hpp"
#include "emulator/execute/spoil.hpp"

// Where the handlers stand within a cache line decides how well their jumps are foreseen: deep recursion took
// 0.96, 1.01, 1.02 or 1.07 of the time, by what happened to be linked before them (all else 1.00 to 1.03). So the place
// is given.
#if defined(__x86_64__) && defined(__ELF__)
asm(".text\n.balign 64\n.skip 16, 0xcc");
#endif

namespace mariner {

namespace {

#define LOOP_PARAMETERS const ThreadedOp *ip, CpuState *cpu, u8 *host, u64 unused, i64 limit, LoopState *loop
#if defined(__x86_64__) && defined(__GNUC__)
#define ANYTHING(name) asm("" : "=c"(name))
#define OPAQUE(name) asm("" : "+r"(name))
#else
#define ANYTHING(name) static_cast<void>(0)
#define OPAQUE(name) static_cast<void>(0)
#endif
#if defined(__clang__)
#define TAIL_CALL [[clang::musttail]] return
#define KEEP_SIGNATURE [[gnu::noinline]]
#else
#define TAIL_CALL return
#define KEEP_SIGNATURE [[gnu::noipa]]
#endif
#define CONTINUE_AT(target)                                                  \
    do {                                                                     \
        const ThreadedOp* next_op = (target);                                \
        OPAQUE(next_op);                                                     \
        ANYTHING(unused);                                                    \
        TAIL_CALL next_op->handler(next_op, cpu, host, unused, limit, loop); \
    } while (false)

KEEP_SIGNATURE void leave_for_budget(const ThreadedOp* ip, CpuState* /*cpu*/, u8* /*host*/, u64 /*unused*/, i64 limit,
                                     LoopState* loop) {
    loop->exit = LoopState::Exit::budget;
    loop->ip = ip;
    loop->limit = limit;
}

KEEP_SIGNATURE void leave_for_syscall(const ThreadedOp* ip, CpuState* /*cpu*/, u8* /*host*/, u64 /*unused*/, i64 limit,
                                      LoopState* loop) {
    loop->exit = LoopState::Exit::syscall;
    loop->ip = ip + 1;
    loop->limit = limit;
}

/// Behind an indirect jump whose target (in loop->pc) is outside this block.
KEEP_SIGNATURE void leave_text(const ThreadedOp* ip, CpuState* /*cpu*/, u8* /*host*/, u64 /*unused*/, i64 limit,
                               LoopState* loop) {
    loop->exit = LoopState::Exit::left_text;
    loop->ip = ip + 1;
    loop->limit = limit;
}

KEEP_SIGNATURE void stepped(LOOP_PARAMETERS) {
    const ThreadedOp* const next = ThreadedCore::step(ip, cpu, limit, loop);
    if (next == nullptr) {
        return;
    }
    limit = loop->limit;
    CONTINUE_AT(next);
}

/// The rest of a handler, once the body at ip has answered.
#define FINISH(flow, context, ip)                                                                                  \
    if ((flow) == Flow::next) {                                                                                    \
        CONTINUE_AT((ip) + 1);                                                                                     \
    }                                                                                                              \
    if ((flow) == Flow::branch) {                                                                                  \
        const ThreadedOp* const target = (ip)->target;                                                             \
        limit += (ip)->way;                                                                                        \
        if (limit <= place(target)) [[unlikely]] {                                                                 \
            ANYTHING(unused);                                                                                      \
            TAIL_CALL leave_for_budget(target, cpu, host, unused, limit, loop);                                    \
        }                                                                                                          \
        CONTINUE_AT(target);                                                                                       \
    }                                                                                                              \
    if ((flow) == Flow::jump || (flow) == Flow::jump_now) {                                                        \
        const u32 index = std::rotr((context).jump_address - loop->base, 2);                                       \
        const ThreadedOp* const target =                                                                           \
            reinterpret_cast<const ThreadedOp*>(loop->bias + std::uintptr_t{text_scale} * (context).jump_address); \
        if (index >= loop->count) [[unlikely]] {                                                                   \
            loop->pc = (context).jump_address;                                                                     \
            ANYTHING(unused);                                                                                      \
            TAIL_CALL leave_text(ip, cpu, host, unused, limit, loop);                                              \
        }                                                                                                          \
        if (target == (ip)) [[unlikely]] {                                                                         \
            ANYTHING(unused);                                                                                      \
            TAIL_CALL stepped(ip, cpu, host, unused, limit, loop);                                                 \
        }                                                                                                          \
        limit += place(target) - place(ip) - op_size;                                                              \
        if (limit <= place(target)) [[unlikely]] {                                                                 \
            ANYTHING(unused);                                                                                      \
            TAIL_CALL leave_for_budget(target, cpu, host, unused, limit, loop);                                    \
        }                                                                                                          \
        CONTINUE_AT(target);                                                                                       \
    }                                                                                                              \
    if ((flow) == Flow::syscall) {                                                                                 \
        ANYTHING(unused);                                                                                          \
        TAIL_CALL leave_for_syscall(ip, cpu, host, unused, limit, loop);                                           \
    }                                                                                                              \
    ANYTHING(unused);                                                                                              \
    TAIL_CALL stepped(ip, cpu, host, unused, limit, loop);

template <isa::Op Code>
void single(LOOP_PARAMETERS) {
    ThreadedContext<> context{{}, ip, cpu, host};
    const Flow flow = PERFORM(Code, context, 0);
    FINISH(flow, context, ip)
}

template <isa::Op First, isa::Op Second, Forward Way, bool Keep>
void fused(LOOP_PARAMETERS) {
    ThreadedContext<Forward::none, Keep> first{{}, ip, cpu, host};
    const Flow first_flow = PERFORM(First, first, 0);
    if (first_flow == Flow::branch) {
        FINISH(first_flow, first, ip)
    }
    if (first_flow != Flow::next) [[unlikely]] {
        ANYTHING(unused);
        TAIL_CALL stepped(ip, cpu, host, unused, limit, loop);
    }
    const ThreadedOp* const second_ip = ip + 1;
    ThreadedContext<Way> second{{}, second_ip, cpu, host, first.result};
    const Flow flow = PERFORM(Second, second, 1);
    if constexpr (!Keep) {
        if (flow == Flow::leave) {
            constexpr bool to_rd = meaning::compiled_facts(First).writes.contains(meaning::RegisterPlace::rd);
            cpu->gpr[to_rd ? ip->op.rd : ip->op.rt] = first.result;
        }
    }
    FINISH(flow, second, second_ip)
}

constexpr std::array<Handler, isa::op_count> single_handlers = {
#define CHAPTER(title)
#define INSN(id, mnemonic, operands, encoding, body, example, doc) single<isa::Op::id>,
#include "emulator/isa/instructions.inc"
#undef INSN
#undef CHAPTER
};

template <isa::Op First, isa::Op Second, PairForm Form>
constexpr Handler pair_handler() {
    constexpr FusedPair pair{First, Second};
    if constexpr (pair.has(Form)) {
        return fused<First, Second, forward_of(Form), keeps_first(Form)>;
    } else {
        return nullptr;
    }
}

/// By rows of fused_pairs; null where the form doesn't apply.
constexpr std::array<Handler, pair_form_count> pair_handlers[] = {
#define HANDLER(first, second, form) pair_handler<isa::Op::first, isa::Op::second, form>()
#define FUSE(first, second)                                                                       \
    {HANDLER(first, second, plain), HANDLER(first, second, to_rs), HANDLER(first, second, to_rt), \
     HANDLER(first, second, to_rs_dead), HANDLER(first, second, to_rt_dead)},
#include "emulator/execute/fused.inc"
#undef FUSE
#undef HANDLER
};

class FastCore final : public ThreadedCore {
public:
    explicit FastCore(Machine& machine) : ThreadedCore(machine) {
        thread(m_user);
        thread(m_kernel);
    }

private:
    static void thread(ThreadedSegment& block) {
        for (size_t i = 0; i < block.ops.size(); ++i) {
            ThreadedOp& op = block.ops[i];
            if (op.op.code < isa::op_count) {
                op.handler = single_handlers[op.op.code];
            } else {
                op.handler = op.op.code == absent_code ? leave_for_budget : stepped;
            }
            if (i + 1 < block.ops.size()) {
                const DecodedOp& next = block.ops[i + 1].op;
                if (const FusedPair* pair = pair_table.find(op.op.code, next.code)) {
                    op.handler = pair_handlers[pair - fused_pairs.data()][pair->form_for(op.op, next)];
                }
            }
        }
    }

    void enter(const ThreadedOp* ip, CpuState* cpu, u8* host, i64 limit, LoopState* loop) override {
        ip->handler(ip, cpu, host, 0, limit, loop);
    }
};

}  // namespace

std::unique_ptr<Core> make_fast_core(Machine& machine) {
    return std::make_unique<FastCore>(machine);
}

std::vector<FastHandler> fast_handlers() {
    std::vector<FastHandler> all;
    for (size_t i = 0; i < isa::op_count; ++i) {
        all.push_back({single_handlers[i], static_cast<isa::Op>(i), {}});
    }
    for (const FusedPair& pair : fused_pairs) {
        for (const PairForm form : all_pair_forms) {
            if (pair.has(form)) {
                all.push_back({pair_handlers[&pair - fused_pairs.data()][form], pair.first, pair.second, form});
            }
        }
    }
    return all;
}

}  // namespace mariner

#else

namespace mariner {

std::unique_ptr<Core> make_fast_core(Machine& machine) {
    return make_switch_core(machine);
}

std::vector<FastHandler> fast_handlers() {
    return {};
}

}  // namespace mariner

#endif
