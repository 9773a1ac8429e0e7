#pragma once
// What MARS's command line prints after a run: registers, memory ranges, dumps; and the text of its help. Called by
// cmd_mars; makes text and leaves the printing to it.

#include <functional>
#include <string>
#include <string_view>

#include "emulator/app/mars_command_line.hpp"
#include "emulator/machine/machine.hpp"
#include "emulator/program/dump.hpp"

namespace mariner::app {

std::string mars_banner();
std::string mars_help();

std::string mars_registers(const MarsCommandLine& line, const CpuState& cpu);
/// Piece by piece, since a range may be as large as the address space.
using PrintText = std::function<void(std::string_view)>;
void print_mars_memory(const MarsCommandLine& line, const Machine& machine, const PrintText& print);

/// A machine's memory and text as a dump finds them after the run.
class MachineDumpSource final : public DumpSource {
public:
    explicit MachineDumpSource(const Machine& machine) : DumpSource(machine.image()), m_machine(&machine) {}
    [[nodiscard]] const TextEntry* text_at(u32 address) const override;
    [[nodiscard]] std::optional<u32> data_word(u32 address) const override;

private:
    const Machine* m_machine;
    mutable TextEntry m_stored;  // what self-modifying code put in place of the program's own instruction
};

}  // namespace mariner::app
