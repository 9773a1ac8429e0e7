#pragma once
// Files whose names a platform, a system or a student has varied: handed in again (`hw2-1.asm`), saved twice
// (`hw2 (1).asm`), in other letters (`HW2.ASM`).

#include <string>
#include <string_view>

#include "emulator/grader/submissions.hpp"

namespace mariner::grader {

/// Whether `name` is `wanted` but for letters' case and a number or UUID that was put behind its stem; the higher the
/// later. 0: it isn't.
u32 variation_of(std::string_view name, std::string_view wanted);

/// Gives the file that is meant by `main_file`, and those that sources `.include`, the names that are asked for, if
/// none is called exactly so. Notes what it does.
void restore_names(Submission& submission, const std::string& main_file);

}  // namespace mariner::grader
