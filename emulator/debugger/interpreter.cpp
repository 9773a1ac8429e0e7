// Commands as such: finding and completing them, motions and what they report. What else commands do stands in
// interpreter_points.cpp, interpreter_values.cpp and interpreter_code.cpp.

#include "emulator/debugger/interpreter.hpp"

#include <algorithm>
#include <array>

#include "emulator/debugger/command_table.hpp"
#include "emulator/execute/registers.hpp"
#include "emulator/isa/registers.hpp"
#include "emulator/runtime/explain.hpp"
#include "emulator/support/sort_unique.hpp"
#include "emulator/support/text.hpp"
#include "emulator/syscalls/syscall.hpp"

namespace mariner::debugger {

namespace {

struct MotionOf {
    std::string_view name;  // without "reverse-"
    Motion motion;
};
constexpr auto motions = std::to_array<MotionOf>({
    {"continue", Motion::resume},
    {"step", Motion::line},
    {"next", Motion::line_over},
    {"stepi", Motion::instruction},
    {"nexti", Motion::instruction_over},
    {"finish", Motion::out},
    {"to-syscall", Motion::to_syscall},
    {"to-input", Motion::to_input},
});

constexpr std::string_view reverse = "reverse-";

Direction direction_of(std::string_view name) {
    return name.starts_with(reverse) ? Direction::backward : Direction::forward;
}

size_t word_length(std::string_view line) {
    return std::min(line.find_first_of(" \t/"), line.size());
}

}  // namespace

Interpreter::Interpreter(Session& session, const ProfileSources& sources, FrontEnd& front_end)
    : m_session(session),
      m_sources(sources),
      m_front_end(front_end),
      m_doubles(doubles_of(session.image())),
      m_before(session.machine().cpu) {}

Result<void> Interpreter::execute(std::string_view line) {
    line = trim(line);
    m_is_repeatable = false;
    if (line.empty() || line.front() == '#') {
        return {};
    }
    const Result<std::string> own = CommandTable::in_own_words(line);
    if (!own) {
        return own.error();
    }
    const std::string_view word = std::string_view(*own).substr(0, word_length(*own));
    const Result<const CommandTable::CommandRow*> row = CommandTable::find(word);
    if (!row) {
        return row.error();
    }
    const Call call{(*row)->name, trim(std::string_view(*own).substr(word.size()))};
    m_is_repeatable = (*row)->repeats;
    if ((*row)->arguments.empty() && !call.arguments.empty()) {
        return Error{std::string(call.name) + " takes no arguments"};
    }
    return (this->*(*row)->handler)(call);
}

std::vector<std::string> Interpreter::complete(std::string_view line) const {
    const size_t first = std::min(line.find_first_not_of(' '), line.size());
    const bool is_command = line.substr(first).find(' ') == std::string_view::npos;
    const size_t begin = is_command ? first : line.find_last_of(" (*+-,=") + 1;
    const std::string_view word = line.substr(begin);
    std::vector<std::string> found;
    const auto offer = [&](const auto& rows) {
        for (const auto& row : rows) {
            if (row.name.starts_with(word)) {
                found.emplace_back(row.name);
            }
        }
    };
    const std::string_view first_word = line.substr(first, word_length(line.substr(first)));
    const auto row = is_command ? Result<const CommandTable::CommandRow*>(nullptr) : CommandTable::find(first_word);
    if (!row) {
        return found;
    }
    using enum CommandTable::Completes;
    switch (is_command ? command : (*row)->completes) {
        case nothing:
            break;
        case command:
            offer(CommandTable::rows());
            break;
        case topic:
            offer(topics());
            break;
        case part:
            offer(view_parts());
            break;
        case expression:
            offer(isa::register_table());
            [[fallthrough]];
        case place:
            offer(m_session.image().symbols);
    }
    sort_unique(found);
    return found;
}

Result<u64> Interpreter::count_of(std::string_view text) const {
    if (text.empty()) {
        return u64{1};
    }
    const Result<u32> count = integer(text);
    if (!count) {
        return count.error();
    }
    return *count != 0 ? Result<u64>(*count) : Error{"the count must not be 0"};
}

Result<void> Interpreter::move(const Call& call) {
    const Result<u64> count = count_of(call.arguments);
    if (!count) {
        return count.error();
    }
    const Direction direction = direction_of(call.name);
    const std::string_view name = direction == Direction::backward ? call.name.substr(reverse.size()) : call.name;
    const auto* const row = std::ranges::find(motions, name, &MotionOf::name);
    tell(direction, [&] { return m_session.move(row->motion, direction, *count); });
    return {};
}

/// Without a place: to what stands behind this statement, so that a loop is run to its end.
Result<void> Interpreter::run_to(const Call& call) {
    Result<u32> address = text_place(call.arguments);
    if (!address) {
        return address.error();
    }
    if (call.arguments.empty()) {
        address = statement_end(*address);
    }
    const Direction direction = direction_of(call.name);
    tell(direction, [&] { return m_session.run_to(*address, direction); });
    return {};
}

/// `restart`, and `run`, which goes on from there.
Result<void> Interpreter::restart(const Call& call) {
    if (m_session.history_begin() != 0) {
        return Error{"the beginning is not remembered any more (--history gives more memory)"};
    }
    if (m_session.history_end() != 0) {
        m_session.go_to(0);
        m_session.forget_future();
        m_before = m_session.machine().cpu;
        m_printed = {};
    }
    if (call.name == "run") {
        tell(Direction::forward, [this] { return m_session.move(Motion::resume); });
    } else {
        show_position();
    }
    return {};
}

Result<void> Interpreter::go_to(const Call& call) {
    Time time = call.arguments == "end" ? m_session.history_end() : m_session.history_begin();
    if (call.arguments != "start" && call.arguments != "end") {
        std::string digits(call.arguments);
        std::erase(digits, ',');
        const std::optional<Time> step = parse_digits<Time>(digits);
        if (!step) {
            return Error{"goto takes a number of instructions, start or end"};
        }
        time = *step;
    }
    tell(Direction::backward, [this, time] { return m_session.go_to(time); });
    return {};
}

Result<void> Interpreter::where(const Call& /*call*/) {
    print_line(position_text());
    if (m_session.end() != nullptr) {
        print_line(describe_end(*m_session.end()));
    }
    return {};
}

/// What a motion printed is shown where it went through each moment once: forward.
void Interpreter::tell(Direction direction, const std::function<StopReport()>& motion) {
    (void)m_session.take_printed();
    m_before = m_session.machine().cpu;
    const StopReport report = motion();
    m_printed = m_session.take_printed();
    if (direction == Direction::backward) {
        m_printed = {};
    }
    if (std::string text = describe_stop(report); !text.empty()) {
        print_line(std::move(text));
    }
    if (std::string notes = m_session.take_notes(); !notes.empty()) {
        print_line(std::move(notes));
    }
    if (report.why != Why::ended) {
        show_position();
    }
}

std::string Interpreter::describe_stop(const StopReport& report) const {
    const u32 service = m_session.machine().cpu.gpr[reg::v0];
    const auto service_text = [&] {
        const SyscallInfo* const row = find_syscall(service);
        return "system call " + std::to_string(service) +
               (row != nullptr ? " (" + std::string(row->name) + ")" : std::string(", which does not exist"));
    };
    switch (report.why) {
        case Why::stepped:
            return {};
        case Why::breakpoint:
            return "breakpoint " + std::to_string(report.id);
        case Why::watchpoint:
            return "watchpoint " + std::to_string(report.id) + ": " + describe_touch(report.touch);
        case Why::system_call:
            return service_text();
        case Why::input:
            return "the program is about to read: " + service_text();
        case Why::interrupted:
            return "interrupted";
        case Why::ended:
            return describe_end(report.end);
        case Why::limit:
            return "stopped: the limit of " + with_thousands(report.time) + " instructions is reached";
        case Why::history_begin:
            return m_session.history_begin() == 0 ? "this is the beginning"
                                                  : "nothing earlier is remembered (--history gives more memory)";
        case Why::nowhere:
            break;
    }
    return report.message;
}

std::string Interpreter::describe_touch(const Touch& touch) const {
    const std::string name = name_of(touch.place);
    const auto number = [size = touch.place.size](u64 value) {
        if (size > 4) {
            return std::to_string(value);
        }
        const std::string digits = hex32(static_cast<u32>(value)).substr(2 + 8 - 2 * size);
        return std::to_string(static_cast<i32>(value)) + " (0x" + digits + ")";
    };
    if (!touch.is_write) {
        return name + " is read, " + number(touch.new_value) + ", by " + place_text(touch.pc);
    }
    return name + ": " + number(touch.old_value) + " -> " + number(touch.new_value) + " by " + place_text(touch.pc);
}

std::string Interpreter::describe_end(const RunResult& end) const {
    const std::string report = explain(m_session.machine(), end, m_session.time());
    const std::string steps = " after " + with_thousands(m_session.time()) + " instructions";
    if (!report.empty()) {
        return std::string(trim(report)) + "\nthe program has ended" + steps;
    }
    return end.ending == RunEnding::exited ? "the program has ended: exit code " + std::to_string(end.exit_code) + steps
                                           : "the program has ended: it dropped off its last instruction" + steps;
}

Result<void> Interpreter::help(const Call& call) {
    if (call.arguments.empty()) {
        print(CommandTable::overview());
        return {};
    }
    if (const std::string group = CommandTable::group_help(call.arguments); !group.empty()) {
        print(group);
        return {};
    }
    const Result<std::string> own = CommandTable::in_own_words(call.arguments);
    if (!own) {
        print_line(own.error().message);
        return {};
    }
    const Result<const CommandTable::CommandRow*> row =
        CommandTable::find(std::string_view(*own).substr(0, word_length(*own)));
    if (!row) {
        return row.error();
    }
    const std::string foreign = *own != call.arguments ? std::string(call.arguments) + " is " + *own + "\n" : "";
    std::string text = foreign + std::string((*row)->name) + " " + std::string((*row)->arguments);
    if (!(*row)->short_name.empty()) {
        text += "   (" + std::string((*row)->short_name) + ")";
    }
    print_line(text + "\n  " + std::string((*row)->help) + ((*row)->name == "view" ? view_help() : ""));
    return {};
}

Result<void> Interpreter::echo(const Call& call) {
    print_line(std::string(call.arguments));
    return {};
}

Result<void> Interpreter::check(const Call& call) {
    const Result<Expression> expression = Expression::parse(call.arguments, m_session.image());
    if (!expression) {
        return expression.error();
    }
    if (const Result<ExpressionValue> value = expression->evaluate(m_session.machine()); !value) {
        return value.error();
    }
    return expression->is_true(m_session.machine()) ? Result<void>()
                                                    : Error{"this does not hold: " + std::string(call.arguments)};
}

Result<void> Interpreter::input(const Call& call) {
    m_front_end.add_input(std::string(call.arguments) + "\n");
    return {};
}

Result<void> Interpreter::picture(const Call& call) {
    const Result<std::string> shown = m_front_end.show_picture(std::string(call.arguments));
    if (!shown) {
        return shown.error();
    }
    m_front_end.draw(*shown);
    return {};
}

Result<void> Interpreter::quit(const Call& /*call*/) {
    m_is_over = true;
    return {};
}

}  // namespace mariner::debugger
