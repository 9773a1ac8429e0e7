#pragma once
// A rubric's visible cases over a program, in a page: what `mariner check` says, as JSON.

#include <string>

#include "emulator/support/json.hpp"
#include "emulator/support/json_reader.hpp"

namespace mariner::web {

/// `wish`: the rubric's "name" and "text", the "files" that it may name and the "sources", both lists of
/// {name, text}; a picture's text is "WIDTH HEIGHT " and base64 of its pixels, three bytes each.
/// The answer has {title, worth, submission: as docs/grading.md tells it, pictures: those that are wrong}, or
/// {trouble: a line for each mistake}.
std::string judge(const JsonValue& wish);

}  // namespace mariner::web
