#pragma once
// Diagnostics as text: the lines that MARS prints, a report for people, JSON. Pure functions.

#include <string>

#include "emulator/assembler/diagnostics.hpp"
#include "emulator/support/json.hpp"

namespace mariner {

/// MARS's lines of one severity, each ended by a newline. MARS prints warnings, then errors, then an empty line.
std::string mars_lines(const Diagnostics& diagnostics, Severity severity);
/// Both, warnings first.
std::string mars_report(const Diagnostics& diagnostics);

struct ReportStyle {
    bool colour = false;
    bool warnings = true;
};

/// For people: place, sentence, the line with the place underlined, how it came about, a hint. Each error once.
std::string people_report(const Diagnostics& diagnostics, const ReportStyle& style);

/// An array with an object per diagnostic, each once.
void write_json(JsonWriter& json, const Diagnostics& diagnostics);

/// One message in the student's words, its arguments put in.
std::string sentence(const Diagnostic& diagnostic);
/// What to do about it; may be empty.
std::string hint_of(const Diagnostic& diagnostic);

}  // namespace mariner
