#pragma once
// A second, plain reading of docs/mars/instructions.md: one switch over the rows of the instruction table, memory as a
// map of bytes, every step counted and every fetch looked at one by one. Slow on purpose, and sharing nothing with the
// engines but the table's names; the tests and the engine fuzzer hold the engines against it.

#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "emulator/execute/stop.hpp"
#include "emulator/machine/cpu_state.hpp"
#include "emulator/program/memory_map.hpp"
#include "emulator/program/program_image.hpp"

namespace mariner::test {

inline i32 s32(u32 value) {
    return static_cast<i32>(value);
}
inline u32 u(i64 value) {
    return static_cast<u32>(static_cast<u64>(value));
}

class Reference {
public:
    Reference(const ProgramImage& image, bool delayed);

    CpuState cpu;
    std::map<u32, u8> memory;  // bytes ever stored
    u64 steps = 0;
    u64 fetches = 0;
    /// Steps that a fast engine may leave to the checked core: those that raise an exception, return from one, lead out
    /// of the text or to where they are, convert what fits no integer, or come to a page for the first time, to a
    /// segment's end or to a device.
    u64 special = 0;

    Stop run(u64 budget);
    /// As Machine::enter_handler.
    bool enter_handler(const Exception& exception, u32 address);

private:
    [[nodiscard]] const isa::Instruction* find(u32 pc) const;
    void note_fetch(u32 pc);
    void execute(const isa::Instruction& instruction);
    void execute_integer(const isa::Instruction& instruction);
    void execute_memory(const isa::Instruction& instruction);
    void execute_control(const isa::Instruction& instruction);
    void execute_single(const isa::Instruction& instruction);
    void execute_double(const isa::Instruction& instruction);
    void raise(ExceptionKind kind, u32 value = 0);
    void set(u8 number, u32 value);
    void set_double(u8 number, u64 bits);
    [[nodiscard]] u64 get_double(u8 number) const;
    [[nodiscard]] bool flag(u32 number) const;
    void set_flag(u32 number, bool value);
    void branch(bool taken, const isa::Instruction& instruction);
    void note_target(u32 target);
    void note_conversion(std::string_view mnemonic, u8 source);
    void go_to(u32 target);
    void set_hi_lo(u64 value);
    [[nodiscard]] bool data_fits(u32 address, u32 size, bool store);
    void note_access(u32 address, bool store);
    std::optional<u32> load(u32 address, u32 size);
    bool store(u32 address, u32 size, u32 value);

    const MemoryMap& m_map;
    bool m_delayed;
    std::map<u32, isa::Instruction> m_text;
    u32 m_last_fetch = 0;
    u32 m_next = 0;  // pc behind the instruction being executed
    u32 m_pc = 0;
    Exception m_exception;
    bool m_syscall = false;
    bool m_is_special = false;  // the step at hand
    std::set<u32> m_loaded_pages;
    std::set<u32> m_stored_pages;
};

}  // namespace mariner::test
