#pragma once
// The debug adapter, as a page calls it. Included by the one file of a module that holds its exports.

#include <memory>

#include "emulator/web/conversation.hpp"
#include "emulator/web/exports_wasm.hpp"

namespace mariner::web {

inline Things<Conversation> conversations;

EXPORT(conversation_create) u32 conversation_create() {
    return conversations.add(std::make_unique<Conversation>());
}
EXPORT(conversation_release) void conversation_release(u32 handle) {
    conversations.remove(handle);
}
EXPORT(conversation_receive) void conversation_receive(u32 handle) {
    conversations[handle].receive(inbox);
}
EXPORT(conversation_advance) u32 conversation_advance(u32 handle, u32 milliseconds) {
    return static_cast<u32>(conversations[handle].advance(milliseconds));
}
EXPORT(conversation_pixels) void conversation_pixels(u32 handle, u32 address, u32 units) {
    outbox = conversations[handle].pixels(address, units);
}
EXPORT(conversation_answer) void conversation_answer(u32 handle) {
    outbox = conversations[handle].take_answer();
}

}  // namespace mariner::web
