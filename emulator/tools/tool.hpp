#pragma once
// A tool watches a run and reports: MARS's Tools menu, and more. One file and one row in tools.inc make a tool. The
// row's ToolKind describes it, parameters and all; the command line, its help, reports and panels are made from that.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/machine/machine.hpp"
#include "emulator/support/java_number.hpp"
#include "emulator/support/result.hpp"
#include "emulator/tools/live_screen.hpp"
#include "emulator/tools/report.hpp"

namespace mariner::tools {

enum class ParameterKind : u8 {
    choice,  // one of `allowed`
    range,   // one of `allowed`, or two of them, such as 1..64: all from the first to the second
    sides,   // two of them, such as 16x8
    count,   // a whole number from `least` to `most`
    text,    // read by the tool
};

struct Parameter {
    std::string_view name;
    ParameterKind kind = ParameterKind::choice;
    std::vector<std::string_view> allowed;
    std::string_view fallback;  // empty: it must be given; always allowed
    std::string_view help;
    u32 most = ~u32{0};
    u32 least = 1;
};

/// The parameters of one tool as they were given, or their fallbacks: all of them allowed.
class Settings {
public:
    void set(std::string_view name, std::string value) { m_given.emplace_back(name, std::move(value)); }
    void set_fallback(std::string_view name, std::string_view value) { m_fallbacks.emplace_back(name, value); }
    [[nodiscard]] const std::string& word(std::string_view name) const;
    [[nodiscard]] bool is(std::string_view name, std::string_view word) const { return this->word(name) == word; }
    [[nodiscard]] u32 number(std::string_view name) const;
    /// Nothing for a count that is left open by its fallback, "none".
    [[nodiscard]] std::optional<u32> number_if_given(std::string_view name) const;
    /// Of a parameter of two sides.
    [[nodiscard]] std::pair<u32, u32> sides(std::string_view name) const;
    /// Of a range's first and last; the same twice for a single number.
    [[nodiscard]] std::pair<u32, u32> range(std::string_view name) const;
    /// Whether it was given.
    [[nodiscard]] bool has(std::string_view name) const;

private:
    using GivenWords = std::vector<std::pair<std::string_view, std::string>>;
    GivenWords m_given;
    GivenWords m_fallbacks;
};

/// What stands behind a tool's name, KEY=VALUE with a separator between, into settings; or what is wrong with it.
std::string read_settings(const std::vector<Parameter>& known, std::string_view text, char separator,
                          Settings& settings);

/// What a parameter may be, for people.
std::string allowed_text(const Parameter& parameter);

/// svg=FILE or png=FILE.
Parameter file_parameter(std::string_view name);

/// rules=mars or exact, of the tools that can do both.
Parameter rules_parameter(std::string_view help);

/// "a, b or c"
std::string listed(const std::vector<std::string_view>& words);

/// An instruction that is fetched, or a word of text that is loaded, which looks the same; its slot is null if there is
/// no instruction. The registers are as before it.
struct Fetch {
    u32 address = 0;
    const TextSlot* slot = nullptr;
    bool is_user_text = false;
    bool is_step = true;  // not a load, nor the fetch that finds the end
};

/// By an instruction or a system call, at its starting address; before memory changes.
struct DataAccess {
    u32 address = 0;
    u32 size = 0;
    bool is_write = false;
    u32 value = 0;            // of a write
    u32 instruction = 0;      // whose it is
    bool is_surplus = false;  // MARS's alone: the program asked for less
};

enum class FetchInterest : u8 {
    none,
    branches,  // those of instructions that are branches, or that MARS's tools take for one
    all,
};

/// What a tool looks at: it pays for nothing else.
struct Observes {
    FetchInterest fetches = FetchInterest::none;
    bool data = false;
};

class Tool {
public:
    Tool() = default;
    Tool& operator=(const Tool&) = delete;
    virtual ~Tool() = default;

    /// Of one that acts, as it is now: who goes back in a run puts it back. Null for the others.
    [[nodiscard]] virtual std::unique_ptr<Tool> copy() const { return nullptr; }
    /// What it shows while the program runs, from now on; null if it shows nothing.
    virtual std::shared_ptr<LiveScreen> open_screen() { return nullptr; }
    /// Whether its screen moves on while the program sleeps; and that it has slept for so long now, and sleeps on.
    [[nodiscard]] virtual bool follows_sleep() const { return false; }
    virtual void sleeps(u32 /*milliseconds*/) {}
    /// Somebody presses a key of its pad, by the name that its report gives. False if there is none.
    virtual bool press(std::string_view /*key*/) { return false; }
    [[nodiscard]] virtual bool has_key(std::string_view /*key*/) const { return false; }

    /// Less than its kind may look at, if the settings ask for less.
    [[nodiscard]] virtual Observes observed(const Observes& by_its_kind) const { return by_its_kind; }
    virtual void fetched(const Fetch& /*fetch*/) {}
    virtual void accessed(const DataAccess& /*access*/) {}
    /// An interrupt was taken in place of the instruction there, which was fetched last.
    virtual void interrupted(u32 /*address*/, u32 /*code*/) {}
    [[nodiscard]] virtual ToolReport report() const = 0;

protected:
    Tool(const Tool&) = default;
};

/// What a tool is made for.
struct ToolPlace {
    Machine& machine;
    FloatFormat float_format = FloatFormat::java8;
    bool has_delay_slots = false;
    const u64* user_fetches = nullptr;  // so many of them were seen
};

struct ToolKind {
    std::string_view name;
    std::string_view summary;
    Observes observes;
    std::vector<Parameter> parameters;
    Result<std::unique_ptr<Tool>> (*make)(const Settings& settings, const ToolPlace& place) = nullptr;
    bool acts = false;  // on the machine; the others only observe
};

/// In the order of tools.inc.
std::span<const ToolKind> all_tools();

#define TOOL(name) ToolKind name##_tool();
#include "emulator/tools/tools.inc"
#undef TOOL

/// 1, 2, 4 ... 2048, as text.
const std::vector<std::string_view>& powers_to_2048();

}  // namespace mariner::tools
