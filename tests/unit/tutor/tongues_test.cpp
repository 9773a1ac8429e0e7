// Every row of the tables of other tongues: a program that uses it is repaired so that it assembles.

#include "emulator/tutor/tongues.hpp"

#include <gtest/gtest.h>

#include "emulator/assembler/render.hpp"
#include "emulator/tutor/repair.hpp"

namespace mariner {
namespace {

/// The program as `mariner fix` leaves it, and whether anything is wrong with it.
std::pair<std::string, bool> fixed(const std::string& program) {
    MemorySources sources;
    sources.add("hw.asm", program);
    sources.add("lib.asm", "        nop\n");
    const std::vector<std::string> files = {"hw.asm"};
    const RepairedProgram repaired = repair_program(files, sources, {});
    const bool is_right = !repaired.left.has_errors();
    return {repaired.files.empty() ? program : repaired.files[0].text, is_right};
}

/// What a row is for, with a label x of the kind it needs.
std::string program_of(const tutor::Tongue& row) {
    const std::string statement = std::string(row.word) + " " + std::string(row.example);
    const bool goes = row.here.starts_with('j') || row.here.starts_with('b') || row.here.starts_with("c.");
    return std::string(goes ? "main:   nop\nx:      nop\n"
                            : "        .data\nx:      .word 1\n        .text\nmain:   nop\n") +
           "        " + statement + "\n        nop\n";
}

TEST(Tongues, AreTranslatedRowByRow) {
    for (const tutor::Tongue& row : tutor::tongues()) {
        const auto [text, is_right] = fixed(program_of(row));
        EXPECT_TRUE(is_right) << row.tongue << ": " << row.word << "\n" << text;
        bool is_translated = false;
        for (std::string_view left = row.here; !left.empty();) {
            const size_t end = std::min(left.find('|'), left.size());
            const std::string_view way = left.substr(0, end);
            is_translated |= text.find(way.substr(0, way.find_first_of(" ;"))) != std::string::npos;
            left.remove_prefix(std::min(end + 1, left.size()));
        }
        EXPECT_TRUE(is_translated) << row.word << "\n" << text;
        EXPECT_NE(text, program_of(row)) << "is right here";
    }
}

TEST(OtherDirectives, AreTranslatedRowByRow) {
    for (const tutor::OtherDirective& row : tutor::other_directives()) {
        const bool is_macro = row.here == ".end_macro";
        const std::string operand = row.here == ".asciiz"    ? " \"a\""
                                    : row.here == ".eqv"     ? " SIZE 4"
                                    : row.here == ".globl"   ? " main"
                                    : row.here == ".include" ? " \"lib.asm\""
                                    : row.here == ".data" || row.here == ".text" || row.here.empty() || is_macro ? ""
                                                                                                                 : " 2";
        const std::string line = "        " + std::string(row.word) + operand + "\n";
        const std::string program = is_macro ? "        .macro stop\n        nop\n" + line + "main:   stop\n"
                                             : "        .data\n" + line + "        .text\nmain:   nop\n";
        const auto [text, is_right] = fixed(program);
        EXPECT_TRUE(is_right) << text;
        EXPECT_EQ(text.find(std::string(row.word) + (operand.empty() ? "\n" : operand)), std::string::npos) << text;
        EXPECT_TRUE(row.here.empty() || text.find(row.here) != std::string::npos) << text;
    }
}

}  // namespace
}  // namespace mariner
