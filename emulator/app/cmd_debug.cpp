// `mariner debug`: a program under control, forwards and backwards, by commands typed or read from a script. The
// commands themselves are debugger/interpreter's; this is their terminal, and the program's.

#include <CLI/CLI.hpp>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <sstream>

#include "emulator/app/commands.hpp"
#include "emulator/app/debug_host.hpp"
#include "emulator/app/debug_options.hpp"
#include "emulator/app/debug_picture.hpp"
#include "emulator/app/run_options.hpp"
#include "emulator/app/terminal_lines.hpp"
#include "emulator/debugger/interpreter.hpp"
#include "emulator/platform/files.hpp"
#include "emulator/platform/interrupts.hpp"
#include "emulator/platform/terminal.hpp"
#include "emulator/support/file.hpp"
#include "emulator/support/visible.hpp"

namespace mariner::app {

namespace {

using debugger::Interpreter;
using debugger::Session;

constexpr int command_failed = 1;
constexpr auto command_prompt = "(mariner) ";
constexpr auto input_prompt = "program input> ";

struct DebugOptions {
    ProgramOptions program;
    std::string batch;
    std::string input;
    u64 history_megabytes = 256;
    std::vector<std::string> tools;
    DisplayOptions display;
};

constexpr const char* debug_examples =
    "examples:\n"
    "  mariner debug hw.asm\n"
    "  mariner debug hw.asm --input input.txt\n"
    "  mariner debug hw.asm --batch find.dbg > transcript.txt\n"
    "\nAt the prompt, help lists the commands. reverse-step, reverse-continue and who look into the past. view "
    "chooses\n"
    "what each stop shows. The words of GDB, MARS and SPIM work, too.\n"
    "What is typed at the prompt is never read by the program: that asks with \"program input> \", reads the file of\n"
    "--input, or gets what the command input gives it.\n"
    "\nexit codes: 0; 1 a command of the script failed (the rest was not done); 2 wrong usage; 65 the program doesn't\n"
    "assemble; 66 a file can't be read\n";

void add_options(CLI::App& app, DebugOptions& options) {
    add_program_options(app, options.program);
    app.add_option("--batch", options.batch,
                   "read commands from this file (- is standard input) and print a transcript");
    app.add_option("--input", options.input, "the program's standard input is read from this file");
    app.add_option("--history", options.history_megabytes, "megabytes for going back (256 unless told)");
    app.add_option("--tool", options.tools,
                   "connect one of MARS's tools, NAME or NAME:KEY=VALUE,...; may be repeated; the command tool shows "
                   "them; `mariner ref tools` lists them")
        ->allow_extra_args(false)
        ->type_name("TOOL");
    add_display_options(app, options.display);
    app.footer(debug_examples);
}

/// The session that Ctrl-C stops: while one runs. At a prompt, the line is given up.
std::atomic<Session*>& interrupted_session() {
    static std::atomic<Session*> session = nullptr;
    return session;
}

void catch_interrupts_of_debugger() {
    platform::on_interrupt([] {
        if (Session* const running = interrupted_session().load()) {
            running->interrupt();
        }
    });
}

class DebugCommand final : public debugger::FrontEnd {
public:
    explicit DebugCommand(DebugOptions options)
        : m_options(std::move(options)),
          m_is_interactive(m_options.batch.empty() && platform::is_terminal(platform::standard_input) &&
                           platform::is_terminal(platform::standard_output)) {}
    ~DebugCommand() override { interrupted_session().store(nullptr); }
    DebugCommand(const DebugCommand&) = delete;
    DebugCommand& operator=(const DebugCommand&) = delete;

    int execute() {
        m_program = load_program(m_options.program.load);
        if (!m_program.image) {
            return m_program.exit_code;
        }
        if (!open_input()) {
            return exit_code::unreadable_file;
        }
        make_host();
        debugger::SessionOptions options =
            session_options(m_options.program, m_program, m_options.history_megabytes, m_options.display);
        options.tools = m_options.tools;
        Result<std::unique_ptr<Session>> session = Session::create(*m_program.image, *m_host, options);
        if (!session) {
            const int code = m_options.tools.empty() ? exit_code::exception : exit_code::usage;
            return fail_with(code, "debug", session.error().message);
        }
        m_session = std::move(*session);
        m_sources = std::make_unique<ProfileSources>(
            ProfileSources{*m_program.image, read_sources(m_options.program.load, m_program)});
        m_interpreter = std::make_unique<Interpreter>(*m_session, *m_sources, *this);
        catch_interrupts_of_debugger();
        const int code = m_is_interactive ? converse() : run_script();
        if (code == exit_code::success && m_host->has_lost_output()) {
            return fail_with(exit_code::cannot_write, "debug", "standard output can't be written");
        }
        return code;
    }

private:
    bool open_input() {
        if (m_options.input.empty()) {
            return true;
        }
        m_input = platform::open_file(m_options.input, platform::Opening::read);
        if (m_input.number() < 0) {
            print_error("debug", "the input " + m_options.input + " can't be read");
        }
        return m_input.number() >= 0;
    }

    void make_host() {
        TerminalOptions terminal;
        terminal.input = m_input.number();
        terminal.seed = m_options.program.seed;
        const auto other = m_is_interactive ? DebugHost::InputSource::prompt : DebugHost::InputSource::commands;
        m_host = std::make_unique<DebugHost>(terminal, m_input.number() >= 0 ? DebugHost::InputSource::file : other,
                                             [this] { return ask_for_input(); });
    }

    // --- FrontEnd

    void print(std::string_view text) override { draw(m_is_interactive ? visible_text(text) : std::string(text)); }

    void draw(std::string_view text) override {
        m_host->flush();
        if (m_host->is_inside_line()) {
            m_host->write_output("\n");
        }
        m_host->write_output(text);
        m_host->flush();
    }

    void add_input(std::string_view bytes) override { m_host->add_input(bytes); }

    debugger::Screen screen() override {
        const platform::TerminalSize size = platform::terminal_size(platform::standard_output);
        const char* const no_colour = std::getenv("NO_COLOR");
        const bool has_colours = m_is_interactive && (no_colour == nullptr || *no_colour == '\0');
        return {m_is_interactive, has_colours, size.columns, size.lines};
    }

    Result<std::string> show_picture(const std::string& path) override {
        const DebugPicture picture(m_options.display, m_program.sources);
        if (!path.empty()) {
            const Result<void> written = picture.write(m_session->machine(), path);
            return written ? Result<std::string>("the picture is in " + path + "\n") : written.error();
        }
        if (!platform::is_terminal(platform::standard_output)) {
            return Error{"a picture is shown on a terminal only; picture FILE.png writes it"};
        }
        const platform::TerminalSize size = platform::terminal_size(platform::standard_output);
        return picture.blocks(m_session->machine(), size.columns, size.lines);
    }

    Result<u32> pixel_address(u32 x, u32 y) override {
        const Result<bitmap::Geometry> geometry =
            DebugPicture(m_options.display, m_program.sources).geometry(m_session->machine());
        if (!geometry) {
            return geometry.error();
        }
        const std::optional<bitmap::Unit> unit = geometry->unit_at_pixel(x, y);
        if (!unit) {
            return Error{"the picture has " + std::to_string(geometry->display_width) + "x" +
                         std::to_string(geometry->display_height) + " pixels"};
        }
        return geometry->address_of(*unit);
    }

    // --- A person at a terminal

    DebugHost::AskedLine ask_for_input() {
        draw({});
        const TerminalLines::LineOutcome state = m_answers->read();
        const InputState other =
            state == TerminalLines::LineOutcome::end ? InputState::end_of_input : InputState::interrupted;
        return {state == TerminalLines::LineOutcome::done ? InputState::ready : other, m_answers->line()};
    }

    int converse() {
        const auto lease =
            platform::TerminalLease::take({platform::standard_input, platform::standard_output, {}, {}, false});
        if (!lease) {
            return fail_with(exit_code::exception, "debug", lease.error().message);
        }
        m_answers = std::make_unique<TerminalLines>(**lease, input_prompt);
        TerminalLines commands(**lease, command_prompt,
                               [this](std::string_view line) { return m_interpreter->complete(line); });
        print("help lists the commands, quit leaves\n");
        m_interpreter->show_position();
        std::string last;
        while (!m_interpreter->is_over()) {
            draw({});
            const TerminalLines::LineOutcome state = commands.read();
            if (state == TerminalLines::LineOutcome::end) {
                break;
            }
            if (state == TerminalLines::LineOutcome::cancelled) {
                continue;
            }
            commands.remember(commands.line());
            const std::string line = commands.line().empty() ? last : commands.line();
            (void)perform(line);
            last = m_interpreter->is_repeatable() ? line : std::string();
        }
        return exit_code::success;
    }

    // --- A script, or commands from a pipe

    int run_script() {
        const bool is_pipe = m_options.batch.empty() || m_options.batch == "-";
        std::istringstream script;
        if (!is_pipe) {
            const Result<std::string> text = read_file(m_options.batch);
            if (!text) {
                return fail_with(exit_code::unreadable_file, "debug", text.error().message);
            }
            script.str(*text);
        }
        std::istream& lines = is_pipe ? std::cin : script;
        std::string line;
        while (!m_interpreter->is_over() && std::getline(lines, line)) {
            if (!m_options.batch.empty() && !line.empty()) {
                print(visible_text("> " + line + "\n"));
            }
            if (!perform(line) && !m_options.batch.empty()) {
                return command_failed;
            }
        }
        return exit_code::success;
    }

    bool perform(const std::string& line) {
        interrupted_session().store(m_session.get());
        const Result<void> done = m_interpreter->execute(line);
        interrupted_session().store(nullptr);
        if (!done) {
            print(visible_text("error: " + done.error().message + "\n"));
        }
        if (m_host->take_starved()) {
            print("the program waits for input: give it with `input TEXT`, or --input FILE\n");
        }
        return done.has_value();
    }

    DebugOptions m_options;
    bool m_is_interactive;
    Descriptor m_input;
    LoadedProgram m_program;
    std::unique_ptr<DebugHost> m_host;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<ProfileSources> m_sources;
    std::unique_ptr<Interpreter> m_interpreter;
    std::unique_ptr<TerminalLines> m_answers;  // to what the program asks
};

}  // namespace

int cmd_debug(int argc, char** argv) {
    DebugOptions options;
    CLI::App app("Runs a program under control, forwards and backwards.", "mariner debug");
    add_options(app, options);
    const auto settled = [&] { return settle(options.program); };
    if (const std::optional<int> code =
            parse_command_line(app, "debug", argc, argv, settled, &options.program.arguments)) {
        return *code;
    }
    return DebugCommand(std::move(options)).execute();
}

}  // namespace mariner::app
