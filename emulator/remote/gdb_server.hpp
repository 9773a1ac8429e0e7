#pragma once
// GDB's remote protocol over a session: bytes in, bytes out, without any transport, so that tests and fuzzers feed it
// directly. Called by `mariner gdb`:
//
//     server.receive(bytes); send(server.take_output());
//     while (server.is_running()) { server.advance(); server.conclude(); ... }
//
// GDB plans for a MIPS processor: a watchpoint stops in front of its store, and GDB steps over it by itself. It has no
// use for one moment: our time. `monitor help` tells what else can be asked.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "emulator/debugger/session.hpp"
#include "emulator/remote/gdb_packet.hpp"

namespace mariner::remote {

struct GdbSettings {
    std::string program;       // absolute name under which GDB asks for the ELF file
    std::string elf;           // its bytes; empty: there is none
    bool stop_at_end = false;  // the program's end is a stop, from which one can go back
};

class GdbServer {
public:
    enum class Attachment : u8 {
        attached,  // GDB has the say
        detached,  // GDB let the program go: it shall run on
        killed,    // GDB ended it
        over,      // it ended by itself, and GDB has been told
    };

    GdbServer(debugger::Session& session, GdbSettings settings);

    /// A new connection: what the one before has agreed on is forgotten.
    void connect();
    void receive(std::string_view bytes);
    /// The other side doesn't speak the protocol: the conversation is over, though not the program.
    [[nodiscard]] bool is_foreign() const { return m_reader.is_foreign(); }
    /// What is to be sent, since the last call.
    std::string take_output();

    /// A motion is under way. advance() goes on with it until it ends or the session is interrupted; only a Ctrl-C
    /// packet makes an interruption the motion's end. conclude(), in which nobody may interrupt, tells GDB of an end.
    [[nodiscard]] bool is_running() const { return m_going.has_value(); }
    void advance();
    void conclude();

    [[nodiscard]] Attachment state() const { return m_state; }
    [[nodiscard]] const GdbSettings& settings() const { return m_settings; }

private:
    /// A motion that GDB has asked for.
    struct GdbMotion {
        debugger::Motion motion = debugger::Motion::resume;
        debugger::Direction direction = debugger::Direction::forward;
        u32 range_begin = 0;  // step on while pc is in the range; empty: one step
        u32 range_end = 0;
    };
    /// A breakpoint or watchpoint as GDB names it.
    struct GdbPoint {
        char type = '0';
        u32 address = 0;
        u32 length = 0;
        int id = 0;
    };

    void send(std::string_view body);
    void send_error() { send("E0e"); }  // EFAULT, the usual one
    void send_text(std::string_view text);
    void handle_packet(std::string_view body);

    // Stopping and going (gdb_server.cpp)
    void go(const GdbMotion& going);
    debugger::StopReport move_once();
    void finish(const debugger::StopReport& report);
    void finish_at_watchpoint(const debugger::StopReport& report);
    void finish_at_end(const RunResult& end);
    [[nodiscard]] std::string stop_reply(u32 signal, std::string_view reason = {}) const;

    void status(FieldReader& fields);
    void resume(FieldReader& fields);
    void resume_with_signal(FieldReader& fields);
    void step(FieldReader& fields);
    void step_with_signal(FieldReader& fields);
    void resume_backward(FieldReader& fields);
    void step_backward(FieldReader& fields);
    void resume_by_table(FieldReader& fields);
    void detach(FieldReader& fields);
    void kill(FieldReader& fields);
    void kill_process(FieldReader& fields);
    void extend(FieldReader& fields);
    void restart(FieldReader& fields);
    void run_again(FieldReader& fields);

    // Registers, memory, breakpoints (gdb_state.cpp)
    void read_registers(FieldReader& fields);
    void write_registers(FieldReader& fields);
    void read_register(FieldReader& fields);
    void write_register(FieldReader& fields);
    void read_memory(FieldReader& fields);
    void write_memory(FieldReader& fields);
    void write_memory_raw(FieldReader& fields);
    void store(FieldReader& fields, const std::function<std::optional<std::string>(std::string_view)>& decode);
    void insert_point(FieldReader& fields);
    void remove_point(FieldReader& fields);
    void remove_all_points();

    // Questions, files, monitor commands (gdb_queries.cpp)
    void agree(FieldReader& fields);
    void end_acknowledgements(FieldReader& fields);
    void describe_thread(FieldReader& fields);
    void transfer(FieldReader& fields);
    void monitor(FieldReader& fields);
    void use_file(FieldReader& fields);
    void read_file_part(FieldReader& fields);
    void stat_file();

    debugger::Session& m_session;
    GdbSettings m_settings;
    PacketReader m_reader;
    std::string m_output;
    std::string m_last_packet;
    Attachment m_state = Attachment::attached;
    bool m_acknowledges = true;
    bool m_is_extended = false;
    std::optional<GdbMotion> m_going;
    std::optional<debugger::StopReport> m_report;  // of the last advance()
    std::vector<GdbPoint> m_points;
    std::string m_last_stop;  // for `?`
    /// In front of this moment a watchpoint has been reported: going on must not report it again.
    std::optional<debugger::Time> m_reported;
};

}  // namespace mariner::remote
