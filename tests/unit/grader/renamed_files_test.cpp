#include "emulator/grader/renamed_files.hpp"

#include <gtest/gtest.h>

namespace mariner::grader {
namespace {

TEST(VariationOf, KnowsWhatPlatformsAndSystemsDo) {
    EXPECT_EQ(variation_of("hw2.asm", "hw2.asm"), 1U);
    EXPECT_EQ(variation_of("HW2.ASM", "hw2.asm"), 1U);
    EXPECT_EQ(variation_of("hw2-1.asm", "hw2.asm"), 2U);
    EXPECT_EQ(variation_of("hw2 (1).asm", "hw2.asm"), 2U);
    EXPECT_EQ(variation_of("a-3.b.asm", "a.b.asm"), 4U);
    EXPECT_EQ(variation_of("a.b-3.asm", "a.b.asm"), 4U);
    EXPECT_EQ(variation_of("hw-7", "hw"), 8U);
    EXPECT_GT(variation_of("hw2-0b0e7d0e-5c3a-4b8e-9d2f-1a2b3c4d5e6f.asm", "hw2.asm"),
              variation_of("hw2-99.asm", "hw2.asm"));
}

TEST(VariationOf, LeavesOtherNamesAlone) {
    for (const char* name : {"", "hw.asm", "hw21.asm", "hw2_1.asm", "hw2-.asm", "hw2-x.asm", "hw2-1-2.asm", "xhw2.asm",
                             "hw2.s", "hw2 1.asm", "hw2()asm", "hw2 ().asm", "hw2-99999999999.asm", ".asm"}) {
        EXPECT_EQ(variation_of(name, "hw2.asm"), 0U) << name;
    }
}

Submission handed_in(std::vector<SourceFile> files) {
    Submission submission;
    submission.files = std::move(files);
    return submission;
}

TEST(RestoreNames, TakesTheLatest) {
    Submission submission = handed_in({{"HW2.ASM", ""}, {"src/hw2-1.asm", ""}, {"hw2-2.asm", ""}});
    restore_names(submission, "hw2.asm");
    EXPECT_EQ(submission.files[2].name, "hw2.asm");
    EXPECT_EQ(submission.handed_in_as.at("hw2.asm"), "hw2-2.asm");
    EXPECT_EQ(submission.notes, std::vector<std::string>{"'hw2-2.asm' is taken for 'hw2.asm'"});
}

TEST(RestoreNames, ChangesNothingWhereTheNameIsThereOrUnclear) {
    Submission exact = handed_in({{"hw2.asm", ""}, {"hw2-1.asm", ""}});
    restore_names(exact, "hw2.asm");
    EXPECT_TRUE(exact.notes.empty());
    Submission unclear = handed_in({{"a/hw2-1.asm", ""}, {"b/hw2-1.asm", ""}});
    restore_names(unclear, "hw2.asm");
    EXPECT_EQ(unclear.files[0].name, "a/hw2-1.asm");
    EXPECT_EQ(unclear.notes.size(), 1U);
}

TEST(RestoreNames, SoForIncludedFiles) {
    Submission submission =
        handed_in({{"hw2.asm", ".include \"lib/util.asm\"\n .include\t\"none.asm"}, {"lib/util-4.asm", ""}});
    restore_names(submission, "hw2.asm");
    EXPECT_EQ(submission.files[1].name, "lib/util.asm");
}

}  // namespace
}  // namespace mariner::grader
