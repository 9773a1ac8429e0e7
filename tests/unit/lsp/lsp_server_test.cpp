#include "emulator/lsp/lsp_server.hpp"

#include <gtest/gtest.h>

namespace mariner::lsp {
namespace {

class Server : public ::testing::Test {
protected:
    void say(const std::string& message) { m_server.receive(protocol::frame_message(message)); }
    void notify(const std::string& method, const std::string& params) {
        say(R"({"jsonrpc":"2.0","method":")" + method + R"(","params":)" + params + "}");
    }
    /// The answer as the client reads it.
    JsonValue ask(const std::string& method, const std::string& params) {
        m_sent.clear();
        say(R"({"jsonrpc":"2.0","id":7,"method":")" + method + R"(","params":)" + params + "}");
        EXPECT_EQ(m_sent.size(), 1U) << method;
        return m_sent.empty() ? JsonValue() : m_sent.back();
    }
    void begin(const std::string& abilities = "{}") { ask("initialize", R"({"capabilities":)" + abilities + "}"); }
    void open(const std::string& uri, const std::string& text) {
        notify("textDocument/didOpen",
               R"({"textDocument":{"uri":")" + uri + R"(","version":3,"text":)" + json_string(text) + "}}");
    }
    static std::string at(const std::string& uri, int line, int character) {
        return R"({"textDocument":{"uri":")" + uri + R"("},"position":{"line":)" + std::to_string(line) +
               R"(,"character":)" + std::to_string(character) + "}}";
    }

    std::vector<JsonValue> m_sent;
    LspServer m_server{[this](std::string_view message) {
                           protocol::MessageReader reader;
                           reader.feed(message);
                           m_sent.push_back(std::move(**reader.next()));
                       },
                       [](std::string_view text) { return text.starts_with("# game") ? "rows" : ""; }};
};

TEST_F(Server, ServesNothingBeforeInitializeAndAfterShutdown) {
    EXPECT_EQ(ask("textDocument/hover", "{}")["error"]["code"].integer(), -32002);
    begin();
    EXPECT_EQ(ask("textDocument/nothing", "{}")["error"]["code"].integer(), -32601);
    EXPECT_TRUE(ask("shutdown", "null").find("result") != nullptr);
    EXPECT_EQ(ask("textDocument/hover", "{}")["error"]["code"].integer(), -32600);
    EXPECT_FALSE(m_server.is_over());
    notify("exit", "null");
    EXPECT_TRUE(m_server.is_over());
    EXPECT_TRUE(m_server.ended_well());
}

TEST_F(Server, GivesWayToWhatTheClientSaysNext) {
    bool has_more = true;
    m_server.set_watch([&] { return has_more; });
    begin();
    std::string text = "main: lii $t0, 5\n";
    for (int i = 0; i < 5000; ++i) {
        text += " addiu $t0, $t0, 1\n";
    }
    open("untitled:a", text);
    m_sent.clear();
    m_server.work();
    EXPECT_TRUE(m_sent.empty()) << "the messages wait";
    const std::string asked = R"("method":"textDocument/diagnostic","params":{"textDocument":{"uri":"untitled:a"}}})";
    say(R"({"jsonrpc":"2.0","id":1,)" + asked);
    say(R"({"jsonrpc":"2.0","id":2,)" + asked);
    EXPECT_TRUE(m_sent.empty());
    EXPECT_EQ(m_server.patience_milliseconds(), 0);
    EXPECT_TRUE(ask("textDocument/hover", at("untitled:a", 2, 3)).find("result") != nullptr) << "at once";
    m_sent.clear();
    notify("$/cancelRequest", R"({"id":1})");
    ASSERT_EQ(m_sent.size(), 1U) << "a request that is cancelled ends";
    EXPECT_EQ(m_sent[0]["error"]["code"].integer(), -32800);
    has_more = false;
    m_sent.clear();
    m_server.work();
    ASSERT_EQ(m_sent.size(), 1U);
    EXPECT_EQ(m_sent[0]["id"].integer(), 2);
    EXPECT_FALSE(m_sent[0]["result"]["items"].items().empty());
}

TEST_F(Server, GivesWayForAWhileOnly) {
    m_server.set_watch([] { return true; });
    begin();
    std::string text = "main: lii $t0, 5\n";
    for (int i = 0; i < 2000; ++i) {
        text += " addiu $t0, $t0, 1\n";
    }
    open("untitled:a", text);
    m_sent.clear();
    say(R"({"jsonrpc":"2.0","id":1,"method":"textDocument/diagnostic","params":{"textDocument":{"uri":"untitled:a"}}})");
    for (int i = 0; i < 100 && m_sent.empty(); ++i) {
        m_server.work();
    }
    EXPECT_EQ(m_sent.size(), 1U);
}

TEST_F(Server, SaysFirstWhatTheAssemblerSaysAndThenWhatTheTutorSays) {
    begin();
    open("untitled:a", "main: lii $t0, 5\n");
    ASSERT_TRUE(m_server.has_work());
    EXPECT_EQ(m_server.patience_milliseconds(), 0);
    m_sent.clear();
    m_server.work();
    ASSERT_EQ(m_sent.size(), 1U);
    EXPECT_EQ(m_sent[0]["params"]["version"].integer(), 3);
    EXPECT_EQ(m_sent[0]["params"]["diagnostics"].items()[0]["code"].text(), "unknown_operator");
    EXPECT_GT(m_server.patience_milliseconds(), 0);
    m_server.work();
    ASSERT_EQ(m_sent.size(), 2U);
    EXPECT_EQ(m_sent[1]["params"]["diagnostics"].items()[0]["code"].text(), "instruction_spelling");
    EXPECT_FALSE(m_server.has_work());
    notify("textDocument/didClose", R"({"textDocument":{"uri":"untitled:a"}})");
    m_server.work();
    ASSERT_EQ(m_sent.size(), 3U);
    EXPECT_TRUE(m_sent[2]["params"]["diagnostics"].items().empty());
}

TEST_F(Server, PushesNothingToAClientThatAsks) {
    begin(R"({"textDocument":{"diagnostic":{}}})");
    open("untitled:a", "main: lii $t0, 5\n");
    m_sent.clear();
    m_server.work();
    EXPECT_TRUE(m_sent.empty());
    const JsonValue answer = ask("textDocument/diagnostic", R"({"textDocument":{"uri":"untitled:a"}})");
    EXPECT_EQ(answer["result"]["items"].items().size(), 1U);
}

TEST_F(Server, KnowsAFileByItsNameHoweverTheUriIsWritten) {
    begin();
    open("file:///no%20such/%C3%A4.asm", "main: nop\n");
    EXPECT_TRUE(ask("textDocument/hover", at("file:///no such/./\xC3\xA4.asm", 0, 7))["result"].is_object());
    EXPECT_TRUE(ask("textDocument/hover", at("file:///no%20such/other.asm", 0, 7))["error"].is_object());
}

TEST_F(Server, CountsAsTheClientWants) {
    begin(R"({"general":{"positionEncodings":["utf-32","utf-16"]}})");
    open("untitled:a", "main: nop # \xF0\x9F\x98\x80\n.data\nx: .asciiz \"\xF0\x9F\x98\x80\" # x\n.word x\n");
    const JsonValue answer = ask("textDocument/semanticTokens/full", R"({"textDocument":{"uri":"untitled:a"}})");
    const auto data = answer["result"]["data"].items();
    ASSERT_GE(data.size(), 15U);
    EXPECT_EQ(data[12].integer(), 3);  // the comment with the emoji
}

TEST_F(Server, GetsOverWhatIsNoMessage) {
    begin();
    for (const char* const rubbish : {"[]", "5", "{}", R"({"id":1})", R"({"id":1,"method":5})", "\"x\"", "{\"a\""}) {
        say(rubbish);
        EXPECT_FALSE(m_server.is_over()) << rubbish;
    }
    m_server.receive("POST / HTTP/1.1\r\n\r\n");
    EXPECT_TRUE(m_server.is_over());
    EXPECT_FALSE(m_server.ended_well());
}

TEST_F(Server, OffersToVerifyAGame) {
    begin();
    open("untitled:a", "# game\nmain: nop\n");
    const JsonValue answer = ask("textDocument/codeLens", R"({"textDocument":{"uri":"untitled:a"}})");
    ASSERT_EQ(answer["result"].items().size(), 4U);
    EXPECT_EQ(answer["result"].items()[3]["command"]["arguments"].items()[1].text(), "rows");
}

}  // namespace
}  // namespace mariner::lsp
