// `mariner float`: a number as the floating-point unit holds it.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>

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
    "  mariner float 0:10000000:1001\n"
    "  mariner float -0.1\n"
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
    std::vector<char*> words(argv, argv + argc);
    std::string end_of_options = "--";
    const auto is_negative_number = [](const char* word) {
        return word[0] == '-' && (std::isdigit(static_cast<unsigned char>(word[1])) != 0 || word[1] == '.' ||
                                  word[1] == 'i' || word[1] == 'I');
    };
    if (const auto at = std::find_if(words.begin(), words.end(), is_negative_number);
        at != words.end() &&
        std::none_of(words.begin(), at, [](const char* word) { return std::string_view(word) == "--"; })) {
        words.insert(at, end_of_options.data());
    }
    const auto count = static_cast<int>(words.size());
    if (const std::optional<int> code = parse_command_line(app, "float", count, words.data())) {
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
