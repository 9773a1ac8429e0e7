#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <map>

#include "emulator/grader/journal.hpp"
#include "emulator/grader/pack.hpp"
#include "emulator/grader/sandbox.hpp"
#include "emulator/grader/self_test.hpp"
#include "emulator/grader/submissions.hpp"
#include "emulator/grader/text_match.hpp"
#include "emulator/grader/workers.hpp"
#include "tests/unit/grader/graded.hpp"

namespace mariner::grader {
namespace {

namespace fs = std::filesystem;
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

/// A scratch folder on disk, gone in the end.
class Folder {
public:
    Folder() {
        std::string name = "/tmp/mariner-test-XXXXXX";
        m_path = ::mkdtemp(name.data());
    }
    ~Folder() { fs::remove_all(m_path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    [[nodiscard]] std::string operator/(const std::string& name) const { return m_path + "/" + name; }
    void put(const std::string& name, std::string_view bytes) const {
        fs::create_directories(fs::path(m_path + "/" + name).parent_path());
        EXPECT_TRUE(write_file(m_path + "/" + name, bytes));
    }

private:
    std::string m_path;
};

// --- the worked example ---

TEST(Grading, GivesTheExampleSubmissionsWhatTheyDeserve) {
    const Result<std::string> text = read_file(example + "rubric.toml");
    ASSERT_TRUE(text);
    const Rubric rubric = rubric_of(*text);
    Result<Submissions> class_folder = Submissions::open(example + "submissions", rubric.patterns);
    ASSERT_TRUE(class_folder);
    std::vector<Submission> submissions;
    for (size_t i = 0; i < class_folder->size(); ++i) {
        submissions.push_back(class_folder->load(i));
    }
    const std::map<std::string, SubmissionResult> results = grade_all(rubric, submissions, 2);
    const std::map<std::string, std::pair<std::string, Points>> expected = {
        {"ada", {"..........", 2000}},   // right, in her own words
        {"ben", {".....FF...", 1200}},   // forgot the falling diagonal
        {"cleo", {".......L..", 1800}},  // endless loop after a wrong answer
        {"dan", {"..CCCCCCCC", 200}},    // crashes
        {"eve", {"FF.FFFFFFF", 100}},    // prints what might be looked for
        {"finn", {"..........", 2000}},  // ada's program in disguise: `mariner similar` finds it
        {"gus", {"....LLLLLL", 400}},    // floods the console
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
        Pattern::Budget budget;
        const CheckResult check = match_text("output", *rubric.cases[0].expect.output, {}, row.output, budget);
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

/// The signal that ends a locked-in process which does this; 0 if it lives.
template <class Act>
int signal_of(const Act& act) {
    const pid_t child = ::fork();
    if (child == 0) {
        const Result<void> locked = enter_sandbox({});
        act();
        ::_exit(locked ? 0 : 99);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
}

TEST(Sandbox, EndsAProcessThatLeavesItsBounds) {
    if (!has_system_call_filter()) {
        GTEST_SKIP() << "this kernel can't filter system calls";
    }
    EXPECT_EQ(signal_of([] {}), 0);
    EXPECT_EQ(signal_of([] { std::string grows(size_t{8} << 20, 'x'); }), 0);
    EXPECT_EQ(signal_of([] { ::abort(); }), SIGABRT);
    EXPECT_EQ(signal_of([] { ::open("/etc/passwd", O_RDONLY); }), SIGSYS);
    EXPECT_EQ(signal_of([] { ::socket(AF_INET, SOCK_STREAM, 0); }), SIGSYS);
    EXPECT_EQ(signal_of([] { ::fork(); }), SIGSYS);
    EXPECT_EQ(signal_of([] { ::kill(::getppid(), 0); }), SIGSYS);
    EXPECT_EQ(signal_of([] { ::syscall(SYS_tgkill, 1, 1, 0); }), SIGSYS);
    EXPECT_EQ(signal_of([] { ::execl("/bin/sh", "sh", nullptr); }), SIGSYS);
    EXPECT_EQ(signal_of([] {
                  ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
              }),
              SIGSYS);
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
    const auto kill_the_worker = [&] {
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

// --- the class's files ---

TEST(Submissions, AreFoundUnderTheNamesOfLearningPlatforms) {
    const Folder folder;
    folder.put("c/Ada Lovelace_123_assignsubmission_file_/game.asm", "x");
    folder.put("c/Bob_7_assignsubmission_file_hw.asm", "x");
    folder.put("c/clarkkent_LATE_55_99_hw-2.asm", "x");
    folder.put("c/Homework_dora_attempt_2026-01-02-10-00-00_a.asm", "old");
    folder.put("c/Homework_dora_attempt_2026-01-03-10-00-00_a.asm", "new");
    folder.put("c/eve/main.asm", "x");
    folder.put("c/eve/notes.pdf", "x");
    folder.put("c/frank.asm", "x");
    folder.put("c/grades.csv", "x");
    folder.put("c/.DS_Store", "x");
    folder.put("c/odd\x01\x1b[31mname.asm", "x");
    EXPECT_EQ(::symlink("/etc/passwd", (folder / "c/link.asm").c_str()), 0);
    EXPECT_EQ(::mkfifo((folder / "c/pipe.asm").c_str(), 0600), 0);
    Result<Submissions> all = Submissions::open(folder / "c", {"*.asm"});
    ASSERT_TRUE(all);
    std::string ids;
    for (size_t i = 0; i < all->size(); ++i) {
        const Submission submission = all->load(i);
        ids += submission.id + ":" + std::to_string(submission.files.size()) + " ";
        if (submission.id == "dora") {
            EXPECT_EQ(submission.files[0].bytes, "new");
        }
    }
    EXPECT_EQ(ids, "Ada_Lovelace-123:1 Bob-7:1 clarkkent-55:1 dora:1 eve:1 frank:1 odd___31mname:1 ");
    EXPECT_EQ(all->notes().size(), 2U);
    for (const char* path : {"/etc/passwd", "../x", "a/../../x", "C:\\x", "", "..", "a\\..\\b"}) {
        EXPECT_FALSE(harmless_path(path)) << path;
    }
    EXPECT_EQ(harmless_path("./a//b\\c"), "a/b/c");
}

/// An archive with one stored entry, as exactly as a reader needs it.
std::string zip_of(std::string_view name, std::string_view bytes, u32 claimed_size, u32 checksum) {
    const auto number = [](u64 value, int size) {
        std::string text;
        for (int i = 0; i < size; ++i) {
            text += static_cast<char>(i < 8 ? value >> (8 * i) : 0);
        }
        return text;
    };
    const std::string sizes = number(checksum, 4) + number(bytes.size(), 4) + number(claimed_size, 4);
    const std::string local = "PK\x03\x04" + number(20, 2) + number(0, 8) + sizes + number(name.size(), 2) +
                              number(0, 2) + std::string(name) + std::string(bytes);
    const std::string entry = "PK\x01\x02" + number(20, 2) + number(20, 2) + number(0, 8) + sizes +
                              number(name.size(), 2) + number(0, 12) + number(0, 4) + std::string(name);
    return local + entry + "PK\x05\x06" + number(0, 4) + number(1, 2) + number(1, 2) + number(entry.size(), 4) +
           number(local.size(), 4) + number(0, 2);
}

TEST(Submissions, ArchivesAreNotTrusted) {
    constexpr u32 checksum_of_x = 0x8cdc1683;
    const Folder folder;
    const auto open = [&](std::string_view bytes) {
        folder.put("c.zip", bytes);
        return Submissions::open(folder / "c.zip", {"*.asm"});
    };
    Result<Submissions> good = open(zip_of("ada.asm", "x", 1, checksum_of_x));
    ASSERT_TRUE(good) << good.error().message;
    ASSERT_EQ(good->size(), 1U);
    EXPECT_EQ(good->load(0).files.at(0).bytes, "x");
    Result<Submissions> wrong_sum = open(zip_of("ada.asm", "x", 1, 7));
    ASSERT_TRUE(wrong_sum);
    EXPECT_NE(wrong_sum->load(0).notes.at(0).find("checksum"), std::string::npos);
    Result<Submissions> bomb = open(zip_of("ada.asm", "x", 0xf0000000, checksum_of_x));
    ASSERT_TRUE(bomb);
    EXPECT_NE(bomb->load(0).notes.at(0).find("larger than"), std::string::npos);
    Result<Submissions> escaping = open(zip_of("../ada.asm", "x", 1, checksum_of_x));
    ASSERT_TRUE(escaping);
    EXPECT_EQ(escaping->size(), 0U);
    EXPECT_EQ(escaping->notes().size(), 1U);
    const std::string whole = zip_of("ada.asm", "x", 1, checksum_of_x);
    for (size_t size = 4; size < whole.size(); ++size) {
        EXPECT_FALSE(open(whole.substr(0, size))) << size;
    }
}

// --- keeping results ---

TEST(Journal, KeepsWhatIsWhole) {
    const Folder folder;
    GradingInfo info;
    info.rubric_hash = "r";
    info.program_version = "1";
    SubmissionResult ada;
    ada.id = "ada";
    ada.content_hash = "h1";
    ada.cases.resize(2);
    ada.cases[1].output = std::string("\0<b>\n", 5);
    ada.cases[1].board.emplace();
    const std::string path = folder / "j";
    {
        const auto journal = Journal::open(path, info, false);
        ASSERT_TRUE(journal);
        EXPECT_TRUE((*journal)->add(ada));
        ada.id = "ben";
        EXPECT_TRUE((*journal)->add(ada));
    }
    const Result<std::string> whole = read_file(path);
    ASSERT_TRUE(whole);
    // Torn anywhere in its last record, it still has the first.
    for (const size_t cut : {size_t{1}, size_t{20}, size_t{40}}) {
        EXPECT_TRUE(write_file(path, whole->substr(0, whole->size() - cut - 1)));
        const auto torn = Journal::open(path, info, true);
        ASSERT_TRUE(torn);
        EXPECT_TRUE((*torn)->has("ada", "h1"));
        EXPECT_FALSE((*torn)->has("ben", "h1"));
        EXPECT_FALSE((*torn)->has("ada", "h2"));
        EXPECT_TRUE((*torn)->add(ada));
        EXPECT_EQ((*torn)->find("ben")->cases[1].output, ada.cases[1].output);
    }
    const auto again = Journal::read(path);
    ASSERT_TRUE(again);
    EXPECT_EQ((*again)->ids(), (std::vector<std::string>{"ada", "ben"}));
    info.rubric_hash = "another";
    const auto other = Journal::open(path, info, true);
    ASSERT_TRUE(other);
    EXPECT_TRUE((*other)->ids().empty());
    EXPECT_FALSE(unpack<SubmissionResult>(std::string(1000, '\xff')));
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
    EXPECT_TRUE(report->reference_passes());
    EXPECT_EQ(report->outcomes.size(), 3U);
    EXPECT_EQ(report->catches, (std::vector<size_t>{3, 0}));
}

}  // namespace
}  // namespace mariner::grader
