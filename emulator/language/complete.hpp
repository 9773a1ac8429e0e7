#pragma once
// What may be written at a place: instructions, registers, labels, constants, macros, directives, services; what fits
// the operand's place first. And the forms of the instruction that is being written, operand by operand.

#include "emulator/language/question.hpp"

namespace mariner::language {

enum class OfferKind : u8 {
    instruction,
    pseudo,
    directive,
    reg,
    label,
    data,
    constant,
    macro,
    parameter,
    service,
    file
};

struct CompletionOffer {
    OfferKind kind{};
    std::string label;
    std::string detail;
    std::string insert;    // empty: the label
    std::string snippet;   // the same with places to fill in; empty if there are none
    u32 rank = 0;          // the smallest first
    std::string lookup;    // the words for describe_offer()
    std::string filter{};  // what is typed is compared with this; empty: with the label
};

struct CompletionList {
    TextRange replaced;
    std::vector<CompletionOffer> offers;
    bool is_complete = true;
};

CompletionList complete(ProgramView& view, const WorkspaceFile& file, TextSpot spot);
/// What the reference or the program says of an offer, in Markdown.
std::string describe_offer(Workspace& workspace, std::string_view lookup);

struct SignatureForm {
    std::string label;
    std::string doc;
    std::vector<std::pair<u32, u32>> parameters;  // begin and end in the label
};

struct SignatureHelp {
    std::vector<SignatureForm> forms;
    u32 active_form = 0;
    u32 active_parameter = 0;
};

std::optional<SignatureHelp> signature_help(ProgramView& view, const WorkspaceFile& file, TextSpot spot);

}  // namespace mariner::language
