#include <gtest/gtest.h>

#include "emulator/similar/report.hpp"
#include "tests/unit/similar/sample_program.hpp"

namespace mariner::similar::test {
namespace {

std::string numbers(int first, int count) {
    std::string text;
    for (int i = first; i < first + count; ++i) {
        text += "li $t0, " + std::to_string(i) + "\nsyscall\n";
    }
    return text;
}

TEST(JplagReport, HasARowForEachPair) {
    const std::vector<ComparedProgram> programs = {program_of(numbers(0, 40)), program_of(numbers(0, 40)),
                                                   program_of(numbers(5000, 40))};
    const std::vector<std::string> names = {"=Ada, \"A\"", "李娜", "Cid"};
    const CompareOptions options;
    const Comparison comparison = compare(programs, {}, options);
    EXPECT_EQ(similar_jplag_csv({names, programs, comparison, options, {}}),
              "submissionName1,submissionName2,averageSimilarity,maxSimilarity\n"
              "\"'=Ada, \"\"A\"\"\",李娜,1.000000,1.000000\n");
}

TEST(EarlierTerms, AreNotComparedWithEachOther) {
    const std::vector<ComparedProgram> programs = {program_of(numbers(0, 40)), program_of(numbers(0, 40)),
                                                   program_of(numbers(0, 40))};
    CompareOptions options;
    EXPECT_EQ(compare(programs, {}, options).pairs.size(), 3U);
    options.earlier = 2;
    const Comparison comparison = compare(programs, {}, options);
    ASSERT_EQ(comparison.pairs.size(), 2U);
    EXPECT_EQ(comparison.pairs[0].left, 0U);
    EXPECT_EQ(comparison.pairs[1].left, 0U);
}

}  // namespace
}  // namespace mariner::similar::test
