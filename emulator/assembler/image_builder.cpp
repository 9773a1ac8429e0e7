#include "emulator/assembler/image_builder.hpp"

#include <algorithm>
#include <ranges>

#include "emulator/assembler/characters.hpp"
#include "emulator/assembler/references.hpp"
#include "emulator/assembler/suggest.hpp"
#include "emulator/isa/decode.hpp"
#include "emulator/isa/encode.hpp"
#include "emulator/support/text.hpp"

namespace mariner::assembler {

namespace {

constexpr u32 jump_region = 0xf0000000;
/// What MARS makes of a `b` that has lost its label (see loses_branch); it runs as a branch to the next instruction.
constexpr u32 lost_branch_word = 0x043fffff;

std::vector<u8> bytes_of(u32 word) {
    return {static_cast<u8>(word), static_cast<u8>(word >> 8), static_cast<u8>(word >> 16),
            static_cast<u8>(word >> 24)};
}

bool is_direct_jump(const isa::Instruction& instruction) {
    return instruction.op == isa::Op::j || instruction.op == isa::Op::jal;
}

}  // namespace

BuiltImage build_image(AssemblyContext& context, ProgramDraft& program) {
    return ImageBuilder(context, program).build();
}

BuiltImage ImageBuilder::build() {
    if (m_context->is_stopped()) {
        return {};
    }
    report_unresolved_data();
    const Diagnostics& diagnostics = m_context->diagnostics();
    const bool may_add = !diagnostics.has_errors() || m_context->options().collect_all_errors;
    if (may_add && add_all()) {
        encode_all();
        check_duplicates();
    } else {
        m_image.text.clear();
    }
    const bool is_refused = m_context->options().warnings_are_errors && diagnostics.has_warnings();
    const bool is_complete = !diagnostics.has_errors() && !is_refused;
    if (is_complete || m_context->options().keep_partial_image) {
        finish();
    }
    return {std::move(m_image), is_complete};
}

void ImageBuilder::finish() {
    m_image.configuration = m_context->options().configuration;
    m_image.delayed_branching = m_context->options().delayed_branching;
    for (const DiagnosticFile& file : m_context->diagnostics().files()) {
        m_image.files.push_back(file.name);
    }
    m_image.data = m_program->segments.image.ranges();
    add_stored_words();
    add_symbols();
    add_statements();
    if (m_context->options().collect_references) {
        add_references(*m_program, m_image);
    }
    m_image.entry = find_entry();
    m_image.texts = m_context->share_texts();
}

std::string ImageBuilder::hint_for(u32 unit, std::string_view label) {
    const LocalSymbols& locals = m_program->units[unit].symbols;
    std::vector<std::string_view> names;
    if (!m_context->may_search(locals.all().size() + m_program->globals.all().size())) {
        return {};
    }
    for (const LocalSymbols::Label& known : locals.all()) {
        names.push_back(known.name);
    }
    for (const GlobalSymbol& known : m_program->globals.all()) {
        names.push_back(known.name);
    }
    return hint_for_label(label, names);
}

/// References in data that no file explained.
void ImageBuilder::report_unresolved_data() {
    for (const DataLabel& reference : m_program->unresolved) {
        const GlobalSymbol* const symbol = m_program->globals.find(reference.name);
        if (symbol != nullptr && symbol->address != not_found_address) {
            m_program->segments.image.store(reference.address, symbol->address, reference.size);
            continue;
        }
        const auto length = static_cast<u32>(reference.name.size());
        const SourcePlace line = m_program->files.units[reference.unit].place(reference.line);
        m_context->report(Message::undefined_symbol, line.at(reference.text, reference.offset, length),
                          {reference.name}, hint_for(reference.unit, reference.name));
    }
}

/// False once there is an error: MARS stops at the first; people get to see those of the other statements too.
bool ImageBuilder::add_all() {
    size_t count = 0;
    const auto is_operator = [](const auto& label) { return label.is_operator; };
    m_has_operator_label = std::ranges::any_of(m_program->globals.all(), is_operator);
    for (const u32 unit : m_program->files.order) {
        const UnitDraft& draft = m_program->units[unit];
        m_first_statement.push_back(static_cast<u32>(count));
        count += draft.statements.size();
        m_has_operator_label |= std::ranges::any_of(draft.symbols.all(), is_operator);
    }
    m_image.text.reserve(static_cast<size_t>(m_program->word_count));
    bool stopped = m_context->diagnostics().has_errors();
    for (const u32 unit : m_program->files.order) {
        for (const ParsedStatement& statement : m_program->units[unit].statements) {
            m_context->look_up();
            if (m_context->is_interrupted()) {
                return false;
            }
            stopped |= !add({unit, &statement}, stopped ? Audience::people_only : Audience::all);
            ++m_next_statement;
        }
    }
    return !stopped;
}

bool ImageBuilder::add(Source source, Audience audience) {
    if (report_bad_register(source, audience)) {
        return false;
    }
    const auto label = label_value(source, audience);
    // An error in the expansion before this one stops the pass only here.
    if (!label || (audience == Audience::all && m_context->diagnostics().has_errors())) {
        return false;
    }
    if (audience == Audience::people_only) {
        return true;
    }
    if (source.statement->pseudo == nullptr) {
        add_basic(*source.statement, *label);
    } else {
        add_pseudo(source, *label);
    }
    return true;
}

bool ImageBuilder::report_bad_register(Source source, Audience audience) {
    const UnitDraft& draft = m_program->units[source.unit];
    if (draft.bad_registers.empty()) {
        return false;
    }
    const auto number = static_cast<u32>(source.statement - draft.statements.data());
    const auto bad = std::ranges::lower_bound(draft.bad_registers, number, {}, &BadRegister::statement);
    if (bad == draft.bad_registers.end() || bad->statement != number) {
        return false;
    }
    const SourcePlace place = place_of_token(source, bad->offset, bad->length);
    m_context->report(Message::invalid_float_register, place, {place.text.substr(place.offset, place.length)}, {},
                      audience);
    return true;
}

std::optional<u32> ImageBuilder::label_value(Source source, Audience audience) {
    const ParsedStatement& statement = *source.statement;
    if (!statement.has_label()) {
        return 0;
    }
    const std::string_view label = label_of(statement, origin_of(source));
    const auto address = find_address(m_program->units[source.unit].symbols, m_program->globals, label);
    if (!address) {
        m_context->report(Message::undefined_symbol,
                          place_of_token(source, statement.label_offset, statement.label_length), {label},
                          hint_for(source.unit, label), audience);
    }
    return address;
}

void ImageBuilder::add_entry(const ParsedStatement& statement, u32 index, const isa::Instruction& instruction) {
    TextEntry& entry = m_image.text.emplace_back();
    entry.address = statement.address + 4 * index;
    entry.instruction = instruction;
    entry.statement = m_next_statement;
    entry.first_of_statement = index == 0;
}

void ImageBuilder::add_basic(const ParsedStatement& statement, u32 label) {
    isa::Instruction instruction = statement.instruction;
    if (statement.has_label()) {
        const bool is_branch = isa::info(instruction.op).has_distance();
        instruction.imm = is_branch ? static_cast<i32>(label - (statement.address + 4)) >> 2 : static_cast<i32>(label);
    }
    add_entry(statement, 0, instruction);
}

void ImageBuilder::add_pseudo(Source source, u32 label) {
    const ParsedStatement& statement = *source.statement;
    isa::PseudoOperands operands = statement.operands;
    operands.label = label;
    isa::Expansion expansion;
    const size_t count =
        isa::expand(*statement.pseudo, operands, expansion_mode(m_context->options()), statement.address, expansion);
    if (!isa::missing_register(*statement.pseudo, operands).empty()) {
        report_missing_register(source);
    }
    const bool lost = loses_branch(source, label);
    for (u32 i = 0; i < count; ++i) {
        add_entry(statement, i, expansion[i]);
        if (lost && isa::info(expansion[i].op).has_distance()) {
            m_image.text.back().instruction.imm = 0;
            m_image.text.back().word = lost_branch_word;
        }
    }
    // Two instructions, of which encode_all refuses the second.
    for (u32 i = 0; count == 0 && i < 2; ++i) {
        m_has_defective = true;
        add_entry(statement, i, {});
    }
}

/// `b` looks its label up again by address, and loses it where the first label there is named like an instruction
/// (tests/unit/assembler/emitter_test.cpp shows it): it then goes to the next instruction.
bool ImageBuilder::loses_branch(Source source, u32 label) const {
    if (!m_has_operator_label || source.statement->pseudo->mnemonic != "b") {
        return false;
    }
    if (const LocalSymbols::Label* first = m_program->units[source.unit].symbols.first_at(label)) {
        return first->is_operator;
    }
    const GlobalSymbol* const first = m_program->globals.first_at(label);
    return first != nullptr && first->is_operator;
}

/// The expansion names a register beyond the last one. Its column is that in the expansion's text.
void ImageBuilder::report_missing_register(Source source) {
    const ParsedStatement& statement = *source.statement;
    const isa::PseudoOperands& operands = statement.operands;
    const std::string_view mnemonic = statement.pseudo->mnemonic;
    const bool is_integer = operands.r1 == 31;
    std::string text = mnemonic.ends_with("c1.d") ? "mfc1 " : "lw ";
    if (!is_integer) {
        text += "$" + std::to_string(operands.r1 + 1) + ", ";
    }
    const auto column = static_cast<u32>(text.size());
    text += is_integer ? "$32" : "$f32";
    const auto length = static_cast<u32>(text.size()) - column;
    const SourcePlace line = m_program->files.units[source.unit].place(origin_of(source).source_line);
    m_context->report(Message::undefined_symbol, line.at(text, column, length), {std::string_view(text).substr(column)},
                      {}, Audience::mars_only);
    m_context->report(Message::no_next_register,
                      place_of_token(source, statement.operator_offset, static_cast<u32>(mnemonic.size())),
                      {mnemonic, is_integer ? "$ra" : "$f31"}, {}, Audience::people_only);
}

ImageBuilder::Source ImageBuilder::source_of(const TextEntry& entry) const {
    const auto past = std::ranges::upper_bound(m_first_statement, entry.statement);
    const auto index = static_cast<size_t>(past - m_first_statement.begin()) - 1;
    const u32 unit = m_program->files.order[index];
    return {unit, &m_program->units[unit].statements[entry.statement - m_first_statement[index]]};
}

SourcePlace ImageBuilder::place_of_line(Source source) const {
    const LineOrigin origin = origin_of(source);
    SourcePlace place = m_program->files.units[source.unit].place(origin.source_line).at(origin.text, 0, 0);
    place.chain = m_program->units[source.unit].chain_of(origin);
    place.mars_knows_chain = false;  // the macro calls that led to a statement are forgotten by now
    return place;
}

SourcePlace ImageBuilder::place_of_token(Source source, u32 offset, u32 length) const {
    const SourcePlace line = m_program->files.units[source.unit].place(source.statement->line);
    SourcePlace place = place_of_line(source).at(origin_of(source).text, offset, length);
    place.file = line.file;
    place.line = line.line;
    return place;
}

void ImageBuilder::encode_all() {
    size_t stored = 0;
    for (TextEntry& entry : m_image.text) {
        if (m_context->diagnostics().limit_exceeded()) {
            break;
        }
        ++stored;
        if (entry.word != lost_branch_word) {
            entry.word = isa::encode(entry.instruction);
            entry.word |= m_context->options().words_of_mars_46 ? isa::spoilt_bits(entry.instruction.op) : 0;
        }
        check(entry);
    }
    m_image.text.resize(stored);
}

bool ImageBuilder::is_stored(const TextEntry& entry) const {
    const MemoryMap& map = m_context->map();
    return (map.text.contains(entry.address) || map.kernel_text.contains(entry.address)) && entry.address % 4 == 0;
}

void ImageBuilder::check(TextEntry& entry) {
    const bool is_far = is_direct_jump(entry.instruction) &&
                        ((entry.address ^ static_cast<u32>(entry.instruction.imm)) & jump_region) != 0;
    const bool is_defective = m_has_defective && !entry.first_of_statement &&
                              isa::expansion_length(*source_of(entry).statement->pseudo, {}) == 0;
    if (is_defective || is_far) {
        m_context->report(is_defective ? Message::pseudo_in_pseudo : Message::jump_too_far,
                          place_of_line(source_of(entry)), {});
        entry.word = 0;
    }
    if (!is_stored(entry)) {
        report_bad_address(source_of(entry), entry.address);
    }
}

/// For parts of pseudo-instructions MARS knows no file, and the column of its own text.
void ImageBuilder::report_bad_address(Source source, u32 address) {
    SourcePlace place = place_of_token(source, source.statement->first_offset, 1);
    if (source.statement->pseudo != nullptr) {
        place.file = Diagnostic::no_file;
        place.line = origin_of(source).source_line;
        place.offset = 0;
    }
    m_context->report(Message::bad_text_address, place, {std::to_string(static_cast<i32>(address)), hex32(address)});
}

void ImageBuilder::check_duplicates() {
    std::vector<TextEntry>& text = m_image.text;
    if (!std::ranges::is_sorted(text, {}, &TextEntry::address)) {
        std::ranges::stable_sort(text, {}, &TextEntry::address);
    }
    for (size_t i = 1; i < text.size(); ++i) {
        if (text[i].address != text[i - 1].address) {
            continue;
        }
        const Source first = source_of(text[i - 1]);
        const u32 file = m_program->files.units[first.unit].file;
        const bool is_user = m_context->map().text.contains(text[i].address);
        m_context->report(Message::duplicate_address, place_of_line(source_of(text[i])),
                          {hex32(text[i].address), m_context->diagnostics().files()[file].path,
                           std::to_string(origin_of(first).source_line), is_user ? ".text" : ".ktext"});
    }
    if (m_context->diagnostics().has_errors()) {
        keep_what_is_stored();
    }
}

/// Of two instructions at an address the later one is in memory; one that goes nowhere isn't.
void ImageBuilder::keep_what_is_stored() {
    std::vector<TextEntry> stored;
    for (const TextEntry& entry : m_image.text) {
        if (!stored.empty() && stored.back().address == entry.address) {
            stored.back() = entry;
        } else if (is_stored(entry)) {
            stored.push_back(entry);
        }
    }
    m_image.text = std::move(stored);
}

/// Words that directives stored in text. An instruction at the address replaces them; what isn't one stays data.
void ImageBuilder::add_stored_words() {
    std::vector<TextEntry> words;
    for (const auto& [address, word] : m_program->segments.image.text_words()) {
        TextEntry entry;
        entry.address = address;
        entry.word = word;
        if (std::ranges::binary_search(m_image.text, address, {}, &TextEntry::address)) {
            continue;
        }
        if (const auto decoded = isa::decode(word, address, isa::DecodeRules::mars)) {
            entry.instruction = *decoded;
            words.push_back(entry);
        } else {
            m_image.data.push_back({address, bytes_of(word)});
        }
    }
    if (!words.empty()) {
        m_image.text.insert(m_image.text.end(), words.begin(), words.end());
        std::ranges::sort(m_image.text, {}, &TextEntry::address);
    }
    std::ranges::sort(m_image.data, {}, &DataRange::address);
}

void ImageBuilder::add_statements() {
    m_image.statements.reserve(m_next_statement);
    for (const u32 index : m_program->files.order) {
        const SourceUnit& unit = m_program->files.units[index];
        const UnitDraft& draft = m_program->units[index];
        for (const ParsedStatement& parsed : draft.statements) {
            const LineOrigin origin = draft.origin_of(unit, parsed);
            const std::span<const u32> chain = draft.chain_of(origin);
            Statement& statement = m_image.statements.emplace_back();
            statement.file = unit.line(parsed.line).file;
            statement.main_file = unit.file;
            statement.line = origin.body_line;
            statement.column = static_cast<u32>(unit_count(origin.text.substr(0, parsed.operator_offset))) + 1;
            statement.source = utf8_in(m_context->arena(), chain.empty() ? origin.text : trim(origin.text));
            statement.chain.assign(chain.begin(), chain.end());
        }
    }
}

void ImageBuilder::add_symbols() {
    for (size_t i = 0; i < m_program->units.size(); ++i) {
        const LocalSymbols& symbols = m_program->units[i].symbols;
        for (const LocalSymbols::Label& label : symbols.all()) {
            if (!label.is_exported) {
                m_image.symbols.push_back({to_utf8(label.name), symbols.address_of(label), label.is_data, false,
                                           m_program->files.units[i].file});
            }
        }
    }
    for (const GlobalSymbol& symbol : m_program->globals.all()) {
        m_image.symbols.push_back({to_utf8(symbol.name), symbol.address, symbol.is_data, true, symbol.file});
    }
}

u32 ImageBuilder::find_entry() const {
    const MemoryMap& map = m_context->map();
    const GlobalSymbol* const main = m_program->globals.find("main");
    const bool usable = main != nullptr && main->address != not_found_address &&
                        (map.text.contains(main->address) || map.kernel_text.contains(main->address));
    return m_context->options().start_at_main && usable ? main->address : map.text.base;
}

}  // namespace mariner::assembler
