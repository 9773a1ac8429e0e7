#include "emulator/grader/case_facts.hpp"

#include <algorithm>

#include "emulator/runtime/routine_call.hpp"
#include "emulator/support/display_word.hpp"
#include "emulator/support/text.hpp"

namespace mariner::grader {

namespace {

constexpr u32 call_area_alignment = 8;
constexpr size_t longest_result_text = 65536;
constexpr size_t most_moments = 10'000;  // of a program that asks again and again without reading

std::optional<u32> address_of(const CaseRun& run, const MemoryRule& rule) {
    if (rule.label.empty()) {
        return static_cast<u32>(rule.offset);
    }
    const Symbol* const symbol = run.machine().image().find_symbol(rule.label);
    return symbol != nullptr ? std::optional(symbol->address + static_cast<u32>(rule.offset)) : std::nullopt;
}

std::vector<u8> read_bytes(const CaseRun& run, u32 address, size_t count) {
    std::vector<u8> bytes(count);
    for (size_t i = 0; i < count; ++i) {
        bytes[i] = run.machine().memory().peek_byte(address + static_cast<u32>(i)).value_or(0);
    }
    return bytes;
}

/// The display's units, as `mariner run` shows them.
std::vector<u32> units_shown(const CaseRun& run, const PictureRule& rule) {
    const size_t count = size_t{rule.columns} * rule.rows;
    const std::span<const u32> unstored = run.unstored_data();
    std::vector<u32> units(count);
    for (size_t i = 0; i < count; ++i) {
        const u32 word = run.machine().memory().peek_word(rule.base + 4 * static_cast<u32>(i)).value_or(0);
        units[i] = shown_colour(word, i < unstored.size() ? unstored[i] : 0);
    }
    return units;
}

tools::ReportValue figure_of(const CaseRun& run, const ToolRule& rule) {
    const std::optional<tools::ToolReport> report = run.tools()->report(rule.tool);
    const tools::ReportPart* const part = report ? report->find(rule.key) : nullptr;
    return part != nullptr ? part->value : tools::ReportValue();
}

/// Room for an argument's data that nothing of the program uses: taken from the heap before the program does.
std::optional<u32> place_data(CaseRun& run, const std::vector<u8>& bytes) {
    Machine& machine = run.machine();
    const u32 address = (machine.heap_pointer + call_area_alignment - 1) & ~(call_area_alignment - 1);
    if (!run.put_memory(address, bytes)) {
        return std::nullopt;
    }
    machine.heap_pointer = address + static_cast<u32>(bytes.size() + call_area_alignment - 1);
    machine.heap_pointer &= ~(call_area_alignment - 1);
    return address;
}

struct PlacedArguments {
    std::vector<u32> words;
    std::vector<u32> addresses;  // as many as the rule has arguments; 0 for plain numbers
};

/// Real numbers go to $f12 and $f14, everything else to the words that the call passes.
std::optional<PlacedArguments> place_arguments(CaseRun& run, const CallRule& rule) {
    PlacedArguments placed;
    size_t reals = 0;
    for (const CallArgument& argument : rule.arguments) {
        placed.addresses.push_back(0);
        if (argument.kind == ArgumentKind::real && reals < 2) {
            run.put_register("$f" + std::to_string(12 + 2 * reals++), argument.value);
        } else if (argument.kind == ArgumentKind::data) {
            const std::optional<u32> address = place_data(run, argument.data.bytes);
            if (!address) {
                return std::nullopt;
            }
            placed.addresses.back() = *address;
            placed.words.push_back(*address);
        } else {
            placed.words.push_back(argument.value);
        }
    }
    return placed;
}

std::string text_at(const Memory& memory, u32 address) {
    std::string text;
    while (text.size() < longest_result_text) {
        const u8 byte = memory.peek_byte(address + static_cast<u32>(text.size())).value_or(0);
        if (byte == 0) {
            break;
        }
        text += static_cast<char>(byte);
    }
    return text;
}

/// Why a case can't be put to a program, and which check says so.
struct Obstacle {
    std::string check;
    std::string sentence;
};

std::optional<Obstacle> prepare(CaseRun& run, const Case& wanted) {
    for (const MemoryRule& rule : wanted.set_memory) {
        const std::optional<u32> address = address_of(run, rule);
        if (!address || !run.put_memory(*address, rule.bytes)) {
            return Obstacle{"memory", address ? "the rubric's data doesn't fit into memory at " + rule.label
                                              : "the program has no label '" + rule.label + "'"};
        }
    }
    for (const RegisterRule& rule : wanted.set_registers) {
        run.put_register(rule.name, rule.value);
    }
    return std::nullopt;
}

std::optional<Obstacle> run_call(CaseRun& run, const Case& wanted, const std::string& input, CallFacts& facts) {
    const CallRule& rule = *wanted.call;
    const Symbol* const routine = run.machine().image().find_symbol(rule.label);
    if (routine == nullptr || routine->is_data) {
        return Obstacle{"routine", "the program has no routine '" + rule.label + "'"};
    }
    if (std::optional<Obstacle> obstacle = prepare(run, wanted)) {
        return obstacle;
    }
    const std::optional<PlacedArguments> placed = place_arguments(run, rule);
    const Result<RoutineCall> call =
        run.begin_call(routine->address, placed ? std::span<const u32>(placed->words) : std::span<const u32>());
    if (!placed || !call) {
        return Obstacle{"routine", "memory has no room for the arguments"};
    }
    run.run(input);
    facts.has_returned = RoutineCall::has_returned(run.result());
    if (facts.has_returned) {
        facts.not_restored = call->finish(run.machine());
    }
    facts.v0 = run.machine().cpu.gpr[reg::v0];
    facts.f0 = run.machine().cpu.fpr[0];
    if (rule.returns_text) {
        facts.text = text_at(run.machine().memory(), facts.v0);
    }
    for (size_t i = 0; i < rule.arguments.size(); ++i) {
        if (const std::optional<MemoryRule>& after = rule.arguments[i].after) {
            facts.after.push_back(read_bytes(run, placed->addresses[i], after->bytes.size()));
        }
    }
    return std::nullopt;
}

/// Notes the board whenever the program asks for input at one of the stations.
void run_watching_board(CaseRun& run, const RunOrder& order, const BoardRule& rule, u32 address,
                        std::vector<BoardMoment>& moments) {
    run.run(order.input, [&](bool asleep, size_t printed) {
        const u64 left = run.host().input_left();
        if (asleep || !std::ranges::binary_search(order.stations, order.input.size() - left)) {
            return;
        }
        const BoardMoment now{left, printed, games::cells_at(run.machine().memory(), address, rule.layout)};
        const bool is_as_before =
            !moments.empty() && moments.back().input_left == left && moments.back().cells == now.cells;
        if (is_as_before) {
            moments.back().printed = printed;
        } else if (moments.size() < most_moments) {
            moments.push_back(now);
        }
    });
}

}  // namespace

RunFacts facts_of(const CaseRun& run, const Case& wanted) {
    RunFacts facts;
    const RunResult& result = run.result();
    facts.ending = result.ending;
    facts.exit_code = result.exit_code;
    facts.steps = run.steps();
    facts.input_left = run.input_left();
    facts.output = run.output();
    facts.trouble = run.trouble();
    if (!facts.trouble.empty()) {
        facts.place = run.place();
    }
    for (const RegisterRule& rule : wanted.expect.registers) {
        facts.registers.push_back(*find_register_place(run.machine().cpu, rule.name));
    }
    for (const MemoryRule& rule : wanted.expect.memory) {
        const std::optional<u32> address = address_of(run, rule);
        facts.memory.push_back({address, address ? read_bytes(run, *address, rule.bytes.size()) : std::vector<u8>{}});
    }
    for (const WrittenFileRule& rule : wanted.expect.files) {
        const std::string* const bytes = run.files().find(rule.name);
        facts.files.push_back(bytes != nullptr ? std::optional(*bytes) : std::nullopt);
    }
    for (const ToolRule& rule : wanted.expect.tools.rules) {
        facts.figures.push_back(figure_of(run, rule));
    }
    if (wanted.expect.picture) {
        facts.units = units_shown(run, *wanted.expect.picture);
    }
    return facts;
}

RunFacts run_case(CaseRun& run, const Case& wanted, const RunOrder& order) {
    std::optional<Obstacle> obstacle;
    std::optional<u32> board;
    std::vector<BoardMoment> moments;
    CallFacts call;
    if (order.again) {
        run.restart(order.watched);
    }
    if (wanted.call) {
        obstacle = run_call(run, wanted, order.input, call);
    } else if (wanted.board) {
        const Symbol* const symbol = run.machine().image().find_symbol(wanted.board->label);
        if (symbol == nullptr) {
            obstacle = Obstacle{"board", "the program has no label '" + wanted.board->label + "'"};
        } else {
            board = symbol->address;
            run_watching_board(run, order, *wanted.board, *board, moments);
        }
    } else if (obstacle = prepare(run, wanted); !obstacle) {
        run.run(order.input);
    }
    RunFacts facts = facts_of(run, wanted);
    if (obstacle) {
        facts.obstacle = std::move(obstacle->sentence);
        facts.obstacle_check = std::move(obstacle->check);
    }
    facts.call = std::move(call);
    facts.moments = std::move(moments);
    if (board) {
        facts.board = board;
        facts.last_cells = games::cells_at(run.machine().memory(), *board, wanted.board->layout);
    }
    return facts;
}

}  // namespace mariner::grader
