#include <gtest/gtest.h>

#include "emulator/remote/dap_server.hpp"
#include "emulator/support/text.hpp"
#include "tests/unit/remote/remote_fixture.hpp"

namespace mariner::remote {
namespace {

constexpr std::string_view printing_program =
    "# Unit width in pixels: 8\n"
    "main: li $a0, 65\n"  // step 0
    "      li $v0, 11\n"
    "      syscall\n"  // step 2 prints a byte
    "      addi $s0, $a0, 1\n"
    "      move $a0, $s0\n"
    "      syscall\n"  // step 5 prints another
    "      jal read\n"
    "      li $v0, 10\n"
    "      syscall\n"
    "read: li $v0, 5\n"  // step 7
    "      syscall\n"    // step 8 reads
    "      jr $ra\n";

class DapMomentsTest : public testing::Test {
protected:
    DapMomentsTest() { begin(); }
    /// Whatever has been launched before is forgotten.
    void begin(const std::string& how = "") {
        m_server = make();
        say("initialize", "{\"supportsWaitingEvent\":true}");
        say("launch", "{\"program\":\"/test/count.asm\",\"stopAtEnd\":true" + how + "}");
        say("configurationDone");
    }
    std::string say(const std::string& command, const std::string& arguments = "{}") {
        m_sent.clear();
        m_server->receive(protocol::frame_message("{\"seq\":1,\"type\":\"request\",\"command\":" +
                                                  json_string(command) + ",\"arguments\":" + arguments + "}"));
        for (int i = 0; i < 100 && m_server->is_running(); ++i) {
            m_server->advance();
            m_server->conclude();
        }
        return m_sent;
    }
    void expect(const std::string& command, const std::string& arguments, std::initializer_list<const char*> parts) {
        const std::string answer = say(command, arguments);
        for (const char* const part : parts) {
            EXPECT_NE(answer.find(part), std::string::npos) << part << " in " << answer;
        }
    }

    std::string m_sent;
    std::string m_program{printing_program};
    std::unique_ptr<DapServer> m_server;

private:
    std::unique_ptr<DapServer> make() {
        const auto load = [this](const DapLoad&) -> Result<DapProgram> {
            DapProgram program{image_of(m_program), {"/test/count.asm"}, {}};
            program.picture = bitmap::Geometry{8, 8, 512, 256, 0x10010000};
            return program;
        };
        return std::make_unique<DapServer>(load, [this](std::string_view message) { m_sent += message; });
    }
};

TEST_F(DapMomentsTest, SaysWhereItIsAndThatItWaits) {
    EXPECT_NE(m_sent.find("\"event\":\"waiting\""), std::string::npos) << m_sent;
    expect("moment", "{}",
           {"\"step\":8,", "\"last\":8", "\"printed\":2", "\"isWaiting\":true", "\"isRunning\":false", "\"line\":12",
            "\"routine\":\"read\""});
    expect("goToStep", "{\"step\":3}", {"program is running"});
    expect("giveInput", "{\"text\":\"7\\n\"}", {"\"event\":\"input\",\"body\":{\"text\":\"7\\n\"}"});
    expect("moment", "{}", {"\"step\":12", "\"consumed\":2", "\"kind\":\"exited\"", "\"isNormal\":true"});
}

TEST_F(DapMomentsTest, ATurnIsTakenUpAgainWhereItWasAskedFor) {
    expect("giveInput", "{\"text\":\"7\\n\"}", {"\"success\":true"});
    expect("takeUp", "{\"consumed\":0}",
           {"\"step\":8,", "\"last\":8,", "\"consumed\":0,", "\"printed\":2", "\"line\":12,"});
    expect("continue", "{\"threadId\":1}", {"\"event\":\"waiting\""});
    expect("giveInput", "{\"text\":\"11\\n\"}", {"\"event\":\"input\",\"body\":{\"text\":\"11\\n\"}"});
    expect("moment", "{}", {"\"step\":12", "\"consumed\":3", "\"kind\":\"exited\""});
    expect("takeUp", "{\"consumed\":3}", {"\"success\":false"});
}

TEST_F(DapMomentsTest, TellsStepByStepWhatWasExecuted) {
    say("pause");
    expect("steps", "{\"from\":5,\"to\":7}",
           {"\"from\":5", "\"line\":7,\"column\":7,\"text\":\"syscall\"", "\"text\":\"jal read\""});
    EXPECT_EQ(m_sent.find("li $v0, 5"), std::string::npos) << m_sent;
    expect("steps", "{\"from\":8,\"to\":99}", {"\"steps\":[]"});
    expect("moment", "{}", {"\"step\":8,"});
    expect("calls", "{\"from\":0,\"to\":8,\"columns\":8}", {"\"depths\":[1,1,1,1,1,1,1,2]"});
}

TEST_F(DapMomentsTest, TellsThatAStateComesAgain) {
    say("pause");
    expect("loop", "{}", {"\"found\":false"});
    m_program = "main: li $t0, 5\n      sw $t0, 0($sp)\nhere: b here\n";
    begin(",\"stopOnEntry\":true");
    expect("goToStep", "{\"step\":1}", {"\"step\":1,"});
    expect("loop", "{}", {"\"found\":true", "\"repeatsAfter\":1,", "\"line\":3"});
    expect("moment", "{}", {"\"step\":1,"});
    expect("goToStep", "{\"step\":9}", {"\"step\":9,"});  // as if nobody had looked
    expect("whoWrote", "{\"memoryReference\":\"0x7fffeffc\",\"step\":9}",
           {"\"step\":1,", "\"newValue\":\"0x00000005\""});
}

TEST_F(DapMomentsTest, TellsWhatTheStepBeforeHasDoneAndWhatTheNextWillDo) {
    m_program =
        "main: lui $t0, 0x1001\n"
        "      sb  $t0, 3($t0)\n"
        "      li  $v0, 10\n"
        "      syscall\n";
    begin();
    expect("goToStep", "{\"step\":0}",
           {"\"next\":[{\"place\":\"$t0\",\"oldValue\":\"0x00000000\",\"newValue\":\"0x10010000\"}]"});
    EXPECT_EQ(m_sent.find("\"done\""), std::string::npos) << m_sent;
    say("writeMemory", "{\"memoryReference\":\"0x10010003\",\"data\":\"/w==\"}");
    expect("goToStep", "{\"step\":2}",
           {"\"done\":{", "\"line\":2",
            "\"effects\":[{\"memoryReference\":\"0x10010003\",\"size\":1,\"oldValue\":\"0x000000ff\",\"newValue\":"
            "\"0x00000000\"}]"});
    expect("goToStep", "{\"step\":1}", {"\"done\":{", "\"place\":\"$t0\"", "\"next\":[{\"memoryReference\""});
    // At the end nothing comes; what was done stays told as long as it stands there.
    expect("goToStep", "{\"step\":4}", {"\"end\":{", "\"done\":{"});
    EXPECT_EQ(m_sent.find("\"next\""), std::string::npos) << m_sent;
}

TEST_F(DapMomentsTest, GoesToAnyStepAndSaysWhoMadeWhatIsThere) {
    say("pause");
    expect("goToStep", "{\"step\":3}", {"\"step\":3,", "\"last\":8", "\"printed\":1,", "\"line\":5"});
    expect("goToStep", "{\"step\":8}", {"\"step\":8,"});
    expect("goToStep", "{}", {"\"success\":false"});
    expect("whoPrinted", "{\"byte\":1}", {"\"found\":true", "\"step\":5,", "\"line\":7", "\"text\":\"syscall\""});
    expect("whoPrinted", "{\"byte\":2}", {"\"found\":false"});
    expect("whoWrote", "{\"place\":\"$a0\"}",
           {"\"step\":4,", "\"oldValue\":\"0x00000041\"", "\"newValue\":\"0x00000042\"", "{\"place\":\"$s0\""});
    expect("whoWrote", "{\"place\":\"$a0\",\"step\":4}", {"\"step\":0,"});
    expect("whoWrote", "{\"memoryReference\":\"0x10010000\"}", {"\"found\":false"});
    expect("whoWrote", "{\"place\":\"$nothing\"}", {"\"success\":false"});
    expect("moment", "{}", {"\"step\":8,"});
}

TEST_F(DapMomentsTest, ToolsCountUpToTheMoment) {
    say("pause");
    expect("toolKinds", "{}", {"\"name\":\"cache\"", "\"kind\":\"range\"", "\"default\":\"direct\""});
    expect("tools", "{\"tools\":[\"counter\"]}", {"\"since\":0", "\"name\":\"counter\"", "\"total\":8,"});
    expect("goToStep", "{\"step\":3}", {"\"step\":3,"});
    expect("tools", "{\"tools\":[\"counter\"]}",
           {"\"total\":3,", "Instruction counter", "\"panels\":[{\"name\":\"counter\"", "\"shape\":\"bar\""});
    expect("tools", "{\"tools\":[\"counte\"]}", {"\"success\":false", "there is no such tool"});
    expect("tools", "{\"tools\":[\"dlab\"]}", {"acts on the program"});
}

TEST_F(DapMomentsTest, GoesOnIntoTheUnknownInStretches) {
    DapServer server(
        [](const DapLoad&) -> Result<DapProgram> {
            return DapProgram{image_of("main: b main\n"), {"/test/count.asm"}, {}};
        },
        [this](std::string_view message) { m_sent += message; });
    for (const char* const request :
         {R"("launch","arguments":{"program":"/test/count.asm","stopOnEntry":true})", R"("configurationDone")",
          R"("goToStep","arguments":{"step":9000000000000000000})"}) {
        m_sent.clear();
        server.receive(protocol::frame_message(std::string(R"({"seq":1,"type":"request","command":)") + request + "}"));
    }
    EXPECT_NE(m_sent.find("\"step\":10000000,"), std::string::npos) << m_sent;
}

TEST_F(DapMomentsTest, TellsCallsMarksPictureAndSegments) {
    say("pause");
    expect("calls", "{\"columns\":8}",
           {"\"stacks\":[[0],[0],[0],[0],[0],[0],[0],[0,1]]", "\"name\":\"main\"", "\"name\":\"read\""});
    expect("marks", "{}", {"\"output\":[3,6]", "\"input\":[]"});
    expect("picture", "{}", {"\"columns\":64", "\"rows\":32", "0x10010000"});
    expect("segments", "{}", {"\"id\":\"stack\"", "0x7fffef"});
    expect("variables", "{\"variablesReference\":1}", {"\"group\":\"saved\"", "\"number\":16"});
}

TEST_F(DapMomentsTest, CountsWhatRanAndComesBack) {
    say("pause");
    expect("goToStep", "{\"step\":3}", {"\"step\":3,"});
    expect("counts", "{}",
           {"\"steps\":8,\"isWhole\":true", "\"line\":4,\"executed\":1,\"instructions\":1", "\"name\":\"main\",",
            "\"name\":\"read\",", "\"calls\":1,\"self\":1,\"inclusive\":1", "{\"name\":\"syscall\",\"executed\":2}"});
    expect("moment", "{}", {"\"step\":3,", "\"last\":8", "\"printed\":1,"});
}

TEST_F(DapMomentsTest, ChecksTheWholeRunAndComesBack) {
    expect("giveInput", "{\"text\":\"7\\n\"}", {"\"success\":true"});
    expect("goToStep", "{\"step\":4}", {"\"step\":4,"});
    expect("checks", "{}", {"\"steps\":12,\"isWhole\":true", "\"findings\":[]"});
    expect("moment", "{}", {"\"step\":4,", "\"last\":12"});
    expect("whoPrinted", "{\"byte\":1}", {"\"step\":5,"});  // printed once
}

/// A function that keeps what it must on the stack, and another that reads what nobody has written.
class DapFramesTest : public DapMomentsTest {
protected:
    DapFramesTest() {
        m_program =
            "main: li $a0, 7\n"
            "      jal down\n"
            "      add $t1, $t5, $a0\n"
            "      li $v0, 10\n"
            "      syscall\n"
            "down: addi $sp, $sp, -12\n"
            "      sw $ra, 8($sp)\n"
            "      sw $a0, 4($sp)\n"
            "      addi $a0, $a0, -7\n"
            "      beqz $a0, done\n"
            "done: lw $ra, 8($sp)\n"
            "      addi $sp, $sp, 12\n"
            "      jr $ra\n";
        begin();
    }
};

TEST_F(DapFramesTest, SaysWhatLiesInAFrame) {
    expect("goToStep", "{\"step\":6}", {"\"line\":10"});
    expect("frames", "{}",
           {"\"name\":\"down\"", "\"size\":12,\"entered\":2,\"arguments\":[\"0x00000007\"",
            "{\"memoryReference\":\"0x7fffeff0\",\"value\":\"0x00000000\"}",
            "{\"memoryReference\":\"0x7fffeff4\",\"value\":\"0x00000007\",\"place\":\"$a0\"}",
            "\"value\":\"0x00400008\",\"place\":\"$ra\"}", "\"name\":\"main\""});
    expect("frames", "{\"levels\":1}", {"\"frames\":[{\"name\":\"down\""});
    expect("moment", "{}", {"\"step\":6,"});
}

TEST_F(DapFramesTest, FindsWhatNobodyHasWritten) {
    expect("checks", "{}",
           {"\"isWhole\":true", "\"kind\":\"unwritten_register\",\"message\":\"reads $t5", "\"line\":3"});
}

}  // namespace
}  // namespace mariner::remote
