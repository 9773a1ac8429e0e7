#include "emulator/assembler/first_pass.hpp"

#include <algorithm>

#include "emulator/assembler/suggest.hpp"

namespace mariner::assembler {

namespace {

bool may_continue_list(TokenKind kind) {
    return kind == TokenKind::plus || kind == TokenKind::minus || kind == TokenKind::string ||
           kind == TokenKind::identifier || kind == TokenKind::integer || kind == TokenKind::real;
}

/// How many words a statement takes. Of a defective form MARS refuses the second one.
u32 length_of(const ParsedStatement& statement, const AssemblerOptions& options) {
    if (statement.pseudo == nullptr) {
        return 1;
    }
    constexpr u32 defective_length = 2;
    const size_t length = isa::expansion_length(*statement.pseudo, expansion_mode(options));
    return length == 0 ? defective_length : static_cast<u32>(length);
}

}  // namespace

void lay_out(AssemblyContext& context, ProgramDraft& program, u32 unit_index) {
    FirstPass(context, program, unit_index).run();
}

FirstPass::FirstPass(AssemblyContext& context, ProgramDraft& program, u32 unit_index)
    : m_context(&context),
      m_program(&program),
      m_unit(&program.files.units[unit_index]),
      m_draft(&(program.units[unit_index] = {})),
      m_lines(context, *m_unit, *m_draft),
      m_data(context, program, *m_draft, unit_index, m_lines),
      m_expander(context, *m_unit) {}

void FirstPass::run() {
    u32 number = 0;
    for (const SourceLine& source : m_unit->lines) {
        m_context->look_up();
        if (m_context->must_end()) {
            break;
        }
        ++number;
        SourceUnit::read_tokens(source, m_tokens);
        read_line({source.text(), number, source.line, source.line, 0, 0}, m_tokens);
    }
    if (m_context->is_stopped()) {
        return;
    }
    if (m_in_macro) {
        const u32 line = m_draft->macros.current().first_line;
        m_context->report(Message::macro_not_ended, m_unit->place(line).at(m_unit->line(line).text(), 0, 0), {});
    }
    export_globals();
    resolve_references();
}

void FirstPass::read_line(const LineOrigin& line, Tokens all) {
    m_lines.set_line(line);
    const LineParts parts = split_line(all);
    Tokens tokens = parts.tokens;
    if (parts.label != nullptr && m_in_macro) {
        m_draft->macros.current().labels.push_back(parts.label->text());
    } else if (parts.label != nullptr) {
        define_label(*parts.label);
        tokens = tokens.subspan(2);
    }
    if (tokens.empty() || was_refused(tokens)) {
        return;
    }
    const Token& first = tokens[0];
    if (first.is(TokenKind::directive)) {
        execute_directive(tokens);
        return;
    }
    if (m_in_macro || expand_if_macro(tokens)) {
        return;
    }
    if (first.is(TokenKind::identifier) && first.characters[0] == '.') {
        m_lines.report(Message::directive_ignored, first, {first.text()}, hint_for_directive(first.text()));
    } else if (m_in_data && may_continue_list(first.kind)) {
        m_data.store(tokens);
    } else if (!m_in_data) {
        add_statement(tokens, parts.tokens[0].offset);
    }
}

/// Whether the line was reported as it was read; such lines get so far only where all errors are collected.
bool FirstPass::was_refused(Tokens tokens) const {
    return m_context->options().collect_all_errors &&
           std::ranges::find(tokens, TokenKind::invalid, &Token::kind) != tokens.end();
}

void FirstPass::define_label(const Token& label) {
    const Segments& segments = m_program->segments;
    const u32 address = (m_in_data ? segments.data : segments.text).get();
    if (!m_draft->symbols.add(label.text(), address, m_in_data, label.is(TokenKind::mnemonic))) {
        m_lines.report(Message::label_redefined, label, {label.text()});
    }
}

const isa::Mnemonic* FirstPass::find_operator(Tokens tokens) {
    const Token& token = tokens[0];
    if (token.is(TokenKind::mnemonic)) {
        return &isa::all_mnemonics()[token.mnemonic];
    }
    if (m_draft->macros.has_name(token.text())) {
        m_lines.report(Message::macro_mismatch, token, {token.text()});
        return nullptr;
    }
    const bool is_second_label = tokens.size() > 1 && tokens[1].is(TokenKind::colon);
    m_lines.report(
        Message::unknown_operator, token, {token.text()},
        is_second_label ? "a line has one label: put the other one on a line of its own" : hint_for_word(token.text()));
    return nullptr;
}

std::string FirstPass::hint_for_word(std::string_view word) const {
    std::vector<std::string_view> macros;
    if (!m_context->may_search(m_draft->macros.all().size())) {
        return {};
    }
    for (const Macro& macro : m_draft->macros.all()) {
        macros.push_back(macro.name);
    }
    return hint_for_operator(word, macros);
}

void FirstPass::add_statement(Tokens tokens, u32 first_offset) {
    const isa::Mnemonic* const mnemonic = find_operator(tokens);
    if (mnemonic == nullptr) {
        return;
    }
    const Tokens operands = tokens.subspan(1);
    const FormMatch match = match_operands(*mnemonic, operands);
    if (match.pseudo != nullptr && !m_context->options().allow_pseudo) {
        m_lines.report(Message::pseudo_not_permitted, tokens[0], {});
    }
    if (!match.fits()) {
        report_misfit(*mnemonic, match, tokens);
        return;
    }
    const auto number = static_cast<u32>(m_draft->statements.size());
    ParsedStatement& statement = m_draft->statements.emplace_back(read_statement(match, operands));
    if (const Token* const bad = find_bad_register(operands)) {
        m_draft->bad_registers.push_back({number, bad->offset, bad->length});
    }
    statement.first_offset = first_offset;
    statement.operator_offset = tokens[0].offset;
    statement.address = m_program->segments.text.get();
    statement.line = m_lines.line().number;
    if (m_lines.line().chain_count > 0) {
        statement.expanded = static_cast<u32>(m_draft->expanded.size());
        m_draft->expanded.push_back(m_lines.line());
    }
    const u32 words = length_of(statement, m_context->options());
    m_program->segments.text.advance(4 * words);
    m_program->word_count += words;
    if (++m_program->statement_count > m_context->limits().statements) {
        m_context->stop_at_limit(Message::too_many_statements, m_lines.place_of(tokens[0]),
                                 m_context->limits().statements);
    }
}

void FirstPass::report_misfit(const isa::Mnemonic& mnemonic, const FormMatch& match, Tokens tokens) {
    const OperandFit fit = match.result.fit;
    if (fit == OperandFit::too_few || fit == OperandFit::too_many) {
        const Message message = fit == OperandFit::too_few ? Message::too_few_operands : Message::too_many_operands;
        m_lines.report(message, tokens[0], {tokens[0].text(), mnemonic.example()});
        return;
    }
    const Token& operand = tokens[match.result.operand + 1];
    const isa::OperandKind wanted = match.pattern().operands[match.result.operand].kind;
    const bool is_range = fit == OperandFit::out_of_range;
    const Message message = is_range ? Message::operand_out_of_range : Message::operand_wrong_type;
    std::string hint = is_range ? hint_for_range(wanted) : hint_for_operand(operand.text(), wanted);
    if (mnemonic.basic.size() + mnemonic.pseudo.size() > 1) {
        hint += "; `" + std::string(mnemonic.name) + "` has other forms too: see `mariner ref " +
                std::string(mnemonic.name) + "`";
    }
    m_lines.report(message, operand, {operand.text()}, std::move(hint));
}

/// A call is `name a b` or `name (a b)`.
bool FirstPass::expand_if_macro(Tokens tokens) {
    if (m_draft->macros.empty()) {
        return false;
    }
    const bool has_parens =
        tokens.size() > 2 && tokens[1].is(TokenKind::open_paren) && tokens.back().is(TokenKind::close_paren);
    const Tokens arguments = has_parens ? tokens.subspan(2, tokens.size() - 3) : tokens.subspan(1);
    const Macro* const macro = m_draft->macros.find(tokens[0].text(), arguments.size());
    if (macro != nullptr) {
        expand(*macro, tokens[0], arguments);
    }
    return macro != nullptr;
}

void FirstPass::expand(const Macro& macro, const Token& name, Tokens arguments) {
    MacroPool& pool = m_draft->macros;
    const LineOrigin call = m_lines.line();
    const u32 number = pool.next_number();
    const bool is_nested = call.chain_count > 0;
    if (!pool.push_call(call.number, is_nested ? call.number : call.source_line)) {
        m_context->report(Message::macro_loop, m_lines.place(), {});
        return;
    }
    if (m_depth >= m_context->limits().macro_depth) {
        m_context->stop_at_limit(Message::macro_too_deep, m_lines.place_of(name), m_context->limits().macro_depth);
        return;
    }
    if (m_levels.size() == m_depth) {
        m_levels.emplace_back();
    }
    TokenList& list = m_levels[m_depth++];
    LineOrigin line;
    line.source_line = call.source_line;
    line.chain_begin = static_cast<u32>(m_draft->chains.size());
    line.chain_count = static_cast<u32>(pool.calls().size());
    m_draft->chains.insert(m_draft->chains.end(), pool.calls().begin(), pool.calls().end());
    for (u32 body = macro.first_line + 1; body < macro.last_line && !m_context->is_stopped(); ++body) {
        m_context->look_up();
        line.number = body;
        line.body_line = body - macro.first_line + macro.first_line_in_file;
        SourcePlace place = m_unit->place(body);
        place.chain = m_draft->chain_of(line);
        line.text = m_expander.expand(macro, body, arguments, number, place, list);
        if (!m_context->is_stopped()) {
            read_line(line, list.tokens);
        }
    }
    --m_depth;
    pool.pop_call();
}

void FirstPass::export_globals() {
    for (const GlobalDeclaration& declared : m_globals) {
        const LocalSymbols::Label* const label = m_draft->symbols.find(declared.name);
        if (label == nullptr) {
            m_context->report(Message::global_not_defined, declared.place, {declared.name});
            continue;
        }
        const GlobalSymbol* const other = m_program->globals.find(declared.name);
        if (other != nullptr && other->address != not_found_address) {
            m_context->report(Message::global_redefined, declared.place, {declared.name});
            continue;
        }
        const u32 address = m_draft->symbols.address_of(*label);
        const bool is_data = label->is_data;
        m_draft->symbols.export_label(declared.name);
        if (!m_program->globals.add({declared.name, address, is_data, false, m_unit->file})) {
            m_context->report(Message::label_redefined, declared.place, {declared.name});
        }
    }
}

/// References that neither this file nor an earlier one explains wait for the global labels of later files.
void FirstPass::resolve_references() {
    for (const DataLabel& reference : m_data.references()) {
        if (const auto address = find_address(m_draft->symbols, m_program->globals, reference.name)) {
            m_program->segments.image.store(reference.address, *address, reference.size);
        } else {
            m_program->unresolved.push_back(reference);
        }
    }
}

}  // namespace mariner::assembler
