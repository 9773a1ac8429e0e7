#pragma once
// The services that `syscall` runs. Syscalls holds what they remember between calls (read-ahead of the input, open
// files, random streams); the runner calls it when an engine stops at a syscall. The rows stand in syscalls.inc, the
// handlers in files by theme; a handler sees the world through SyscallContext only.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "emulator/machine/cpu_state.hpp"
#include "emulator/machine/exception.hpp"
#include "emulator/machine/memory.hpp"
#include "emulator/support/java_number.hpp"
#include "emulator/support/java_random.hpp"
#include "emulator/support/types.hpp"
#include "emulator/syscalls/console_input.hpp"
#include "emulator/syscalls/file_table.hpp"
#include "emulator/syscalls/host.hpp"
#include "emulator/syscalls/service_accesses.hpp"

namespace mariner {

struct SyscallOptions {
    FloatFormat float_format = FloatFormat::java8;
    FileRule files{};
    u64 max_output = ~u64{0};             // bytes written to streams and files together
    u64 max_heap = ~u64{0};               // bytes obtained by sbrk
    FileStore* file_store = nullptr;      // in place of the disk's files
    ServiceAccesses* accesses = nullptr;  // is told what services read and write in the guest's memory
};

enum class SyscallEnding : u8 {
    done,
    exit,
    exception,     // to the guest's handler, if it has one; host_failure never
    end_of_input,  // the exception is the host_failure that MARS dies of
    limit,         // `message` says which
    interrupted,   // a stop was requested while it waited; registers are as before the call
};

/// What a service came to.
struct SyscallResult {
    [[nodiscard]] bool is_done() const { return kind == SyscallEnding::done; }

    SyscallEnding kind = SyscallEnding::done;
    int exit_code = 0;
    Exception exception;
    std::string message;
    std::string_view limit{};  // the same in a word
};

struct SyscallContext {
    CpuState& cpu;
    Memory& memory;
    u32& heap_pointer;
    Host& host;
    const SyscallOptions& options;
    ConsoleInput input;
    FileTable files;
    std::unordered_map<u32, JavaRandom> random_streams;
    u64 bytes_written = 0;
    u32 service = 0;
    std::optional<std::string> refused_input{};  // what a read was given and could not use

    [[nodiscard]] u32 a0() const { return cpu.gpr[reg::a0]; }
    [[nodiscard]] u32 a1() const { return cpu.gpr[reg::a1]; }
    [[nodiscard]] u32 a2() const { return cpu.gpr[reg::a2]; }
    [[nodiscard]] u32 a3() const { return cpu.gpr[reg::a3]; }
    [[nodiscard]] float f12() const;
    [[nodiscard]] double f12_double() const;
    void set_f0(float value);
    void set_f0(double value);

    /// Latin-1 characters to standard output, encoded in UTF-8.
    SyscallResult print(std::string_view characters);
    /// How many of `wanted` bytes may still be written; counts them.
    size_t take_output_allowance(size_t wanted);
    [[nodiscard]] SyscallResult output_limit_reached() const;
    [[nodiscard]] static SyscallResult limit_reached(std::string_view which, std::string sentence);

    /// The characters from an address up to a zero byte, as far as they can be read; `fault` says what stopped it.
    std::string read_guest_string(u32 address, Exception& fault);

    std::string read_up_to_zero(u32 address, Exception& fault);
    /// So many bytes have been read, one by one.
    void note_read(u32 address, size_t bytes) const {
        if (options.accesses != nullptr) {
            options.accesses->service_reads(address, bytes);
        }
    }
    /// Byte for byte, up to the first that can't be stored.
    SyscallResult store_bytes(u32 address, std::span<const u8> bytes);
    /// The low bytes of at most `room` units, a line feed if there is room for it, too, and a zero byte. Without room
    /// the zero byte comes as far in front of the buffer as MARS's arithmetic has it.
    SyscallResult store_line(u32 buffer, i32 room, const std::u16string& units);

    /// "invalid integer input" + " (syscall 5)", cause 8.
    [[nodiscard]] SyscallResult error(std::string_view text) const;
    [[nodiscard]] SyscallResult address_error(ExceptionKind kind, u32 address) const;
    /// What kills MARS's own thread.
    [[nodiscard]] SyscallResult host_failure(std::string_view why) const;
    [[nodiscard]] SyscallResult input_failure(InputState state) const;
};

/// A row of syscalls.inc.
struct SyscallInfo {
    u32 number = 0;
    std::string_view name;
    std::string_view arguments;
    std::string_view results;
    std::string_view doc;
    SyscallResult (*handler)(SyscallContext&) = nullptr;

    /// Whether a register is among the results; "memory at $a0" names an address.
    [[nodiscard]] constexpr bool gives(std::string_view register_name) const {
        return names(results, register_name, " =") || names(results, register_name, "/");
    }
    [[nodiscard]] constexpr bool takes(std::string_view register_name) const {
        return names(arguments, register_name, "");
    }

private:
    static constexpr bool names(std::string_view text, std::string_view name, std::string_view behind) {
        for (size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
            if (text.substr(at + name.size()).starts_with(behind)) {
                return true;
            }
        }
        return false;
    }
};
std::span<const SyscallInfo> syscall_table();
/// Null if MARS has no such service.
const SyscallInfo* find_syscall(u32 number);

/// What services remember, for snapshots.
struct SyscallState {
    ConsoleInput input;
    FileTable::OpenFiles files;
    std::unordered_map<u32, JavaRandom> random_streams;
    u64 bytes_written = 0;
    u64 count = 0;
};

class Syscalls {
public:
    Syscalls(CpuState& cpu, Memory& memory, u32& heap_pointer, Host& host, const SyscallOptions& options)
        : m_disk(options.files),
          m_context{cpu,
                    memory,
                    heap_pointer,
                    host,
                    options,
                    ConsoleInput(host),
                    FileTable(options.file_store != nullptr ? *options.file_store : m_disk),
                    {}} {}

    /// Serves the one whose number is in $v0.
    SyscallResult serve();

    [[nodiscard]] u64 count() const { return m_count; }
    [[nodiscard]] u64 bytes_written() const { return m_context.bytes_written; }
    /// What the service that raised an exception was given to read and could not use, if that was why.
    std::optional<std::string> take_refused_input() { return std::exchange(m_context.refused_input, std::nullopt); }
    /// Sentences about files that were refused since the last call.
    std::string take_notes() { return m_disk.take_notes(); }

    [[nodiscard]] SyscallState state() const;
    void set_state(const SyscallState& state);

private:
    DiskFiles m_disk;
    SyscallContext m_context;
    u64 m_count = 0;
};

}  // namespace mariner
