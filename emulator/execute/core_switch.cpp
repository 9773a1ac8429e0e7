// The threaded core's inner loop as a plain switch: for compilers and builds
// that don't turn tail calls into jumps (no optimisation, sanitizers), and as a
// second opinion in the tests.

#include "emulator/execute/threaded_context.hpp"
#include "emulator/execute/threaded_core.hpp"

namespace mariner {

namespace {

using FastContext = ThreadedContext<>;

Flow perform(FastContext& context) {
    switch (static_cast<isa::Op>(context.ip->op.code)) {
#define CHAPTER(title)
#define INSN(id, mnemonic, operands, encoding, body, access, flags, example, doc) \
    case isa::Op::id:                                                             \
        return Body<isa::Op::id>::run(context);
#include "emulator/isa/instructions.inc"
#undef INSN
#undef CHAPTER
    }
    return Flow::leave;
}

class SwitchCore final : public ThreadedCore {
public:
    explicit SwitchCore(Machine& machine) : ThreadedCore(machine) {}

private:
    void enter(const ThreadedOp* ip, CpuState* cpu, u8* host, i64 limit, LoopState* loop) override {
        while (ip != nullptr) {
            FastContext context{ip, cpu, host};
            const Flow flow = perform(context);
            if (flow == Flow::next) {
                ++ip;
            } else if (flow == Flow::branch) {
                limit += ip->way;
                ip = inside_budget(ip->target, limit, loop);
            } else {
                ip = leave(flow, context, limit, loop);
            }
        }
    }

    static const ThreadedOp* inside_budget(const ThreadedOp* ip, i64 limit, LoopState* loop) {
        if (limit > place(ip)) {
            return ip;
        }
        return stop_at(ip, limit, loop, LoopState::Exit::budget);
    }

    static const ThreadedOp* stop_at(const ThreadedOp* ip, i64 limit, LoopState* loop, LoopState::Exit exit) {
        loop->exit = exit;
        loop->ip = ip;
        loop->limit = limit;
        return nullptr;
    }

    static const ThreadedOp* leave(Flow flow, const FastContext& context, i64& limit, LoopState* loop) {
        const ThreadedOp* ip = context.ip;
        if (flow == Flow::syscall) {
            return stop_at(ip + 1, limit, loop, LoopState::Exit::syscall);
        }
        if (ip->op.code == absent_code) {
            return stop_at(ip, limit, loop, LoopState::Exit::budget);
        }
        const u32 index = (context.jump_address - loop->base) / 4;
        const ThreadedOp* target = loop->ops + index;
        if (flow == Flow::leave || target == ip) {
            ip = step(ip, context.cpu, limit, loop);
            limit = loop->limit;
            return ip;
        }
        if (context.jump_address % 4 != 0 || index >= loop->count) {
            loop->pc = context.jump_address;
            return stop_at(ip + 1, limit, loop, LoopState::Exit::left_text);
        }
        limit += place(target) - place(ip) - op_size;
        return inside_budget(target, limit, loop);
    }
};

}  // namespace

std::unique_ptr<Core> make_switch_core(Machine& machine) {
    return std::make_unique<SwitchCore>(machine);
}

}  // namespace mariner
