// The debug adapter's answers about MARS's tools: which there are, with their parameters, and what those that are asked
// for have counted up to the moment.

#include "emulator/remote/dap_debuggee.hpp"
#include "emulator/remote/dap_server.hpp"
#include "emulator/tools/tool_set.hpp"

namespace mariner::remote {

namespace {

std::string_view kind_name(tools::ParameterKind kind) {
    switch (kind) {
        case tools::ParameterKind::choice:
            return "choice";
        case tools::ParameterKind::range:
            return "range";
        case tools::ParameterKind::sides:
            return "sides";
        case tools::ParameterKind::count:
            return "count";
        case tools::ParameterKind::text:
            break;
    }
    return "text";
}

void write_kind(JsonWriter& json, const tools::ToolKind& kind) {
    json.begin_object();
    json.member("name", kind.name);
    json.member("summary", kind.summary);
    json.member("acts", kind.acts);
    json.key("parameters");
    json.begin_array();
    for (const tools::Parameter& parameter : kind.parameters) {
        json.begin_object();
        json.member("name", parameter.name);
        json.member("kind", kind_name(parameter.kind));
        json.values("allowed", parameter.allowed);
        json.member("default", parameter.fallback);
        json.member("help", parameter.help);
        if (parameter.kind == tools::ParameterKind::count) {
            json.member("least", parameter.least);
            json.member("most", parameter.most);
        }
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

}  // namespace

void DapServer::tool_kinds(const Request& request) {
    respond(request, [](JsonWriter& json) {
        json.key("tools");
        json.begin_array();
        for (const tools::ToolKind& kind : tools::all_tools()) {
            write_kind(json, kind);
        }
        json.end_array();
    });
}

/// `tools`: as --tool takes them. The same ones again cost only what has been run since.
void DapServer::tools_now(const Request& request) {
    debugger::ToolView& view = m_debuggee->session->tools();
    std::vector<std::string> wanted;
    for (const JsonValue& one : request.arguments["tools"].items()) {
        if (!tools::is_acting(one.text()) || m_debuggee->session->acting_tools() == nullptr) {
            wanted.emplace_back(one.text());
        }
    }
    if (wanted != view.specifications()) {
        if (const Result<void> chosen = view.choose(std::move(wanted)); !chosen) {
            refuse(request, chosen.error().message);
            return;
        }
    }
    const tools::ToolSet* const now = view.now();
    if (now == nullptr) {
        refuse(request, "interrupted");
        return;
    }
    const tools::ToolSet* const acting = m_debuggee->session->acting_tools();
    respond(request, [&](JsonWriter& json) {
        json.member("since", view.since());
        json.member("text", now->text() + (acting != nullptr ? acting->text() : ""));
        json.key("tools");
        json.begin_array();
        now->write_json(json);
        if (acting != nullptr) {
            acting->write_json(json);
        }
        json.end_array();
        json.key("panels");
        json.begin_array();
        now->write_panels(json);
        if (acting != nullptr) {
            acting->write_panels(json);
        }
        json.end_array();
    });
}

/// `tool`, `key`: of the pad of a tool that acts, at this moment.
void DapServer::press_pad(const Request& request) {
    if (!m_debuggee->session->press(request.arguments["tool"].text("dlab"), request.arguments["key"].text())) {
        refuse(request, "no tool with such a key was launched: \"tools\": [\"dlab\"], keys 0 to f");
        return;
    }
    respond(request);
}

}  // namespace mariner::remote
