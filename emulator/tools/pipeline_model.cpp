#include "emulator/tools/pipeline_model.hpp"

#include <algorithm>

namespace mariner::tools {

/// By how many cycles X must come later than the writer's.
u64 PipelineModel::distance(const LastWriter& writer, bool is_needed_in_decode, bool has_forwarding) const {
    if (!has_forwarding) {
        return 3;  // D reads what W has just written
    }
    return (writer.is_load ? 2U : 1U) + (is_needed_in_decode ? 1U : 0U);
}

void PipelineModel::enter() {
    if (m_instructions++ == 0) {
        return;
    }
    const StageTimes before = m_now;
    m_now = {};
    m_now.fetch = std::max(before.decode, m_redirect ? m_redirect->cycle + 1 : 0);
    m_now.decode = std::max(m_now.fetch + 1, before.execute);
    m_now.control = m_now.decode - before.execute;
    m_control_stalls += m_now.control;
    m_now.redirection = m_now.control > 0 ? m_redirect : std::nullopt;
    m_redirect = m_slot_redirect;
    m_slot_redirect.reset();
}

void PipelineModel::wait_for_data(const PipelineStep& step) {
    const bool is_resolved_in_decode =
        m_rules.branch == ResolveStage::id &&
        (step.transfer == StepTransfer::branch || step.transfer == StepTransfer::register_jump);
    m_now.execute = m_now.decode + 1;
    u64 forwarded = m_now.execute;
    for_each_id(step.read, [&](u8 id) {
        const LastWriter& writer = m_writers.at(id);
        if (writer.execute == 0) {
            return;
        }
        const u64 needed = writer.execute + distance(writer, is_resolved_in_decode, m_rules.has_forwarding);
        forwarded = std::max(forwarded, writer.execute + distance(writer, is_resolved_in_decode, true));
        if (needed > m_now.execute) {
            m_now.execute = needed;
            m_now.wait = DataWait{id, writer.address, writer.is_load, 0};
        }
    });
    if (m_now.wait) {
        m_now.wait->would_save = m_now.execute - forwarded;
        m_data_stalls += m_now.execute - m_now.decode - 1;
    }
}

/// The stage in which the fetch learns that it has to go elsewhere.
std::optional<ResolveStage> PipelineModel::redirected_in(const PipelineStep& step) const {
    switch (step.transfer) {
        case StepTransfer::jump:
            return ResolveStage::id;
        case StepTransfer::register_jump:
            return m_rules.branch;
        case StepTransfer::branch:
            break;
        case StepTransfer::none:
            return std::nullopt;
    }
    switch (m_rules.predict) {
        case FetchPolicy::not_taken:
            return step.is_taken ? std::optional(m_rules.branch) : std::nullopt;
        case FetchPolicy::stall:
            return m_rules.branch;
        case FetchPolicy::taken:
            break;
    }
    return step.is_taken ? ResolveStage::id : m_rules.branch;
}

StageTimes PipelineModel::take(const PipelineStep& step) {
    enter();
    wait_for_data(step);
    if (const std::optional<ResolveStage> stage = redirected_in(step)) {
        const u64 cycle = m_now.execute - 1 + static_cast<u64>(*stage);
        (m_rules.has_slots ? m_slot_redirect : m_redirect) = Redirection{cycle, step.address, *stage};
    }
    for_each_id(step.written, [&](u8 id) { m_writers.at(id) = {m_now.execute, step.address, step.is_load}; });
    return m_now;
}

}  // namespace mariner::tools
