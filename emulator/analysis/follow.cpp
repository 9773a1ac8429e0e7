#include "emulator/analysis/follow.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <unordered_map>
#include <vector>

#include "emulator/analysis/run_watch.hpp"
#include "emulator/execute/registers.hpp"
#include "emulator/runtime/explain.hpp"
#include "emulator/runtime/runner.hpp"
#include "emulator/support/text.hpp"
#include "emulator/support/visible.hpp"

namespace mariner {

namespace {

constexpr size_t longest_line = 1000;
constexpr size_t most_ahead = 32;  // writes of one kind that may be missing while the other goes on
constexpr u64 most_silent_steps = 10'000'000;
constexpr size_t shown_instructions = 4;  // before the one that differs

/// An operand as it was before the instruction, and the instruction that had written it last; 0: nobody.
struct KnownOperand {
    u8 id = 0;
    u32 value = 0;
    u32 writer = 0;
};

struct FollowedStep {
    u32 pc = 0;
    std::vector<KnownOperand> read;
};

struct ExpectedWrite {
    RetiredWrite write;
    u32 last_writer = 0;  // of the same place, before
    FollowedStep step;
};

/// What the machine has done and the trace hasn't shown yet, and who wrote what.
class Expectation final : public RetirementListener {
public:
    explicit Expectation(const Machine& machine) : m_machine(machine) {}

    void begin(u32 pc, const isa::Instruction& instruction) override {
        if (m_before.size() > shown_instructions) {
            m_before.pop_front();
        }
        m_before.push_back(pc);
        m_step.pc = pc;
        m_step.read.clear();
        for_each_id(registers_read(instruction), [&](u8 id) {
            if (id != 0 && id < 32) {
                m_step.read.push_back({id, m_machine.cpu.gpr[id], m_register_writers.at(id)});
            }
        });
    }
    void take(const RetiredWrite& write) override {
        u32& writer = write.is_memory ? m_word_writers[write.address] : m_register_writers.at(write.address);
        m_waiting.push_back({write, writer, m_step});
        writer = write.pc;
    }
    [[nodiscard]] bool has_enough() const override { return m_waiting.size() >= m_wanted; }
    void want_one_more() { m_wanted = m_waiting.size() + 1; }

    /// The first write of a kind; null if there is none yet.
    [[nodiscard]] const ExpectedWrite* first(bool is_memory) const {
        const auto found = std::find_if(m_waiting.begin(), m_waiting.end(),
                                        [&](const ExpectedWrite& one) { return one.write.is_memory == is_memory; });
        return found == m_waiting.end() ? nullptr : &*found;
    }
    [[nodiscard]] const ExpectedWrite* first() const { return m_waiting.empty() ? nullptr : &m_waiting.front(); }
    void drop(const ExpectedWrite& seen) {
        m_waiting.erase(
            std::find_if(m_waiting.begin(), m_waiting.end(), [&](const ExpectedWrite& one) { return &one == &seen; }));
    }
    [[nodiscard]] size_t size() const { return m_waiting.size(); }
    /// The instructions executed last, the newest at the end.
    [[nodiscard]] const std::deque<u32>& before() const { return m_before; }

private:
    const Machine& m_machine;
    FollowedStep m_step;
    std::deque<ExpectedWrite> m_waiting;
    size_t m_wanted = 1;
    std::deque<u32> m_before;
    std::array<u32, 32> m_register_writers{};
    std::unordered_map<u32, u32> m_word_writers;
};

/// Lines of any length; of a long one only the beginning.
class TraceLines {
public:
    explicit TraceLines(const TraceSource& source) : m_source(source), m_buffer(size_t{1} << 16) {}

    /// False at the end.
    bool next(std::string& line) {
        line.clear();
        m_is_cut = false;
        for (bool is_any = false;; is_any = true) {
            if (m_at == m_end && !refill()) {
                m_is_cut = is_any;
                m_number += is_any ? 1 : 0;
                return is_any;
            }
            const char c = m_buffer[m_at++];
            if (c == '\n') {
                ++m_number;
                return true;
            }
            if (line.size() < longest_line) {
                line += c;
            }
        }
    }
    [[nodiscard]] u64 number() const { return m_number; }
    /// The line has no end, and may go on where somebody stopped the simulation or its disk was full.
    [[nodiscard]] bool is_cut() const { return m_is_cut; }

private:
    bool refill() {
        m_at = 0;
        m_end = m_source(m_buffer.data(), m_buffer.size());
        return m_end > 0;
    }

    const TraceSource& m_source;
    std::vector<char> m_buffer;
    size_t m_at = 0;
    size_t m_end = 0;
    u64 m_number = 0;
    bool m_is_cut = false;
};

constexpr std::string_view field_separators = " \t\r:,<=";

/// A line from its @ on, without what stands between its fields: both forms begin alike then.
std::string joined_fields(std::string_view line) {
    std::string fields(line.substr(std::min(line.find('@') + 1, line.size())));
    std::erase_if(fields, [](char c) { return field_separators.find(c) != field_separators.npos; });
    return fields;
}

/// The line is right as far as it goes, and doesn't go to the write's end.
bool is_beginning_of(std::string_view line, const RetiredWrite& write) {
    const std::string found = joined_fields(line);
    const std::string whole = joined_fields(retired_text(write));
    return found.size() < whole.size() && whole.starts_with(found);
}

RunWatchOptions watch_options(RetirementListener& listener) {
    RunWatchOptions options;
    options.retired = &listener;
    return options;
}

class Follower {
public:
    Follower(Machine& machine, CoreOptions options, Host& host, const TraceSource& trace)
        : m_machine(machine),
          m_expected(machine),
          m_watch(machine, options, watch_options(m_expected)),
          m_runner(m_watch.core(), host, RunOptions{}),
          m_lines(trace) {}

    FollowedTrace run() {
        std::string line;
        while (m_done.report.empty() && m_lines.next(line)) {
            m_cut_write = m_lines.is_cut() ? begun_write(line) : nullptr;
            if (m_cut_write != nullptr) {
                break;
            }
            const std::optional<TracedWrite> traced = read_traced_write(line);
            const bool counts = traced && (traced->is_unknown || traced->write.is_memory || traced->write.address != 0);
            if (counts) {
                compare(*traced, line);
            }
        }
        if (m_done.report.empty()) {
            compare_end(visible_line(trim(line)));
        }
        return std::move(m_done);
    }

private:
    /// The next write of a kind; null if none comes soon.
    const ExpectedWrite* next_expected(bool is_memory) {
        const ExpectedWrite* expected = m_expected.first(is_memory);
        while (expected == nullptr && m_expected.size() < most_ahead && go_on()) {
            expected = m_expected.first(is_memory);
        }
        return expected;
    }

    /// The write that the line tells of as far as it goes; null if it's another.
    const ExpectedWrite* begun_write(const std::string& line) {
        if (line.find('@') == line.npos && line.find(',') == line.npos) {
            return nullptr;
        }
        const bool is_memory = line.find('*') != line.npos;
        const bool is_either = !is_memory && line.find('$') == line.npos;
        if (is_either && m_expected.first() == nullptr) {
            go_on();
        }
        const ExpectedWrite* const expected = is_either ? m_expected.first() : next_expected(is_memory);
        return expected != nullptr && is_beginning_of(line, expected->write) ? expected : nullptr;
    }

    void compare(const TracedWrite& traced, const std::string& line) {
        const ExpectedWrite* const expected = next_expected(traced.write.is_memory);
        if (expected != nullptr && !traced.is_unknown && expected->write == traced.write) {
            m_expected.drop(*expected);
            ++m_done.agreeing;
            return;
        }
        const std::string_view from_at = std::string_view(line).substr(std::min(line.find('@'), line.size()));
        const std::string found = visible_line(trim(from_at.empty() ? line : from_at));
        const ExpectedWrite* const blamed = expected != nullptr ? expected : m_expected.first();
        m_done.report =
            "the trace differs in line " + std::to_string(m_lines.number()) + ", behind " +
            with_thousands(m_done.agreeing) + " writes that agree\n" +
            (blamed != nullptr ? difference_text(*blamed, found) : "  found     " + found + "\n" + end_text());
    }

    /// The trace is at its end: so should the program be, or go round without a write.
    void compare_end(const std::string& last_line) {
        if (m_expected.first() == nullptr) {
            go_on();
        }
        const bool is_cut = m_cut_write != nullptr;
        const ExpectedWrite* const next = is_cut ? m_cut_write : m_expected.first();
        if (next != nullptr) {
            const std::string where =
                is_cut ? "is cut within line " + std::to_string(m_lines.number()) + "," : std::string("ends");
            m_done.report = "the trace " + where + " behind " + with_thousands(m_done.agreeing) +
                            " writes, which agree\n" + difference_text(*next, is_cut ? last_line : "nothing");
        }
    }

    /// True if there is one more write to expect.
    bool go_on() {
        const size_t size = m_expected.size();
        m_expected.want_one_more();
        if (m_has_ended) {
            return false;
        }
        m_result = m_runner.run_for(most_silent_steps);
        m_watch.settle();
        m_has_ended = m_result.ending != RunEnding::hook && m_result.ending != RunEnding::paused;
        return m_expected.size() > size;
    }

    [[nodiscard]] std::string end_text() const {
        const std::string why = trouble_of(m_result, m_runner.steps());
        return m_has_ended ? "  expected  nothing: the program has ended" + (why.empty() ? "" : " by " + why) + "\n"
                           : "  expected  nothing: the program goes on without a write\n";
    }
    [[nodiscard]] std::string written_by(u32 writer) const {
        return writer == 0 ? "nobody has written it" : "written last by " + line_text(m_machine.image(), writer);
    }
    [[nodiscard]] std::string difference_text(const ExpectedWrite& expected, const std::string& found) const {
        const ProgramImage& image = m_machine.image();
        std::string text = "  " + line_text(image, expected.write.pc) + "\n  expected  " +
                           retired_text(expected.write) + "\n  found     " + found + "\n";
        for (const KnownOperand& operand : expected.step.read) {
            text += "  it reads  " + std::string(register_name(operand.id)) + " = " + hex32(operand.value) + ", " +
                    written_by(operand.writer) + "\n";
        }
        text += "  before    " + written_by(expected.last_writer) + "\n  on the way\n";
        for (const u32 pc : m_expected.before()) {
            text += "            " + line_text(image, pc) + "\n";
        }
        return text;
    }

    Machine& m_machine;
    Expectation m_expected;
    RunWatch m_watch;
    Runner m_runner;
    TraceLines m_lines;
    RunResult m_result;
    bool m_has_ended = false;
    const ExpectedWrite* m_cut_write = nullptr;  // the trace ends within its line
    FollowedTrace m_done;
};

/// The next piece up to a separator, which goes, too.
std::string_view take_field(std::string_view& text) {
    const size_t begin = std::min(text.find_first_not_of(field_separators), text.size());
    const size_t end = std::min(text.find_first_of(field_separators, begin), text.size());
    const std::string_view field = text.substr(begin, end - begin);
    text.remove_prefix(end);
    return field;
}

std::optional<u32> hex_of(std::string_view digits) {
    digits.remove_prefix(digits.starts_with("0x") ? 2 : 0);
    return parse_digits<u32>(digits, 16);
}

}  // namespace

std::optional<TracedWrite> read_traced_write(std::string_view line) {
    const size_t mark = line.find('@');
    std::string_view rest = mark == line.npos ? line : line.substr(mark + 1);
    const std::string_view pc = take_field(rest);
    std::string_view target = take_field(rest);
    if (target == "$") {
        target = take_field(rest);
    } else if (target.starts_with('$')) {
        target.remove_prefix(1);
    } else if (!target.starts_with('*')) {
        return std::nullopt;
    }
    const std::string_view value = take_field(rest);
    const bool is_memory = target.starts_with('*');
    const std::optional<u32> address = is_memory ? hex_of(target.substr(1)) : parse_digits<u32>(target);
    if (mark == line.npos && !hex_of(pc)) {
        return std::nullopt;
    }
    TracedWrite traced;
    traced.write = {hex_of(pc).value_or(0), address.value_or(0), hex_of(value).value_or(0), is_memory};
    traced.is_unknown = !hex_of(pc) || !address || !hex_of(value) || (!is_memory && *address > 31);
    return traced;
}

FollowedTrace follow_trace(Machine& machine, CoreOptions options, Host& host, const TraceSource& trace) {
    return Follower(machine, options, host, trace).run();
}

}  // namespace mariner
