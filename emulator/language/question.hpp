#pragma once
// What an editor asks about: a place in a file of a program, with the line's tokens and what the place belongs to.

#include <optional>
#include <string>
#include <vector>

#include "emulator/language/line_tokens.hpp"
#include "emulator/language/workspace.hpp"

namespace mariner::language {

/// A place and its surroundings; lives as long as what it was made of.
struct Question {
    Question(ProgramView& program, const WorkspaceFile& in, TextSpot at);
    Question(const Question&) = delete;
    Question& operator=(const Question&) = delete;

    ProgramView* view;
    const WorkspaceFile* file;
    TextSpot spot;
    std::string_view line;
    LineTokens reader;
    std::vector<assembler::Token> tokens;
    ReadLine parts;
    const assembler::Token* token = nullptr;  // that the place touches

    [[nodiscard]] TextRange range_of(const assembler::Token& one) const {
        return {{spot.line, one.offset}, {spot.line, one.end()}};
    }
    /// What the name at the place means; null if it is none that is known.
    [[nodiscard]] const NameDefinition* meaning() const;
    [[nodiscard]] const isa::Mnemonic* mnemonic() const;
};

/// The instructions that a line of a file became.
struct LineCode {
    u32 line = 0;  // of the file, from 0
    const isa::Mnemonic* mnemonic = nullptr;
    std::vector<const TextEntry*> entries;

    [[nodiscard]] bool is_pseudo() const {
        return mnemonic != nullptr && mnemonic->basic.empty() ? true : entries.size() > 1;
    }
};

/// Of lines first to last that no macro made; empty while the program has errors.
std::vector<LineCode> code_of_lines(ProgramView& view, const WorkspaceFile& file, u32 first, u32 last);
/// The instructions that a macro's call in a line became.
std::vector<const TextEntry*> code_of_call(ProgramView& view, const WorkspaceFile& file, u32 line);
/// An instruction as assembly, with the program's labels.
std::string text_of_entry(const ProgramImage& image, const TextEntry& entry);
/// The number of a file in the image, if it is part of it.
std::optional<u32> image_file(const ProgramImage& image, const WorkspaceFile& file);
/// The label that a definition is in the image, or null.
const Symbol* image_symbol(ProgramView& view, const NameDefinition& definition);
/// What .eqv gives a name to, as it is written.
std::string_view constant_text(const NameDefinition& constant);
/// The number that a text is, or stands for as a constant.
std::optional<i32> number_of(ProgramView& view, const WorkspaceFile& file, std::string_view text);
/// The service that `li $v0, NUMBER` in a line chooses; null if it does nothing of the kind.
std::optional<i32> service_chosen(ProgramView& view, const WorkspaceFile& file, std::string_view line,
                                  const ReadLine& parts);
/// The same of a file's line, unless a return comes before a syscall: then the number is a routine's result.
std::optional<i32> service_called_below(ProgramView& view, const WorkspaceFile& file, u32 line, const ReadLine& parts);
/// The service that the nearest such line above chooses, in the same routine as far as labels tell.
std::optional<i32> service_above(const Question& question);

}  // namespace mariner::language
