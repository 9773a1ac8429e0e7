#pragma once
// What the tests of this folder share: a world that never answers twice in the same way, and a session of a program
// from text.

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "emulator/assembler/assembler.hpp"
#include "emulator/assembler/render.hpp"
#include "emulator/debugger/session.hpp"
#include "emulator/devices/devices.hpp"
#include "emulator/runtime/runner.hpp"
#include "emulator/syscalls/host.hpp"

namespace mariner::test {

/// Time and seeds depend on how often they were asked for: whoever asks again, hears something else.
class FickleHost final : public Host {
public:
    explicit FickleHost(std::string text = {}) : input(std::move(text)) {}

    void write_output(std::string_view bytes) override { output += bytes; }
    void write_error(std::string_view bytes) override { output += bytes; }
    void flush() override {}
    InputState read_input(std::span<u8> buffer, size_t& count) override {
        asked_for_input = true;
        if (input.empty()) {
            return waits ? InputState::interrupted : InputState::end_of_input;
        }
        count = std::min({buffer.size(), input.size(), piece});
        std::copy_n(input.begin(), count, buffer.begin());
        input.erase(0, count);
        return InputState::ready;
    }
    bool input_is_ready() override { return !input.empty() && ++asked % 3 != 0; }
    i64 now_milliseconds() override { return 1'700'000'000'000 + 17 * ++asked; }
    bool sleep_milliseconds(u32 /*duration*/) override {
        ++asked;
        return true;
    }
    i64 random_seed() override { return 42 + ++asked; }
    bool play_note(const Note& /*note*/, bool /*wait*/) override { return true; }

    std::string input;
    std::string output;
    size_t piece = 5;    // bytes that come at once
    bool waits = false;  // at the end of the input, as a terminal does
    i64 asked = 0;
    bool asked_for_input = false;
};

inline ProgramImage image_of_source(const std::string& text, AssemblerOptions options = {}) {
    MemorySources sources;
    sources.add("a.asm", text);
    const std::vector<std::string> files = {"a.asm"};
    Assembly assembly = assemble(files, sources, options);
    EXPECT_TRUE(assembly.image) << mars_report(assembly.diagnostics);
    return assembly.image ? std::move(*assembly.image) : ProgramImage();
}

/// The host's input as keys, as a session has them.
class HostKeys final : public DeviceHost {
public:
    explicit HostKeys(Host& host) : m_host(host) {}
    std::optional<u8> take_character() override {
        u8 byte = 0;
        size_t count = 0;
        const bool is_there = m_host.input_is_ready() && m_host.read_input({&byte, 1}, count) == InputState::ready;
        return is_there && count == 1 ? std::optional(byte) : std::nullopt;
    }
    void wait_for_character(u32 milliseconds) override { m_host.sleep_milliseconds(milliseconds); }
    void write_character(u8 character) override {
        const char byte = static_cast<char>(character);
        m_host.write_output({&byte, 1});
    }

private:
    Host& m_host;
};

/// The same run without a debugger.
struct PlainRun {
    PlainRun(const ProgramImage& image, const std::string& input, const debugger::SessionOptions& options)
        : host(input),
          machine(std::move(*Machine::create(image, MachineOptions{options.self_modifying, {}}))),
          keys(host),
          devices(make_devices(keys)),
          core(make_core(EngineKind::checked, *machine, CoreOptions{options.delayed_branching})),
          runner(*core, host, run_options(options)) {
        EXPECT_TRUE(attach_devices(devices, *machine));
    }

    /// `look` at each moment, the end's included.
    template <class Look>
    void go_through(Look look) {
        u64 moments = 1;
        look();
        while (runner.run_for(1).ending == RunEnding::paused) {
            ++moments;
            look();
        }
        if (core->steps() == moments) {
            look();  // the end took a step
        }
    }

    static RunOptions run_options(const debugger::SessionOptions& options) {
        RunOptions run;
        run.files = options.files;
        run.limits.steps = options.limits.steps;
        return run;
    }

    FickleHost host;
    std::unique_ptr<Machine> machine;
    HostKeys keys;
    Devices devices;
    std::unique_ptr<Core> core;
    Runner runner;
};

struct Debugged {
    explicit Debugged(const std::string& text, std::string input = {}, debugger::SessionOptions options = {})
        : host(std::move(input)) {
        AssemblerOptions assembler;
        assembler.delayed_branching = options.delayed_branching;
        assembler.self_modifying_code = options.self_modifying;
        image = image_of_source(text, assembler);
        session = std::move(*debugger::Session::create(image, host, options));
    }

    [[nodiscard]] u32 label(std::string_view name) const {
        const Symbol* const symbol = image.find_symbol(name);
        EXPECT_NE(symbol, nullptr) << name;
        return symbol != nullptr ? symbol->address : 0;
    }

    FickleHost host;
    ProgramImage image;
    std::unique_ptr<debugger::Session> session;
};

}  // namespace mariner::test
