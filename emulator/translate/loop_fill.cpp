#include "emulator/translate/loop_fill.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "emulator/translate/linear_values.hpp"

namespace mariner::translate {

namespace {

constexpr i64 greatest_step = 1 << 16;
constexpr u8 general_count = 33;  // registers, with the one that nobody reads

/// One walk over the operations of a round, and then what is to be said of it, part by part.
class FillSearch {
public:
    explicit FillSearch(const LoweredBlock& block)
        : m_block(block), m_registers(LinearRegisters::at_head()), m_values(block, m_registers) {
        m_fill.steps = static_cast<i32>(block.end - block.first);
    }

    std::optional<LoopFill> run() {
        for (ValueId at = 0; at < m_block.operations.size(); ++at) {
            if (m_block[at].is_removed) {
                continue;
            }
            if (!note(at)) {
                return std::nullopt;
            }
            m_values.perform(at);
        }
        const bool is_fill = find_registers() && find_address() && find_lanes() && find_end();
        return is_fill ? std::optional<LoopFill>(std::move(m_fill)) : std::nullopt;
    }

private:
    /// False if no loop that does this only fills.
    bool note(ValueId at) {
        const Operation& operation = m_block[at];
        if (operation.guard != no_value || is_float_type(result_type(operation))) {
            return false;
        }
        switch (operation.code) {
            case Code::get:
                if (operation.place.kind == GuestKind::gpr && !m_is_set[operation.place.number]) {
                    m_is_read[operation.place.number] = true;
                }
                return true;
            case Code::set:
                m_is_set[operation.place.number] = true;
                return operation.place.kind == GuestKind::gpr;
            case Code::store:
                m_stores.push_back(at);
                return operation.is_tested && operation.type == ValueType::i32;
            case Code::branch_if:
                m_flag = operation.a();
                return true;
            default:
                return only_computes(operation.code);
        }
    }

    static std::optional<LoopWord> exact(const LinearValue& value) {
        const auto is_plain = [](const LoopTerm& term) {
            return term.factor == -1 || std::has_single_bit(static_cast<u32>(term.factor));
        };
        if (!value.is_known || value.low != value.high || !std::ranges::all_of(value.terms, is_plain)) {
            return std::nullopt;
        }
        return LoopWord{value.terms, static_cast<i32>(static_cast<u32>(value.low))};
    }

    /// What a round reads from the one before must grow by a number.
    bool find_registers() {
        for (u8 number = 0; number < general_count; ++number) {
            if (!m_is_set[number] || !m_is_read[number]) {
                continue;
            }
            const std::optional<LoopWord> growth = exact(m_registers.growth(number));
            if (!growth || !growth->sum.empty()) {
                return false;
            }
            if (growth->number != 0) {
                m_fill.registers.push_back({number, growth->number});
            }
        }
        return true;
    }

    [[nodiscard]] i64 growth_of(const LoopSum& sum) const {
        i64 growth = 0;
        for (const LoopTerm& term : sum) {
            for (const LoopFill::Growth& one : m_fill.registers) {
                growth += one.number == term.number ? i64{term.factor} * one.amount : 0;
            }
        }
        return growth;
    }

    /// All stores lie side by side, and fill what the address grows by.
    bool find_address() {
        std::vector<std::pair<i32, ValueId>> places;
        for (const ValueId at : m_stores) {
            const Operation& store = m_block[at];
            const i32 offset = static_cast<i32>(static_cast<u32>(store.number));
            const std::optional<LoopWord> address = exact(m_values[store.a()] + LinearValue::number(offset));
            if (!address || store.bytes != m_block[m_stores.front()].bytes) {
                return false;
            }
            if (places.empty()) {
                m_fill.address.sum = address->sum;
                m_fill.bytes = store.bytes;
            }
            if (address->sum != m_fill.address.sum) {
                return false;
            }
            places.emplace_back(address->number, at);
        }
        if (places.empty()) {
            return false;
        }
        std::ranges::sort(places);
        m_fill.address.number = places.front().first;
        for (size_t i = 0; i < places.size(); ++i) {
            if (i64{places[i].first} - places.front().first != static_cast<i64>(i) * m_fill.bytes) {
                return false;
            }
            m_stores[i] = places[i].second;
        }
        const i64 growth = growth_of(m_fill.address.sum);
        const i64 length = static_cast<i64>(places.size()) * m_fill.bytes;
        m_fill.growth = static_cast<i32>(growth);
        return (growth == length || growth == -length) && length <= fill_width &&
               std::has_single_bit(static_cast<u64>(length));
    }

    /// Different values are put together from words only.
    bool find_lanes() {
        for (const ValueId at : m_stores) {
            const std::optional<LoopWord> value = exact(m_values[m_block[at].b()]);
            if (!value) {
                return false;
            }
            m_fill.lanes.push_back({*value, static_cast<i32>(static_cast<u32>(growth_of(value->sum)))});
        }
        const LoopSum& first = m_fill.lanes.front().value.sum;
        return m_fill.bytes == 4 ||
               std::ranges::all_of(m_fill.lanes, [&](const LoopFill::Lane& lane) { return lane.value.sum == first; });
    }

    bool find_end() {
        bool holds = true;  // what is compared, while the loop goes on
        ValueId flag = m_flag;
        while (flag != no_value && m_block[flag].code == Code::invert) {
            holds = !holds;
            flag = m_block[flag].a();
        }
        if (flag == no_value || m_block[flag].operands[1] == no_value) {
            return false;
        }
        const Operation& comparison = m_block[flag];
        const LinearValue& a = m_values[comparison.a()];
        const LinearValue& b = m_values[comparison.b()];
        switch (comparison.code) {
            case Code::eq:
                return !holds && comparison.type == ValueType::i32 && find_meeting(b + a.times(-1));
            case Code::lt_s:
            case Code::lt_u:
                m_fill.end.measure =
                    comparison.code == Code::lt_s ? FillEnd::Measure::is_signed : FillEnd::Measure::is_unsigned;
                m_fill.end.slack = holds ? 0 : 1;
                return holds ? find_order(a, b) : find_order(b, a);
            default:
                return false;
        }
    }

    /// The loop ends when the difference is 0.
    bool find_meeting(const LinearValue& difference) {
        const i64 growth = exact(difference) ? growth_of(difference.terms) : 0;
        const std::optional<LoopWord> distance = exact(growth < 0 ? difference : difference.times(-1));
        if (growth == 0 || !distance) {
            return false;
        }
        m_fill.end.measure = FillEnd::Measure::word;
        m_fill.end.to = *distance;
        m_fill.end.step = static_cast<i32>(std::min(greatest_step + 1, growth < 0 ? -growth : growth));
        return m_fill.end.step <= greatest_step;
    }

    /// It goes on while `lower` lies below `upper`. They move toward each other, so none wraps round
    /// before.
    bool find_order(const LinearValue& lower, const LinearValue& upper) {
        const std::optional<LoopWord> from = exact(lower);
        const std::optional<LoopWord> to = exact(upper);
        if (!from || !to) {
            return false;
        }
        const i64 up = growth_of(from->sum);
        const i64 down = -growth_of(to->sum);
        if (up < 0 || down < 0 || up + down == 0 || up + down > greatest_step) {
            return false;
        }
        m_fill.end.from = *from;
        m_fill.end.to = *to;
        m_fill.end.step = static_cast<i32>(up + down);
        return true;
    }

    const LoweredBlock& m_block;
    LinearRegisters m_registers;
    LinearBlock m_values;
    std::array<bool, general_count> m_is_set{};
    std::array<bool, general_count> m_is_read{};  // before it is set
    std::vector<ValueId> m_stores;                // at last in the order of their addresses
    ValueId m_flag = no_value;
    LoopFill m_fill;
};

}  // namespace

std::optional<LoopFill> find_fill(const LoweredBlock& block) {
    return FillSearch(block).run();
}

std::string text_of(const LoopFill& fill) {
    return std::to_string(fill_width) + " bytes are stored at once for " + std::to_string(fill.rounds_at_once()) +
           (fill.rounds_at_once() == 1 ? " round" : " rounds");
}

}  // namespace mariner::translate
