// `mariner mars`: MARS's command line with MARS's output, word for word. Messages go to standard output in one stream
// with the program's own, or to standard error with `me`.

#include <algorithm>
#include <climits>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "emulator/app/commands.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/app/mars_command_line.hpp"
#include "emulator/app/mars_report.hpp"
#include "emulator/assembler/assembler.hpp"
#include "emulator/assembler/render.hpp"
#include "emulator/platform/paths.hpp"
#include "emulator/runtime/engine.hpp"
#include "emulator/runtime/runner.hpp"
#include "emulator/runtime/terminal_host.hpp"
#include "emulator/support/file.hpp"
#include "emulator/support/text.hpp"

namespace mariner::app {

namespace {

bool exists(const std::string& path) {
    std::error_code error;
    return std::filesystem::exists(path, error);
}

bool is_directory(const std::string& path) {
    std::error_code error;
    return std::filesystem::is_directory(path, error);
}

/// What follows the last dot, in lower case; empty if nothing does or the name begins with it.
std::string extension_of(const std::string& path) {
    const std::string_view name = platform::file_name(path);
    const size_t dot = name.rfind('.');
    return dot == std::string::npos || dot == 0 ? "" : to_lower(name.substr(dot + 1));
}

/// Names in a folder, in the order in which the system lists them.
std::vector<std::string> list_folder(const std::string& folder) {
    std::vector<std::string> names;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        names.push_back(entry->path().filename().string());
    }
    return names;
}

class MarsCommand {
public:
    explicit MarsCommand(MarsCommandLine line)
        : m_line(std::move(line)), m_sources(current_directory()), m_host(terminal_options()) {}

    int execute() {
        if (m_line.show_banner) {
            say(mars_banner());
        }
        for (const std::string& message : m_line.messages) {
            say(message + "\n");
        }
        if (m_line.is_help) {
            say(mars_help());
        }
        if (m_line.is_valid) {
            process();
        }
        m_host.flush();
        return m_host.has_lost_output() ? exit_code::cannot_write : m_exit_code;
    }

private:
    static TerminalOptions terminal_options() {
        TerminalOptions options;
        options.dialogs = DialogStyle::none;
        options.silent_notes_take_time = false;
        return options;
    }

    void say(std::string_view text) {
        if (m_line.messages_to_error) {
            m_host.write_error(text);
        } else {
            m_host.write_output(text);
        }
    }

    void debug(std::string_view what) {
        if (m_line.debug) {
            say("--------  " + std::string(what) + "  -----------\n");
        }
    }

    void process() {
        std::optional<ProgramImage> image;
        std::unique_ptr<Machine> machine;
        if (!m_line.files.empty()) {
            image = assemble_files();
            if (image && m_line.run) {
                machine = run(*image);
            } else if (image && m_line.debug) {
                say("\n");
                debug("ALL PROCESSING COMPLETE");
            }
        }
        if (m_line.dumps.empty()) {
            return;
        }
        if (machine) {
            write_dumps(MachineDumpSource(*machine));
        } else {
            m_partial.configuration = m_line.configuration;
            write_dumps(DumpSource(image ? *image : m_partial));
        }
    }

    /// Files without an extension are passed over in silence.
    [[nodiscard]] std::vector<std::string> files_to_assemble() const {
        std::vector<std::string> named;
        for (const std::string& file : m_line.files) {
            if (!is_directory(file) && !extension_of(file).empty()) {
                named.push_back(file);
            }
        }
        return m_line.project ? project_files(named) : named;
    }

    /// The first file, then all sources beside it, then the other files that were named.
    [[nodiscard]] std::vector<std::string> project_files(const std::vector<std::string>& named) const {
        const std::string& main_file = m_line.files.front();
        const std::string prefix(platform::folder_part(main_file));
        const std::vector<std::string> names = list_folder(prefix.empty() ? "." : prefix);
        std::vector<std::string> files;
        for (const char* const extension : {"asm", "s"}) {
            for (const std::string& name : names) {
                const std::string path = prefix + name;
                if (extension_of(name) == extension && !is_directory(path)) {
                    files.insert(path == main_file ? files.begin() : files.end(), path);
                }
            }
        }
        for (const std::string& file : named) {
            if (file != main_file && std::find(files.begin(), files.end(), file) == files.end()) {
                files.push_back(file);
            }
        }
        return files;
    }

    std::optional<ProgramImage> assemble_files() {
        AssemblerOptions options;
        options.configuration = m_line.configuration;
        options.allow_pseudo = m_line.allow_pseudo;
        options.delayed_branching = m_line.delayed_branching;
        options.self_modifying_code = m_line.self_modifying_code;
        options.start_at_main = m_line.start_at_main;
        options.warnings_are_errors = m_line.warnings_are_errors;
        options.words_of_mars_46 = m_line.words_of_mars_46;
        options.keep_partial_image = !m_line.dumps.empty();
        debug("TOKENIZING BEGINS");
        debug("ASSEMBLY BEGINS");
        Assembly assembly = assemble(files_to_assemble(), m_sources, options);
        if (!assembly.image) {
            say(mars_report(assembly.diagnostics) + "\nProcessing terminated due to errors.\n");
            m_exit_code = m_line.assembly_error_code;
        } else if (assembly.diagnostics.has_warnings()) {
            say(mars_report(assembly.diagnostics) + "\n");
        }
        m_partial = std::move(assembly.partial);
        return std::move(assembly.image);
    }

    /// The machine as the run left it; null if it could not be made.
    std::unique_ptr<Machine> run(const ProgramImage& image) {
        MachineOptions machine_options;
        machine_options.self_modifying = m_line.self_modifying_code;
        machine_options.arguments = m_line.arguments;
        Result<std::unique_ptr<Machine>> created = Machine::create(image, machine_options);
        if (!created) {
            m_host.write_error("mariner: " + created.error().message + "\n");
            m_exit_code = 1;
            return nullptr;
        }
        std::unique_ptr<Machine> machine = std::move(*created);
        if (!m_line.dumps.empty()) {
            machine->memory().keep_exact();
        }
        CoreOptions core_options;
        core_options.delayed_branching = m_line.delayed_branching;
        const std::unique_ptr<Core> core = make_engine(EngineKind::automatic, *machine, core_options);
        RunOptions options;
        options.limits.steps = m_line.max_steps > 0 ? static_cast<u64>(m_line.max_steps) : 0;
        options.files.kind = FileAccess::any;
        debug("SIMULATION BEGINS");
        {
            Runner runner(*core, m_host, options);
            tell_ending(runner.run(), *machine);
        }
        if (m_line.count_instructions) {
            say("\n" + std::to_string(static_cast<i32>(core->fetches())) + "\n");
        }
        say("\n");
        say(mars_registers(m_line, machine->cpu));
        print_mars_memory(m_line, *machine, [this](std::string_view text) { say(text); });
        return machine;
    }

    void tell_ending(const RunResult& result, const Machine& machine) {
        switch (result.ending) {
            case RunEnding::exited:
                m_exit_code = result.exit_code;
                break;
            case RunEnding::exception:
                fail(mars_place(machine, result.pc) + "Runtime exception at " + hex32(result.pc) + ": " +
                     mars_text(result.exception));
                return;
            case RunEnding::invalid_pc:
                fail("Error in : invalid program counter value: " + hex32(result.pc));
                return;
            case RunEnding::host_failure:
            case RunEnding::end_of_input:
                m_host.write_error("mariner: " + result.exception.message + "\n");
                [[fallthrough]];
            case RunEnding::step_limit:
                say("\nProgram terminated when maximum step limit " + std::to_string(m_line.max_steps) + " reached.\n");
                break;
            case RunEnding::limit:
                m_host.write_error("mariner: " + result.message + "\n");
                break;
            default:
                break;
        }
        if (m_line.debug) {
            say("\n");
            debug("ALL PROCESSING COMPLETE");
        }
    }

    void fail(const std::string& message) {
        say(message + "\n\nProcessing terminated due to errors.\n");
        m_exit_code = m_line.run_error_code;
    }

    /// "Error in FILE line L: "; in a macro L is the outermost call and the line of the innermost body. Of a
    /// pseudo-instruction MARS knows the body's line for the first instruction only.
    std::string mars_place(const Machine& machine, u32 address) {
        const Statement* const statement = machine.image().find_statement(address);
        const TextSlot* const slot = machine.text().find(address);
        if (statement == nullptr || (slot != nullptr && slot->is_stored)) {
            return "Error in : ";
        }
        std::string line = std::to_string(statement->line);
        if (!statement->chain.empty()) {
            const bool knows_body = machine.image().find_text(address)->first_of_statement;
            line = std::to_string(statement->chain.front()) + (knows_body ? "->" + line : "");
        }
        return "Error in " + m_sources.absolute_path(machine.image().files[statement->main_file]) + " line " + line +
               ": ";
    }

    void write_dumps(const DumpSource& source) {
        for (const MarsDump& wanted : m_line.dumps) {
            const Dump dump = mars_dump(source, wanted.segment, wanted.format, wanted.path);
            if (!dump.bytes) {
                say(dump.message + "\n");
            } else if (!write_file(wanted.path, *dump.bytes)) {
                say(mars_dump_file_error(wanted.path) + "\n");
            }
        }
    }

    MarsCommandLine m_line;
    DiskSources m_sources;
    TerminalHost m_host;
    ProgramImage m_partial;  // what a failed assembly had stored
    int m_exit_code = 0;
};

}  // namespace

int cmd_mars(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words.empty()) {
        std::fputs("mars: name a file, as in: mars nc hello.asm (`mars h` lists all words)\n", stderr);
        return exit_code::usage;
    }
    if (words.size() == 1 && (words[0] == "--help" || words[0] == "-h")) {
        std::fputs(mars_help().c_str(), stdout);
        return exit_code::success;
    }
    return MarsCommand(parse_mars_words(words, exists)).execute();
}

}  // namespace mariner::app
