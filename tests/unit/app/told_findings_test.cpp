#include "emulator/app/told_findings.hpp"

#include <gtest/gtest.h>

#include "emulator/assembler/assembler.hpp"
#include "emulator/tutor/tutor.hpp"

namespace mariner::app {
namespace {

/// How many of these findings, given by kind and address, the warnings of a program say already.
size_t told_of(const std::string& text, const std::vector<std::pair<FindingKind, u32>>& kinds) {
    MemorySources sources;
    sources.add("hw.asm", text);
    const std::vector<std::string> files = {"hw.asm"};
    const Assembly assembly = assemble_and_teach(files, sources, {});
    EXPECT_TRUE(assembly.image);
    Findings findings;
    for (const auto& [kind, pc] : kinds) {
        findings.add({kind, pc, "does", "because", "mend", 1});
    }
    return assembly.image ? told_findings(findings, *assembly.image, assembly.diagnostics).size() : 0;
}

constexpr u32 text_base = 0x00400000;

TEST(ToldFindings, AreThoseThatAWarningSays) {
    const std::string without_syscall = "main: li $a0, 3\nli $v0, 10\n";
    EXPECT_EQ(told_of(without_syscall, {{FindingKind::syscall_missing, text_base + 4}}), 1U);
    EXPECT_EQ(told_of(without_syscall, {{FindingKind::fall_through, text_base + 4}}), 0U);
    EXPECT_EQ(told_of(without_syscall, {{FindingKind::syscall_missing, text_base}}), 0U);
    const std::string runs_into = "main: jal f\nli $t0, 1\nf: li $v0, 10\njr $ra\n";
    EXPECT_EQ(told_of(runs_into, {{FindingKind::fall_through, text_base + 4}, {FindingKind::fall_through, text_base}}),
              1U);
}

TEST(ToldFindings, AreNoneWithoutAWarning) {
    EXPECT_EQ(told_of("main: li $v0, 10\nsyscall\n", {{FindingKind::syscall_missing, text_base}}), 0U);
}

}  // namespace
}  // namespace mariner::app
