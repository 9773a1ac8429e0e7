// Services that play a note: 31 and 33. What is out of range is replaced.

#include "emulator/syscalls/handlers.hpp"

namespace mariner::syscalls {

namespace {

u8 in_range(u32 value, u8 otherwise) {
    return value <= 127 ? static_cast<u8>(value) : otherwise;
}

SyscallResult play(SyscallContext& context, bool wait) {
    const Host::Note defaults;
    Host::Note note;
    note.pitch = in_range(context.a0(), defaults.pitch);
    note.milliseconds = static_cast<i32>(context.a1()) < 0 ? defaults.milliseconds : context.a1();
    note.instrument = in_range(context.a2(), defaults.instrument);
    note.volume = in_range(context.a3(), defaults.volume);
    context.host.flush();
    return context.host.play_note(note, wait) ? SyscallResult{} : context.input_failure(InputState::interrupted);
}

}  // namespace

SyscallResult midi_out(SyscallContext& context) {
    return play(context, false);
}

SyscallResult midi_out_synchronous(SyscallContext& context) {
    return play(context, true);
}

}  // namespace mariner::syscalls
