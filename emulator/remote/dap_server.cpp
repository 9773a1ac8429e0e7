#include "emulator/remote/dap_server.hpp"

#include <algorithm>
#include <array>

#include "emulator/remote/dap_debuggee.hpp"
#include "emulator/runtime/explain.hpp"
#include "emulator/support/file.hpp"
#include "emulator/support/text.hpp"

namespace mariner::remote {

using debugger::Direction;
using debugger::Motion;
using debugger::StopReport;
using debugger::Why;

namespace {

constexpr size_t most_frames = 1000;
constexpr auto capabilities = std::to_array<std::string_view>({
    "supportsConfigurationDoneRequest", "supportsFunctionBreakpoints",
    "supportsConditionalBreakpoints",   "supportsHitConditionalBreakpoints",
    "supportsInstructionBreakpoints",   "supportsDataBreakpoints",
    "supportsEvaluateForHovers",        "supportsStepBack",
    "supportsSteppingGranularity",      "supportsSetVariable",
    "supportsGotoTargetsRequest",       "supportsReadMemoryRequest",
    "supportsWriteMemoryRequest",       "supportsDisassembleRequest",
    "supportsExceptionInfoRequest",     "supportsValueFormattingOptions",
    "supportsLoadedSourcesRequest",     "supportsTerminateRequest",
    "supportsRestartRequest",
});

bool is_normal_end(const RunResult& end) {
    return end.ending == RunEnding::exited || end.ending == RunEnding::dropped_off;
}

std::vector<std::string> texts_of(const JsonValue& value) {
    std::vector<std::string> texts;
    for (const JsonValue& item : value.items()) {
        texts.emplace_back(item.text());
    }
    return texts;
}

}  // namespace

DapServer::DapServer(Load load, Send send) : m_load(std::move(load)), m_send(std::move(send)) {}
DapServer::~DapServer() = default;

bool DapServer::is_running() const {
    return m_going && !m_debuggee->host.is_waiting();
}

debugger::Session* DapServer::session() const {
    return m_debuggee ? m_debuggee->session.get() : nullptr;
}

// --- Messages

void DapServer::receive(std::string_view bytes) {
    m_reader.feed(bytes);
    while (const std::optional<Result<JsonValue>> message = m_reader.next()) {
        if (*message) {
            handle(**message);
        } else {
            print("console", message->error().message + "\n");
        }
    }
}

void DapServer::handle(const JsonValue& message) {
    const std::optional<i64> sequence = message["seq"].integer();
    if (message["type"].text() != "request" || !message["command"].is_text() || !sequence) {
        return;  // responses and events are nothing that this side waits for
    }
    dispatch({*sequence, std::string(message["command"].text()), message["arguments"]});
}

void DapServer::dispatch(const Request& request) {
    enum class Needs : u8 { nothing, program, stopped };
    struct Row {
        std::string_view command;
        Needs needs;
        void (DapServer::*handler)(const Request&);
    };
    static constexpr auto rows = std::to_array<Row>({
#define REQUEST(command, needs, handler) {command, Needs::needs, &DapServer::handler},
#include "emulator/remote/dap_requests.inc"
#undef REQUEST
    });
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](const Row& candidate) { return candidate.command == request.command; });
    if (row == rows.end()) {
        refuse(request, "this adapter doesn't know the request " + request.command);
    } else if (row->needs != Needs::nothing && !m_debuggee) {
        refuse(request, "no program has been launched");
    } else if (row->needs == Needs::stopped && m_going) {
        refuse(request, "the program is running");
    } else {
        (this->*row->handler)(request);
    }
}

void DapServer::emit(JsonWriter& json) {
    m_send(frame_message(json.take()));
}

void DapServer::respond(const Request& request, const Fill& fill) {
    JsonWriter json(JsonWriter::Layout::compact);
    json.begin_object();
    json.member("seq", ++m_sequence);
    json.member("type", "response");
    json.member("request_seq", request.sequence);
    json.member("success", true);
    json.member("command", request.command);
    if (fill) {
        json.key("body");
        json.begin_object();
        fill(json);
        json.end_object();
    }
    json.end_object();
    emit(json);
}

void DapServer::refuse(const Request& request, std::string_view sentence) {
    JsonWriter json(JsonWriter::Layout::compact);
    json.begin_object();
    json.member("seq", ++m_sequence);
    json.member("type", "response");
    json.member("request_seq", request.sequence);
    json.member("success", false);
    json.member("command", request.command);
    json.member("message", sentence);
    json.key("body");
    json.begin_object();
    json.key("error");
    json.begin_object();
    json.member("id", 1);
    json.member("format", sentence);
    json.member("showUser", request.command == "launch");
    json.end_object();
    json.end_object();
    json.end_object();
    emit(json);
}

void DapServer::event(std::string_view name, const Fill& fill) {
    JsonWriter json(JsonWriter::Layout::compact);
    json.begin_object();
    json.member("seq", ++m_sequence);
    json.member("type", "event");
    json.member("event", name);
    if (fill) {
        json.key("body");
        json.begin_object();
        fill(json);
        json.end_object();
    }
    json.end_object();
    emit(json);
}

void DapServer::print(std::string_view category, std::string_view text) {
    if (!text.empty()) {
        event("output", [&](JsonWriter& json) {
            json.member("category", category);
            json.member("output", text);
        });
    }
}

// --- Beginning and ending

void DapServer::initialize(const Request& request) {
    m_lines_start_at_1 = request.arguments["linesStartAt1"].flag(true);
    m_columns_start_at_1 = request.arguments["columnsStartAt1"].flag(true);
    respond(request, [](JsonWriter& json) {
        for (const std::string_view capability : capabilities) {
            json.member(capability, true);
        }
        json.key("exceptionBreakpointFilters");
        json.begin_array();
        json.begin_object();
        json.member("filter", "exceptions");
        json.member("label", "Exceptions without a handler");
        json.member("default", true);
        json.end_object();
        json.end_array();
    });
}

void DapServer::launch(const Request& request) {
    const JsonValue& wish = request.arguments;
    if (m_debuggee) {
        refuse(request, "a program has been launched already");
        return;
    }
    DapLoad load;
    load.files = wish["program"].is_array() ? texts_of(wish["program"])
                                            : std::vector<std::string>{std::string(wish["program"].text())};
    load.directory = wish["cwd"].text();
    const auto memory = find_memory_configuration(wish["memory"].text("default"));
    if (load.files.empty() || load.files.front().empty() || !memory) {
        refuse(request, memory ? "launch needs \"program\": the name of the file to debug, or a list of files"
                               : "\"memory\" is default, compact-data or compact-text");
        return;
    }
    load.options.configuration = *memory;
    load.options.delayed_branching = wish["delayedBranching"].flag();
    load.options.self_modifying_code = wish["selfModifying"].flag();
    load.options.allow_pseudo = wish["pseudo"].flag(true);
    load.options.start_at_main = wish["entry"].text() == "main";
    Result<DapProgram> program = m_load(load);
    if (!program) {
        refuse(request, program.error().message);
        return;
    }
    const auto show = [this](DapHost::Stream stream, std::string_view text) {
        print(stream == DapHost::Stream::output ? "stdout" : "stderr", text);
    };
    auto debuggee = std::make_unique<Debuggee>(std::move(*program), show, wish["seed"].integer());
    debugger::SessionOptions options;
    options.arguments = texts_of(wish["args"]);
    options.limits.steps = static_cast<u64>(std::max<i64>(0, wish["maxSteps"].integer().value_or(0)));
    options.files = {FileRule::Kind::directory, load.directory.empty() ? "." : load.directory};
    options.delayed_branching = load.options.delayed_branching || debuggee->program.image.delayed_branching;
    options.self_modifying = load.options.self_modifying_code;
    Result<std::unique_ptr<debugger::Session>> session =
        debugger::Session::create(debuggee->program.image, debuggee->host, options);
    if (!session) {
        refuse(request, session.error().message);
        return;
    }
    debuggee->session = std::move(*session);
    if (const std::string_view input = wish["input"].text(); !input.empty()) {
        const Result<std::string> typed = read_file(std::string(input));
        if (!typed) {
            refuse(request, typed.error().message);
            return;
        }
        debuggee->host.add_input(*typed);
        debuggee->host.end_input();
    }
    m_debuggee = std::move(debuggee);
    m_stops_on_entry = wish["stopOnEntry"].flag();
    m_stops_at_end = wish["stopAtEnd"].flag();
    respond(request);
    print("console", m_debuggee->program.warnings);
    event("initialized");
}

void DapServer::attach(const Request& request) {
    refuse(request, "there is nothing to attach to: use the request launch");
}

void DapServer::configuration_done(const Request& request) {
    respond(request);
    if (m_is_configured) {
        return;
    }
    m_is_configured = true;
    event("thread", [](JsonWriter& json) {
        json.member("reason", "started");
        json.member("threadId", 1);
    });
    if (m_stops_on_entry) {
        stopped("entry");
    } else {
        go({.reason = "pause"});
    }
}

void DapServer::disconnect(const Request& request) {
    m_going.reset();
    respond(request);
    m_is_over = true;
}

void DapServer::terminate(const Request& request) {
    m_going.reset();
    respond(request);
    if (!m_has_terminated) {
        m_has_terminated = true;
        event("terminated");
    }
}

/// The same run once more: what the program was given from outside it is given again.
void DapServer::restart(const Request& request) {
    m_going.reset();
    m_debuggee->host.stop_waiting();
    m_debuggee->session->go_to(m_debuggee->session->history_begin());
    m_has_terminated = false;
    respond(request);
    if (m_stops_on_entry) {
        stopped("entry");
    } else {
        go({.reason = "pause"});
    }
}

// --- Going

void DapServer::resume(const Request& request) {
    respond(request, [](JsonWriter& json) { json.member("allThreadsContinued", true); });
    go({.reason = "pause"});
}

void DapServer::reverse_resume(const Request& request) {
    respond(request);
    go({.direction = Direction::backward, .reason = "pause"});
}

void DapServer::step(const Request& request, Motion motion, Motion by_instruction, Direction direction) {
    const bool is_instruction = request.arguments["granularity"].text() == "instruction";
    respond(request);
    go({.motion = is_instruction ? by_instruction : motion, .direction = direction});
}

void DapServer::next(const Request& request) {
    step(request, Motion::line_over, Motion::instruction_over);
}

void DapServer::step_in(const Request& request) {
    step(request, Motion::line, Motion::instruction);
}

void DapServer::step_out(const Request& request) {
    step(request, Motion::out, Motion::out);
}

void DapServer::step_back(const Request& request) {
    step(request, Motion::line_over, Motion::instruction_over, Direction::backward);
}

void DapServer::pause(const Request& request) {
    respond(request);
    if (m_going) {
        m_going.reset();
        m_debuggee->host.stop_waiting();
        stopped("pause");
    }
}

void DapServer::goto_targets(const Request& request) {
    const JsonValue& wish = request.arguments;
    const auto file = m_debuggee->index.file_of(wish["source"]["path"].text());
    const i64 line = wish["line"].integer().value_or(0) + (m_lines_start_at_1 ? 0 : 1);
    const CodeLine* const code =
        file && line > 0 && line <= 0x7fffffff ? m_debuggee->index.code_at(*file, static_cast<u32>(line)) : nullptr;
    respond(request, [&](JsonWriter& json) {
        json.key("targets");
        json.begin_array();
        if (code != nullptr) {
            json.begin_object();
            json.member("id", code->addresses.front());
            json.member("label", m_debuggee->index.name_of(code->addresses.front()));
            json.member("line", code->line - (m_lines_start_at_1 ? 0 : 1));
            json.member("instructionPointerReference", hex32(code->addresses.front()));
            json.end_object();
        }
        json.end_array();
    });
}

void DapServer::go_to(const Request& request) {
    const i64 target = request.arguments["targetId"].integer().value_or(-1);
    if (target < 0 || target > 0xffffffff || !m_debuggee->session->set_pc(static_cast<u32>(target))) {
        refuse(request, "there is no instruction to go to");
        return;
    }
    respond(request);
    stopped("goto");
}

void DapServer::go(Going going) {
    if (going.direction == Direction::forward && m_debuggee->session->end() != nullptr) {
        m_stops_at_end = m_stops_at_end && !m_has_terminated;
        finish_at_end(*m_debuggee->session->end());
        return;
    }
    m_going = std::move(going);
}

void DapServer::run() {
    if (!is_running()) {
        return;
    }
    const StopReport report = move_on();
    m_debuggee->host.flush();
    print("console", m_debuggee->session->take_notes());
    if (report.why == Why::interrupted) {
        if (m_debuggee->host.is_waiting() && !std::exchange(m_has_asked_for_input, true)) {
            print("console", "The program waits for input: type it here, in the debug console.\n");
        }
        return;  // receive() finds out whether the client wants it to be the end
    }
    finish(report);
}

/// A step that was interrupted in a deeper call first comes back from there.
StopReport DapServer::move_on() {
    debugger::Session& session = *m_debuggee->session;
    const bool is_step = m_going->motion != Motion::resume && m_going->direction == Direction::forward;
    if (is_step) {
        const std::vector<debugger::Frame> frames = session.call_stack(most_frames, false);
        if (!std::exchange(m_going->has_begun, true)) {
            m_going->depth = frames.size();
        } else if (m_going->motion != Motion::line && frames.size() > m_going->depth) {
            const StopReport report = session.run_to(frames[frames.size() - m_going->depth].pc);
            if (report.why != Why::stepped) {
                return report;
            }
        }
    }
    return session.move(m_going->motion, m_going->direction);
}

void DapServer::finish(const StopReport& report) {
    const std::string reason = std::exchange(m_going, std::nullopt)->reason;
    const DapPoints::Point* const point = m_debuggee->points.find(report.id);
    const int id = point != nullptr ? point->id : 0;
    switch (report.why) {
        case Why::breakpoint: {
            const bool is_source = point == nullptr || point->group.starts_with("source:");
            stopped(is_source ? "breakpoint" : point->group, {}, id);
            return;
        }
        case Why::watchpoint:
            stopped("data breakpoint",
                    hex32(static_cast<u32>(report.touch.old_value)) + " became " +
                        hex32(static_cast<u32>(report.touch.new_value)),
                    id);
            return;
        case Why::history_begin:
            stopped("entry", "Nothing earlier is known");
            return;
        case Why::limit:
            stopped("pause", "The limit of instructions is reached");
            return;
        case Why::ended:
            finish_at_end(report.end);
            return;
        default:
            stopped(reason, report.message);
            return;
    }
}

void DapServer::finish_at_end(const RunResult& end) {
    m_debuggee->host.finish();
    const bool has_been_seen = m_has_terminated;
    print("stderr", explain(m_debuggee->session->machine(), end, m_debuggee->session->time()));
    const bool is_normal = is_normal_end(end);
    if (!has_been_seen && (is_normal ? m_stops_at_end : m_stops_at_exceptions)) {
        m_has_terminated = true;  // going on from here ends it
        const std::string text = is_normal ? "The program has ended" : trouble_of(end, m_debuggee->session->time());
        stopped(is_normal ? "pause" : "exception", text);
        return;
    }
    event("exited", [&](JsonWriter& json) { json.member("exitCode", is_normal ? end.exit_code : 70); });
    event("terminated");
    m_has_terminated = true;
}

void DapServer::stopped(std::string_view reason, std::string_view description, int breakpoint) {
    event("stopped", [&](JsonWriter& json) {
        json.member("reason", reason);
        json.member("threadId", 1);
        json.member("allThreadsStopped", true);
        if (!description.empty()) {
            json.member("description", description);
            json.member("text", description);
        }
        if (breakpoint != 0) {
            json.key("hitBreakpointIds");
            json.begin_array();
            json.value(breakpoint);
            json.end_array();
        }
    });
}

void DapServer::exception_info(const Request& request) {
    const RunResult* const end = m_debuggee->session->end();
    if (end == nullptr) {
        refuse(request, "there is no exception here");
        return;
    }
    respond(request, [&](JsonWriter& json) {
        json.member("exceptionId", name_of(end->ending));
        json.member("description", trouble_of(*end, m_debuggee->session->time()));
        json.member("breakMode", "unhandled");
        json.key("details");
        json.begin_object();
        json.member("message", explain(m_debuggee->session->machine(), *end, m_debuggee->session->time()));
        json.end_object();
    });
}

/// A line that was typed for the program.
void DapServer::give_input(std::string_view line) {
    m_debuggee->host.add_input(std::string(line) + "\n");
    m_has_asked_for_input = false;
}

}  // namespace mariner::remote
