#include "emulator/language/question.hpp"

#include <algorithm>

#include "emulator/isa/disassemble.hpp"
#include "emulator/machine/cpu_state.hpp"

namespace mariner::language {

using assembler::TokenKind;

Question::Question(ProgramView& program, const WorkspaceFile& in, TextSpot at)
    : view(&program), file(&in), spot(at), line(in.text.line(at.line)) {
    tokens = reader.read(line);
    parts = parts_of(tokens);
    token = token_at(tokens, spot.offset);
}

const NameDefinition* Question::meaning() const {
    const std::optional<NameUse> use = ProgramNames::use_at(*file, spot);
    return use ? view->names().meaning(*file, *use) : nullptr;
}

const isa::Mnemonic* Question::mnemonic() const {
    return parts.is_instruction() ? &isa::all_mnemonics()[parts.rest[0].mnemonic] : nullptr;
}

std::optional<u32> image_file(const ProgramImage& image, const WorkspaceFile& file) {
    const auto found = std::ranges::find_if(
        image.files, [&](const std::string& name) { return name == file.path || normal_path(name) == file.path; });
    return found != image.files.end() ? std::optional(static_cast<u32>(found - image.files.begin())) : std::nullopt;
}

std::vector<LineCode> code_of_lines(ProgramView& view, const WorkspaceFile& file, u32 first, u32 last) {
    const std::optional<ProgramImage>& image = view.assembly().image;
    const std::optional<u32> number = image ? image_file(*image, file) : std::nullopt;
    std::vector<LineCode> lines;
    if (!number) {
        return lines;
    }
    LineTokens reader;
    u32 statement = TextEntry::no_statement;
    for (const TextEntry& entry : image->text) {
        if (entry.statement == TextEntry::no_statement) {
            continue;
        }
        const Statement& made = image->statements[entry.statement];
        if (made.file != *number || made.line <= first || made.line > last + 1 || !made.chain.empty()) {
            continue;
        }
        if (entry.statement != statement) {
            statement = entry.statement;
            const ReadLine parts = parts_of(reader.read(file.text.line(made.line - 1)));
            lines.push_back(
                {made.line - 1, parts.is_instruction() ? &isa::all_mnemonics()[parts.rest[0].mnemonic] : nullptr, {}});
        }
        lines.back().entries.push_back(&entry);
    }
    return lines;
}

std::vector<const TextEntry*> code_of_call(ProgramView& view, const WorkspaceFile& file, u32 line) {
    const std::optional<ProgramImage>& image = view.assembly().image;
    const std::optional<u32> number = image ? image_file(*image, file) : std::nullopt;
    std::vector<const TextEntry*> entries;
    if (!number) {
        return entries;
    }
    for (const TextEntry& entry : image->text) {
        if (entry.statement == TextEntry::no_statement) {
            continue;
        }
        const Statement& made = image->statements[entry.statement];
        if (!made.chain.empty() && made.chain[0] == line + 1 && made.main_file == *number) {
            entries.push_back(&entry);
        }
    }
    return entries;
}

std::string text_of_entry(const ProgramImage& image, const TextEntry& entry) {
    return isa::assembly_text(entry.instruction, entry.address, [&](u32 address) {
        const Symbol* const symbol = image.symbol_at(address);
        return symbol != nullptr ? symbol->name : std::string();
    });
}

const Symbol* image_symbol(ProgramView& view, const NameDefinition& definition) {
    const std::optional<ProgramImage>& image = view.assembly().image;
    if (!image || definition.macro != NameDefinition::no_macro) {
        return nullptr;
    }
    const Symbol* found = nullptr;
    for (const Symbol& symbol : image->symbols) {
        if (symbol.name != definition.name) {
            continue;
        }
        const bool is_of_unit = definition.unit < view.units().size() &&
                                normal_path(image->files[symbol.file]) == view.units()[definition.unit].root;
        if (is_of_unit || (symbol.is_global && found == nullptr)) {
            found = &symbol;
        }
    }
    return found;
}

std::string_view constant_text(const NameDefinition& constant) {
    const std::string_view line = constant.file->text.line(constant.use.line);
    LineTokens reader;
    const ReadLine parts = parts_of(reader.read(line));
    return parts.rest.size() > 2 ? line.substr(parts.rest[2].offset, parts.rest.back().end() - parts.rest[2].offset)
                                 : std::string_view();
}

std::optional<i32> number_of(ProgramView& view, const WorkspaceFile& file, std::string_view text) {
    constexpr int deepest = 8;
    for (int depth = 0; depth < deepest; ++depth) {
        LineTokens reader;
        const std::vector<assembler::Token>& tokens = reader.read(text);
        if (tokens.empty() || tokens.size() > 1) {
            return std::nullopt;
        }
        if (tokens[0].is(TokenKind::integer)) {
            return tokens[0].value;
        }
        const std::optional<u32> unit = view.names().unit_of(file);
        const NameDefinition* const constant = unit ? view.names().find(text, *unit) : nullptr;
        if (constant == nullptr || constant->kind != NameKind::constant) {
            return std::nullopt;
        }
        text = constant_text(*constant);
    }
    return std::nullopt;
}

std::optional<i32> service_chosen(ProgramView& view, const WorkspaceFile& file, std::string_view line,
                                  const ReadLine& parts) {
    const bool is_load = parts.is_instruction() && parts.rest.size() >= 3 &&
                         parts.rest[1].is(TokenKind::integer_register) && parts.rest[1].number == reg::v0;
    if (!is_load) {
        return std::nullopt;
    }
    const std::string_view name = isa::all_mnemonics()[parts.rest[0].mnemonic].name;
    const bool adds_to_zero = parts.rest.size() == 4 && parts.rest[2].is(TokenKind::integer_register) &&
                              parts.rest[2].number == 0 && (name == "addi" || name == "addiu" || name == "ori");
    if ((name != "li" || parts.rest.size() != 3) && !adds_to_zero) {
        return std::nullopt;
    }
    return number_of(view, file, spelling(line, parts.rest.back()));
}

std::optional<i32> service_called_below(ProgramView& view, const WorkspaceFile& file, u32 line, const ReadLine& parts) {
    const std::optional<i32> service = service_chosen(view, file, file.text.line(line), parts);
    constexpr u32 furthest = 40;
    const u32 past = std::min(line + furthest, file.text.line_count());
    LineTokens reader;
    for (u32 below = line + 1; service && below < past; ++below) {
        const ReadLine next = parts_of(reader.read(file.text.line(below)));
        const std::string_view name =
            next.is_instruction() ? isa::all_mnemonics()[next.rest[0].mnemonic].name : std::string_view();
        if (name == "jr") {
            return std::nullopt;
        }
        if (name == "syscall") {
            break;
        }
    }
    return service;
}

std::optional<i32> service_above(const Question& question) {
    constexpr u32 furthest = 40;
    for (u32 up = 1; up <= furthest && up <= question.spot.line; ++up) {
        LineTokens reader;
        const std::string_view line = question.file->text.line(question.spot.line - up);
        const ReadLine parts = parts_of(reader.read(line));
        if (const std::optional<i32> service = service_chosen(*question.view, *question.file, line, parts)) {
            return service;
        }
        const bool goes_elsewhere =
            parts.is_instruction() && (isa::all_mnemonics()[parts.rest[0].mnemonic].name == "syscall" ||
                                       isa::all_mnemonics()[parts.rest[0].mnemonic].name == "jr");
        if (parts.label != nullptr || goes_elsewhere) {
            return std::nullopt;
        }
    }
    return std::nullopt;
}

}  // namespace mariner::language
