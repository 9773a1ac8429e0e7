#include "emulator/grader/publish.hpp"

#include <gtest/gtest.h>

#include "emulator/support/toml.hpp"

namespace mariner::grader {
namespace {

TEST(PublicRubric, KeepsValuesOfEveryKind) {
    const std::string text = *public_rubric(
        "a = \"x\\\"\\\\\\n\\u00e9\\u007f\" # gone\nb = 1_0\nc = 2.0\nd = true\ne = 2026-03-02T23:59:00-01:30\nf = [1, "
        "[\"y\"]]\n"
        "[g]\nh = { \"i j\" = 0x10 }\n[[case]]\nname = \"k\"\n[case.expect]\noutput = '''\nl\nm'''\n");
    EXPECT_EQ(text,
              "a = \"x\\\"\\\\\\u000a\u00e9\\u007f\"\nb = 10\nc = 2.0\nd = true\ne = 2026-03-02T23:59:00-01:30\nf = "
              "[1, [\"y\"]]\n"
              "\n[g]\nh = { \"i j\" = 16 }\n\n[[case]]\nname = \"k\"\nexpect = { \"output\" = \"l\\u000am\" }\n");
    EXPECT_EQ(*public_rubric(text), text);
}

TEST(PublicRubric, LeavesOutWhatIsNotVisible) {
    const std::string text = *public_rubric(
        "[[case]]\nname = \"a\"\nvisibility = \"visible\"\n[[case]]\nname = \"b\"\nvisibility = \"after_published\"\n"
        "[self_test]\nreference = \"c\"\n");
    EXPECT_EQ(text, "\n[[case]]\nname = \"a\"\nvisibility = \"visible\"\n");
}

TEST(PublicRubric, CutsHiddenCasesOutOfGroups) {
    const std::string text = *public_rubric(
        "[late]\ndue = 2026-03-02T23:59:00Z\nextensions = \"SECRET\"\n[points]\nadjustments = \"SECRET\"\n"
        "[[case]]\nname = \"SECRET\"\nvisibility = \"hidden\"\n[[case]]\nname = \"é\"\n[[case]]\nname = \"b\"\n"
        "[[group]]\nname = \"g\"\ncases = [\"secret\", \"case-2\", \"b\"]\nbest_of = 3\n"
        "[[group]]\nname = \"SECRET\"\ncases = \"secret\"\n");
    EXPECT_EQ(text,
              "\n[late]\ndue = 2026-03-02T23:59:00Z\n\n[[case]]\nname = \"é\"\nid = \"case-2\"\n"
              "\n[[case]]\nname = \"b\"\n\n[[group]]\nname = \"g\"\ncases = [\"case-2\", \"b\"]\nbest_of = 2\n");
    EXPECT_EQ(*public_rubric(text), text);
}

TEST(PackagedRubric, KeepsHiddenCasesAndNothingAboutStudents) {
    EXPECT_EQ(*packaged_rubric("title = \"t\" # SECRET\n[self_test]\nreference = \"SECRET\"\n[points]\nadjustments = "
                               "\"SECRET\"\nminimum = 1\n[[case]]\nname = \"a\"\nvisibility = \"hidden\"\n"),
              "title = \"t\"\n\n[points]\nminimum = 1\n\n[[case]]\nname = \"a\"\nvisibility = \"hidden\"\n");
    EXPECT_FALSE(packaged_rubric("[["));
}

TEST(PublicRubric, RefusesWhatHasNothingToShow) {
    EXPECT_FALSE(public_rubric(""));
    EXPECT_FALSE(public_rubric("[["));
    EXPECT_FALSE(public_rubric("[[case]]\nvisibility = \"hidden\"\n"));
    EXPECT_FALSE(public_rubric("case = 5\n"));
}

}  // namespace
}  // namespace mariner::grader
