// Services that MARS shows in windows: 50 to 59. A host with windows of its own is asked; otherwise the question goes
// to the error stream (standard output belongs to the program) and the answer is a line of input.

#include <algorithm>
#include <string>

#include "emulator/support/java_number.hpp"
#include "emulator/support/text.hpp"
#include "emulator/syscalls/handlers.hpp"

namespace mariner::syscalls {

namespace {

using Kind = Host::DialogKind;
using Type = Host::MessageType;

constexpr u32 status_fine = 0;
constexpr u32 status_not_a_number = static_cast<u32>(-1);
constexpr u32 status_cancelled = static_cast<u32>(-2);
constexpr u32 status_empty = static_cast<u32>(-3);
constexpr u32 status_too_long = static_cast<u32>(-4);

constexpr std::string_view escape = "\x1b";  // typed instead of an answer, it cancels

std::string utf8_of_latin1(std::string_view characters) {
    std::string result;
    for (const char c : characters) {
        append_latin1(result, static_cast<u8>(c));
    }
    return result;
}

/// A guest string as UTF-8, or the address error that it ends in.
SyscallResult read_message(SyscallContext& context, u32 address, std::string& message) {
    Exception fault;
    message += utf8_of_latin1(context.read_guest_string(address, fault));
    return fault ? context.address_error(fault.kind, fault.value) : SyscallResult{};
}

std::string_view prefix_of(Type type) {
    switch (type) {
        case Type::error:
            return "error: ";
        case Type::warning:
            return "warning: ";
        default:
            return "";
    }
}

/// yes, no or cancel by their first letters; anything else is asked again.
bool understand_choice(const std::string& line, Host::DialogReply& reply) {
    const std::string answer = to_lower(trim(line));
    if (answer.empty()) {
        return false;
    }
    for (int choice = 0; choice < 3; ++choice) {
        const std::string_view word = choice == 0 ? "yes" : (choice == 1 ? "no" : "cancel");
        if (word.starts_with(answer)) {
            reply.choice = choice;
            return true;
        }
    }
    return false;
}

SyscallResult ask_on_console(SyscallContext& context, Kind kind, const std::string& message, Type type,
                             Host::DialogReply& reply) {
    std::string shown(prefix_of(type));
    shown += message;
    shown += kind == Kind::confirm ? " [yes/no/cancel] " : (kind == Kind::input ? " " : "\n");
    while (true) {
        context.host.write_error(std::string_view(shown).substr(0, context.take_output_allowance(shown.size())));
        if (context.bytes_written >= context.options.max_output) {
            return context.output_limit_reached();
        }
        if (kind == Kind::message) {
            return {};
        }
        std::string line;
        const InputState state = context.input.read_line(line);
        if (state != InputState::ready) {
            return context.input_failure(state);
        }
        if (kind == Kind::input) {
            reply.cancelled = line == escape;
            reply.text = std::move(line);
            return {};
        }
        if (understand_choice(line, reply)) {
            return {};
        }
    }
}

SyscallResult ask(SyscallContext& context, Kind kind, const std::string& message, Type type, Host::DialogReply& reply) {
    switch (context.host.dialog_style()) {
        case DialogStyle::none:
            return context.host_failure("there is no way to show a dialog here (syscall " +
                                        std::to_string(context.service) + ")");
        case DialogStyle::console:
            return ask_on_console(context, kind, message, type, reply);
        case DialogStyle::native:
            break;
    }
    context.host.flush();
    std::optional<Host::DialogReply> answer = context.host.show_dialog(kind, message, type);
    if (!answer) {
        return context.input_failure(InputState::interrupted);
    }
    reply = std::move(*answer);
    return {};
}

/// Asks for input with the message at $a0; `use` makes registers and memory of status and text.
template <class Use>
SyscallResult ask_for_input(SyscallContext& context, Use use) {
    std::string message;
    if (SyscallResult read = read_message(context, context.a0(), message); read.kind != SyscallResult::Kind::done) {
        return read;
    }
    Host::DialogReply reply;
    if (SyscallResult asked = ask(context, Kind::input, message, Type::plain, reply);
        asked.kind != SyscallResult::Kind::done) {
        return asked;
    }
    const u32 status = reply.cancelled ? status_cancelled : (reply.text.empty() ? status_empty : status_fine);
    return use(status, reply.text);
}

/// Services 51 to 53: zero first, then the value if it parses.
template <class Value, class Parse, class Store>
SyscallResult ask_for_number(SyscallContext& context, Parse parse, Store store) {
    return ask_for_input(context, [&](u32 status, const std::string& text) -> SyscallResult {
        store(Value{});
        if (status == status_fine) {
            const std::optional<Value> value = parse(text);
            store(value.value_or(Value{}));
            status = value ? status_fine : status_not_a_number;
        }
        context.cpu.gpr[reg::a1] = status;
        return {};
    });
}

/// Stores an answer with a newline if it fits, and a zero byte. Small sizes do what MARS's arithmetic makes of them.
SyscallResult store_answer(SyscallContext& context, const std::u16string& units) {
    const u32 buffer = context.a1();
    const auto size = static_cast<i32>(context.a2());
    const auto length = static_cast<i32>(units.size());
    const auto room = static_cast<i32>(static_cast<u32>(size) - 1);
    const auto store = [&](i32 offset, u8 byte) {
        return context.memory.store_byte(buffer + static_cast<u32>(offset), byte);
    };
    for (i32 i = 0; i < length && i < room; ++i) {
        if (const ExceptionKind fault = store(i, static_cast<u8>(units[static_cast<size_t>(i)]));
            fault != ExceptionKind::none) {
            return context.address_error(fault, buffer + static_cast<u32>(i));
        }
    }
    if (length < room) {
        if (const ExceptionKind fault = store(length, '\n'); fault != ExceptionKind::none) {
            return context.address_error(fault, buffer + static_cast<u32>(length));
        }
    }
    const i32 end = std::min(length + 1, room);
    if (const ExceptionKind fault = store(end, 0); fault != ExceptionKind::none) {
        return context.address_error(fault, buffer + static_cast<u32>(end));
    }
    context.cpu.gpr[reg::a1] = length > room ? status_too_long : status_fine;
    return {};
}

SyscallResult show_message(SyscallContext& context, const std::string& message, Type type) {
    Host::DialogReply reply;
    return ask(context, Kind::message, message, type, reply);
}

/// Services 56 to 58: the message at $a0, then what `suffix` makes.
template <class Suffix>
SyscallResult show_value(SyscallContext& context, Suffix suffix) {
    std::string message;
    if (SyscallResult read = read_message(context, context.a0(), message); read.kind != SyscallResult::Kind::done) {
        return read;
    }
    return show_message(context, message + suffix(), Type::information);
}

}  // namespace

SyscallResult confirm_dialog(SyscallContext& context) {
    std::string message;
    if (SyscallResult read = read_message(context, context.a0(), message); read.kind != SyscallResult::Kind::done) {
        return read;
    }
    Host::DialogReply reply;
    SyscallResult asked = ask(context, Kind::confirm, message, Type::question, reply);
    if (asked.kind == SyscallResult::Kind::done) {
        context.cpu.gpr[reg::a0] = static_cast<u32>(reply.choice);
    }
    return asked;
}

SyscallResult input_dialog_int(SyscallContext& context) {
    return ask_for_number<i32>(context, parse_java_int,
                               [&](i32 value) { context.cpu.gpr[reg::a0] = static_cast<u32>(value); });
}

SyscallResult input_dialog_float(SyscallContext& context) {
    return ask_for_number<float>(context, parse_java_float, [&](float value) { context.set_f0(value); });
}

SyscallResult input_dialog_double(SyscallContext& context) {
    return ask_for_number<double>(context, parse_java_double, [&](double value) { context.set_f0(value); });
}

SyscallResult input_dialog_string(SyscallContext& context) {
    return ask_for_input(context, [&](u32 status, const std::string& text) -> SyscallResult {
        if (status == status_fine) {
            return store_answer(context, utf16_of(text));
        }
        context.cpu.gpr[reg::a1] = status;
        return {};
    });
}

SyscallResult message_dialog(SyscallContext& context) {
    std::string message;
    if (SyscallResult read = read_message(context, context.a0(), message); read.kind != SyscallResult::Kind::done) {
        return read;
    }
    return show_message(context, message, context.a1() <= 3 ? static_cast<Type>(context.a1()) : Type::plain);
}

SyscallResult message_dialog_int(SyscallContext& context) {
    return show_value(context, [&] { return std::to_string(static_cast<i32>(context.a1())); });
}

SyscallResult message_dialog_float(SyscallContext& context) {
    return show_value(context, [&] { return java_text(context.f12(), context.options.float_format); });
}

SyscallResult message_dialog_double(SyscallContext& context) {
    return show_value(context, [&] { return java_text(context.f12_double(), context.options.float_format); });
}

SyscallResult message_dialog_string(SyscallContext& context) {
    std::string message;
    for (const u32 address : {context.a0(), context.a1()}) {
        if (SyscallResult read = read_message(context, address, message); read.kind != SyscallResult::Kind::done) {
            return read;
        }
    }
    return show_message(context, message, Type::information);
}

}  // namespace mariner::syscalls
