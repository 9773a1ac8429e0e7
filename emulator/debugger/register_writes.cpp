#include "emulator/debugger/register_writes.hpp"

#include "emulator/execute/checked_context.hpp"

namespace mariner::debugger {

namespace {

/// Calls `use` with each word of the access column that names something written.
template <class Use>
bool any_written(std::string_view access, Use use) {
    std::string_view left = access.substr(0, access.find("<-"));
    while (!left.empty()) {
        const size_t end = std::min(left.find(' '), left.size());
        if (end > 0 && use(left.substr(0, end))) {
            return true;
        }
        left.remove_prefix(std::min(end + 1, left.size()));
    }
    return false;
}

/// The slot that a word's last letter names.
u8 slot_of(std::string_view word, const isa::Instruction& instruction) {
    switch (word.back()) {
        case 'd':
            return instruction.rd;
        case 's':
            return instruction.rs;
        default:
            return instruction.rt;
    }
}

u8 coprocessor0_id(u8 number) {
    switch (number) {
        case 8:
            return register_id::bad_address;
        case 12:
            return register_id::status;
        case 13:
            return register_id::cause;
        case 14:
            return register_id::epc;
        default:
            return reg::bin;
    }
}

bool names_register(std::string_view word, const isa::Instruction& instruction, u8 id) {
    if (word == "hi" || word == "lo") {
        return id == (word == "hi" ? register_id::hi : register_id::lo);
    }
    if (word == "ra") {
        return id == reg::ra;
    }
    if (word == "cc") {
        return id == register_id::condition_flags;
    }
    if (word == "c0") {
        return id == coprocessor0_id(instruction.rd);
    }
    if (word.starts_with("mem")) {
        return false;
    }
    const u8 slot = slot_of(word, instruction);
    if (word.front() == 'r') {
        return id == slot && id != reg::zero;
    }
    const bool is_pair = word.front() == 'p';
    return id == register_id::float_base + slot || (is_pair && id == register_id::float_base + slot + 1);
}

}  // namespace

bool writes_register(const isa::Instruction& instruction, u8 id) {
    if (instruction.op == isa::Op::eret) {
        return id == register_id::status;
    }
    return any_written(isa::info(instruction.op).access,
                       [&](std::string_view word) { return names_register(word, instruction, id); });
}

bool writes_on_condition(const isa::Instruction& instruction) {
    const std::string_view mnemonic = isa::info(instruction.op).mnemonic;
    return mnemonic.starts_with("movn") || mnemonic.starts_with("movz") || mnemonic.starts_with("movf") ||
           mnemonic.starts_with("movt");
}

bool may_leave(const isa::Instruction& instruction) {
    return isa::info(instruction.op).has(isa::flag::Traps | isa::flag::EndsBlock);
}

}  // namespace mariner::debugger
