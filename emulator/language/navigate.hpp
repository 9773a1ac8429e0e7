#pragma once
// Where things are: definitions, uses, the outline of a file, who calls whom, what belongs together.

#include "emulator/language/question.hpp"

namespace mariner::language {

std::vector<FilePlace> definitions_of(const Question& question);
/// With the definitions or without; none where nothing known stands.
std::vector<NamePlace> references_to(const Question& question, bool with_definitions);

/// A register in the routine that the place is in.
struct RegisterUse {
    TextRange range;
    bool is_write = false;
};
/// None unless a register stands at the place.
std::vector<RegisterUse> register_uses_at(const Question& question);

enum class OutlineKind : u8 { routine, label, data, constant, macro };

struct OutlineItem {
    std::string name;
    std::string detail;
    OutlineKind kind{};
    TextRange range;
    TextRange name_range;
    std::vector<OutlineItem> children;
};
std::vector<OutlineItem> outline_of(ProgramView& view, const WorkspaceFile& file);

/// A routine with its lines.
struct RoutineRange {
    const NameDefinition* name = nullptr;
    u32 first = 0;
    u32 last = 0;
};
/// In their order.
std::vector<RoutineRange> routines_of(ProgramView& view, const WorkspaceFile& file);
/// All its lines.
TextRange range_of_routine(ProgramView& view, const NameDefinition& routine);
/// The routine that a line belongs to, or null.
const RoutineRange* routine_at(const std::vector<RoutineRange>& routines, u32 line);

struct FoundName {
    std::string name;
    std::shared_ptr<const WorkspaceFile> file;
    TextRange range;
    OutlineKind kind{};
};
/// Of all files below the workspace's folders.
std::vector<FoundName> find_names(Workspace& workspace, std::string_view words);

struct CallSites {
    const NameDefinition* routine = nullptr;  // that calls, or is called
    std::vector<TextRange> places;            // in the file of the one that calls
};
/// The routine that is called where a place is, or that it stands in.
const NameDefinition* routine_of(const Question& question);
std::vector<CallSites> callers_of(ProgramView& view, const NameDefinition& routine);
std::vector<CallSites> callees_of(ProgramView& view, const NameDefinition& routine);

struct FoldedLines {
    u32 first = 0;
    u32 last = 0;
    bool is_comment = false;
};
std::vector<FoldedLines> foldings_of(ProgramView& view, const WorkspaceFile& file);

/// From the innermost outwards: word, code, line, routine, file.
std::vector<TextRange> selections_at(const Question& question);

struct FileLink {
    TextRange range;
    std::string path;
};
std::vector<FileLink> links_of(Workspace& workspace, const WorkspaceFile& file);

struct RoutineLens {
    TextRange range;
    bool is_main = false;
    std::string name;
    size_t calls = 0;
};
std::vector<RoutineLens> lenses_of(ProgramView& view, const WorkspaceFile& file);

}  // namespace mariner::language
