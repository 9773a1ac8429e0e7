#pragma once
// The five stages of a textbook's pipeline, F D X M W: one instruction each, in order, waiting in D. When each of the
// executed instructions is in which stage, and why it waits. docs/tools.md states the rules.

#include <array>
#include <optional>

#include "emulator/execute/registers.hpp"
#include "emulator/support/types.hpp"

namespace mariner::tools {

/// Where a branch is resolved.
enum class ResolveStage : u8 { id, ex, mem };
enum class FetchPolicy : u8 { not_taken, stall, taken };

struct PipelineRules {
    bool has_forwarding = true;
    ResolveStage branch = ResolveStage::id;
    FetchPolicy predict = FetchPolicy::not_taken;
    bool has_slots = false;
};

enum class StepTransfer : u8 {
    none,
    branch,
    jump,           // to an address in the instruction
    register_jump,  // to one in a register
};

/// An executed instruction, as far as the pipeline cares.
struct PipelineStep {
    u32 address = 0;
    RegisterSet read;
    RegisterSet written;
    bool is_load = false;
    StepTransfer transfer = StepTransfer::none;
    bool is_taken = false;  // of a branch
};

/// The register that an instruction waited for last.
struct DataWait {
    u8 register_id = 0;
    u32 producer = 0;  // the address of the instruction that writes it
    bool is_load = false;
    u64 would_save = 0;  // cycles that forwarding would have saved
};

/// Why the fetch went elsewhere, later than usual.
struct Redirection {
    u64 cycle = 0;  // in which that is known
    u32 by = 0;     // the address of the branch or jump
    ResolveStage stage = ResolveStage::id;
};

/// The first cycle in F and D, and the one in X; M and W follow.
struct StageTimes {
    u64 fetch = 1;
    u64 decode = 2;
    u64 execute = 3;
    std::optional<DataWait> wait;
    u64 control = 0;  // cycles that D stood empty before it
    std::optional<Redirection> redirection{};
};

class PipelineModel {
public:
    explicit PipelineModel(const PipelineRules& rules) : m_rules(rules) {}

    StageTimes take(const PipelineStep& step);

    [[nodiscard]] u64 instructions() const { return m_instructions; }
    [[nodiscard]] u64 cycles() const { return m_instructions == 0 ? 0 : m_now.execute + 2; }
    [[nodiscard]] u64 data_stalls() const { return m_data_stalls; }
    [[nodiscard]] u64 control_stalls() const { return m_control_stalls; }

private:
    struct LastWriter {
        u64 execute = 0;  // 0: nobody has written it
        u32 address = 0;
        bool is_load = false;
    };

    [[nodiscard]] u64 distance(const LastWriter& writer, bool is_needed_in_decode, bool has_forwarding) const;
    void enter();
    void wait_for_data(const PipelineStep& step);
    [[nodiscard]] std::optional<ResolveStage> redirected_in(const PipelineStep& step) const;

    PipelineRules m_rules;
    StageTimes m_now;
    std::array<LastWriter, register_id::count> m_writers{};
    std::optional<Redirection> m_redirect;       // of the next one's fetch
    std::optional<Redirection> m_slot_redirect;  // of that of the one behind a slot
    u64 m_instructions = 0;
    u64 m_data_stalls = 0;
    u64 m_control_stalls = 0;
};

}  // namespace mariner::tools
