#pragma once
// The checked core: one instruction at a time, every rule spelled out, with an observer that sees everything that
// happens. Trace, breakpoints, watchpoints, journals, checks and profiles are observers; the other engines come here
// for what they don't handle. Self-modifying code is an instantiation of its own. Delayed branching is one only where
// nobody watches: an observer costs more than to ask how branches go, and each of these cores takes seconds to compile.
//
// An observer that watches something derives from Observer, hides the members it needs and sets `active`; who watches
// accesses only unsets `has_steps` and is spared the calls before and after each instruction. All calls are
// made with machine.cpu as it was before the event, so that the old value can still be read there:
//   before(pc, instruction)        about to execute; true stops in front of it (StopReason::hook; device if it has
//                                  asked for an interrupt)
//   after(pc)                      executed without exception; true stops behind it
//   read(address, size)            a data access that will succeed
//   write(address, size, value)    likewise, before memory changes
//   write_text(address, size, value)   a store into text, with self-modifying code; afterwards
//   set_register(id, value)        see register_id (observer.hpp)

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "emulator/execute/any_observer.hpp"
#include "emulator/execute/checked_context.hpp"
#include "emulator/execute/core.hpp"
#include "emulator/execute/decoded_op.hpp"
#include "emulator/meaning/facts.hpp"

namespace mariner {

std::unique_ptr<Core> make_checked_core(Machine& machine, CoreOptions options);

/// Without `KnowsDelay` branches are never delayed; with it, they are if the constructor is told so.
template <class Watcher, bool KnowsDelay, bool SelfModifying>
class CheckedCore final : public Core {
public:
    explicit CheckedCore(Machine& machine, Watcher watcher = {}, bool is_delayed = KnowsDelay)
        : Core(machine), m_observer(std::move(watcher)), m_is_delayed(is_delayed) {
        decode(machine.text().user(), m_user);
        decode(machine.text().kernel(), m_kernel);
    }

    [[nodiscard]] Watcher& observer() { return m_observer; }

    /// Exactly one instruction, uncounted, for an engine that counts itself. False if it went on without a stop.
    bool step(Stop& stop) {
        u32 pc = m_machine.cpu.pc;
        const DecodedSegment& block = pc - m_user.base < m_user.size ? m_user : m_kernel;
        const u32 index = (pc - block.base) / 4;
        if (execute(block.ops[index], pc, block.slots[index].instruction) == Next::onward) {
            m_machine.cpu.pc = pc;
            return false;
        }
        stop = std::exchange(m_stop, Stop{});
        return true;
    }

protected:
    bool run_slice(u64 steps) override {
        const u64 budget = std::min(steps, slice_steps);
        if constexpr (SelfModifying) {
            return run_from_anywhere(budget);
        } else {
            return run_from_text(budget);
        }
    }

private:
    using Context = detail::CheckedContext<Watcher>;

    /// One segment's instructions, with an absent one behind the last.
    struct DecodedSegment {
        u32 base = 0;
        u32 size = 0;  // bytes
        std::vector<DecodedOp> ops;
        const TextSlot* slots = nullptr;  // the same as the machine's text has them
    };

    enum class Next : u8 {
        onward,   // pc has moved
        done,     // a stop behind this instruction
        nothing,  // a stop in front of an instruction that was not executed and doesn't count
    };

    static void decode(const TextBlock& text, DecodedSegment& block) {
        block.base = text.base;
        block.size = static_cast<u32>(text.slots.size()) * 4;
        block.slots = text.slots.data();
        block.ops.reserve(text.slots.size() + 1);
        for (const TextSlot& slot : text.slots) {
            block.ops.push_back(predecode(slot));
        }
        block.ops.push_back({absent_code, 0, 0, 0, 0});
    }

    [[gnu::always_inline]] Flow perform(Context& context) {
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

    bool observer_stops_before(u32 pc, [[maybe_unused]] const isa::Instruction& instruction) {
        if constexpr (Watcher::active) {
            if (m_observer.before(pc, instruction)) {
                m_stop.reason = m_machine.bus().has_interrupt() ? StopReason::device : StopReason::hook;
                m_stop.pc = pc;
                return true;
            }
        }
        return false;
    }

    [[gnu::always_inline]] Context context_for(const DecodedOp& op, u32 pc) {
        return {{},
                op,
                m_machine.cpu,
                m_machine.memory(),
                m_observer,
                m_stop.exception,
                m_machine.memory().host(),
                pc + (is_delayed() ? 8 : 4)};
    }

    /// Executes `op` at pc and moves pc. On any stop machine.cpu.pc is set as Stop's reasons say.
    [[gnu::always_inline]] Next execute(const DecodedOp& op, u32& pc,
                                        [[maybe_unused]] const isa::Instruction& instruction) {
        if constexpr (Watcher::active && Watcher::has_steps) {
            m_machine.cpu.pc = pc;
            if (observer_stops_before(pc, instruction)) {
                return Next::nothing;
            }
        }
        Context context = context_for(op, pc);
        const Flow flow = perform(context);
        return conclude(flow, context, pc);
    }

    /// What follows from a body's answer: the next pc, or a stop.
    [[gnu::always_inline]] Next conclude(Flow flow, const Context& context, u32& pc) {
        const u32 here = pc;
        if (flow == Flow::next) {
            pc += 4;
        } else if (!transfer(flow, context.op, context, pc)) {
            return Next::done;
        }
        if constexpr (KnowsDelay) {
            if (m_machine.cpu.delay_state != DelayState::clear) [[unlikely]] {
                pc = settle_branch(pc);
            }
        }
        if constexpr (SelfModifying) {
            m_text_read = context.loaded_from;
        }
        if (context.touched_memory && m_machine.bus().take_attention()) [[unlikely]] {
            m_stop.reason = StopReason::device;
            m_stop.pc = here;
            m_machine.cpu.pc = pc;
            return Next::done;
        }
        if constexpr (Watcher::active) {
            m_machine.cpu.pc = pc;
            if (m_observer.after(here)) {
                m_stop.reason = StopReason::hook;
                m_stop.pc = pc;
                return Next::done;
            }
        }
        return Next::onward;
    }

    /// Everything but falling through. False if the run stops here.
    bool transfer(Flow flow, const DecodedOp& op, const Context& context, u32& pc) {
        switch (flow) {
            case Flow::branch:
                take(branch_target(op, pc), pc);
                return true;
            case Flow::jump:
                take(context.jump_address, pc);
                return true;
            case Flow::jump_now:
                pc = context.jump_address;
                return true;
            case Flow::syscall:
                stop_behind_syscall(pc);
                return false;
            case Flow::next:
            case Flow::leave:
                break;
        }
        m_stop.reason = StopReason::exception;
        m_stop.pc = pc;
        m_machine.cpu.pc = pc;
        return false;
    }

    static u32 branch_target(const DecodedOp& op, u32 pc) {
        const isa::InstructionInfo& row = isa::info(static_cast<isa::Op>(op.code));
        const u32 operand = static_cast<u32>(op.imm);
        if (meaning::facts(row.op).is_jump) {
            return ((pc + 4) & 0xf0000000) | (operand & 0x0ffffffc);
        }
        return pc + 4 + operand * 4;
    }

    [[nodiscard]] bool is_delayed() const {
        return KnowsDelay && m_is_delayed;
    }

    void take(u32 target, u32& pc) {
        if (is_delayed()) {
            CpuState& cpu = m_machine.cpu;
            if (cpu.delay_state == DelayState::clear) {
                cpu.delay_target = target;
            }
            cpu.delay_state = DelayState::registered;
            pc += 4;
        } else {
            pc = target;
        }
    }

    /// The end of an instruction: under delayed branching the pending branch comes one step nearer.
    [[gnu::noinline]] u32 settle_branch(u32 pc) {
        CpuState& cpu = m_machine.cpu;
        if (cpu.delay_state == DelayState::triggered) {
            cpu.delay_state = DelayState::clear;
            return cpu.delay_target;
        }
        if (cpu.delay_state == DelayState::registered) {
            cpu.delay_state = DelayState::triggered;
        }
        return pc;
    }

    void stop_behind_syscall(u32 pc) {
        m_stop.reason = StopReason::syscall;
        m_stop.pc = pc;
        m_machine.cpu.pc = pc + 4;
        if (m_machine.cpu.delay_state == DelayState::triggered) {
            m_machine.cpu.delay_state = DelayState::due;
        }
    }

    bool run_from_text(u64 steps) {
        u64 left = steps;
        do {
            u32 pc = m_machine.cpu.pc;
            const bool user = pc - m_user.base < m_user.size;
            const DecodedSegment& block = user ? m_user : m_kernel;
            if (pc - block.base >= block.size || pc % 4 != 0) {
                stop_off_text();
                return true;
            }
            if (!run_block(block, user, pc, left)) {
                return true;
            }
        } while (left > 0);
        return false;
    }

    /// Runs inside one segment until `left` is used up, control leaves the segment, or it stops (false).
    bool run_block(const DecodedSegment& block, bool user, u32 pc, u64& left) {
        // Falling through needs no more than the next op.
        constexpr bool plain = !(Watcher::active && Watcher::has_steps) && !KnowsDelay;
        const DecodedOp* const ops = block.ops.data();
        const auto address_of = [&](const DecodedOp* at) { return block.base + static_cast<u32>(at - ops) * 4; };
        const DecodedOp* op = ops + (pc - block.base) / 4;
        const DecodedOp* last = nullptr;  // the op executed before
        const u64 budget = left;
        u64 remaining = left;
        u64 repeats = is_repeat(pc) ? 1 : 0;
        Next next = Next::onward;
        while (remaining > 0) {
            pc = address_of(op);
            if constexpr (plain) {
                if constexpr (Watcher::active) {
                    m_machine.cpu.pc = pc;
                }
                Context context = context_for(*op, pc);
                const Flow flow = perform(context);
                if (flow == Flow::next && !context.touched_memory) [[likely]] {
                    last = op++;
                    --remaining;
                    continue;
                }
                if (op->code == absent_code) [[unlikely]] {
                    m_stop.exception.kind = ExceptionKind::none;
                    break;
                }
                next = conclude(flow, context, pc);
            } else {
                if (op->code == absent_code) [[unlikely]] {
                    break;
                }
                next = execute(*op, pc, block.slots[op - ops].instruction);
            }
            if (next == Next::nothing) [[unlikely]] {
                break;
            }
            last = op;
            --remaining;
            if (next == Next::done || pc - block.base > block.size || pc % 4 != 0) [[unlikely]] {
                op = nullptr;  // pc says where to
                break;
            }
            op = ops + (pc - block.base) / 4;
            repeats += op == last ? 1 : 0;
        }
        pc = op != nullptr ? address_of(op) : pc;
        if (next == Next::onward) {
            m_machine.cpu.pc = pc;
        }
        // The last transfer's target has not been fetched yet.
        if (last != nullptr && op == last && repeats > 0) {
            --repeats;
        }
        if (last != nullptr) {
            count_steps(budget - remaining, repeats, user, address_of(last));
        }
        left = remaining;
        if (last == nullptr && next == Next::onward) {
            stop_off_text();
            return false;
        }
        return next == Next::onward;
    }

    void stop_off_text() {
        if constexpr (KnowsDelay) {
            m_machine.cpu.delay_state = DelayState::clear;
        }
        stop_at_bad_pc();
    }

    /// With self-modifying code anything may have changed since the last instruction, and data may be run.
    bool run_from_anywhere(u64 steps) {
        for (u64 left = steps; left > 0; --left) {
            u32 pc = m_machine.cpu.pc;
            const DecodedOp op = fetch(pc);
            if (op.code == absent_code) {
                stop_off_text();
                return true;
            }
            const bool user = m_machine.map().text.contains(pc);
            const u64 repeats = user && is_repeat(pc) ? 1 : 0;
            const u32 last = pc;
            m_text_read = no_address;
            const Next next = execute(op, pc, m_fetched.instruction);
            if (next != Next::nothing) {
                count_steps(1, repeats, user, last);
                if (m_machine.map().text.contains(m_text_read)) {
                    count_fetch(m_text_read);
                }
            }
            if (next != Next::onward) {
                return true;
            }
            m_machine.cpu.pc = pc;
        }
        return false;
    }

    DecodedOp fetch(u32 pc) {
        if (m_machine.text().is_fetchable(pc)) {
            const TextSlot* slot = m_machine.text().find(pc);
            m_fetched = slot != nullptr ? *slot : TextSlot{};
            return predecode(m_fetched);
        }
        const Access<u32> word = m_machine.memory().load_word(pc);
        if (!word) {
            return {absent_code, 0, 0, 0, 0};
        }
        m_fetched = decode_at_run_time(word.value, pc);
        return predecode(m_fetched);
    }

    Watcher m_observer;
    bool m_is_delayed;
    DecodedSegment m_user;
    DecodedSegment m_kernel;
    TextSlot m_fetched;  // by run_from_anywhere
    u32 m_text_read = no_address;
};

// The unwatched ones live in checked_core.cpp alone: a copy made elsewhere, by other compiler settings, might be the
// one that the linker keeps (with LTO it ran at two thirds of the speed).
extern template class CheckedCore<Observer, false, false>;
extern template class CheckedCore<Observer, true, false>;
extern template class CheckedCore<Observer, true, true>;

/// A checked core with an observer, for any machine and options.
template <class Watcher>
class WatchedCore {
public:
    WatchedCore(Machine& machine, CoreOptions options, Watcher watcher) {
        if (machine.is_self_modifying()) {
            auto observer = std::make_unique<AnyObserver::ObserverBehind<Watcher>>(std::move(watcher));
            m_observer = &observer->watcher;
            m_core = make_rarely_watched_core(machine, options, AnyObserver(std::move(observer)));
        } else {
            auto core = std::make_unique<CheckedCore<Watcher, true, false>>(machine, std::move(watcher),
                                                                            options.delayed_branching);
            m_observer = &core->observer();
            m_core = std::move(core);
        }
    }

    [[nodiscard]] Core& core() { return *m_core; }
    [[nodiscard]] Watcher& observer() { return *m_observer; }
    /// For those whose watcher is reached otherwise.
    [[nodiscard]] std::unique_ptr<Core> take_core() && { return std::move(m_core); }

private:
    std::unique_ptr<Core> m_core;
    Watcher* m_observer = nullptr;
};

}  // namespace mariner
