// Any bytes as what an LSP client sends: the server comes back from every message, in whatever order they come, answers
// each request once, and what it sends is itself made of whole messages. Run by tools/test.

#include <array>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>

#include "emulator/lsp/lsp_server.hpp"

using namespace mariner;
using namespace mariner::lsp;
using namespace mariner::protocol;

namespace {

void require(bool condition) {
    if (!condition) {
        std::abort();
    }
}

constexpr std::string_view file = R"("textDocument":{"uri":"untitled:a")";

/// Requests about a place, so that all are found soon.
constexpr auto places = std::to_array<std::string_view>({
    "hover",
    "completion",
    "definition",
    "references",
    "documentHighlight",
    "documentSymbol",
    "foldingRange",
    "documentLink",
    "codeLens",
    "prepareRename",
    "formatting",
    "semanticTokens/full",
    "diagnostic",
    "signatureHelp",
    "prepareCallHierarchy",
    "onTypeFormatting",
    "inlayHint",
    "codeAction",
    "rename",
    "semanticTokens/range",
});

class FuzzClient {
public:
    FuzzClient() : m_server([this](std::string_view message) { check(message); }) {}

    void say(std::string_view bytes) {
        m_server.receive(bytes);
        constexpr int most_rounds = 1100;  // as many requests may wait, and a report
        for (int i = 0; i < most_rounds && m_server.has_work(); ++i) {
            m_server.work();
        }
    }

    void notify(std::string_view method, const std::string& params) {
        say(frame_message(R"({"jsonrpc":"2.0","method":")" + std::string(method) + R"(","params":)" + params + "}"));
    }

    void ask(std::string_view method, const std::string& params) {
        ++m_number;
        say(frame_message(R"({"jsonrpc":"2.0","id":"n)" + std::to_string(m_number) + R"(","method":")" +
                          std::string(method) + R"(","params":)" + params + "}"));
        require(m_server.is_over() || m_answers["n" + std::to_string(m_number)] == 1);
    }

private:
    void check(std::string_view message) {
        m_sent.feed(message);
        const auto read = m_sent.next();
        require(read && read->has_value() && !m_sent.next());
        const JsonValue& value = **read;
        if (value["id"].is_text() && value["id"].text().starts_with("n")) {
            require(++m_answers[std::string(value["id"].text())] <= 1 || m_number == 0);
        }
    }

    LspServer m_server;
    MessageReader m_sent{LspServer::most_message_bytes};
    std::map<std::string, int> m_answers;
    int m_number = 0;
};

std::string place_of(u8 line, u8 character) {
    const std::string spot =
        R"({"line":)" + std::to_string(line) + R"(,"character":)" + std::to_string(character) + "}";
    return std::string(file) + R"(},"position":)" + spot + R"(,"newName":"n","range":{"start":)" + spot +
           R"(,"end":{"line":200,"character":0}})";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const u8* data, size_t size) {
    const std::string_view all(reinterpret_cast<const char*>(data), size);
    {
        FuzzClient raw;
        raw.say(all);
    }
    // The first half is a text, the rest are edits and questions, three bytes each and a line of text for an edit.
    FuzzClient client;
    client.ask("initialize", R"({"capabilities":{}})");
    std::string_view text = all.substr(0, size / 2);
    client.notify("textDocument/didOpen",
                  "{" + std::string(file) + R"(,"version":1,"text":)" + json_string(text) + "}}");
    std::string_view rest = all.substr(text.size());
    constexpr int most_steps = 40;
    for (int step = 0; step < most_steps && rest.size() >= 3; ++step) {
        const auto byte = [&](size_t i) { return static_cast<u8>(rest[i]); };
        const std::string place = place_of(byte(1), byte(2));
        const u8 what = byte(0);
        rest.remove_prefix(3);
        if (what % 4 != 0) {
            client.ask("textDocument/" + std::string(places[what % places.size()]), "{" + place + "}");
            continue;
        }
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(line.size());
        client.notify("textDocument/didChange", "{" + std::string(file) + R"(,"version":2},"contentChanges":[{)" +
                                                    place.substr(place.find(R"("range")")) + R"(,"text":)" +
                                                    json_string(line) + "}]}");
    }
    client.ask("shutdown", "null");
    return 0;
}
