// `mariner float`: a number as the floating-point unit holds it.

#include <CLI/CLI.hpp>

#include "emulator/app/commands.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/app/run_options.hpp"
#include "emulator/tools/float_value.hpp"

namespace mariner::app {

namespace {

constexpr const char* float_examples =
    "examples:\n"
    "  mariner float 3.14\n"
    "  mariner float 0x40490fdb\n"
    "  mariner float 0:10000000:10010010000111111011011\n"
    "  mariner float -- -0.1\n"
    "\nexit codes: 0 shown, 2 no such number\n";

}  // namespace

int cmd_float(int argc, char** argv) {
    CLI::App app("Takes a single-precision number apart: its fields, its value, its neighbours.", "mariner float");
    std::string number;
    bool is_json = false;
    app.add_option("NUMBER", number, "decimal, 0x and eight hexadecimal digits, or SIGN:EXPONENT:FRACTION in bits")
        ->required();
    app.add_flag("--json", is_json, "as JSON");
    app.footer(float_examples);
    if (const std::optional<int> code = parse_command_line(app, "float", argc, argv)) {
        return *code;
    }
    const std::optional<tools::FloatInput> input = tools::read_float(number);
    if (!input) {
        return fail_with(exit_code::usage, "float",
                         "\"" + number + "\" is no number: 3.14, 0x40490fdb or 0:10000000:1001... is one");
    }
    const tools::ToolReport report = tools::float_report(*input, FloatFormat::java8);
    JsonWriter json;
    if (is_json) {
        json.begin_object();
        report.write_members(json);
        json.end_object();
    }
    return write_output("-", is_json ? json.take() + "\n" : report.text()) ? exit_code::success
                                                                           : exit_code::cannot_write;
}

}  // namespace mariner::app
