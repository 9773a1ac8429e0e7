#pragma once
// A name changed everywhere it means the same. The program with the new name is assembled before it is offered: it must
// come to the same bytes.

#include <variant>

#include "emulator/language/question.hpp"
#include "emulator/language/report.hpp"

namespace mariner::language {

/// Where the name stands that can be changed; nothing if none does.
std::optional<TextRange> renamed_at(const Question& question);

/// The edits, or the reason why not.
Result<std::vector<FileEdit>> rename(const Question& question, const std::string& name);

}  // namespace mariner::language
