#include "emulator/grader/pack.hpp"

#include <gtest/gtest.h>

#include "tests/unit/grader/sample_results.hpp"

namespace mariner::grader::test {
namespace {

std::string packed_number(u64 number) {
    Packer packer;
    packer.put_number(number);
    return packer.take();
}

TEST(Pack, GivesEverySubmissionBackAsItWas) {
    for (const SubmissionResult& submission : {SubmissionResult(), wrong_submission(), hostile_submission()}) {
        const std::string bytes = pack(submission);
        const std::optional<SubmissionResult> back = unpack<SubmissionResult>(bytes);
        ASSERT_TRUE(back);
        EXPECT_EQ(pack(*back), bytes);
        EXPECT_EQ(back->student, submission.student);
        EXPECT_EQ(back->points, submission.points);
        EXPECT_EQ(back->cases.size(), submission.cases.size());
    }
    const SubmissionResult back = *unpack<SubmissionResult>(pack(wrong_submission()));
    EXPECT_EQ(back.cases[1].place->line, 42U);
    EXPECT_EQ(back.cases[1].board->actual, wrong_board().board->actual);
    EXPECT_EQ(back.cases[2].picture->expected, picture_case().picture->expected);
    EXPECT_FALSE(back.cases[0].place);
    EXPECT_EQ(back.cases[0].seed, 7U);
}

TEST(Pack, KeepsNegativeNumbersAndZeroBytes) {
    CaseResult result;
    result.points = -250;
    result.exit_status = -1;
    result.output = std::string("a\0b", 3);
    const CaseResult back = *unpack<CaseResult>(pack(result));
    EXPECT_EQ(back.points, -250);
    EXPECT_EQ(back.exit_status, -1);
    EXPECT_EQ(back.output, result.output);
}

TEST(Pack, TakesNothingThatIsTorn) {
    const std::string bytes = pack(wrong_submission());
    for (size_t size = 0; size < bytes.size(); ++size) {
        EXPECT_FALSE(unpack<SubmissionResult>(std::string_view(bytes).substr(0, size))) << size;
    }
    EXPECT_FALSE(unpack<SubmissionResult>(bytes + "x")) << "nor what has something behind it";
}

TEST(Pack, SurvivesEveryWrongByte) {
    const std::string bytes = pack(hostile_submission());
    for (size_t at = 0; at < bytes.size(); ++at) {
        for (const char wrong : {'\0', '\x7f', '\xff'}) {
            std::string damaged = bytes;
            damaged[at] = wrong;
            if (const auto back = unpack<SubmissionResult>(damaged)) {
                for (const CaseResult& result : back->cases) {
                    EXPECT_LE(result.verdict, Verdict::died);
                    EXPECT_LE(result.visibility, Visibility::after_published);
                }
            }
        }
    }
}

TEST(Pack, BelievesNoCountLargerThanWhatIsThere) {
    EXPECT_FALSE(unpack<std::vector<SubmittedFile>>(packed_number(u64{1} << 60)));
    EXPECT_FALSE(unpack<std::string>(packed_number(2) + "x"));
    EXPECT_EQ(unpack<std::string>(packed_number(2) + "xy"), "xy");
}

TEST(Pack, KnowsNoVerdictBeyondTheLast) {
    EXPECT_EQ(unpack<Verdict>(packed_number(6)), Verdict::died);
    EXPECT_FALSE(unpack<Verdict>(packed_number(7)));
    EXPECT_FALSE(unpack<Visibility>(packed_number(4)));
}

TEST(Pack, ReadsNumbersOfEverySizeButNoneWithoutAnEnd) {
    for (const u64 number : {u64{0}, u64{127}, u64{128}, u64{16384}, ~u64{0}}) {
        EXPECT_EQ(unpack<u64>(packed_number(number)), number);
    }
    EXPECT_FALSE(unpack<u64>(std::string(10, '\xff')));
    EXPECT_FALSE(unpack<u64>(""));
}

}  // namespace
}  // namespace mariner::grader::test
