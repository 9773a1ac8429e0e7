// What # begins where a number, a register or a constant was meant, and the forms in which others define constants.

#include <algorithm>
#include <optional>

#include "emulator/isa/mnemonics.hpp"
#include "emulator/support/java_number.hpp"
#include "emulator/support/text.hpp"
#include "emulator/tutor/proposal.hpp"
#include "emulator/tutor/registers.hpp"
#include "emulator/tutor/symbols.hpp"

namespace mariner::tutor {

namespace {

/// `addi $t0, $t0, #5`.
void propose_number_sign(const WrongLine& about, Proposals& out) {
    const LooseLine& line = about.line;
    const bool is_cut = line.comment.size() > 1 && line.text.substr(0, line.code_end).ends_with(',');
    if (is_cut) {
        const auto at = static_cast<u32>(line.comment.data() - line.text.data());
        const size_t end = std::min(line.comment.find_first_of(" \t", 1), line.comment.size());
        out.rewrite(Slip::number_sign, {std::string(line.comment.substr(0, end))}, patched(line.text, {{at, 1, ""}}));
        if (to_lower(line.head) == "lw") {  // a number is loaded by li
            out.rewrite(Slip::number_sign, {std::string(line.comment.substr(0, end))},
                        patched(line.text, {{line.head_offset, 2, "li"}, {at, 1, ""}}));
        }
    }
}

/// `lw #a0, 0($sp)`, `move $t0, #t1`: the sign of a number in the place of the dollar sign, which is beside it.
void propose_register_sign(const WrongLine& about, Proposals& out) {
    const LooseLine& line = about.line;
    const bool lacks_operand = line.operands.empty() || line.text.substr(0, line.code_end).ends_with(',') ||
                               line.text.substr(0, line.code_end).ends_with('(');
    if (!lacks_operand || line.comment.size() < 3) {
        return;
    }
    const auto comment_at = static_cast<u32>(line.comment.data() - line.text.data());
    std::vector<Patch> patches;
    std::string first;
    for (size_t at = 0; at != std::string_view::npos; at = line.comment.find('#', at + 1)) {
        const size_t end = std::min(line.comment.find_first_of(" ,\t)(#", at + 1), line.comment.size());
        const std::string_view word = line.comment.substr(at, end - at);
        const Survey::Places* const label = about.survey->label(word.substr(1));
        if (label != nullptr && at == 0 && is_branch_or_jump(line.head)) {
            out.rewrite(Slip::label_sign, {std::string(word)}, patched(line.text, {{comment_at, 1, ""}}));
        }
        if (word.size() > 2 && find_register("$" + std::string(word.substr(1)))) {
            first = first.empty() ? std::string(word) : first;
            patches.push_back({comment_at + static_cast<u32>(at), 1, "$"});
        }
    }
    if (!patches.empty() && patches[0].offset == comment_at) {
        out.rewrite(Slip::register_sign, {first}, patched(line.text, std::move(patches)));
    }
}

/// `.eqv RED #ff0000`, as web pages write colours.
void propose_eqv_in_comment(const WrongLine& about, Proposals& out) {
    const LooseLine& line = about.line;
    const std::string_view hidden = line.comment.substr(line.comment.empty() ? 0 : 1);
    const std::string_view word = hidden.substr(0, hidden.find_first_of(" \t"));
    const bool is_open = to_lower(line.head) == ".eqv" && line.operands.size() == 1 && !word.empty();
    const bool is_hexadecimal = is_open && word.size() >= 6 && is_integer("0x" + std::string(word));
    if (is_hexadecimal || (is_open && is_integer(word))) {
        const std::string value = (is_hexadecimal ? "0x" : "") + std::string(word);
        const auto at = static_cast<u32>(line.comment.data() - line.text.data());
        out.rewrite(Slip::value_in_comment, {"#" + std::string(word), std::string(line.head)},
                    patched(line.text, {{at, static_cast<u32>(word.size() + 1), value}}));
    }
}

/// `.eqv N = 5`, `N equ 5`, `N: .eqv 5`, `.eqv 5 N`.
void propose_eqv(const WrongLine& about, Proposals& out) {
    const auto rest = about.line.rest();
    static constexpr std::string_view words[] = {".eqv",   "eqv",   "equ",     ".equ",     ".set",     "#define",
                                                 "define", "const", "%define", "constant", ".constant"};
    std::string name = std::string(about.line.label);
    std::string value;
    bool is_eqv = false;
    for (const LinePiece& piece : rest) {
        if (std::ranges::find(words, to_lower(piece.text)) != std::end(words)) {
            is_eqv = true;
        } else if (piece.is("=") || piece.is(",")) {
            continue;
        } else if (name.empty() && piece.kind == PieceKind::string && piece.closed && piece.text.size() > 2 &&
                   is_name(piece.text.substr(1, piece.text.size() - 2))) {
            name = piece.text.substr(1, piece.text.size() - 2);
        } else if (name.empty() && is_name(piece.text)) {
            name = piece.text;
        } else {
            value += (value.empty() || piece.kind == PieceKind::sign ? "" : " ") + std::string(piece.text);
        }
    }
    if (is_eqv && !name.empty() && !value.empty()) {
        const u32 from = about.line.pieces[0].offset;
        out.rewrite(Slip::eqv_form, {name},
                    std::string(about.line.text.substr(0, from)) + ".eqv " + name + " " + value +
                        std::string(about.line.text.substr(about.line.code_end)));
    }
}

}  // namespace

void propose_signs(const WrongLine& about, Proposals& out) {
    propose_register_sign(about, out);
    propose_number_sign(about, out);
    propose_eqv_in_comment(about, out);
    propose_eqv(about, out);
}

}  // namespace mariner::tutor
