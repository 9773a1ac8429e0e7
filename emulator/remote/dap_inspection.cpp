// The part of DapServer that shows and changes the program's state: stack, variables, memory, instructions.

#include <algorithm>
#include <array>
#include <bit>

#include "emulator/execute/registers.hpp"
#include "emulator/isa/disassemble.hpp"
#include "emulator/platform/paths.hpp"
#include "emulator/protocol/base64.hpp"
#include "emulator/remote/dap_debuggee.hpp"
#include "emulator/remote/dap_variable.hpp"
#include "emulator/remote/places.hpp"
#include "emulator/support/java_number.hpp"
#include "emulator/support/text.hpp"

namespace mariner::remote {

namespace {

constexpr i64 most_bytes = 1 << 20;
constexpr i64 most_instructions = 10'000;

struct ScopeRow {
    Scope scope;
    std::string_view name;
    std::string_view hint;
};
/// VS Code opens the first that isn't expensive at each stop: the labels stand above the many registers, not out of
/// sight below them.
constexpr auto scope_rows = std::to_array<ScopeRow>({
    {Scope::labels, "Labels", "globals"},
    {Scope::registers, "Registers", "registers"},
    {Scope::floats, "Floating point", "registers"},
    {Scope::doubles, "Floating point, double", "registers"},
    {Scope::coprocessor_0, "Coprocessor 0", "registers"},
});

/// What a client has asked for of a long list: `count` from `start` on, or all from there if it isn't positive.
template <class Item>
std::span<Item> part_of(std::span<Item> all, i64 start, i64 count) {
    const auto first = std::min(static_cast<size_t>(std::max<i64>(start, 0)), all.size());
    const size_t left = all.size() - first;
    return all.subspan(first, count > 0 ? std::min(static_cast<size_t>(count), left) : left);
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
        all.push_back(memory_variable(session, symbol->name, symbol->address, is_hexadecimal));
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
    if (const std::optional<DeclaredData> list = list_of(session.image(), scope)) {
        return element_variables(session, *list, wish["start"].integer().value_or(0),
                                 wish["count"].integer().value_or(0), is_hexadecimal);
    }
    return all;
}

/// As far off as this, a distance leads out of memory from everywhere.
i64 near_memory(i64 distance) {
    constexpr i64 furthest = i64{1} << 33;
    return std::clamp(distance, -furthest, furthest);
}

/// Clients ask for what lies before and behind memory, too, and sort by address: nothing wraps around. The protocol
/// takes decimals for addresses that don't begin with 0x.
std::string place_text(i64 place) {
    const bool is_inside = place >= 0 && place <= i64{0xffffffff};
    return is_inside ? hex32(static_cast<u32>(place)) : std::to_string(place);
}

void write_path(JsonWriter& json, const std::string& path) {
    json.member("name", platform::file_name(path));
    json.member("path", path);
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
            json.member("evaluateName", variable.evaluated.empty() ? variable.name : variable.evaluated);
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

void DapServer::read_memory(const Request& request) {
    const auto base = find_number(request.arguments["memoryReference"].text());
    const i64 offset = request.arguments["offset"].integer().value_or(0);
    const i64 count = request.arguments["count"].integer().value_or(0);
    if (!base || count < 0 || count > most_bytes) {
        refuse(request, base ? "at most a megabyte can be read at once" : "no such memory reference");
        return;
    }
    const bool is_inside = offset >= -i64{*base} && offset <= i64{0xffffffff} - *base;
    const u32 address = is_inside ? *base + static_cast<u32>(offset) : *base;
    const std::vector<u8> bytes =
        is_inside ? m_debuggee->session->read_memory(address, static_cast<u32>(count)) : std::vector<u8>();
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
    const bool is_inside = base && offset >= -i64{*base} && offset <= i64{0xffffffff} - *base;
    const u32 address = base.value_or(0) + static_cast<u32>(offset);
    const auto bytes = [&] { return std::span(reinterpret_cast<const u8*>(data->data()), data->size()); };
    if (!is_inside || !data || m_going || !m_debuggee->session->write_memory(address, bytes())) {
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
    const i64 first = (i64{*base} + near_memory(offset) + 4 * near_memory(skipped)) & ~i64{3};
    const auto label_at = [this](u32 address) { return m_debuggee->index.name_of(address); };
    respond(request, [&](JsonWriter& json) {
        json.array("instructions", [&] {
            for (i64 i = 0; i < count; ++i) {
                const i64 place = first + 4 * i;
                const auto address = static_cast<u32>(place);
                const TextSlot* const slot =
                    i64{address} == place ? m_debuggee->session->machine().text().find(address) : nullptr;
                json.begin_object();
                json.member("address", place_text(place));
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
