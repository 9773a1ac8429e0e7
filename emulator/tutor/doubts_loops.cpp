// Doubts about loops that never go round: the one test that they have is the wrong way round.

#include <algorithm>
#include <optional>

#include "emulator/isa/mnemonics.hpp"
#include "emulator/support/text.hpp"
#include "emulator/tutor/doubt_finder.hpp"
#include "emulator/tutor/proposal.hpp"
#include "emulator/tutor/source_loop.hpp"

namespace mariner::tutor {

namespace {

struct TurnedBranch {
    std::string_view branch;
    std::string_view opposite;  // taken where the other isn't
    std::string_view turned;    // with the values in each other's place
};
constexpr TurnedBranch turned_branches[] = {
    {"beq", "bne", "bne"},    {"bne", "beq", "beq"},    {"blt", "bge", "bgt"},    {"bge", "blt", "ble"},
    {"bgt", "ble", "blt"},    {"ble", "bgt", "bge"},    {"beqz", "bnez", "bnez"}, {"bnez", "beqz", "beqz"},
    {"bltz", "bgez", "bgtz"}, {"bgez", "bltz", "blez"}, {"bgtz", "blez", "bltz"}, {"blez", "bgtz", "bgez"}};

const TurnedBranch* turned_branch(std::string_view branch) {
    const auto* const found = std::ranges::find(turned_branches, branch, &TurnedBranch::branch);
    return found != std::end(turned_branches) ? found : nullptr;
}

bool is_zero(std::string_view word) {
    return word == "$zero" || word == "$0";
}

/// The number that an instruction puts into its first operand, whatever was there.
std::optional<i64> constant_of(const LooseLine& line) {
    const std::string head = to_lower(line.head);
    const size_t count = line.operands.size();
    if (head == "li" && count == 2) {
        return decode_mars_int(line.operands[1].text);
    }
    const bool is_sum = head.starts_with("add") && count == 3 && is_zero(line.operands[1].text);
    if (is_sum || (head == "move" && count == 2)) {
        const std::string_view last = line.operands[count - 1].text;
        return is_zero(last) ? std::optional<i32>(0) : decode_mars_int(last);
    }
    return std::nullopt;
}

/// `addi $t0, $t0, 4`
std::optional<i64> step_of(const LooseLine& line) {
    const std::string head = to_lower(line.head);
    const bool adds = head == "addi" || head == "addiu" || head == "add" || head == "addu";
    const bool is_step = (adds || head == "subi" || head == "sub") && line.operands.size() == 3 &&
                         line.operands[0].text == line.operands[1].text;
    const std::optional<i32> number = is_step ? decode_mars_int(line.operands[2].text) : std::nullopt;
    return number && *number != 0 ? std::optional<i64>(adds ? *number : -i64{*number}) : std::nullopt;
}

}  // namespace

/// The lines of a loop with one branch. Nothing if something in it can't be followed.
bool SourceLoop::read(u32 first) {
    const auto begin = std::ranges::lower_bound(*m_lines, first, {}, &NumberedLine::number);
    if (begin == m_lines->end() || begin->number != first) {
        return false;
    }
    m_first = static_cast<size_t>(begin - m_lines->begin());
    bool has_test = false;
    for (size_t at = m_first; at < m_lines->size(); ++at) {
        if (line(at).empty()) {
            continue;
        }
        const std::string head = to_lower(line(at).head);
        const bool is_test = turned_branch(head) != nullptr;
        const bool is_way_back = at + 1 == m_lines->size() && (head == "j" || head == "b");
        if ((is_test && has_test) || head == "jal" || head == "jr" || head == "jalr" ||
            (is_branch_or_jump(head) && !is_test && !is_way_back) || isa::find_mnemonic(line(at).head) == nullptr) {
            return false;
        }
        m_test = is_test ? at : m_test;
        has_test |= is_test;
    }
    return has_test;
}

/// What the loop does to a word of its test.
SourceLoop::TestedValue SourceLoop::value_of(std::string_view word) const {
    TestedValue value;
    if (is_zero(word) || !word.starts_with('$')) {
        value.number = is_zero(word) ? std::optional<i32>(0) : decode_mars_int(word);
        value.is_known = value.number.has_value();
        return value;
    }
    if (word == "$v0") {
        return {};  // system calls write it
    }
    value.is_known = true;
    for (size_t at = m_first; at < m_lines->size(); ++at) {
        const LooseLine& one = line(at);
        if (one.operands.empty() || one.operands[0].text != word || !writes_first_operand(to_lower(one.head))) {
            continue;
        }
        if (at < m_test && !value.number && !value.step && constant_of(one)) {
            value.number = constant_of(one);
            continue;
        }
        const std::optional<i64> step = step_of(one);
        if (!step || value.step || value.number) {
            return {};
        }
        value.step = step;
        value.added = at < m_test ? *step : 0;
    }
    return value;
}

/// What a word is worth when the test is made for the first time.
std::optional<i64> SourceLoop::number_of(const TestedValue& value, std::string_view word) const {
    const std::optional<i64> number = value.number ? value.number : number_before(word);
    return number ? std::optional(*number + value.added) : std::nullopt;
}

/// What the lines right above the loop put into a register.
std::optional<i64> SourceLoop::number_before(std::string_view word) const {
    constexpr size_t farthest = 15;
    for (size_t at = m_first; at-- > 0 && at + farthest >= m_first;) {
        const LooseLine& one = line(at);
        const std::string head = to_lower(one.head);
        if (!one.operands.empty() && one.operands[0].text == word && writes_first_operand(head)) {
            return constant_of(one);
        }
        const bool is_known = one.empty() || isa::find_mnemonic(one.head) != nullptr;
        if (!is_known || is_branch_or_jump(head) || head == "jr" || head == "jalr" || head == "syscall" ||
            !one.label.empty()) {
            return std::nullopt;
        }
    }
    return std::nullopt;
}

/// `slt $t1, $t0, $t5` right in front of a test of $t1.
const LooseLine* SourceLoop::comparison() const {
    const LooseLine& branch = test().line;
    const std::string head = to_lower(branch.head);
    const bool is_of_zero =
        head == "beqz" || head == "bnez" ||
        ((head == "beq" || head == "bne") && branch.operands.size() == 3 && is_zero(branch.operands[1].text));
    if (!is_of_zero || m_test == m_first || branch.operands.empty()) {
        return nullptr;
    }
    const LooseLine& above = line(m_test - 1);
    const std::string maker = to_lower(above.head);
    const bool feeds = (maker == "slt" || maker == "slti") && above.operands.size() == 3 &&
                       above.operands[0].text == branch.operands[0].text;
    return feeds ? &above : nullptr;
}

/// The two values of the test, one of which may be 0.
std::optional<SourceLoop::TestedPair> SourceLoop::compared() const {
    const LooseLine& branch = test().line;
    const LooseLine* const slt = comparison();
    const bool is_short = slt == nullptr && to_lower(branch.head).ends_with('z');
    if (slt == nullptr && branch.operands.size() != (is_short ? 2U : 3U)) {
        return std::nullopt;
    }
    TestedPair pair;
    pair.left_word = slt != nullptr ? slt->operands[1].text : branch.operands[0].text;
    pair.right_word = slt != nullptr ? slt->operands[2].text : is_short ? "$zero" : branch.operands[1].text;
    pair.left = value_of(pair.left_word);
    if (!pair.left.is_known) {
        return std::nullopt;
    }
    pair.right = value_of(pair.right_word);
    return pair.right.is_known && pair.counts() ? std::optional(pair) : std::nullopt;
}

/// Whether the branch is taken when it is reached first; nothing if nobody knows.
std::optional<bool> SourceLoop::is_taken_first() const {
    const std::optional<TestedPair> pair = compared();
    const std::optional<i64> left = pair ? number_of(pair->left, pair->left_word) : std::nullopt;
    const std::optional<i64> right = left ? number_of(pair->right, pair->right_word) : std::nullopt;
    if (!right) {
        return std::nullopt;
    }
    const std::string head = to_lower(test().line.head).substr(0, 3);
    return comparison() != nullptr ? (*left < *right) == head.starts_with("bn")
           : head == "beq"         ? *left == *right
           : head == "bne"         ? *left != *right
           : head == "blt"         ? *left < *right
           : head == "bge"         ? *left >= *right
           : head == "bgt"         ? *left > *right
                                   : *left <= *right;
}

/// Of two values one steps in every round, and the loop goes on only while they are equal.
bool SourceLoop::needs_equality() const {
    const std::string head = to_lower(test().line.head);
    const bool is_equal = head.starts_with("beq");
    return (is_equal || head.starts_with("bne")) && is_equal == goes_back() && comparison() == nullptr && compared();
}

void DoubtFinder::look_at_loop(std::string_view label, u32 first) {
    const Survey::Places* const uses = m_survey->uses(label);
    SourceLoop loop(m_recent);
    if (uses == nullptr || uses->size() != 1 || m_survey->is_called(label) || !loop.read(first)) {
        return;
    }
    const LooseLine& test = loop.test().line;
    const Survey::Places* const target = m_survey->label(test.operands.back().text);
    const bool leads_out = target != nullptr && target->size() == 1 && target->front().file == m_place.file &&
                           target->front().line > m_place.line;
    const std::optional<bool> is_taken = loop.goes_back() || leads_out ? loop.is_taken_first() : std::optional<bool>();
    const bool ends_at_once = is_taken && *is_taken != loop.goes_back();
    if ((!loop.goes_back() && !leads_out) || !(ends_at_once || loop.needs_equality())) {
        return;
    }
    const TurnedBranch& branch = *turned_branch(to_lower(test.head));
    const LooseLine* const slt = loop.comparison();
    const u32 behind_head = test.head_offset + static_cast<u32>(test.head.size());
    const std::string better = slt != nullptr && to_lower(slt->head) == "slt"
                                   ? "slt " + std::string(slt->operands[0].text) + ", " +
                                         std::string(slt->operands[2].text) + ", " + std::string(slt->operands[1].text)
                                   : std::string(loop.goes_back() ? branch.turned : branch.opposite) +
                                         std::string(test.text.substr(behind_head, test.code_end - behind_head));
    const SourceSpot here = m_place;
    m_place.line = loop.test().number;
    add(test.rest()[0], Slip::loop_once,
        {std::string(label), std::string(test.head), ends_at_once ? "the first" : "the second", better}, {});
    m_place = here;
}

}  // namespace mariner::tutor
