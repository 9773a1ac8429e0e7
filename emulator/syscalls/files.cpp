// Services that open, read, write and close files: 13 to 16.

#include <algorithm>
#include <string>
#include <vector>

#include "emulator/syscalls/handlers.hpp"

namespace mariner::syscalls {

namespace {

constexpr u32 error_value = 0xffffffff;
/// More than any segment holds, so that a read of gigabytes costs no more than its address error.
constexpr u32 longest_transfer = 8U << 20;

SyscallResult give(SyscallContext& context, u32 value) {
    context.cpu.gpr[reg::v0] = value;
    return {};
}

/// Fills the buffer from a descriptor that is open for reading; `count` stays empty on an error.
InputState read_from(SyscallContext& context, i32 descriptor, std::vector<u8>& buffer, std::optional<size_t>& count) {
    if (descriptor != 0) {
        count = context.files.read(descriptor, buffer);
        return InputState::ready;
    }
    size_t got = 0;
    const InputState state = buffer.empty() ? InputState::ready : context.input.read_bytes(buffer, got);
    count = got;  // 0 at the end of input, which isn't a failure here
    return state == InputState::interrupted ? state : InputState::ready;
}

/// Copies bytes out of the guest; one more than asked for must be readable.
SyscallResult copy_from_guest(SyscallContext& context, u32 address, u32 length, std::string& bytes) {
    for (u32 i = 0; i <= length; ++i) {
        const Access<u8> byte = context.memory.load_byte(address + i);
        if (!byte) {
            context.note_read(address, i);
            return context.address_error(byte.fault, address + i);
        }
        if (i < length) {
            bytes += static_cast<char>(byte.value);
        }
    }
    context.note_read(address, size_t{length} + 1);
    return {};
}

}  // namespace

SyscallResult open_file(SyscallContext& context) {
    Exception fault;
    const std::string name = context.read_guest_string(context.a0(), fault);
    if (fault) {
        return context.address_error(fault.kind, fault.value);
    }
    i32 descriptor = -1;
    if (context.files.open(name, context.a1(), descriptor) == FileTable::OpenResult::table_full) {
        return context.host_failure("all 32 file descriptors are in use (syscall 13)");
    }
    return give(context, static_cast<u32>(descriptor));
}

SyscallResult read_file_bytes(SyscallContext& context) {
    const auto descriptor = static_cast<i32>(context.a0());
    const auto length = static_cast<i32>(context.a2());
    if (length < 0) {
        return context.host_failure("a negative length to read (syscall 14)");
    }
    if (!context.files.is_readable(descriptor)) {
        return give(context, error_value);
    }
    if (!context.files.has_stream(descriptor)) {
        return context.host_failure("reading from a file that could not be opened (syscall 14)");
    }
    std::vector<u8> buffer(std::min(static_cast<u32>(length), longest_transfer));
    std::optional<size_t> count;
    if (read_from(context, descriptor, buffer, count) == InputState::interrupted) {
        return context.input_failure(InputState::interrupted);
    }
    context.cpu.gpr[reg::v0] = count ? static_cast<u32>(*count) : error_value;
    return context.store_bytes(context.a1(), std::span(buffer).first(count.value_or(0)));
}

SyscallResult write_file_bytes(SyscallContext& context) {
    const auto descriptor = static_cast<i32>(context.a0());
    const auto length = static_cast<i32>(context.a2());
    if (length < -1 || length == 0x7fffffff) {
        return context.host_failure("a length that cannot be written (syscall 15)");
    }
    std::string bytes;
    const u32 wanted = length < 0 ? 0 : static_cast<u32>(length);
    if (SyscallResult copied = copy_from_guest(context, context.a1(), wanted, bytes); !copied.is_done()) {
        return copied;
    }
    if (length < 0) {
        return context.host_failure("a negative length to write (syscall 15)");
    }
    if (!context.files.is_writable(descriptor)) {
        return give(context, error_value);
    }
    if (!context.files.has_stream(descriptor)) {
        return context.host_failure("writing to a file that could not be opened (syscall 15)");
    }
    const std::string_view allowed = std::string_view(bytes).substr(0, context.take_output_allowance(bytes.size()));
    bool written = true;
    if (descriptor == 1) {
        context.host.write_output(allowed);
    } else if (descriptor == 2) {
        context.host.write_error(allowed);
    } else {
        written = context.files.write(descriptor, allowed);
    }
    if (allowed.size() < bytes.size()) {
        return context.output_limit_reached();
    }
    return give(context, written ? wanted : error_value);
}

SyscallResult close_file(SyscallContext& context) {
    context.files.close(static_cast<i32>(context.a0()));
    return {};
}

}  // namespace mariner::syscalls
