#pragma once
// Whether a sanitizer watches this build: then memory, time and compiling cost several times as much, and who counts on
// either does with less.

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define MARINER_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define MARINER_SANITIZED 1
#endif
#endif

namespace mariner {

#ifdef MARINER_SANITIZED
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif

}  // namespace mariner
