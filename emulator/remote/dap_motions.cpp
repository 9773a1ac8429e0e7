// The part of DapServer that moves the program: what is asked for, how an interrupted motion goes on, its end.

#include <algorithm>
#include <array>
#include <span>

#include "emulator/remote/dap_debuggee.hpp"
#include "emulator/runtime/explain.hpp"
#include "emulator/support/text.hpp"

namespace mariner::remote {

using debugger::Direction;
using debugger::Motion;
using debugger::StopReport;
using debugger::Why;

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
    const CodeLine* const code = code_at(file, wish["line"]);
    const std::span<const CodeLine> targets(code, code != nullptr ? 1 : 0);
    respond(request, [&](JsonWriter& json) {
        json.objects("targets", targets, [&](const CodeLine& target) {
            json.member("id", target.addresses.front());
            json.member("label", m_debuggee->index.name_of(target.addresses.front()));
            json.member("line", shown_line(target.line));
            json.member("instructionPointerReference", hex32(target.addresses.front()));
        });
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

/// Back to the moment when the function was entered; of the outermost one to the beginning.
void DapServer::restart_frame(const Request& request) {
    debugger::Session& session = *m_debuggee->session;
    const i64 id = request.arguments["frameId"].integer().value_or(0);
    const std::vector<debugger::Frame> frames = id > 0 && id <= static_cast<i64>(most_frames)
                                                    ? session.call_stack(static_cast<size_t>(id), true)
                                                    : std::vector<debugger::Frame>{};
    const bool is_there = !frames.empty() && frames.size() == static_cast<size_t>(id);
    const bool is_outermost = is_there && frames.back().call == 0;
    if (!is_there || (!is_outermost && !frames.back().entered)) {
        refuse(request, is_there ? "it isn't known when this function was entered" : "there is no such frame");
        return;
    }
    m_finding.reset();
    m_debuggee->host.stop_waiting();
    m_is_at_shown_end = false;
    session.go_to(is_outermost ? session.history_begin() : *frames.back().entered);
    respond(request);
    stopped("restart");
}

void DapServer::go(ClientMotion going) {
    if (going.direction == Direction::forward && m_debuggee->session->end() != nullptr) {
        finish_at_end(*m_debuggee->session->end());
        return;
    }
    if (going.direction == Direction::backward) {
        leave_failed_instruction();
    }
    m_is_at_shown_end = false;
    m_finding.reset();
    m_going = std::move(going);
}

void DapServer::advance() {
    if (is_running()) {
        m_report = move_on();
        m_debuggee->host.flush();
        if (wants_checks() && m_going->direction == Direction::forward) {
            m_finding = m_debuggee->session->check_past();
        }
    }
}

void DapServer::conclude() {
    const std::optional<StopReport> report = std::exchange(m_report, std::nullopt);
    if (!m_going || !report) {
        return;
    }
    print("console", m_debuggee->session->take_notes());
    if (m_finding) {
        show_finding();
    } else if (report->why != Why::interrupted) {
        finish(*report);
    } else if (m_debuggee->host.is_waiting() && !std::exchange(m_has_asked_for_input, true)) {
        if (m_knows_waiting) {
            event("waiting");
        } else {
            print("console", "The program waits for input: type it here, in the debug console.\n");
        }
    }
}

/// A step that was interrupted in a deeper call first comes back from there.
StopReport DapServer::move_on() {
    debugger::Session& session = *m_debuggee->session;
    const bool is_over_calls = m_going->motion != Motion::resume && m_going->motion != Motion::line;
    if (m_going->direction == Direction::forward && is_over_calls) {
        const std::vector<debugger::Frame> frames = session.call_stack(most_frames, false);
        if (!std::exchange(m_going->has_begun, true)) {
            m_going->depth = frames.size();
            m_going->line = session.image().find_statement(session.machine().cpu.pc);
        } else if (frames.size() > m_going->depth) {
            StopReport report = session.run_to(frames[frames.size() - m_going->depth].pc);
            if (report.why != Why::stepped || is_step_complete()) {
                return report;
            }
        }
    }
    return session.move(m_going->motion, m_going->direction);
}

/// Asked when a step over a call has come back from the call.
bool DapServer::is_step_complete() const {
    const Statement* const line = m_debuggee->program.image.find_statement(m_debuggee->session->machine().cpu.pc);
    return m_going->motion == Motion::instruction_over ||
           (m_going->motion == Motion::line_over && line != m_going->line);
}

/// An instruction that raised an exception is done, and pc still points at it: taking that back would show nothing.
void DapServer::leave_failed_instruction() {
    debugger::Session& session = *m_debuggee->session;
    if (session.end() != nullptr && session.end()->ending == RunEnding::exception && session.time() > 0) {
        session.go_to(session.time() - 1);
    }
}

void DapServer::show_finding() {
    m_going.reset();
    m_debuggee->host.stop_waiting();
    print("stderr", m_debuggee->index.name_of(m_finding->pc) + ": " + m_finding->what + "\n  why     " +
                        m_finding->why + "\n  remedy  " + m_finding->remedy + "\n");
    stopped("exception", m_finding->what);
}

void DapServer::finish(const StopReport& report) {
    const std::string reason = std::exchange(m_going, std::nullopt)->reason;
    const DapPoints::ClientPoint* const point = m_debuggee->points.find(report.id);
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
    print("stderr", explain(m_debuggee->session->machine(), end, m_debuggee->session->time()));
    const bool is_normal = end.is_normal();
    if (!m_is_at_shown_end && (is_normal ? m_stops_at_end : m_stops_at_exceptions)) {
        m_is_at_shown_end = true;  // going on from here ends it
        const std::string text = is_normal ? "The program has ended" : trouble_of(end, m_debuggee->session->time());
        stopped(is_normal ? "pause" : "exception", text);
        return;
    }
    if (std::exchange(m_has_terminated, true)) {
        return;
    }
    event("exited", [&](JsonWriter& json) { json.member("exitCode", is_normal ? end.exit_code : 70); });
    event("terminated");
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
            json.values("hitBreakpointIds", std::array{breakpoint});
        }
    });
}

void DapServer::exception_info(const Request& request) {
    if (m_finding) {
        respond(request, [&](JsonWriter& json) {
            json.member("exceptionId", name_of(m_finding->kind));
            json.member("description", m_finding->what);
            json.member("breakMode", "always");
            json.object("details", [&] { json.member("message", m_finding->why + "\n" + m_finding->remedy); });
        });
        return;
    }
    const RunResult* const end = m_debuggee->session->end();
    if (end == nullptr) {
        refuse(request, "there is no exception here");
        return;
    }
    respond(request, [&](JsonWriter& json) {
        json.member("exceptionId", name_of(end->ending));
        json.member("description", trouble_of(*end, m_debuggee->session->time()));
        json.member("breakMode", "unhandled");
        json.object("details", [&] {
            json.member("message", explain(m_debuggee->session->machine(), *end, m_debuggee->session->time()));
        });
    });
}

}  // namespace mariner::remote
