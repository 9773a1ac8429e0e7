#pragma once
// The look-alikes of a class as a drawing: who hangs together with whom, and how much.

#include <string>
#include <string_view>

#include "emulator/similar/report.hpp"

namespace mariner::similar {

/// What the drawing needs in a page's <style>.
std::string_view graph_style();

/// A figure for each group of programs that hang together, as SVG, which needs no file and prints well; empty without
/// any pair. Who can't see it reads the pairs in its description.
std::string graph_markup(const Report& report);

}  // namespace mariner::similar
