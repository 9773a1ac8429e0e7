#pragma once
// The Language Server Protocol in a page: messages in, messages out, and work while the client says nothing.

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "emulator/lsp/lsp_server.hpp"

namespace mariner::web {

class LanguageConversation {
public:
    LanguageConversation();

    /// Bytes from the client.
    void receive(std::string_view bytes) { m_server.receive(bytes); }
    /// After how many milliseconds of silence work() is due; nothing if there is nothing to do.
    [[nodiscard]] std::optional<int> patience() const;
    void work() { m_server.work(); }
    /// Bytes for the client since the last call.
    std::string take_answer() { return std::exchange(m_answer, {}); }

private:
    std::string m_answer;
    lsp::LspServer m_server;  // last: it uses the other
};

}  // namespace mariner::web
