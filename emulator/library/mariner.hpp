#pragma once
// Mariner as a library: assemble MIPS32 programs written for MARS, run them, call their routines and look at what they
// did. The one header that other programs include (installed as <mariner/mariner.hpp>); it needs nothing but the
// standard library. Nothing here throws, prints, exits or reads the environment. A Program may be shared by threads; a
// Simulator belongs to one.
//
//     const auto assembled = mariner::Program::from_source("sum.asm", text);
//     if (!assembled.program) { fputs(assembled.diagnostics.c_str(), stderr); return 1; }
//     mariner::Simulator simulator(*assembled.program);
//     simulator.write_words(simulator.address_of("numbers").value(), {1, 2, 3});
//     const auto call = simulator.call("sum", {simulator.address_of("numbers").value(), 3});
//     assert(call.outcome.ending == mariner::Ending::returned && call.v0 == 6);

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mariner {

/// MARS's three memory configurations.
enum class MemoryLayout { standard, compact_data, compact_text };

struct AssembleOptions {
    MemoryLayout memory = MemoryLayout::standard;
    bool allow_pseudo_instructions = true;
    bool delayed_branching = false;
    bool start_at_main = false;  // at the global label `main` instead of the first instruction
    bool warnings_are_errors = false;
};

class Simulator;
struct Assembled;

/// An assembled program. Cheap to copy: copies share their contents, which never change.
class Program {
public:
    /// From a text in memory; `name` is what diagnostics call it.
    static Assembled from_source(std::string_view name, std::string_view text, const AssembleOptions& options = {});
    /// From files on disk, assembled as one program in this order.
    static Assembled from_files(std::span<const std::string> paths, const AssembleOptions& options = {});

    /// The address of a label; globals come before labels of single files.
    [[nodiscard]] std::optional<std::uint32_t> address_of(std::string_view label) const;
    /// "file.asm:12" for the instruction at an address; empty if it has no source.
    [[nodiscard]] std::string source_of(std::uint32_t address) const;

private:
    friend class Simulator;
    struct Contents;
    explicit Program(std::shared_ptr<const Contents> contents);
    std::shared_ptr<const Contents> m_contents;
};

/// What came of assembling.
struct Assembled {
    std::optional<Program> program;  // nothing if there were errors
    std::string diagnostics;         // errors and warnings, each with its line and place; empty if there were none
};

/// They do the same; `automatic` is the fastest there is on this machine (jit: x86-64 and WebAssembly, else it is
/// `fast`).
enum class Engine { fast, checked, jit, automatic };

struct SimulatorOptions {
    Engine engine = Engine::automatic;
    std::uint64_t max_output = 64U << 20U;  // bytes
    std::uint64_t max_milliseconds = 0;     // of one run() or call(), by the wall clock; 0: no limit
    std::int32_t seed = 0;                  // of random streams that the program doesn't seed itself
    std::vector<std::string> arguments;     // of the program
};

/// Why a run came back.
enum class Ending {
    exited,     // syscall 10 or 17
    fell_off,   // the end of the text was reached
    returned,   // only for call(): the routine came back
    exception,  // Outcome::message says which, Outcome::address where
    step_limit,
    time_limit,
    output_limit,  // or 65,536 random streams: Outcome::message says which
    end_of_input,  // the program read more than it was given
};

struct Outcome {
    Ending ending = Ending::exited;
    int exit_code = 0;          // of syscall 17
    std::uint64_t steps = 0;    // instructions executed in this run
    std::uint32_t address = 0;  // of the instruction that stopped it
    std::string message;        // for an exception: MARS's text
};

/// What came of calling a routine.
struct CallResult {
    Outcome outcome;
    std::uint32_t v0 = 0;
    std::uint32_t v1 = 0;
    float f0 = 0;
    /// Saved registers ($s0-$s7, $fp, $gp, $sp) that the routine did not restore: "$s0".
    std::vector<std::string> not_restored;
};

class Simulator {
public:
    explicit Simulator(const Program& program, const SimulatorOptions& options = {});
    ~Simulator();
    Simulator(Simulator&&) noexcept;
    Simulator& operator=(Simulator&&) noexcept;

    /// Registers, memory, input, output and files as at the start.
    void reset();

    /// Runs from where it stands until something ends it. A limit of steps or time leaves it ready to go on.
    Outcome run(std::uint64_t max_steps);

    /// Calls the routine at a label as `jal` would: up to four arguments in $a0-$a3, further ones at 16($sp).
    /// An unknown label is an Ending::exception with a message.
    CallResult call(std::string_view label, std::span<const std::uint32_t> arguments,
                    std::uint64_t max_steps = 100'000'000);
    CallResult call(std::string_view label, std::initializer_list<std::uint32_t> arguments = {}) {
        return call(label, std::span<const std::uint32_t>(arguments.begin(), arguments.size()));
    }

    /// "$t0", "t0" or "$8"; "pc", "hi", "lo"; "$f0" (raw bits). Nothing for other names.
    [[nodiscard]] std::optional<std::uint32_t> get_register(std::string_view name) const;
    bool set_register(std::string_view name, std::uint32_t value);

    [[nodiscard]] std::optional<std::uint32_t> address_of(std::string_view label) const;

    /// Memory as the program sees it (little-endian words). Nothing or false outside its data segments.
    [[nodiscard]] std::optional<std::uint32_t> read_word(std::uint32_t address) const;
    [[nodiscard]] std::optional<std::vector<std::uint8_t>> read_bytes(std::uint32_t address, std::size_t count) const;
    /// Up to a zero byte, at most `limit` bytes.
    [[nodiscard]] std::optional<std::string> read_string(std::uint32_t address, std::size_t limit = 65536) const;
    bool write_bytes(std::uint32_t address, std::span<const std::uint8_t> bytes);
    bool write_words(std::uint32_t address, std::span<const std::uint32_t> words);
    bool write_words(std::uint32_t address, std::initializer_list<std::uint32_t> words) {
        return write_words(address, std::span<const std::uint32_t>(words.begin(), words.size()));
    }
    /// The characters and a zero byte.
    bool write_string(std::uint32_t address, std::string_view text);

    /// What the program reads from now on; more is appended to what it has not read yet.
    void add_input(std::string_view bytes);
    /// What it has printed since the last call.
    std::string take_output();

private:
    struct State;
    std::unique_ptr<State> m_state;  // null if the host had no room for a machine: every call says so
    std::string m_failure;
};

}  // namespace mariner
