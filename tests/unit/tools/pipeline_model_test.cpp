#include "emulator/tools/pipeline_model.hpp"

#include <gtest/gtest.h>

namespace mariner::tools {
namespace {

PipelineStep step(std::initializer_list<u8> read, std::initializer_list<u8> written, bool is_load = false) {
    PipelineStep made;
    for (const u8 id : read) {
        made.read.add(id);
    }
    for (const u8 id : written) {
        made.written.add(id);
    }
    made.is_load = is_load;
    return made;
}

TEST(PipelineModel, NothingTakesNoTime) {
    EXPECT_EQ(PipelineModel({}).cycles(), 0U);
}

TEST(PipelineModel, WaitsForALoad) {
    PipelineModel model({});
    model.take(step({28}, {8}, true));
    const StageTimes times = model.take(step({8}, {9}));
    EXPECT_EQ(times.execute, 5U);
    ASSERT_TRUE(times.wait);
    EXPECT_EQ(times.wait->register_id, 8);
    EXPECT_EQ(times.wait->would_save, 0U);
    EXPECT_EQ(model.cycles(), 2U + 4 + 1);
}

TEST(PipelineModel, SaysWhatForwardingWouldSave) {
    PipelineModel model({.has_forwarding = false, .branch = {}, .predict = {}, .has_slots = false});
    model.take(step({}, {8}));
    const StageTimes times = model.take(step({8}, {}));
    EXPECT_EQ(times.execute, 6U);
    EXPECT_EQ(times.wait->would_save, 2U);
}

TEST(PipelineModel, ForwardingSavesAPartBehindALoad) {
    PipelineModel model({.has_forwarding = false, .branch = {}, .predict = {}, .has_slots = false});
    model.take(step({}, {8}, true));
    EXPECT_EQ(model.take(step({8}, {})).wait->would_save, 1U);
}

TEST(PipelineModel, NamesTheBranchThatSendsTheFetchElsewhere) {
    PipelineModel model({.has_forwarding = true, .branch = ResolveStage::ex, .predict = {}, .has_slots = false});
    PipelineStep branch;
    branch.address = 0x400010;
    branch.transfer = StepTransfer::branch;
    branch.is_taken = true;
    EXPECT_FALSE(model.take(branch).redirection);
    const StageTimes times = model.take(step({}, {}));
    ASSERT_TRUE(times.redirection);
    EXPECT_EQ(times.redirection->by, 0x400010U);
    EXPECT_EQ(times.redirection->stage, ResolveStage::ex);
    EXPECT_EQ(times.control, 2U);
    EXPECT_FALSE(model.take(step({}, {})).redirection);
}

TEST(PipelineModel, ASlotIsFetchedBeforeTheRedirect) {
    PipelineModel model({.has_forwarding = true, .branch = ResolveStage::ex, .predict = {}, .has_slots = true});
    PipelineStep jump;
    jump.transfer = StepTransfer::register_jump;
    EXPECT_EQ(model.take(jump).execute, 3U);
    EXPECT_EQ(model.take(step({}, {})).execute, 4U);
    EXPECT_EQ(model.take(step({}, {})).execute, 6U);
    EXPECT_EQ(model.control_stalls(), 1U);
}

}  // namespace
}  // namespace mariner::tools
