#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <fstream>
#include <map>

#include "emulator/grader/pack.hpp"
#include "emulator/grader/self_test.hpp"
#include "emulator/grader/submissions.hpp"
#include "emulator/grader/text_match.hpp"
#include "emulator/grader/workers.hpp"
#include "tests/unit/grader/graded.hpp"

namespace mariner::grader {
namespace {

using namespace test;

std::map<std::string, SubmissionResult> grade_all(const Rubric& rubric, const std::vector<Submission>& submissions,
                                                  unsigned jobs, const CaseProgress& progress = {}) {
    std::map<std::string, SubmissionResult> results;
    size_t at = 0;
    WorkerOptions options;
    options.jobs = jobs;
    const Result<void> done = grade_in_workers(
        rubric, options, [&] { return at < submissions.size() ? std::optional(submissions[at++]) : std::nullopt; },
        [&](SubmissionResult result) -> Result<void> {
            results[result.id] = std::move(result);
            return {};
        },
        progress);
    EXPECT_TRUE(done) << (done ? "" : done.error().message);
    return results;
}

// --- the worked example ---

TEST(Grading, GivesTheExampleSubmissionsWhatTheyDeserve) {
    const Result<std::string> text = read_file(example + "rubric.toml");
    ASSERT_TRUE(text);
    const Rubric rubric = rubric_of(*text);
    Result<Submissions> class_folder = Submissions::open(example + "submissions", rubric.submission_rules());
    ASSERT_TRUE(class_folder);
    std::vector<Submission> submissions;
    for (size_t i = 0; i < class_folder->size(); ++i) {
        submissions.push_back(*class_folder->load(i));
    }
    const std::map<std::string, SubmissionResult> results = grade_all(rubric, submissions, 2);
    const std::map<std::string, std::pair<std::string, Points>> expected = {
        {"ada", {"..........", 2000}},   // right, in her own words
        {"ben", {".....FF...", 1200}},   // forgot the falling diagonal
        {"cleo", {".......L..", 1800}},  // endless loop after a wrong answer
        {"dan", {"..CCCCFCCC", 200}},    // crashes; a hidden case says "failed", however it did
        {"eve", {"FF.FFFFFFF", 100}},    // prints what might be looked for
        {"finn", {"..........", 2000}},  // ada's program in disguise: `mariner similar` finds it
        {"gus", {"....LLFLLL", 400}},    // floods the console
        {"hana", {"..........", 2000}},  // two files
        {"ivo", {"AAAAAAAAAA", 0}},      // does not assemble
        {"jana", {"FF........", 1750}},  // a routine ruins a saved register
        {"kai", {"...F.FF.F.", 1000}},   // lines run over the edge
        {"lena", {".F......F.", 1800}},  // no column is ever full
    };
    ASSERT_EQ(results.size(), expected.size());
    for (const auto& [id, wanted] : expected) {
        ASSERT_TRUE(results.contains(id)) << id;
        EXPECT_EQ(verdicts(results.at(id)), wanted.first) << id;
        EXPECT_EQ(results.at(id).points, wanted.second) << id;
    }
    EXPECT_NE(results.at("ben").cases[5].reason.find("does not announce the win"), std::string::npos)
        << results.at("ben").cases[5].reason;
    EXPECT_NE(results.at("dan").cases[2].explanation.find("divisible by 4"), std::string::npos);
    EXPECT_NE(results.at("cleo").cases[7].explanation.find("spins in"), std::string::npos);
    EXPECT_NE(results.at("ivo").diagnostics.find("addi"), std::string::npos);
    // The same bytes in another order, with one worker, and without any.
    const std::vector<Submission> some = {submissions[7], submissions[1], submissions[3]};
    for (const auto& [id, result] : grade_all(rubric, some, 1)) {
        EXPECT_EQ(pack(result), pack(results.at(id))) << id;
    }
    EXPECT_EQ(pack(grade_here(rubric, submissions[1])), pack(results.at("ben")));
}

// --- what a case can look at ---

constexpr std::string_view looking = R"(
[[case]]
name = "end"
arguments = ["x"]
expect = { output = "hi", exit_status = 3, most_steps = 100, registers = { s0 = 7 } }
[[case]]
name = "memory"
expect = { memory = [{ label = "a", words = [1, -2] }, { label = "t", text = "ok" }], ending = "exited" }
[[case]]
name = "file"
scratch = true
files = { "in.txt" = "abc" }
expect = { files = { "out.txt" = "abc" } }
[[case]]
name = "no scratch folder"
expect = { files = { "out.txt" = "abc" } }
[[case]]
name = "picture"
expect = { picture = { base = 0x10040000, columns = 4, rows = 4, regions = [{ x = 1, y = 0, colour = 0xff0000 }] } }
[[case]]
name = "routine"
call = { label = "twice", arguments = [[3, 4], 2, 1, 0, 9], returns = 18 }
[[case]]
name = "routine's memory"
call = { label = "twice", arguments = [{ words = [3, 4], after = { words = [6, 4] } }, 2, 1, 0, 9] }
[[case]]
name = "source"
require = { instructions = ["li", "sll"], labels = ["twice"] }
forbid = { syscalls = [40], instructions = ["mult"] }
[[case]]
name = "forbidden"
forbid = { syscalls = [13] }
)";

constexpr std::string_view looked_at = R"(
        .data
a:      .word 1, -2
t:      .asciiz "ok"
hi:     .asciiz "hi  \n\n"
in:     .asciiz "in.txt"
out:    .asciiz "./out.txt"
buffer: .space 16
        .text
main:   li $s0, 7
        li $v0, 4
        la $a0, hi
        syscall
        li $v0, 9
        li $a0, 64
        syscall
        li $t0, 0xff0000
        sw $t0, 4($v0)
        li $v0, 13
        la $a0, in
        li $a1, 0
        syscall
        bltz $v0, end
        move $a0, $v0
        la $a1, buffer
        li $a2, 16
        li $v0, 14
        syscall
        move $a2, $v0
        li $v0, 13
        la $a0, out
        li $a1, 1
        syscall
        move $a0, $v0
        la $a1, buffer
        li $v0, 15
        syscall
end:    li $v0, 17
        li $a0, 3
        syscall
twice:  lw $t0, 0($a0)
        sll $t0, $t0, 1
        sw $t0, 0($a0)
        lw $v0, 16($sp)
        sll $v0, $v0, 1
        jr $ra
)";

TEST(Grading, LooksAtEverythingThatARubricNames) {
    const Rubric rubric = rubric_of(looking);
    const SubmissionResult right = grade_here(rubric, submission_of("a", std::string(looked_at)));
    EXPECT_TRUE(right.assembled) << right.diagnostics;
    EXPECT_EQ(verdicts(right), "...F....F");
    EXPECT_NE(right.cases[3].reason.find("wrote no file"), std::string::npos);
    ASSERT_TRUE(right.cases[8].place.has_value());
    EXPECT_NE(right.cases[8].place->source.find("syscall"), std::string::npos);
    std::string wrong(looked_at);
    wrong.replace(wrong.find("li $s0, 7"), 9, "li $s0, 8");
    wrong.replace(wrong.find("1, -2"), 5, "1, -3");
    wrong.replace(wrong.find("0xff0000"), 8, "0x00ff00");
    wrong.replace(wrong.find("sll $t0, $t0, 1"), 15, "move $s1, $t0  ");
    const SubmissionResult other = grade_here(rubric, submission_of("b", wrong));
    EXPECT_EQ(verdicts(other), "FF.FFFF.F");
    EXPECT_NE(other.cases[1].reason.find("element 1 of memory at a is -3"), std::string::npos) << other.cases[1].reason;
    EXPECT_NE(other.cases[5].reason.find("$s1"), std::string::npos) << other.cases[5].reason;
}

TEST(Grading, TakesABundledGameAsOracle) {
    const Rubric rubric = rubric_of(R"(
[[case]]
name = "one game"
game = "columns"
seed = 3
input = "Ada\nBen\nX\n4\nN\n"
[[case]]
name = "some games"
game = { room = "columns", games = 60 }
[[case]]
name = "the board"
game = { room = "columns", games = 60, board = { label = "BOARD", layout = "columns-bottom", marks = "0,1,2" } }
)");
    const std::string right(rubric.cases[0].game->game->program);
    std::string wrong = right;
    const std::string test = "beq     $a1, EAST, check_line_inside";
    ASSERT_NE(wrong.find(test), std::string::npos);
    wrong.replace(wrong.find(test), test.size(), "nop");  // no line runs across the bottom row
    const auto results = grade_all(rubric, {submission_of("right", right), submission_of("wrong", wrong)}, 2);
    EXPECT_EQ(verdicts(results.at("right")), "...") << results.at("right").cases[0].reason;
    EXPECT_EQ(verdicts(results.at("wrong")), ".FF");
    EXPECT_FALSE(results.at("wrong").cases[1].checks.at(0).diff.empty());
}

TEST(Grading, ComparesTextsByRule) {
    struct Row {
        const char* match;
        const char* wanted;
        const char* output;
        bool passes;
    };
    const Row rows[] = {
        {"exact", "a\\n", "a\n", true},
        {"exact", "a\\n", "a", false},
        {"trailing", "a\\nb", "a  \nb\n\n", true},
        {"trailing", "a\\nb", "a\n\nb", false},
        {"whitespace", "a b", " a\n\tb", true},
        {"whitespace", "a b", "ab", false},
        {"contains", "b\\nc", "a\nb\nc\n", true},
        {"contains", "x", "a", false},
        {"regex", "^b\\\\d$", "a\nb7\n", true},
        {"regex", "^b$", "ab", false},
    };
    for (const Row& row : rows) {
        const Rubric rubric = rubric_of("[[case]]\nname = \"t\"\nexpect = { match = \"" + std::string(row.match) +
                                        "\", output = \"" + row.wanted + "\" }\n");
        const CheckResult check = match_text("output", *rubric.cases[0].expect.output, {}, row.output);
        EXPECT_EQ(check.passed, row.passes) << row.match << " " << row.output;
        EXPECT_EQ(check.passed, check.message.empty());
    }
    const std::vector<DiffLine> diff = diff_lines("1\n2\n3\n4\n5\n6\nx\n7\n", "1\n2\n3\n4\n5\n6\ny\n7\n8\n");
    std::string shape;
    for (const DiffLine& line : diff) {
        shape += "=-+g"[static_cast<size_t>(line.kind)];
    }
    EXPECT_EQ(shape, "g===-+=+");
}

// --- hostile submissions ---

struct Hostile {
    const char* name;
    std::string program;
    std::string verdicts;
};

TEST(Grading, NoSubmissionHurtsAnother) {
    const Rubric rubric = rubric_of(R"(
[limits]
steps = 3_000_000
output = 10_000
[[case]]
name = "hello"
expect = { output = "hello" }
[[case]]
name = "again"
expect = { output = "hello" }
)");
    const std::string hello = ".data\ns: .asciiz \"hello\"\n.text\nli $v0,4\nla $a0,s\nsyscall\nli $v0,10\nsyscall\n";
    std::string doubling = ".macro m0\nnop\n.end_macro\n";
    for (int i = 1; i < 40; ++i) {
        const std::string before = "m" + std::to_string(i - 1);
        doubling += ".macro m" + std::to_string(i) + "\n" + before + "\n" + before + "\n.end_macro\n";
    }
    const std::vector<Hostile> rows = {
        {"good", hello, ".."},
        {"loop", "l: j l\n", "LL"},
        {"flood", "l: li $v0,11\nli $a0,65\nsyscall\nj l\n", "LL"},
        {"stack", "f: addi $sp,$sp,-64\nsw $ra,0($sp)\njal f\n", "CC"},
        {"heap", "l: li $v0,9\nli $a0,1000000\nsyscall\nj l\n", "CC"},
        {"sleep", "li $v0,32\nli $a0,2000000000\nsyscall\nli $v0,10\nsyscall\n", "FF"},
        {"files",
         ".data\np: .asciiz \"/etc/passwd\"\n.text\nli $v0,13\nla $a0,p\nli $a1,0\nsyscall\nmove $a0,$v0\n"
         "li $v0,1\nsyscall\n",
         "FF"},
        {"markup", ".data\ns: .asciiz \"<script>alert(1)</script>\\0\"\n.text\nli $v0,4\nla $a0,s\nsyscall\n", "FF"},
        {"macros", doubling + "m39\n", "AA"},
        {"include", ".include \"/etc/passwd\"\n", "AA"},
        {"itself", ".include \"hw.asm\"\n", "AA"},
        {"macro", ".macro m\nm\n.end_macro\nm\n", "AA"},
        {"fork", "f: addi $sp,$sp,-4\nsw $ra,0($sp)\njal f\njal f\njr $ra\n", "LL"},
        {"transmitter", "lui $t0,0xffff\nl: sw $t0,12($t0)\nj l\n", "LL"},
        {"space", ".data\n.space 2000000000\n.text\nnop\n", "FF"},
        {"binary", std::string("\0\xff\x80\n", 4) + std::string(100'000, '\xfe'), "AA"},
        {"input", "li $v0,5\nsyscall\n", "CC"},
    };
    std::vector<Submission> submissions;
    for (const Hostile& row : rows) {
        submissions.push_back(submission_of(row.name, row.program));
    }
    submissions.push_back(submission_of("nothing", ""));
    submissions.back().files.clear();
    const std::map<std::string, SubmissionResult> results = grade_all(rubric, submissions, 3);
    for (const Hostile& row : rows) {
        EXPECT_EQ(verdicts(results.at(row.name)), row.verdicts)
            << row.name << ": " << results.at(row.name).cases[0].reason << results.at(row.name).diagnostics;
    }
    EXPECT_EQ(verdicts(results.at("nothing")), "MM");
    EXPECT_EQ(results.at("files").cases[0].output, "-1");
}

TEST(Grading, ACrashIsExplainedByTheChecks) {
    const Rubric rubric = rubric_of("[[case]]\nname = \"a\"\nexpect = { output = \"1\" }\n");
    const SubmissionResult result = grade_here(rubric, submission_of("ada", "lw $t0, 0($t2)\n"));
    EXPECT_EQ(verdicts(result), "C");
    EXPECT_NE(result.cases[0].explanation.find("no instruction wrote $t2"), std::string::npos)
        << result.cases[0].explanation;
}

TEST(Workers, ADeathCostsTheCaseOnly) {
    const Rubric rubric = rubric_of(R"(
[limits]
steps = 100_000_000_000
seconds = 60
[[case]]
name = "first"
input = "0\n"
expect = { exit_status = 0 }
[[case]]
name = "long"
input = "1\n"
expect = {}
[[case]]
name = "last"
input = "0\n"
expect = {}
)");
    const std::string program = "li $v0,5\nsyscall\nl: bnez $v0,l\nli $v0,10\nsyscall\n";
    size_t cases = 0;
    const auto kill_the_worker = [&](const SubmissionResult& /*so_far*/, const CaseFindings& /*findings*/) {
        if (++cases != 1) {
            return;
        }
        // The first case is done; the worker is busy with the endless one.
        std::ifstream children("/proc/self/task/" + std::to_string(::getpid()) + "/children");
        for (pid_t child = 0; children >> child;) {
            ::kill(child, SIGKILL);
        }
    };
    const auto results = grade_all(rubric, {submission_of("a", program)}, 1, kill_the_worker);
    EXPECT_EQ(verdicts(results.at("a")), ".D.");
    EXPECT_NE(results.at("a").cases[1].reason.find("signal 9"), std::string::npos) << results.at("a").cases[1].reason;
}

TEST(Workers, AClockStopsWhatNoOtherLimitDoes) {
    const Rubric rubric =
        rubric_of("[limits]\nsteps = 100_000_000_000\nseconds = 1\n[[case]]\nname = \"a\"\nexpect = {}\n");
    const auto results = grade_all(rubric, {submission_of("a", "l: j l\n")}, 1);
    EXPECT_EQ(verdicts(results.at("a")), "L");
}

TEST(SelfTest, SaysWhichCasesCatchNothing) {
    const Folder folder;
    folder.put("ok.asm", "li $t0, 2\nli $t1, 3\nadd $a0, $t0, $t1\nli $v0, 1\nsyscall\n");
    const Result<Rubric> rubric = read_rubric("r", R"(
[[case]]
name = "sum"
expect = { output = "5" }
[[case]]
name = "blunt"
expect = { match = "regex", output = "\\d" }
[self_test]
reference = "ok.asm"
)",
                                              files_in(folder / ""), picture_of);
    ASSERT_TRUE(rubric);
    const Result<SelfTestReport> report = run_self_test(*rubric, files_in(folder / ""), {});
    ASSERT_TRUE(report);
    EXPECT_TRUE(report->reference.has_passed());
    EXPECT_EQ(report->outcomes.size(), 3U);
    EXPECT_EQ(report->catches, (std::vector<size_t>{3, 0}));
}

}  // namespace
}  // namespace mariner::grader
