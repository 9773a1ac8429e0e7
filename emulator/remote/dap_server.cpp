#include "emulator/remote/dap_server.hpp"

#include <algorithm>
#include <array>

#include "emulator/protocol/dispatch.hpp"
#include "emulator/remote/dap_debuggee.hpp"

namespace mariner::remote {

namespace {

constexpr auto capabilities = std::to_array<std::string_view>({
    "supportsConfigurationDoneRequest",
    "supportsFunctionBreakpoints",
    "supportsConditionalBreakpoints",
    "supportsHitConditionalBreakpoints",
    "supportsInstructionBreakpoints",
    "supportsDataBreakpoints",
    "supportsDataBreakpointBytes",
    "supportsEvaluateForHovers",
    "supportsStepBack",
    "supportsSteppingGranularity",
    "supportsSetVariable",
    "supportsSetExpression",
    "supportsGotoTargetsRequest",
    "supportsReadMemoryRequest",
    "supportsWriteMemoryRequest",
    "supportsDisassembleRequest",
    "supportsExceptionInfoRequest",
    "supportsValueFormattingOptions",
    "supportsLoadedSourcesRequest",
    "supportsTerminateRequest",
    "supportsRestartRequest",
    "supportsLogPoints",
    "supportsRestartFrame",
});

struct ExceptionFilter {
    std::string_view id;
    std::string_view label;
    std::string_view description;
    bool is_default;
};
constexpr auto filters = std::to_array<ExceptionFilter>({
    {"exceptions", "Runtime errors", "Exceptions that the program has no handler for", true},
    {"checks", "Checks", "What was never written and is read, broken conventions, wrong system calls; slower", false},
});

std::vector<std::string> texts_of(const JsonValue& value) {
    std::vector<std::string> texts;
    for (const JsonValue& item : value.items()) {
        texts.emplace_back(item.text());
    }
    return texts;
}

// What a launch asks to be assembled, and how.
Result<DapLoad> load_of(const JsonValue& wish) {
    DapLoad load;
    load.files = wish["program"].is_array() ? texts_of(wish["program"])
                                            : std::vector<std::string>{std::string(wish["program"].text())};
    load.directory = wish["cwd"].text();
    load.input = wish["input"].text();
    if (load.files.empty() || load.files.front().empty()) {
        return Error{"launch needs \"program\": the name of the file to debug, or a list of files"};
    }
    const auto memory = find_memory_configuration(wish["memory"].text("default"));
    if (!memory) {
        return Error{"\"memory\" is default, compact-data or compact-text"};
    }
    load.options.configuration = *memory;
    load.options.delayed_branching = wish["delayedBranching"].flag();
    load.options.self_modifying_code = wish["selfModifying"].flag();
    load.options.allow_pseudo = wish["pseudo"].flag(true);
    load.options.start_at_main = wish["entry"].text() == "main";
    load.options.collect_references = true;  // the checks want to know where the data end
    return load;
}

// How a launch asks a program that is loaded to be run.
debugger::SessionOptions session_options_of(const JsonValue& wish, const DapLoad& load, const DapProgram& program) {
    debugger::SessionOptions options;
    options.arguments = texts_of(wish["args"]);
    options.limits.steps = static_cast<u64>(std::max<i64>(0, wish["maxSteps"].integer().value_or(0)));
    options.files = {FileAccess::directory, load.directory.empty() ? "." : load.directory};
    options.delayed_branching = load.options.delayed_branching || program.image.delayed_branching;
    options.self_modifying = load.options.self_modifying_code;
    options.devices = program.devices;
    options.tools = texts_of(wish["tools"]);
    options.history_memory = program.history_memory.value_or(options.history_memory);
    options.pages_per_interval = program.pages_per_interval.value_or(options.pages_per_interval);
    return options;
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
    struct RequestRow {
        std::string_view name;
        Needs needs;
        void (DapServer::*handler)(const Request&);
    };
    static constexpr auto rows = std::to_array<RequestRow>({
#define REQUEST(command, needs, handler) {command, Needs::needs, &DapServer::handler},
#include "emulator/remote/dap_requests.inc"
#undef REQUEST
    });
    const RequestRow* const row = protocol::find_request(rows, request.command);
    if (row == nullptr) {
        refuse(request, "this adapter doesn't know the request " + request.command);
    } else if (row->needs != Needs::nothing && !m_debuggee) {
        refuse(request, "no program has been launched");
    } else if (row->needs == Needs::stopped && m_going) {
        refuse(request, "the program is running");
    } else {
        (this->*row->handler)(request);
    }
}

void DapServer::emit(std::string_view type, const Fill& fill, const Fill& body) {
    JsonWriter json(JsonLayout::compact);
    json.begin_object();
    json.member("seq", ++m_sequence);
    json.member("type", type);
    fill(json);
    if (body) {
        json.object("body", [&] { body(json); });
    }
    json.end_object();
    m_send(protocol::frame_message(json.take()));
}

void DapServer::answer(const Request& request, std::optional<std::string_view> trouble, const Fill& body) {
    const auto fill = [&](JsonWriter& json) {
        json.member("request_seq", request.sequence);
        json.member("success", !trouble);
        json.member("command", request.command);
        if (trouble) {
            json.member("message", *trouble);
        }
    };
    emit("response", fill, body);
}

void DapServer::refuse(const Request& request, std::string_view sentence) {
    answer(request, sentence, [&](JsonWriter& json) {
        json.object("error", [&] {
            json.member("id", 1);
            json.member("format", sentence);
            json.member("showUser", request.command == "launch");
        });
    });
}

void DapServer::event(std::string_view name, const Fill& body) {
    emit(
        "event", [&](JsonWriter& json) { json.member("event", name); }, body);
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
    m_takes_memory_events = request.arguments["supportsMemoryEvent"].flag();
    m_takes_invalidated_events = request.arguments["supportsInvalidatedEvent"].flag();
    m_knows_waiting = request.arguments["supportsWaitingEvent"].flag();
    respond(request, [](JsonWriter& json) {
        for (const std::string_view capability : capabilities) {
            json.member(capability, true);
        }
        json.objects("exceptionBreakpointFilters", filters, [&](const ExceptionFilter& filter) {
            json.member("filter", filter.id);
            json.member("label", filter.label);
            json.member("description", filter.description);
            json.member("default", filter.is_default);
        });
    });
}

void DapServer::launch(const Request& request) {
    const JsonValue& wish = request.arguments;
    if (m_debuggee) {
        refuse(request, "a program has been launched already");
        return;
    }
    const Result<DapLoad> load = load_of(wish);
    if (!load) {
        refuse(request, load.error().message);
        return;
    }
    Result<DapProgram> program = m_load(*load);
    if (!program) {
        refuse(request, program.error().message);
        return;
    }
    const Result<void> begun = begin(wish, *load, std::move(*program));
    if (!begun) {
        refuse(request, begun.error().message);
        return;
    }
    const bool runs_only = wish["noDebug"].flag();
    m_stops_on_entry = wish["stopOnEntry"].flag() && !runs_only;
    m_stops_at_end = wish["stopAtEnd"].flag() && !runs_only;
    m_checks_always = wish["checks"].flag() && !runs_only;
    m_stops_at_exceptions = m_stops_at_exceptions && !runs_only;
    watch_checks();
    respond(request);
    print("console", m_debuggee->program.warnings);
    event("initialized");
}

// Sets the program up at its first instruction, with its input, its clock and its tools.
Result<void> DapServer::begin(const JsonValue& wish, const DapLoad& load, DapProgram program) {
    const auto show = [this](DapHost::Stream stream, std::string_view text) {
        if (stream != DapHost::Stream::input) {
            print(stream == DapHost::Stream::output ? "stdout" : "stderr", text);
        } else if (m_knows_waiting) {
            event("input", [&](JsonWriter& json) { json.member("text", text); });
        }
    };
    auto debuggee = std::make_unique<Debuggee>(std::move(program), show, wish["seed"].integer());
    debugger::SessionOptions options = session_options_of(wish, load, debuggee->program);
    options.controls = &debuggee->controls;
    Result<std::unique_ptr<debugger::Session>> session =
        debugger::Session::create(debuggee->program.image, debuggee->host, options);
    if (!session) {
        return session.error();
    }
    debuggee->session = std::move(*session);
    debuggee->host.set_clock([made = debuggee->session.get()] { return made->time_of_question(); });
    if (debuggee->program.input) {
        debuggee->host.add_input(*debuggee->program.input);
        debuggee->host.end_input();
    }
    debuggee->has_arguments = !options.arguments.empty();
    m_debuggee = std::move(debuggee);
    return {};
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
    start();
}

void DapServer::start() {
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
    if (!std::exchange(m_has_terminated, true)) {
        event("terminated");
    }
}

/// The same run once more: what the program was given from outside it is given again.
void DapServer::restart(const Request& request) {
    m_going.reset();
    m_debuggee->host.stop_waiting();
    m_finding.reset();
    m_debuggee->points.forget_hits(*m_debuggee->session);
    m_debuggee->session->go_to(m_debuggee->session->history_begin());
    m_has_terminated = false;
    respond(request);
    start();
}

/// A line that was typed for the program.
void DapServer::give_input(std::string_view line) {
    m_debuggee->host.add_input(std::string(line) + "\n");
    m_has_asked_for_input = false;
}

}  // namespace mariner::remote
