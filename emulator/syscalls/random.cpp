// Services that draw random numbers: 40 to 44. A stream, named by any number, comes into being at its first use.

#include "emulator/syscalls/handlers.hpp"

namespace mariner::syscalls {

namespace {

/// Each stream costs host memory; no honest program comes near.
constexpr size_t most_streams = 65536;

/// Null if there are too many; `limit` then says so.
JavaRandom* find_stream(SyscallContext& context, SyscallResult& limit) {
    const u32 id = context.a0();
    if (const auto known = context.random_streams.find(id); known != context.random_streams.end()) {
        return &known->second;
    }
    if (context.random_streams.size() >= most_streams) {
        limit = SyscallContext::limit_reached(
            "random_streams", "the program uses more than " + std::to_string(most_streams) + " random streams");
        return nullptr;
    }
    return &context.random_streams.emplace(id, JavaRandom(context.host.random_seed())).first->second;
}

/// Runs `draw` on the stream that $a0 names.
template <class Draw>
SyscallResult with_stream(SyscallContext& context, Draw draw) {
    SyscallResult result;
    if (JavaRandom* const stream = find_stream(context, result)) {
        draw(*stream);
    }
    return result;
}

}  // namespace

SyscallResult set_seed(SyscallContext& context) {
    const auto seed = static_cast<i32>(context.a1());
    return with_stream(context, [&](JavaRandom& stream) { stream.set_seed(seed); });
}

SyscallResult random_int(SyscallContext& context) {
    return with_stream(context,
                       [&](JavaRandom& stream) { context.cpu.gpr[reg::a0] = static_cast<u32>(stream.next_int()); });
}

SyscallResult random_int_range(SyscallContext& context) {
    const auto bound = static_cast<i32>(context.a1());
    if (bound <= 0) {
        return context.error("Upper bound of range cannot be negative");
    }
    return with_stream(
        context, [&](JavaRandom& stream) { context.cpu.gpr[reg::a0] = static_cast<u32>(stream.next_int(bound)); });
}

SyscallResult random_float(SyscallContext& context) {
    return with_stream(context, [&](JavaRandom& stream) { context.set_f0(stream.next_float()); });
}

SyscallResult random_double(SyscallContext& context) {
    return with_stream(context, [&](JavaRandom& stream) { context.set_f0(stream.next_double()); });
}

}  // namespace mariner::syscalls
