#include "emulator/web/language_conversation.hpp"

namespace mariner::web {

LanguageConversation::LanguageConversation() : m_server([this](std::string_view message) { m_answer += message; }) {}

std::optional<int> LanguageConversation::patience() const {
    return m_server.has_work() ? std::optional(m_server.patience_milliseconds()) : std::nullopt;
}

}  // namespace mariner::web
