// What a page calls to advise who plays a bundled game (package/index.js), beside the boxes.

#include "emulator/web/exports_wasm.hpp"
#include "emulator/web/room_advice.hpp"

namespace mariner::web {

namespace {

RoomAdvice room_advice;

}  // namespace

/// The wish is in the inbox.
EXPORT(advise) void advise_player() {
    const Result<JsonValue> wish = read_json(inbox);
    outbox = room_advice.answer(wish ? *wish : JsonValue());
}

}  // namespace mariner::web
