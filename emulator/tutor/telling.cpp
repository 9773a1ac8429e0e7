#include "emulator/tutor/telling.hpp"

#include <algorithm>

#include "emulator/support/text.hpp"

namespace mariner::tutor {

namespace {

/// The code of a line or of several, as a way out names it; with its comment where it is about that.
std::string shown_code(std::string_view text, const SlipInfo& slip) {
    const bool is_about_comments = slip.way.find("with #") != std::string_view::npos;
    std::string out;
    size_t lines = 0;
    for (const std::string_view line : lines_of(text)) {
        const LooseLine parts = read_line(line);
        const std::string_view code =
            parts.pieces.empty() || is_about_comments ? trim(line) : trim(line.substr(0, parts.code_end));
        if (!code.empty()) {
            out += (lines++ > 0 ? "\n" : "") + std::string(code);
        }
    }
    return lines == 1 ? "`" + out + "`" : lines == 0 ? "nothing there" : "\n" + out;
}

/// The other lines that a repair changes, for a way out that has room for them: ` (and in line 7)`.
std::string other_lines(const Proposal& proposal, const ProgramText& text) {
    constexpr size_t most_named = 4;
    std::string out;
    size_t count = 0;
    for (const LineEdit& edit : proposal.edits) {
        const bool is_first = edit.file == proposal.edits[0].file && edit.line == proposal.edits[0].line;
        if (is_first || ++count > most_named) {
            continue;
        }
        out += (count > 1 ? ", " : "") + std::to_string(text.files()[edit.file].origin(edit.line));
    }
    const std::string_view word = count > 1 ? "lines " : "line ";
    return count == 0 ? "" : " (and in " + std::string(word) + out + (count > most_named ? " ..." : "") + ")";
}

std::string way_of(const Proposal& proposal, const std::string& code, const ProgramText& text) {
    constexpr std::string_view place = "{lines}";
    std::string way(info(proposal.slip).way);
    if (const size_t at = way.find(place); at != std::string::npos) {
        way.replace(at, place.size(), other_lines(proposal, text));
    }
    return fill_words(way, proposal.arguments, code);
}

}  // namespace

void put_words(Diagnostic& message, const Proposal& proposal, const ProgramText& text) {
    const SlipInfo& slip = info(proposal.slip);
    const std::string code = proposal.edits.empty() ? "" : shown_code(proposal.edits[0].text, slip);
    message.slip = slip.id;
    message.wrong = fill_words(slip.wrong, proposal.arguments, code);
    message.hint = way_of(proposal, code, text);
    message.why = fill_words(slip.why, proposal.arguments, code);
    message.see = fill_words(slip.see, proposal.arguments, code);
}

void mark_change(Diagnostic& message, const Proposal& proposal, const ProgramText& text) {
    const LineEdit& edit = proposal.edits[0];
    const SourceText& file = text.files()[edit.file];
    const bool is_about_operands =
        message.message == Message::too_few_operands || message.message == Message::too_many_operands;
    if (is_about_operands && file.is_untouched(edit.line) && file.origin(edit.line) == message.line &&
        message.column > 0) {
        const Edit change = shortest_edit(0, 1, file.line(edit.line), edit.text);
        const Edit whole = shortest_edit(0, 1, file.line(edit.line), "");
        message.column = std::min(change.column, whole.length);
        message.length = std::max(change.length, 1U);
    }
    // What the sentence is about stands in front of what the assembler stumbled over: `.word 1, z, "a"`.
    const bool is_about_other = !proposal.arguments.empty() && !message.arguments.empty() && message.column > 0 &&
                                message.arguments[0] != proposal.arguments[0] && file.is_untouched(edit.line) &&
                                file.origin(edit.line) == message.line;
    if (is_about_other) {
        const LooseLine line = read_line(file.line(edit.line));
        const auto word = std::ranges::find(line.pieces, std::string_view(proposal.arguments[0]), &LinePiece::text);
        const u32 changed = shortest_edit(0, 1, line.text, edit.text).column;
        const u32 at =
            word == line.pieces.end() ? 0 : shortest_edit(0, 1, line.text.substr(0, word->offset), "").length + 1;
        if (at == changed && at < message.column) {
            message.column = at;
            message.length = shortest_edit(0, 1, word->text, "").length;
        }
    }
}

void move_to_use(Diagnostic& message, const Proposal& proposal, const Fault& fault, const ProgramText& text) {
    const SourceText& file = text.files()[fault.place.file];
    if (proposal.told_at == 0) {
        return;
    }
    message.line = file.origin(proposal.told_at);
    message.text = file.line(proposal.told_at);
    message.chain.clear();
    message.column = message.length = 0;
    const LooseLine line = read_line(message.text);
    const std::string_view about = fault.diagnostic.arguments.empty() ? line.head : fault.diagnostic.arguments[0];
    const auto word = std::ranges::find(line.pieces, about, &LinePiece::text);
    if (file.is_untouched(proposal.told_at) && word != line.pieces.end()) {
        const Edit before = shortest_edit(0, 1, std::string_view(message.text).substr(0, word->offset), "");
        message.column = before.length + 1;
        message.length = shortest_edit(0, 1, word->text, "").length;
    }
}

Repair repair_of(const Proposal& proposal, const ProgramText& text, Diagnostics& diagnostics) {
    const SlipInfo& slip = info(proposal.slip);
    Repair repair;
    repair.trust = slip.trust;
    repair.sentence = way_of(proposal, shown_code(proposal.edits[0].text, slip), text);
    for (const LineEdit& edit : proposal.edits) {
        const SourceText& file = text.files()[edit.file];
        const auto known = std::ranges::find(diagnostics.files(), file.name(), &DiagnosticFile::name);
        if (!file.is_untouched(edit.line) || known == diagnostics.files().end()) {
            repair.edits.clear();
            break;
        }
        repair.edits.push_back(shortest_edit(static_cast<u32>(known - diagnostics.files().begin()),
                                             file.origin(edit.line), file.line(edit.line), edit.text));
    }
    return repair;
}

}  // namespace mariner::tutor
