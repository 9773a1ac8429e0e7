#include "emulator/analysis/profile_report.hpp"
#include "emulator/support/text.hpp"
#include "tests/unit/analysis/analysed.hpp"

namespace mariner::test {
namespace {

constexpr const char* program_text = R"(main:   addiu $s0, $zero, 3
loop:   jal work
        addiu $s0, $s0, -1
        bne $s0, $zero, loop
        addiu $v0, $zero, 10
        syscall
never:  addiu $t9, $zero, 1
work:   sw $s0, -4($sp)
        jr $ra
)";

class ProfileOfAProgram : public testing::Test {
protected:
    ProfileOfAProgram() : m_program(program_text) {
        ProfiledCore core(*m_program.machine, {});
        m_program.run(core.core());
        m_profile = core.finish();
    }
    [[nodiscard]] ProfileSources sources() const { return {m_program.image, {program_text}}; }
    static bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

    Analysed m_program;
    Profile m_profile;
};

TEST_F(ProfileOfAProgram, CountsInstructionsBranchesAndPages) {
    EXPECT_EQ(m_profile.steps, 18U);
    EXPECT_EQ(m_profile.find(0x0040000c)->executed, 3U);
    EXPECT_EQ(m_profile.find(0x0040000c)->taken, 2U);
    EXPECT_EQ(m_profile.find(0x00400018)->executed, 0U);
    ASSERT_EQ(m_profile.pages.size(), 1U);
    EXPECT_EQ(m_profile.pages.begin()->second.writes, 3U);
}

TEST_F(ProfileOfAProgram, GivesFunctionsTheirInclusiveCosts) {
    const std::vector<FunctionCount> functions = count_functions(m_profile, m_program.image);
    ASSERT_EQ(functions.size(), 2U);
    EXPECT_EQ(functions[0].name, "main");
    EXPECT_EQ(functions[0].inclusive, 18U);
    EXPECT_EQ(functions[0].self, 12U);
    EXPECT_EQ(functions[1].name, "work");
    EXPECT_EQ(functions[1].calls, 3U);
    EXPECT_EQ(functions[1].inclusive, 6U);
    EXPECT_EQ(functions[1].self, 6U);
}

TEST_F(ProfileOfAProgram, WritesLcov) {
    const std::string text = profile_lcov(m_profile, m_program.image);
    EXPECT_TRUE(holds(text, "SF:a.asm\n")) << text;
    EXPECT_TRUE(holds(text, "FN:8,work\n"));
    EXPECT_TRUE(holds(text, "FNDA:3,work\n"));
    EXPECT_TRUE(holds(text, "BRDA:4,0,0,2\nBRDA:4,0,1,1\n"));
    EXPECT_TRUE(holds(text, "DA:7,0\nDA:8,3\n"));
    EXPECT_TRUE(holds(text, "LF:9\nLH:8\nend_of_record\n"));
}

TEST_F(ProfileOfAProgram, WritesCallgrind) {
    const std::string text = profile_callgrind(m_profile, m_program.image);
    EXPECT_TRUE(holds(text, "events: Ir\nsummary: 18\n")) << text;
    EXPECT_TRUE(holds(text, "fl=a.asm\nfn=main\n"));
    EXPECT_TRUE(holds(text, "cfi=a.asm\ncfn=work\ncalls=3 8\n2 6\n"));
}

TEST_F(ProfileOfAProgram, WritesTextAndAPage) {
    const std::string text = profile_text(m_profile, sources());
    EXPECT_TRUE(holds(text, "a.asm:2  loop:   jal work")) << text;
    EXPECT_TRUE(holds(text, "66.7 %  taken"));
    const std::string page = profile_html(m_profile, sources());
    EXPECT_TRUE(holds(page, "<tr class=\"never\"><td>7</td>")) << page;
    EXPECT_TRUE(holds(page, "<!DOCTYPE html>"));
    EXPECT_FALSE(holds(page, "http"));
}

TEST(Profile, CountsARecursionOnce) {
    Analysed program(
        "addiu $a0, $zero, 3\njal f\naddiu $v0, $zero, 10\nsyscall\n"
        "f: beq $a0, $zero, back\naddiu $a0, $a0, -1\naddiu $sp, $sp, -4\nsw $ra, 0($sp)\njal f\n"
        "lw $ra, 0($sp)\naddiu $sp, $sp, 4\nback: jr $ra\n");
    ProfiledCore core(*program.machine, {});
    program.run(core.core());
    const Profile profile = core.finish();
    EXPECT_EQ(profile.functions.at(0x00400010).calls, 4U);
    EXPECT_EQ(profile.functions.at(0x00400010).inclusive, profile.steps - 4);
}

}  // namespace
}  // namespace mariner::test
