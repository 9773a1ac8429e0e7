// The part of DapServer that looks at a whole run, or at a whole frame: what the checks find, how often what was
// executed, what lies on the stack. Our own requests; docs/remote.md says what is in them.

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "emulator/analysis/check_core.hpp"
#include "emulator/analysis/profile_report.hpp"
#include "emulator/analysis/spin.hpp"
#include "emulator/debugger/call_frames.hpp"
#include "emulator/execute/registers.hpp"
#include "emulator/remote/dap_debuggee.hpp"
#include "emulator/remote/places.hpp"
#include "emulator/support/text.hpp"

namespace mariner::remote {

namespace {

constexpr std::string_view start_is_forgotten = "this run is so long that its start is forgotten";
constexpr size_t most_lines = 20'000;
constexpr i64 most_levels = 100;
constexpr u32 most_words = 64;

/// How often which instruction was executed; the commonest first.
std::vector<std::pair<std::string_view, u64>> count_instructions(const Profile& profile, const Machine& machine) {
    std::map<std::string_view, u64> counts;
    for (size_t i = 0; i < profile.text.size(); ++i) {
        const TextSlot* const slot = machine.text().find(profile.text_base + 4 * static_cast<u32>(i));
        if (slot != nullptr && profile.text[i].executed != 0) {
            counts[isa::info(slot->instruction.op).mnemonic] += profile.text[i].executed;
        }
    }
    std::vector<std::pair<std::string_view, u64>> sorted(counts.begin(), counts.end());
    std::ranges::stable_sort(sorted, std::greater<>(), &std::pair<std::string_view, u64>::second);
    return sorted;
}

void write_cause(JsonWriter& json, const std::optional<Cause>& cause) {
    if (cause) {
        json.object("cause", [&] {
            json.member("why", cause->why);
            json.member("remedy", cause->remedy);
        });
    }
}

}  // namespace

/// What `mariner run --check` says of this run, up to the latest moment that is known.
void DapServer::checks(const Request& request) {
    debugger::Session& session = *m_debuggee->session;
    std::unique_ptr<Checker> checker;
    std::unique_ptr<Core> core;
    debugger::Time reached = 0;
    std::optional<Cause> cause;
    const auto begin = [&](Machine& machine) -> Core& {
        const CoreOptions options{session.has_delayed_branching()};
        checker = std::make_unique<Checker>(machine,
                                            CheckOptions{options.delayed_branching, false, m_debuggee->has_arguments});
        core = make_check_core(machine, options, *checker);
        return *core;
    };
    const bool is_known = session.review(begin, [&] {
        reached = session.time();
        const RunResult* const end = session.end();
        checker->finish(end != nullptr && end->ending == RunEnding::dropped_off);
        if (end != nullptr) {
            cause = checker->cause_of(*end);
        }
    });
    if (!is_known || !checker) {
        refuse(request, start_is_forgotten);
        return;
    }
    respond(request, [&](JsonWriter& json) {
        json.member("steps", reached);
        json.member("isWhole", reached == session.history_end());
        write_cause(json, cause);
        json.objects("findings", checker->findings().all(), [&](const Finding& finding) {
            json.member("kind", name_of(finding.kind));
            json.member("message", finding.what);
            json.member("why", finding.why);
            json.member("remedy", finding.remedy);
            json.member("times", finding.times);
            write_position(json, finding.pc);
        });
    });
}

/// Whether the program goes round and round from here on, and why.
void DapServer::loop(const Request& request) {
    debugger::Session& session = *m_debuggee->session;
    std::optional<SpinReport> spin;
    if (session.end() == nullptr) {
        session.look_ahead(
            [&](Machine& machine) { spin = find_spin(machine, CoreOptions{session.has_delayed_branching()}); });
    }
    respond(request, [&](JsonWriter& json) {
        json.member("found", spin.has_value());
        if (spin) {
            json.member("repeatsAfter", spin->repeats_after);
            json.member("why", spin->why);
            json.member("remedy", spin->remedy);
            write_position(json, spin->head);
        }
    });
}

/// How often what was executed, up to the latest moment that is known.
void DapServer::counts(const Request& request) {
    debugger::Session& session = *m_debuggee->session;
    std::unique_ptr<ProfiledCore> profiled;
    debugger::Time reached = 0;
    Profile profile;
    const auto begin = [&](Machine& machine) -> Core& {
        profiled = std::make_unique<ProfiledCore>(machine, CoreOptions{session.has_delayed_branching()});
        return profiled->core();
    };
    const bool is_known = session.review(begin, [&] {
        reached = session.time();
        profile = profiled->finish();
    });
    if (!is_known || !profiled) {
        refuse(request, start_is_forgotten);
        return;
    }
    std::vector<LineCount> lines = count_lines(profile, session.image());
    std::erase_if(lines, [](const LineCount& line) { return line.executed == 0; });
    lines.resize(std::min(lines.size(), most_lines));
    std::vector<FunctionCount> functions = functions_by_cost(profile, session.image());
    std::erase_if(functions, [](const FunctionCount& function) { return function.inclusive == 0; });
    functions.resize(std::min<size_t>(functions.size(), most_frames));
    respond(request, [&](JsonWriter& json) {
        json.member("steps", reached);
        json.member("isWhole", reached == session.history_end());
        json.objects("lines", lines, [&](const LineCount& line) {
            write_source(json, "source", line.file);
            json.member("line", shown_line(line.line));
            json.member("executed", line.executed);
            json.member("instructions", line.instructions);
        });
        json.objects("routines", functions, [&](const FunctionCount& function) {
            json.member("name", function.name);
            write_position(json, function.entry);
            json.member("calls", function.calls);
            json.member("self", function.self);
            json.member("inclusive", function.inclusive);
        });
        json.objects("instructions", count_instructions(profile, session.machine()), [&](const auto& count) {
            json.member("name", count.first);
            json.member("executed", count.second);
        });
    });
}

/// The frames of the calls with what lies in them: the words between $sp and what it was on entry.
void DapServer::frames(const Request& request) {
    debugger::Session& session = *m_debuggee->session;
    const auto levels =
        static_cast<size_t>(std::clamp<i64>(request.arguments["levels"].integer().value_or(30), 1, most_levels));
    const std::vector<debugger::Frame> frames = session.call_stack(levels);
    session.set_watch({});
    u32 bottom = session.register_value(reg::sp);
    respond(request, [&](JsonWriter& json) {
        json.objects("frames", frames, [&](const debugger::Frame& frame) {
            const auto index = &frame - frames.data();
            const u32 from = std::exchange(bottom, frame.sp);
            json.member("name", m_debuggee->index.name_of(frame.function));
            write_position(json, index == 0 ? frame.pc : (&frame - 1)->call);
            json.member("memoryReference", hex32(from));
            json.member("size", frame.sp - std::min(from, frame.sp));
            if (frame.entered) {
                json.member("entered", *frame.entered);
            }
            if (frame.arguments) {
                json.array("arguments", [&] {
                    for (const u32 argument : *frame.arguments) {
                        json.value(hex32(argument));
                    }
                });
            }
            const std::vector<debugger::FrameStore> stores = debugger::stores_of(session.machine(), frame);
            json.array("words", [&] {
                for (u32 at = from; at < frame.sp && at - from < 4 * most_words; at += 4) {
                    const auto store = std::ranges::find(stores, at, &debugger::FrameStore::address);
                    json.begin_object();
                    json.member("memoryReference", hex32(at));
                    json.member("value", hex32(session.machine().peek_word(at).value_or(0)));
                    if (store != stores.end()) {
                        json.member("place", register_name(store->register_id));
                    }
                    json.end_object();
                }
            });
        });
    });
}

}  // namespace mariner::remote
