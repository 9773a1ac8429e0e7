#pragma once
// What `new` does when there is no memory left, for who asks the system without it; compiled apart, as nothing else of
// ours throws.

namespace mariner {

/// Throws std::bad_alloc.
[[noreturn]] void out_of_memory();

}  // namespace mariner
