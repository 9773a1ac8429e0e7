#include "emulator/debugger/session.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "emulator/debugger/call_frames.hpp"
#include "emulator/debugger/checked_past.hpp"
#include "emulator/debugger/scan.hpp"

namespace mariner::debugger {

namespace {

/// So far back a frame's entry is looked for.
constexpr Time longest_look_back = 100'000'000;

template <class Point>
Point* find_by_id(std::vector<Point>& points, int id) {
    const auto at = std::ranges::find(points, id, &Point::id);
    return at != points.end() ? &*at : nullptr;
}

}  // namespace

Session::Session(std::unique_ptr<Timeline> timeline) : m_timeline(std::move(timeline)), m_tools(*m_timeline) {}
Session::~Session() = default;

Result<std::unique_ptr<Session>> Session::create(const ProgramImage& image, Host& host, const SessionOptions& options) {
    Result<std::unique_ptr<Machine>> machine =
        Machine::create(image, MachineOptions{options.self_modifying, options.arguments});
    if (!machine) {
        return machine.error();
    }
    std::vector<std::string> acting;
    std::vector<std::string> observing;
    for (const std::string& specification : options.tools) {
        (tools::is_acting(specification) ? acting : observing).push_back(specification);
    }
    std::unique_ptr<tools::ToolSet> act;
    if (!acting.empty()) {
        Result<std::unique_ptr<tools::ToolSet>> made =
            tools::ToolSet::create(acting, {**machine, options.float_format, options.delayed_branching});
        if (!made) {
            return made.error();
        }
        act = std::move(*made);
    }
    SessionOptions settled = options;
    if (act) {
        constexpr u64 slower = 50;  // is a run whose every step is told
        settled.shortest_interval = std::max<u64>(1, options.shortest_interval / slower);
    }
    std::unique_ptr<Session> session(
        new Session(std::make_unique<Timeline>(std::move(*machine), host, settled, std::move(act))));
    if (Result<void> chosen = session->tools().choose(std::move(observing)); !chosen) {
        return chosen.error();
    }
    return session;
}

bool Session::press(std::string_view tool, std::string_view key) {
    ActingTools* const acting = m_timeline->acting();
    if (acting == nullptr || !acting->tools().can_press(tool, key)) {
        return false;
    }
    m_timeline->cut_future();
    acting->tools().press(tool, key);
    m_timeline->note_change();
    return true;
}

void Session::forget_future() {
    m_timeline->cut_future();
    m_timeline->note_change();
}

int Session::add(Breakpoint breakpoint) {
    breakpoint.id = ++m_last_id;
    m_breakpoints.push_back(std::move(breakpoint));
    return m_last_id;
}

int Session::add(Watchpoint watchpoint) {
    watchpoint.id = ++m_last_id;
    m_watchpoints.push_back(std::move(watchpoint));
    return m_last_id;
}

bool Session::remove(int id) {
    const auto has_id = [id](const auto& point) { return point.id == id; };
    return std::erase_if(m_breakpoints, has_id) + std::erase_if(m_watchpoints, has_id) != 0;
}

Point* Session::find_point(int id) {
    Breakpoint* const breakpoint = find_by_id(m_breakpoints, id);
    return breakpoint != nullptr ? breakpoint : static_cast<Point*>(find_by_id(m_watchpoints, id));
}

bool Session::set_register(u8 id, u32 value) {
    u32* const place = register_place(m_timeline->machine().cpu, id);
    if (place == nullptr) {
        return false;
    }
    m_timeline->cut_future();
    *place = value;
    m_timeline->note_change();
    return true;
}

bool Session::set_pc(u32 address) {
    if (!machine().text().is_fetchable(address)) {
        return false;
    }
    m_timeline->cut_future();
    CpuState& cpu = m_timeline->machine().cpu;
    cpu.pc = address;
    cpu.delay_state = DelayState::clear;
    m_timeline->note_change();
    return true;
}

std::vector<u8> Session::read_memory(u32 address, u32 size) const {
    std::vector<u8> bytes;
    const Memory& memory = machine().memory();
    for (u32 at = address; bytes.size() < size && at >= address; at = address + static_cast<u32>(bytes.size())) {
        // Whole pages at once: pictures are large.
        const size_t rest = std::min<size_t>(page_size - at % page_size, size - bytes.size());
        if (memory.is_written(at)) {
            const std::span<const u8> page = memory.page_bytes(at / page_size).subspan(at % page_size, rest);
            bytes.insert(bytes.end(), page.begin(), page.end());
        } else if (memory.peek_byte(at) && memory.peek_byte(at + static_cast<u32>(rest) - 1)) {
            bytes.resize(bytes.size() + rest);  // nobody has written there
        } else if (const std::optional<u8> byte = machine().peek_byte(at)) {
            bytes.push_back(*byte);
        } else {
            break;
        }
    }
    return bytes;
}

bool Session::write_memory(u32 address, std::span<const u8> bytes) {
    for (size_t i = 0; i < bytes.size(); ++i) {
        if (!machine().memory().peek_byte(address + static_cast<u32>(i))) {
            return false;
        }
    }
    m_timeline->cut_future();
    const bool written = m_timeline->machine().memory().poke(address, bytes);
    m_timeline->note_change();
    return written;
}

std::optional<Touch> Session::last_write(const Place& place) {
    Watchpoint watchpoint;
    watchpoint.place = place;
    Wanted wanted;
    wanted.watchpoints = {&watchpoint};
    const Time now = time();
    std::optional<Event> event;
    {
        Scan scan(*m_timeline, std::move(wanted));
        event = scan.find_last(history_begin(), now);
    }
    m_timeline->forget_interrupt();
    m_timeline->go_to(now);
    return event ? std::optional(event->touch) : std::nullopt;
}

bool Session::review(const std::function<Core&(Machine& machine)>& begin, const std::function<void()>& end) {
    const Time now = time();
    if (history_begin() != 0) {
        return false;
    }
    if (m_timeline->go_to(0)) {
        m_timeline->run(history_end(), begin(m_timeline->machine()));
        end();
    }
    m_timeline->set_watch({});
    m_timeline->forget_interrupt();
    m_timeline->run(0);  // by its own core again
    m_timeline->go_to(now);
    return true;
}

void Session::look_ahead(const std::function<void(Machine& machine)>& look) {
    History& history = m_timeline->history();
    history.take(time());
    look(m_timeline->machine());
    history.restore(time());
}

std::optional<Finding> Session::check_past() {
    if (!m_checked) {
        m_checked = std::make_unique<CheckedPast>(*m_timeline);
    }
    const Time now = time();
    set_watch({});
    m_timeline->forget_interrupt();
    std::optional<Finding> finding = m_checked->check(now);
    const bool is_behind = finding && time() > 0 && machine().cpu.pc != finding->pc;
    m_timeline->go_to(finding ? time() - (is_behind ? 1 : 0) : now);
    return finding;
}

std::vector<Frame> Session::call_stack(size_t most, bool with_arguments) {
    const bool delayed = m_timeline->core_options().delayed_branching;
    std::vector<Frame> frames = unwind(machine(), place(), delayed, most);
    const Time now = time();
    const Time begin = std::max(history_begin(), now - std::min(now, longest_look_back));
    Time before = now + 1;
    for (Frame& frame : frames) {
        if (!with_arguments || frame.call == 0) {
            break;
        }
        Wanted wanted;
        wanted.addresses = {frame.function};
        wanted.at = [this, sp = frame.sp](u32) { return machine().cpu.gpr[reg::sp] == sp; };
        Scan scan(*m_timeline, std::move(wanted));
        // The moment itself counts: it may be the first of the function.
        const bool is_at_entry = machine().cpu.pc == frame.function && before == now + 1 && time() == now;
        const std::optional<Event> event = is_at_entry ? std::optional(Event{now, nullptr, nullptr, {}})
                                                       : scan.find_last(begin, std::min(before, now));
        if (!event || !m_timeline->go_to(event->time)) {
            break;
        }
        frame.entered = event->time;
        const auto& gpr = machine().cpu.gpr;
        frame.arguments = {gpr[reg::a0], gpr[reg::a1], gpr[reg::a2], gpr[reg::a3]};
        before = event->time;
    }
    m_timeline->forget_interrupt();
    m_timeline->go_to(now);
    return frames;
}

}  // namespace mariner::debugger
