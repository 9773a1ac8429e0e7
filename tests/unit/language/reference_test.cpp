// `mariner ref` and docs/reference/, which must be what the tables say.

#include "emulator/language/reference.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "emulator/isa/pseudo.hpp"
#include "emulator/support/file.hpp"

namespace mariner::language {
namespace {

TEST(ReferencePages, AreThoseInDocs) {
    for (const ReferencePage& page : reference_pages()) {
        const Result<std::string> stored = read_file(MARINER_SOURCE_DIR "/docs/reference/" + page.file);
        ASSERT_TRUE(stored.has_value()) << page.file;
        EXPECT_TRUE(*stored == page.text)
            << page.file << " is not what the tables say: run mariner ref --markdown docs/reference";
    }
}

TEST(Reference, HasAnEntryForEveryWordItLists) {
    for (const std::string& word : reference_words()) {
        EXPECT_TRUE(reference_entry(word).has_value()) << word;
    }
}

TEST(Reference, ShowsEveryFormOfAMnemonic) {
    const std::string entry = reference_entry("ADDIU").value();
    EXPECT_NE(entry.find("addiu rt, rs, imm\n"), std::string::npos);
    EXPECT_NE(entry.find("addiu r1, r2, i32    (pseudo-instruction)"), std::string::npos);
    EXPECT_NE(entry.find("        ori at, at, LOU(n)\n"), std::string::npos);
    EXPECT_NE(entry.find("| 001001 |  rs   |  rt   |       imm        |"), std::string::npos);
    EXPECT_NE(entry.find("imm     number from -32768 to 32767"), std::string::npos);
}

TEST(Reference, KnowsThingsByAllTheirNames) {
    EXPECT_EQ(reference_entry("$t0"), reference_entry("t0"));
    EXPECT_EQ(reference_entry("$t0"), reference_entry("$8"));
    EXPECT_EQ(reference_entry("word"), reference_entry(".WORD"));
    EXPECT_EQ(reference_entry("4"), reference_entry("syscall 4"));
    EXPECT_EQ(reference_entry("4"), reference_entry("Print String"));
    EXPECT_NE(reference_entry("$f13")->find("high word of the double in $f12"), std::string::npos);
    for (const char* unknown : {"", "addd", "99", "$32", "$f32", "syscall 99", ".wird", "no such thing"}) {
        EXPECT_FALSE(reference_entry(unknown).has_value()) << unknown;
    }
}

TEST(Reference, NamesWhatWasProbablyMeant) {
    EXPECT_EQ(nearest_names("addui").at(0), "addiu");
    EXPECT_EQ(nearest_names("wrod").at(0), ".word");
    EXPECT_EQ(nearest_names("$tO").size(), 5U);
    EXPECT_TRUE(nearest_names("quetzalcoatl").empty());
    EXPECT_TRUE(nearest_names(std::string(100000, 'a')).empty());
}

TEST(EncodingDiagram, HasBoxesForAllThirtyTwoBits) {
    for (const isa::InstructionInfo& row : isa::instruction_table) {
        const std::string diagram = encoding_diagram(row);
        EXPECT_EQ(diagram.rfind(" 31", 0), 0U) << row.id;
        const std::string numbers = diagram.substr(0, diagram.find('\n'));
        EXPECT_EQ(numbers.back(), '0') << row.id;
        const size_t width = diagram.find('\n', numbers.size() + 1) - numbers.size() - 1;
        EXPECT_EQ(diagram.size(), numbers.size() + 1 + 3 * (width + 1)) << diagram;
    }
}

TEST(Legend, ExplainsEveryOperandOfTheTables) {
    const auto all_explained = [](const isa::OperandPattern& pattern) {
        return std::all_of(pattern.begin(), pattern.end(), [](const isa::Operand& operand) {
            return operand.kind == isa::OperandKind::open_paren || operand.kind == isa::OperandKind::close_paren ||
                   operand.kind == isa::OperandKind::plus || !operand_meaning(operand.name).empty();
        });
    };
    for (const isa::InstructionInfo& row : isa::instruction_table) {
        EXPECT_TRUE(all_explained(row.pattern)) << row.id;
    }
    for (const isa::PseudoInfo& form : isa::pseudo_table()) {
        EXPECT_TRUE(all_explained(form.pattern)) << form.mnemonic << " " << form.operands;
    }
}

}  // namespace
}  // namespace mariner::language
