#pragma once
// Tools that act on the program (the lab, the bot, the hunt) in a run that can go back: they are told of each step, by
// whatever core it is done, and snapshots keep them. Only a session that has some pays for them, step by step.

#include <memory>
#include <string>
#include <vector>

#include "emulator/debugger/preview.hpp"
#include "emulator/tools/tool_set.hpp"

namespace mariner::debugger {

class ActingTools final : public FetchListener {
public:
    ActingTools(Machine& machine, std::unique_ptr<tools::ToolSet> tools)
        : m_machine(machine), m_tools(std::move(tools)) {}

    /// In front of a step: what it will load and store.
    void look_ahead();
    /// It has been done.
    void note_step();
    /// The next instruction is fetched: done where a moment begins, so that each moment is always the same.
    void begin_moment() { m_tools->fetch(m_machine.cpu.pc); }

    [[nodiscard]] std::shared_ptr<const tools::ToolSet::SavedTools> save() const {
        return std::make_shared<const tools::ToolSet::SavedTools>(m_tools->save());
    }
    void restore(const tools::ToolSet::SavedTools& saved) { m_tools->restore(saved); }
    [[nodiscard]] tools::ToolSet& tools() { return *m_tools; }

    /// Who else listens to the core; null for nobody.
    void pass_on_to(FetchListener* other) { m_other = other; }
    [[nodiscard]] FetchListener* other() const { return m_other; }
    void interrupted(u32 address, u32 code) override;
    void found_end(u32 address) override;

private:
    Machine& m_machine;
    std::unique_ptr<tools::ToolSet> m_tools;
    FetchListener* m_other = nullptr;
    std::vector<Preview::MemoryAccess> m_accesses;
    u32 m_pc = 0;
};

}  // namespace mariner::debugger
