#include "emulator/execute/threaded_core.hpp"

#include <algorithm>
#include <optional>

#include "emulator/meaning/facts.hpp"

namespace mariner {

namespace {

bool ends_straight_run(const DecodedOp& op) {
    if (op.code >= isa::op_count) {
        return true;
    }
    const isa::InstructionInfo& row = isa::info(static_cast<isa::Op>(op.code));
    const bool always_taken = row.op == isa::Op::bgez && op.rs == reg::zero;
    return (meaning::facts(row.op).is_jump || meaning::facts(row.op).always_leaves) || always_taken;
}

/// Where a direct transfer at ops[index] goes; nothing if that is no other instruction of this block, or no transfer.
std::optional<u32> target_index(const DecodedOp& op, u32 index, u32 base, u32 count) {
    const u32 target = direct_target(op, base + index * 4);
    const u32 found = (target - base) / 4;
    return found < count && found != index ? std::optional(found) : std::nullopt;
}

/// Finishes ops[index]: what the inner loop can't do is left to the checked core, transfers get their targets.
void link(std::vector<ThreadedOp>& ops, u32 index, u32 base, u32 count) {
    ThreadedOp& op = ops[index];
    if (op.op.code == undefined_code || (op.op.code < isa::op_count && names_odd_register(op.op))) {
        op.op.code = stepped_code;
    }
    if (op.op.code >= isa::op_count) {
        return;
    }
    if (has_direct_target(op.op)) {
        const std::optional<u32> target = target_index(op.op, index, base, count);
        if (!target) {
            op.op.code = stepped_code;
            return;
        }
        op.target = &ops[*target];
        op.way = (i64{*target} - i64{index} - 1) * op_size;
    }
    if (meaning::facts(static_cast<isa::Op>(op.op.code)).links) {
        op.op.imm = static_cast<i32>(base + index * 4 + 4);
    }
}

}  // namespace

ThreadedCore::ThreadedCore(Machine& machine) : Core(machine), m_stepper(machine) {
    for (const auto& [text, block] :
         {std::pair{&machine.text().user(), &m_user}, std::pair{&machine.text().kernel(), &m_kernel}}) {
        block->base = text->base;
        block->count = static_cast<u32>(text->slots.size());
        block->ops.resize(text->slots.size() + 1);
        block->ops.back().op.code = absent_code;
        for (u32 i = 0; i < block->count; ++i) {
            block->ops[i].op = predecode(text->slots[i]);
            block->ops[i].registers.point(machine.cpu, block->ops[i].op);
        }
        u32 run = 0;
        for (u32 i = 0; i < block->count; ++i) {
            link(block->ops, i, block->base, block->count);
            ++run;
            block->longest_run = std::max(block->longest_run, run);
            if (ends_straight_run(block->ops[i].op)) {
                run = 0;
            }
        }
    }
}

const ThreadedOp& ThreadedCore::op_at(u32 address) const {
    const ThreadedSegment& segment = m_user.holds(address) ? m_user : m_kernel;
    return segment.ops.at((address - segment.base) / 4);
}

bool ThreadedCore::run_slice(u64 steps) {
    const u32 pc = m_machine.cpu.pc;
    const ThreadedSegment& block = m_user.holds(pc) ? m_user : m_kernel;
    if (!block.holds(pc) || block.ops[(pc - block.base) / 4].op.code == absent_code) {
        stop_at_bad_pc();
        return true;
    }
    if (steps <= block.longest_run) {
        return run_steps(block, steps);
    }
    return run_block(block, std::min(steps - block.longest_run, slice_steps));
}

bool ThreadedCore::run_block(const ThreadedSegment& block, u64 budget) {
    LoopState loop;
    loop.ops = block.ops.data();
    loop.base = block.base;
    loop.count = block.count;
    loop.bias = reinterpret_cast<std::uintptr_t>(loop.ops) - std::uintptr_t{text_scale} * block.base;
    loop.core = this;
    loop.repeats = is_repeat(m_machine.cpu.pc) ? 1 : 0;
    loop.last = no_address;
    const ThreadedOp* ip = loop.ops + (m_machine.cpu.pc - block.base) / 4;
    enter(ip, &m_machine.cpu, m_machine.memory().host(), place(ip) + static_cast<i64>(budget) * op_size, &loop);
    return finish(loop, block, budget);
}

bool ThreadedCore::finish(const LoopState& loop, const ThreadedSegment& block, u64 budget) {
    const i64 left = (loop.limit - place(loop.ip)) / op_size;
    u64 executed = budget - static_cast<u64>(left);
    u32 last = loop.last;
    CpuState& cpu = m_machine.cpu;
    switch (loop.exit) {
        case LoopState::Exit::budget:
            cpu.pc = loop.address_of(loop.ip);
            break;
        case LoopState::Exit::left_text:
            cpu.pc = loop.pc;
            last = loop.address_of(loop.ip - 1);
            break;
        case LoopState::Exit::syscall:
            m_stop.reason = StopReason::syscall;
            m_stop.pc = loop.address_of(loop.ip - 1);
            cpu.pc = m_stop.pc + 4;
            last = m_stop.pc;
            break;
        case LoopState::Exit::stop:
            last = loop.address_of(loop.ip - 1);
            break;
    }
    count_steps(executed, executed > 0 ? loop.repeats : 0, &block == &m_user, last);
    return loop.exit == LoopState::Exit::syscall || loop.exit == LoopState::Exit::stop;
}

const ThreadedOp* ThreadedCore::step(const ThreadedOp* ip, CpuState* cpu, i64 limit, LoopState* loop) {
    const u32 pc = loop->address_of(ip);
    cpu->pc = pc;
    loop->ip = ip + 1;
    loop->limit = limit;
    loop->core->count_checked_step();
    const u32 return_address = cpu->gpr[reg::ra];
    if (loop->core->m_stepper.step(loop->core->m_stop)) {
        loop->exit = LoopState::Exit::stop;
        return nullptr;
    }
    const u32 index = (cpu->pc - loop->base) / 4;
    if (cpu->pc % 4 != 0 || index >= loop->count) {
        loop->exit = LoopState::Exit::left_text;
        loop->pc = cpu->pc;
        return nullptr;
    }
    const ThreadedOp* next = loop->ops + index;
    if (next == ip) {
        // If nothing that it reads has changed, it will go on like this: all that is left of the budget at once. A call
        // to itself may read the register that it writes.
        const i64 left = std::max<i64>((limit - place(ip)) / op_size, 1);
        const i64 executed = cpu->gpr[reg::ra] == return_address ? left : 1;
        loop->repeats += static_cast<u64>(executed - 1 + (left > executed ? 1 : 0));
        loop->last = left > executed ? loop->last : pc;
        limit -= executed * op_size;
    } else {
        limit += place(next) - place(ip) - op_size;
    }
    loop->ip = next;
    loop->limit = limit;
    // Also when it only fell through: a stepped op counts as the end of a straight run.
    if (limit <= place(next)) {
        loop->exit = LoopState::Exit::budget;
        return nullptr;
    }
    return next;
}

bool ThreadedCore::run_steps(const ThreadedSegment& block, u64 steps) {
    for (u64 left = steps; left > 0; --left) {
        const u32 pc = m_machine.cpu.pc;
        if (!block.holds(pc) || block.ops[(pc - block.base) / 4].op.code == absent_code) {
            return false;
        }
        const u64 repeats = is_repeat(pc) ? 1 : 0;
        const bool stopped = m_stepper.step(m_stop);
        count_steps(1, repeats, &block == &m_user, pc);
        if (stopped) {
            return true;
        }
    }
    return false;
}

}  // namespace mariner
