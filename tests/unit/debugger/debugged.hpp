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
};

inline ProgramImage image_of_source(const std::string& text, AssemblerOptions options = {}) {
    MemorySources sources;
    sources.add("a.asm", text);
    const std::vector<std::string> files = {"a.asm"};
    Assembly assembly = assemble(files, sources, options);
    EXPECT_TRUE(assembly.image) << mars_report(assembly.diagnostics);
    return assembly.image ? std::move(*assembly.image) : ProgramImage();
}

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
