// Programs that run in another process than their judge: both say the same, and the one is told no answers.

#include "emulator/grader/remote_runner.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <thread>

#include "emulator/grader/pack_orders.hpp"
#include "emulator/platform/descriptor.hpp"
#include "tests/unit/grader/graded.hpp"

namespace mariner::grader {
namespace {

using namespace test;

/// Two pipes and who serves at their other ends.
class Served {
public:
    Served() {
        EXPECT_EQ(::pipe(m_orders.data()), 0);
        EXPECT_EQ(::pipe(m_facts.data()), 0);
        m_server = std::thread([this] {
            const Descriptor reads(m_orders[0]);
            const Descriptor writes(m_facts[1]);
            serve_orders({reads.number(), writes.number()});
        });
        m_runner = make_remote_runner({m_orders[1], m_facts[0]}, [] { std::abort(); });
    }
    ~Served() {
        ::close(m_orders[1]);
        m_server.join();
        ::close(m_facts[0]);
    }
    Served(const Served&) = delete;
    Served& operator=(const Served&) = delete;

    [[nodiscard]] ProgramRunner& runner() { return *m_runner; }

private:
    std::array<int, 2> m_orders{};
    std::array<int, 2> m_facts{};
    std::thread m_server;
    std::unique_ptr<ProgramRunner> m_runner;
};

/// The programs of a class: the right one, and wrong ones that come to other ends.
std::vector<std::string> programs_like(const std::string& right) {
    std::vector<std::string> programs = {right, "main: syscal\n", "main: j main\n", "main: lw $t0, 1($0)\n"};
    for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
             {"addi", "addiu"}, {"beq", "bne"}, {"sw ", "lw "}, {", 1\n", ", 2\n"}, {"$s0", "$s1"}}) {
        std::string wrong = right;
        const size_t at = wrong.find(from);
        programs.push_back(at == std::string::npos ? right : wrong.replace(at, from.size(), to));
    }
    return programs;
}

void expect_the_same(const Rubric& rubric, const std::vector<std::string>& programs) {
    for (const std::string& program : programs) {
        const Submission submission = submission_of("ada", program);
        Served open;
        Served secret;
        SubmissionJudge here(rubric, submission.id, submission.files);
        SubmissionJudge there(rubric, submission.id, submission.files, {open.runner(), secret.runner()});
        EXPECT_EQ(pack(here.assembled()), pack(there.assembled()));
        for (size_t i = 0; i < rubric.cases.size(); ++i) {
            EXPECT_EQ(pack(here.judge(i)), pack(there.judge(i))) << rubric.cases[i].info.name << "\n" << program;
        }
    }
}

constexpr const char* many_kinds = R"(
[check]
points = 1
[self_test]
reference = "solution.asm"
[[deduction]]
name = "no lb"
points = 1
forbid = { instructions = ["lb"] }
[[case]]
name = "console"
input = "4\n"
scratch = true
files = { "in.txt" = "abc" }
[case.expect]
output = "10"
exit_status = 3
most_steps = 300
registers = { "$t1" = 10, "$f2" = 10.0, "hi" = 0 }
memory = [{ label = "res", words = [10] }, { label = "nowhere", bytes = [1] }]
files = { "out.txt" = "hi" }
[[case]]
name = "several lines"
input = "3\n1\n2\n"
expect = { output = "6" }
[[case]]
name = "picture"
visibility = "hidden"
input = "2\n"
[case.expect.picture]
columns = 4
rows = 1
regions = [{ x = 2, y = 0, width = 1, height = 1, colour = 0xff0000 }]
[[case]]
name = "tool"
visibility = "after_due_date"
input = "5\n"
expect = { output = "15", tool = { cache = { accesses = ">= 1" } } }
[[case]]
name = "source"
require = { instructions = ["add"], labels = ["loop"] }
[[case]]
name = "routine"
[case.call]
label = "both"
arguments = [{ words = [1, 2, 0], after = { words = [1, 2, 3] } }]
returns = 3
[[case]]
name = "text"
call = { label = "hi", returns = "hi" }
)";

constexpr const char* many_kinds_right = R"(
        .data
arr:    .word 3, 1, 2
res:    .word 0
name:   .asciiz "out.txt"
msg:    .asciiz "hi"
        .text
main:   li $v0, 5
        syscall
        move $s0, $v0
        li $t0, 0
        li $t1, 0
loop:   beq $t0, $s0, done
        addi $t0, $t0, 1
        add $t1, $t1, $t0
        j loop
done:   sw $t1, res
        move $a0, $t1
        li $v0, 1
        syscall
        li $v0, 13
        la $a0, name
        li $a1, 1
        syscall
        move $a0, $v0
        li $v0, 15
        la $a1, msg
        li $a2, 2
        syscall
        li $t3, 0x10040000
        li $t4, 0xff0000
        sw $t4, 8($t3)
        mtc1 $t1, $f2
        cvt.s.w $f2, $f2
        li $v0, 17
        li $a0, 3
        syscall
both:   lw $v0, 0($a0)
        lw $t1, 4($a0)
        add $v0, $v0, $t1
        sw $v0, 8($a0)
        jr $ra
hi:     la $v0, msg
        jr $ra
)";

TEST(RemoteRunner, SaysOfEveryKindOfCaseWhatALocalOneSays) {
    Rubric rubric = rubric_of(many_kinds);
    rubric.self_test.solution = many_kinds_right;
    expect_the_same(rubric, programs_like(many_kinds_right));
}

TEST(RemoteRunner, PlaysBoardsAndGamesAsALocalOneDoes) {
    const Result<std::string> text = read_file(example + "rubric.toml");
    const Result<std::string> solution = read_file(example + "solution.asm");
    ASSERT_TRUE(text && solution);
    const Rubric rubric = rubric_of(*text);
    expect_the_same(rubric, {*solution, solution->substr(0, solution->size() / 2)});
    const Rubric twin = rubric_of(
        "[[case]]\nname = \"twin\"\ngame = { room = \"columns\", games = 3 }\n"
        "[[case]]\nname = \"match\"\nmatch = { opponent = \"random\", games = 2 }\n");
    const games::Game* const game = games::find_game("columns");
    ASSERT_NE(game, nullptr);
    expect_the_same(twin, {std::string(game->program)});
}

TEST(RemoteRunner, IsToldNoAnswers) {
    const Rubric rubric = rubric_of(R"(
[[case]]
name = "SECRET1"
hint = "SECRET2"
input = "typed"
[case.expect]
output = "SECRET3"
absent = ["SECRET4"]
filters = [{ find = "SECRET0", replace = "" }]
registers = { "$t1" = 0x5ec2e715 }
memory = [{ label = "place", ascii = "SECRET5" }]
files = { "out.txt" = "SECRET6" }
[[case]]
name = "SECRET7"
call = { label = "f", arguments = [{ ascii = "given", after = { ascii = "SECRET8" } }], returns = "SECRET9" }
[[case]]
name = "SECRETA"
board = { label = "board", marks = "*,X,O", win = "SECRETB", draw = "SECRETC", random_games = 1 }
)");
    ASSERT_EQ(rubric.cases.size(), 3U);
    for (const Case& one : rubric.cases) {
        PackedCase packed;
        packed.asked = questions_of(one);
        const std::string told = pack(packed);
        EXPECT_EQ(told.find("SECRET"), std::string::npos) << one.info.name;
        EXPECT_NE(told.find(one.call ? "given" : one.board ? "board" : "place"), std::string::npos) << one.info.name;
    }
    EXPECT_EQ(questions_of(rubric.cases[0]).expect.registers.at(0).value, 0U);
    EXPECT_EQ(questions_of(rubric.cases[0]).input, "typed");
}

TEST(RemoteRunner, IsLeftWhereItMakesNoSense) {
    for (const std::string& said : {std::string(), std::string("\1\0\0\0\7", 5), std::string("\xff\xff\xff\xff", 4)}) {
        std::array<int, 2> orders{};
        std::array<int, 2> facts{};
        ASSERT_EQ(::pipe(orders.data()), 0);
        ASSERT_EQ(::pipe(facts.data()), 0);
        const Descriptor reads_orders(orders[0]);
        const Descriptor reads_facts(facts[0]);
        const Descriptor writes_orders(orders[1]);
        {
            const Descriptor writes_facts(facts[1]);
            ASSERT_TRUE(write_all(writes_facts.number(), said));
        }
        const auto runner = make_remote_runner({orders[1], facts[0]}, [] { std::_Exit(7); });
        EXPECT_EXIT(runner->assemble({}), ::testing::ExitedWithCode(7), "");
    }
}

TEST(OrderServer, EndsWhereOrdersMakeNoSense) {
    for (const std::string& order : {std::string("\1\0\0\0\x09", 5), std::string("\1\0\0\0\2", 5),
                                     std::string("\0\0\0\0", 4), std::string("\3\0\0\0\1\1\1", 7)}) {
        std::array<int, 2> orders{};
        std::array<int, 2> facts{};
        ASSERT_EQ(::pipe(orders.data()), 0);
        ASSERT_EQ(::pipe(facts.data()), 0);
        const Descriptor reads_orders(orders[0]);
        const Descriptor reads_facts(facts[0]);
        const Descriptor writes_facts(facts[1]);
        {
            const Descriptor writes_orders(orders[1]);
            ASSERT_TRUE(write_all(writes_orders.number(), order + order));
        }
        serve_orders({reads_orders.number(), writes_facts.number()});  // comes back, without an answer
        std::array<char, 1> byte{};
        ASSERT_EQ(::fcntl(reads_facts.number(), F_SETFL, O_NONBLOCK), 0);
        EXPECT_EQ(::read(reads_facts.number(), byte.data(), 1), -1);
    }
}

}  // namespace
}  // namespace mariner::grader
