#include "emulator/language/word_colours.hpp"

#include <algorithm>
#include <map>

#include "emulator/isa/registers.hpp"
#include "emulator/program/memory_map.hpp"
#include "emulator/support/text.hpp"

namespace mariner::language {

namespace {

using assembler::Token;
using assembler::TokenKind;

constexpr size_t longest_note = 60;

/// By the letter of the register's name, which says its role: $t0, $s0, $a0, $v0.
u32 role_of_register(u8 number) {
    const std::string_view name = isa::register_name(number);
    const bool is_numbered = name.size() == 3 && name[2] >= '0' && name[2] <= '9';
    switch (is_numbered ? name[1] : ' ') {
        case 't':
            return word_trait::temporary;
        case 's':
            return word_trait::saved;
        case 'a':
            return word_trait::argument;
        case 'v':
            return word_trait::result;
        default:
            return word_trait::reserved;
    }
}

struct KindAndTraits {
    WordKind kind{};
    u32 traits = 0;
};

KindAndTraits kind_of_name(const NameDefinition& meaning, const NameUse& use) {
    const u32 traits =
        (use.is_definition() ? word_trait::definition : 0) | (meaning.is_exported ? word_trait::global : 0);
    switch (meaning.kind) {
        case NameKind::constant:
            return {WordKind::constant, traits | word_trait::readonly};
        case NameKind::macro:
            return {WordKind::macro, traits};
        case NameKind::parameter:
            return {WordKind::parameter, traits};
        case NameKind::label:
            return {WordKind::text_label, traits};
        default:
            return {WordKind::data_label, traits};
    }
}

std::optional<KindAndTraits> kind_of_token(const Token& token) {
    switch (token.kind) {
        case TokenKind::comment:
            return KindAndTraits{WordKind::comment};
        case TokenKind::string:
            return KindAndTraits{WordKind::string};
        case TokenKind::integer:
        case TokenKind::real:
            return KindAndTraits{WordKind::number};
        case TokenKind::mnemonic:
            return KindAndTraits{WordKind::instruction};
        case TokenKind::directive:
            return KindAndTraits{WordKind::directive};
        case TokenKind::macro_parameter:
            return KindAndTraits{WordKind::parameter};
        case TokenKind::float_register:
            return KindAndTraits{WordKind::reg};
        case TokenKind::integer_register:
            return KindAndTraits{WordKind::reg,
                                 role_of_register(token.number) | (token.number == 0 ? word_trait::readonly : 0)};
        default:
            return std::nullopt;
    }
}

}  // namespace

std::vector<ColouredWord> coloured_words(ProgramView& view, const WorkspaceFile& file, u32 first, u32 last) {
    const ProgramNames& names = view.names();
    std::vector<NameUse> uses;
    file.index.for_each([&](const NameUse& use) {
        if (use.line >= first && use.line <= last && use.role != NameRole::file) {
            uses.push_back(use);
        }
    });
    std::vector<ColouredWord> words;
    size_t next = 0;
    LineTokens reader;
    for (u32 line = first; line <= last && line < file.text.line_count(); ++line) {
        const std::string_view text = file.text.line(line);
        const std::vector<Token>& tokens = reader.read(text);
        const bool chooses = service_called_below(view, file, line, parts_of(tokens)).has_value();
        const Token* const last_token = chooses ? &parts_of(tokens).rest.back() : nullptr;
        for (const Token& token : tokens) {
            while (next < uses.size() &&
                   (uses[next].line < line || (uses[next].line == line && uses[next].offset < token.offset))) {
                ++next;
            }
            const bool is_use = next < uses.size() && uses[next].line == line && uses[next].offset == token.offset;
            const NameDefinition* const meaning = is_use ? names.meaning(file, uses[next]) : nullptr;
            std::optional<KindAndTraits> kind =
                meaning != nullptr ? std::optional(kind_of_name(*meaning, uses[next])) : kind_of_token(token);
            if (kind && &token == last_token) {
                kind->kind = WordKind::service;
            }
            if (kind) {
                words.push_back({{{line, token.offset}, {line, token.end()}}, kind->kind, kind->traits});
            }
        }
    }
    return words;
}

namespace {

/// Where a label is: its address, and how far that is from the instruction, or from where the data begin.
std::string label_note(const ProgramImage& image, const Symbol& label, const std::map<u32, u32>& addresses, u32 line) {
    std::string note = "= " + hex32(label.address);
    if (label.is_data) {
        const u32 base = memory_map(image.configuration).data_base;
        return label.address >= base ? note + " (.data + " + std::to_string(label.address - base) + ")" : note;
    }
    const auto here = addresses.find(line);
    if (here == addresses.end() || here->second == label.address) {
        return note;
    }
    const bool is_ahead = label.address > here->second;
    const u32 steps = (is_ahead ? label.address - here->second : here->second - label.address) / 4;
    return note + " (" + std::to_string(steps) + (steps == 1 ? " instruction" : " instructions") +
           (is_ahead ? " on)" : " back)");
}

}  // namespace

std::vector<InlayNote> inlay_notes(ProgramView& view, const WorkspaceFile& file, u32 first, u32 last,
                                   const InlayChoice& choice) {
    std::vector<InlayNote> notes;
    std::map<u32, u32> addresses;  // of the lines' last instructions, which are those that branch
    if (choice.pseudo || choice.labels) {
        for (const LineCode& code : code_of_lines(view, file, first, last)) {
            addresses[code.line] = code.entries.back()->address;
            if (code.entries.size() < 2 || !choice.pseudo) {
                continue;
            }
            std::string text;
            for (const TextEntry* const entry : code.entries) {
                std::string step = text_of_entry(*view.assembly().image, *entry);
                step.erase(std::unique(step.begin(), step.end(), [](char a, char b) { return a == ' ' && b == ' '; }),
                           step.end());
                text += (text.empty() ? "" : "; ") + step;
            }
            const std::string_view line = file.text.line(code.line);
            LineTokens reader;
            const ReadLine parts = parts_of(reader.read(line));
            const u32 end = parts.rest.empty() ? static_cast<u32>(line.size()) : parts.rest.back().end();
            const bool is_long = text.size() > longest_note;
            notes.push_back({{code.line, end}, "= " + (is_long ? text.substr(0, longest_note) + "..." : text), text});
        }
    }
    file.index.for_each([&](const NameUse& use) {
        if (use.line < first || use.line > last || use.role != NameRole::operand) {
            return;
        }
        const NameDefinition* const meaning = view.names().meaning(file, use);
        const bool is_constant = meaning != nullptr && meaning->kind == NameKind::constant;
        if (is_constant && choice.constants) {
            const std::string_view text = constant_text(*meaning);
            notes.push_back({use.range().end, "= " + std::string(text.substr(0, longest_note)), std::string(text)});
        } else if (meaning != nullptr && !is_constant && choice.labels) {
            if (const Symbol* const symbol = image_symbol(view, *meaning)) {
                notes.push_back(
                    {use.range().end, label_note(*view.assembly().image, *symbol, addresses, use.line), ""});
            }
        }
    });
    std::ranges::stable_sort(notes, {}, &InlayNote::spot);
    return notes;
}

}  // namespace mariner::language
