#include "emulator/remote/gdb_server.hpp"

#include <algorithm>
#include <array>

#include "emulator/remote/gdb_registers.hpp"
#include "emulator/runtime/explain.hpp"

namespace mariner::remote {

using debugger::Direction;
using debugger::Motion;
using debugger::StopReport;
using debugger::Why;

namespace {

/// GDB's numbers of signals.
namespace signal {
constexpr u32 interrupt = 2, illegal = 4, trap = 5, arithmetic = 8, bus = 10, segment = 11, bad_call = 12, limit = 24;
}  // namespace signal

u32 signal_of(ExceptionKind kind) {
    switch (kind) {
        case ExceptionKind::overflow:
            return signal::arithmetic;
        case ExceptionKind::address_load:
        case ExceptionKind::address_store:
        case ExceptionKind::text_load:
        case ExceptionKind::text_store:
        case ExceptionKind::kernel_text_load:
        case ExceptionKind::kernel_text_store:
            return signal::segment;
        case ExceptionKind::misaligned_word_load:
        case ExceptionKind::misaligned_half_load:
        case ExceptionKind::misaligned_word_store:
        case ExceptionKind::misaligned_half_store:
        case ExceptionKind::misaligned_double_load:
        case ExceptionKind::misaligned_double_store:
        case ExceptionKind::misaligned_text_access:
            return signal::bus;
        case ExceptionKind::odd_all:
        case ExceptionKind::odd_both:
        case ExceptionKind::odd_first:
        case ExceptionKind::odd_second:
        case ExceptionKind::undefined_instruction:
            return signal::illegal;
        case ExceptionKind::syscall:
        case ExceptionKind::host_failure:
            return signal::bad_call;
        default:
            return signal::trap;
    }
}

u32 signal_of(const RunResult& end) {
    switch (end.ending) {
        case RunEnding::exception:
        case RunEnding::host_failure:
            return signal_of(end.exception.kind);
        case RunEnding::invalid_pc:
            return signal::segment;
        case RunEnding::end_of_input:
            return signal::bad_call;
        case RunEnding::step_limit:
        case RunEnding::time_limit:
        case RunEnding::limit:
            return signal::limit;
        default:
            return signal::trap;
    }
}

std::string hex_byte(u32 value) {
    return to_hex(std::string(1, static_cast<char>(value)));
}

}  // namespace

GdbServer::GdbServer(debugger::Session& session, GdbSettings settings)
    : m_session(session), m_settings(std::move(settings)) {
    connect();
}

void GdbServer::connect() {
    m_reader = {};
    m_output.clear();
    m_last_packet.clear();
    m_acknowledges = true;
    m_is_extended = false;
    m_going.reset();
    m_report.reset();
    m_state = Attachment::attached;
    m_last_stop = stop_reply(signal::trap);
    remove_all_points();
}

void GdbServer::receive(std::string_view bytes) {
    m_reader.feed(bytes);
    bool is_refused = false;
    while (const std::optional<PacketEvent> event = m_reader.next()) {
        switch (event->kind) {
            case PacketEventKind::packet:
                m_output += m_acknowledges ? "+" : "";
                handle_packet(event->body);
                break;
            case PacketEventKind::too_long:
                m_output += m_acknowledges ? "+" : "";
                send("E.packet too long");
                break;
            case PacketEventKind::damaged:
                m_output += m_acknowledges ? "-" : "";
                break;
            case PacketEventKind::refused:
                is_refused = m_acknowledges;  // sent again once, however often it is asked for
                break;
            case PacketEventKind::foreign:
                m_going.reset();
                break;
            case PacketEventKind::interrupt:
                if (m_going) {
                    m_going.reset();
                    send(m_last_stop = stop_reply(signal::interrupt));
                }
                break;
        }
    }
    if (is_refused) {
        m_output += m_last_packet;
    }
}

std::string GdbServer::take_output() {
    return std::exchange(m_output, {});
}

void GdbServer::send(std::string_view body) {
    m_last_packet = frame_packet(body);
    m_output += m_last_packet;
}

/// Shown on GDB's console; only while the program runs.
void GdbServer::send_text(std::string_view text) {
    m_output += frame_packet("O" + to_hex(text));
}

void GdbServer::handle_packet(std::string_view body) {
    if (m_going) {
        return;  // nothing is asked of a running program in all-stop mode
    }
    enum class Extent : u8 { whole, begin };
    struct PacketRow {
        std::string_view text;
        Extent extent;
        void (GdbServer::*handler)(FieldReader&);  // null: `answer` is all
        std::string_view answer;
    };
    static constexpr auto rows = std::to_array<PacketRow>({
#define PACKET(text, extent, handler) {text, Extent::extent, &GdbServer::handler, {}},
#define ANSWER(text, extent, reply) {text, Extent::extent, nullptr, reply},
#include "emulator/remote/gdb_packets.inc"
#undef PACKET
#undef ANSWER
    });
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const PacketRow& candidate) {
        return candidate.extent == Extent::whole ? body == candidate.text : body.starts_with(candidate.text);
    });
    if (row == rows.end() || row->handler == nullptr) {
        send(row == rows.end() ? "" : row->answer);  // nothing: not supported
        return;
    }
    FieldReader fields(body.substr(row->text.size()));
    (this->*row->handler)(fields);
}

// --- Going

void GdbServer::go(const GdbMotion& going) {
    if (going.direction == Direction::forward && m_session.end() != nullptr) {
        finish_at_end(*m_session.end());
        return;
    }
    const RunResult* const end = m_session.end();
    if (end != nullptr && end->ending == RunEnding::exception && m_session.time() > 0) {
        m_session.go_to(m_session.time() - 1);  // the instruction that failed counts, though pc still points at it
    }
    m_going = going;
}

void GdbServer::advance() {
    if (m_going) {
        m_report = move_once();
    }
}

void GdbServer::conclude() {
    const std::optional<StopReport> report = std::exchange(m_report, std::nullopt);
    if (!m_going || !report || report->why == Why::interrupted) {
        return;  // receive() finds out whether GDB wants it to be the end
    }
    const bool is_inside = report->pc - m_going->range_begin < m_going->range_end - m_going->range_begin;
    if (report->why == Why::stepped && is_inside) {
        return;
    }
    m_going.reset();
    finish(*report);
}

StopReport GdbServer::move_once() {
    const bool is_behind_report = m_reported == m_session.time() && m_going->direction == Direction::forward;
    if (is_behind_report && m_going->motion == Motion::resume) {
        StopReport report = m_session.move(Motion::instruction);
        if (report.why != Why::stepped && report.why != Why::watchpoint) {
            return report;
        }
    }
    m_reported.reset();
    return m_session.move(m_going->motion, m_going->direction);
}

void GdbServer::finish(const StopReport& report) {
    switch (report.why) {
        case Why::breakpoint:
            send(m_last_stop = stop_reply(signal::trap, "swbreak:;"));
            return;
        case Why::watchpoint:
            finish_at_watchpoint(report);
            return;
        case Why::history_begin:
            send(m_last_stop = stop_reply(signal::trap, "replaylog:begin;"));
            return;
        case Why::limit:
            send(m_last_stop = stop_reply(signal::limit));
            return;
        case Why::ended:
            finish_at_end(report.end);
            return;
        default:
            send(m_last_stop = stop_reply(signal::trap));
            return;
    }
}

/// GDB wants to see the machine on the other side of the access, to compare values when it has stepped over it.
void GdbServer::finish_at_watchpoint(const StopReport& report) {
    const auto point = std::ranges::find(m_points, report.id, &GdbPoint::id);
    if (point == m_points.end() || report.touch.place.kind != debugger::PlaceKind::memory) {
        send(m_last_stop = stop_reply(signal::trap));
        return;
    }
    const bool is_forward = report.time > report.touch.time;
    m_session.go_to(is_forward ? report.touch.time : report.touch.time + 1);
    m_reported = is_forward ? std::optional(report.touch.time) : std::nullopt;
    const std::string_view kind = point->type == '2' ? "watch:" : point->type == '3' ? "rwatch:" : "awatch:";
    // GDB finds its watchpoint by an address inside it; an access may begin in front of it.
    const u32 address = std::max(point->address, report.touch.place.address);
    const std::string number = to_hex(std::string{static_cast<char>(address >> 24), static_cast<char>(address >> 16),
                                                  static_cast<char>(address >> 8), static_cast<char>(address)});
    send(m_last_stop = stop_reply(signal::trap, std::string(kind) + number + ";"));
}

void GdbServer::finish_at_end(const RunResult& end) {
    const std::string text = explain(m_session.machine(), end, m_session.time());
    if (!text.empty()) {
        send_text(text);
    }
    const bool has_been_told = m_last_stop == stop_reply(signal_of(end));
    if (end.is_normal() && !m_settings.stop_at_end) {
        m_state = Attachment::over;
        send(m_last_stop = "W" + hex_byte(static_cast<u32>(end.exit_code)));
    } else if (has_been_told && !end.is_normal()) {
        m_state = Attachment::over;
        send(m_last_stop = "X" + hex_byte(signal_of(end)));
    } else {
        if (end.is_normal()) {
            send_text("The program has ended with exit code " + std::to_string(end.exit_code & 0xff) +
                      "; reverse-continue and reverse-step go back from here.\n");
        }
        send(m_last_stop = stop_reply(signal_of(end)));
    }
}

std::string GdbServer::stop_reply(u32 signal, std::string_view reason) const {
    std::string reply = "T" + hex_byte(signal);
    for (const u32 number : {gdb_sp, gdb_fp, gdb_pc}) {
        reply += hex_byte(number) + ":" + word_to_hex(read_gdb_register(m_session, number)) + ";";
    }
    return reply + "thread:1;" + std::string(reason);
}

void GdbServer::status(FieldReader& /*fields*/) {
    send(m_last_stop);
}

void GdbServer::resume(FieldReader& fields) {
    if (const std::optional<u32> address = fields.address()) {
        m_session.set_pc(*address);
    }
    go({});
}

void GdbServer::step(FieldReader& fields) {
    if (const std::optional<u32> address = fields.address()) {
        m_session.set_pc(*address);
    }
    go({.motion = Motion::instruction});
}

/// The signal is of no use to the guest, which knows none.
void GdbServer::resume_with_signal(FieldReader& fields) {
    fields.until(';');
    resume(fields);
}

void GdbServer::step_with_signal(FieldReader& fields) {
    fields.until(';');
    step(fields);
}

void GdbServer::resume_backward(FieldReader& /*fields*/) {
    go({.direction = Direction::backward});
}

void GdbServer::step_backward(FieldReader& /*fields*/) {
    go({.motion = Motion::instruction, .direction = Direction::backward});
}

/// There is one thread, so the first action counts.
void GdbServer::resume_by_table(FieldReader& fields) {
    const std::string_view action = fields.until(';');
    FieldReader words(action.substr(0, action.find(':')));
    if (words.take("r")) {
        const std::optional<u32> begin = words.address();
        const std::optional<u32> end = words.take(",") ? words.address() : std::nullopt;
        if (begin && end) {
            go({.motion = Motion::instruction, .range_begin = *begin, .range_end = std::max(*begin, *end)});
        } else {
            send_error();
        }
    } else if (words.take("c") || words.take("C")) {
        go({});
    } else if (words.take("s") || words.take("S")) {
        go({.motion = Motion::instruction});
    } else {
        send_error();
    }
}

// --- Beginning and end

void GdbServer::detach(FieldReader& /*fields*/) {
    remove_all_points();
    m_state = Attachment::detached;
    send("OK");
}

/// Without a reply: GDB has closed the connection already.
void GdbServer::kill(FieldReader& /*fields*/) {
    m_state = m_is_extended ? Attachment::over : Attachment::killed;
}

void GdbServer::kill_process(FieldReader& fields) {
    send("OK");
    kill(fields);
}

void GdbServer::extend(FieldReader& /*fields*/) {
    m_is_extended = true;
    send("OK");
}

void GdbServer::restart(FieldReader& /*fields*/) {
    m_session.go_to(m_session.history_begin());
    m_state = Attachment::attached;
    m_reported.reset();
    m_last_stop = stop_reply(signal::trap);
}

/// The same run once more: what the program was given from outside it is given again.
void GdbServer::run_again(FieldReader& fields) {
    restart(fields);
    send(m_last_stop);
}

}  // namespace mariner::remote
