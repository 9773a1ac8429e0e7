// What a page calls to judge a program by a rubric (package/index.js), beside the boxes.

#include "emulator/web/exports_wasm.hpp"
#include "emulator/web/judgement.hpp"

namespace mariner::web {

/// The wish is in the inbox.
EXPORT(judge) void judge_program_by_rubric() {
    const Result<JsonValue> wish = read_json(inbox);
    outbox = judge(wish ? *wish : JsonValue());
}

}  // namespace mariner::web
