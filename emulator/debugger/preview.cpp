#include "emulator/debugger/preview.hpp"

#include <cstring>

#include "emulator/execute/checked_context.hpp"
#include "emulator/isa/disassemble.hpp"

namespace mariner::debugger {

namespace {

constexpr u32 longest_statement = 64;  // of a statement that goes round in itself

struct WriteNotes : Observer {
    static constexpr bool active = true;
    RegisterSet written;
    void set_register(u8 id, u32 /*value*/) {
        if (id != reg::bin) {
            written.add(id);
        }
    }
};

/// The checked core's context with memory that nothing happens to.
struct PreviewContext : detail::CheckedContext<WriteNotes> {
    const Machine& machine;
    Preview& result;

    PreviewContext(const detail::CheckedContext<WriteNotes>& base, const Machine& of, Preview& preview)
        : detail::CheckedContext<WriteNotes>(base), machine(of), result(preview) {}

    /// What is read there isn't known before.
    [[nodiscard]] bool asks_device(u32 address) const {
        const Segment& mmio = memory.map().mmio;
        return mmio.contains(address) &&
               machine.bus().occupies_page((address - mmio.base) & ~(page_size - 1), page_size);
    }

    template <class T>
    bool load(u32 address, meaning::LoadedValue<T>& value) {
        exception.kind = memory.refusal(address, sizeof(T), false);
        exception.value = address;
        const u32 word = machine.peek_word(address & ~3U).value_or(0) >> (8 * (address & 3U));
        T read;
        std::memcpy(&read, &word, sizeof read);
        value = meaning::loaded_value<T>(read);
        const u32 mask = sizeof(T) == 4 ? ~0U : (1U << (8 * sizeof(T))) - 1;
        result.accesses.push_back({address, sizeof(T), word & mask, false});
        return exception.kind == ExceptionKind::none && !asks_device(address);
    }
    template <class T>
    bool load_if(bool condition, u32 address, meaning::LoadedValue<T>& value, meaning::LoadedValue<T> otherwise) {
        value = otherwise;
        return !condition || load<T>(address, value);
    }
    template <class T, class Value>
    bool store(u32 address, Value value) {
        exception.kind = memory.refusal(address, sizeof(T), true);
        exception.value = address;
        result.accesses.push_back({address, sizeof(T), bits_of(static_cast<T>(value)), true});
        return exception.kind == ExceptionKind::none;
    }
};

Flow perform(PreviewContext& context) {
    switch (static_cast<isa::Op>(context.op.code)) {
#define CHAPTER(title)
#define INSN(id, mnemonic, operands, encoding, body, example, doc) \
    case isa::Op::id:                                              \
        return Body<isa::Op::id>::run(context);
#include "emulator/isa/instructions.inc"
#undef INSN
#undef CHAPTER
    }
    return context.raise(ExceptionKind::undefined_instruction, context.imm());
}

u32 next_pc(const PreviewContext& context, Flow flow, u32 pc) {
    switch (flow) {
        case Flow::branch:
            return isa::transfer_target(context.result.instruction, pc);
        case Flow::jump:
        case Flow::jump_now:
            return context.jump_address;
        default:
            return flow == Flow::leave ? pc : pc + 4;
    }
}

bool is_inside_statement(const ProgramImage& image, u32 from, u32 to) {
    const TextEntry* const entry = image.find_text(to);
    return entry != nullptr && !entry->first_of_statement && entry->statement != TextEntry::no_statement &&
           image.find_statement(from) == image.find_statement(to);
}

}  // namespace

Preview preview(const Machine& machine, bool delayed_branching) {
    Preview result;
    result.cpu = machine.cpu;
    u32& pc = result.cpu.pc;
    while (result.count < longest_statement) {
        const TextSlot* const slot = machine.text().find(pc);
        if (slot == nullptr || slot->state == TextState::absent) {
            break;
        }
        const DecodedOp op = predecode(*slot);
        result.instruction = slot->instruction;
        result.address = pc;
        ++result.count;
        result.read = result.read | (registers_read(slot->instruction) & ~result.written);
        WriteNotes notes;
        // The members of the context that would change memory are hidden by ours.
        Memory& memory = const_cast<Memory&>(machine.memory());
        PreviewContext context(
            {{}, op, result.cpu, memory, notes, result.exception, nullptr, pc + (delayed_branching ? 8U : 4U)}, machine,
            result);
        result.flow = perform(context);
        result.written = result.written | notes.written;
        const u32 from = std::exchange(pc, next_pc(context, result.flow, pc));
        if (delayed_branching || result.flow == Flow::leave || result.flow == Flow::syscall ||
            !is_inside_statement(machine.image(), from, pc)) {
            break;
        }
    }
    return result;
}

}  // namespace mariner::debugger
