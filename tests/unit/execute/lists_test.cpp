// The recorded micro-operations of every row mean what its body does: both are performed on random states, the list by
// a plain evaluator that shares nothing with the contexts. And the comparison sees it if any one of them is wrong.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "emulator/execute/checked_context.hpp"
#include "emulator/isa/disassemble.hpp"
#include "emulator/machine/machine.hpp"
#include "emulator/meaning/evaluator.hpp"
#include "emulator/meaning/facts.hpp"
#include "tests/unit/execute/random_program.hpp"

namespace mariner {
namespace {

using meaning::RegisterPlace;

constexpr u32 pc = 0x00400000;

/// What one instruction leaves behind, beside memory.
struct LeftBehind {
    CpuState cpu;
    Flow flow{};
    u32 jump_address = 0;
    ExceptionKind kind{};
    u32 value = 0;
    friend bool operator==(const LeftBehind&, const LeftBehind&) = default;
};

/// A machine's registers and memory as the evaluator wants them.
class ListWorld {
public:
    ListWorld(const DecodedOp& op, Machine& machine) : m_op(op), m_machine(machine), m_cpu(machine.cpu) {}

    [[nodiscard]] u64 get(RegisterPlace place) {
        switch (place) {
            case RegisterPlace::pd:
            case RegisterPlace::ps:
            case RegisterPlace::pt: {
                const u32* const low = float_place(place);
                return u64{low[1]} << 32 | low[0];
            }
            case RegisterPlace::flag_read:
                return m_cpu.condition_flags >> m_op.rt & 1;
            default: {
                const u32* const found = word_place(place);
                return found != nullptr ? *found : 0;
            }
        }
    }
    void set(RegisterPlace place, u64 value) {
        const u32 low = static_cast<u32>(value);
        switch (place) {
            case RegisterPlace::pd:
            case RegisterPlace::ps:
            case RegisterPlace::pt:
                float_place(place)[0] = low;
                float_place(place)[1] = static_cast<u32>(value >> 32);
                return;
            case RegisterPlace::flag_written:
                if (m_op.rd < 8) {
                    m_cpu.condition_flags = (m_cpu.condition_flags & ~(1U << m_op.rd)) | low << m_op.rd;
                }
                return;
            default:
                if (u32* const found = word_place(place); found != nullptr && found != m_cpu.gpr.data()) {
                    *found = low;
                }
        }
    }
    [[nodiscard]] u32 immediate() const { return static_cast<u32>(m_op.imm); }
    [[nodiscard]] static u32 link() { return pc + 4; }
    bool load(u32 address, u32 bytes, u64& value) {
        if (bytes == 8) {
            u64 high = 0;
            if (address % 8 != 0) {
                return refuse(ExceptionKind::misaligned_double_load, address);
            }
            const bool done = load(address, 4, value) && load(address + 4, 4, high);
            value |= high << 32;
            return done;
        }
        Memory& memory = m_machine.memory();
        const auto take = [&](auto access) {
            value = access.value;
            return access || refuse(access.fault, address);
        };
        return bytes == 1   ? take(memory.load_byte(address))
               : bytes == 2 ? take(memory.load_half(address))
                            : take(memory.load_word(address));
    }
    bool store(u32 address, u32 bytes, u64 value) {
        const u32 low = static_cast<u32>(value);
        if (bytes == 8) {
            return address % 8 != 0 ? refuse(ExceptionKind::misaligned_double_store, address)
                                    : store(address, 4, low) && store(address + 4, 4, value >> 32);
        }
        Memory& memory = m_machine.memory();
        const ExceptionKind refused = bytes == 1   ? memory.store_byte(address, static_cast<u8>(low))
                                      : bytes == 2 ? memory.store_half(address, static_cast<u16>(low))
                                                   : memory.store_word(address, low);
        return refused == ExceptionKind::none || refuse(refused, address);
    }
    void raise(ExceptionKind kind, u32 value) { refuse(kind, value); }
    void jump(u32 address) { left.jump_address = address; }

    LeftBehind left;

private:
    bool refuse(ExceptionKind kind, u32 value) {
        left.kind = kind;
        left.value = value;
        return false;
    }
    u32* float_place(RegisterPlace place) {
        const bool is_destination = place == RegisterPlace::fd || place == RegisterPlace::pd;
        const bool is_first = place == RegisterPlace::fs || place == RegisterPlace::ps;
        return &m_cpu.fpr[is_destination ? m_op.rd : is_first ? m_op.rs : m_op.rt];
    }
    u32* word_place(RegisterPlace place) {
        switch (place) {
            case RegisterPlace::rd:
                return &m_cpu.gpr[m_op.rd];
            case RegisterPlace::rs:
                return &m_cpu.gpr[m_op.rs];
            case RegisterPlace::rt:
                return &m_cpu.gpr[m_op.rt];
            case RegisterPlace::ra:
                return &m_cpu.gpr[reg::ra];
            case RegisterPlace::hi:
                return &m_cpu.hi;
            case RegisterPlace::lo:
                return &m_cpu.lo;
            case RegisterPlace::c0:
                return m_op.rd == 8    ? &m_cpu.bad_address
                       : m_op.rd == 12 ? &m_cpu.status
                       : m_op.rd == 13 ? &m_cpu.cause
                       : m_op.rd == 14 ? &m_cpu.epc
                                       : nullptr;
            case RegisterPlace::status:
                return &m_cpu.status;
            case RegisterPlace::epc:
                return &m_cpu.epc;
            default:
                return float_place(place);
        }
    }

    const DecodedOp& m_op;
    Machine& m_machine;
    CpuState& m_cpu;
};

template <isa::Op Op>
Flow perform(detail::CheckedContext<Observer>& context) {
    return Body<Op>::run(context);
}
constexpr Flow (*bodies[])(detail::CheckedContext<Observer>&) = {
#define CHAPTER(title)
#define INSN(id, mnemonic, operands, encoding, body, example, doc) perform<isa::Op::id>,
#include "emulator/isa/instructions.inc"
#undef INSN
#undef CHAPTER
};

/// Two machines that stay the same as long as body and list do.
class BodyAndList {
public:
    explicit BodyAndList(isa::Op op)
        : m_op(op), m_random(1000 + static_cast<u64>(op)), m_one(machine()), m_other(machine()) {
        for (const u32 base : {0x10010000U, 0x10011000U, 0x90000000U}) {
            std::vector<u8> bytes(page_size);
            std::ranges::generate(bytes, [&] { return static_cast<u8>(m_random()); });
            m_one->memory().poke(base, bytes);
            m_other->memory().poke(base, bytes);
        }
    }

    /// Whether they left the same behind, from a new random state. `spoiled`: this micro-operation is wrong.
    bool agree(std::optional<size_t> spoiled = {}) {
        choose_state();
        const DecodedOp decoded = predecode({.instruction = instruction, .state = TextState::present});
        const LeftBehind wanted = by_body(decoded);
        const LeftBehind found = by_list(decoded, spoiled);
        const bool is_same_memory = compare_memory();
        return wanted == found && is_same_memory;
    }

    isa::Instruction instruction;

private:
    static std::unique_ptr<Machine> machine() { return std::move(*Machine::create(test::image_of({{}}))); }

    void choose_state() {
        const meaning::Facts& facts = meaning::facts(m_op);
        instruction = test::random_instruction(m_random, m_op, pc, 0, 1);
        if ((facts.reads | facts.writes).meets(meaning::pair_places)) {
            // An odd pair never comes to a list: the checked core does it.
            const bool is_indexed = facts.reads.contains(RegisterPlace::rs);
            instruction.rd &= 0x1e;
            instruction.rs = static_cast<u8>(instruction.rs & (is_indexed ? 0x1f : 0x1e));
            instruction.rt = static_cast<u8>(instruction.rt & (facts.reads.contains(RegisterPlace::rt) ? 0x1f : 0x1e));
        }
        CpuState& cpu = m_one->cpu;
        cpu = {};
        test::fill_with_edges(m_random, cpu);
        cpu.epc = test::edge_value(m_random);
        cpu.condition_flags = test::below(m_random, 256);
        if (facts.touches_memory()) {
            constexpr u32 bases[] = {0x10010010, 0x90000010, 0x10010ff8, 0x00400000, 0xffff0010};
            const u32 chosen = test::below(m_random, 8);
            instruction.imm = static_cast<i32>(test::below(m_random, 17)) - 8;
            cpu.gpr[instruction.rs] = bases[chosen < 5 ? chosen : 0] + test::below(m_random, 8);
        } else if (facts.reads.contains(RegisterPlace::rt) && test::below(m_random, 4) == 0) {
            cpu.gpr[instruction.rt] = cpu.gpr[instruction.rs];
        } else if (facts.reads.contains(RegisterPlace::rs) && test::below(m_random, 4) == 0) {
            cpu.gpr[instruction.rs] = static_cast<u32>(instruction.imm);
        }
        cpu.gpr[reg::zero] = 0;
        m_other->cpu = cpu;
        m_address = cpu.gpr[instruction.rs] + static_cast<u32>(instruction.imm);
    }

    LeftBehind by_body(const DecodedOp& op) {
        Observer observer;
        Exception exception;
        detail::CheckedContext<Observer> context{
            {}, op, m_one->cpu, m_one->memory(), observer, exception, m_one->memory().host(), pc + 4};
        const Flow flow = bodies[static_cast<size_t>(m_op)](context);
        m_one->cpu.gpr[reg::bin] = 0;
        return {m_one->cpu, flow, context.jump_address, exception.kind, exception.value};
    }

    LeftBehind by_list(const DecodedOp& op, std::optional<size_t> spoiled) {
        ListWorld world(op, *m_other);
        const Flow flow = meaning::MicroEvaluator(meaning::micro_operations(m_op), world, spoiled).run();
        m_other->cpu.gpr[reg::bin] = 0;
        world.left.flow = flow;
        world.left.cpu = m_other->cpu;
        return world.left;
    }

    /// Makes it the same, if it isn't.
    bool compare_memory() {
        bool is_same = true;
        if (!meaning::facts(m_op).touches_memory()) {
            return is_same;
        }
        for (u32 at = m_address - 8; at != m_address + 16; ++at) {
            const std::optional<u8> wanted = m_one->memory().peek_byte(at);
            if (wanted != m_other->memory().peek_byte(at)) {
                is_same = false;
                m_other->memory().poke(at, {&*wanted, 1});
            }
        }
        return is_same;
    }

    isa::Op m_op;
    test::Random m_random;
    std::unique_ptr<Machine> m_one;
    std::unique_ptr<Machine> m_other;
    u32 m_address = 0;
};

class RecordedLists : public testing::TestWithParam<size_t> {};

TEST_P(RecordedLists, MeanWhatTheirBodiesDo) {
    const isa::Op op = static_cast<isa::Op>(GetParam());
    BodyAndList pair(op);
    constexpr int tries = 3000;
    for (int i = 0; i < tries; ++i) {
        ASSERT_TRUE(pair.agree()) << isa::mars_text(pair.instruction);
    }
}

/// Micro-operations whose lowest bit nobody can see, and why. (Their numbers may differ between compilers.)
struct Unseen {
    std::string_view row;
    std::string_view step;
    std::string_view reason;
};
constexpr std::string_view sign_only = "only the sign is looked at";
constexpr std::string_view shifted_out = "only higher bytes of the register are stored";
constexpr std::string_view always_loaded = "the lowest byte of the register is always overwritten";
constexpr Unseen unseen[] = {
    {"bgez", "get rs", sign_only},    {"bgezal", "get rs", sign_only}, {"bltz", "get rs", sign_only},
    {"bltzal", "get rs", sign_only},  {"swl", "get rt", shifted_out},  {"swr", "get rt", shifted_out},
    {"lwr", "get rt", always_loaded},
};

bool is_noticed(isa::Op op, size_t spoiled) {
    BodyAndList pair(op);
    constexpr int tries = 2000;
    for (int i = 0; i < tries; ++i) {
        if (!pair.agree(spoiled)) {
            return true;
        }
    }
    return false;
}

TEST_P(RecordedLists, AreNoticedIfOneIsWrong) {
    const isa::Op op = static_cast<isa::Op>(GetParam());
    const meaning::MicroSpan list = meaning::micro_operations(op);
    std::set<const Unseen*> listed;
    for (const Unseen& one : unseen) {
        if (one.row == isa::info(op).id) {
            listed.insert(&one);
        }
    }
    std::set<const Unseen*> found;
    for (size_t i = 0; i < list.size(); ++i) {
        if (is_noticed(op, i)) {
            continue;
        }
        const std::string text = text_of(list, i);
        const auto reason = std::ranges::find_if(
            listed, [&](const Unseen* one) { return text.find(" " + std::string(one->step)) != std::string::npos; });
        EXPECT_NE(reason, listed.end()) << "nobody noticed that this is wrong: " << text;
        found.insert(reason != listed.end() ? *reason : nullptr);
    }
    EXPECT_EQ(found, listed) << "listed, but noticed";
}

INSTANTIATE_TEST_SUITE_P(AllRows, RecordedLists, testing::Range(size_t{0}, isa::op_count),
                         [](const auto& tested) { return std::string(isa::instruction_table[tested.param].id); });

}  // namespace
}  // namespace mariner
