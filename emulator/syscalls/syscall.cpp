#include "emulator/syscalls/syscall.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>

#include "emulator/support/text.hpp"
#include "emulator/syscalls/handlers.hpp"

namespace mariner {

namespace {

constexpr auto table = std::to_array<SyscallInfo>({
#define SYSCALL(number, name, arguments, results, handler, doc) \
    {number, name, arguments, results, doc, &syscalls::handler},
#include "emulator/syscalls/syscalls.inc"
#undef SYSCALL
});

constexpr u32 highest_number = table.back().number;

/// Row + 1 by number, 0 for unassigned ones.
constexpr auto rows = [] {
    std::array<u8, highest_number + 1> result{};
    for (size_t i = 0; i < table.size(); ++i) {
        result.at(table.at(i).number) = static_cast<u8>(i + 1);
    }
    return result;
}();

constexpr bool ascending = [] {
    for (size_t i = 1; i < table.size(); ++i) {
        if (table.at(i - 1).number >= table.at(i).number) {
            return false;
        }
    }
    return true;
}();
static_assert(ascending, "syscalls.inc: each service once, in order");

constexpr u32 bad_data = 8;

SyscallResult exception_result(Exception exception) {
    SyscallResult result;
    result.kind = SyscallEnding::exception;
    result.exception = std::move(exception);
    return result;
}

}  // namespace

std::span<const SyscallInfo> syscall_table() {
    return table;
}

const SyscallInfo* find_syscall(u32 number) {
    return number <= highest_number && rows[number] != 0 ? &table[rows[number] - 1U] : nullptr;
}

SyscallResult Syscalls::serve() {
    ++m_count;
    m_context.service = m_context.cpu.gpr[reg::v0];
    if (const SyscallInfo* row = find_syscall(m_context.service)) {
        return row->handler(m_context);
    }
    const auto number = static_cast<i32>(m_context.service);
    return exception_result({ExceptionKind::syscall, 0, bad_data,
                             "invalid or unimplemented syscall service: " + std::to_string(number) + " "});
}

SyscallState Syscalls::state() const {
    return {m_context.input, m_context.files.state(), m_context.random_streams, m_context.bytes_written, m_count};
}

void Syscalls::set_state(const SyscallState& state) {
    m_context.input = state.input;
    m_context.files.set_state(state.files);
    m_context.random_streams = state.random_streams;
    m_context.bytes_written = state.bytes_written;
    m_count = state.count;
}

float SyscallContext::f12() const {
    return std::bit_cast<float>(cpu.fpr[12]);
}

double SyscallContext::f12_double() const {
    return std::bit_cast<double>((static_cast<u64>(cpu.fpr[13]) << 32) | cpu.fpr[12]);
}

void SyscallContext::set_f0(float value) {
    cpu.fpr[0] = std::bit_cast<u32>(value);
}

void SyscallContext::set_f0(double value) {
    const u64 bits = std::bit_cast<u64>(value);
    cpu.fpr[0] = static_cast<u32>(bits);
    cpu.fpr[1] = static_cast<u32>(bits >> 32);
}

SyscallResult SyscallContext::print(std::string_view characters) {
    const auto is_ascii = [](char c) { return static_cast<u8>(c) < 0x80; };
    std::string encoded;
    if (!std::all_of(characters.begin(), characters.end(), is_ascii)) {
        characters = encoded = utf8_of_latin1(characters);
    }
    const size_t allowed = take_output_allowance(characters.size());
    host.write_output(characters.substr(0, allowed));
    return allowed < characters.size() ? output_limit_reached() : SyscallResult{};
}

size_t SyscallContext::take_output_allowance(size_t wanted) {
    const u64 left = options.max_output - std::min(options.max_output, bytes_written);
    const auto allowed = static_cast<size_t>(std::min<u64>(wanted, left));
    bytes_written += allowed;
    return allowed;
}

SyscallResult SyscallContext::output_limit_reached() const {
    return limit_reached("output", "the program wrote more than " + std::to_string(options.max_output) + " bytes");
}

SyscallResult SyscallContext::limit_reached(std::string_view which, std::string sentence) {
    SyscallResult result;
    result.kind = SyscallEnding::limit;
    result.limit = which;
    result.message = std::move(sentence);
    return result;
}

SyscallResult SyscallContext::store_bytes(u32 address, std::span<const u8> bytes) {
    ExceptionKind fault = ExceptionKind::none;
    size_t stored = 0;
    while (stored < bytes.size()) {
        fault = memory.store_byte(address + static_cast<u32>(stored), bytes[stored]);
        if (fault != ExceptionKind::none) {
            break;
        }
        ++stored;
    }
    if (options.accesses != nullptr) {
        options.accesses->service_writes(address, bytes.first(stored));
    }
    return fault != ExceptionKind::none ? address_error(fault, address + static_cast<u32>(stored)) : SyscallResult{};
}

SyscallResult SyscallContext::store_line(u32 buffer, i32 room, const std::u16string& units) {
    const auto length = std::min(units.size(), static_cast<size_t>(std::max(room, 0)));
    std::vector<u8> bytes(units.begin(), units.begin() + static_cast<std::ptrdiff_t>(length));
    if (static_cast<i64>(units.size()) < room) {
        bytes.push_back('\n');
    }
    bytes.push_back(0);
    return store_bytes(buffer + static_cast<u32>(std::min(room, 0)), bytes);
}

std::string SyscallContext::read_guest_string(u32 address, Exception& fault) {
    std::string text = read_up_to_zero(address, fault);
    note_read(address, text.size() + (fault ? 0 : 1));
    return text;
}

std::string SyscallContext::read_up_to_zero(u32 address, Exception& fault) {
    std::string text;
    while (true) {
        if ((Memory::state<1>(memory.host(), address) & Memory::readable_by<1>) != 0) {
            const u8* const begin = memory.at(address);
            const size_t in_page = page_size - address % page_size;
            const void* const zero = std::memchr(begin, 0, in_page);
            const size_t length = zero != nullptr ? static_cast<size_t>(static_cast<const u8*>(zero) - begin) : in_page;
            text.append(reinterpret_cast<const char*>(begin), length);
            if (zero != nullptr) {
                return text;
            }
            address += static_cast<u32>(length);
            continue;
        }
        const Access<u8> byte = memory.load_byte(address);
        if (!byte) {
            fault.kind = byte.fault;
            fault.value = address;
            return text;
        }
        if (byte.value == 0) {
            return text;
        }
        text += static_cast<char>(byte.value);
        ++address;
    }
}

SyscallResult SyscallContext::error(std::string_view text) const {
    std::string message(text);
    message += " (syscall " + std::to_string(service) + ")";
    return exception_result({ExceptionKind::syscall, 0, bad_data, std::move(message)});
}

SyscallResult SyscallContext::address_error(ExceptionKind kind, u32 address) const {
    return exception_result({kind, address, 0, {}});
}

SyscallResult SyscallContext::host_failure(std::string_view why) const {
    return exception_result({ExceptionKind::host_failure, 0, 0, std::string(why)});
}

SyscallResult SyscallContext::input_failure(InputState state) const {
    SyscallResult result =
        host_failure("the program asked for input after its end (syscall " + std::to_string(service) + ")");
    result.kind = state == InputState::interrupted ? SyscallEnding::interrupted : SyscallEnding::end_of_input;
    return result;
}

}  // namespace mariner
