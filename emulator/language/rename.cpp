#include "emulator/language/rename.hpp"

#include <algorithm>
#include <map>

namespace mariner::language {

namespace {

using assembler::TokenKind;

/// Empty if the name is one that a definition of this kind can have.
std::string trouble_with(const std::string& name, NameKind kind) {
    LineTokens reader;
    const std::vector<assembler::Token>& tokens = reader.read(name);
    const bool is_whole = tokens.size() == 1 && tokens[0].offset == 0 && tokens[0].length == name.size();
    const bool wants_parameter = kind == NameKind::parameter;
    const bool is_fitting = is_whole && (wants_parameter ? assembler::is_macro_parameter(tokens[0])
                                                         : tokens[0].is(TokenKind::identifier) && name[0] != '$');
    if (is_fitting) {
        return {};
    }
    if (wants_parameter) {
        return "a parameter of a macro begins with % and is one word";
    }
    return is_whole && tokens[0].is(TokenKind::mnemonic) ? name + " is an instruction" : "\"" + name + "\" is no name";
}

std::string_view kind_word(NameKind kind) {
    switch (kind) {
        case NameKind::constant:
            return "constant";
        case NameKind::macro:
            return "macro";
        case NameKind::parameter:
            return "parameter";
        default:
            return "label";
    }
}

size_t error_count(const Assembly& assembly) {
    return static_cast<size_t>(std::ranges::count_if(assembly.diagnostics.all(), [](const Diagnostic& one) {
        return info(one.message).severity == Severity::error && one.audience != Audience::mars_only;
    }));
}

bool is_same_program(const Assembly& before, const Assembly& after) {
    if (!before.image || !after.image) {
        return before.image.has_value() == after.image.has_value() && error_count(before) == error_count(after);
    }
    return std::ranges::equal(before.image->text, after.image->text, {}, &TextEntry::word, &TextEntry::word) &&
           std::ranges::equal(before.image->data, after.image->data, {}, &DataRange::bytes, &DataRange::bytes);
}

}  // namespace

std::optional<TextRange> renamed_at(const Question& question) {
    const std::optional<NameUse> use = ProgramNames::use_at(*question.file, question.spot);
    const NameDefinition* const definition = question.meaning();
    return use && definition != nullptr ? std::optional(use->range()) : std::nullopt;
}

Result<std::vector<FileEdit>> rename(const Question& question, const std::string& name) {
    const NameDefinition* const definition = question.meaning();
    if (definition == nullptr) {
        return Error{"there is no name here that the program defines"};
    }
    if (const std::string trouble = trouble_with(name, definition->kind); !trouble.empty()) {
        return Error{trouble};
    }
    std::vector<FileEdit> edits;
    if (name == definition->name) {
        return edits;
    }
    ProgramView& view = *question.view;
    for (const ProgramUnit& unit : view.units()) {
        for (const auto& file : unit.files) {
            for (const NameUse& use : file->index.uses_of(file->text, name)) {
                const NameDefinition* const other = view.names().meaning(*file, use);
                const bool is_near = other == nullptr || other->unit == definition->unit || definition->is_exported;
                const bool is_elsewhere = other != nullptr && other->macro != definition->macro &&
                                          other->macro != NameDefinition::no_macro &&
                                          definition->macro != NameDefinition::no_macro;
                if (is_near && !is_elsewhere) {
                    return Error{name +
                                 (other != nullptr ? " is a " + std::string(kind_word(other->kind)) + " already"
                                                   : " is used already, though nothing defines it") +
                                 ": line " + std::to_string(use.line + 1) + " of " + file->path};
                }
            }
        }
    }
    std::map<std::string, std::vector<FileEdit>> by_file;
    std::map<std::string, const WorkspaceFile*> files;
    for (const NamePlace& place : view.names().uses_of(*definition)) {
        FileEdit edit{place.place.file->path, place.place.range, name};
        files[edit.path] = place.place.file;
        by_file[edit.path].push_back(edit);
        edits.push_back(std::move(edit));
    }
    std::map<std::string, std::string> texts;
    for (const auto& [path, changes] : by_file) {
        texts[path] = with_file_edits(files[path]->text, changes);
    }
    if (!is_same_program(view.assembly(), view.assemble_with(texts))) {
        return Error{"with " + name + " in place of " + std::string(definition->name) +
                     " the program would be another one"};
    }
    return edits;
}

}  // namespace mariner::language
