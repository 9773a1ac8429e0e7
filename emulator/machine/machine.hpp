#pragma once
// Everything a running guest consists of: registers, memory, program text, heap pointer and devices, with MARS's start
// state and its way into an exception handler. Engines execute on it, syscalls and debuggers read and change it.

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "emulator/machine/bus.hpp"
#include "emulator/machine/cpu_state.hpp"
#include "emulator/machine/exception.hpp"
#include "emulator/machine/memory.hpp"
#include "emulator/machine/text.hpp"
#include "emulator/program/program_image.hpp"
#include "emulator/support/result.hpp"

namespace mariner {

struct MachineOptions {
    bool self_modifying = false;
    std::vector<std::string> arguments;  // program arguments, put on the stack as docs/mars/runtime.md section 3 says
};

class Machine final {
public:
    /// The image must outlive the machine. The machine is in its start state.
    static Result<std::unique_ptr<Machine>> create(const ProgramImage& image, MachineOptions options = {});

    CpuState cpu;
    u32 heap_pointer = 0;

    [[nodiscard]] const ProgramImage& image() const { return m_image; }
    [[nodiscard]] Memory& memory() { return *m_memory; }
    [[nodiscard]] const Memory& memory() const { return *m_memory; }
    [[nodiscard]] Text& text() { return m_text; }
    [[nodiscard]] const Text& text() const { return m_text; }
    [[nodiscard]] Bus& bus() { return m_bus; }
    [[nodiscard]] const Bus& bus() const { return m_bus; }
    [[nodiscard]] const MemoryMap& map() const { return m_memory->map(); }
    [[nodiscard]] bool is_self_modifying() const { return m_options.self_modifying; }

    /// Puts a device onto the memory-mapped segment; it must outlive the machine.
    Result<void> attach(Device& device);

    /// Start state again: program text, initial data, registers, arguments, devices.
    void reset();

    /// An instruction at `address` raised this: sets CAUSE, EPC, STATUS and BadVAddr as the kind asks, and goes to the
    /// handler. False if there is none (the registers are set all the same): the run ends.
    bool enter_handler(const Exception& exception, u32 address);
    /// How often a handler was looked for since the start.
    [[nodiscard]] u64 exceptions() const { return m_exceptions; }
    /// The same for a fetch from an impossible address; no handler is ever entered.
    void note_invalid_pc(u32 address);

    /// Text word or data word, as a memory display shows it; nothing outside all segments.
    [[nodiscard]] std::optional<u32> peek_word(u32 address) const;
    [[nodiscard]] std::optional<u8> peek_byte(u32 address) const;

private:
    Machine(const ProgramImage& image, std::unique_ptr<Memory> memory, MachineOptions options);

    void load_data();
    void push_arguments();
    void set_exception_registers(const Exception& exception, u32 address);

    const ProgramImage& m_image;
    MachineOptions m_options;
    std::unique_ptr<Memory> m_memory;
    Text m_text;
    Bus m_bus;
    u64 m_exceptions = 0;
};

}  // namespace mariner
