// The command language: expressions, each command over a scripted session, and completion.

#include "emulator/debugger/interpreter.hpp"

#include <gtest/gtest.h>

#include <array>

#include "emulator/debugger/command_table.hpp"
#include "emulator/support/text.hpp"
#include "tests/unit/debugger/debugged.hpp"

namespace mariner::test {
namespace {

using namespace debugger;

constexpr const char* program =
    "        .data\n"
    "list:   .word 3, -1, 0x41424344\n"
    "msg:    .asciiz \"a \\\"b\\\"\\n\"\n"
    "        .align 3\n"
    "half:   .double 1.5\n"
    "        .text\n"
    "main:   li $t0, 5\n"
    "        lw $t1, list+4\n"
    "        jal twice\n"
    "        sw $v0, list\n"
    "        li $v0, 5\n"
    "        syscall\n"
    "        li $v0, 10\n"
    "        syscall\n"
    "twice:  add $v0, $t0, $t0\n"
    "        jr $ra\n";

/// Collects what is printed.
struct Desk final : FrontEnd {
    void print(std::string_view text) override { printed += text; }
    void add_input(std::string_view bytes) override { input += bytes; }
    Result<std::string> show_picture(const std::string& path) override {
        return path.empty() ? Result<std::string>("blocks\n") : Error{"no picture"};
    }
    Result<u32> pixel_address(u32 x, u32 y) override { return 0x10010000 + 4 * (x + y); }
    std::string printed;
    std::string input;
};

struct Conversation {
    explicit Conversation(const char* text = program)
        : debugged(text, "7\n"), sources{debugged.image, {text}}, interpreter(*debugged.session, sources, desk) {}

    /// What a command prints, or "error: ...".
    std::string say(std::string_view line) {
        desk.printed.clear();
        const Result<void> done = interpreter.execute(line);
        return done ? desk.printed : "error: " + done.error().message;
    }

    Debugged debugged;
    ProfileSources sources;
    Desk desk;
    Interpreter interpreter;
};

TEST(Expression, ComesToWhatItSays) {
    Conversation talk;
    talk.say("set $t0 = 5");
    talk.say("set $f12 = 2.5");
    const auto cases = std::to_array<std::pair<const char*, const char*>>({
        {"1 + 2 * 3", "7  0x00000007\n"},
        {"(1 + 2) * 3", "9  0x00000009\n"},
        {"-7 / 2", "-3  0xfffffffd\n"},
        {"-7 % 2", "-1  0xffffffff\n"},
        {"-8 >> 1", "-4  0xfffffffc\n"},
        {"1 << 31", "-2147483648  0x80000000\n"},
        {"1 << 32", "0  0x00000000\n"},
        {"0x80000000 / -1", "-2147483648  0x80000000\n"},
        {"5 & 6 | 8 ^ 1", "13  0x0000000d\n"},
        {"~0", "-1  0xffffffff\n"},
        {"!5", "0  0x00000000\n"},
        {"1 < 2 == 1", "1  0x00000001\n"},
        {"-1 < 1", "1  0x00000001\n"},
        {"3 >= 4 || 2 <= 2 && 1 != 2", "1  0x00000001\n"},
        {"$t0 * $8", "25  0x00000019\n"},
        {"t0", "error: there is no label \"t0\"; registers begin with $"},
        {"list", "268500992  0x10010000  <list>\n"},
        {"*list", "3  0x00000003\n"},
        {"*(list + 4)", "-1  0xffffffff\n"},
        {"byte(list + 8)", "68  0x00000044\n"},
        {"half(list + 8)", "17220  0x00004344\n"},
        {"'A' == byte(list + 11)", "1  0x00000001\n"},
        {"'\\n'", "10  0x0000000a\n"},
        {"string(msg)", "\"a \\\"b\\\"\\n\"\n"},
        {"$f12", "2.5  0x40200000\n"},
        {"$f12 * 2", "5.0\n"},
        {"$f12 > 2.25", "1  0x00000001\n"},
        {"float(0x3f800000)", "1.0  0x3f800000\n"},
        {"double(half) + 1", "2.5\n"},
        {"-double(half)", "-1.5\n"},
        {"*main", "604504069  0x24080005\n"},
        {"1 / 0", "error: division by zero"},
        {"*0", "error: there is no memory at 0x00000000"},
        {"0 && *0", "0  0x00000000\n"},
        {"1 || *0", "1  0x00000001\n"},
        {"", "error: an expression is missing"},
        {"1 +", "error: an expression is missing"},
        {"(1", "error: a ) is missing"},
        {"1 2", "error: \"2\" is not understood"},
        {"99999999999", "error: \"99999999999\" is no number of 32 bits"},
        {"0x", "error: \"0x\" is no number of 32 bits"},
        {"$x", "error: there is no register \"$x\""},
        {"~1.5", "error: an address or an integer is wanted here, not a floating-point number"},
        {"1.5 & 1", "error: this operator takes integers"},
        {"string(msg) + 1", "error: strings can only be compared with == and !="},
        {"'ab'", "error: a character is one like 'a' or '\\n'"},
    });
    for (const auto& [text, result] : cases) {
        EXPECT_EQ(talk.say("print " + std::string(text)), result) << text;
    }
    EXPECT_EQ(talk.say("print " + std::string(5000, '(')), "error: the expression is too long");
    EXPECT_EQ(talk.say("print " + std::string(3000, '-')), "error: the expression is nested too deeply");
}

TEST(Interpreter, AnswersAScript) {
    Conversation talk;
    const auto script = std::to_array<std::pair<const char*, const char*>>({
        {"where", "step 0  a.asm:7 <main>  main:   li $t0, 5\n"},
        {"# a remark", ""},
        {"st", "error: \"st\" may be step, stepi, stack"},
        {"nonsense", "error: there is no command \"nonsense\"; help lists them"},
        {"where now", "error: where takes no arguments"},
        {"step", "step 1  a.asm:8  lw $t1, list+4   [lui     $at, 4097]\n"},
        {"b twice if $t0 == 5", "breakpoint 1 at a.asm:15 <twice> if $t0 == 5\n"},
        {"tb a.asm:10", "breakpoint 2 at a.asm:10, once\n"},
        {"b 99", "error: there is no instruction at line 99 or behind it"},
        {"b nowhere", "error: there is no label \"nowhere\"; registers begin with $"},
        {"b *0x10010000", "error: there is no instruction at 0x10010000"},
        {"b *0x400002", "error: 0x00400002 is not the address of an instruction"},
        {"c", "breakpoint 1\nstep 4  a.asm:15 <twice>  twice:  add $v0, $t0, $t0\n"},
        {"bt", "#0  twice(0, 0, 0, 0) at a.asm:15, entered at step 4 from a.asm:9\n#1  main at a.asm:10\n"},
        {"disable 1", ""},
        {"ignore 1 3", "breakpoint 1 at a.asm:15 <twice> if $t0 == 5, off, the next 3 pass by, 1 hit\n"},
        {"condition 1", "breakpoint 1 at a.asm:15 <twice>, off, the next 3 pass by, 1 hit\n"},
        {"delete 1", ""},
        {"delete 1", "error: there is no breakpoint with this number"},
        {"finish", "breakpoint 2\nstep 6  a.asm:10  sw $v0, list   [lui     $at, 4097]\n"},
        {"info breakpoints", "there are no breakpoints\n"},
        {"watch list", "watchpoint 3: watch 0x10010000 <list>\n"},
        {"rwatch $t0", "error: only memory can be watched for reads"},
        {"watch 0", "error: there is no data of 4 bytes at 0x00000000"},
        {"c",
         "watchpoint 3: 0x10010000 <list>: 3 (0x00000003) -> 10 (0x0000000a) by a.asm:10\n"
         "step 8  a.asm:11  li $v0, 5\n"},
        {"who list", "0x10010000 <list>: 3 (0x00000003) -> 10 (0x0000000a) by a.asm:10, step 7\n  sw $v0, list\n"},
        {"who pixel 0,0", "0x10010000 <list>: 3 (0x00000003) -> 10 (0x0000000a) by a.asm:10, step 7\n  sw $v0, list\n"},
        {"who pixel 0", "error: a pixel is named by its column and row: who pixel 10,20"},
        {"who $s0", "nothing has written $s0 since the start\n"},
        {"who $v0",
         "$v0: 0 (0x00000000) -> 10 (0x0000000a) by a.asm:15 <twice>, step 4\n"
         "  twice:  add $v0, $t0, $t0\n"},
        {"delete", ""},
        {"to-input", "the program is about to read: system call 5 (read integer)\nstep 9  a.asm:12  syscall\n"},
        {"c", "the program has ended: exit code 0 after 12 instructions\n"},
        {"rsys", "system call 10 (exit)\nstep 11  a.asm:14  syscall\n"},
        {"rs", "step 10  a.asm:13  li $v0, 10\n"},
        {"p $v0", "7  0x00000007\n"},
        {"goto 1,2", "the program has ended: exit code 0 after 12 instructions\n"},
        {"goto x", "error: goto takes a number of instructions, start or end"},
        {"goto start", "step 0  a.asm:7 <main>  main:   li $t0, 5\n"},
        {"rc", "this is the beginning\nstep 0  a.asm:7 <main>  main:   li $t0, 5\n"},
        {"set byte(msg) = 'x'", "what came after this moment is forgotten\n"},
        {"x/s msg", "0x1001000c: \"x \\\"b\\\"\\n\"\n"},
        {"x/2i main",
         "main:\n=> 0x00400000  24080005  addiu   $t0, $zero, 5\n   0x00400004  3c011001  lui     $at, 4097\n"},
        {"x/3d list", "0x10010000 <list>: 3 -1 1094861636\n"},
        {"x/4xb list+8", "0x10010008: 0x44 0x43 0x42 0x41\n"},
        {"x/2tb list", "0x10010000 <list>: 00000011 00000000\n"},
        {"x/2w 0x103ffffc", "error: there is no memory at 0x10400000"},
        {"x/q list", "error: after x/ stand a count, a format x d u t c f s i, a size b h w"},
        {"set $t9 = list + 4", ""},
        {"p/x $t9", "0x10010004\n"},
        {"p/u -1", "4294967295\n"},
        {"p/c 65", "'A'\n"},
        {"p/z 65", "error: a format is one of x d u t c f s i"},
        {"set double($f4) = 0.5", ""},
        {"p double($f4)", "0.5\n"},
        {"set $zero = 1", "error: $zero can't be set to this"},
        {"set $t0 == 1", "error: set takes PLACE = EXPRESSION, such as set $t0 = 5"},
        {"set list = string(msg)", "error: a string can't be stored"},
        {"set $pc = twice", ""},
        {"where", "step 0  a.asm:15 <twice>  twice:  add $v0, $t0, $t0\n"},
        {"expand 8",
         "a.asm:8  lw $t1, list+4\n   0x00400004  3c011001  lui     $at, 4097\n"
         "   0x00400008  8c290004  lw      $t1, 4($at)\n"},
        {"info symbols tw", "0x00400028  text  twice\n"},
        {"picture", "blocks\n"},
        {"picture x.png", "error: no picture"},
        {"display x.png", "error: no picture"},
        {"input 42", ""},
        {"assert *list == 3", ""},
        {"assert $t0", "error: this does not hold: $t0"},
        {"echo done  it", "done  it\n"},
        {"help who",
         "who PLACE|pixel X,Y   (w)\n"
         "  which instruction last wrote a register, the word at an address, or a pixel\n"},
        {"list 1", "       2  list:   .word 3, -1, 0x41424344\n"},
    });
    for (const auto& [line, answer] : script) {
        const std::string said = talk.say(line);
        if (std::string_view(line) == "list 1") {
            EXPECT_NE(said.find(answer), std::string::npos) << said;
        } else {
            EXPECT_EQ(said, answer) << line;
        }
    }
    EXPECT_EQ(talk.desk.input, "42\n");
    EXPECT_FALSE(talk.interpreter.is_over());
    talk.say("q");
    EXPECT_TRUE(talk.interpreter.is_over());
}

TEST(Interpreter, HasAnAnswerForEveryCommandAndAbbreviation) {
    for (const CommandTable::CommandRow& row : CommandTable::rows()) {
        Conversation talk;
        EXPECT_NE(talk.say("help " + std::string(row.name)).find(row.help), std::string::npos);
        for (const std::string_view name : {row.name, row.short_name}) {
            if (!name.empty()) {
                ASSERT_TRUE(CommandTable::find(name)) << name;
                EXPECT_EQ((*CommandTable::find(name))->name, row.name);
            }
        }
        talk.say(row.name);  // without arguments: an answer or an error, and the session stands
        EXPECT_EQ(talk.debugged.session->history_begin(), 0U);
    }
}

TEST(Interpreter, CompletesCommandsLabelsAndRegisters) {
    const Conversation talk;
    using Words = std::vector<std::string>;
    EXPECT_EQ(talk.interpreter.complete("rev"), talk.interpreter.complete("reverse-"));
    EXPECT_EQ(talk.interpreter.complete("fin"), Words{"finish"});
    EXPECT_EQ(talk.interpreter.complete("b tw"), Words{"twice"});
    EXPECT_EQ(talk.interpreter.complete("p *l"), Words{"list"});
    EXPECT_EQ(talk.interpreter.complete("p $t0+$s"),
              (Words{"$s0", "$s1", "$s2", "$s3", "$s4", "$s5", "$s6", "$s7", "$sp"}));
    EXPECT_EQ(talk.interpreter.complete("info fl"), Words{"floats"});
    EXPECT_EQ(talk.interpreter.complete("help whe"), Words{"where"});
    EXPECT_EQ(talk.interpreter.complete("quit x"), Words{});
}

TEST(Interpreter, EveryWordOfOtherDebuggersWorksOrSaysWhatDoes) {
    for (const CommandTable::ForeignWord& row : CommandTable::foreign_words()) {
        const std::string word(row.word);
        EXPECT_NE(row.own.empty(), row.why.empty()) << word << ": either a command or a sentence";
        if (word.find(' ') == std::string::npos) {
            EXPECT_FALSE(CommandTable::find(word)) << word << " is understood without this row";
        }
        Conversation talk;
        const std::string said = talk.say(word);
        if (row.own.empty()) {
            EXPECT_EQ(said, "error: " + word + ": " + std::string(row.why));
            EXPECT_EQ(talk.say("help " + word), word + ": " + std::string(row.why) + "\n");
        } else {
            const std::string own(row.own.substr(0, row.own.find_first_of(" /")));
            ASSERT_TRUE(CommandTable::find(own)) << word;
            EXPECT_EQ((*CommandTable::find(own))->name, own) << word << ": in full";
            EXPECT_EQ(said, Conversation().say(row.own)) << word;
            EXPECT_TRUE(!CommandTable::group_help(word).empty() ||
                        talk.say("help " + word).starts_with(word + " is " + std::string(row.own) + "\n"))
                << word;
        }
    }
}

TEST(Interpreter, UnderstandsWhatPeopleTryFirst) {
    for (const char* const line : {"run",
                                   "r",
                                   "restart",
                                   "start",
                                   "reinitialize",
                                   "regs",
                                   "info reg",
                                   "info reg $t0",
                                   "info r t0 $sp",
                                   "info registers",
                                   "reg $t0",
                                   "print_all_regs",
                                   "stack",
                                   "stack 4",
                                   "memory",
                                   "memory list",
                                   "mem list",
                                   "data",
                                   "text",
                                   "labels",
                                   "symbols",
                                   "print_symbols",
                                   "x/4w list",
                                   "x/4w",
                                   "x/s msg",
                                   "x/2i $pc",
                                   "print/x $t0",
                                   "p/x $t0",
                                   "p $t0",
                                   "print $4",
                                   "b main",
                                   "break twice",
                                   "b 8",
                                   "tbreak twice",
                                   "delete",
                                   "watch list",
                                   "rwatch list",
                                   "awatch list",
                                   "bt",
                                   "where",
                                   "l",
                                   "list main",
                                   "c",
                                   "s",
                                   "step 10",
                                   "n",
                                   "si",
                                   "ni",
                                   "until",
                                   "until 10",
                                   "advance 10",
                                   "?",
                                   "help",
                                   "help running",
                                   "help data",
                                   "help all",
                                   "help step",
                                   "help regs",
                                   "disas",
                                   "disas main",
                                   "set $t0=5",
                                   "set $t0 5",
                                   "set $t0 = 5",
                                   "set var $t0=5",
                                   "display $t0",
                                   "display/x $t0",
                                   "display/i $pc",
                                   "info display",
                                   "undisplay",
                                   "layout regs",
                                   "layout src",
                                   "view all",
                                   "view none",
                                   "view +registers -source",
                                   "info frame",
                                   "info line",
                                   "info locals",
                                   "frame",
                                   "quit",
                                   "exit"}) {
        Conversation talk;
        talk.say("s");
        const std::string said = talk.say(line);
        const bool names_another = std::string_view(line).find("locals") != std::string_view::npos;
        EXPECT_EQ(said.starts_with("error: "), names_another) << line << ": " << said;
    }
    Conversation talk;
    for (const char* const line : {"s", "undo", "s 2", "backstep", "rs", "s", "rsi", "rc", "fin"}) {
        EXPECT_FALSE(talk.say(line).starts_with("error: ")) << line;
    }
    talk.say("b twice");
    EXPECT_EQ(talk.say("clear twice"), "");
    EXPECT_EQ(talk.say("clear"), "error: there is no breakpoint at a.asm:7 <main>");
}

TEST(Interpreter, GuessesWhatASlipMeant) {
    Conversation talk;
    EXPECT_EQ(talk.say("contineu"), "error: there is no command \"contineu\"; did you mean continue? help lists them");
    EXPECT_EQ(talk.say("brake main"), "error: there is no command \"brake\"; did you mean break? help lists them");
    EXPECT_EQ(talk.say("regss"), "error: there is no command \"regss\"; did you mean regs? help lists them");
    EXPECT_EQ(talk.say(std::string(100, 'x')),
              "error: there is no command \"" + std::string(40, 'x') + "\"; help lists them");
}

TEST(Interpreter, HelpFitsOnAScreenAndLeadsOn) {
    Conversation talk;
    const std::string overview = talk.say("help");
    const std::vector<std::string_view> lines = lines_of(overview);
    EXPECT_LT(lines.size(), 24U);
    for (const std::string_view line : lines) {
        EXPECT_LT(line.size(), 80U) << line;
    }
    for (const CommandTable::CommandRow& row : CommandTable::rows()) {
        EXPECT_NE(overview.find(std::string(row.group) + " "), std::string::npos);
        EXPECT_NE(overview.find(" " + std::string(row.name)), std::string::npos);
        const std::string group = talk.say("help " + std::string(row.group));
        EXPECT_NE(group.find(row.help), std::string::npos) << row.name;
        EXPECT_LT(lines_of(group).size(), 24U) << row.group;
    }
}

TEST(Interpreter, RunsFromTheBeginningAsIfForTheFirstTime) {
    Conversation talk;
    EXPECT_EQ(talk.say("run"), "the program has ended: exit code 0 after 12 instructions\n");
    EXPECT_EQ(talk.say("rs 2"), "step 10  a.asm:13  li $v0, 10\n");
    EXPECT_EQ(talk.say("run"), "the program has ended: exit code 0 after 12 instructions\n");
    EXPECT_EQ(talk.say("p $v0"), "10  0x0000000a\n");
    EXPECT_EQ(talk.say("who $v0"), "$v0: 7 (0x00000007) -> 10 (0x0000000a) by a.asm:13, step 10\n  li $v0, 10\n")
        << "the input was read again";
    EXPECT_EQ(talk.say("restart"), "step 0  a.asm:7 <main>  main:   li $t0, 5\n");
    EXPECT_EQ(talk.debugged.session->history_end(), 0U);
}

TEST(Interpreter, ShowsDisplaysAtEachStopInAPipeToo) {
    Conversation talk;
    EXPECT_EQ(talk.say("display"), "display EXPRESSION shows it at each stop; picture draws the bitmap display\n");
    EXPECT_EQ(talk.say("display $t0"), "1: $t0 = 0  0x00000000\n");
    EXPECT_EQ(talk.say("display/x *list"), "2: /x *list = 0x00000003\n");
    EXPECT_EQ(talk.say("display nothing"), "error: there is no label \"nothing\"; registers begin with $");
    EXPECT_EQ(
        talk.say("step"),
        "step 1  a.asm:8  lw $t1, list+4   [lui     $at, 4097]\n1: $t0 = 5  0x00000005\n2: /x *list = 0x00000003\n");
    EXPECT_EQ(talk.say("undisplay 3"), "error: display lists what is shown, with its number");
    EXPECT_EQ(talk.say("undisplay 1"), "");
    EXPECT_EQ(talk.say("display"), "2: /x *list = 0x00000003\n");
    EXPECT_EQ(talk.say("undisplay"), "");
    EXPECT_EQ(talk.say("where"), "step 1  a.asm:8  lw $t1, list+4   [lui     $at, 4097]\n");
}

}  // namespace
}  // namespace mariner::test
