// Names over several files: what they mean, where they stand, and what may not be renamed.

#include "emulator/language/navigate.hpp"

#include <gtest/gtest.h>

#include "emulator/language/complete.hpp"
#include "emulator/language/rename.hpp"
#include "tests/unit/language/workspace_fixture.hpp"

namespace mariner::language {
namespace {

constexpr std::string_view program =
    ".eqv SIZE 4\n"
    ".macro twice %r\n"
    "loop: addu %r, %r, %r\n"
    " bnez %r, loop\n"
    ".end_macro\n"
    ".text\n"
    ".globl main\n"
    "main: li $t0, SIZE\n"
    " twice $t0\n"
    "loop: jal loop\n"
    " sw $t0, place\n"
    " lw $t0, place\n"
    ".data\n"
    "place: .word loop\n";

class Names : public ::testing::Test {
protected:
    std::vector<std::string> uses_at(std::string_view words, u32 further = 0) {
        TextSpot spot = spot_of(m_texts.file()->text, words);
        spot.offset += further;
        std::vector<std::string> uses;
        const Question question(*m_texts.view(), *m_texts.file(), spot);
        for (const NamePlace& place : references_to(question, true)) {
            uses.push_back(std::to_string(place.use.line + 1));
        }
        return uses;
    }

    OpenTexts m_texts{std::string(program)};
};

TEST_F(Names, OfAMacroAreItsOwn) {
    using Lines = std::vector<std::string>;
    EXPECT_EQ(uses_at("loop: addu"), (Lines{"3", "4"}));
    EXPECT_EQ(uses_at("loop: jal"), (Lines{"10", "10", "14"}));
    EXPECT_EQ(uses_at("%r, loop"), (Lines{"2", "3", "3", "3", "4"}));
    EXPECT_EQ(uses_at("twice $t0"), (Lines{"2", "9"}));
    EXPECT_EQ(uses_at("SIZE\n"), (Lines{}));
    EXPECT_EQ(uses_at("SIZE 4"), (Lines{"1", "8"}));
}

TEST_F(Names, AreReadAndWrittenApart) {
    std::vector<NameAccess> accesses;
    const Question question(*m_texts.view(), *m_texts.file(), spot_of(m_texts.file()->text, "place: "));
    for (const NamePlace& place : references_to(question, false)) {
        accesses.push_back(place.use.access);
    }
    EXPECT_EQ(accesses, (std::vector<NameAccess>{NameAccess::write, NameAccess::read}));
}

TEST_F(Names, AreRenamedOnlyWhereTheProgramStaysTheSame) {
    const Question question(*m_texts.view(), *m_texts.file(), spot_of(m_texts.file()->text, "loop: jal"));
    EXPECT_TRUE(rename(question, "again").has_value());
    EXPECT_EQ(rename(question, "again")->size(), 3U);
    for (const char* const name : {"place", "SIZE", "twice", "main", "add", "1x", "%x", "a b"}) {
        EXPECT_FALSE(rename(question, name).has_value()) << name;
    }
}

TEST(NamesOfFiles, AreExportedOrNot) {
    OpenTexts texts(
        {{"a.asm", ".globl main\nmain: jal f\n jal own\nown: nop\n"}, {"b.asm", ".globl f\nf: nop\nown: nop\n"}});
    const auto definition = [&](std::string_view words) {
        const Question question(*texts.view(), *texts.file(), spot_of(texts.file()->text, words));
        return question.meaning() != nullptr ? question.meaning()->file->path : "";
    };
    EXPECT_EQ(definition("f\n"), "");  // no line holds that
    const Question call(*texts.view(), *texts.file(), {1, 10});
    ASSERT_NE(call.meaning(), nullptr);
    EXPECT_EQ(call.meaning()->file->path, "b.asm");
    EXPECT_EQ(definition("own: nop"), "a.asm");
    EXPECT_TRUE(texts.view()->assembly().image.has_value());
}

TEST(Programs, OfTwoMainsAreTwo) {
    OpenTexts texts({{"a.asm", "main: jal f\n"}, {"b.asm", ".globl f main\nmain: nop\nf: nop\n"}});
    EXPECT_EQ(texts.view()->roots(), std::vector<std::string>{"a.asm"});
}

TEST(Programs, BeginWithTheFileThatIncludes) {
    OpenTexts texts({{"part.inc", "f: jr $ra\n"}, {"whole.asm", "main: jal f\n.include \"part.inc\"\n"}});
    EXPECT_EQ(texts.view("part.inc")->roots(), std::vector<std::string>{"whole.asm"});
    EXPECT_TRUE(texts.view("part.inc")->contains("part.inc"));
}

std::vector<std::string> offered(const std::string& text, TextSpot spot, u32 rank) {
    OpenTexts texts(text);
    std::vector<std::string> labels;
    for (const CompletionOffer& offer : complete(*texts.view(), *texts.file(), spot).offers) {
        if (offer.rank == rank) {
            labels.push_back(offer.label);
        }
    }
    return labels;
}

TEST(Completion, OffersFirstWhatFitsTheOperand) {
    const auto has = [](const std::vector<std::string>& labels, const std::string& wanted) {
        return std::find(labels.begin(), labels.end(), wanted) != labels.end();
    };
    const std::string text = ".eqv N 4\nmain: add $t0, $t1, \n b \n lwc1 \n.data\nx: .word 1\n";
    EXPECT_TRUE(has(offered(text, {1, 20}, 0), "$t9"));
    EXPECT_TRUE(has(offered(text, {1, 20}, 0), "N"));
    EXPECT_TRUE(has(offered(text, {1, 20}, 2), "main"));
    EXPECT_TRUE(has(offered(text, {2, 3}, 0), "main"));
    EXPECT_FALSE(has(offered(text, {2, 3}, 0), "$t0"));
    EXPECT_TRUE(has(offered(text, {3, 6}, 0), "$f12"));
    EXPECT_FALSE(has(offered(text, {3, 6}, 0), "$t0"));
}

}  // namespace
}  // namespace mariner::language
