#pragma once
// One alteration at a time of a handler of the fast core, of a compiled form or of a lowered micro-operation, chosen by
// MARINER_SPOIL in the environment: its number in alterations(). Read by the engines in builds with -DMARINER_SPOIL=ON
// and by nobody else.

#include <string>
#include <string_view>
#include <vector>

#include "emulator/execute/threaded_context.hpp"

namespace mariner::backend_x86 {
class RegionEmitter;
}

namespace mariner::spoil {

enum class Way : u8 {
    result,     // one of the results is another
    neighbour,  // the result goes to the register next to the right one too
    inverted,   // goes where it shouldn't, and doesn't where it should
    uncounted,  // the step isn't counted
    stepped,    // is left to the checked core
    value,      // a micro-operation makes another value, for whatever is compiled of the lowered block
};

struct Alteration {
    bool is_compiled = false;
    Handler handler = nullptr;  // or, of a compiled form:
    isa::Op op{};
    u8 half = 0;       // of a fused pair
    size_t micro = 0;  // of Way::value
    Way way{};
    std::string_view word;  // of what the row writes
    std::string name;
};

const std::vector<Alteration>& alterations();

/// Null without a number in the environment.
const Alteration* chosen();

/// What a row writes: its places, and "mem" for memory.
std::vector<std::string_view> written_words(isa::Op op);

/// Alters what RegionEmitter has just emitted (spoil_form.cpp).
void alter_form(backend_x86::RegionEmitter& emitter);

inline bool is_spoiled(isa::Op op, Way way) {
    const Alteration* const one = chosen();
    return one != nullptr && one->is_compiled && one->op == op && one->way == way;
}

inline bool is_wrong_value(isa::Op op, size_t micro) {
    const Alteration* const one = chosen();
    return one != nullptr && one->way == Way::value && one->op == op && one->micro == micro;
}

/// What a body has left in its context.
struct Left {
    u32 result;
    u32 jump_address;
};

/// Another value for the result `word` of an instruction that has just been performed. The context comes by value, so
/// that it can live in host registers and tail calls stay jumps.
Left alter(const Alteration& one, const ThreadedOp* ip, CpuState* cpu, u8* host, bool keeps, u32 address, Left left);

template <isa::Op Code, Forward From, bool Keep>
[[gnu::always_inline]] inline Flow perform(ThreadedContext<From, Keep>& context, Handler owner, u8 half, i64& limit) {
    const Alteration* const one = chosen();
    if (one == nullptr || one->handler != owner || one->half != half) {
        return Body<Code>::run(context);
    }
    if (one->way == Way::stepped) {
        return Flow::leave;
    }
    const u32 address = context.rs() + context.imm();
    const Flow flow = Body<Code>::run(context);
    if (one->way == Way::uncounted) {
        limit += op_size;
    }
    if (flow == Flow::leave) {
        return flow;
    }
    if (one->way == Way::inverted) {
        return flow == Flow::branch ? Flow::next : Flow::branch;
    }
    const Left left =
        alter(*one, context.ip, context.cpu, context.host, Keep, address, {context.result, context.jump_address});
    context.result = left.result;
    context.jump_address = left.jump_address;
    return flow;
}

}  // namespace mariner::spoil

#define PERFORM(op, context, half) ::mariner::spoil::perform<op>(context, ip->handler, half, limit)
#define IS_SPOILED(op, way) ::mariner::spoil::is_spoiled(op, ::mariner::spoil::Way::way)
#define IS_WRONG_VALUE(op, micro) ::mariner::spoil::is_wrong_value(op, micro)
#define SPOIL_RESULT(emitter) ::mariner::spoil::alter_form(emitter)
