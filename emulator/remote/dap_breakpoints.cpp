// The part of DapServer that sets breakpoints: on lines, labels, addresses and data, with conditions and counts.

#include <algorithm>
#include <array>

#include "emulator/debugger/expression.hpp"
#include "emulator/remote/dap_debuggee.hpp"
#include "emulator/remote/dap_variable.hpp"
#include "emulator/remote/places.hpp"
#include "emulator/support/java_number.hpp"
#include "emulator/support/text.hpp"

namespace mariner::remote {

namespace {

/// What a client may attach to any breakpoint.
using HitChoice = std::function<bool(u64 hits)>;
struct Extras {
    debugger::Condition condition;
    HitChoice counts;
};

/// The message of a logpoint: text, and values of expressions between braces.
class LogMessage {
public:
    static Result<LogMessage> parse(std::string_view text, const ProgramImage& image) {
        LogMessage message;
        while (!text.empty()) {
            const size_t open = std::min(text.find('{'), text.size());
            const size_t close = text.find('}', open);
            MessagePart& part = message.m_parts.emplace_back();
            part.text = text.substr(0, close == text.npos ? text.size() : open);
            if (close == text.npos) {
                break;
            }
            Result<debugger::Expression> value =
                debugger::Expression::parse(expression_of(trim(text.substr(open + 1, close - open - 1)), image), image);
            if (!value) {
                return value.error();
            }
            part.value = std::move(*value);
            text.remove_prefix(close + 1);
        }
        return message;
    }

    [[nodiscard]] std::string text(const Machine& machine) const {
        std::string text;
        for (const MessagePart& part : m_parts) {
            text += part.text;
            text += part.value ? value_text(part.value->evaluate(machine)) : "";
        }
        return text + "\n";
    }

private:
    struct MessagePart {
        std::string text;
        std::optional<debugger::Expression> value{};
    };

    /// A label alone means what it names, as in a watch.
    static std::string expression_of(std::string_view text, const ProgramImage& image) {
        const Symbol* const label = image.find_symbol(text);
        const std::optional<DeclaredData> data =
            label != nullptr && label->is_data ? declared_at(image, label->address) : std::nullopt;
        return data ? element_expression(data->kind, text) : std::string(text);
    }

    static std::string value_text(const Result<debugger::ExpressionValue>& value) {
        if (!value) {
            return "{" + value.error().message + "}";
        }
        if (const std::string* const text = std::get_if<std::string>(&*value)) {
            return *text;
        }
        if (const u32* const word = std::get_if<u32>(&*value)) {
            return std::to_string(static_cast<i32>(*word));
        }
        const float* const number = std::get_if<float>(&*value);
        return number != nullptr ? java_text(*number) : java_text(debugger::real_of(*value));
    }

    std::vector<MessagePart> m_parts;
};

/// Which hits stop: "5" and ">=5" from the fifth on, ">5" from the sixth, "==5" the fifth, "<5" and "<=5" those before,
/// "%5" each fifth. Empty: all. Nothing if it can't be understood.
std::optional<HitChoice> choice_of_hits(std::string_view count) {
    struct HitOperator {
        std::string_view sign;
        bool (*is_chosen)(u64 hits, u64 number);
    };
    // Longer signs before those that they begin with.
    static constexpr auto operators = std::to_array<HitOperator>({
        {">=", [](u64 hits, u64 number) { return hits >= number; }},
        {"<=", [](u64 hits, u64 number) { return hits <= number; }},
        {"==", [](u64 hits, u64 number) { return hits == number; }},
        {">", [](u64 hits, u64 number) { return hits > number; }},
        {"<", [](u64 hits, u64 number) { return hits < number; }},
        {"=", [](u64 hits, u64 number) { return hits == number; }},
        {"%", [](u64 hits, u64 number) { return hits % number == 0; }},
        {"", [](u64 hits, u64 number) { return hits >= number; }},
    });
    const std::string_view text = trim(count);
    if (text.empty()) {
        return HitChoice();
    }
    const auto* const found =
        std::ranges::find_if(operators, [&](const HitOperator& one) { return text.starts_with(one.sign); });
    const std::optional<u64> number = parse_digits<u64>(trim(text.substr(found->sign.size())));
    if (!number || *number == 0) {
        return std::nullopt;
    }
    return [is_chosen = found->is_chosen, number = *number](u64 hits) { return is_chosen(hits, number); };
}

Result<Extras> extras_of(const ProgramImage& image, const JsonValue& wish) {
    Extras extras;
    const std::optional<HitChoice> counts = choice_of_hits(wish["hitCondition"].text());
    if (!counts) {
        return Error{"a hit count is a number, which >=, >, ==, <=, < or % may precede"};
    }
    extras.counts = *counts;
    if (const std::string_view text = wish["condition"].text(); !trim(text).empty()) {
        Result<debugger::Expression> condition = debugger::Expression::parse(text, image);
        if (!condition) {
            return condition.error();
        }
        extras.condition = [expression = std::move(*condition)](const Machine& machine) {
            return expression.is_true(machine);
        };
    }
    return extras;
}

/// One breakpoint as the client is told of it.
struct SetBreakpoint {
    int id = 0;
    std::string trouble;
};

void write_outcome(JsonWriter& json, const SetBreakpoint& outcome) {
    json.member("id", outcome.id);
    json.member("verified", outcome.trouble.empty());
    if (!outcome.trouble.empty()) {
        json.member("message", outcome.trouble);
    }
}

using TellLog = std::function<void(std::string_view text)>;

SetBreakpoint add_breakpoint(debugger::Session& session, DapPoints& points, std::string_view group,
                             const JsonValue& wish, const std::vector<u32>& addresses, const TellLog& tell) {
    Result<Extras> extras = extras_of(session.image(), wish);
    const bool is_full = points.size() >= DapPoints::most;
    if (!extras || is_full) {
        return {points.add(group, {}), is_full ? "there are too many breakpoints" : extras.error().message};
    }
    std::function<void(const Machine&)> log;
    if (const std::string_view text = wish["logMessage"].text(); !text.empty()) {
        Result<LogMessage> message = LogMessage::parse(text, session.image());
        if (!message) {
            return {points.add(group, {}), message.error().message};
        }
        log = [tell, message = std::move(*message)](const Machine& machine) { tell(message.text(machine)); };
    }
    std::vector<int> ids;
    for (const u32 address : addresses) {
        debugger::Breakpoint breakpoint;
        breakpoint.address = address;
        breakpoint.condition = extras->condition;
        breakpoint.counts = extras->counts;
        breakpoint.log = log;
        ids.push_back(session.add(std::move(breakpoint)));
    }
    return {points.add(group, std::move(ids)), {}};
}

}  // namespace

/// A client sends all breakpoints of a group at once; `set` sets one and writes what came of it.
void DapServer::set_group(const Request& request, std::string_view group, const SetPoint& set) {
    m_debuggee->points.clear(*m_debuggee->session, group);
    respond(request, [&](JsonWriter& json) {
        json.objects("breakpoints", request.arguments["breakpoints"].items(),
                     [&](const JsonValue& wish) { set(json, wish); });
    });
}

/// One breakpoint on instructions; without any, `trouble` says why. False if there is none.
bool DapServer::set_point(JsonWriter& json, std::string_view group, const JsonValue& wish,
                          const std::vector<u32>& addresses, std::string_view trouble) {
    DapPoints& points = m_debuggee->points;
    write_outcome(json, addresses.empty() ? SetBreakpoint{points.add(group, {}), std::string(trouble)}
                                          : add_breakpoint(*m_debuggee->session, points, group, wish, addresses,
                                                           [this](std::string_view text) { print("console", text); }));
    return !addresses.empty();
}

void DapServer::set_breakpoints(const Request& request) {
    const std::string_view path = request.arguments["source"]["path"].text();
    const std::string group = "source:" + std::string(path);
    const std::optional<u32> file = m_debuggee->index.file_of(path);
    set_group(request, group, [&](JsonWriter& json, const JsonValue& wish) {
        const CodeLine* const code = code_at(file, wish["line"]);
        const std::string_view trouble = file ? "no instruction stands here or below" : "not a file of the program";
        if (set_point(json, group, wish, code != nullptr ? code->addresses : std::vector<u32>{}, trouble)) {
            json.member("line", shown_line(code->line));
            json.member("instructionReference", hex32(code->addresses.front()));
        }
    });
}

void DapServer::set_function_breakpoints(const Request& request) {
    constexpr std::string_view group = "function breakpoint";
    set_group(request, group, [&](JsonWriter& json, const JsonValue& wish) {
        const Symbol* const label = m_debuggee->program.image.find_symbol(trim(wish["name"].text()));
        std::vector<u32> addresses;
        if (label != nullptr && !label->is_data) {
            addresses.push_back(label->address);
        }
        if (set_point(json, group, wish, addresses, "no label of an instruction has this name")) {
            write_position(json, label->address);
        }
    });
}

void DapServer::set_instruction_breakpoints(const Request& request) {
    constexpr std::string_view group = "instruction breakpoint";
    set_group(request, group, [&](JsonWriter& json, const JsonValue& wish) {
        const auto base = find_number(wish["instructionReference"].text());
        const u32 address = base.value_or(1) + static_cast<u32>(wish["offset"].integer().value_or(0));
        std::vector<u32> addresses;
        if (m_debuggee->session->machine().text().find(address) != nullptr) {
            addresses.push_back(address);
        }
        if (set_point(json, group, wish, addresses, "no instruction stands there")) {
            json.member("instructionReference", hex32(address));
        }
    });
}

void DapServer::set_exception_breakpoints(const Request& request) {
    m_stops_at_exceptions = false;
    m_stops_at_findings = false;
    for (const JsonValue& filter : request.arguments["filters"].items()) {
        m_stops_at_exceptions = m_stops_at_exceptions || filter.text() == "exceptions";
        m_stops_at_findings = m_stops_at_findings || filter.text() == "checks";
    }
    watch_checks();
    respond(request);
}

/// What is checked lags behind what is run: so runs are done in short pieces.
void DapServer::watch_checks() {
    if (m_debuggee) {
        m_debuggee->host.set_pulse(wants_checks() ? [this] { m_debuggee->session->interrupt(); }
                                                  : std::function<void()>());
    }
}

namespace {

/// So many make a value that can be compared.
constexpr u32 most_watched_bytes = 8;

/// A place's data id: "$t0", or address and width, "0x10010000/4"; clients only hand it back.
std::string data_id(const debugger::Place& place, std::string_view name) {
    const bool is_register = place.kind == debugger::PlaceKind::register_;
    return is_register ? std::string(name) : hex32(place.address) + "/" + std::to_string(place.size);
}

std::optional<debugger::Place> place_of_data_id(const ProgramImage& image, std::string_view id) {
    const size_t slash = id.find('/');
    if (slash == std::string_view::npos) {
        const std::optional<debugger::Place> place = id.empty() ? std::nullopt : find_place(image, id);
        return place && place->kind == debugger::PlaceKind::register_ ? place : std::nullopt;
    }
    const std::optional<u32> address = find_number(id.substr(0, slash));
    const std::optional<u32> size = find_number(id.substr(slash + 1));
    const bool is_place = address && size && *size > 0 && *size <= most_watched_bytes;
    return is_place ? std::optional(debugger::Place::of_memory(*address, *size)) : std::nullopt;
}

}  // namespace

void DapServer::data_breakpoint_info(const Request& request) {
    const std::string_view name = trim(request.arguments["name"].text());
    const ProgramImage& image = m_debuggee->program.image;
    const std::optional<DeclaredData> list =
        list_of(image, request.arguments["variablesReference"].integer().value_or(0));
    const std::optional<u32> element = list ? find_element(*list, name) : std::nullopt;
    std::optional<debugger::Place> place = element        ? debugger::Place::of_memory(*element, list->width)
                                           : name.empty() ? std::nullopt
                                                          : find_place(image, name);
    std::string trouble = place ? "" : "No register, label or address is called " + std::string(name);
    const i64 bytes = request.arguments["bytes"].integer().value_or(0);
    if (place && place->kind == debugger::PlaceKind::memory && bytes != 0) {
        trouble = bytes < 0 || bytes > most_watched_bytes ? "1 to 8 bytes can be watched" : "";
        place->size = static_cast<u32>(bytes);
    }
    respond(request, [&](JsonWriter& json) {
        if (!trouble.empty()) {
            json.key("dataId");
            json.null();
            json.member("description", trouble);
            return;
        }
        const bool is_register = place->kind == debugger::PlaceKind::register_;
        json.member("dataId", data_id(*place, name));
        json.member("description", std::string(name));
        json.values("accessTypes", is_register ? std::vector<std::string>{"write"}
                                               : std::vector<std::string>{"write", "read", "readWrite"});
    });
}

void DapServer::set_data_breakpoints(const Request& request) {
    constexpr std::string_view group = "data breakpoint";
    DapPoints& points = m_debuggee->points;
    const auto add = [&](const JsonValue& wish) -> SetBreakpoint {
        const auto place = place_of_data_id(m_debuggee->program.image, wish["dataId"].text());
        Result<Extras> extras = extras_of(m_debuggee->program.image, wish);
        if (!place || !extras || points.size() >= DapPoints::most) {
            return {points.add(group, {}), extras ? "no such place can be watched" : extras.error().message};
        }
        const std::string_view access = wish["accessType"].text("write");
        debugger::Watchpoint watchpoint;
        watchpoint.place = *place;
        // Clients call it "break when the value changes".
        watchpoint.kind = access == "read"        ? debugger::WatchKind::read
                          : access == "readWrite" ? debugger::WatchKind::access
                                                  : debugger::WatchKind::change;
        watchpoint.condition = std::move(extras->condition);
        watchpoint.counts = extras->counts;
        return {points.add(group, {m_debuggee->session->add(std::move(watchpoint))}), {}};
    };
    set_group(request, group, [&](JsonWriter& json, const JsonValue& wish) { write_outcome(json, add(wish)); });
}

}  // namespace mariner::remote
