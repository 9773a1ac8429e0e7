#include "emulator/similar/compare.hpp"

#include <algorithm>
#include <random>

#include "emulator/similar/fingerprint.hpp"
#include "emulator/similar/report.hpp"
#include "emulator/similar/side_by_side.hpp"
#include "tests/unit/similar/sample_program.hpp"

namespace mariner::similar::test {
namespace {

/// A program of `length` steps, no two alike, that only the same seed gives again.
std::string steps_text(u32 seed, u32 length) {
    std::string text;
    for (u32 i = 0; i < length; ++i) {
        text += "li $t0, " + std::to_string(seed * 1000 + i) + "\nsyscall\n";
    }
    return text;
}

std::vector<ComparedProgram> programs_of(const std::vector<std::string>& texts) {
    std::vector<ComparedProgram> programs;
    for (const std::string& text : texts) {
        programs.push_back(program_of(text));
    }
    return programs;
}

TEST(Winnowing, KeepsTheRightmostSmallestOfEachWindow) {
    const std::vector<u64> hashes = {77, 74, 42, 17, 98, 50, 17, 98, 8, 88, 67, 39, 77, 74, 42, 17, 98};
    EXPECT_EQ(winnow(hashes, 4), (std::vector<u32>{3, 6, 8, 11, 15}));  // the example of the paper
    EXPECT_EQ(winnow(std::vector<u64>{5, 3, 9}, 4), (std::vector<u32>{1}));
    EXPECT_TRUE(winnow({}, 4).empty());
}

/// The guarantee: wherever k + w - 1 equal steps stand, the two have a fingerprint in common there.
TEST(Winnowing, FindsEveryPassageOfTheGuaranteedLength) {
    const CompareOptions options;
    std::mt19937 random(1);
    const auto noise = [&](size_t count) {
        std::vector<CanonicalToken> tokens(count);
        for (CanonicalToken& token : tokens) {
            token.code = random() % 50;
        }
        return tokens;
    };
    const auto kept = [&](const std::vector<CanonicalToken>& tokens, size_t from, size_t to) {
        std::vector<u64> found;
        const std::vector<u64> hashes = passage_hashes(tokens, options.k);
        for (const u32 position : winnow(hashes, options.w)) {
            if (position >= from && position + options.k <= to) {
                found.push_back(hashes[position]);
            }
        }
        std::sort(found.begin(), found.end());
        return found;
    };
    for (int round = 0; round < 200; ++round) {
        const std::vector<CanonicalToken> shared = noise(options.guarantee());
        std::vector<std::vector<u64>> sides;
        for (int side = 0; side < 2; ++side) {
            std::vector<CanonicalToken> tokens = noise(random() % 60);
            const size_t from = tokens.size();
            tokens.insert(tokens.end(), shared.begin(), shared.end());
            const std::vector<CanonicalToken> tail = noise(random() % 60);
            tokens.insert(tokens.end(), tail.begin(), tail.end());
            sides.push_back(kept(tokens, from, from + shared.size()));
        }
        std::vector<u64> common;
        std::set_intersection(sides[0].begin(), sides[0].end(), sides[1].begin(), sides[1].end(),
                              std::back_inserter(common));
        EXPECT_FALSE(common.empty()) << "round " << round;
    }
}

TEST(Compare, CountsBothDirections) {
    const std::vector<ComparedProgram> programs =
        programs_of({steps_text(1, 50), steps_text(2, 100) + steps_text(1, 50)});
    const Comparison comparison = compare(programs, {}, {});
    ASSERT_EQ(comparison.pairs.size(), 1U);
    const Pair& pair = comparison.pairs[0];
    EXPECT_EQ(pair.left_percent, 100U);
    EXPECT_EQ(pair.right_percent, 33U);
    EXPECT_EQ(pair.alike, 100U);
    ASSERT_EQ(pair.passages.size(), 1U);
    EXPECT_EQ(pair.passages[0].right, 200U);
}

TEST(Compare, UsesNoStepTwice) {
    const std::vector<ComparedProgram> programs =
        programs_of({steps_text(1, 30), steps_text(1, 30) + steps_text(9, 1) + steps_text(1, 30)});
    const Comparison comparison = compare(programs, {}, {});
    ASSERT_EQ(comparison.pairs.size(), 1U);
    EXPECT_EQ(comparison.pairs[0].alike, 60U);
    EXPECT_EQ(comparison.pairs[0].right_percent, 49U);
}

TEST(Compare, LeavesOutTheHandoutAndWhatManyHave) {
    const std::string handout = steps_text(1, 40);
    const std::vector<ComparedProgram> base = programs_of({handout});
    const std::vector<ComparedProgram> two = programs_of({handout + steps_text(2, 40), steps_text(3, 40) + handout});
    EXPECT_EQ(compare(two, {}, {}).pairs.size(), 1U);
    const Comparison without = compare(two, base, {});
    EXPECT_TRUE(without.pairs.empty());
    EXPECT_EQ(without.steps[0].base, 80U);
    EXPECT_EQ(without.steps[0].own, 80U);

    std::vector<std::string> texts;
    for (u32 i = 0; i < 12; ++i) {
        texts.push_back(handout + steps_text(10 + i, 40));
    }
    CompareOptions told;
    told.common_share = 20;
    EXPECT_TRUE(compare(programs_of(texts), {}, told).pairs.empty());
    EXPECT_EQ(compare(programs_of(texts), {}, {}).pairs.size(), 66U);  // nobody has said that it was handed out
    texts.resize(10);                                                  // so few may well have copied from each other
    EXPECT_EQ(compare(programs_of(texts), {}, told).pairs.size(), 45U);
}

TEST(FindRings, WantsEachToBeLikeEachOther) {
    const std::string a = steps_text(1, 30);
    const std::string b = steps_text(2, 30);
    const std::vector<ComparedProgram> programs = programs_of({a, a, a, b, a + b});
    EXPECT_TRUE(find_rings(compare(programs, {}, {}), 90).empty());  // b is like none of the first three
    const std::vector<Ring> rings = find_rings(compare(std::span(programs).first(3), {}, {}), 90);
    ASSERT_EQ(rings.size(), 1U);
    EXPECT_EQ(rings[0].members, (std::vector<u32>{0, 1, 2}));
    EXPECT_EQ(rings[0].percent, 100U);
}

TEST(Compare, MakesClustersOfWhatHangsTogether) {
    const std::string a = steps_text(1, 30);
    const std::string b = steps_text(2, 30);
    const std::vector<ComparedProgram> programs =
        programs_of({a, steps_text(3, 30), a + b, steps_text(4, 30), b, steps_text(5, 30), steps_text(4, 30)});
    const Comparison comparison = compare(programs, {}, {});
    ASSERT_EQ(comparison.clusters.size(), 2U);
    EXPECT_EQ(comparison.clusters[0], (std::vector<u32>{0, 2, 4}));
    EXPECT_EQ(comparison.clusters[1], (std::vector<u32>{3, 6}));
}

TEST(Compare, ListsNothingBelowTheThresholdOrTheGuarantee) {
    const std::vector<ComparedProgram> programs =
        programs_of({steps_text(1, 30) + steps_text(2, 90), steps_text(1, 30) + steps_text(3, 90)});
    EXPECT_TRUE(compare(programs, {}, {}).pairs.empty());  // 25 %
    CompareOptions options;
    options.threshold = 25;
    EXPECT_EQ(compare(programs, {}, options).pairs.size(), 1U);
    EXPECT_TRUE(compare(programs_of({steps_text(1, 9), steps_text(1, 9)}), {}, {}).pairs.empty());
}

TEST(Compare, EndsOnTheSameLineWithoutEnd) {
    std::string same;
    for (int i = 0; i < 15'000; ++i) {
        same += "addi $t0, $t0, 1\n";
    }
    const Comparison comparison = compare(programs_of({same, same, same}), {}, {});
    EXPECT_EQ(comparison.pairs.size(), 3U);
}

TEST(Reading, ComparesWhatIsLeftOfABrokenProgram) {
    const std::string good = steps_text(1, 60);
    std::string broken = good;
    broken.insert(broken.find("li $t0, 1030"), "frobnicate $t0\nj nowhere\nli $t0\n.word 1 2 \" x\n");
    const ComparedProgram program = program_of(broken);
    EXPECT_NE(program.note.find("doesn't assemble"), std::string::npos);
    const Comparison comparison = compare(std::vector<ComparedProgram>{program, program_of(good)}, {}, {});
    ASSERT_EQ(comparison.pairs.size(), 1U);
    EXPECT_GE(comparison.pairs[0].percent(), 99U);
}

TEST(Reading, TellsWhyThereIsNothing) {
    EXPECT_EQ(read_program({}).note, "no assembly source");
    EXPECT_NE(program_of(std::string(2 << 20, '#')).note.find("longer than"), std::string::npos);
    EXPECT_NE(program_of(steps_text(1, 50), {size_t{1} << 20, 30}).note.find("only its first 30"), std::string::npos);
    const std::vector<SourceFile> files = {{"a.asm", ".include \"part/b.asm\"\nsyscall\n"}, {"part/b.asm", "break\n"}};
    const ComparedProgram program = read_program(files);
    EXPECT_EQ(program.note, "");
    EXPECT_EQ(program.tokens.size(), 2U);  // the included file isn't a program of its own
}

TEST(SideBySide, ShowsEachLineOnceNextToItsLike) {
    const std::vector<ComparedProgram> programs =
        programs_of({steps_text(1, 20), "# a comment\n" + steps_text(1, 10) + "# between\n\n" +
                                            steps_text(1, 20).substr(steps_text(1, 10).size())});
    const Comparison comparison = compare(programs, {}, {});
    ASSERT_EQ(comparison.pairs.size(), 1U);
    const std::vector<LineRow> rows = side_by_side(programs[0], programs[1], comparison.pairs[0].passages[0]);
    ASSERT_EQ(rows.size(), 42U);
    EXPECT_EQ(rows[0].left.number, 1U);
    EXPECT_EQ(rows[0].right.number, 2U);
    EXPECT_FALSE(rows[20].right.is_alike);  // the comment
    EXPECT_EQ(rows[41].left.number, 40U);
    EXPECT_EQ(rows[41].right.number, 43U);
}

TEST(Reports, SayAlikeAndEscapeNames) {
    const std::vector<ComparedProgram> programs = programs_of({steps_text(1, 30) + "# <script>\n", steps_text(1, 30)});
    const CompareOptions options;
    const Comparison comparison = compare(programs, {}, options);
    const std::vector<std::string> names = {"<b>\x1b[2J", "bert"};
    const Report report{names, programs, comparison, options, {}};
    for (const std::string& text : {similar_text(report), similar_html(report), similar_json(report)}) {
        EXPECT_EQ(text.find('\x1b'), std::string::npos);
        EXPECT_EQ(text.find("copied"), std::string::npos);
        EXPECT_NE(text.find("bert"), std::string::npos);
    }
    EXPECT_EQ(similar_html(report).find("<b>"), std::string::npos);
    EXPECT_NE(similar_text(report).find("1 pair alike by 30 % or more"), std::string::npos);
}

}  // namespace
}  // namespace mariner::similar::test
