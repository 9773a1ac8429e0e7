#include "emulator/grader/package.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tests/unit/grader/graded.hpp"

namespace mariner::grader::test {
namespace {

const std::string elf = std::string(
                            "\x7f"
                            "ELF\x02\x01\x01",
                            7) +
                        std::string(57, '\0');

PackagePlan plan_of(const Rubric& rubric, Autograder system) {
    PackagePlan plan;
    plan.system = system;
    plan.rubric = &rubric;
    plan.rubric_name = "it's hw.toml";
    plan.rubric_files = {{"it's hw.toml", "x"}, {"data/a.txt", "y"}};
    plan.program = elf;
    return plan;
}

TEST(Package, HasProgramAndRubricForEverySystem) {
    const Rubric rubric = rubric_of("title = \"t\"\n[[case]]\nname = \"a\"\nexpect = { output = \"1\" }\n");
    for (size_t i = 0; i < autograder_names.size(); ++i) {
        const PackagePlan plan = plan_of(rubric, static_cast<Autograder>(i));
        const Result<std::vector<PackageFile>> files = package_files(plan);
        ASSERT_TRUE(files) << autograder_names.at(i);
        std::set<std::string> names;
        std::string all;
        for (const PackageFile& file : *files) {
            EXPECT_TRUE(names.insert(file.name).second) << file.name;
            all += file.bytes;
        }
        EXPECT_NE(all.find(elf), std::string::npos) << autograder_names.at(i);
        EXPECT_TRUE(all.find("grade once " + std::string(autograder_names.at(i))) != std::string::npos ||
                    all.find("\"once\", \"" + std::string(autograder_names.at(i))) != std::string::npos)
            << all;
        EXPECT_EQ(all.find('\r'), std::string::npos);
        EXPECT_EQ(package_name(plan).ends_with(is_tar(plan.system) ? "r.tar" : ".zip"), true) << package_name(plan);
    }
}

TEST(Package, SubmittyHasWholePointsOnly) {
    const Rubric rubric = rubric_of("[[case]]\nname = \"a\"\npoints = 2.5\nexpect = { output = \"1\" }\n");
    EXPECT_FALSE(package_files(plan_of(rubric, Autograder::submitty)));
    EXPECT_TRUE(package_files(plan_of(rubric, Autograder::gradescope)));
}

TEST(Package, TellsAStaticProgram) {
    EXPECT_EQ(why_not_static(elf), "");
    EXPECT_NE(why_not_static(""), "");
    EXPECT_NE(why_not_static("#!/bin/sh\n" + std::string(100, ' ')), "");
    std::string dynamic = elf + std::string("\x03\0\0\0", 4);
    dynamic[32] = 64;  // where the table of segments begins
    dynamic[56] = 1;   // how many there are
    EXPECT_NE(why_not_static(dynamic), "");
    dynamic[40 - 1] = '\x7f';  // far behind the end
    EXPECT_EQ(why_not_static(dynamic), "it is damaged");
}

}  // namespace
}  // namespace mariner::grader::test
