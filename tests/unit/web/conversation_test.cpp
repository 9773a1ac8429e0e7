#include "emulator/web/conversation.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "emulator/support/json.hpp"

namespace mariner::web {
namespace {

/// A page's worker: messages go in, slices are worked off, messages come out.
class ConversationTest : public testing::Test {
protected:
    std::string say(const std::string& command, const std::string& arguments = "{}") {
        const std::string body =
            "{\"seq\":1,\"type\":\"request\",\"command\":" + json_string(command) + ",\"arguments\":" + arguments + "}";
        m_conversation.receive("Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
        std::string answer = m_conversation.take_answer();
        while (m_conversation.advance(1) == Conversation::Activity::running) {
            answer += m_conversation.take_answer();
        }
        return answer + m_conversation.take_answer();
    }

    Conversation m_conversation;
};

TEST_F(ConversationTest, AnswersAboutThePastHoweverShortTheSlicesWere) {
    const std::string file = testing::TempDir() + "conversation_test.asm";
    std::ofstream(file) << "main: li $t0, 2000000\n"
                           "next: addi $t0, $t0, -1\n"
                           "bnez $t0, next\n"
                           "li $v0, 10\n"
                           "syscall\n";
    say("initialize");
    const std::string launched =
        say("launch", "{\"program\":" + json_string(file) + ",\"cwd\":\"/\",\"stopAtEnd\":true}");
    ASSERT_NE(launched.find("initialized"), std::string::npos) << launched;
    ASSERT_NE(say("configurationDone").find("stopped"), std::string::npos);
    EXPECT_NE(say("goToStep", "{\"step\":1234567}").find("\"step\":1234567,"), std::string::npos);
    EXPECT_NE(say("calls", "{\"columns\":4}").find("\"stacks\":[[0],[0],[0],[0]]"), std::string::npos);
    EXPECT_NE(say("whoWrote", "{\"place\":\"$t0\"}").find("\"step\":1234566,"), std::string::npos);
    EXPECT_NE(say("moment").find("\"step\":1234567,"), std::string::npos);
}

}  // namespace
}  // namespace mariner::web
