// The part of DapServer that evaluates and assigns: what stands in watches and in the debug console, and what the user
// gives a new value.

#include <array>
#include <bit>

#include "emulator/debugger/expression.hpp"
#include "emulator/execute/registers.hpp"
#include "emulator/remote/dap_debuggee.hpp"
#include "emulator/remote/dap_variable.hpp"
#include "emulator/remote/places.hpp"
#include "emulator/support/java_number.hpp"
#include "emulator/support/text.hpp"

namespace mariner::remote {

namespace {

constexpr std::string_view console_help =
    "$t0  *list  byte(msg+2) == 'x'  float($a0)    the value of an expression\n"
    "$t0 = 5                                       a register, a label or an address gets a value\n"
    "who $t0   who list   who 0x10010000           who wrote it last\n"
    ">text                                         input for the program; without > while it waits for some\n";

/// `$t0 = 5`, but not a comparison.
std::optional<std::pair<std::string_view, std::string_view>> assignment_in(std::string_view text) {
    const size_t at = text.find('=');
    const bool is_compared = at == std::string_view::npos || at == 0 || at + 1 >= text.size() || text[at + 1] == '=' ||
                             std::string_view("=!<>").find(text[at - 1]) != std::string_view::npos;
    return is_compared ? std::nullopt : std::optional(std::pair(trim(text.substr(0, at)), trim(text.substr(at + 1))));
}

Result<debugger::ExpressionValue> evaluate_text(const debugger::Session& session, std::string_view text) {
    const Result<debugger::Expression> expression = debugger::Expression::parse(text, session.image());
    return expression ? expression->evaluate(session.machine()) : expression.error();
}

/// An expression's value; where it is a word, it may be an address to look at.
Result<Variable> value_of(const debugger::Session& session, std::string_view text, bool is_hexadecimal) {
    const Result<debugger::ExpressionValue> value = evaluate_text(session, text);
    if (!value) {
        return value.error();
    }
    if (const u32* const word = std::get_if<u32>(&*value)) {
        return Variable{std::string(text), word_text(session.image(), *word, is_hexadecimal), "word", *word};
    }
    if (const float* const number = std::get_if<float>(&*value)) {
        return Variable{std::string(text), java_text(*number), "float"};
    }
    if (const double* const number = std::get_if<double>(&*value)) {
        return Variable{std::string(text), java_text(*number), "double"};
    }
    return Variable{std::string(text), json_string(*std::get_if<std::string>(&*value)), "text"};
}

/// What a register, label or address holds now.
std::optional<Variable> find_variable(const debugger::Session& session, std::string_view name, bool is_hexadecimal) {
    if (name == "pc" || name == "$pc") {
        const u32 pc = session.machine().cpu.pc;
        return Variable{"pc", word_text(session.image(), pc, is_hexadecimal), "word", pc};
    }
    const std::optional<debugger::Place> place = name.empty() ? std::nullopt : find_place(session.image(), name);
    if (!place) {
        return std::nullopt;
    }
    if (place->kind == debugger::PlaceKind::register_) {
        return register_variable(session, place->register_id, is_hexadecimal);
    }
    return memory_variable(session, name, place->address, is_hexadecimal);
}

/// The bits of a value as people type it; a floating-point register takes a whole number for real, but not in hex.
std::optional<u32> new_value(const debugger::Session& session, std::string_view text, bool is_float) {
    const Result<debugger::ExpressionValue> value = evaluate_text(session, text);
    if (!value) {
        return std::nullopt;
    }
    if (const float* const number = std::get_if<float>(&*value); number != nullptr && is_float) {
        return std::bit_cast<u32>(*number);
    }
    if (const double* const number = std::get_if<double>(&*value); number != nullptr && is_float) {
        return std::bit_cast<u32>(static_cast<float>(*number));
    }
    const u32* const word = std::get_if<u32>(&*value);
    if (word != nullptr && is_float && !text.starts_with("0x")) {
        return std::bit_cast<u32>(static_cast<float>(static_cast<i32>(*word)));
    }
    return word != nullptr ? std::optional(*word) : std::nullopt;
}

bool assign(debugger::Session& session, std::string_view name, std::string_view text) {
    const bool is_pc = name == "pc" || name == "$pc";
    const std::optional<debugger::Place> place = find_place(session.image(), name);
    const bool is_register = place && place->kind == debugger::PlaceKind::register_;
    const bool is_float = is_register && place->register_id >= register_id::float_base;
    const std::optional<u32> value = new_value(session, text, is_float);
    if (!place && !is_pc) {
        return false;
    }
    const std::optional<DeclaredData> data =
        place && !is_register ? declared_at(session.image(), place->address) : std::nullopt;
    if (data && !data->is_text()) {
        return assign_element(session, *data, place->address, text);
    }
    if (!value) {
        return false;
    }
    if (is_pc) {
        return session.set_pc(*value);
    }
    if (is_register) {
        return session.set_register(place->register_id, *value);
    }
    const std::array<u8, 4> bytes = {static_cast<u8>(*value), static_cast<u8>(*value >> 8),
                                     static_cast<u8>(*value >> 16), static_cast<u8>(*value >> 24)};
    return session.write_memory(place->address, bytes);
}

/// Both halves of a double.
bool assign_double(debugger::Session& session, std::string_view name, std::string_view text) {
    const std::optional<u8> id = find_register(name);
    const std::optional<double> number = parse_java_double(text);
    if (!id || *id < register_id::float_base || *id % 2 != 0 || !number) {
        return false;
    }
    const u64 bits = std::bit_cast<u64>(*number);
    return session.set_register(*id, static_cast<u32>(bits)) &&
           session.set_register(static_cast<u8>(*id + 1), static_cast<u32>(bits >> 32));
}

}  // namespace

/// What has changed is asked for anew by clients that hold on to it.
void DapServer::tell_changed(std::optional<u32> memory, u32 size) {
    if (m_takes_memory_events && memory) {
        event("memory", [&](JsonWriter& json) {
            json.member("memoryReference", hex32(*memory));
            json.member("offset", 0);
            json.member("count", size);
        });
    }
    if (m_takes_invalidated_events) {
        event("invalidated", [](JsonWriter& json) { json.values("areas", std::array{"variables"}); });
    }
}

void DapServer::set_variable(const Request& request) {
    const std::string_view name = request.arguments["name"].text();
    const std::string_view text = trim(request.arguments["value"].text());
    const i64 scope = request.arguments["variablesReference"].integer().value_or(0);
    debugger::Session& session = *m_debuggee->session;
    const bool is_hexadecimal = request.arguments["format"]["hex"].flag();
    const std::optional<DeclaredData> list = list_of(session.image(), scope);
    const std::optional<u32> element = list ? find_element(*list, name) : std::nullopt;
    const bool is_double = scope == static_cast<i64>(Scope::doubles);
    const bool is_done = !m_going && (element     ? assign_element(session, *list, *element, text)
                                      : is_double ? assign_double(session, name, text)
                                                  : assign(session, name, text));
    if (!is_done) {
        refuse(request, m_going ? "the program is running" : std::string(name) + " can't become " + std::string(text));
        return;
    }
    std::optional<Variable> variable = find_variable(session, name, is_hexadecimal);
    if (element) {
        variable =
            Variable{std::string(name), element_text(session, *list, *element, is_hexadecimal), "memory", *element};
    } else if (is_double) {
        const u32 number = *find_register(name) - u32{register_id::float_base};
        *variable = {std::string(name), double_text(session.machine().cpu, number), "double"};
    }
    respond(request, [&](JsonWriter& json) { write_variable(json, *variable, "value"); });
    tell_changed(variable->type == "memory" ? variable->memory : std::nullopt, 4);
}

/// A register, a label or an address gets a value.
void DapServer::set_expression(const Request& request) {
    const std::string_view name = trim(request.arguments["expression"].text());
    const std::string_view text = trim(request.arguments["value"].text());
    debugger::Session& session = *m_debuggee->session;
    if (m_going || !assign(session, name, text)) {
        refuse(request, m_going ? "the program is running" : std::string(name) + " can't become " + std::string(text));
        return;
    }
    const Variable variable = *find_variable(session, name, request.arguments["format"]["hex"].flag());
    respond(request, [&](JsonWriter& json) { write_variable(json, variable, "value"); });
    tell_changed(variable.type == "memory" ? variable.memory : std::nullopt, 4);
}

/// In the debug console a line is input, where the program waits for it or '>' says so; elsewhere it names a place.
void DapServer::evaluate(const Request& request) {
    const std::string_view text = request.arguments["expression"].text();
    const bool is_console = request.arguments["context"].text() == "repl";
    const auto say = [&](std::string_view sentence) {
        respond(request, [&](JsonWriter& json) {
            json.member("result", sentence);
            json.member("variablesReference", 0);
        });
    };
    if (is_console && (m_debuggee->host.is_waiting() || text.starts_with('>'))) {
        give_input(text.starts_with('>') ? trim(text.substr(1)) : text);
        say("");
    } else if (is_console && (trim(text) == "help" || trim(text) == "?")) {
        say(console_help);
    } else if (is_console && assignment_in(text)) {
        const auto [name, value] = *assignment_in(text);
        if (m_going || !assign(*m_debuggee->session, name, value)) {
            refuse(request,
                   m_going ? "the program is running" : std::string(name) + " can't become " + std::string(value));
            return;
        }
        say(find_variable(*m_debuggee->session, name, false)->value);
        tell_changed(std::nullopt, 0);
    } else if (is_console && text.starts_with("who ")) {
        say(m_going ? "the program is running" : who_wrote(*m_debuggee->session, text.substr(4)));
    } else {
        const bool is_hexadecimal = request.arguments["format"]["hex"].flag();
        const std::optional<Variable> variable = find_variable(*m_debuggee->session, trim(text), is_hexadecimal);
        const Result<Variable> value =
            variable ? Result<Variable>(*variable) : value_of(*m_debuggee->session, trim(text), is_hexadecimal);
        if (!value) {
            refuse(request, value.error().message);
            return;
        }
        respond(request, [&](JsonWriter& json) { write_variable(json, *value, "result"); });
    }
}

}  // namespace mariner::remote
