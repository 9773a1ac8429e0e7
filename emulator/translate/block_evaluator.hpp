#pragma once
// Performs a lowered block operation by operation, plainly: what backends are held against, and passes.
//
// A World is what it is performed on: u64 get(GuestPlace), void set(GuestPlace, u64), bool load(address, bytes, u64&),
// bool store(address, bytes, u64) (false: refused), bool is_open(address, bytes, count of accesses).

#include <optional>
#include <vector>

#include "emulator/meaning/evaluator.hpp"
#include "emulator/translate/block.hpp"

namespace mariner::translate {

/// How a block was left, or that it came to its end.
struct BlockExit {
    enum class Way : u8 { end, branch, jump, service, step, interpret };
    Way way = Way::end;
    u32 instruction = 0;   // which left; to which a branch goes
    u32 address = 0;       // to which a jump goes
    ExceptionKind kind{};  // of a trap_if or raise
};

template <class World>
class BlockEvaluator {
public:
    using Way = BlockExit::Way;

    BlockEvaluator(const LoweredBlock& block, World& world)
        : m_block(block), m_world(world), m_values(block.operations.size()) {}

    /// From an instruction of the block on, at the beginning of which the world is.
    BlockExit run() {
        for (ValueId at = 0; at < m_values.size(); ++at) {
            const Operation& operation = m_block[at];
            const bool is_skipped = operation.guard != no_value && m_values[operation.guard] == 0;
            if (operation.is_removed || is_skipped) {
                continue;
            }
            if (const std::optional<BlockExit> exit = perform(operation, m_values[at])) {
                return *exit;
            }
        }
        return {Way::end, m_block.end, 0, {}};
    }

private:
    [[nodiscard]] u64 value(ValueId id) const { return id == no_value ? 0 : m_values[id]; }
    static BlockExit left(Way way, const Operation& operation) { return {way, operation.instruction, 0, {}}; }

    std::optional<BlockExit> perform(const Operation& operation, u64& result) {
        const u64 a = value(operation.a());
        const u64 b = value(operation.b());
        const u32 address = static_cast<u32>(a + operation.number);
        const auto unless = [&](bool is_done) {
            return is_done ? std::optional<BlockExit>() : left(Way::step, operation);
        };
        switch (operation.code) {
            case Code::get:
                result = m_world.get(operation.place);
                return {};
            case Code::set:
                m_world.set(operation.place, a);
                return {};
            case Code::constant:
                result = operation.number;
                return {};
            case Code::load:
                return unless(load(operation, address, result));
            case Code::store:
                return unless(m_world.store(address, operation.bytes, b));
            case Code::trap_if:
                return a == 0 ? std::optional<BlockExit>()
                              : BlockExit{Way::step, operation.instruction, 0, operation.kind};
            case Code::raise:
                return BlockExit{Way::step, operation.instruction, 0, operation.kind};
            case Code::branch_if:
                return a == 0 ? std::optional<BlockExit>() : goes_to(operation);
            case Code::branch:
                return goes_to(operation);
            case Code::jump:
            case Code::jump_now:
                return BlockExit{Way::jump, operation.instruction, static_cast<u32>(a), {}};
            case Code::service:
                return left(Way::service, operation);
            case Code::step:
                return left(Way::step, operation);
            case Code::interpret:
                return left(Way::interpret, operation);
            case Code::test_range:
                return m_world.is_open(address, operation.bytes,
                                       static_cast<u32>(operation.number >> 32) / operation.bytes + 1)
                           ? std::optional<BlockExit>()
                           : left(Way::interpret, operation);
            default:
                result = computed(operation, a, b);
                return {};
        }
    }

    static BlockExit goes_to(const Operation& operation) {
        return {Way::branch, static_cast<u32>(operation.number), 0, {}};
    }

    bool load(const Operation& operation, u32 address, u64& result) {
        const bool is_done = m_world.load(address, operation.bytes, result);
        if (is_done && operation.is_signed) {
            const u64 sign = u64{1} << (8 * operation.bytes - 1);
            result = meaning::detail::low32((result ^ sign) - sign);
        }
        return is_done;
    }

    u64 computed(const Operation& operation, u64 a, u64 b) const {
        meaning::Micro micro{static_cast<meaning::MicroCode>(operation.code), operation.type};
        micro.rounding = operation.rounding;
        if (operation.code == Code::select) {
            return a != 0 ? b : value(operation.c());
        }
        if (operation.code == Code::eq && operation.type != ValueType::i32) {
            return meaning::detail::number_of(operation.type, a) == meaning::detail::number_of(operation.type, b) ? 1
                                                                                                                  : 0;
        }
        if (operation.code == Code::eq) {
            return a == b ? 1 : 0;
        }
        return meaning::detail::is_on_floats(micro.code) ? meaning::detail::float_value(micro, a, b)
                                                         : meaning::detail::integer_value(micro, a, b);
    }

    const LoweredBlock& m_block;
    World& m_world;
    std::vector<u64> m_values;
};

}  // namespace mariner::translate
