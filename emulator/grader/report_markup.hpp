#pragma once
// The pieces of the class's and the students' pages: verdicts, differences, boards, pictures. Escapes raw texts.

#include <span>
#include <string>
#include <string_view>

#include "emulator/grader/results.hpp"

namespace mariner::grader {

/// What the pieces need in a page's <style>.
std::string_view report_style();

/// "passed", "crashed" ... as a person reads it.
std::string_view words_of(Verdict verdict);
/// A coloured word.
std::string verdict_badge(Verdict verdict);
/// A coloured sign for a cell of a table; its word for those who can't see it.
std::string verdict_sign(Verdict verdict);

/// Points of so many, with a bar.
std::string points_bar(Points points, Points worth);

/// Lines with what is missing and what is too much marked inside them.
std::string diff_markup(std::span<const DiffLine> lines);
/// The same for two texts.
std::string diff_markup(std::string_view expected, std::string_view actual);

/// The position; beside the wanted one, if they differ.
std::string board_markup(const BoardResult& board);
std::string picture_markup(const PictureResult& picture);

std::string place_markup(const PlaceResult& place);

/// The last line of a page.
std::string graded_by(const GradingInfo& info);

}  // namespace mariner::grader
