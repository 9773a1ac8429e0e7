#include "emulator/grader/draft_calls.hpp"

#include <algorithm>
#include <array>

#include "emulator/execute/any_observer.hpp"
#include "emulator/games/line_host.hpp"
#include "emulator/grader/scratch_files.hpp"
#include "emulator/machine/machine.hpp"
#include "emulator/meaning/facts.hpp"
#include "emulator/runtime/routine_call.hpp"
#include "emulator/runtime/runner.hpp"
#include "emulator/support/text.hpp"

namespace mariner::grader {

namespace {

constexpr u64 most_steps_of_call = 300'000;
constexpr size_t most_tried_calls = 300;
constexpr size_t most_cases_of_routine = 4;
constexpr size_t least_cases_of_routine = 2;
constexpr size_t most_lines_typed = 6;
constexpr u32 unlike_anything = 0x10000;  // times the argument's number: no program's data lies there
constexpr u32 is_near_within = 4096;
constexpr u32 data_alignment = 8;

constexpr auto plain_numbers =
    std::to_array<i32>({0, 1, -1, 2, 3, 5, 7, 10, 12, 100, -7, 255, 1000, 2147483647, -2147483647 - 1});
const std::vector<std::vector<i32>>& plain_arrays() {
    static const std::vector<std::vector<i32>> all = {
        {5}, {3, 1, 2}, {1, 2, 3, 4, 5}, {-4, 7, -1, 0, 9, 9}, {2, 2}, {9, 8, 7, 6, 5, 4, 3}, {0, 0, 0}, {100, -100}};
    return all;
}
constexpr auto plain_texts = std::to_array<std::string_view>(
    {"", "a", "abc", "Hello, World", "racecar", "aAbBzZ", "123", "-45", "a b  c", "zyx", "abd"});

enum class ArgumentShape : u8 { number, words, halves, bytes, text, room };

/// What is known of a routine's four arguments.
struct Signature {
    std::array<ArgumentShape, RoutineCall::register_arguments> shapes{};
    size_t count = 0;
    bool returns = false;
};

/// What a routine did with what it was given.
struct SeenCall {
    u32 read_first = 0;  // bits of registers that were read before they were written
    u32 written = 0;
    bool has_result = false;
    bool has_real_result = false;
    bool leads_elsewhere = false;  // it reads or writes beside the data that it was given
    std::optional<size_t> prints;  // the argument that it prints as a text
    std::set<u32> reached;
    struct GivenData {
        u32 begin = 0;
        u32 end = 0;
        u32 smallest = 8;
        bool is_read = false;
        bool is_written = false;
    };
    std::array<GivenData, RoutineCall::register_arguments> areas{};
};

class CallWatcher : public Observer {
public:
    static constexpr bool active = true;
    CallWatcher(const Machine& machine, SeenCall& seen) : m_machine(&machine), m_seen(&seen) {}

    bool before(u32 pc, const isa::Instruction& instruction) {
        leave_branch(pc);
        const meaning::Facts& facts = meaning::facts(instruction.op);
        if (facts.reads.contains(meaning::RegisterPlace::rs)) {
            note_read(instruction.rs);
        }
        if (facts.reads.contains(meaning::RegisterPlace::rt)) {
            note_read(instruction.rt);
        }
        if (facts.calls_system) {
            serve();
        }
        m_branch = facts.is_branch ? pc : 0;
        if (!facts.is_branch) {
            m_seen->reached.insert(pc);
        }
        return false;
    }
    void read(u32 address, u32 size) { touch(address, size, false); }
    void write(u32 address, u32 size, u32 /*value*/) { touch(address, size, true); }
    void set_register(u8 id, u32 /*value*/) {
        m_seen->written |= id < 32 ? 1U << id : 0;
        m_seen->has_result = m_seen->has_result || id == reg::v0;
        m_seen->has_real_result = m_seen->has_real_result || id == register_id::float_base;
    }

private:
    void leave_branch(u32 pc) {
        if (m_branch != 0) {
            m_seen->reached.insert(pc == m_branch + 4 ? m_branch : m_branch + 1);
        }
    }
    void note_read(u8 number) { m_seen->read_first |= (1U << number) & ~m_seen->written; }
    /// What stands in $v0 now is the service's number, and no result.
    void serve() {
        constexpr u32 print_text = 4;
        constexpr std::array<u32, 9> of_a0 = {1, 4, 8, 9, 11, 17, 34, 35, 36};
        const CpuState& cpu = m_machine->cpu;
        const u32 service = cpu.gpr[reg::v0];
        if (std::find(of_a0.begin(), of_a0.end(), service) != of_a0.end()) {
            note_read(reg::a0);
        }
        const u32 text = cpu.gpr[reg::a0];
        const bool is_given =
            text % unlike_anything == 0 && text / unlike_anything - 1 < RoutineCall::register_arguments;
        if (service == print_text && is_given) {
            m_seen->prints = text / unlike_anything - 1;
        }
        m_seen->has_result = false;
    }
    void touch(u32 address, u32 size, bool is_write) {
        u32 first = ~0U;
        u32 last = 0;
        for (SeenCall::GivenData& area : m_seen->areas) {
            if (area.end == 0) {
                continue;
            }
            first = std::min(first, area.begin);
            last = std::max(last, area.end);
            if (address >= area.begin && address < area.end) {
                area.smallest = std::min(area.smallest, size);
                (is_write ? area.is_written : area.is_read) = true;
                return;
            }
        }
        m_seen->leads_elsewhere = m_seen->leads_elsewhere ||
                                  (last != 0 && address + is_near_within >= first && address < last + is_near_within);
    }

    const Machine* m_machine;
    SeenCall* m_seen;
    u32 m_branch = 0;  // the instruction before, if it was one
};

MemoryRule data_of(ArgumentShape shape, const std::vector<i32>& values) {
    MemoryRule rule;
    rule.unit = shape == ArgumentShape::words ? 4 : shape == ArgumentShape::halves ? 2 : 1;
    for (const i32 value : values) {
        for (u32 i = 0; i < rule.unit; ++i) {
            rule.bytes.push_back(static_cast<u8>(static_cast<u32>(value) >> (8 * i)));
        }
    }
    return rule;
}

CallArgument number_argument(i32 value) {
    CallArgument argument;
    argument.value = static_cast<u32>(value);
    return argument;
}

/// The pool's next of this shape.
CallArgument argument_of(ArgumentShape shape, size_t choice) {
    CallArgument argument;
    if (shape == ArgumentShape::number) {
        return number_argument(plain_numbers.at(choice % plain_numbers.size()));
    }
    argument.kind = ArgumentKind::data;
    if (shape == ArgumentShape::text) {
        const std::string_view text = plain_texts.at(choice % plain_texts.size());
        argument.data.is_text = true;
        argument.data.bytes.assign(text.begin(), text.end());
        argument.data.bytes.push_back(0);
    } else if (shape == ArgumentShape::room) {
        argument.data.bytes.assign(room_for_writing, 0);
    } else {
        argument.data = data_of(shape, plain_arrays().at(choice % plain_arrays().size()));
    }
    return argument;
}

size_t elements_of(const CallArgument& argument) {
    const size_t size = argument.data.bytes.size() / argument.data.unit;
    return argument.data.is_text ? size - 1 : size;
}

bool is_plain_text(const std::vector<u8>& bytes) {
    const auto end = std::find(bytes.begin(), bytes.end(), u8{0});
    return end != bytes.end() && end != bytes.begin() &&
           std::all_of(bytes.begin(), end, [](u8 byte) { return byte >= 0x20 && byte < 0x7f; });
}

}  // namespace

bool TriedCall::differs_from(const TriedCall& other) const {
    const auto same_data = [](const CallArgument& a, const CallArgument& b) {
        return a.after.has_value() == b.after.has_value() && (!a.after || a.after->bytes == b.after->bytes);
    };
    return has_returned != other.has_returned || output != other.output || returns != other.returns ||
           returns_real != other.returns_real ||
           !std::equal(arguments.begin(), arguments.end(), other.arguments.begin(), other.arguments.end(), same_data);
}

class RoutineTrial::Caller {
public:
    Caller(const ProgramImage& image, std::unique_ptr<Machine> machine)
        : m_image(image), m_machine(std::move(machine)) {}

    [[nodiscard]] const ProgramImage& image() const { return m_image; }

    TriedCall run(u32 entry, const std::vector<CallArgument>& arguments, const std::string& input, SeenCall& seen) {
        m_machine->reset();
        TriedCall tried;
        tried.arguments = arguments;
        tried.input = input;
        const std::vector<u32> words = place(arguments, seen);
        if (!RoutineCall::begin(*m_machine, entry, words)) {
            return tried;
        }
        CoreOptions core_options;
        core_options.delayed_branching = m_image.delayed_branching;
        const std::unique_ptr<Core> core =
            make_rarely_watched_core(*m_machine, core_options, CallWatcher(*m_machine, seen));
        games::LineHost host(input, 0, {}, DialogStyle::console);
        ScratchFiles files(false);
        RunOptions options;
        options.limits.steps = most_steps_of_call;
        options.limits.output_bytes = 100'000;
        options.limits.heap_bytes = 1'000'000;
        options.file_store = &files;
        Runner runner(*core, host, options);
        const RunResult result = runner.run();
        m_ending = result.ending;
        m_bad_address = m_machine->cpu.bad_address;
        m_bad_pc = result.pc;
        tried.output = host.take_output();
        tried.has_returned = RoutineCall::has_returned(result) && host.input_left() == 0;
        tried.returns = seen.has_result ? std::optional(m_machine->cpu.gpr[reg::v0]) : std::nullopt;
        tried.returns_real =
            seen.has_real_result && !seen.has_result ? std::optional(m_machine->cpu.fpr[0]) : std::nullopt;
        tried.reached.assign(seen.reached.begin(), seen.reached.end());
        note_changes(tried, words);
        return tried;
    }

    /// The same, with as much typed as it asks for.
    TriedCall run_and_type(u32 entry, const std::vector<CallArgument>& arguments, SeenCall& seen) {
        constexpr std::array<std::string_view, 3> lines = {"3\n", "5\n", "0\n"};
        std::string input;
        TriedCall tried = run(entry, arguments, input, seen);
        for (size_t i = 0; i < most_lines_typed && m_ending == RunEnding::end_of_input; ++i) {
            input += lines.at(i % lines.size());
            const auto areas = seen.areas;
            seen = SeenCall{};
            tried = run(entry, arguments, input, seen);
            static_cast<void>(areas);
        }
        return tried;
    }

    /// Calls it with what nobody would take for an address, until no call ends at one.
    Signature signature_of(u32 entry) {
        Signature signature;
        for (size_t tries = 0; tries < 3 * RoutineCall::register_arguments; ++tries) {
            std::vector<CallArgument> arguments;
            for (size_t i = 0; i < signature.shapes.size(); ++i) {
                arguments.push_back(signature.shapes.at(i) == ArgumentShape::number
                                        ? number_argument(static_cast<i32>(unlike_anything * (i + 1)))
                                        : argument_of(signature.shapes.at(i), 2));
            }
            SeenCall seen;
            const TriedCall tried = run_and_type(entry, arguments, seen);
            const std::optional<size_t> pointer = tried.has_returned ? std::nullopt : pointer_in(signature);
            const bool is_refined = refine(signature, seen);
            if (seen.prints && signature.shapes.at(*seen.prints) == ArgumentShape::number) {
                signature.shapes.at(*seen.prints) = ArgumentShape::text;
            } else if (pointer) {
                signature.shapes.at(*pointer) = shape_at(m_bad_pc);
            } else if (!is_refined) {
                break;
            }
        }
        measure(signature, entry);
        return signature;
    }

private:
    std::vector<u32> place(const std::vector<CallArgument>& arguments, SeenCall& seen) {
        std::vector<u32> words;
        for (const CallArgument& argument : arguments) {
            if (argument.kind != ArgumentKind::data) {
                words.push_back(argument.value);
                continue;
            }
            // As the judge does it: on the heap, before the program takes of it.
            const u32 address = (m_machine->heap_pointer + data_alignment - 1) & ~(data_alignment - 1);
            static_cast<void>(m_machine->memory().poke(address, argument.data.bytes));
            const auto end = static_cast<u32>(address + argument.data.bytes.size());
            m_machine->heap_pointer = (end + data_alignment - 1) & ~(data_alignment - 1);
            if (words.size() < seen.areas.size()) {
                seen.areas.at(words.size()).begin = address;
                seen.areas.at(words.size()).end = end;
            }
            words.push_back(address);
        }
        return words;
    }
    void note_changes(TriedCall& tried, const std::vector<u32>& words) const {
        for (size_t i = 0; i < tried.arguments.size(); ++i) {
            CallArgument& argument = tried.arguments[i];
            if (argument.kind != ArgumentKind::data) {
                continue;
            }
            MemoryRule now = argument.data;
            for (size_t j = 0; j < now.bytes.size(); ++j) {
                now.bytes[j] = m_machine->memory().peek_byte(words[i] + static_cast<u32>(j)).value_or(0);
            }
            if (now.bytes == argument.data.bytes) {
                continue;
            }
            now.is_text = now.unit == 1 && is_plain_text(now.bytes);
            if (now.is_text) {
                now.bytes.erase(std::find(now.bytes.begin(), now.bytes.end(), u8{0}) + 1, now.bytes.end());
            }
            argument.after = std::move(now);
        }
    }
    [[nodiscard]] std::optional<size_t> pointer_in(const Signature& signature) const {
        const u64 index = (u64{m_bad_address} + is_near_within) / unlike_anything;
        const bool is_near =
            m_bad_address + is_near_within - index * unlike_anything < u64{is_near_within} + is_near_within;
        const bool is_argument = index >= 1 && index <= signature.shapes.size();
        return is_near && is_argument && signature.shapes.at(index - 1) == ArgumentShape::number
                   ? std::optional(index - 1)
                   : std::nullopt;
    }
    [[nodiscard]] ArgumentShape shape_at(u32 pc) const {
        const TextEntry* const entry = m_image.find_text(pc);
        const meaning::Facts facts = entry != nullptr ? meaning::facts(entry->instruction.op) : meaning::Facts{};
        const u32 size = std::max(facts.loads, facts.stores);
        if (size == 1) {
            return facts.loads != 0 ? ArgumentShape::text : ArgumentShape::room;
        }
        return size == 2 ? ArgumentShape::halves : ArgumentShape::words;
    }
    /// A text that is only written to is room for one.
    static bool refine(Signature& signature, const SeenCall& seen) {
        bool is_other = false;
        for (size_t i = 0; i < signature.shapes.size(); ++i) {
            ArgumentShape& shape = signature.shapes.at(i);
            const SeenCall::GivenData& area = seen.areas.at(i);
            const ArgumentShape before = shape;
            const bool is_room = shape == ArgumentShape::room;
            if (area.is_read && (is_room || (shape == ArgumentShape::words && area.smallest == 1))) {
                shape = ArgumentShape::text;
            }
            is_other = is_other || shape != before;
        }
        return is_other;
    }
    /// How many arguments it takes; whether it ever returns.
    void measure(Signature& signature, u32 entry) {
        for (size_t choice = 0; choice < 6; ++choice) {
            std::vector<CallArgument> arguments;
            for (const ArgumentShape shape : signature.shapes) {
                arguments.push_back(argument_of(shape, choice));
            }
            SeenCall seen;
            signature.returns = run_and_type(entry, arguments, seen).has_returned || signature.returns;
            for (size_t i = 0; i < signature.shapes.size(); ++i) {
                const bool is_read = (seen.read_first >> (reg::a0 + i) & 1U) != 0;
                signature.count = is_read ? std::max(signature.count, i + 1) : signature.count;
            }
        }
    }

    const ProgramImage& m_image;
    std::unique_ptr<Machine> m_machine;
    RunEnding m_ending{};
    u32 m_bad_address = 0;
    u32 m_bad_pc = 0;
};

RoutineTrial::RoutineTrial(std::unique_ptr<Caller> inside) : m_inside(std::move(inside)) {}
RoutineTrial::~RoutineTrial() = default;

Result<std::unique_ptr<RoutineTrial>> RoutineTrial::create(const ProgramImage& image) {
    Result<std::unique_ptr<Machine>> machine = Machine::create(image, {});
    if (!machine) {
        return machine.error();
    }
    return std::unique_ptr<RoutineTrial>(new RoutineTrial(std::make_unique<Caller>(image, std::move(*machine))));
}

std::vector<std::string> RoutineTrial::routines() const {
    const ProgramImage& image = m_inside->image();
    std::vector<std::string> names;
    for (const Symbol& symbol : image.symbols) {
        if (symbol.is_data || image.find_text(symbol.address) == nullptr || symbol.address == image.entry ||
            symbol.name == "main") {
            continue;
        }
        const bool is_called = std::any_of(image.text.begin(), image.text.end(), [&](const TextEntry& one) {
            return one.instruction.op == isa::Op::jal &&
                   ((one.word & 0x03ffffffU) << 2U) == (symbol.address & 0x0fffffffU);
        });
        if (is_called || symbol.is_global) {
            names.push_back(symbol.name);
        }
    }
    return names;
}

TriedCall RoutineTrial::call(const std::string& label, const TriedCall& like) {
    const Symbol* const symbol = m_inside->image().find_symbol(label);
    SeenCall seen;
    std::vector<CallArgument> arguments = like.arguments;
    for (CallArgument& argument : arguments) {
        argument.after.reset();
    }
    return symbol == nullptr ? TriedCall{} : m_inside->run(symbol->address, arguments, like.input, seen);
}

std::vector<TriedCall> RoutineTrial::candidates(const std::string& label, size_t count) {
    std::vector<TriedCall> calls;
    const Symbol* const symbol = m_inside->image().find_symbol(label);
    const Signature signature = symbol != nullptr ? m_inside->signature_of(symbol->address) : Signature{};
    if (!signature.returns) {
        return calls;
    }
    u64 state = 0x9e3779b97f4a7c15;
    const auto random = [&](size_t below) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        return static_cast<size_t>(state >> 33U) % below;
    };
    count = signature.count == 0 ? 1 : count;
    for (size_t i = 0; i < count; ++i) {
        std::vector<CallArgument> arguments;
        std::optional<size_t> length;
        for (size_t j = 0; j < signature.count; ++j) {
            const ArgumentShape shape = signature.shapes.at(j);
            arguments.push_back(argument_of(shape, i < plain_texts.size() ? i + j : random(1000)));
            length =
                shape != ArgumentShape::number && shape != ArgumentShape::room ? elements_of(arguments.back()) : length;
        }
        // A number beside data is mostly how much there is of it.
        for (CallArgument& argument : arguments) {
            if (argument.kind == ArgumentKind::number && length && (i < plain_texts.size() || random(2) == 0)) {
                argument.value = static_cast<u32>(*length);
            }
        }
        SeenCall seen;
        TriedCall tried = m_inside->run_and_type(symbol->address, arguments, seen);
        if (tried.has_returned && !seen.leads_elsewhere) {
            calls.push_back(std::move(tried));
        }
    }
    return calls;
}

RoutineDraft RoutineTrial::draft(const std::string& label) {
    RoutineDraft draft;
    draft.label = label;
    std::vector<TriedCall> calls = candidates(label, most_tried_calls);
    for (const TriedCall& call : calls) {
        draft.reached.insert(call.reached.begin(), call.reached.end());
    }
    std::set<u32> left = draft.reached;
    while (!calls.empty() && draft.calls.size() < most_cases_of_routine &&
           (!left.empty() || draft.calls.size() < least_cases_of_routine)) {
        const auto adds = [&](const TriedCall& call) {
            return std::count_if(call.reached.begin(), call.reached.end(),
                                 [&](u32 place) { return left.contains(place); });
        };
        // Of equals the first that tells something else than the cases so far.
        const auto is_better = [&](const TriedCall& a, const TriedCall& b) {
            const auto is_new = [&](const TriedCall& call) {
                return std::all_of(draft.calls.begin(), draft.calls.end(),
                                   [&](const TriedCall& known) { return call.differs_from(known); });
            };
            return std::pair(adds(a), is_new(a)) < std::pair(adds(b), is_new(b));
        };
        const auto best = std::max_element(calls.begin(), calls.end(), is_better);
        for (const u32 place : best->reached) {
            left.erase(place);
        }
        const std::string text = call_text(label, *best);
        draft.calls.push_back(std::move(*best));
        std::erase_if(calls,
                      [&](const TriedCall& call) { return call.arguments.empty() || call_text(label, call) == text; });
    }
    return draft;
}

}  // namespace mariner::grader
