#include "emulator/remote/dap_server.hpp"

#include <gtest/gtest.h>

#include "emulator/support/text.hpp"
#include "tests/unit/remote/remote_fixture.hpp"

namespace mariner::remote {
namespace {

TEST(DapHost, KeepsCharactersWholeAndSaysThatItWaits) {
    std::string shown;
    DapHost host([&](DapHost::Stream, std::string_view text) { shown += "[" + std::string(text) + "]"; }, 1);
    host.write_output("\xE2\x82");
    host.flush();
    host.write_output("\xAC!\xC3");
    host.flush();
    EXPECT_EQ(shown, "[\xE2\x82\xAC!]");
    host.write_error("e");
    host.finish();
    EXPECT_EQ(shown, "[\xE2\x82\xAC!][\xC3][e]");
    u8 buffer[4];
    size_t count = 0;
    EXPECT_EQ(host.read_input(buffer, count), InputState::interrupted);
    EXPECT_TRUE(host.is_waiting());
    host.add_input("abcdef");
    EXPECT_FALSE(host.is_waiting());
    EXPECT_EQ(host.read_input(buffer, count), InputState::ready);
    EXPECT_EQ(count, 4U);
    host.end_input();
    EXPECT_EQ(host.read_input(buffer, count), InputState::ready);
    EXPECT_EQ(host.read_input(buffer, count), InputState::end_of_input);
    EXPECT_TRUE(shown.ends_with("[abcd][ef]"));
}

TEST(DapHost, GoesOnWithASleepThatWasBrokenOff) {
    DapHost host([](DapHost::Stream, std::string_view) {}, 1);
    const i64 begin = host.now_milliseconds();
    host.set_stop_check([&] { return host.now_milliseconds() - begin >= 60; });
    EXPECT_FALSE(host.sleep_milliseconds(120));
    host.set_stop_check({});
    EXPECT_TRUE(host.sleep_milliseconds(120));
    EXPECT_LT(host.now_milliseconds() - begin, 175) << "not from the beginning";
    host.set_stop_check([] { return true; });
    EXPECT_FALSE(host.sleep_milliseconds(60)) << "the next sleep is a whole one";
}

TEST(SourceIndex, FindsEveryInstructionOfALineAndTheWayBack) {
    const ProgramImage image = image_of(
        ".macro twice(%r)\n"
        "add %r, %r, %r\n"
        ".end_macro\n"
        "main: la $t0, main\n"
        "twice($t0)\n"
        "twice($t1)\n");
    const SourceIndex index(image, {"/test/./count.asm"});
    EXPECT_EQ(index.file_of("/test/sub/../count.asm"), 0U);
    EXPECT_EQ(index.file_of("count.asm"), std::nullopt);
    const CodeLine* const macro = index.code_at(0, 1);
    ASSERT_NE(macro, nullptr);
    EXPECT_EQ(macro->line, 2U);
    EXPECT_EQ(macro->addresses, (std::vector<u32>{0x400008, 0x40000c})) << "one for each call";
    EXPECT_EQ(index.code_at(0, 4)->addresses, (std::vector<u32>{0x400000}));
    EXPECT_EQ(index.code_at(0, 7), nullptr);
    EXPECT_EQ(index.position_of(0x400004)->line, 4U);
    EXPECT_EQ(index.name_of(0x400008), "main+8");
    EXPECT_EQ(index.name_of(0x300000), "0x00300000");
}

/// A whole conversation, message by message; what it does is tests/remote's business, what it survives is this one's.
class DapServerTest : public testing::Test {
protected:
    std::string say(const std::string& command, const std::string& arguments = "{}") {
        m_sent.clear();
        m_server.receive(protocol::frame_message("{\"seq\":1,\"type\":\"request\",\"command\":" + json_string(command) +
                                                 ",\"arguments\":" + arguments + "}"));
        for (int i = 0; i < 100 && m_server.is_running(); ++i) {
            m_server.advance();
            m_server.conclude();
        }
        return m_sent;
    }
    bool is_refused(const std::string& command, const std::string& arguments = "{}") {
        return say(command, arguments).find("\"success\":false") != std::string::npos;
    }
    void launch(const std::string& more = "") {
        EXPECT_NE(
            say("launch", "{\"program\":\"/test/count.asm\",\"stopOnEntry\":true" + more + "}").find("initialized"),
            std::string::npos);
        EXPECT_NE(say("configurationDone").find("\"reason\":\"entry\""), std::string::npos);
    }

    std::string_view m_source = counting_program;
    std::string m_sent;
    DapServer m_server{[this](const DapLoad& load) -> Result<DapProgram> {
                           if (load.files != std::vector<std::string>{"/test/count.asm"}) {
                               return Error{"no such file"};
                           }
                           return DapProgram{image_of(m_source), {"/test/count.asm"}, {}};
                       },
                       [this](std::string_view message) { m_sent += message; }};
};

TEST_F(DapServerTest, RefusesRequestsInTheWrongOrder) {
    for (const std::string command : {"configurationDone", "stackTrace", "continue", "setBreakpoints", "evaluate",
                                      "pause", "restart", "readMemory", "attach", "launch", "unknown"}) {
        EXPECT_TRUE(is_refused(command)) << command;
    }
    EXPECT_TRUE(is_refused("launch", "{\"program\":\"/other.asm\"}"));
    EXPECT_TRUE(is_refused("launch", "{\"program\":\"/test/count.asm\",\"memory\":\"large\"}"));
    EXPECT_FALSE(is_refused("threads"));
    launch();
    EXPECT_TRUE(is_refused("launch", "{\"program\":\"/test/count.asm\"}")) << "twice";
    EXPECT_FALSE(m_server.is_over());
    say("disconnect");
    EXPECT_TRUE(m_server.is_over());
}

TEST_F(DapServerTest, RefusesArgumentsThatMakeNoSense) {
    launch();
    const struct {
        std::string command, arguments;
    } rows[] = {
        {"readMemory", "{\"memoryReference\":\"x\",\"count\":4}"},
        {"readMemory", "{\"memoryReference\":\"0x10010000\",\"count\":-1}"},
        {"readMemory", "{\"memoryReference\":\"0x10010000\",\"count\":9000000000000}"},
        {"writeMemory", "{\"memoryReference\":\"0x10010000\",\"data\":\"?\"}"},
        {"writeMemory", "{\"memoryReference\":\"0x20000000\",\"data\":\"AAAA\"}"},
        {"disassemble", "{\"memoryReference\":\"0x00400000\",\"instructionCount\":1000000000}"},
        {"goto", "{\"targetId\":-1}"},
        {"setVariable", "{\"variablesReference\":1,\"name\":\"$zero\",\"value\":\"1\"}"},
        {"setVariable", "{\"variablesReference\":3,\"name\":\"$f1\",\"value\":\"1\"}"},
        {"evaluate", "{\"expression\":\"1 +\"}"},
        {"exceptionInfo", "{}"},
    };
    for (const auto& row : rows) {
        EXPECT_TRUE(is_refused(row.command, row.arguments)) << row.command << row.arguments;
    }
    for (const std::string command : {"setBreakpoints", "setFunctionBreakpoints", "setInstructionBreakpoints",
                                      "setDataBreakpoints", "dataBreakpointInfo", "variables", "gotoTargets"}) {
        for (const std::string arguments : {"{}", "null", "[]", "{\"breakpoints\":[{},1,null]}", "{\"line\":-1}"}) {
            EXPECT_FALSE(is_refused(command, arguments)) << command << arguments;
        }
    }
    EXPECT_EQ(m_server.session()->breakpoints().size(), 0U);
}

TEST_F(DapServerTest, AnswersWhatArrivesDuringAMotionAndGoesOn) {
    m_source = "loop: j loop\n";
    launch();
    m_server.session()->interrupt();
    m_server.receive(protocol::frame_message(R"({"seq":2,"type":"request","command":"continue"})"));
    m_server.advance();
    m_server.conclude();
    EXPECT_TRUE(m_server.is_running());
    m_sent.clear();
    m_server.receive(protocol::frame_message(R"({"seq":3,"type":"request","command":"next"})"));
    m_server.receive(protocol::frame_message(R"({"seq":4,"type":"request","command":"threads"})"));
    EXPECT_NE(m_sent.find("is running"), std::string::npos);
    EXPECT_EQ(m_sent.find("stopped"), std::string::npos);
    EXPECT_TRUE(m_server.is_running());
    EXPECT_NE(say("pause").find("\"reason\":\"pause\""), std::string::npos);
    EXPECT_FALSE(m_server.is_running());
}

TEST_F(DapServerTest, CountsLinesAsTheClientDoes) {
    say("initialize", "{\"linesStartAt1\":false,\"columnsStartAt1\":false}");
    launch();
    const std::string points =
        say("setBreakpoints", "{\"source\":{\"path\":\"/test/count.asm\"},\"breakpoints\":[{\"line\":4}]}");
    EXPECT_NE(points.find("\"line\":4,"), std::string::npos) << points;
    EXPECT_EQ(m_server.session()->breakpoints().front().address, 0x400000U);
    EXPECT_NE(say("stackTrace").find("\"line\":4,\"column\":7"), std::string::npos) << m_sent;
}

}  // namespace
}  // namespace mariner::remote
