// `mariner gdb`: a program behind GDB's remote protocol, on a port of this machine or on standard input and output. The
// guest's output is this command's own; the debugger talks through the connection.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>

#include "emulator/app/commands.hpp"
#include "emulator/app/debug_options.hpp"
#include "emulator/app/run_options.hpp"
#include "emulator/debugger/session.hpp"
#include "emulator/platform/files.hpp"
#include "emulator/platform/interrupts.hpp"
#include "emulator/platform/sockets.hpp"
#include "emulator/program/elf_writer.hpp"
#include "emulator/protocol/channel.hpp"
#include "emulator/remote/gdb_server.hpp"
#include "emulator/remote/gdb_symbols.hpp"
#include "emulator/remote/motion_watch.hpp"
#include "emulator/runtime/explain.hpp"
#include "emulator/runtime/terminal_host.hpp"
#include "emulator/support/file.hpp"
#include "emulator/support/watcher.hpp"

namespace mariner::app {

namespace {

using platform::Listener;
using protocol::Channel;
using remote::GdbServer;

struct GdbOptions {
    ProgramOptions program;
    u16 port = 1234;
    std::string address{Listener::this_machine};
    bool use_stdio = false;
    bool stop_at_end = false;
    std::string input;
    u64 history_megabytes = 256;
};

/// GDB says something as soon as it is connected.
constexpr int greeting_milliseconds = 5000;

constexpr const char* gdb_examples =
    "examples:\n"
    "  gdb-multiarch -ex 'target remote | mariner gdb --stdio hw.asm --input input.txt'\n"
    "  mariner gdb hw.asm --port 1234        and in another terminal: gdb-multiarch -ex 'target remote :1234'\n"
    "\nThe first way is the best: GDB starts the server itself, and nobody else reaches it. A port is open to every\n"
    "program of this machine, whoever runs it; with --address also to other machines. Who connects can do all that\n"
    "the program can, its files included (--files none).\n"
    "\nGDB reads the program's labels and lines from the server. reverse-step, reverse-continue and the like work;\n"
    "`monitor help` tells what else there is.\n"
    "\nexit codes: the program's own, 0 if GDB killed it; as those of run otherwise\n";

void add_options(CLI::App& app, GdbOptions& options) {
    add_program_options(app, options.program);
    app.add_option("--port", options.port, "where to listen; 0: any free port, which is printed");
    app.add_option("--address", options.address, "listen at this address of this machine, so that others can connect");
    app.add_flag("--stdio", options.use_stdio, "talk to GDB on standard input and output: see below");
    app.add_option("--input", options.input, "the program's standard input is read from this file");
    app.add_flag("--stop-at-end", options.stop_at_end, "the program's end is a stop, from which one can go back");
    app.add_option("--history", options.history_megabytes, "megabytes for going back (256 unless told)");
    app.footer(gdb_examples);
}

class GdbCommand {
public:
    explicit GdbCommand(GdbOptions options) : m_options(std::move(options)) {}

    int execute() {
        m_program = load_program(m_options.program.load);
        if (!m_program.image) {
            return m_program.exit_code;
        }
        if (!open_input()) {
            return exit_code::unreadable_file;
        }
        TerminalOptions terminal;
        terminal.input = m_input.number() >= 0 ? m_input.number() : m_options.use_stdio ? -1 : platform::standard_input;
        terminal.output = m_options.use_stdio ? platform::standard_error : platform::standard_output;
        terminal.seed = m_options.program.seed;
        m_host = std::make_unique<TerminalHost>(terminal);
        Result<std::unique_ptr<debugger::Session>> session = debugger::Session::create(
            *m_program.image, *m_host, session_options(m_options.program, m_program, m_options.history_megabytes));
        if (!session) {
            return fail_with(exit_code::exception, "gdb", session.error().message);
        }
        m_session = std::move(*session);
        const Result<remote::GdbSettings> settings = gdb_settings();
        if (!settings) {
            return fail_with(exit_code::exception, "gdb", settings.error().message);
        }
        m_server = std::make_unique<GdbServer>(*m_session, *settings);
        platform::ignore_broken_pipes();  // a connection that ends is no end of ours
        return m_options.use_stdio ? serve_stdio() : serve_port();
    }

private:
    bool open_input() {
        if (m_options.input.empty()) {
            return true;
        }
        m_input = platform::open_file(m_options.input, platform::Opening::read);
        if (m_input.number() < 0) {
            print_error("gdb", "the input " + m_options.input + " can't be read");
        }
        return m_input.number() >= 0;
    }

    /// An ELF file is offered as it is, with whatever debug information it has.
    [[nodiscard]] Result<remote::GdbSettings> gdb_settings() const {
        const std::string& file = m_options.program.load.files.front();
        remote::GdbSettings settings;
        settings.program = std::filesystem::absolute(file).lexically_normal().string();
        settings.stop_at_end = m_options.stop_at_end;
        Result<std::string> elf = m_program.is_elf ? read_file(file) : elf_for_gdb();
        if (!elf) {
            return elf.error();
        }
        settings.elf = std::move(*elf);
        return settings;
    }

    [[nodiscard]] Result<std::string> elf_for_gdb() const {
        ProgramImage image = *m_program.image;
        std::ranges::move(remote::symbols_behind_branches(image), std::back_inserter(image.symbols));
        return write_elf(image, std::filesystem::current_path().string());
    }

    int serve_stdio() {
        platform::ignore_interrupts();  // it is GDB's, which says so with a packet
        converse({platform::standard_input, platform::standard_output});
        run_free(platform::standard_input);
        return m_has_refused ? exit_code::usage : last_exit_code();
    }

    int serve_port() {
        const Result<Listener> listener = Listener::open(m_options.address, m_options.port);
        if (!listener) {
            return fail_with(exit_code::usage, "gdb", listener.error().message);
        }
        const bool is_local = m_options.address == Listener::this_machine;
        const std::string port = ":" + std::to_string(listener->port());
        print_error("gdb", "waiting at " + (is_local ? "localhost" : m_options.address) + port +
                               " (gdb-multiarch -ex 'target remote " + (is_local ? "" : m_options.address) + port +
                               "')");
        do {
            Result<Descriptor> connection = listener->accept();
            if (!connection) {
                return fail_with(exit_code::exception, "gdb", connection.error().message);
            }
            greet(std::move(*connection), *listener);
            run_free(listener->descriptor());
        } while (is_to_go_on());
        return last_exit_code();
    }

    /// The program is interrupted for nobody but GDB, which speaks first, and at once.
    void greet(const Descriptor connection, const Listener& listener) {
        const Channel channel(connection.number(), connection.number());
        const std::string first = channel.is_ready(greeting_milliseconds) ? channel.receive() : std::string();
        remote::PacketReader reader;
        reader.feed(first);
        while (reader.next()) {
        }
        if (first.empty() || reader.is_foreign()) {
            refuse();
            return;
        }
        const Watcher others(listener.descriptor(),
                             [&] { listener.send_away(remote::frame_packet("E.another debugger is connected")); });
        m_server->connect();
        m_server->receive(first);
        converse(channel);
    }

    /// Said once, so that nobody can fill a terminal or a log.
    void refuse() {
        if (!std::exchange(m_has_refused, true)) {
            print_error("gdb", "a connection that doesn't speak GDB's protocol is refused");
        }
    }

    /// Until GDB goes away.
    void converse(const Channel& channel) {
        while (m_server->state() == GdbServer::Attachment::attached ||
               m_server->state() == GdbServer::Attachment::over) {
            if (m_server->is_running()) {
                remote::move_watched(channel.input(), *m_session, [this] { m_server->advance(); });
                m_server->conclude();
            }
            print_message(m_session->take_notes());
            if (!channel.send(m_server->take_output())) {
                return;
            }
            if (m_server->is_running() && !channel.is_ready()) {
                continue;
            }
            const std::string bytes = channel.receive();
            if (bytes.empty()) {
                return;
            }
            m_server->receive(bytes);
            if (m_server->is_foreign()) {
                refuse();
                return;
            }
        }
        (void)channel.send(m_server->take_output());
    }

    /// If GDB has let the program go: until that ends or `next` is ready, since somebody else comes.
    void run_free(int next) {
        if (m_server->state() != GdbServer::Attachment::detached) {
            return;
        }
        if (m_session->end() == nullptr) {
            remote::move_watched(next, *m_session, [this] { m_session->move(debugger::Motion::resume); });
        }
        if (const RunResult* const end = m_session->end()) {
            print_message(explain(m_session->machine(), *end, m_session->time()));
        }
    }

    /// A lost connection may come back, and a detached program that runs may be attached to.
    [[nodiscard]] bool is_to_go_on() const {
        switch (m_server->state()) {
            case GdbServer::Attachment::attached:
                return true;
            case GdbServer::Attachment::detached:
                return m_session->end() == nullptr;
            default:
                return false;
        }
    }

    [[nodiscard]] int last_exit_code() const {
        const RunResult* const end = m_session->end();
        const bool is_killed = m_server->state() == GdbServer::Attachment::killed;
        return end == nullptr || is_killed ? exit_code::success : exit_code_of(*end);
    }

    GdbOptions m_options;
    LoadedProgram m_program;
    Descriptor m_input;
    std::unique_ptr<TerminalHost> m_host;  // each of these needs the one before, to its own end
    std::unique_ptr<debugger::Session> m_session;
    std::unique_ptr<GdbServer> m_server;
    bool m_has_refused = false;
};

}  // namespace

int cmd_gdb(int argc, char** argv) {
    GdbOptions options;
    CLI::App app("Serves a program to GDB.", "mariner gdb");
    add_options(app, options);
    const auto settled = [&] { return settle(options.program); };
    if (const std::optional<int> code =
            parse_command_line(app, "gdb", argc, argv, settled, &options.program.arguments)) {
        return *code;
    }
    return GdbCommand(std::move(options)).execute();
}

}  // namespace mariner::app
