#include "emulator/debugger/call_frames.hpp"

#include <algorithm>
#include <optional>

#include "emulator/isa/disassemble.hpp"
#include "emulator/isa/instruction.hpp"
#include "emulator/meaning/facts.hpp"
#include "emulator/support/sort_unique.hpp"

namespace mariner::debugger {

namespace {

using isa::Op;

/// Of a frame; nobody reads more.
constexpr size_t most_stores = 64;

/// What the instructions from a function's first up to pc have done to the stack.
struct Prologue {
    u32 frame_size = 0;            // by so much $sp is lower than on entry
    std::optional<u32> ra_offset;  // where $ra is, below $sp as on entry: entry - offset
    bool ra_is_back = false;       // it has been fetched again
};

bool moves_stack(const isa::Instruction& instruction) {
    return (instruction.op == Op::addi || instruction.op == Op::addiu) && instruction.rt == reg::sp &&
           instruction.rs == reg::sp;
}

bool is_return(const isa::Instruction& instruction) {
    return instruction.op == Op::jr && instruction.rs == reg::ra;
}

void follow(Prologue& state, Prologue& before_epilogue, const isa::Instruction& instruction) {
    const u32 offset = static_cast<u32>(instruction.imm);
    if (moves_stack(instruction)) {
        state.frame_size -= offset;
    } else if (instruction.op == Op::sw && instruction.rt == reg::ra && instruction.rs == reg::sp) {
        state.ra_offset = state.frame_size - offset;
        state.ra_is_back = false;
    } else if (instruction.op == Op::lw && instruction.rt == reg::ra && instruction.rs == reg::sp) {
        state.ra_is_back = true;
    } else if (is_return(instruction)) {
        state = before_epilogue;  // what follows was reached by another way
    }
    if (!state.ra_is_back && static_cast<i32>(state.frame_size) >= static_cast<i32>(before_epilogue.frame_size)) {
        before_epilogue = state;
    }
}

Prologue follow_function(const Text& text, u32 function, u32 pc) {
    Prologue state;
    Prologue before_epilogue;
    for (u32 at = function; at < pc; at += 4) {
        if (const TextSlot* const slot = text.find(at)) {
            follow(state, before_epilogue, slot->instruction);
        }
    }
    return state;
}

/// Where functions begin: the targets of calls, the entry, the exception handler.
std::vector<u32> function_starts(const Machine& machine) {
    std::vector<u32> starts = {machine.image().entry, machine.map().exception_handler};
    machine.text().for_each([&starts](const isa::Instruction& instruction, u32 pc) {
        const std::optional<u32> target = isa::call_target(instruction, pc);
        starts.insert(starts.end(), target ? 1 : 0, target.value_or(0));
    });
    sort_unique(starts);
    return starts;
}

/// The last start at or before pc in the same block of text; pc itself where there is none.
u32 function_of(const Machine& machine, const std::vector<u32>& starts, u32 pc) {
    const auto behind = std::upper_bound(starts.begin(), starts.end(), pc);
    if (behind == starts.begin()) {
        return pc;
    }
    for (const TextBlock* block : {&machine.text().user(), &machine.text().kernel()}) {
        if (block->find(pc) != nullptr && block->find(*(behind - 1)) != nullptr) {
            return *(behind - 1);
        }
    }
    return pc;
}

}  // namespace

bool is_call(const TextSlot* slot) {
    return slot != nullptr && meaning::facts(slot->instruction.op).links;
}

std::vector<FrameStore> stores_of(const Machine& machine, const Frame& frame) {
    std::vector<FrameStore> stores;
    Prologue state;
    Prologue before_epilogue;
    for (u32 at = frame.function; at < frame.pc && stores.size() < most_stores; at += 4) {
        const TextSlot* const slot = machine.text().find(at);
        if (slot == nullptr) {
            continue;
        }
        const isa::Instruction& instruction = slot->instruction;
        const u32 address = frame.sp - state.frame_size + static_cast<u32>(instruction.imm);
        const bool is_store = instruction.op == Op::sw && instruction.rs == reg::sp && address < frame.sp;
        if (is_store && std::ranges::find(stores, address, &FrameStore::address) == stores.end()) {
            stores.push_back({address, instruction.rt});
        }
        follow(state, before_epilogue, instruction);
    }
    return stores;
}

std::vector<Frame> unwind(const Machine& machine, u32 pc, bool delayed_branching, size_t most) {
    const std::vector<u32> starts = function_starts(machine);
    const u32 behind_call = delayed_branching ? 8 : 4;
    std::vector<Frame> frames;
    u32 sp = machine.cpu.gpr[reg::sp];
    u32 ra = machine.cpu.gpr[reg::ra];
    bool ra_is_known = true;  // the register still belongs to this function
    while (frames.size() < most) {
        Frame frame;
        frame.pc = pc;
        frame.function = function_of(machine, starts, pc);
        const Prologue prologue = follow_function(machine.text(), frame.function, pc);
        frame.sp = sp + prologue.frame_size;
        const bool is_in_memory = prologue.ra_offset && !(prologue.ra_is_back && ra_is_known);
        std::optional<u32> back;
        if (is_in_memory) {
            back = machine.memory().peek_word(frame.sp - *prologue.ra_offset);
        } else if (ra_is_known) {
            back = ra;
        }
        const u32 call = back.value_or(0) - behind_call;
        const TextSlot* const slot = machine.text().find(call);
        const bool fits = back && is_call(slot) &&
                          isa::call_target(slot->instruction, call).value_or(frame.function) == frame.function;
        frame.call = fits ? call : 0;
        frames.push_back(frame);
        if (!fits) {
            break;
        }
        pc = *back;
        sp = frame.sp;
        ra_is_known = false;
    }
    return frames;
}

}  // namespace mariner::debugger
