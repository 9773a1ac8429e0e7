#include "emulator/web/simulation.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "emulator/assembler/assembler.hpp"
#include "emulator/assembler/render.hpp"
#include "emulator/execute/registers.hpp"
#include "emulator/isa/disassemble.hpp"
#include "emulator/runtime/explain.hpp"
#include "emulator/support/json.hpp"
#include "emulator/tutor/tutor.hpp"
#include "emulator/web/pixels.hpp"

namespace mariner::web {

namespace {

using debugger::Direction;
using debugger::Motion;
using debugger::StopReport;
using debugger::Why;

/// Of a page's memory, for going back.
constexpr i64 history_megabytes = 32;

std::vector<std::string> texts_of(const JsonValue& list) {
    std::vector<std::string> texts;
    for (const JsonValue& item : list.items()) {
        texts.emplace_back(item.text());
    }
    return texts;
}

AssemblerOptions assembler_options(const JsonValue& wish, MemoryConfiguration memory) {
    AssemblerOptions options;
    options.configuration = memory;
    options.allow_pseudo = wish["pseudo"].flag(true);
    options.delayed_branching = wish["delayedBranching"].flag();
    options.self_modifying_code = wish["selfModifying"].flag();
    options.start_at_main = wish["entry"].text() == "main";
    options.warnings_are_errors = wish["warningsAreErrors"].flag();
    return options;
}

debugger::SessionOptions session_options(const JsonValue& wish, const ProgramImage& image) {
    debugger::SessionOptions options;
    options.arguments = texts_of(wish["arguments"]);
    options.limits.steps = static_cast<u64>(std::max<i64>(0, wish["maxSteps"].integer().value_or(0)));
    options.files.kind = FileAccess::any;  // the page's own
    options.delayed_branching = wish["delayedBranching"].flag() || image.delayed_branching;
    options.self_modifying = wish["selfModifying"].flag();
    options.devices = wish["devices"].flag(true);
    options.history_memory =
        static_cast<size_t>(std::clamp<i64>(wish["history"].integer().value_or(history_megabytes), 1, 1024)) << 20U;
    return options;
}

std::string_view state_of(PageHost::Wait wait) {
    return wait == PageHost::Wait::input ? "input" : wait == PageHost::Wait::time ? "sleeping" : "running";
}

std::string_view reason_of(Why why) {
    switch (why) {
        case Why::stepped:
            return "step";
        case Why::breakpoint:
        case Why::watchpoint:
            return "breakpoint";
        case Why::limit:
            return "limit";
        case Why::history_begin:
            return "begin";
        case Why::system_call:
        case Why::input:
        case Why::interrupted:
        case Why::ended:
        case Why::nowhere:
            break;
    }
    return "nowhere";
}

void write_trouble(JsonWriter& json, std::string_view trouble) {
    json.member("trouble", trouble);
}

struct NamedMotion {
    std::string_view name;
    Motion motion;
};
constexpr auto motions = std::to_array<NamedMotion>({
    {"instruction", Motion::instruction},
    {"instruction-over", Motion::instruction_over},
    {"line", Motion::line},
    {"line-over", Motion::line_over},
    {"out", Motion::out},
    {"resume", Motion::resume},
    {"syscall", Motion::to_syscall},
    {"input", Motion::to_input},
});

}  // namespace

std::unique_ptr<Simulation> Simulation::create(const JsonValue& wish, std::string& report) {
    JsonWriter json(JsonLayout::compact);
    json.begin_object();
    std::unique_ptr<Simulation> made;
    const auto memory = find_memory_configuration(wish["memory"].text("default"));
    const std::vector<std::string> files = texts_of(wish["files"]);
    if (!memory || files.empty()) {
        write_trouble(json,
                      memory ? "there is no file to assemble" : "memory is default, compact-data or compact-text");
    } else {
        DiskSources sources("/");
        Assembly assembly = assemble_and_teach(files, sources, assembler_options(wish, *memory));
        json.key("diagnostics");
        write_json(json, assembly.diagnostics);
        json.member("text", people_report(assembly.diagnostics, {}));
        if (assembly.image) {
            made.reset(new Simulation(std::move(*assembly.image), wish));
            if (!made->m_session) {
                made.reset();
                write_trouble(json, "there is no memory left for the program");
            }
        }
    }
    json.end_object();
    report = json.take();
    return made;
}

Simulation::Simulation(ProgramImage image, const JsonValue& wish)
    : m_image(std::move(image)), m_host(wish["seed"].integer().value_or(0)) {
    Result<std::unique_ptr<debugger::Session>> session =
        debugger::Session::create(m_image, m_host, session_options(wish, m_image));
    if (session) {
        m_session = std::move(*session);
        m_session->set_watch([this] { return m_deadline.is_over(); });
    }
}

std::string Simulation::run(u32 milliseconds) {
    return move(Motion::resume, Direction::forward, milliseconds);
}

std::string Simulation::move(Motion motion, Direction direction, u32 milliseconds) {
    m_deadline.set(milliseconds);
    m_host.clear_wait();
    return report(m_session->move(motion, direction));
}

std::optional<Motion> Simulation::find_motion(std::string_view name, std::string& report) {
    const auto* const found = std::ranges::find(motions, name, &NamedMotion::name);
    if (found != motions.end()) {
        return found->motion;
    }
    std::string trouble = "no motion \"" + std::string(name) + "\"; there are:";
    for (const NamedMotion& known : motions) {
        trouble.append(" ").append(known.name);
    }
    JsonWriter json(JsonLayout::compact);
    json.begin_object();
    write_trouble(json, trouble);
    json.end_object();
    report = json.take();
    return std::nullopt;
}

std::string Simulation::go_to(debugger::Time time) {
    m_host.clear_wait();
    m_deadline.set(~u32{0});
    return report(m_session->go_to(time));
}

void Simulation::write_stop(JsonWriter& json, const StopReport& stop) {
    if (stop.why == Why::interrupted) {
        json.member("state", state_of(m_host.wait()));
        json.member("milliseconds", m_host.time_left());
        return;
    }
    json.member("state", stop.why == Why::ended ? "ended" : "stopped");
    json.member("reason", stop.why == Why::ended ? name_of(stop.end.ending) : reason_of(stop.why));
    if (stop.why == Why::ended) {
        json.member("exitCode", stop.end.exit_code);
        json.member("message", explain(m_session->machine(), stop.end, stop.time));
    } else {
        json.member("message", stop.message);
    }
}

std::string Simulation::report(const std::optional<StopReport>& stop) {
    JsonWriter json(JsonLayout::compact);
    json.begin_object();
    if (stop) {
        write_stop(json, *stop);
    } else {
        json.member("state", m_session->end() != nullptr ? "ended" : "stopped");
    }
    json.member("steps", m_session->time());
    json.member("furthest", m_session->history_end());
    json.member("earliest", m_session->history_begin());
    json.member("pc", m_session->machine().cpu.pc);
    json.member("notes", m_session->take_notes());
    json.end_object();
    return json.take();
}

void Simulation::set_breakpoint(u32 address, bool is_set) {
    const auto& points = m_session->breakpoints();
    const auto at = std::ranges::find(points, address, &debugger::Breakpoint::address);
    if (is_set && at == points.end()) {
        debugger::Breakpoint breakpoint;
        breakpoint.address = address;
        m_session->add(breakpoint);
    } else if (!is_set && at != points.end()) {
        m_session->remove(at->id);
    }
}

std::string Simulation::registers() const {
    JsonWriter json(JsonLayout::compact);
    json.begin_object();
    json.member("pc", m_session->machine().cpu.pc);
    for (u8 id = 0; id < register_id::count; ++id) {
        if (const std::string_view name = register_name(id); !name.empty()) {
            json.member(name, m_session->register_value(id));
        }
    }
    json.end_object();
    return json.take();
}

std::string Simulation::picture(std::optional<u32> address, u32 units) const {
    return pixels_of(*m_session, address.value_or(m_session->machine().map().data_base), units);
}

std::string Simulation::describe() const {
    JsonWriter json(JsonLayout::compact);
    json.begin_object();
    json.values("files", m_image.files);
    json.member("entry", m_image.entry);
    json.objects("instructions", m_image.text, [&](const TextEntry& entry) {
        json.member("address", entry.address);
        json.member("word", entry.word);
        json.member("text", isa::assembly_text(entry.instruction, entry.address));
        if (entry.statement != TextEntry::no_statement) {
            const Statement& statement = m_image.statements[entry.statement];
            json.member("file", statement.file);
            json.member("line", statement.line);
        }
    });
    json.objects("labels", m_image.symbols, [&](const Symbol& symbol) {
        json.member("name", symbol.name);
        json.member("address", symbol.address);
        json.member("isData", symbol.is_data);
        json.member("isGlobal", symbol.is_global);
    });
    json.end_object();
    return json.take();
}

}  // namespace mariner::web
