#include "emulator/assembler/emitter.hpp"

#include <algorithm>

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

/// The macro calls that led to a statement, which MARS has forgotten by now.
void set_chain(Place& place, const SourceUnit& unit, const ParsedStatement& statement) {
    place.chain = std::span(unit.chains).subspan(statement.chain_begin, statement.chain_count);
    place.mars_knows_chain = false;
}

bool is_direct_jump(const isa::Instruction& instruction) {
    return instruction.op == isa::Op::j || instruction.op == isa::Op::jal;
}

}  // namespace

std::optional<ProgramImage> Emitter::emit() {
    if (m_session->is_stopped()) {
        return std::nullopt;
    }
    report_unresolved_data();
    if (m_session->diagnostics.has_errors() || !build_all()) {
        return std::nullopt;
    }
    check_code();
    check_duplicates();
    const bool refused = m_session->options.warnings_are_errors && m_session->diagnostics.has_warnings();
    if (m_session->diagnostics.has_errors() || refused) {
        return std::nullopt;
    }
    m_image.configuration = m_session->options.configuration;
    m_image.delayed_branching = m_session->options.delayed_branching;
    for (const DiagnosticFile& file : m_session->diagnostics.files()) {
        m_image.files.push_back(file.name);
    }
    m_image.data = m_session->data.ranges();
    add_stored_words();
    add_symbols();
    add_statements();
    if (m_session->options.collect_references) {
        add_references(*m_session, m_image);
    }
    m_image.entry = find_entry();
    return std::move(m_image);
}

std::string Emitter::hint_for(const SourceUnit& unit, std::string_view label) {
    std::vector<std::string_view> names;
    if (!m_session->may_search(unit.symbols.all().size() + m_session->globals.all().size())) {
        return {};
    }
    for (const LocalSymbols::Label& known : unit.symbols.all()) {
        names.push_back(known.name);
    }
    for (const GlobalSymbols::Entry& known : m_session->globals.all()) {
        names.push_back(known.name);
    }
    return hint_for_label(label, names);
}

/// References in data that no file explained.
void Emitter::report_unresolved_data() {
    for (const ForwardReference& reference : m_session->unresolved) {
        const SourceUnit& unit = m_session->units[reference.unit];
        const GlobalSymbols::Entry* const entry = m_session->globals.find(reference.name);
        if (entry != nullptr && entry->address != not_found_address) {
            m_session->data.store(reference.address, entry->address, reference.size);
            continue;
        }
        const auto length = static_cast<u32>(reference.name.size());
        const Place place = m_session->place_in(unit, reference.line, reference.text, reference.offset, length);
        m_session->report(Message::undefined_symbol, place, {reference.name}, hint_for(unit, reference.name));
    }
}

/// False once there is an error: MARS stops at the first; people get to see those of the other statements too.
bool Emitter::build_all() {
    size_t count = 0;
    for (const SourceUnit& unit : m_session->units) {
        m_first_statement.push_back(static_cast<u32>(count));
        count += unit.statements.size();
    }
    m_image.text.reserve(count + count / 2);
    bool stopped = false;
    for (const SourceUnit& unit : m_session->units) {
        for (const ParsedStatement& statement : unit.statements) {
            const Audience audience = stopped ? Audience::people_only : Audience::all;
            stopped |= !build(unit, statement, audience);
            ++m_next_statement;
        }
    }
    return !stopped;
}

bool Emitter::build(const SourceUnit& unit, const ParsedStatement& statement, Audience audience) {
    if (statement.bad_register_offset != ParsedStatement::nowhere) {
        const Place place =
            place_of_token(unit, statement, statement.bad_register_offset, statement.bad_register_length);
        const std::string_view name = statement.text.substr(place.offset, place.length);
        m_session->report(Message::invalid_float_register, place, {name}, {}, audience);
        return false;
    }
    const auto label = label_value(unit, statement, audience);
    // An error in the expansion before this one stops the pass only here.
    if (!label || (audience == Audience::all && m_session->diagnostics.has_errors())) {
        return false;
    }
    if (audience == Audience::people_only) {
        return true;
    }
    if (statement.basic != nullptr) {
        add_basic(statement, *label);
    } else {
        add_pseudo(unit, statement, *label);
    }
    return true;
}

std::optional<u32> Emitter::label_value(const SourceUnit& unit, const ParsedStatement& statement, Audience audience) {
    if (statement.label.empty()) {
        return 0;
    }
    const auto address = find_address(unit.symbols, m_session->globals, statement.label);
    if (!address) {
        const Place place =
            place_of_token(unit, statement, statement.label_offset, static_cast<u32>(statement.label.size()));
        m_session->report(Message::undefined_symbol, place, {statement.label}, hint_for(unit, statement.label),
                          audience);
    }
    return address;
}

void Emitter::add_basic(const ParsedStatement& statement, u32 label) {
    TextEntry& entry = m_image.text.emplace_back();
    entry.address = statement.address;
    entry.instruction = statement.instruction;
    entry.statement = m_next_statement;
    if (statement.label.empty()) {
        return;
    }
    const bool is_branch = isa::info(entry.instruction.op).has(isa::flag::Branch);
    entry.instruction.imm =
        is_branch ? static_cast<i32>(label - (statement.address + 4)) >> 2 : static_cast<i32>(label);
}

void Emitter::add_pseudo(const SourceUnit& unit, const ParsedStatement& statement, u32 label) {
    isa::PseudoOperands operands = statement.operands;
    operands.label = label;
    isa::Expansion expansion;
    const size_t count =
        isa::expand(*statement.pseudo, operands, m_session->expansion_mode(), statement.address, expansion);
    if (!isa::missing_register(*statement.pseudo, operands).empty()) {
        report_missing_register(unit, statement);
    }
    const bool lost = loses_branch(unit, statement, label);
    for (size_t i = 0; i < count; ++i) {
        TextEntry& entry = m_image.text.emplace_back();
        entry.address = statement.address + 4 * static_cast<u32>(i);
        entry.instruction = expansion[i];
        entry.statement = m_next_statement;
        entry.first_of_statement = i == 0;
        if (lost && isa::info(expansion[i].op).has(isa::flag::Branch)) {
            entry.instruction.imm = 0;
            entry.word = lost_branch_word;
        }
    }
    if (count == 0) {
        add_defective(statement);
    }
}

/// Two instructions, of which the code pass refuses the second.
void Emitter::add_defective(const ParsedStatement& statement) {
    for (u32 i = 0; i < 2; ++i) {
        TextEntry& entry = m_image.text.emplace_back();
        entry.address = statement.address + 4 * i;
        entry.statement = m_next_statement;
        entry.first_of_statement = i == 0;
    }
}

/// `b` looks its label up again by address, and loses it where the first label there is named like an instruction
/// (tests/unit/assembler/emitter_test.cpp shows it): it then goes to the next instruction.
bool Emitter::loses_branch(const SourceUnit& unit, const ParsedStatement& statement, u32 label) const {
    if (statement.pseudo->mnemonic != "b") {
        return false;
    }
    if (const LocalSymbols::Label* first = unit.symbols.first_at(label)) {
        return first->is_operator;
    }
    const GlobalSymbols::Entry* const entry = m_session->globals.first_at(label);
    return entry != nullptr && entry->is_operator;
}

/// The expansion names a register beyond the last one. Its column is that in the expansion's text.
void Emitter::report_missing_register(const SourceUnit& unit, const ParsedStatement& statement) {
    const isa::PseudoOperands& operands = statement.operands;
    const bool is_float_move = statement.pseudo->mnemonic.ends_with("c1.d");
    const bool is_integer = operands.r1 == 31;
    std::string text = is_float_move ? "mfc1 " : "lw ";
    if (!is_integer) {
        text += "$" + std::to_string(operands.r1 + 1) + ", ";
    }
    const auto column = static_cast<u32>(text.size());
    text += is_integer ? "$32" : "$f32";
    const Place place =
        m_session->place_in(unit, statement.source_line, text, column, static_cast<u32>(text.size()) - column);
    m_session->report(Message::undefined_symbol, place, {std::string_view(text).substr(column)}, {},
                      Audience::mars_only);
    const auto length = static_cast<u32>(statement.pseudo->mnemonic.size());
    m_session->report(Message::no_next_register, place_of_token(unit, statement, statement.operator_offset, length),
                      {statement.pseudo->mnemonic, is_integer ? "$ra" : "$f31"}, {}, Audience::people_only);
}

Emitter::Origin Emitter::origin_of(const TextEntry& entry) const {
    const auto past = std::upper_bound(m_first_statement.begin(), m_first_statement.end(), entry.statement);
    const auto index = static_cast<size_t>(past - m_first_statement.begin()) - 1;
    const SourceUnit& unit = m_session->units[index];
    return {&unit, &unit.statements[entry.statement - m_first_statement[index]]};
}

Place Emitter::place_of_line(const Origin& origin) const {
    Place place = m_session->place_in(*origin.unit, origin.statement->source_line, origin.statement->text, 0, 0);
    set_chain(place, *origin.unit, *origin.statement);
    return place;
}

Place Emitter::place_of_token(const SourceUnit& unit, const ParsedStatement& statement, u32 offset, u32 length) const {
    Place place = m_session->place_in(unit, statement.line, statement.text, offset, length);
    set_chain(place, unit, statement);
    return place;
}

void Emitter::check_code() {
    for (TextEntry& entry : m_image.text) {
        if (m_session->diagnostics.limit_exceeded()) {
            return;
        }
        check_entry(entry);
        if (entry.word != lost_branch_word) {
            entry.word = isa::encode(entry.instruction);
        }
    }
}

void Emitter::check_entry(const TextEntry& entry) {
    const MemoryMap& map = m_session->map();
    const Origin origin = origin_of(entry);
    const ParsedStatement& statement = *origin.statement;
    if (!entry.first_of_statement && isa::expansion_length(*statement.pseudo, {}) == 0) {
        m_session->report(Message::pseudo_in_pseudo, place_of_line(origin), {});
    } else if (is_direct_jump(entry.instruction) &&
               ((entry.address ^ static_cast<u32>(entry.instruction.imm)) & jump_region) != 0) {
        m_session->report(Message::jump_too_far, place_of_line(origin), {});
    }
    const bool is_text = map.text.contains(entry.address) || map.kernel_text.contains(entry.address);
    if (!is_text || entry.address % 4 != 0) {
        report_bad_address(*origin.unit, statement, entry.address);
    }
}

/// For parts of pseudo-instructions MARS knows no file, and the column of its own text.
void Emitter::report_bad_address(const SourceUnit& unit, const ParsedStatement& statement, u32 address) {
    Place place = place_of_token(unit, statement, statement.first_offset, 1);
    if (statement.pseudo != nullptr) {
        place.file = Diagnostic::no_file;
        place.line = statement.source_line;
        place.offset = 0;
    }
    m_session->report(Message::bad_text_address, place, {std::to_string(static_cast<i32>(address)), hex32(address)});
}

void Emitter::check_duplicates() {
    std::vector<TextEntry>& text = m_image.text;
    const auto by_address = [](const TextEntry& a, const TextEntry& b) { return a.address < b.address; };
    if (!std::is_sorted(text.begin(), text.end(), by_address)) {
        std::stable_sort(text.begin(), text.end(), by_address);
    }
    for (size_t i = 1; i < text.size(); ++i) {
        if (text[i].address != text[i - 1].address) {
            continue;
        }
        const Origin first = origin_of(text[i - 1]);
        const Origin second = origin_of(text[i]);
        const bool is_user = m_session->map().text.contains(text[i].address);
        m_session->report(Message::duplicate_address, place_of_line(second),
                          {hex32(text[i].address), m_session->diagnostics.files()[first.unit->file].path,
                           std::to_string(first.statement->source_line), is_user ? ".text" : ".ktext"});
    }
}

/// Words that data directives stored among the instructions. An instruction at the same address has replaced the word;
/// one that can't be decoded stays data.
void Emitter::add_stored_words() {
    const auto by_address = [](const TextEntry& a, const TextEntry& b) { return a.address < b.address; };
    std::vector<TextEntry> words;
    for (const auto& [address, word] : m_session->data.text_words()) {
        TextEntry entry;
        entry.address = address;
        entry.word = word;
        if (std::binary_search(m_image.text.begin(), m_image.text.end(), entry, by_address)) {
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
        std::sort(m_image.text.begin(), m_image.text.end(), by_address);
    }
    std::sort(m_image.data.begin(), m_image.data.end(),
              [](const DataRange& a, const DataRange& b) { return a.address < b.address; });
}

void Emitter::add_statements() {
    m_image.statements.reserve(m_next_statement);
    for (const SourceUnit& unit : m_session->units) {
        for (const ParsedStatement& parsed : unit.statements) {
            Statement& statement = m_image.statements.emplace_back();
            statement.file = unit.lines[parsed.line - 1].file;
            statement.main_file = unit.file;
            statement.line = parsed.body_line;
            statement.column = static_cast<u32>(unit_count(parsed.text.substr(0, parsed.operator_offset))) + 1;
            statement.source = to_utf8(parsed.chain_count == 0 ? parsed.text : trim(parsed.text));
            const auto chain = unit.chains.begin() + parsed.chain_begin;
            statement.chain.assign(chain, chain + parsed.chain_count);
        }
    }
}

void Emitter::add_symbols() {
    for (const SourceUnit& unit : m_session->units) {
        for (const LocalSymbols::Label& label : unit.symbols.all()) {
            if (!label.is_exported) {
                m_image.symbols.push_back(
                    {to_utf8(label.name), unit.symbols.address_of(label), label.is_data, false, unit.file});
            }
        }
    }
    for (const GlobalSymbols::Entry& entry : m_session->globals.all()) {
        m_image.symbols.push_back({to_utf8(entry.name), entry.address, entry.is_data, true, entry.file});
    }
}

u32 Emitter::find_entry() const {
    const MemoryMap& map = m_session->map();
    const GlobalSymbols::Entry* const main = m_session->globals.find("main");
    const bool usable = main != nullptr && main->address != not_found_address &&
                        (map.text.contains(main->address) || map.kernel_text.contains(main->address));
    return m_session->options.start_at_main && usable ? main->address : map.text.base;
}

}  // namespace mariner::assembler
