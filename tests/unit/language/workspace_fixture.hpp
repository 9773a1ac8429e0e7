#pragma once
// A workspace of texts that are open, and nothing on disk.

#include <initializer_list>
#include <string>
#include <utility>

#include "emulator/language/question.hpp"

namespace mariner::language {

struct OpenTexts {
    OpenTexts(std::initializer_list<std::pair<std::string, std::string>> texts) {
        for (const auto& [path, text] : texts) {
            workspace.open(path, text);
        }
    }
    explicit OpenTexts(const std::string& text) { workspace.open("a.asm", text); }

    std::shared_ptr<ProgramView> view(const std::string& path = "a.asm") { return workspace.program_of(path); }
    std::shared_ptr<const WorkspaceFile> file(const std::string& path = "a.asm") { return workspace.find(path); }

    Workspace workspace;
};

/// Where words begin in a text.
inline TextSpot spot_of(const TextDocument& text, std::string_view words) {
    for (u32 line = 0; line < text.line_count(); ++line) {
        const size_t at = text.line(line).find(words);
        if (at != std::string_view::npos) {
            return {line, static_cast<u32>(at)};
        }
    }
    return text.whole().end;
}

}  // namespace mariner::language
