#include "emulator/language/hover.hpp"

#include <algorithm>
#include <bit>
#include <bitset>
#include <map>
#include <set>

#include "emulator/execute/registers.hpp"
#include "emulator/isa/disassemble.hpp"
#include "emulator/language/code_flow.hpp"
#include "emulator/language/navigate.hpp"
#include "emulator/language/reference.hpp"
#include "emulator/meaning/facts.hpp"
#include "emulator/platform/paths.hpp"
#include "emulator/support/java_number.hpp"
#include "emulator/support/text.hpp"

namespace mariner::language {

namespace {

using assembler::Directive;
using assembler::Token;
using assembler::TokenKind;

constexpr size_t most_shown_instructions = 40;
constexpr size_t most_shown_values = 8;

std::string code_block(std::string_view text) {
    return "```\n" + std::string(text) + (text.ends_with('\n') ? "" : "\n") + "```\n";
}

/// A name between back quotes, whatever stands in it.
std::string quoted(std::string_view text) {
    std::string out = "`";
    for (const char c : text) {
        out += c == '`' ? '\'' : c;
    }
    return out + "`";
}

std::string instructions_text(const ProgramImage& image, const std::vector<const TextEntry*>& entries) {
    std::string out;
    for (size_t i = 0; i < entries.size() && i < most_shown_instructions; ++i) {
        out += hex32(entries[i]->address) + "  " + isa::hex_digits(entries[i]->word) + "  " +
               text_of_entry(image, *entries[i]) + "\n";
    }
    return out + (entries.size() > most_shown_instructions ? "...\n" : "");
}

std::string expansion_here(const Question& question) {
    const std::vector<LineCode> code =
        code_of_lines(*question.view, *question.file, question.spot.line, question.spot.line);
    if (code.empty()) {
        return {};
    }
    return "this line is\n" + code_block(instructions_text(*question.view->assembly().image, code[0].entries));
}

std::string mnemonic_text(const Question& question, const Token& token) {
    const std::string name = to_lower(spelling(question.line, token));
    const std::optional<std::string> entry = reference_entry(name);
    std::string out = entry ? code_block(*entry) : "";
    if (name == "syscall") {
        const std::optional<i32> service = service_above(question);
        out = (service ? service_text(*service) : "") + out;
    }
    return out + expansion_here(question);
}

std::string number_text(i32 value) {
    const auto bits = static_cast<u32>(value);
    std::string out = "`" + std::to_string(value) + "` = `" + hex32(bits) + "`";
    if (value < 0) {
        out += " = `" + std::to_string(bits) + "` unsigned";
    }
    std::string binary = std::bitset<32>(bits).to_string();
    binary.erase(0, std::min(binary.find('1'), binary.size() - 1));
    out += " = `0b" + binary + "`";
    if (value >= 0x20 && value < 0x7f) {
        out += " = `'" + std::string(1, static_cast<char>(value)) + "'`";
    }
    return out + "\n";
}

/// The entry of the question's line in the image's text; none if it has no code.
std::optional<size_t> entry_of_line(const Question& question) {
    const std::vector<LineCode> code =
        code_of_lines(*question.view, *question.file, question.spot.line, question.spot.line);
    if (code.empty()) {
        return std::nullopt;
    }
    return static_cast<size_t>(code[0].entries.front() - question.view->assembly().image->text.data());
}

std::string place_of_entry(const ProgramImage& image, const TextEntry& entry) {
    const Statement& statement = image.statements[entry.statement];
    return "line " + std::to_string(statement.line) + ": " + quoted(trim(statement.source)) + "\n\n";
}

/// What a call may change: all but what it has to keep for its caller.
bool is_free_for_calls(u8 id) {
    const std::string_view name = register_name(id);
    return name.starts_with("$v") || name.starts_with("$a") || name.starts_with("$t") || name == "$ra";
}

/// The instructions from which control comes to another one without leaving the routine.
class RoutineFlow {
public:
    RoutineFlow(const Question& question, size_t here) : m_image(&*question.view->assembly().image) {
        const auto begins_routine = [&](size_t number) {
            const Symbol* const symbol = m_image->symbol_at(m_image->text[number].address);
            const NameDefinition* const name = symbol != nullptr ? question.view->names().find(symbol->name) : nullptr;
            return name != nullptr && name->is_routine;
        };
        const size_t size = m_image->text.size();
        m_first = here;
        while (m_first > 0 && here - m_first < furthest && !begins_routine(m_first)) {
            --m_first;
        }
        size_t past = here + 1;
        while (past < size && past - here < furthest && !begins_routine(past)) {
            ++past;
        }
        const CodeFlow flow(*m_image, m_first, past);
        m_before.resize(past - m_first);
        for (size_t i = m_first; i < past; ++i) {
            for (const size_t next : flow.successors(i)) {
                m_before[next - m_first].push_back(i);
            }
        }
    }

    [[nodiscard]] size_t first() const { return m_first; }
    [[nodiscard]] const std::vector<size_t>& before(size_t number) const { return m_before[number - m_first]; }

private:
    static constexpr size_t furthest = 5000;

    const ProgramImage* m_image;
    size_t m_first = 0;
    std::vector<std::vector<size_t>> m_before;
};

/// Who wrote a register last, on each way that leads to the place within the routine.
std::string last_writers(const Question& question, u8 id) {
    const std::optional<size_t> here = entry_of_line(question);
    if (!here) {
        return {};
    }
    const ProgramImage& image = *question.view->assembly().image;
    const RoutineFlow flow(question, *here);
    std::set<size_t> writers;
    std::set<size_t> calls;
    std::set<size_t> seen;
    bool may_be_older = *here == flow.first();
    std::vector<size_t> waiting = {*here};
    while (!waiting.empty()) {
        const size_t number = waiting.back();
        waiting.pop_back();
        for (const size_t before : flow.before(number)) {
            const isa::Instruction& instruction = image.text[before].instruction;
            if (registers_written(instruction).contains(id)) {
                writers.insert(before);
                continue;
            }
            if (meaning::facts(instruction.op).links && is_free_for_calls(id)) {
                calls.insert(before);
            }
            if (seen.insert(before).second) {
                may_be_older = may_be_older || before == flow.first();
                waiting.push_back(before);
            }
        }
    }
    constexpr size_t most_told = 6;
    std::string out;
    size_t told = 0;
    const auto tell = [&](size_t number, std::string_view alone, std::string_view further) {
        const TextEntry& entry = image.text[number];
        if (entry.statement != TextEntry::no_statement && told++ < most_told) {
            out += std::string(out.empty() ? alone : further) + place_of_entry(image, entry);
        }
    };
    for (const size_t call : calls) {
        tell(call, "may have been written by the call in ", "or by the call in ");
    }
    for (const size_t writer : writers) {
        tell(writer, "last written in ", calls.empty() ? "or, on another way, in " : "otherwise in ");
    }
    if (out.empty()) {
        return "not written before this line in this routine\n";
    }
    return out + (told > most_told ? "or elsewhere\n" : may_be_older ? "or before the routine began\n" : "");
}

std::string register_text(const Question& question, const Token& token) {
    const bool is_float = token.is(TokenKind::float_register);
    const std::string name = (is_float ? "$f" : "$") + std::to_string(token.number);
    const std::optional<std::string> entry = reference_entry(name);
    const std::optional<u8> id = find_register(is_float ? name : std::string(register_name(token.number)));
    const std::vector<RegisterUse> uses = register_uses_at(question);
    const auto here = std::ranges::find(uses, question.range_of(token), &RegisterUse::range);
    const bool is_written = here != uses.end() && here->is_write;
    return (entry ? code_block(*entry) : "") + (is_written ? "written in this line\n\n" : "") +
           (id ? last_writers(question, *id) : "");
}

u32 first_word(const ProgramImage& image, u32 address) {
    const std::vector<u32> words = image.initial_words(address & ~3U, u64{address & ~3U} + 4);
    return words.empty() ? 0 : words[0];
}

/// The beginning of a text, as it is written.
std::string characters_of(const ProgramImage& image, const DataItem& item, u32 size) {
    constexpr u32 most_characters = 40;
    std::string out = "\"";
    const u32 count = std::min(size, item.size) - (item.kind == DataKind::text_with_end && size >= item.size ? 1 : 0);
    for (u32 at = 0; at < std::min(count, most_characters); ++at) {
        const u32 address = item.address + at;
        const char c = static_cast<char>(first_word(image, address) >> (8 * (address & 3U)));
        out += c == '\n' ? "\\n" : c == '\t' ? "\\t" : c >= 0x20 && c < 0x7f && c != '`' ? std::string(1, c) : "?";
    }
    return out + (count > most_characters ? "..." : "") + "\"";
}

std::string reals_of(const ProgramImage& image, const DataItem& item, u32 size, u32 width) {
    std::string out;
    for (u32 at = 0; at + width <= std::min(size, item.size) && at / width < most_shown_values; at += width) {
        const u32 low = first_word(image, item.address + at);
        const u64 bits = u64{first_word(image, item.address + at + 4)} << 32 | low;
        out += at > 0 ? ", " : "";
        out += width == 4 ? java_text(std::bit_cast<float>(low)) : java_text(std::bit_cast<double>(bits));
    }
    return out + (std::min(size, item.size) / width > most_shown_values ? ", ..." : "");
}

std::string value_text(const ProgramImage& image, const DataItem& item, u32 size) {
    const auto values = [&](u32 width) {
        std::string out;
        const std::vector<u32> words = image.initial_words(item.address & ~3U, u64{item.address} + size);
        for (u32 at = 0; at + width <= size && at / width < most_shown_values; at += width) {
            const u32 offset = at + (item.address & 3U);
            const u32 word = offset / 4 < words.size() ? words[offset / 4] : 0;
            const u32 shifted = word >> (8 * (offset & 3U));
            const i32 value = width == 4   ? static_cast<i32>(word)
                              : width == 2 ? static_cast<i16>(shifted)
                                           : static_cast<i8>(shifted);
            out += (at > 0 ? ", " : "") + std::to_string(value);
        }
        return out + (size / width > most_shown_values ? ", ..." : "");
    };
    switch (item.kind) {
        case DataKind::words:
            return values(4);
        case DataKind::halves:
            return values(2);
        case DataKind::bytes:
            return values(1);
        case DataKind::text:
        case DataKind::text_with_end:
            return characters_of(image, item, size);
        case DataKind::floats:
            return reals_of(image, item, size, 4);
        case DataKind::doubles:
            return reals_of(image, item, size, 8);
        default:
            return {};
    }
}

std::string count_text(size_t count, std::string_view one, std::string_view many) {
    return std::to_string(count) + " " + std::string(count == 1 ? one : many);
}

/// "in `main` (lines 3, 5), in `f` (line 9)"
std::string places_text(const Question& question, const std::vector<const NamePlace*>& places) {
    constexpr size_t most_places = 8;
    std::map<const WorkspaceFile*, std::vector<RoutineRange>> routines;
    std::vector<std::pair<std::string, std::string>> lines;  // by where they are
    for (size_t i = 0; i < std::min(places.size(), most_places); ++i) {
        const WorkspaceFile* const file = places[i]->place.file;
        const auto [known, is_new] = routines.try_emplace(file);
        if (is_new) {
            known->second = routines_of(*question.view, *file);
        }
        const u32 line = places[i]->use.line;
        const RoutineRange* const routine = routine_at(known->second, line);
        std::string where = routine != nullptr ? "in " + quoted(routine->name->name) : std::string("elsewhere");
        where += file != question.file ? " of " + quoted(platform::file_name(file->path)) : "";
        if (lines.empty() || lines.back().first != where) {
            lines.emplace_back(where, "");
        }
        lines.back().second += (lines.back().second.empty() ? "" : ", ") + std::to_string(line + 1);
    }
    std::string out;
    for (const auto& [where, numbers] : lines) {
        const bool is_one = numbers.find(',') == std::string::npos;
        out += (out.empty() ? " " : ", ") + where + (is_one ? " (line " : " (lines ") + numbers + ")";
    }
    return out + (places.size() > most_places ? " and more" : "");
}

std::string users_text(const Question& question, const NameDefinition& definition) {
    const std::vector<NamePlace> places = question.view->names().uses_of(definition);
    struct Manner {
        std::string_view word;
        NameAccess access;
    };
    constexpr Manner manners[] = {{"called", NameAccess::call},          {"jumped to", NameAccess::jump},
                                  {"written", NameAccess::write},        {"read", NameAccess::read},
                                  {"address used", NameAccess::address}, {"used", NameAccess::none}};
    std::map<NameAccess, std::vector<const NamePlace*>> by_access;
    for (const NamePlace& place : places) {
        if (!place.use.is_definition() && place.use.role != NameRole::global) {
            by_access[place.use.access].push_back(&place);
        }
    }
    std::string out;
    for (const auto& [word, access] : manners) {
        const std::vector<const NamePlace*>& told = by_access[access];
        if (!told.empty()) {
            out += std::string(word) + " " + count_text(told.size(), "time", "times") + places_text(question, told) +
                   "\n\n";
        }
    }
    return out.empty() ? "not used\n" : out;
}

/// The comment lines right above a definition are what its writer says of it.
std::string comment_above(const NameDefinition& definition) {
    std::vector<std::string_view> lines;
    for (u32 line = definition.use.line; line > 0 && lines.size() < 12; --line) {
        const std::string_view text = trim(definition.file->text.line(line - 1));
        if (!text.starts_with('#')) {
            break;
        }
        lines.push_back(trim(text.substr(1)));
    }
    std::string out;
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
        out += std::string(*line) + "\n";
    }
    return out.empty() ? "" : code_block(out);
}

std::string macro_text(const Question& question, const NameDefinition& definition) {
    const MacroRegion* const region = question.view->names().macro_around(*definition.file, definition.use.line);
    std::string out = "macro " + quoted(definition.name);
    if (region != nullptr) {
        out += " (";
        for (size_t i = 0; i < region->parameters.size(); ++i) {
            out += (i > 0 ? ", " : "") + quoted(region->parameters[i]);
        }
        out += ")\n\n" + comment_above(definition);
        std::string body;
        for (u32 line = region->first + 1; line < region->last && line <= region->first + most_shown_instructions;
             ++line) {
            body += std::string(definition.file->text.line(line)) + "\n";
        }
        out += code_block(body);
    }
    if (question.view->assembly().image) {
        const auto entries = code_of_call(*question.view, *question.file, question.spot.line);
        if (!entries.empty()) {
            out += "here it becomes\n" + code_block(instructions_text(*question.view->assembly().image, entries));
        }
    }
    return out;
}

/// While the program has errors, nobody knows the address: the line says what there is.
std::string facts_or_line(ProgramView& view, const NameDefinition& label) {
    const std::string facts = label_facts(view, label);
    const bool has_line = facts.empty() && label.kind == NameKind::data_label;
    return has_line ? code_block(trim(label.file->text.line(label.use.line))) : facts;
}

std::string name_text(const Question& question, const NameDefinition& definition) {
    switch (definition.kind) {
        case NameKind::constant: {
            const std::string_view text = constant_text(definition);
            const std::optional<i32> value = number_of(*question.view, *question.file, definition.name);
            const std::optional<i32> service =
                service_called_below(*question.view, *question.file, question.spot.line, question.parts);
            return quoted(definition.name) + " stands for " + quoted(text) + "\n\n" +
                   (value ? number_text(*value) : "") + (service ? "\n" + service_text(*service) : "");
        }
        case NameKind::macro:
            return macro_text(question, definition);
        case NameKind::parameter:
            return "parameter of the macro " + quoted(question.view->names().macros()[definition.macro].name) + "\n";
        default: {
            const std::string head = definition.kind == NameKind::external ? "external label "
                                     : definition.is_routine               ? "routine "
                                                                           : "label ";
            return head + quoted(definition.name) + (definition.is_exported ? " (global)" : "") + "\n\n" +
                   comment_above(definition) + facts_or_line(*question.view, definition) +
                   users_text(question, definition);
        }
    }
}

std::string token_text(const Question& question, const Token& token) {
    switch (token.kind) {
        case TokenKind::integer: {
            const std::optional<i32> service =
                service_called_below(*question.view, *question.file, question.spot.line, question.parts);
            const bool is_last = !question.parts.rest.empty() && &question.parts.rest.back() == &token;
            return number_text(token.value) + (service && is_last ? "\n" + service_text(*service) : "");
        }
        case TokenKind::integer_register:
        case TokenKind::float_register:
            return register_text(question, token);
        case TokenKind::directive:
            return code_block(reference_entry(spelling(question.line, token)).value_or(""));
        default:
            return {};
    }
}

}  // namespace

std::string service_text(i32 number) {
    const std::optional<std::string> entry =
        number >= 0 ? reference_entry("syscall " + std::to_string(number)) : std::nullopt;
    return entry ? code_block(*entry) : "there is no service " + std::to_string(number) + "\n";
}

std::string label_facts(ProgramView& view, const NameDefinition& definition) {
    const Symbol* const symbol = image_symbol(view, definition);
    if (symbol == nullptr) {
        return {};
    }
    const ProgramImage& image = *view.assembly().image;
    std::string out = "address `" + hex32(symbol->address) + "`";
    u32 next = symbol->is_data ? image.data_end : 0;
    for (const Symbol& other : image.symbols) {
        if (other.is_data == symbol->is_data && other.address > symbol->address &&
            (next == 0 || other.address < next)) {
            next = other.address;
        }
    }
    if (symbol->is_data && next > symbol->address) {
        const u32 size = next - symbol->address;
        out += ", " + count_text(size, "byte", "bytes");
        const auto item = std::ranges::lower_bound(image.data_items, symbol->address, {}, &DataItem::address);
        if (item != image.data_items.end() && item->address < next) {
            const std::string values = value_text(image, *item, std::min(size, 4096U));
            out += values.empty() ? "" : ", at first `" + values + "`";
        }
    }
    return out + "\n\n";
}

std::string without_marks(std::string_view markdown) {
    std::string plain;
    while (!markdown.empty()) {
        const size_t end = std::min(markdown.find('\n'), markdown.size() - 1) + 1;
        const std::string_view line = markdown.substr(0, end);
        const bool is_fence = line.starts_with("```");
        if (!is_fence) {
            std::ranges::copy_if(line, std::back_inserter(plain), [](char c) { return c != '`'; });
        }
        markdown.remove_prefix(end);
    }
    return plain;
}

std::optional<HoverText> hover(const Question& question) {
    const Token* const token = question.token;
    if (token == nullptr || token->is(TokenKind::comment)) {
        return std::nullopt;
    }
    const NameDefinition* const definition = question.meaning();
    const bool is_instruction = token->is(TokenKind::mnemonic) && !question.parts.rest.empty() &&
                                token->offset == question.parts.rest[0].offset;
    std::string text = is_instruction          ? mnemonic_text(question, *token)
                       : definition != nullptr ? name_text(question, *definition)
                                               : token_text(question, *token);
    if (text.empty()) {
        return std::nullopt;
    }
    return HoverText{question.range_of(*token), std::move(text)};
}

}  // namespace mariner::language
