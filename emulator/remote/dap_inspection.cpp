// The part of DapServer that shows and changes the program's state: stack, variables, memory, instructions.

#include <algorithm>
#include <array>
#include <bit>

#include "emulator/debugger/expression.hpp"
#include "emulator/execute/registers.hpp"
#include "emulator/isa/disassemble.hpp"
#include "emulator/platform/paths.hpp"
#include "emulator/protocol/base64.hpp"
#include "emulator/remote/dap_debuggee.hpp"
#include "emulator/remote/places.hpp"
#include "emulator/support/java_number.hpp"
#include "emulator/support/text.hpp"

namespace mariner::remote {

namespace {

constexpr i64 most_bytes = 1 << 20;
constexpr i64 most_instructions = 10'000;

/// The numbers by which clients ask for a scope's variables.
enum class Scope : u8 { none, registers, floats, doubles, coprocessor_0, labels };
struct ScopeRow {
    Scope scope;
    std::string_view name;
    std::string_view hint;
};
constexpr auto scope_rows = std::to_array<ScopeRow>({
    {Scope::registers, "Registers", "registers"},
    {Scope::floats, "Floating point", "registers"},
    {Scope::doubles, "Floating point, double", "registers"},
    {Scope::coprocessor_0, "Coprocessor 0", "registers"},
    {Scope::labels, "Labels", "globals"},
});

struct Variable {
    std::string name;
    std::string value;
    std::string type;
    std::optional<u32> memory{};
    std::optional<u8> number{};   // of a register
    std::string_view group = {};  // that it belongs to
};

/// What a client has asked for of a long list: `count` from `start` on, or all from there if it isn't positive.
template <class Item>
std::span<Item> part_of(std::span<Item> all, i64 start, i64 count) {
    const auto first = std::min(static_cast<size_t>(std::max<i64>(start, 0)), all.size());
    const size_t left = all.size() - first;
    return all.subspan(first, count > 0 ? std::min(static_cast<size_t>(count), left) : left);
}

std::string double_text(const CpuState& cpu, u32 number) {
    const u64 bits = u64{cpu.fpr[number + 1]} << 32 | cpu.fpr[number];
    return java_text(std::bit_cast<double>(bits));
}

/// What calls make of a register; the page shows them together. Our own addition to the protocol.
struct RegisterGroup {
    u8 first;
    std::string_view name;
};
constexpr auto register_groups = std::to_array<RegisterGroup>({
    {0, "other"},
    {2, "results"},
    {4, "arguments"},
    {8, "temporaries"},
    {16, "saved"},
    {24, "temporaries"},
    {26, "other"},
    {28, "pointers"},
    {32, "other"},
});
std::string_view group_of(u8 id) {
    const auto after = std::ranges::upper_bound(register_groups, id, {}, &RegisterGroup::first);
    return (after - 1)->name;
}

Variable register_variable(const debugger::Session& session, u8 id, bool is_hexadecimal) {
    const u32 value = session.register_value(id);
    const bool is_float = id >= register_id::float_base;
    return {std::string(register_name(id)),
            is_float ? float_text(value) : word_text(session.image(), value, is_hexadecimal),
            is_float ? "float" : "word",
            is_float ? std::nullopt : std::optional(value),
            id < 32 ? std::optional(id) : std::nullopt,
            group_of(id)};
}

std::vector<Variable> integer_variables(const debugger::Session& session, bool is_hexadecimal) {
    const u32 pc = session.machine().cpu.pc;
    std::vector<Variable> all = {{"pc", word_text(session.image(), pc, is_hexadecimal), "word", pc, {}, "other"}};
    for (u8 id = 0; id < 32; ++id) {
        all.push_back(register_variable(session, id, is_hexadecimal));
    }
    for (const u8 id : {register_id::hi, register_id::lo}) {
        all.push_back(register_variable(session, id, is_hexadecimal));
    }
    return all;
}

/// Labels of data in order of address; one that several files use appears once for each.
std::vector<Variable> label_variables(const debugger::Session& session, i64 start, i64 count, bool is_hexadecimal) {
    std::vector<const Symbol*> symbols;
    for (const Symbol& symbol : session.image().symbols) {
        if (symbol.is_data) {
            symbols.push_back(&symbol);
        }
    }
    std::ranges::stable_sort(symbols, {}, &Symbol::address);
    std::vector<Variable> all;
    for (const Symbol* const symbol : part_of(std::span(symbols), start, count)) {
        all.push_back({symbol->name, memory_text(session, symbol->address, is_hexadecimal), "memory", symbol->address});
    }
    return all;
}

std::vector<Variable> variables_of(const debugger::Session& session, i64 scope, const JsonValue& wish) {
    const bool is_hexadecimal = wish["format"]["hex"].flag();
    std::vector<Variable> all;
    switch (scope > 0 && scope <= static_cast<i64>(Scope::labels) ? static_cast<Scope>(scope) : Scope::none) {
        case Scope::registers:
            return integer_variables(session, is_hexadecimal);
        case Scope::floats:
            for (u8 i = 0; i < 32; ++i) {
                all.push_back(register_variable(session, static_cast<u8>(register_id::float_base + i), is_hexadecimal));
            }
            return all;
        case Scope::doubles:
            for (u32 i = 0; i < 32; i += 2) {
                all.push_back({"$f" + std::to_string(i), double_text(session.machine().cpu, i), "double"});
            }
            return all;
        case Scope::coprocessor_0:
            for (const u8 id : {register_id::bad_address, register_id::status, register_id::cause, register_id::epc,
                                register_id::condition_flags}) {
                all.push_back(register_variable(session, id, is_hexadecimal));
            }
            return all;
        case Scope::labels:
            return label_variables(session, wish["start"].integer().value_or(0), wish["count"].integer().value_or(0),
                                   is_hexadecimal);
        case Scope::none:
            break;
    }
    return all;
}

void write_path(JsonWriter& json, const std::string& path) {
    json.member("name", platform::file_name(path));
    json.member("path", path);
}

void write_variable(JsonWriter& json, const Variable& variable, std::string_view value_name) {
    json.member(value_name, variable.value);
    json.member("type", variable.type);
    json.member("variablesReference", 0);
    if (variable.memory) {
        json.member("memoryReference", hex32(*variable.memory));
    }
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
    const std::optional<debugger::Place> place = find_place(session.image(), name);
    if (!place) {
        return std::nullopt;
    }
    if (place->kind == debugger::PlaceKind::register_) {
        return register_variable(session, place->register_id, is_hexadecimal);
    }
    return Variable{std::string(name), memory_text(session, place->address, is_hexadecimal), "memory", place->address};
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
    if (!value || (!place && !is_pc)) {
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

void DapServer::threads(const Request& request) {
    respond(request, [](JsonWriter& json) {
        json.objects("threads", std::array{"program"}, [&](const char* name) {
            json.member("id", 1);
            json.member("name", name);
        });
    });
}

const CodeLine* DapServer::code_at(std::optional<u32> file, const JsonValue& line) const {
    const i64 number = line.integer().value_or(0) + (m_lines_start_at_1 ? 0 : 1);
    const bool is_line = file && number > 0 && number <= 0x7fffffff;
    return is_line ? m_debuggee->index.code_at(*file, static_cast<u32>(number)) : nullptr;
}

void DapServer::write_source(JsonWriter& json, std::string_view name, u32 file) const {
    json.object(name, [&] { write_path(json, m_debuggee->index.paths()[file]); });
}

bool DapServer::write_position(JsonWriter& json, u32 address) const {
    const std::optional<SourcePosition> position = m_debuggee->index.position_of(address);
    if (!position || m_debuggee->index.paths()[position->file].empty()) {
        return false;
    }
    write_source(json, "source", position->file);
    json.member("line", shown_line(position->line));
    json.member("column", std::max<u32>(position->column, 1) - (m_columns_start_at_1 ? 0 : 1));
    return true;
}

/// A caller's place is its call; the innermost frame's is the next instruction.
void DapServer::stack_trace(const Request& request) {
    const std::vector<debugger::Frame> frames = m_debuggee->session->call_stack(most_frames, false);
    const i64 first = request.arguments["startFrame"].integer().value_or(0);
    const i64 levels = request.arguments["levels"].integer().value_or(0);
    respond(request, [&](JsonWriter& json) {
        json.objects("stackFrames", part_of(std::span(frames), first, levels), [&](const debugger::Frame& frame) {
            const auto index = &frame - frames.data();
            const u32 address = index == 0 ? frame.pc : (&frame - 1)->call;
            json.member("id", index + 1);
            json.member("name", m_debuggee->index.name_of(frame.function));
            if (!write_position(json, address)) {
                json.member("line", 0);
                json.member("column", 0);
            }
            json.member("instructionPointerReference", hex32(address));
        });
        json.member("totalFrames", frames.size());
    });
}

void DapServer::scopes(const Request& request) {
    respond(request, [](JsonWriter& json) {
        json.objects("scopes", scope_rows, [&](const ScopeRow& row) {
            json.member("name", row.name);
            json.member("presentationHint", row.hint);
            json.member("variablesReference", static_cast<int>(row.scope));
            json.member("expensive", row.scope == Scope::labels);
        });
    });
}

void DapServer::variables(const Request& request) {
    const i64 scope = request.arguments["variablesReference"].integer().value_or(0);
    const std::vector<Variable> all = variables_of(*m_debuggee->session, scope, request.arguments);
    respond(request, [&](JsonWriter& json) {
        json.objects("variables", all, [&](const Variable& variable) {
            json.member("name", variable.name);
            json.member("evaluateName", variable.name);
            write_variable(json, variable, "value");
            if (!variable.group.empty()) {
                json.member("group", variable.group);
            }
            if (variable.number) {
                json.member("number", int{*variable.number});
            }
        });
    });
}

void DapServer::set_variable(const Request& request) {
    const std::string_view name = request.arguments["name"].text();
    const std::string_view text = trim(request.arguments["value"].text());
    const bool is_double = request.arguments["variablesReference"].integer() == static_cast<i64>(Scope::doubles);
    debugger::Session& session = *m_debuggee->session;
    if (m_going || !(is_double ? assign_double(session, name, text) : assign(session, name, text))) {
        refuse(request, m_going ? "the program is running" : std::string(name) + " can't become " + std::string(text));
        return;
    }
    std::optional<Variable> variable = find_variable(session, name, request.arguments["format"]["hex"].flag());
    if (variable && is_double) {
        const u32 number = *find_register(name) - u32{register_id::float_base};
        *variable = {std::string(name), double_text(session.machine().cpu, number), "double"};
    }
    respond(request, [&](JsonWriter& json) { write_variable(json, *variable, "value"); });
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

void DapServer::read_memory(const Request& request) {
    const auto base = find_number(request.arguments["memoryReference"].text());
    const i64 offset = request.arguments["offset"].integer().value_or(0);
    const i64 count = request.arguments["count"].integer().value_or(0);
    if (!base || count < 0 || count > most_bytes) {
        refuse(request, base ? "at most a megabyte can be read at once" : "no such memory reference");
        return;
    }
    const u32 address = *base + static_cast<u32>(offset);
    const std::vector<u8> bytes = m_debuggee->session->read_memory(address, static_cast<u32>(count));
    respond(request, [&](JsonWriter& json) {
        json.member("address", hex32(address));
        if (bytes.size() < static_cast<size_t>(count)) {
            json.member("unreadableBytes", static_cast<size_t>(count) - bytes.size());
        }
        json.member("data", protocol::to_base64({reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
    });
}

void DapServer::write_memory(const Request& request) {
    const auto base = find_number(request.arguments["memoryReference"].text());
    const i64 offset = request.arguments["offset"].integer().value_or(0);
    const std::optional<std::string> data = protocol::from_base64(request.arguments["data"].text());
    const u32 address = base.value_or(0) + static_cast<u32>(offset);
    const auto bytes = [&] { return std::span(reinterpret_cast<const u8*>(data->data()), data->size()); };
    if (!base || !data || m_going || !m_debuggee->session->write_memory(address, bytes())) {
        refuse(request, m_going ? "the program is running" : "these bytes can't be written there");
        return;
    }
    respond(request, [&](JsonWriter& json) { json.member("bytesWritten", data->size()); });
}

void DapServer::disassemble(const Request& request) {
    const auto base = find_number(request.arguments["memoryReference"].text());
    const i64 offset = request.arguments["offset"].integer().value_or(0);
    const i64 skipped = request.arguments["instructionOffset"].integer().value_or(0);
    const i64 count = request.arguments["instructionCount"].integer().value_or(0);
    if (!base || count < 0 || count > most_instructions) {
        refuse(request, base ? "at most 10,000 instructions can be shown at once" : "no such memory reference");
        return;
    }
    const u32 first = (*base + static_cast<u32>(offset) + 4 * static_cast<u32>(skipped)) & ~3U;
    const auto label_at = [this](u32 address) { return m_debuggee->index.name_of(address); };
    respond(request, [&](JsonWriter& json) {
        json.array("instructions", [&] {
            for (u32 i = 0; i < static_cast<u32>(count); ++i) {
                const u32 address = first + 4 * i;
                const TextSlot* const slot = m_debuggee->session->machine().text().find(address);
                json.begin_object();
                json.member("address", hex32(address));
                if (slot == nullptr) {
                    json.member("instruction", "no instruction");
                    json.member("presentationHint", "invalid");
                } else {
                    json.member("instructionBytes", isa::hex_digits(slot->word));
                    json.member("instruction", isa::assembly_text(slot->instruction, address, label_at));
                    if (const Symbol* const symbol = m_debuggee->program.image.symbol_at(address)) {
                        json.member("symbol", symbol->name);
                    }
                    if (const auto position = m_debuggee->index.position_of(address)) {
                        write_source(json, "location", position->file);
                        json.member("line", shown_line(position->line));
                    }
                }
                json.end_object();
            }
        });
    });
}

void DapServer::loaded_sources(const Request& request) {
    respond(request, [&](JsonWriter& json) {
        json.objects("sources", m_debuggee->index.paths(), [&](const std::string& path) { write_path(json, path); });
    });
}

}  // namespace mariner::remote
