#include "emulator/grader/input_search.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>

#include "emulator/analysis/profile.hpp"
#include "emulator/devices/devices.hpp"
#include "emulator/games/line_host.hpp"
#include "emulator/grader/case_devices.hpp"
#include "emulator/grader/scratch_files.hpp"
#include "emulator/meaning/facts.hpp"
#include "emulator/runtime/engine.hpp"
#include "emulator/support/text.hpp"

namespace mariner::grader {

namespace {

constexpr size_t longest_input = 4000;
constexpr size_t most_words = 120;
constexpr size_t longest_repeat = 4;   // lines that come again and again
constexpr size_t longest_filled = 24;  // lines that are made of them
constexpr size_t most_last_lines = 4;  // of those that have ended a run
constexpr size_t smallest_corpus = 20;
constexpr size_t longest_row = 6;  // of one edge value after the other
constexpr size_t longest_typed_line = 300;
constexpr std::string_view typed_signs = "abcxyzABCXYZ0189 .,-+!";
constexpr auto edge_values = std::to_array<std::string_view>(
    {"0", "1", "-1", "2",   "3",     "5",    "7", "10", "100",   "2147483647", "-2147483648", "",
     "a", "y", "n",  "1.5", "hello", "-2.5", "A", "Ab", "HELLO", "abba",       "two words"});

bool is_fine_ending(RunEnding ending) {
    return ending == RunEnding::exited || ending == RunEnding::dropped_off;
}

std::vector<u32> reached_by(const Profile& profile) {
    std::vector<u32> reached;
    for (u32 i = 0; i < profile.text.size(); ++i) {
        const InstructionCount& count = profile.text[i];
        if (count.executed > count.taken) {
            reached.push_back(profile.text_base + 4 * i);
        }
        if (count.taken > 0) {
            reached.push_back(profile.text_base + 4 * i + 1);
        }
    }
    return reached;
}

bool draws_on_display(const Profile& profile) {
    constexpr u32 first_page = 0x10040000 >> 12U;
    const auto page = profile.pages.lower_bound(first_page);
    return page != profile.pages.end() && page->first < first_page + 4 && page->second.writes > 0;
}

/// `li $v0, 4`: says which service is meant.
bool names_service(const TextEntry& entry) {
    const isa::Instruction& instruction = entry.instruction;
    return instruction.rs == 0 && instruction.rt == reg::v0;
}

/// Numbers that the program calculates or compares with, but for addresses and services.
std::set<i32> constants_of(const ProgramImage& program) {
    std::set<i32> constants;
    u32 upper = 0;
    for (const TextEntry& entry : program.text) {
        const std::string_view word = isa::info(entry.instruction.op).mnemonic;
        const u32 low = entry.word & 0xffffU;
        if (names_service(entry) && upper == 0) {
            continue;
        }
        if (word == "lui") {
            upper = low << 16U;
            continue;
        }
        if (word == "ori" && upper != 0) {
            constants.insert(static_cast<i32>(upper | low));
        } else if (word == "addi" || word == "addiu" || word == "slti" || word == "sltiu" || word == "ori" ||
                   word == "xori") {
            constants.insert(static_cast<i16>(low));
        }
        upper = 0;
    }
    std::erase_if(constants, [&](i32 constant) { return program.symbol_at(static_cast<u32>(constant)) != nullptr; });
    return constants;
}

std::vector<std::string> split_lines(const std::string& input) {
    std::vector<std::string> lines;
    for (const std::string_view line : lines_of(input)) {
        lines.emplace_back(line);
    }
    return lines;
}

std::string joined_lines(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) {
        text += line + "\n";
    }
    return text;
}

}  // namespace

class InputTrial::Inside {
public:
    Inside(const ProgramImage& image, const CaseLimits& limits, TrialFolder folder, std::unique_ptr<Machine> machine)
        : m_limits(limits),
          m_folder(std::move(folder)),
          m_devices(make_devices(m_keyboard)),
          m_machine(std::move(machine)) {
        m_core_options.delayed_branching = image.delayed_branching;
        m_core = make_engine(EngineKind::automatic, *m_machine, m_core_options);
    }
    Result<void> attach() { return attach_devices(m_devices, *m_machine); }

    TriedInput run(std::string_view input, bool counted) {
        m_machine->reset();
        std::unique_ptr<ProfiledCore> profiled;
        if (counted) {
            profiled = std::make_unique<ProfiledCore>(*m_machine, m_core_options);
        } else {
            m_core->reset_counts();
        }
        games::LineHost host(input, 0, {}, DialogStyle::console);
        ScratchFiles files(m_folder.is_granted);
        for (const auto& [name, bytes] : m_folder.files) {
            files.put(name, bytes);
        }
        RunOptions options;
        options.limits.steps = m_limits.steps;
        options.limits.output_bytes = m_limits.output_bytes;
        options.limits.heap_bytes = m_limits.heap_bytes;
        options.file_store = &files;
        options.stop = &m_keyboard.stop();
        m_keyboard.begin(host, nullptr, m_limits.output_bytes);
        Runner runner(counted ? profiled->core() : *m_core, host, options);
        const RunResult result = runner.run();
        m_keyboard.end();
        const bool waits =
            result.ending == RunEnding::stopped && m_keyboard.trouble() == CaseDevices::Trouble::no_more_keys;
        TriedInput tried;
        tried.input = input;
        tried.output = host.take_output();
        tried.ending = name_of(result.ending);
        tried.exit_status = result.exit_code;
        tried.says_status = result.ending == RunEnding::exited && m_machine->cpu.gpr[reg::v0] == exit_with_status;
        tried.folder = m_folder;
        tried.refused = files.refused();
        for (const auto& [name, bytes] : files.all()) {
            const auto before = m_folder.files.find(name);
            if (before == m_folder.files.end() || before->second != bytes) {
                tried.written[name] = bytes;
            }
        }
        tried.steps = runner.steps();
        tried.is_fine = is_fine_ending(result.ending);
        tried.wants_more = waits || result.ending == RunEnding::end_of_input;
        if (counted) {
            const Profile profile = profiled->finish();
            tried.reached = reached_by(profile);
            tried.draws = draws_on_display(profile);
        }
        return tried;
    }

private:
    static constexpr u32 exit_with_status = 17;

    CaseLimits m_limits;
    TrialFolder m_folder;
    CoreOptions m_core_options;
    CaseDevices m_keyboard;
    Devices m_devices;  // on the machine, which they outlive
    std::unique_ptr<Machine> m_machine;
    std::unique_ptr<Core> m_core;
};

InputTrial::InputTrial(std::unique_ptr<Inside> inside) : m_inside(std::move(inside)) {}
InputTrial::~InputTrial() = default;

Result<std::unique_ptr<InputTrial>> InputTrial::create(const ProgramImage& image, const CaseLimits& limits,
                                                       TrialFolder folder) {
    Result<std::unique_ptr<Machine>> machine = Machine::create(image, {});
    if (!machine) {
        return machine.error();
    }
    auto inside = std::make_unique<Inside>(image, limits, std::move(folder), std::move(*machine));
    if (Result<void> attached = inside->attach(); !attached) {
        return attached.error();
    }
    return std::unique_ptr<InputTrial>(new InputTrial(std::move(inside)));
}

TriedInput InputTrial::run(std::string_view input, bool counted) {
    return m_inside->run(input, counted);
}

InputMaker::InputMaker(const ProgramImage& program, std::vector<std::string> samples) {
    const std::set<i32> constants = constants_of(program);
    for (const std::string_view edge : edge_values) {
        m_words.emplace_back(edge);
    }
    m_signs = typed_signs;
    for (const i32 constant : constants) {  // letters first: there are few of them, and menus ask for each
        if (constant > ' ' && constant < 0x7f) {
            m_words.emplace_back(1, static_cast<char>(constant));
            m_signs += {static_cast<char>(constant - 1), static_cast<char>(constant), static_cast<char>(constant + 1)};
        }
    }
    std::erase(m_signs, '\x7f');
    for (const i32 constant : constants) {
        for (const i64 near : {i64{constant}, i64{constant} + 1, i64{constant} - 1}) {
            if (m_words.size() < most_words) {
                m_words.push_back(std::to_string(near));
            }
        }
    }
    m_first = std::move(samples);
    m_first.emplace_back();
    for (const std::string& word : m_words) {
        std::string row;
        for (size_t i = 0; i < longest_row; ++i) {
            row += word + "\n";
            if (i == 0 || i + 1 == longest_row) {
                m_first.push_back(row);
            }
        }
    }
}

u32 InputMaker::random(size_t below) {
    m_state = m_state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<u32>((m_state >> 33U) % std::max<size_t>(below, 1));
}

std::string InputMaker::line() {
    if (random(4) != 0) {
        return m_words[random(m_words.size())];
    }
    return std::to_string(static_cast<i32>(random(201)) - 100);
}

void InputMaker::respell(std::string& line) {
    const size_t at = random(line.size() + 1);
    const char sign = m_signs[random(m_signs.size())];
    switch (random(6)) {
        case 0:
            line.insert(at, 1, sign);
            break;
        case 1:
            if (at < line.size()) {
                line[at] = sign;
            }
            break;
        case 2: {
            const std::string lower = to_lower(line);
            const auto to_upper = [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; };
            if (lower == line) {
                std::ranges::transform(line, line.begin(), to_upper);
            } else {
                line = lower;
            }
            break;
        }
        case 3: {
            const std::string mirrored(line.rbegin(), line.rend());
            line += random(2) == 0 ? mirrored : to_lower(mirrored);
            break;
        }
        case 4:
            line.erase(0, at);
            break;
        default:
            while (!line.empty() && line.size() < longest_typed_line / 2) {
                line += line;
            }
    }
    line.resize(std::min(line.size(), longest_typed_line));
}

std::string InputMaker::longer(const std::string& base) {
    return base + line() + "\n";
}

void InputMaker::repeat(std::vector<std::string>& lines) {
    const size_t at = random(lines.size());
    const size_t count = std::min(1 + size_t{random(longest_repeat)}, lines.size() - at);
    const size_t wanted = random(2) == 0 ? lines.size() : longest_filled;
    const std::vector<std::string> again(lines.begin() + static_cast<std::ptrdiff_t>(at),
                                         lines.begin() + static_cast<std::ptrdiff_t>(at + count));
    lines.resize(at);
    while (lines.size() < wanted) {
        lines.push_back(again[(lines.size() - at) % count]);
    }
}

std::string InputMaker::changed(const std::vector<std::string>& corpus) {
    std::vector<std::string> lines = split_lines(corpus[random(corpus.size())]);
    const u32 changes = 1 + random(3);
    for (u32 i = 0; i < changes; ++i) {
        const u32 at = random(lines.size());
        const u32 way = lines.empty() ? 0 : random(8);
        if (way == 0) {
            lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(random(lines.size() + 1)), line());
        } else if (way == 1) {
            lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
        } else if (way == 2) {
            lines[at] = line();
        } else if (way == 7) {
            repeat(lines);
        } else if (way >= 5) {
            respell(lines[at]);
        } else if (way == 3) {
            std::swap(lines[at], lines[random(lines.size())]);
        } else {
            const std::vector<std::string> other = split_lines(corpus[random(corpus.size())]);
            const u32 from = random(other.size());
            lines.resize(at);
            lines.insert(lines.end(), other.begin() + static_cast<std::ptrdiff_t>(std::min<size_t>(from, other.size())),
                         other.end());
        }
    }
    std::string text = joined_lines(lines);
    text.resize(std::min(text.size(), longest_input));
    return text;
}

std::string shrink_input(const std::string& input, const std::function<bool(const std::string&)>& holds) {
    std::vector<std::string> lines = split_lines(input);
    for (size_t piece = std::max<size_t>(lines.size() / 2, 1); piece > 0; piece /= 2) {
        for (size_t at = 0; at + piece <= lines.size();) {
            std::vector<std::string> fewer = lines;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(at),
                        fewer.begin() + static_cast<std::ptrdiff_t>(at + piece));
            if (holds(joined_lines(fewer))) {
                lines = std::move(fewer);
            } else {
                at += piece;
            }
        }
    }
    for (std::string& line : lines) {
        for (const std::string_view plain : {"0", "1", "2"}) {
            const std::string kept = std::exchange(line, std::string(plain));
            if (kept.size() > plain.size() && holds(joined_lines(lines))) {
                break;
            }
            line = kept;
        }
        for (size_t piece = line.size() / 2; piece > line.size() / 32 && piece > 0; piece /= 2) {
            const std::string kept = line;
            line.resize(line.size() - piece);
            if (!holds(joined_lines(lines))) {
                line = kept;
            }
        }
    }
    return joined_lines(lines);
}

namespace {

/// The search itself: what has reached something new is kept, and changed further.
class InputSearch {
public:
    InputSearch(InputTrial& trial, InputMaker maker, const InputSearchLimits& limits)
        : m_trial(trial), m_maker(std::move(maker)), m_limits(limits), m_most_runs(limits.runs) {}

    void begin() {
        for (const std::string& input : m_maker.first()) {
            follow(input);
        }
    }
    void go_on(size_t runs) {
        m_most_runs += runs;
        while (!is_over() && !m_corpus.empty()) {
            follow(m_maker.changed(m_corpus));
        }
    }
    FoundInputs finish() {
        propose();
        m_found.runs = m_runs;
        return std::move(m_found);
    }
    [[nodiscard]] const std::set<u32>& reached() const { return m_reached; }
    /// A file that it wanted.
    [[nodiscard]] bool was_refused() const { return !m_found.refused.empty(); }

private:
    [[nodiscard]] bool is_over() const { return m_runs >= m_most_runs || m_steps >= m_limits.steps; }

    /// As long as it asks for more and gets somewhere, it gets more: also what has ended other runs, so that what was
    /// reached counts.
    void follow(std::string input) {
        while (tried(input)) {
            const std::set<std::string> last_lines = m_last_lines;
            for (const std::string& last : last_lines) {
                tried(input + last);
            }
            input = m_maker.longer(input);
        }
    }
    void note_last_line(const std::string& input) {
        if (!input.empty() && m_last_lines.size() < most_last_lines) {
            const size_t before = input.size() < 2 ? std::string::npos : input.rfind('\n', input.size() - 2);
            m_last_lines.insert(input.substr(before == std::string::npos ? 0 : before + 1));
        }
    }
    bool tried(const std::string& input) {
        if (is_over() || !m_known.insert(input).second) {
            return false;
        }
        TriedInput one = m_trial.run(input, true);
        ++m_runs;
        m_steps += one.steps + 1000;
        m_found.refused.insert(one.refused.begin(), one.refused.end());
        std::set<u32>& seen = one.is_fine ? m_reached : m_reached_badly;
        bool is_new = false;
        for (const u32 place : one.reached) {
            is_new = seen.insert(place).second || is_new;
        }
        const bool goes_on = one.wants_more && (is_new || m_corpus.size() < smallest_corpus);
        if (is_new || goes_on) {
            m_corpus.push_back(input);
        }
        if (one.is_fine && is_new) {
            note_last_line(input);
            m_good.push_back(std::move(one));
        } else if (!one.is_fine && !one.wants_more && m_ways.insert(one.ending).second) {
            m_found.bad.push_back(std::move(one));
        }
        return goes_on;
    }

    /// Those that together reach everything, the ones that add most first; each as short as it can be.
    void propose() {
        std::set<u32> left = m_reached;
        while (!left.empty() && m_found.proposed.size() < m_limits.inputs) {
            size_t best = 0;
            size_t most = 0;
            for (size_t i = 0; i < m_good.size(); ++i) {
                const auto adds = static_cast<size_t>(std::count_if(m_good[i].reached.begin(), m_good[i].reached.end(),
                                                                    [&](u32 place) { return left.contains(place); }));
                const bool is_better =
                    adds > most || (adds == most && adds != 0 && m_good[i].input.size() < m_good[best].input.size());
                best = is_better ? i : best;
                most = std::max(most, adds);
            }
            if (most == 0) {
                break;
            }
            std::vector<u32> wanted;
            for (const u32 place : m_good[best].reached) {
                if (left.erase(place) != 0) {
                    wanted.push_back(place);
                }
            }
            m_found.proposed.push_back(shrunk(m_good[best].input, wanted));
        }
    }
    TriedInput shrunk(const std::string& input, const std::vector<u32>& wanted) {
        TriedInput best = m_trial.run(input, true);
        shrink_input(input, [&](const std::string& shorter) {
            TriedInput one = m_trial.run(shorter, true);
            const bool holds =
                one.is_fine && std::includes(one.reached.begin(), one.reached.end(), wanted.begin(), wanted.end());
            if (holds) {
                best = std::move(one);
            }
            return holds;
        });
        return best;
    }

    InputTrial& m_trial;
    InputMaker m_maker;
    const InputSearchLimits& m_limits;
    std::set<std::string> m_known;
    std::vector<std::string> m_corpus;
    std::vector<TriedInput> m_good;
    std::set<u32> m_reached;
    std::set<u32> m_reached_badly;
    std::set<std::string> m_ways;
    std::set<std::string> m_last_lines;
    FoundInputs m_found;
    size_t m_most_runs;
    size_t m_runs = 0;
    u64 m_steps = 0;
};

/// What of the program was not reached, as TriedInput::reached; nothing that can't be, as far as one sees.
std::set<u32> missed_of(const ProgramImage& image, const std::set<u32>& reached) {
    std::set<u32> missed;
    for (const TextEntry& entry : image.text) {
        const isa::InstructionInfo& info = isa::info(entry.instruction.op);
        const bool is_branch = meaning::facts(info.op).is_branch;
        const bool is_taken = reached.contains(entry.address + 1);
        const bool is_passed = reached.contains(entry.address);
        const bool is_always = is_branch && is_taken && entry.instruction.rs == entry.instruction.rt;
        if (!is_passed && !is_always) {
            missed.insert(entry.address);
        }
        if (is_branch && is_passed && !is_taken) {
            missed.insert(entry.address + 1);
        }
    }
    return missed;
}

}  // namespace

Result<FoundInputs> search_inputs(const ProgramImage& image, std::vector<std::string> samples,
                                  const InputSearchLimits& limits, const TrialFolder& folder) {
    CaseLimits of_case;
    of_case.steps = limits.case_steps;
    Result<std::unique_ptr<InputTrial>> trial = InputTrial::create(image, of_case, folder);
    if (!trial) {
        return trial.error();
    }
    InputSearch search(**trial, InputMaker(image, std::move(samples)), limits);
    search.begin();
    search.go_on(0);
    const bool has_files = folder.is_granted || search.was_refused();
    if (!has_files && !missed_of(image, search.reached()).empty()) {  // with files there are more searches
        search.go_on(limits.more_runs);
    }
    FoundInputs found = search.finish();
    found.missed = missed_of(image, search.reached());
    return found;
}

}  // namespace mariner::grader
