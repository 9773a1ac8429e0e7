// Random sequences of services with random registers and memory against a scripted world: none may crash, hang or take
// more memory than its limits allow, and what a service returns must fit its kind.

#include <cassert>
#include <cstdlib>
#include <memory>
#include <string>

#include "emulator/machine/memory.hpp"
#include "emulator/syscalls/script_host.hpp"
#include "emulator/syscalls/syscall.hpp"

namespace {

using namespace mariner;

/// Takes values off the fuzzer's bytes; zeros once they are used up.
class Bytes {
public:
    Bytes(const u8* data, size_t size) : m_data(data), m_left(size) {}

    [[nodiscard]] bool empty() const { return m_left == 0; }
    u8 byte() {
        if (m_left == 0) {
            return 0;
        }
        --m_left;
        return *m_data++;
    }
    u32 word() {
        u32 value = 0;
        for (int i = 0; i < 4; ++i) {
            value = (value << 8) | byte();
        }
        return value;
    }
    std::string text(size_t longest) {
        std::string result(byte() % (longest + 1), '\0');
        for (char& c : result) {
            c = static_cast<char>(byte());
        }
        return result;
    }

private:
    const u8* m_data;
    size_t m_left;
};

/// Mostly a value near an edge, for random ones rarely hit anything.
u32 interesting(Bytes& bytes) {
    constexpr u32 edges[] = {0,          1,          2,          0x10010000, 0x10010ffc, 0x10040000,
                             0x103ffffc, 0x10400000, 0x7fffeffc, 0x7fbffffc, 0x7ffffffc, 0x90000000,
                             0x903fffff, 0xffff0000, 0x00400000, 0x80000000, 0xffffffff, 0x7fffffff,
                             0x80000180, 3,          31,         32,         100,        9};
    const u8 choice = bytes.byte();
    if (choice < 160) {
        return edges[choice % std::size(edges)] + bytes.byte() % 8;
    }
    return choice < 220 ? bytes.byte() : bytes.word();
}

void check(const SyscallResult& result) {
    using Kind = SyscallEnding;
    if (result.kind == Kind::exception || result.kind == Kind::end_of_input) {
        if (result.exception.kind == ExceptionKind::none) {
            std::abort();
        }
    }
    if (result.kind == Kind::limit && result.message.empty()) {
        std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const u8* data, size_t size) {
    Bytes bytes(data, size);
    Result<std::unique_ptr<Memory>> memory = Memory::create(static_cast<MemoryConfiguration>(bytes.byte() % 3));
    if (!memory) {
        return 0;
    }
    ScriptHost host(bytes.text(200));
    host.set_dialog_style(static_cast<DialogStyle>(bytes.byte() % 3));
    host.add_reply({false, 1, bytes.text(40)});
    SyscallOptions options;
    options.max_output = 1U << 20;
    CpuState cpu;
    u32 heap_pointer = (*memory)->map().heap_base;
    Syscalls syscalls(cpu, **memory, heap_pointer, host, options);
    for (int calls = 0; calls < 200 && !bytes.empty(); ++calls) {
        for (const u8 number : {reg::a0, reg::a1, reg::a2, reg::a3}) {
            cpu.gpr[number] = interesting(bytes);
        }
        cpu.gpr[reg::v0] = bytes.byte() % 62;
        cpu.fpr[12] = bytes.word();
        cpu.fpr[13] = bytes.word();
        (*memory)->store_word(interesting(bytes) & ~3U, bytes.word());
        const SyscallResult result = syscalls.serve();
        check(result);
        if (cpu.gpr[reg::zero] != 0 || host.output().size() + host.error().size() > (2U << 20)) {
            std::abort();
        }
    }
    return 0;
}
