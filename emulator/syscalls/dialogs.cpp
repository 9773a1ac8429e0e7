// Services that MARS shows in windows: 50 to 59. A host with windows of its own is asked; otherwise the question goes
// to the error stream (standard output belongs to the program) and the answer is a line of input.

#include <algorithm>
#include <array>
#include <string>

#include "emulator/support/java_number.hpp"
#include "emulator/support/text.hpp"
#include "emulator/syscalls/handlers.hpp"

namespace mariner::syscalls {

namespace {

using DialogKind = Host::DialogKind;
using Type = Host::MessageType;

constexpr u32 status_fine = 0;
constexpr u32 status_not_a_number = static_cast<u32>(-1);
constexpr u32 status_cancelled = static_cast<u32>(-2);
constexpr u32 status_empty = static_cast<u32>(-3);
constexpr u32 status_too_long = static_cast<u32>(-4);

constexpr std::string_view escape = "\x1b";  // typed instead of an answer, it cancels

/// Guest strings as UTF-8, or the address error that one ends in.
SyscallResult read_message(SyscallContext& context, std::initializer_list<u32> addresses, std::string& message) {
    for (const u32 address : addresses) {
        Exception fault;
        message += utf8_of_latin1(context.read_guest_string(address, fault));
        if (fault) {
            return context.address_error(fault.kind, fault.value);
        }
    }
    return {};
}

/// yes, no or cancel by their first letters; anything else is asked again.
std::optional<int> choice_of(std::string_view line) {
    static constexpr auto words = std::to_array<std::string_view>({"yes", "no", "cancel"});
    const std::string answer = to_lower(trim(line));
    const auto* const found =
        std::ranges::find_if(words, [&](std::string_view word) { return word.starts_with(answer); });
    return answer.empty() || found == words.end() ? std::nullopt
                                                  : std::optional(static_cast<int>(found - words.begin()));
}

SyscallResult ask_on_console(SyscallContext& context, DialogKind kind, const std::string& message, Type type,
                             Host::DialogReply& reply) {
    std::string shown = type == Type::error ? "error: " : type == Type::warning ? "warning: " : "";
    shown += message;
    shown += kind == DialogKind::confirm ? " [yes/no/cancel] " : (kind == DialogKind::input ? " " : "\n");
    while (true) {
        context.host.write_error(std::string_view(shown).substr(0, context.take_output_allowance(shown.size())));
        if (context.bytes_written >= context.options.max_output) {
            return context.output_limit_reached();
        }
        if (kind == DialogKind::message) {
            return {};
        }
        std::string line;
        const InputState state = context.input.read_line(line);
        if (state != InputState::ready) {
            return context.input_failure(state);
        }
        if (kind == DialogKind::input) {
            reply.cancelled = line == escape;
            reply.text = std::move(line);
            return {};
        }
        if (const std::optional<int> choice = choice_of(line)) {
            reply.choice = *choice;
            return {};
        }
    }
}

SyscallResult ask(SyscallContext& context, DialogKind kind, const std::string& message, Type type,
                  Host::DialogReply& reply) {
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

/// The same with the message at $a0.
SyscallResult ask(SyscallContext& context, DialogKind kind, Type type, Host::DialogReply& reply) {
    std::string message;
    SyscallResult read = read_message(context, {context.a0()}, message);
    return read.is_done() ? ask(context, kind, message, type, reply) : read;
}

/// Asks for input with the message at $a0; `use` makes registers and memory of status and text.
template <class Use>
SyscallResult ask_for_input(SyscallContext& context, Use use) {
    Host::DialogReply reply;
    if (SyscallResult asked = ask(context, DialogKind::input, Type::plain, reply); !asked.is_done()) {
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
    const auto room = static_cast<i32>(context.a2() - 1);
    SyscallResult stored = context.store_line(context.a1(), room, units);
    if (stored.is_done()) {
        context.cpu.gpr[reg::a1] = static_cast<i32>(units.size()) > room ? status_too_long : status_fine;
    }
    return stored;
}

/// Services 56 to 59: the messages at these addresses, then a value.
SyscallResult show(SyscallContext& context, std::initializer_list<u32> addresses, const std::string& value = {}) {
    std::string message;
    Host::DialogReply reply;
    SyscallResult read = read_message(context, addresses, message);
    return read.is_done() ? ask(context, DialogKind::message, message + value, Type::information, reply) : read;
}

}  // namespace

SyscallResult confirm_dialog(SyscallContext& context) {
    Host::DialogReply reply;
    SyscallResult asked = ask(context, DialogKind::confirm, Type::question, reply);
    if (asked.is_done()) {
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
    Host::DialogReply reply;
    return ask(context, DialogKind::message, context.a1() <= 3 ? static_cast<Type>(context.a1()) : Type::plain, reply);
}

SyscallResult message_dialog_int(SyscallContext& context) {
    return show(context, {context.a0()}, std::to_string(static_cast<i32>(context.a1())));
}

SyscallResult message_dialog_float(SyscallContext& context) {
    return show(context, {context.a0()}, java_text(context.f12(), context.options.float_format));
}

SyscallResult message_dialog_double(SyscallContext& context) {
    return show(context, {context.a0()}, java_text(context.f12_double(), context.options.float_format));
}

SyscallResult message_dialog_string(SyscallContext& context) {
    return show(context, {context.a0(), context.a1()});
}

}  // namespace mariner::syscalls
