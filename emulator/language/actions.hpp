#pragma once
// What an editor offers to do at a place: the tutor's repairs, and rewritings of what is right. Each is a set of edits.

#include "emulator/language/question.hpp"
#include "emulator/language/report.hpp"

namespace mariner::language {

enum class ActionKind : u8 { repair, repair_all, extract, rewrite };

struct EditorAction {
    std::string title;
    ActionKind kind{};
    bool is_preferred = false;
    std::vector<FileEdit> edits;
    std::optional<ReportEntry> repaired{};  // what it does away with
};

std::vector<EditorAction> actions_at(ProgramView& view, const WorkspaceFile& file, const TextRange& range);

}  // namespace mariner::language
