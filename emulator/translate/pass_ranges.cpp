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
    ValueId test = no_value;  // where it is to stand
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
        for (const auto [access, range] : m_members) {
            m_block.operations[access].is_tested = is_worth_it(m_ranges[range]);
        }
        for (const AccessRange& range : m_ranges) {
            if (is_worth_it(range)) {
                m_block.operations[range.test] = test_of(range);
            }
        }
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
                const ValueId test = room_for_test(at);
                if (test == no_value) {
                    continue;
                }
                const i32 offset = static_cast<i32>(static_cast<u32>(operation.number));
                m_ranges.push_back({operation.a(), operation.bytes, offset, offset, false, test, 0});
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

    /// Before an access, in its instruction and behind its address: where the sum stood that is part of the access by
    /// now. None if there is no such place.
    [[nodiscard]] ValueId room_for_test(ValueId access) const {
        for (ValueId at = access;
             at-- > m_block[access].a() && m_block[at].instruction == m_block[access].instruction;) {
            if (m_block[at].is_removed) {
                return at;
            }
        }
        return no_value;
    }

    Operation test_of(const AccessRange& range) const {
        Operation test;
        test.code = Code::test_range;
        test.type = ValueType::i32;
        test.bytes = range.bytes;
        test.is_written = range.is_written;
        test.operands[0] = range.base;
        test.instruction = m_block[range.test].instruction;
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
    std::vector<AccessRange> m_ranges;
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
