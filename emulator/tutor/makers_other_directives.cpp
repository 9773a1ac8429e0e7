// Directives of other assemblers: what they are called here.

#include <algorithm>
#include <optional>

#include "emulator/assembler/directives.hpp"
#include "emulator/isa/mnemonics.hpp"
#include "emulator/support/java_number.hpp"
#include "emulator/support/text.hpp"
#include "emulator/tutor/proposal.hpp"
#include "emulator/tutor/tongues.hpp"

namespace mariner::tutor {

namespace {

constexpr OtherDirective the_directives[] = {
#define OTHER_DIRECTIVE(word, here) {word, here},
#include "emulator/tutor/other_directives.inc"
#undef OTHER_DIRECTIVE
};

/// What stands behind an instruction or directive's operands: blanks and a comment.
std::string_view tail_of(const LooseLine& line) {
    return line.text.substr(line.code_end);
}

/// `.section .rodata`: data, unless it is the text.
std::string segment_named(const LooseLine& line) {
    std::string name = to_lower(line.operands[0].text);
    std::erase(name, '"');
    name.erase(0, name.starts_with('.') ? 1 : 0);
    return name.starts_with("text") ? ".text" : ".data";
}

/// Those that take other operands than what they are called here. False if it is none of them.
bool propose_with_operands(const WrongLine& about, const std::string& word, Proposals& out) {
    const LooseLine& line = about.line;
    const std::string before(line.text.substr(0, line.head_offset));
    const std::string bare = word.substr(word.starts_with('.') ? 1 : 0);
    const bool is_section = bare == "section" || bare == "segment";
    const auto propose = [&](std::string_view here, const std::string& text) {
        out.rewrite(Slip::other_directive, {std::string(line.head), std::string(here)}, text);
    };
    if (word == ".resw" && line.operands.size() == 1) {
        propose(".word", before + ".word 0 : " + std::string(line.operands[0].text) + std::string(tail_of(line)));
    } else if (is_section && !line.operands.empty()) {
        const std::string segment = segment_named(line);
        propose(segment, before + segment + std::string(tail_of(line)));
    } else if ((word == ".comm" || word == ".lcomm") && line.operands.size() >= 2) {
        const std::string lines = std::string(line.operands[0].text) + ": .space " + std::string(line.operands[1].text);
        propose(".space", before + lines);
        propose(".space", ".data\n" + lines + "\n.text");
    } else if (word == ".balign" && line.operands.size() == 1 && is_integer(line.operands[0].text)) {
        const u32 bytes = static_cast<u32>(*decode_mars_int(line.operands[0].text));
        const u32 power = bytes >= 8 ? 3 : bytes >= 4 ? 2 : bytes >= 2 ? 1 : 0;
        propose(".align", before + ".align " + std::to_string(power) + std::string(tail_of(line)));
    } else {
        return false;
    }
    return true;
}

/// What it is called here; that depends on the values behind it.
std::string name_here(const LooseLine& line, const std::string& word, std::string_view here) {
    const u32 end = line.head_offset + static_cast<u32>(line.head.size());
    const bool holds_wide = (word == ".dword" || word == ".quad" || word == ".xword") &&
                            line.text.substr(end, line.code_end - end).find('.') != std::string_view::npos;
    const bool holds_text = here == ".byte" && line.text.substr(end).find('"') != std::string_view::npos;
    const bool holds_values = here == ".space" && line.operands.size() > 1;
    return holds_wide ? ".double" : holds_text ? ".asciiz" : holds_values ? ".word" : std::string(here);
}

}  // namespace

std::span<const OtherDirective> other_directives() {
    return the_directives;
}

void propose_other_directive(const WrongLine& about, Proposals& out) {
    const LooseLine& line = about.line;
    const std::string word = to_lower(line.head);
    const bool has_word = word.starts_with('.') || word == "section" || word == "segment";
    if (!has_word || line.empty() || propose_with_operands(about, word, out)) {
        return;
    }
    const auto* const row = std::ranges::find(the_directives, std::string_view(word), &OtherDirective::word);
    if (row == std::end(the_directives)) {
        return;
    }
    const std::string before(line.text.substr(0, line.head_offset));
    if (row->here.empty()) {
        out.rewrite(Slip::needless_directive, {std::string(line.head)},
                    before.find(':') != std::string::npos ? before : "");
        return;
    }
    if (row->here == ".globl" && about.survey->label("main") != nullptr && line.operands.size() == 1 &&
        about.survey->label(line.operands[0].text) == nullptr) {
        out.rewrite(Slip::other_directive, {std::string(line.head), std::string(row->here)}, before + ".globl main");
        return;
    }
    const bool is_segment = row->here == ".text" || row->here == ".data";
    const bool names_segment = is_segment && !line.operands.empty() && is_name(line.operands[0].text);
    const size_t end = line.head_offset + line.head.size();
    const std::string here = name_here(line, word, row->here);
    out.rewrite(Slip::other_directive, {std::string(line.head), here},
                before + here + std::string(line.text.substr(names_segment ? line.code_end : end)));
}

void propose_last_end(const WrongLine& about, Proposals& out) {
    const LooseLine& line = about.line;
    const bool names_label = line.pieces.size() != 2 || about.survey->label(line.pieces[1].text) != nullptr;
    if (to_lower(line.head) != "end" || line.pieces.size() > 2 || !line.label.empty() || !names_label) {
        return;
    }
    for (u32 number = about.place.line + 1; number <= about.file().line_count(); ++number) {
        if (!read_line(about.file().line(number)).pieces.empty()) {
            return;
        }
    }
    out.rewrite(Slip::needless_directive, {std::string(line.head)}, std::string(line.text.substr(line.code_end)));
}

}  // namespace mariner::tutor
