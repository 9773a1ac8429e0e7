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

constexpr u32 longest_loop = 60;

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
bool SourceLoop::read(u32 first, u32 last) {
    m_first = first;
    m_last = last;
    for (u32 number = first; number <= last; ++number) {
        const LooseLine line = read_line(m_source->line(number));
        const std::string head = to_lower(line.head);
        const bool is_test = turned_branch(head) != nullptr;
        if (line.empty()) {
            continue;
        }
        const bool is_way_back = number == last && (head == "j" || head == "b");
        if ((is_test && m_test != 0) || isa::find_mnemonic(line.head) == nullptr || head == "jal" || head == "jr" ||
            head == "jalr" || (is_branch_or_jump(head) && !is_test && !is_way_back)) {
            return false;
        }
        m_test = is_test ? number : m_test;
    }
    return m_test != 0;
}

/// What a word of the test is worth when the test is made for the first time.
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
    std::optional<i64> added;
    for (u32 number = m_first; number <= m_last; ++number) {
        const LooseLine line = read_line(m_source->line(number));
        const bool writes =
            !line.operands.empty() && line.operands[0].text == word && writes_first_operand(to_lower(line.head));
        const std::optional<i64> step = writes ? step_of(line) : std::nullopt;
        if (!writes) {
            continue;
        }
        if (constant_of(line) && number < m_test && !value.number && !value.step) {
            value.number = constant_of(line);
            continue;
        }
        if (!step || value.step || value.number) {
            return {};
        }
        value.step = step;
        added = number < m_test ? *step : 0;
    }
    if (!value.number) {
        value.number = number_before(word);
    }
    if (value.number && added) {
        *value.number += *added;
    }
    return value;
}

/// What the lines right above the loop put into a register.
std::optional<i64> SourceLoop::number_before(std::string_view word) const {
    constexpr u32 farthest = 15;
    for (u32 number = m_first - 1; number > 0 && number + farthest >= m_first; --number) {
        const LooseLine line = read_line(m_source->line(number));
        const std::string head = to_lower(line.head);
        const bool writes =
            !line.operands.empty() && line.operands[0].text == word && writes_first_operand(head) && !head.empty();
        if (writes) {
            return constant_of(line);
        }
        const bool is_known = line.empty() || isa::find_mnemonic(line.head) != nullptr;
        if (!is_known || is_branch_or_jump(head) || head == "jr" || head == "jalr" || head == "syscall" ||
            !line.label.empty()) {
            return std::nullopt;
        }
    }
    return std::nullopt;
}

/// `slt $t1, $t0, $t5` right in front of a test of $t1.
std::optional<LooseLine> SourceLoop::comparison() const {
    const LooseLine test = read_line(m_source->line(m_test));
    const std::string head = to_lower(test.head);
    const bool is_of_zero =
        head == "beqz" || head == "bnez" || ((head == "beq" || head == "bne") && is_zero(test.operands[1].text));
    if (!is_of_zero || m_test == m_first) {
        return std::nullopt;
    }
    const LooseLine above = read_line(m_source->line(m_test - 1));
    const std::string maker = to_lower(above.head);
    const bool feeds = (maker == "slt" || maker == "slti") && above.operands.size() == 3 &&
                       above.operands[0].text == test.operands[0].text;
    return feeds ? std::optional(above) : std::nullopt;
}

/// Whether the branch is taken when it is reached first; nothing if nobody knows.
std::optional<bool> SourceLoop::is_taken_first() const {
    const LooseLine test = read_line(m_source->line(m_test));
    std::string head = to_lower(test.head);
    if (const std::optional<LooseLine> slt = comparison()) {
        const TestedValue left = value_of(slt->operands[1].text);
        const TestedValue right = value_of(slt->operands[2].text);
        const bool wants_less = head.starts_with("bn");
        return left.number && right.number && (left.step || right.step)
                   ? std::optional((*left.number < *right.number) == wants_less)
                   : std::nullopt;
    }
    const bool is_short = head.ends_with('z');
    if (test.operands.size() != (is_short ? 2U : 3U)) {
        return std::nullopt;
    }
    head = head.substr(0, 3);
    const TestedValue left = value_of(test.operands[0].text);
    const TestedValue right = is_short ? value_of("$zero") : value_of(test.operands[1].text);
    const bool counts = left.step.has_value() != right.step.has_value();
    if (!counts || !left.is_known || !right.is_known) {
        return std::nullopt;
    }
    if (!left.number || !right.number) {
        return std::nullopt;
    }
    const i64 a = *left.number;
    const i64 b = *right.number;
    return head == "beq"   ? a == b
           : head == "bne" ? a != b
           : head == "blt" ? a < b
           : head == "bge" ? a >= b
           : head == "bgt" ? a > b
                           : a <= b;
}

/// Of two values one steps in every round, and the loop goes on only while they are equal.
bool SourceLoop::needs_equality(bool goes_back) const {
    const LooseLine test = read_line(m_source->line(m_test));
    const std::string head = to_lower(test.head);
    const bool is_short = head.ends_with('z');
    const bool is_equal = head.starts_with("beq");
    if ((!is_equal && !head.starts_with("bne")) || is_equal != goes_back || comparison() ||
        test.operands.size() != (is_short ? 2U : 3U)) {
        return false;
    }
    const TestedValue left = value_of(test.operands[0].text);
    const TestedValue right = is_short ? value_of("$zero") : value_of(test.operands[1].text);
    return left.is_known && right.is_known && left.step.has_value() != right.step.has_value();
}

void DoubtFinder::look_at_loop(const LooseLine& line) {
    const SourceText& source = m_text->files()[m_place.file];
    const Survey::Places* const uses = m_survey->uses(line.label);
    const bool is_loop = uses != nullptr && uses->size() == 1 && uses->front().file == m_place.file &&
                         uses->front().line >= m_place.line && uses->front().line < m_place.line + longest_loop &&
                         m_survey->is_jumped_to(line.label) && !m_survey->is_called(line.label);
    SourceLoop loop(source);
    if (!is_loop || !loop.read(m_place.line, uses->front().line)) {
        return;
    }
    const LooseLine test = read_line(source.line(loop.line()));
    const bool goes_back = loop.line() == uses->front().line;
    const Survey::Places* const target = m_survey->label(test.operands.back().text);
    const bool leads_out = target != nullptr && target->size() == 1 && target->front().file == m_place.file &&
                           target->front().line > uses->front().line;
    const std::optional<bool> is_taken = loop.is_taken_first();
    const bool ends_at_once = is_taken && *is_taken != goes_back;
    if ((!goes_back && !leads_out) || !(ends_at_once || loop.needs_equality(goes_back))) {
        return;
    }
    const TurnedBranch& twin = *turned_branch(to_lower(test.head));
    std::string better;
    if (const std::optional<LooseLine> slt = loop.comparison()) {
        better = std::string(slt->head) == "slt"
                     ? "slt " + std::string(slt->operands[0].text) + ", " + std::string(slt->operands[2].text) + ", " +
                           std::string(slt->operands[1].text)
                     : std::string();
    }
    const std::string_view other = goes_back ? twin.turned : twin.opposite;
    if (better.empty()) {
        better =
            std::string(other) + std::string(test.text.substr(test.head_offset + test.head.size(),
                                                              test.code_end - test.head_offset - test.head.size()));
    }
    const SourceSpot here = m_place;
    m_place.line = loop.line();
    add(test.rest()[0], Slip::loop_once,
        {std::string(line.label), std::string(test.head), ends_at_once ? "the first" : "the second", better}, {});
    m_place = here;
}

}  // namespace mariner::tutor
