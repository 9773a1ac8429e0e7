#include <algorithm>

#include "emulator/translate/passes.hpp"

namespace mariner::translate {

namespace {

struct AccessRange {
    ValueId base = no_value;  // the value of a register
    u8 bytes = 0;
    i32 least = 0;
    i32 greatest = 0;
    bool is_written = false;
    ValueId first = no_value;
    u32 accesses = 0;
};

bool is_access(Code code) {
    return code == Code::load || code == Code::store;
}

class RangePass {
public:
    RangePass(LoweredBlock& block, PassNotes* notes) : m_block(block), m_notes(notes) {}

    void run() {
        find();
        const auto is_worth_it = [](const AccessRange& range) { return range.accesses > 1; };
        if (std::ranges::none_of(m_ranges, is_worth_it)) {
            return;
        }
        for (const auto [access, range] : m_members) {
            m_block.operations[access].is_tested = is_worth_it(m_ranges[range]);
        }
        std::erase_if(m_ranges, [&](const AccessRange& range) { return !is_worth_it(range); });
        insert_tests();
    }

private:
    void find() {
        for (ValueId at = 0; at < m_block.operations.size(); ++at) {
            const Operation& operation = m_block[at];
            if (operation.is_removed || !is_access(operation.code) || operation.is_tested ||
                operation.guard != no_value || m_block[operation.a()].code != Code::get) {
                continue;
            }
            AccessRange* range = open_range(operation);
            if (range == nullptr) {
                const i32 offset = static_cast<i32>(static_cast<u32>(operation.number));
                m_ranges.push_back({operation.a(), operation.bytes, offset, offset, false, at, 0});
                range = &m_ranges.back();
            }
            range->is_written |= operation.code == Code::store;
            ++range->accesses;
            m_members.push_back({at, static_cast<u32>(range - m_ranges.data())});
        }
    }

    /// The newest of this register and width that can take the access, grown by it.
    AccessRange* open_range(const Operation& access) {
        constexpr i32 longest = 2048;
        const i32 offset = static_cast<i32>(static_cast<u32>(access.number));
        for (size_t i = m_ranges.size(); i-- > 0;) {
            AccessRange& range = m_ranges[i];
            const i32 least = std::min(range.least, offset);
            const i32 greatest = std::max(range.greatest, offset);
            if (range.base == access.a() && range.bytes == access.bytes && (offset - range.least) % access.bytes == 0 &&
                greatest - least < longest) {
                range.least = least;
                range.greatest = greatest;
                return &range;
            }
        }
        return nullptr;
    }

    /// Each test before the first access of its range; all behind it move, from the last on.
    void insert_tests() {
        std::vector<Operation>& operations = m_block.operations;
        size_t from = operations.size();
        operations.resize(from + m_ranges.size());
        for (size_t before = m_ranges.size(); before > 0; --before) {
            const AccessRange& range = m_ranges[before - 1];
            while (from > range.first) {
                --from;
                operations[from + before] = moved(operations[from], before);
            }
            operations[from + before - 1] = moved(test_of(range), before - 1);
        }
    }

    /// `before`: how many tests are inserted before it.
    Operation moved(Operation operation, size_t before) const {
        const auto move = [&](ValueId& value) {
            if (value == no_value) {
                return;
            }
            size_t shift = before;
            while (shift > 0 && m_ranges[shift - 1].first > value) {
                --shift;
            }
            value += static_cast<ValueId>(shift);
        };
        for (ValueId& operand : operation.operands) {
            move(operand);
        }
        move(operation.guard);
        return operation;
    }

    Operation test_of(const AccessRange& range) const {
        Operation test;
        test.code = Code::test_range;
        test.type = ValueType::i32;
        test.bytes = range.bytes;
        test.is_written = range.is_written;
        test.operands[0] = range.base;
        test.instruction = m_block[range.first].instruction;
        test.number = u64{static_cast<u32>(range.greatest - range.least)} << 32 | static_cast<u32>(range.least);
        if (m_notes != nullptr) {
            m_notes->push_back({"ranges", test.instruction,
                                std::to_string(range.accesses) + " accesses from " +
                                    name_of(m_block[range.base].place) + " on are tested once"});
        }
        return test;
    }

    LoweredBlock& m_block;
    PassNotes* m_notes;
    std::vector<AccessRange> m_ranges;  // in the order of their first accesses
    struct RangeMember {
        ValueId access;
        u32 range;
    };
    std::vector<RangeMember> m_members;
};

}  // namespace

void share_range_tests(LoweredBlock& block, PassNotes* notes) {
    if (block.accesses > 1) {
        RangePass(block, notes).run();
    }
}

}  // namespace mariner::translate
