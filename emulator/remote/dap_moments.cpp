// The part of DapServer that the protocol lacks: moments of the run, how they came about, and what was seen there. Our
// own requests; docs/remote.md says what is in them.

#include <algorithm>
#include <array>
#include <cstring>
#include <map>

#include "emulator/debugger/preview.hpp"
#include "emulator/execute/registers.hpp"
#include "emulator/isa/disassemble.hpp"
#include "emulator/remote/dap_debuggee.hpp"
#include "emulator/remote/places.hpp"
#include "emulator/runtime/explain.hpp"
#include "emulator/support/text.hpp"

namespace mariner::remote {

namespace {

using debugger::Place;
using debugger::Time;
using debugger::Touch;

constexpr i64 most_columns = 256;
constexpr size_t most_depth = 8;
constexpr size_t most_marks = 2000;
constexpr Time most_steps = 200;
/// Steps into the unknown that one request may take: nothing is read meanwhile.
constexpr Time most_ahead = 10'000'000;

Time time_of(const JsonValue& value, Time otherwise) {
    const std::optional<i64> number = value.integer();
    return number ? static_cast<Time>(std::max<i64>(0, *number)) : otherwise;
}

std::optional<Place> place_of_wish(const ProgramImage& image, const JsonValue& wish) {
    if (wish["place"].is_text()) {
        return find_place(image, wish["place"].text());
    }
    const std::optional<u32> address = find_number(wish["memoryReference"].text());
    const auto size = static_cast<u32>(std::clamp<i64>(wish["size"].integer().value_or(4), 1, 8));
    return address ? std::optional(Place::of_memory(*address, size)) : std::nullopt;
}

/// Numbers for the routines that calls are in, in order of their first appearance.
class RoutineNumbers {
public:
    size_t of(u32 address) {
        const auto [at, is_new] = m_numbers.try_emplace(address, m_addresses.size());
        if (is_new) {
            m_addresses.push_back(address);
        }
        return at->second;
    }
    [[nodiscard]] const std::vector<u32>& addresses() const { return m_addresses; }

private:
    std::map<u32, size_t> m_numbers;
    std::vector<u32> m_addresses;
};

/// What the instruction at pc is about to use: each is a place to ask about in turn.
void write_uses(JsonWriter& json, const debugger::Session& session) {
    const debugger::Preview next = debugger::preview(session.machine(), true);
    json.array("uses", [&] {
        for (u8 id = 0; id < register_id::count; ++id) {
            if (id != 0 && next.read.contains(id)) {
                json.begin_object();
                json.member("place", register_name(id));
                json.member("value", hex32(session.register_value(id)));
                json.end_object();
            }
        }
        for (const auto& access : next.accesses) {
            if (!access.is_write) {
                json.begin_object();
                json.member("memoryReference", hex32(access.address));
                json.member("size", access.size);
                json.member("value", hex32(access.value));
                json.end_object();
            }
        }
    });
}

/// What the instruction at pc is about to write; nothing where it goes elsewhere (an exception) or asks a device.
std::vector<DapServer::Effect> effects_of(const debugger::Session& session) {
    const debugger::Preview next = debugger::preview(session.machine(), true);
    std::vector<DapServer::Effect> effects;
    if (next.flow == Flow::leave || next.count == 0) {
        return effects;
    }
    for (u8 id = 1; id < register_id::count; ++id) {
        if (next.written.contains(id)) {
            const u32 value = register_value(next.cpu, id).value_or(0);
            effects.push_back({Place::of_register(id), session.register_value(id), value});
        }
    }
    for (const auto& access : next.accesses) {
        if (access.is_write) {
            u32 old = 0;
            const std::vector<u8> bytes = session.read_memory(access.address, access.size);
            std::memcpy(&old, bytes.data(), std::min(bytes.size(), sizeof old));
            effects.push_back({Place::of_memory(access.address, access.size), old, access.value});
        }
    }
    return effects;
}

void write_effects(JsonWriter& json, std::string_view name, const std::vector<DapServer::Effect>& effects) {
    json.objects(name, effects, [&](const DapServer::Effect& effect) {
        if (effect.place.kind == debugger::PlaceKind::register_) {
            json.member("place", register_name(effect.place.register_id));
        } else {
            json.member("memoryReference", hex32(effect.place.address));
            json.member("size", effect.place.size);
        }
        json.member("oldValue", hex32(effect.old_value));
        json.member("newValue", hex32(effect.new_value));
    });
}

}  // namespace

/// Looks at another moment, and comes back, whoever wants to interrupt it.
void DapServer::visit(Time time, const std::function<void()>& look) {
    debugger::Session& session = *m_debuggee->session;
    const Time now = session.time();
    session.go_to(time);
    look();
    session.set_watch({});
    session.go_to(now);
}

void DapServer::write_moment(JsonWriter& json) {
    debugger::Session& session = *m_debuggee->session;
    DapHost& host = m_debuggee->host;
    json.member("step", session.time());
    json.member("first", session.history_begin());
    json.member("last", session.history_end());
    host.printed().cut(session.history_end());
    host.consumed().cut(session.history_end());
    json.member("printed", host.printed().total_at(session.time()));
    json.member("consumed", host.consumed().total_at(session.time()));
    json.member("isRunning", is_running());
    json.member("isWaiting", host.is_waiting());
    const u32 pc = session.machine().cpu.pc;
    json.member("instructionPointerReference", hex32(pc));
    const RunResult* const end = session.end();
    if (end != nullptr && end->is_normal()) {  // nothing comes next: where it has ended
        write_position(json, pc - 4);
        const std::string name = m_debuggee->index.name_of(pc - 4);
        json.member("routine", name.substr(0, name.find('+')));
    } else {
        write_position(json, pc);
        const std::vector<debugger::Frame> frames = session.call_stack(1, false);
        json.member("routine", m_debuggee->index.name_of(frames.front().function));
    }
    if (end != nullptr) {
        json.object("end", [&] {
            json.member("kind", name_of(end->ending));
            json.member("isNormal", end->is_normal());
            json.member("exitCode", end->exit_code);
            json.member("message", trouble_of(*end, session.time()));
            json.member("explanation", explain(session.machine(), *end, session.time()));
        });
    } else if (!is_running()) {
        write_effects(json, "next", effects_of(session));
    }
    if (m_done && m_done->step + 1 == session.time()) {
        json.object("done", [&] {
            write_position(json, m_done->pc);
            write_effects(json, "effects", m_done->effects);
        });
    }
}

void DapServer::moment(const Request& request) {
    respond(request, [this](JsonWriter& json) { write_moment(json); });
}

/// The step in front of a moment is taken by itself, so that what it does can be told.
void DapServer::note_last_step(Time target) {
    debugger::Session& session = *m_debuggee->session;
    m_done.reset();
    if (target <= session.history_begin()) {
        return;
    }
    session.go_to(target - 1);
    if (session.time() == target - 1 && session.end() == nullptr) {
        m_done = {session.time(), session.machine().cpu.pc, effects_of(session)};
    }
}

/// It is moved elsewhere: what it was doing is no longer so.
void DapServer::leave_moment() {
    m_debuggee->host.stop_waiting();
    m_finding.reset();
    m_has_asked_for_input = false;
    m_is_at_shown_end = false;
}

/// To a moment that is known, or on to a later one; a program that asks for input on the way stops there.
void DapServer::go_to_step(const Request& request) {
    const std::optional<i64> step = request.arguments["step"].integer();
    if (!step || *step < 0) {
        refuse(request, "goToStep needs \"step\": the number of instructions executed before");
        return;
    }
    debugger::Session& session = *m_debuggee->session;
    leave_moment();
    const Time target =
        std::clamp(static_cast<Time>(*step), session.history_begin(), session.history_end() + most_ahead);
    note_last_step(target);
    session.go_to(target);
    answer_there(request);
}

/// What is told of a moment that was gone to.
void DapServer::answer_there(const Request& request) {
    debugger::Session& session = *m_debuggee->session;
    m_debuggee->host.flush();
    if (session.end() != nullptr) {
        m_debuggee->host.finish();
    }
    print("console", session.take_notes());
    respond(request, [this](JsonWriter& json) { write_moment(json); });
    stopped("goto");
}

/// The routines that were being executed at evenly spread moments, outermost first.
void DapServer::calls(const Request& request) {
    debugger::Session& session = *m_debuggee->session;
    const Time from = std::max(time_of(request.arguments["from"], 0), session.history_begin());
    const Time to = std::clamp(time_of(request.arguments["to"], session.history_end()), from, session.history_end());
    const auto columns =
        static_cast<Time>(std::clamp<i64>(request.arguments["columns"].integer().value_or(64), 1, most_columns));
    RoutineNumbers routines;
    std::vector<std::vector<size_t>> stacks;
    std::vector<size_t> depths;
    Time reached = to;
    visit(from, [&] {
        for (Time i = 0; i < columns; ++i) {
            const Time time = from + static_cast<Time>(static_cast<double>(to - from) * static_cast<double>(i) /
                                                       static_cast<double>(columns));
            session.go_to(time);
            if (session.time() != time) {
                reached = time;  // it takes too long
                break;
            }
            std::vector<size_t>& stack = stacks.emplace_back();
            const std::vector<debugger::Frame> frames = session.call_stack(most_frames, false);
            depths.push_back(frames.size());
            for (size_t depth = 0; depth < std::min(most_depth, frames.size()); ++depth) {
                stack.push_back(routines.of(frames[frames.size() - 1 - depth].function));
            }
        }
    });
    respond(request, [&](JsonWriter& json) {
        json.member("from", from);
        json.member("to", reached);
        json.objects("routines", routines.addresses(), [&](u32 address) {
            json.member("name", m_debuggee->index.name_of(address));
            json.member("instructionPointerReference", hex32(address));
        });
        json.values("depths", depths);
        json.array("stacks", [&] {
            for (const std::vector<size_t>& stack : stacks) {
                json.begin_array();
                for (const size_t number : stack) {
                    json.value(number);
                }
                json.end_array();
            }
        });
    });
}

/// What was executed, step by step: a short stretch of the run.
void DapServer::steps(const Request& request) {
    debugger::Session& session = *m_debuggee->session;
    const Time from = std::max(time_of(request.arguments["from"], 0), session.history_begin());
    const Time to =
        std::min({time_of(request.arguments["to"], from + most_steps), session.history_end(), from + most_steps});
    std::vector<u32> addresses;
    visit(from, [&] {
        for (Time time = from; time < to && session.time() == time; ++time) {
            addresses.push_back(session.machine().cpu.pc);
            session.go_to(time + 1);
        }
    });
    respond(request, [&](JsonWriter& json) {
        json.member("from", from);
        json.objects("steps", addresses, [&](u32 pc) {
            json.member("instructionPointerReference", hex32(pc));
            write_position(json, pc);
            if (const Statement* const statement = session.image().find_statement(pc)) {
                json.member("text", code_of(statement->source));
            }
        });
    });
}

void DapServer::marks(const Request& request) {
    const Time from = time_of(request.arguments["from"], 0);
    const Time to = time_of(request.arguments["to"], m_debuggee->session->history_end());
    respond(request, [&](JsonWriter& json) {
        json.values("output", m_debuggee->host.printed().times(from, to, most_marks));
        json.values("input", m_debuggee->host.consumed().times(from, to, most_marks));
    });
}

/// The instruction in front of which the session stands.
void DapServer::write_writer(JsonWriter& json, Time time) {
    debugger::Session& session = *m_debuggee->session;
    visit(time, [&] {
        const u32 pc = session.machine().cpu.pc;
        json.member("found", true);
        json.member("step", time);
        json.member("instructionPointerReference", hex32(pc));
        write_position(json, pc);
        if (const Statement* const statement = session.image().find_statement(pc)) {
            json.member("text", code_of(statement->source));
        }
        json.member("routine", m_debuggee->index.name_of(session.call_stack(1, false).front().function));
        write_uses(json, session);
    });
}

void DapServer::who_wrote_place(const Request& request) {
    debugger::Session& session = *m_debuggee->session;
    const std::optional<Place> place = place_of_wish(session.image(), request.arguments);
    if (!place) {
        refuse(request, "there is no such register, label or address");
        return;
    }
    std::optional<Touch> touch;
    const Time time = time_of(request.arguments["step"], session.time());
    bool is_late = false;
    visit(time, [&] {
        touch = session.last_write(*place);
        is_late =
            session.time() != std::min(time, session.history_end());  // it was broken off, and so was the way back
    });
    if (is_late) {
        refuse(request, "looking so far back takes too long");
        return;
    }
    respond(request, [&](JsonWriter& json) {
        if (!touch) {
            json.member("found", false);
            return;
        }
        write_writer(json, touch->time);
        json.member("oldValue", hex32(static_cast<u32>(touch->old_value)));
        json.member("newValue", hex32(static_cast<u32>(touch->new_value)));
    });
}

/// By the number of a byte of the output, from 0.
void DapServer::who_printed(const Request& request) {
    const auto byte = static_cast<u64>(std::max<i64>(0, request.arguments["byte"].integer().value_or(0)));
    const std::optional<OutputMarks::OutputMark> mark = m_debuggee->host.printed().find(byte);
    respond(request, [&](JsonWriter& json) {
        if (!mark || mark->time == 0) {
            json.member("found", false);
            return;
        }
        write_writer(json, mark->time - 1);
    });
}

/// Back to where the program asked for the input behind so many bytes, to answer differently.
void DapServer::take_up(const Request& request) {
    const auto consumed = static_cast<u64>(std::max<i64>(0, request.arguments["consumed"].integer().value_or(0)));
    DapHost& host = m_debuggee->host;
    debugger::Session& session = *m_debuggee->session;
    const std::optional<OutputMarks::OutputMark> mark = host.consumed().find(consumed);
    if (!mark || mark->time == 0 || mark->time <= session.history_begin()) {
        refuse(request, "the program hasn't read so much, or it is too long ago");
        return;
    }
    leave_moment();
    session.go_to(mark->time - 1);
    session.forget_future();
    session.forget_input();
    host.forget_input();
    answer_there(request);
}

/// Bytes for the program, without a line's end of their own: keys, or a whole file.
void DapServer::take_input(const Request& request) {
    m_debuggee->host.add_input(request.arguments["text"].text());
    if (request.arguments["isLast"].flag()) {
        m_debuggee->host.end_input();
    }
    m_has_asked_for_input = false;
    respond(request);
}

/// A key goes down or up; what it types is input of its own (giveInput).
void DapServer::press_key(const Request& request) {
    const std::string_view name = request.arguments["key"].text();
    const bool is_known = m_debuggee->controls.press(name, request.arguments["isDown"].flag());
    respond(request, [&](JsonWriter& json) { json.member("isKnown", is_known); });
}

void DapServer::move_pointer(const Request& request) {
    const JsonValue& wish = request.arguments;
    m_debuggee->controls.point(wish["column"].integer().value_or(-1), wish["row"].integer().value_or(-1),
                               static_cast<u32>(std::clamp<i64>(wish["buttons"].integer().value_or(0), 0, 7)));
    respond(request);
}

void DapServer::picture(const Request& request) {
    respond(request, [this](JsonWriter& json) {
        if (const std::optional<bitmap::Geometry>& picture = m_debuggee->program.picture) {
            json.member("columns", picture->columns());
            json.member("rows", picture->rows());
            json.member("unitWidth", picture->unit_width);
            json.member("unitHeight", picture->unit_height);
            json.member("memoryReference", hex32(picture->base));
            json.objects("colours", m_debuggee->program.colours, [&](const auto& colour) {
                json.member("value", hex32(colour.first));
                json.member("name", colour.second);
            });
        }
    });
}

/// Where somebody who looks at memory may want to begin.
void DapServer::segments(const Request& request) {
    struct SegmentRow {
        std::string_view id;
        u32 address;
    };
    const Machine& machine = m_debuggee->session->machine();
    const MemoryMap& map = machine.map();
    const auto rows = std::to_array<SegmentRow>({
        {"data", map.data_base},
        {"heap", map.heap_base},
        {"stack", register_value(machine.cpu, 29).value_or(0) & ~15U},
        {"text", map.text.base},
        {"devices", map.mmio.base},
    });
    respond(request, [&](JsonWriter& json) {
        json.objects("segments", rows, [&](const SegmentRow& row) {
            json.member("id", row.id);
            json.member("memoryReference", hex32(row.address));
        });
    });
}

}  // namespace mariner::remote
