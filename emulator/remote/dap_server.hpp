#pragma once
// The Debug Adapter Protocol over a session: bytes in, messages out by a function, without any transport, so that tests
// and fuzzers feed it directly. Called by `mariner dap`:
//
//     server.receive(bytes);
//     while (server.is_running()) { server.advance(); server.conclude(); ... }
//
// A program is loaded by `launch`, and stops before its first instruction until `configurationDone`. What interrupts a
// motion is a message that has arrived; it is answered, and the motion goes on, unless the message was a pause.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bitmap/geometry.hpp"
#include "emulator/assembler/assembler.hpp"
#include "emulator/debugger/session.hpp"
#include "emulator/protocol/frames.hpp"
#include "emulator/remote/dap_host.hpp"
#include "emulator/remote/dap_points.hpp"
#include "emulator/remote/picture.hpp"
#include "emulator/remote/source_index.hpp"
#include "emulator/support/json.hpp"

namespace mariner::remote {

/// What a launch asks to be loaded, and what came of it.
struct DapLoad {
    std::vector<std::string> files;
    std::string directory;  // relative names count from here; empty: from where the server runs
    std::string input;      // a file to read standard input from; empty: the debug console
    AssemblerOptions options;
};
struct DapProgram {
    ProgramImage image;
    std::vector<std::string> paths;             // absolute names of image.files
    std::string warnings;                       // of the assembler, to be shown
    std::optional<std::string> input{};         // what the program reads, if a file was named
    bool devices = true;                        // at 0xffff0000, unless it draws there
    std::optional<bitmap::Geometry> picture{};  // that its comments speak of
    NamedColours colours{};                     // that .eqv has names for
    std::optional<size_t> history_memory{};     // bytes for going back, where they are few
    std::optional<u64> pages_per_interval{};    // for the history, where instructions take long
};

class DapServer {
public:
    using Load = std::function<Result<DapProgram>(const DapLoad& load)>;
    using Send = std::function<void(std::string_view message)>;

    DapServer(Load load, Send send);
    ~DapServer();
    DapServer(const DapServer&) = delete;
    DapServer& operator=(const DapServer&) = delete;

    void receive(std::string_view bytes);

    /// A motion is under way and can go on; false while the program waits for input.
    [[nodiscard]] bool is_running() const;
    /// Goes on with it until it ends or the session is interrupted.
    void advance();
    /// Tells the client what came of that; in it nobody may interrupt.
    void conclude();
    /// Null before the launch.
    [[nodiscard]] debugger::Session* session() const;
    /// The conversation has come to its end, or can't be understood any more.
    [[nodiscard]] bool is_over() const { return m_is_over || m_reader.is_lost(); }

    /// What an instruction makes of a register or a piece of memory.
    struct Effect {
        debugger::Place place;
        u32 old_value = 0;
        u32 new_value = 0;
    };

private:
    static constexpr size_t most_frames = 1000;

    struct Debuggee;

    struct Request {
        i64 sequence = 0;
        std::string command;
        const JsonValue& arguments;
    };
    /// A motion that the client has asked for.
    struct ClientMotion {
        debugger::Motion motion = debugger::Motion::resume;
        debugger::Direction direction = debugger::Direction::forward;
        std::string reason = "step";      // of the stop at its end
        size_t depth = 0;                 // of the calls, where it began
        const Statement* line = nullptr;  // likewise
        bool has_begun = false;
    };
    /// The instruction behind `step`.
    struct DoneStep {
        debugger::Time step = 0;
        u32 pc = 0;
        std::vector<Effect> effects;
    };
    using Fill = std::function<void(JsonWriter& json)>;

    // Messages (dap_server.cpp)
    void handle(const JsonValue& message);
    void dispatch(const Request& request);
    void answer(const Request& request, std::optional<std::string_view> trouble, const Fill& body);
    void respond(const Request& request, const Fill& body = {}) { answer(request, std::nullopt, body); }
    void refuse(const Request& request, std::string_view sentence);
    void event(std::string_view name, const Fill& body = {});
    void emit(std::string_view type, const Fill& fill, const Fill& body);
    void print(std::string_view category, std::string_view text);

    // Beginning and ending (dap_server.cpp)
    void initialize(const Request& request);
    void launch(const Request& request);
    Result<void> begin(const JsonValue& wish, const DapLoad& load, DapProgram program);
    void attach(const Request& request);
    void configuration_done(const Request& request);
    void start();
    void disconnect(const Request& request);
    void terminate(const Request& request);
    void restart(const Request& request);
    void give_input(std::string_view line);

    // Going (dap_motions.cpp)
    void resume(const Request& request);
    void reverse_resume(const Request& request);
    void next(const Request& request);
    void step_in(const Request& request);
    void step_out(const Request& request);
    void step_back(const Request& request);
    void pause(const Request& request);
    void goto_targets(const Request& request);
    void go_to(const Request& request);
    void restart_frame(const Request& request);
    void exception_info(const Request& request);

    void step(const Request& request, debugger::Motion motion, debugger::Motion by_instruction,
              debugger::Direction direction = debugger::Direction::forward);
    void go(ClientMotion going);
    debugger::StopReport move_on();
    [[nodiscard]] bool is_step_complete() const;
    void leave_failed_instruction();
    void show_finding();
    void finish(const debugger::StopReport& report);
    void finish_at_end(const RunResult& end);
    void stopped(std::string_view reason, std::string_view description = {}, int breakpoint = 0);

    // Breakpoints (dap_breakpoints.cpp)
    using SetPoint = std::function<void(JsonWriter& json, const JsonValue& wish)>;
    void set_group(const Request& request, std::string_view group, const SetPoint& set);
    bool set_point(JsonWriter& json, std::string_view group, const JsonValue& wish, const std::vector<u32>& addresses,
                   std::string_view trouble);
    void set_breakpoints(const Request& request);
    void set_function_breakpoints(const Request& request);
    void set_instruction_breakpoints(const Request& request);
    void set_exception_breakpoints(const Request& request);
    void watch_checks();
    [[nodiscard]] bool wants_checks() const { return m_stops_at_findings || m_checks_always; }
    void data_breakpoint_info(const Request& request);
    void set_data_breakpoints(const Request& request);

    // Looking and changing (dap_inspection.cpp)
    void threads(const Request& request);
    void stack_trace(const Request& request);
    void scopes(const Request& request);
    void variables(const Request& request);
    void set_variable(const Request& request);
    void set_expression(const Request& request);
    void tell_changed(std::optional<u32> memory, u32 size);
    void evaluate(const Request& request);
    void read_memory(const Request& request);
    void write_memory(const Request& request);
    void disassemble(const Request& request);
    void loaded_sources(const Request& request);

    // Moments of the run (dap_moments.cpp)
    void moment(const Request& request);
    void go_to_step(const Request& request);
    void note_last_step(debugger::Time target);
    void leave_moment();
    void answer_there(const Request& request);
    void calls(const Request& request);
    void steps(const Request& request);
    void marks(const Request& request);
    void tool_kinds(const Request& request);
    void tools_now(const Request& request);
    void press_pad(const Request& request);
    void who_wrote_place(const Request& request);
    void who_printed(const Request& request);
    void take_up(const Request& request);
    void take_input(const Request& request);
    void press_key(const Request& request);
    void move_pointer(const Request& request);
    void picture(const Request& request);
    void segments(const Request& request);
    void write_moment(JsonWriter& json);

    // The whole run, looked at once more (dap_review.cpp)
    void checks(const Request& request);
    void loop(const Request& request);
    void counts(const Request& request);
    void frames(const Request& request);
    void write_writer(JsonWriter& json, debugger::Time time);
    void visit(debugger::Time time, const std::function<void()>& look);

    /// The instructions of a line as the client counts it; null if there are none from it on.
    [[nodiscard]] const CodeLine* code_at(std::optional<u32> file, const JsonValue& line) const;
    [[nodiscard]] u32 shown_line(u32 line) const { return line - (m_lines_start_at_1 ? 0 : 1); }
    void write_source(JsonWriter& json, std::string_view name, u32 file) const;
    /// Source, line and column of an instruction; false if they aren't known.
    bool write_position(JsonWriter& json, u32 address) const;

    Load m_load;
    Send m_send;
    protocol::MessageReader m_reader;
    i64 m_sequence = 0;
    std::unique_ptr<Debuggee> m_debuggee;
    std::optional<ClientMotion> m_going;
    std::optional<debugger::StopReport> m_report;  // of the last advance()
    bool m_is_over = false;
    bool m_is_configured = false;
    bool m_stops_on_entry = false;
    bool m_stops_at_end = false;
    bool m_stops_at_exceptions = true;
    bool m_stops_at_findings = false;    // of the checks
    bool m_checks_always = false;        // as the launch said
    std::optional<Finding> m_finding{};  // where it stands
    std::optional<DoneStep> m_done{};    // in front of where goToStep led to
    bool m_is_at_shown_end = false;      // the client has been stopped at the program's end
    bool m_has_terminated = false;
    bool m_has_asked_for_input = false;
    bool m_knows_waiting = false;  // the client is told by an event, not by a sentence
    bool m_takes_memory_events = false;
    bool m_takes_invalidated_events = false;
    bool m_lines_start_at_1 = true;
    bool m_columns_start_at_1 = true;
};

}  // namespace mariner::remote
