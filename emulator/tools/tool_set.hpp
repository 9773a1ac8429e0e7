#pragma once
// The tools of one run: made from what was asked for, told of what happens, and asked for their reports at the end.
// None knows of the others.

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/execute/core.hpp"
#include "emulator/support/json.hpp"
#include "emulator/syscalls/service_accesses.hpp"
#include "emulator/tools/tool.hpp"

namespace mariner::tools {

class ToolSet final : public FetchListener, public ServiceAccesses {
public:
    /// Each specification is NAME or NAME:KEY=VALUE,KEY=VALUE... . The machine must outlive the tools.
    static Result<std::unique_ptr<ToolSet>> create(const std::vector<std::string>& specifications,
                                                   const ToolPlace& place);

    /// An instruction is about to be executed. True if a tool has asked for an interrupt, which comes first.
    bool fetch(u32 address) {
        if (m_watch_fetches.empty()) {
            return false;
        }
        m_announced = address;
        const u32 index = (address - m_user.base) / 4;
        if (index < m_is_told.size()) [[likely]] {
            ++m_user_fetches;
            if (!m_is_told[index]) {
                return false;
            }
            tell(Fetch{address, &m_user.slots[index], true, true});
        } else {
            note_fetch(address, true);
        }
        return m_machine.bus().has_interrupt();
    }
    void read(u32 address, u32 size) {
        if (m_machine.is_self_modifying()) [[unlikely]] {
            note_read({address, size, false, 0, m_machine.cpu.pc});
        } else {
            tell(DataAccess{address, size, false, 0, m_machine.cpu.pc});
        }
    }
    void access(const tools::DataAccess& access) { tell(access); }
    void write(u32 address, u32 size, u32 value) { tell(DataAccess{address, size, true, value, m_machine.cpu.pc}); }
    /// All that those that act know, and putting it back.
    struct SavedTools {
        u32 announced = 0;
        u64 user_fetches = 0;
        std::vector<std::unique_ptr<Tool>> tools;
    };
    [[nodiscard]] SavedTools save() const;
    void restore(const SavedTools& saved);
    /// Of the first tool that has one; null if none has.
    std::shared_ptr<LiveScreen> open_screen();
    /// A key of a pad, of the first tool of this name; false if there is none.
    bool press(std::string_view name, std::string_view key);
    [[nodiscard]] bool can_press(std::string_view name, std::string_view key) const;

    /// Whether one of them changes the machine.
    [[nodiscard]] bool acts() const {
        return std::any_of(m_tools.begin(), m_tools.end(), [](const NamedTool& named) { return named.acts; });
    }
    [[nodiscard]] bool watches_fetches() const { return !m_watch_fetches.empty(); }
    [[nodiscard]] bool watches_data() const { return !m_watch_data.empty(); }

    void interrupted(u32 address, u32 code) override;
    void found_end(u32 address) override { note_fetch(address, false); }
    void service_reads(u32 address, size_t bytes) override;
    void service_writes(u32 address, std::span<const u8> bytes) override;
    [[nodiscard]] bool follows_sleep() const override;
    void service_sleeps(u32 milliseconds) override;

    [[nodiscard]] std::string text() const;
    /// Of all tools.
    [[nodiscard]] std::vector<ToolFile> files() const;
    /// That of the first tool of this name.
    [[nodiscard]] std::optional<ToolReport> report(std::string_view name) const;
    /// Objects of the array that is open, in the order in which they were asked for.
    void write_json(JsonWriter& json) const;
    /// The same with shapes, for who draws panels.
    void write_panels(JsonWriter& json) const;

private:
    struct NamedTool {
        std::string_view name;
        bool acts = false;
        Observes observes;
        std::unique_ptr<Tool> tool;
    };

    explicit ToolSet(Machine& machine) : m_machine(machine), m_user(machine.text().user()) {}
    void tell(const Fetch& fetch) {
        for (Tool* const tool : m_watch_fetches) {
            tool->fetched(fetch);
        }
    }
    void tell(const DataAccess& access) {
        for (Tool* const tool : m_watch_data) {
            tool->accessed(access);
        }
    }
    void add(const ToolKind& kind, std::unique_ptr<Tool> tool);
    void note_watchers();
    void tell_of(FetchInterest interest);
    void note_fetch(u32 address, bool is_step);
    void note_read(const DataAccess& access);

    Machine& m_machine;
    const TextBlock& m_user;
    std::vector<u8> m_is_told;  // by instruction of user text, whether a tool asks for its fetches
    u64 m_user_fetches = 0;
    std::vector<NamedTool> m_tools;
    std::vector<Tool*> m_watch_fetches;
    std::vector<Tool*> m_watch_data;
    static constexpr u32 nothing = 1;
    u32 m_announced = nothing;  // a fetch that an interrupt may replace
};

/// Null if there is no such tool.
const ToolKind* find_tool(std::string_view name);
/// NAME or NAME:KEY=VALUE,...: whether the tool acts on the machine. Not if there is no such tool.
bool is_acting(std::string_view specification);

/// How the word of a --tool may go on, each from its beginning: names, keys, values.
std::vector<std::string> completions_of(std::string_view word);

/// All that --tool takes, or what one tool takes: a line a parameter.
std::string tools_help();
std::string tool_help(const ToolKind& kind);

}  // namespace mariner::tools
