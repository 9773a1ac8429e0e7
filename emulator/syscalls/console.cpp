// Services that print and read on the console, take heap memory and end the program: 1 to 12, 17, 34 to 36, 60.

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <string>

#include "emulator/support/java_number.hpp"
#include "emulator/support/text.hpp"
#include "emulator/syscalls/handlers.hpp"

namespace mariner::syscalls {

namespace {

template <class Integer>
SyscallResult print_decimal(SyscallContext& context, Integer value) {
    std::array<char, 16> buffer;
    const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return context.print({buffer.data(), written.ptr});
}

/// Reads a line and hands it to `parse`; `store` receives what came of it.
template <class Parse, class Store>
SyscallResult read_number(SyscallContext& context, std::string_view complaint, Parse parse, Store store) {
    std::string line;
    const InputState state = context.input.read_line(line);
    if (state != InputState::ready) {
        return context.input_failure(state);
    }
    const auto value = parse(trim(line));
    if (!value) {
        context.refused_input = line;
        return context.error(complaint);
    }
    store(*value);
    return {};
}

SyscallResult exit_result(int code) {
    SyscallResult result;
    result.kind = SyscallEnding::exit;
    result.exit_code = code;
    return result;
}

}  // namespace

SyscallResult print_int(SyscallContext& context) {
    return print_decimal(context, static_cast<i32>(context.a0()));
}

SyscallResult print_unsigned(SyscallContext& context) {
    return print_decimal(context, context.a0());
}

SyscallResult print_float(SyscallContext& context) {
    return context.print(java_text(context.f12(), context.options.float_format));
}

SyscallResult print_double(SyscallContext& context) {
    return context.print(java_text(context.f12_double(), context.options.float_format));
}

SyscallResult print_string(SyscallContext& context) {
    Exception fault;
    const std::string text = context.read_guest_string(context.a0(), fault);
    SyscallResult printed = context.print(text);  // what stands before a bad address appears
    return printed.is_done() && fault ? context.address_error(fault.kind, fault.value) : printed;
}

SyscallResult print_char(SyscallContext& context) {
    const auto character = static_cast<char>(context.a0());
    return context.print({&character, 1});
}

SyscallResult print_hex(SyscallContext& context) {
    return context.print(hex32(context.a0()));
}

SyscallResult print_binary(SyscallContext& context) {
    std::string digits(32, '0');
    for (u32 i = 0; i < 32; ++i) {
        digits[i] = ((context.a0() >> (31 - i)) & 1) != 0 ? '1' : '0';
    }
    return context.print(digits);
}

SyscallResult clear_screen(SyscallContext&) {
    return {};
}

SyscallResult read_int(SyscallContext& context) {
    return read_number(context, "invalid integer input", parse_java_int,
                       [&](i32 value) { context.cpu.gpr[reg::v0] = static_cast<u32>(value); });
}

SyscallResult read_float(SyscallContext& context) {
    return read_number(context, "invalid float input", parse_java_float, [&](float value) { context.set_f0(value); });
}

SyscallResult read_double(SyscallContext& context) {
    return read_number(context, "invalid double input", parse_java_double,
                       [&](double value) { context.set_f0(value); });
}

SyscallResult read_char(SyscallContext& context) {
    std::string line;
    const InputState state = context.input.read_line(line);
    if (state != InputState::ready) {
        return context.input_failure(state);
    }
    const std::u16string units = utf16_of(std::string_view(line).substr(0, 4));
    if (units.empty()) {
        context.refused_input = line;
        return context.error("invalid char input");
    }
    context.cpu.gpr[reg::v0] = units.front();
    return {};
}

SyscallResult read_string(SyscallContext& context) {
    const u32 buffer = context.a0();
    const auto room = static_cast<i32>(context.a1() - 1);
    std::string line;
    const InputState state = context.input.read_line(line);
    if (state != InputState::ready) {
        return context.input_failure(state);
    }
    if (room < 0) {
        return {};  // the line is gone, and nothing is stored, not even a zero byte
    }
    return context.store_line(buffer, room, utf16_of(line));
}

SyscallResult sbrk(SyscallContext& context) {
    const auto request = static_cast<i32>(context.a0());
    const std::string text = "request (" + std::to_string(request) + ") ";
    if (request < 0) {
        return context.error(text + "is negative heap amount");
    }
    // Sums wrap around in 32 bits, and a negative one is below every limit: so it is in MARS.
    u32 end = context.heap_pointer + static_cast<u32>(request);
    if (end % 4 != 0) {
        const i32 remainder = static_cast<i32>(end) % 4;
        end += static_cast<u32>(4 - remainder);
    }
    const MemoryMap& map = context.memory.map();
    if (static_cast<i32>(end) >= static_cast<i32>(map.data.limit)) {
        return context.error(text + "exceeds available heap storage");
    }
    if (u64{end} - map.heap_base > context.options.max_heap) {
        return SyscallContext::limit_reached(
            "heap", "the program asked for more than " + std::to_string(context.options.max_heap) + " bytes of heap");
    }
    context.cpu.gpr[reg::v0] = context.heap_pointer;
    context.heap_pointer = end;
    return {};
}

SyscallResult exit_program(SyscallContext&) {
    return exit_result(0);
}

SyscallResult exit_with_code(SyscallContext& context) {
    return exit_result(static_cast<i32>(context.a0()));
}

}  // namespace mariner::syscalls
