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

TEST(LanguageConversation, NamesTheFilesThatMakeOneProgram) {
    LanguageConversation conversation;
    say(conversation, R"("id":1,"method":"initialize","params":{"capabilities":{}})");
    const auto open = [&](const std::string& name, const std::string& text) {
        say(conversation, R"("method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///)" + name +
                              R"(","version":1,"text":")" + text + R"("}})");
    };
    const auto program_of = [&](const std::string& name) {
        return say(conversation,
                   R"("id":2,"method":"mariner/program","params":{"textDocument":{"uri":"file:///)" + name + R"("}})");
    };
    open("main.asm", ".globl main\\nmain: jal helper\\n");
    open("lib.asm", ".globl helper\\nhelper: jr $ra\\n");
    open("other.asm", "main: nop\\n");
    const std::string both = program_of("main.asm");
    EXPECT_NE(both.find("file:///main.asm"), std::string::npos) << both;
    EXPECT_NE(both.find("file:///lib.asm"), std::string::npos) << both;
    EXPECT_EQ(both.find("file:///other.asm"), std::string::npos) << both;
    EXPECT_EQ(program_of("other.asm").find("file:///lib.asm"), std::string::npos);
    EXPECT_NE(program_of("none.asm").find("error"), std::string::npos);
}

}  // namespace
}  // namespace mariner::web
