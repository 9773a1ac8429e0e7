#pragma once
// What an editor shows over a word: its meaning from the tables, and what the program at hand makes of it.

#include "emulator/language/question.hpp"

namespace mariner::language {

struct HoverText {
    TextRange range;
    std::string markdown;
};

std::optional<HoverText> hover(const Question& question);

/// A service with its arguments and results, in Markdown.
std::string service_text(i32 number);
/// The address of a label, its size, and what it holds at first; empty if the program has errors.
std::string label_facts(ProgramView& view, const NameDefinition& definition);

/// What these functions write, for who can't show Markdown.
std::string without_marks(std::string_view markdown);

}  // namespace mariner::language
