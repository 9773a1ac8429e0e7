#include "emulator/web/language_conversation.hpp"

#include <gtest/gtest.h>

#include "emulator/protocol/frames.hpp"

namespace mariner::web {
namespace {

std::string say(LanguageConversation& conversation, const std::string& rest) {
    conversation.receive(protocol::frame_message(R"({"jsonrpc":"2.0",)" + rest + "}"));
    return conversation.take_answer();
}

TEST(LanguageConversation, AnswersAtOnceAndTellsOfErrorsWhenThereIsTime) {
    LanguageConversation conversation;
    EXPECT_EQ(conversation.patience(), std::nullopt);
    EXPECT_NE(say(conversation, R"("id":1,"method":"initialize","params":{"capabilities":{}})").find("hoverProvider"),
              std::string::npos);
    EXPECT_EQ(say(conversation, R"("method":"textDocument/didOpen","params":{"textDocument":{"uri":"untitled:a",)"
                                R"("version":1,"text":"main: lii $t0, 5\n"}})"),
              "");
    std::string told;
    for (int rounds = 0; conversation.patience(); ++rounds) {
        ASSERT_LT(rounds, 10);
        conversation.work();
        told += conversation.take_answer();
    }
    EXPECT_NE(told.find("publishDiagnostics"), std::string::npos) << told;
    EXPECT_NE(told.find("lii"), std::string::npos) << told;
    EXPECT_EQ(conversation.take_answer(), "");
}

}  // namespace
}  // namespace mariner::web
