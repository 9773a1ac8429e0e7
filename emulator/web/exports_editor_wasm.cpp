// What a page calls for its editor (package/index.js), beside the boxes.

#include "emulator/web/exports_wasm.hpp"
#include "emulator/web/language_conversation.hpp"

namespace mariner::web {

namespace {

Things<LanguageConversation> language_conversations;

}  // namespace

EXPORT(language_create) u32 language_create() {
    return language_conversations.add(std::make_unique<LanguageConversation>());
}
EXPORT(language_release) void language_release(u32 handle) {
    language_conversations.remove(handle);
}
EXPORT(language_receive) void language_receive(u32 handle) {
    language_conversations[handle].receive(inbox);
}
/// -1 if there is nothing to do.
EXPORT(language_patience) i32 language_patience(u32 handle) {
    return language_conversations[handle].patience().value_or(-1);
}
EXPORT(language_work) void language_work(u32 handle) {
    language_conversations[handle].work();
}
EXPORT(language_answer) void language_answer(u32 handle) {
    outbox = language_conversations[handle].take_answer();
}

}  // namespace mariner::web
