#include "emulator/grader/pattern.hpp"

#include <algorithm>
#include <utility>

namespace mariner::grader {

namespace {

constexpr size_t longest_replaced_text = size_t{16} << 20;

}  // namespace

/// One search: all ways through the code at once, in the order of their preference (Pike's machine).
class Pattern::Search {
public:
    Search(const Pattern& pattern, std::string_view text, Budget& budget)
        : m_pattern(pattern), m_text(text), m_budget(budget) {
        m_seen.resize(pattern.m_code.size(), 0);
    }

    std::optional<Match> run(size_t from) {
        std::optional<Match> best;
        std::vector<Thread> now;
        std::vector<Thread> next;
        for (size_t at = from; at <= m_text.size(); ++at) {
            if (!best) {
                Match fresh;
                fresh.places.fill(no_place);
                begin_step(now.empty());
                follow(now, {0, fresh}, at);
            }
            if (now.empty() && best) {
                break;
            }
            const u64 cost = now.size() + 1;
            if (m_budget.steps <= cost) {
                m_budget.steps = 0;
                return std::nullopt;
            }
            m_budget.steps -= cost;
            next.clear();
            ++m_step;
            step(now, next, at, best);
            std::swap(now, next);
        }
        return best;
    }

private:
    struct Thread {
        size_t pc = 0;
        Match match;
    };

    /// A thread list that a step() just filled goes on being filled: what it has seen stays seen.
    void begin_step(bool is_empty) { m_step += is_empty ? 1 : 0; }

    void step(const std::vector<Thread>& now, std::vector<Thread>& next, size_t at, std::optional<Match>& best) {
        for (const Thread& thread : now) {
            const Instruction& instruction = m_pattern.m_code[thread.pc];
            if (instruction.kind == Instruction::Kind::match) {
                best = thread.match;
                return;  // what is left is less preferred
            }
            const bool fits = at < m_text.size() && m_pattern.m_sets[static_cast<size_t>(instruction.first)].test(
                                                        static_cast<u8>(m_text[at]));
            if (fits) {
                follow(next, {thread.pc + 1, thread.match}, at + 1);
            }
        }
    }

    /// Everything that can be reached from here without a byte, in order of preference.
    void follow(std::vector<Thread>& list, const Thread& start, size_t at) {
        m_stack.assign(1, start);
        while (!m_stack.empty()) {
            Thread thread = std::move(m_stack.back());
            m_stack.pop_back();
            if (m_seen[thread.pc] == m_step) {
                continue;
            }
            m_seen[thread.pc] = m_step;
            m_budget.steps -= std::min<u64>(m_budget.steps, 1);
            const Instruction& instruction = m_pattern.m_code[thread.pc];
            const auto target = [&](i32 jump) { return static_cast<size_t>(static_cast<i64>(thread.pc) + jump); };
            switch (instruction.kind) {
                case Instruction::Kind::split:
                    m_stack.push_back({target(instruction.second), thread.match});
                    m_stack.push_back({target(instruction.first), thread.match});
                    break;
                case Instruction::Kind::jump:
                    m_stack.push_back({target(instruction.first), thread.match});
                    break;
                case Instruction::Kind::save:
                    thread.match.places.at(static_cast<size_t>(instruction.first)) = at;
                    m_stack.push_back({thread.pc + 1, thread.match});
                    break;
                case Instruction::Kind::assert_:
                    if (holds(instruction.first, at)) {
                        m_stack.push_back({thread.pc + 1, thread.match});
                    }
                    break;
                case Instruction::Kind::bytes:
                case Instruction::Kind::match:
                    list.push_back(std::move(thread));
                    break;
            }
        }
    }

    [[nodiscard]] bool holds(i32 assertion, size_t at) const {
        const bool before = at > 0 && is_pattern_word(static_cast<u8>(m_text[at - 1]));
        const bool after = at < m_text.size() && is_pattern_word(static_cast<u8>(m_text[at]));
        switch (assertion) {
            case line_begin:
                return at == 0 || m_text[at - 1] == '\n';
            case line_end:
                return at == m_text.size() || m_text[at] == '\n';
            case text_begin:
                return at == 0;
            case text_end:
                return at == m_text.size();
            default:
                return (before != after) == (assertion == word_edge);
        }
    }

    const Pattern& m_pattern;
    std::string_view m_text;
    Budget& m_budget;
    u64 m_step = 1;
    std::vector<u64> m_seen;  // by instruction: the step in which it was last reached
    std::vector<Thread> m_stack;
};

std::optional<Pattern::Match> Pattern::find(std::string_view text, size_t from, Budget& budget) const {
    return Search(*this, text, budget).run(from);
}

std::optional<std::string> Pattern::replace_all(std::string_view text, std::string_view replacement,
                                                Budget& budget) const {
    std::string out;
    size_t copied = 0;
    size_t from = 0;
    while (from <= text.size() && budget.steps > 0 && out.size() <= longest_replaced_text) {
        const std::optional<Match> match = find(text, from, budget);
        if (!match) {
            break;
        }
        out += text.substr(copied, match->begin() - copied);
        for (size_t i = 0; i < replacement.size(); ++i) {
            const char next = i + 1 < replacement.size() ? replacement[i + 1] : '\0';
            if (replacement[i] != '$' || (next != '$' && (next < '0' || next > '9'))) {
                out += replacement[i];
                continue;
            }
            ++i;
            const size_t slot = next == '$' ? 0 : 2 * static_cast<size_t>(next - '0');
            if (next == '$') {
                out += '$';
            } else if (match->places.at(slot) != no_place) {
                out += text.substr(match->places.at(slot), match->places.at(slot + 1) - match->places.at(slot));
            }
        }
        copied = match->end();
        from = match->end() > match->begin() ? match->end() : match->end() + 1;
    }
    if (budget.steps == 0 || out.size() > longest_replaced_text) {
        return std::nullopt;
    }
    return out += text.substr(std::min(copied, text.size()));
}

}  // namespace mariner::grader
