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

}  // namespace

std::span<const OtherDirective> other_directives() {
    return the_directives;
}

void propose_other_directive(const WrongLine& about, Proposals& out) {
    const LooseLine& line = about.line;
    const std::string word = to_lower(line.head);
    const bool is_section = word == ".section" || word == "section" || word == "segment" || word == ".segment";
    if ((!word.starts_with('.') && !is_section) || line.empty()) {
        return;
    }
    const std::string before(line.text.substr(0, line.head_offset));
    const size_t end = line.head_offset + line.head.size();
    if (word == ".resw" && line.operands.size() == 1) {
        out.rewrite(
            Slip::other_directive, {std::string(line.head), ".word"},
            before + ".word 0 : " + std::string(line.operands[0].text) + std::string(line.text.substr(line.code_end)));
        return;
    }
    if (is_section && !line.operands.empty()) {
        std::string name = to_lower(line.operands[0].text);
        name.erase(std::remove(name.begin(), name.end(), '"'), name.end());
        name.erase(0, name.starts_with('.') ? 1 : 0);
        name.insert(0, ".");
        out.rewrite(
            Slip::other_directive, {std::string(line.head), name.starts_with(".text") ? ".text" : ".data"},
            before + (name.starts_with(".text") ? ".text" : ".data") + std::string(line.text.substr(line.code_end)));
        return;
    }
    if ((word == ".comm" || word == ".lcomm") && line.operands.size() >= 2) {
        const std::string lines = std::string(line.operands[0].text) + ": .space " + std::string(line.operands[1].text);
        out.rewrite(Slip::other_directive, {std::string(line.head), ".space"}, before + lines);
        out.rewrite(Slip::other_directive, {std::string(line.head), ".space"}, ".data\n" + lines + "\n.text");
        return;
    }
    if (word == ".balign" && line.operands.size() == 1 && is_integer(line.operands[0].text)) {
        const u32 bytes = static_cast<u32>(*decode_mars_int(line.operands[0].text));
        const u32 power = bytes >= 8 ? 3 : bytes >= 4 ? 2 : bytes >= 2 ? 1 : 0;
        out.rewrite(Slip::other_directive, {std::string(line.head), ".align"},
                    before + ".align " + std::to_string(power) + std::string(line.text.substr(line.code_end)));
        return;
    }
    const auto* const row = std::ranges::find(the_directives, std::string_view(word), &OtherDirective::word);
    if (row == std::end(the_directives)) {
        return;
    }
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
    const bool has_word = is_segment && !line.operands.empty() && is_name(line.operands[0].text);
    const bool holds_text = row->here == ".byte" && line.text.substr(end).find('"') != std::string_view::npos;
    const bool holds_values = row->here == ".space" && line.operands.size() > 1;
    const bool holds_wide = (word == ".dword" || word == ".quad" || word == ".xword") &&
                            line.text.substr(end, line.code_end - end).find('.') != std::string_view::npos;
    const std::string here = holds_wide     ? ".double"
                             : holds_text   ? ".asciiz"
                             : holds_values ? ".word"
                                            : std::string(row->here);
    out.rewrite(Slip::other_directive, {std::string(line.head), here},
                before + here + std::string(line.text.substr(has_word ? line.code_end : end)));
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
