#pragma once
// The layout of a source: columns for label, instruction, operands and comment, as the file itself has them for the
// most part. Only blanks and commas change, and never between a token and the one it touches: the assembler reads the
// same tokens in the same lines. A line that it would read otherwise stays as it is.

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "emulator/language/line_tokens.hpp"
#include "emulator/language/text_document.hpp"

namespace mariner::language {

/// Columns count from 0. A text laid out in a style has that style again.
struct LayoutStyle {
    static constexpr u32 usual_tab_width = 8;
    static constexpr u32 one_blank = 0;  // in place of a column: what follows comes after one blank

    u32 label = 0;
    u32 instruction = 8;
    u32 operands = 8;  // from the instruction's first character
    u32 directive_operands = one_blank;
    u32 comment = 40;
    bool comma_blank = true;  // `a, b`, not `a,b`
    bool tab_indent = false;  // before the first word of a line
    bool tab_gaps = false;    // between words
    u32 tab_width = usual_tab_width;
    std::map<u8, u32> directives;  // columns of those that have one of their own
};

/// What most lines of the text do.
LayoutStyle habit_of(const TextDocument& text);

/// What an .editorconfig says of a file of this name: indent_style, tab_width, and columns by the keys
/// mariner_instruction_column, mariner_operand_column and mariner_comment_column. True if it is the root.
bool apply_editor_config(LayoutStyle& style, std::string_view config, std::string_view file_name);

/// The style of a file by its habit, and by the .editorconfig files in its folder and those above. `read` gives the
/// text of a file; empty if there is none, or it must not be read.
using ReadText = std::function<std::string(const std::string& path)>;
LayoutStyle style_of(const TextDocument& text, const std::string& path, const ReadText& read);

std::string laid_out_line(std::string_view line, const LayoutStyle& style);

/// A whole file. Lines that aren't UTF-8 stay as they are.
std::string laid_out(const std::string& bytes, const LayoutStyle& style);

}  // namespace mariner::language
