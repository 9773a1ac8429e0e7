#include "emulator/machine/machine.hpp"

#include <vector>

#include "emulator/support/text.hpp"

namespace mariner {

namespace {

constexpr u32 exception_level = 2;          // STATUS bit 1
constexpr u32 cause_kept = 0xfffffc83;      // bits of CAUSE that an exception leaves alone
constexpr size_t most_arguments = 1 << 16;  // far beyond what fits on any stack

}  // namespace

Result<std::unique_ptr<Machine>> Machine::create(const ProgramImage& image, MachineOptions options) {
    Result<std::unique_ptr<Memory>> memory = Memory::create(image.configuration, image.extra_data);
    if (!memory) {
        return memory.error();
    }
    return std::unique_ptr<Machine>(new Machine(image, std::move(*memory), std::move(options)));
}

Machine::Machine(const ProgramImage& image, std::unique_ptr<Memory> memory, MachineOptions options)
    : m_image(image), m_options(std::move(options)), m_memory(std::move(memory)), m_text(image) {
    if (m_options.self_modifying) {
        m_memory->set_text_access({[this](u32 address) { return m_text.word(address); },
                                   [this](u32 address, u32 value) { m_text.store_word(address, value); }});
    }
    reset();
}

Result<void> Machine::attach(Device& device) {
    const Segment& mmio = map().mmio;
    if (u64{mmio.base} + device.offset() + device.size() > u64{mmio.limit} + 1) {
        return Error{"the memory-mapped segment is too small for '" + std::string(device.name()) + "'"};
    }
    Result<void> attached = m_bus.attach(device);
    if (attached) {
        m_memory->attach_bus(&m_bus);
        m_bus.reset(*m_memory, mmio.base);
    }
    return attached;
}

void Machine::reset() {
    if (m_text.is_modified()) {
        m_text = Text(m_image);
    }
    m_memory->reset();
    load_data();
    cpu = CpuState{};
    cpu.pc = m_image.entry;
    cpu.gpr[reg::gp] = m_image.global_pointer.value_or(map().global_pointer);
    cpu.gpr[reg::sp] = map().stack_pointer;
    heap_pointer = map().heap_base;
    m_exceptions = 0;
    push_arguments();
    m_bus.reset(*m_memory, map().mmio.base);
}

void Machine::load_data() {
    for (const DataRange& range : m_image.data) {
        m_memory->poke(range.address, range.bytes);
    }
}

void Machine::push_arguments() {
    if (m_options.arguments.empty()) {
        return;
    }
    // A store that finds no room anywhere on the stack is dropped: no such program can use its arguments anyway.
    u32 top = map().stack_base;
    std::vector<u32> addresses;
    for (const std::string& argument : m_options.arguments) {
        if (addresses.size() == most_arguments) {
            break;
        }
        m_memory->store_byte(top--, 0);
        const std::u16string units = utf16_of(argument);  // of each, a byte is kept
        for (size_t i = units.size(); i > 0; --i) {
            m_memory->store_byte(top--, static_cast<u8>(units[i - 1]));
        }
        addresses.push_back(top + 1);
    }
    u32 at = map().stack_pointer;
    if (top < at) {
        at = top - top % 4 - 4;
    }
    m_memory->store_word(at, 0);
    for (size_t i = addresses.size(); i > 0; --i) {
        at -= 4;
        m_memory->store_word(at, addresses[i - 1]);
    }
    at -= 4;
    m_memory->store_word(at, static_cast<u32>(addresses.size()));
    cpu.gpr[reg::sp] = at;
    cpu.gpr[reg::a0] = static_cast<u32>(addresses.size());
    cpu.gpr[reg::a1] = at + 4;
}

void Machine::set_exception_registers(const Exception& exception, u32 address) {
    const u32 code = cause_code(exception);
    if (code == 0) {
        return;
    }
    cpu.cause = (cpu.cause & cause_kept) | (code << 2);
    cpu.epc = address;
    cpu.status |= exception_level;
    if (sets_bad_address(exception)) {
        cpu.bad_address = exception.value;
    }
}

bool Machine::enter_handler(const Exception& exception, u32 address) {
    if (exception.kind == ExceptionKind::host_failure) {
        return false;
    }
    set_exception_registers(exception, address);
    ++m_exceptions;
    if (m_text.find(map().exception_handler) == nullptr) {
        return false;
    }
    cpu.pc = map().exception_handler;
    // In a delay slot the branch has the last word: the handler never runs (conformance: exception in a delay slot).
    if (cpu.delay_state == DelayState::triggered || cpu.delay_state == DelayState::due) {
        cpu.pc = cpu.delay_target;
        cpu.delay_state = DelayState::clear;
    }
    return true;
}

void Machine::note_invalid_pc(u32 address) {
    Exception exception;
    exception.kind = ExceptionKind::address_load;
    exception.value = address;
    set_exception_registers(exception, address);
}

std::optional<u32> Machine::peek_word(u32 address) const {
    // Extra data of an ELF may lie in the text segment.
    if (const std::optional<u32> word = m_memory->peek_word(address)) {
        return word;
    }
    if (address % 4 == 0 && map().text.contains(address)) {
        return m_text.word(address);
    }
    if (address % 4 == 0 && map().kernel_text.contains(address)) {
        const TextSlot* slot = m_text.kernel().find(address);
        return slot != nullptr ? slot->word : 0;
    }
    return std::nullopt;
}

std::optional<u8> Machine::peek_byte(u32 address) const {
    if (const std::optional<u8> byte = m_memory->peek_byte(address)) {
        return byte;
    }
    const std::optional<u32> word = peek_word(address & ~3U);
    return word ? std::optional(static_cast<u8>(*word >> (8 * (address & 3U)))) : std::nullopt;
}

}  // namespace mariner
