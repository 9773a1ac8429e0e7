#pragma once
// MARS's command line as a value: every word tried in MARS's order. Called by cmd_mars; prints nothing, so that it can
// be tested, and asks for existing files through a function.

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "emulator/program/memory_map.hpp"
#include "emulator/support/types.hpp"

namespace mariner::app {

enum class MarsFormat : u8 { decimal, hexadecimal, ascii };

/// A register to show: `name` as it is printed.
struct MarsRegister {
    std::string name;
    u8 number = 0;
    bool is_float = false;
    bool is_shown = true;  // false: MARS takes the name ($f01), but finds no register for it and shows zero
};

struct MarsDump {
    std::string segment;
    std::string format;
    std::string path;
};

struct MarsCommandLine {
    bool is_help = false;
    bool is_valid = true;               // false: something was wrong, and nothing is assembled
    std::vector<std::string> messages;  // lines, in order
    bool show_banner = true;
    bool messages_to_error = false;
    bool run = true;
    bool debug = false;
    bool project = false;
    bool brief = false;
    bool delayed_branching = false;
    bool allow_pseudo = true;
    bool warnings_are_errors = false;
    bool start_at_main = false;
    bool self_modifying_code = false;
    bool count_instructions = false;
    bool words_of_mars_46 = false;  // --words, which MARS itself lacks
    i32 max_steps = -1;
    i32 assembly_error_code = 0;
    i32 run_error_code = 0;
    MarsFormat format = MarsFormat::hexadecimal;
    MemoryConfiguration configuration = MemoryConfiguration::standard;
    std::vector<MarsRegister> registers;
    std::vector<std::pair<i32, i32>> memory_ranges;  // both ends shown
    std::vector<MarsDump> dumps;
    std::vector<std::string> files;
    std::vector<std::string> arguments;
};

MarsCommandLine parse_mars_words(const std::vector<std::string>& words,
                                 const std::function<bool(const std::string&)>& file_exists);

}  // namespace mariner::app
