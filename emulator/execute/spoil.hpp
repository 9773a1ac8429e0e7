#pragma once
// Where tests/spoil makes one handler of the fast core or one compiled form wrong, to see whether the tests notice.
// Only in builds made for that, where MARINER_SPOIL is the header that does it; elsewhere these words mean nothing.

namespace mariner::spoil {
struct FormSpoiler;
}

#if defined(MARINER_SPOIL)
#include MARINER_SPOIL
#else
/// Runs a body; `half`: of a fused pair.
#define PERFORM(op, context, half) Body<op>::run(context)
/// Whether the compiled form of `op` is wrong in this way.
#define IS_SPOILED(op, way) (static_cast<void>(op), false)
/// Whether lowering makes the value of a row's micro-operation wrong.
#define IS_WRONG_VALUE(op, micro) (static_cast<void>(op), static_cast<void>(micro), false)
/// Behind the code of a compiled form.
#define SPOIL_RESULT(emitter) static_cast<void>(0)
#endif
