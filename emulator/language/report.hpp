#pragma once
// What the assembler and the lints say of a program, each at the very place in a file's text, with the repairs that the
// tutor has tried. The words are those of `mariner run`.

#include <string>
#include <vector>

#include "emulator/language/workspace.hpp"

namespace mariner::language {

/// Texts that replace parts of files; they don't overlap.
struct FileEdit {
    std::string path;
    TextRange range;
    std::string text;
};

enum class ReportKind : u8 { error, warning, advice, unused };

struct RelatedPlace {
    std::string path;
    TextRange range;
    std::string message;
};

struct ReportRepair {
    std::string title;
    Trust trust = Trust::likely;
    std::vector<FileEdit> edits;
};

struct ReportEntry {
    std::string path;
    TextRange range;
    ReportKind kind = ReportKind::error;
    std::string code;  // a row of messages.inc, or a lint's name
    std::string message;
    std::vector<RelatedPlace> related;
    std::vector<ReportRepair> repairs;
};

/// In the order in which `mariner run` tells them; of a view that has been taught with its words.
std::vector<ReportEntry> report_of(ProgramView& view, bool with_tutor);

/// Where a message about a part of a line as it was assembled stands in the line as it is written.
TextRange range_in_line(u32 line, std::string_view written, std::string_view assembled, u32 column, u32 length);

/// A line's code, without the blanks before it and the comment.
TextRange code_of_line(u32 line, std::string_view text);

/// The same without the label in front of an instruction or directive.
TextRange instruction_of_line(u32 line, std::string_view text);

/// A text with edits carried out.
std::string with_file_edits(const TextDocument& text, std::vector<FileEdit> edits);

}  // namespace mariner::language
