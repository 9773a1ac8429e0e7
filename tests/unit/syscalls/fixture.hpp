#pragma once
// A guest without instructions: registers, memory and a scripted world, so that services can be called one by one.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "emulator/machine/memory.hpp"
#include "emulator/syscalls/script_host.hpp"
#include "emulator/syscalls/syscall.hpp"

namespace mariner {

using Kind = SyscallEnding;

class SyscallTest : public testing::Test {
protected:
    static constexpr u32 data = 0x10010000;

    void start(std::string input = {}, const SyscallOptions& options = {}) {
        m_options = options;
        host = std::make_unique<ScriptHost>(std::move(input));
        memory = std::move(*Memory::create(MemoryConfiguration::standard));
        heap_pointer = memory->map().heap_base;
        cpu = {};
        syscalls = std::make_unique<Syscalls>(cpu, *memory, heap_pointer, *host, m_options);
    }

    SyscallResult call(u32 number, u32 a0 = 0, u32 a1 = 0, u32 a2 = 0, u32 a3 = 0) {
        cpu.gpr[reg::v0] = number;
        cpu.gpr[reg::a0] = a0;
        cpu.gpr[reg::a1] = a1;
        cpu.gpr[reg::a2] = a2;
        cpu.gpr[reg::a3] = a3;
        return syscalls->serve();
    }

    void put(u32 address, std::string_view bytes) {
        memory->poke(address, {reinterpret_cast<const u8*>(bytes.data()), bytes.size()});
    }
    void put_string(u32 address, const std::string& text) { put(address, {text.c_str(), text.size() + 1}); }

    std::string get(u32 address, u32 length) {
        std::string bytes;
        for (u32 i = 0; i < length; ++i) {
            bytes += static_cast<char>(memory->peek_byte(address + i).value_or('?'));
        }
        return bytes;
    }

    u32 v0() const { return cpu.gpr[reg::v0]; }
    u32 a0() const { return cpu.gpr[reg::a0]; }
    u32 a1() const { return cpu.gpr[reg::a1]; }

    CpuState cpu;
    u32 heap_pointer = 0;
    std::unique_ptr<Memory> memory;
    std::unique_ptr<ScriptHost> host;
    std::unique_ptr<Syscalls> syscalls;

private:
    SyscallOptions m_options;
};

}  // namespace mariner
