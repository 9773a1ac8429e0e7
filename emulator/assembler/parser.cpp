#include "emulator/assembler/parser.hpp"

#include <algorithm>

#include "emulator/assembler/operands.hpp"
#include "emulator/assembler/suggest.hpp"
#include "emulator/support/text.hpp"

namespace mariner::assembler {

namespace {

/// A name or a mnemonic and a colon.
bool begins_with_label(std::span<const Token> tokens) {
    return tokens.size() >= 2 && tokens[1].kind == TokenKind::colon &&
           (tokens[0].kind == TokenKind::identifier || tokens[0].kind == TokenKind::mnemonic);
}

bool may_continue_list(TokenKind kind) {
    return kind == TokenKind::plus || kind == TokenKind::minus || kind == TokenKind::string ||
           kind == TokenKind::identifier || kind == TokenKind::integer || kind == TokenKind::real;
}

}  // namespace

Parser::Parser(Session& session, u32 unit_index)
    : m_session(&session), m_unit(&session.units[unit_index]), m_unit_index(unit_index), m_scanner(session, *m_unit) {}

Place Parser::place_of(const Token& token) const {
    return m_session->place_in(*m_unit, m_line.number, m_line.text, token.offset, token.length);
}

void Parser::report(Message message, const Token& token, std::initializer_list<std::string_view> arguments,
                    std::string hint) {
    m_session->report(message, place_of(token), arguments, std::move(hint));
}

void Parser::run() {
    TokenList list;
    const auto count = static_cast<u32>(m_unit->lines.size());
    m_unit->statements.reserve(count / 2);
    for (u32 number = 1; number <= count; ++number) {
        if (m_session->diagnostics.limit_exceeded() || m_session->is_stopped()) {
            break;
        }
        const u32 in_file = m_unit->lines[number - 1].line;
        const Line line{m_unit->text_of(number), number, in_file, in_file, 0, 0};
        m_session->lexer.scan(line.text, list);
        parse_line(line, list);
    }
    if (!m_session->is_stopped()) {
        finish_unit();
    }
}

void Parser::parse_line(const Line& line, const TokenList& list) {
    m_line = line;
    Tokens tokens(list.tokens);
    if (!tokens.empty() && tokens.back().kind == TokenKind::comment) {
        tokens = tokens.first(tokens.size() - 1);
    }
    if (tokens.empty()) {
        return;
    }
    const u32 first_offset = tokens[0].offset;
    if (begins_with_label(tokens)) {
        if (m_in_macro) {
            m_unit->macros.current().labels.push_back(tokens[0].text);
        } else {
            define_label(tokens[0]);
            tokens = tokens.subspan(2);
        }
    }
    if (tokens.empty()) {
        return;
    }
    const Token& first = tokens[0];
    if (first.kind == TokenKind::directive) {
        execute_directive(tokens);
        return;
    }
    if (m_in_macro || expand_if_macro(tokens)) {
        return;
    }
    if (first.kind == TokenKind::identifier && first.text[0] == '.') {
        warn_unknown_directive(first);
    } else if (m_in_data && may_continue_list(first.kind)) {
        continue_list(tokens);
    } else if (!m_in_data) {
        parse_statement(tokens, first_offset);
    }
}

void Parser::define_label(const Token& label) {
    const u32 address = (m_in_data ? m_session->data_address : m_session->text_address).get();
    const bool is_operator = label.kind == TokenKind::mnemonic;
    if (!m_unit->symbols.add(label.text, address, m_in_data, is_operator)) {
        report(Message::label_redefined, label, {label.text});
    }
}

void Parser::warn_unknown_directive(const Token& token) {
    report(Message::directive_ignored, token, {token.text}, hint_for_directive(token.text));
}

const isa::Mnemonic* Parser::find_operator(Tokens tokens) {
    const Token& token = tokens[0];
    if (token.kind == TokenKind::mnemonic) {
        return token.mnemonic;
    }
    if (m_unit->macros.has_name(token.text)) {
        report(Message::macro_mismatch, token, {token.text});
        return nullptr;
    }
    const bool is_second_label = tokens.size() > 1 && tokens[1].kind == TokenKind::colon;
    report(
        Message::unknown_operator, token, {token.text},
        is_second_label ? "a line has one label: put the other one on a line of its own" : hint_for_word(token.text));
    return nullptr;
}

std::string Parser::hint_for_word(std::string_view word) const {
    std::vector<std::string_view> macros;
    if (!m_session->may_search(m_unit->macros.all().size())) {
        return {};
    }
    for (const Macro& macro : m_unit->macros.all()) {
        macros.push_back(macro.name);
    }
    return hint_for_operator(word, macros);
}

/// The first form that fits, basic ones first; if none does, the first form.
void Parser::choose_form(const isa::Mnemonic& mnemonic, Tokens operands, ParsedStatement& statement) const {
    for (const isa::InstructionInfo& form : mnemonic.basic) {
        if (fit(form.pattern, operands).fit == Fit::fits) {
            statement.basic = &form;
            return;
        }
    }
    for (const isa::PseudoInfo& form : mnemonic.pseudo) {
        if (fit(form.pattern, operands).fit == Fit::fits) {
            statement.pseudo = &form;
            return;
        }
    }
    if (mnemonic.basic.empty()) {
        statement.pseudo = &mnemonic.pseudo[0];
    } else {
        statement.basic = &mnemonic.basic[0];
    }
}

void Parser::parse_statement(Tokens tokens, u32 first_offset) {
    const isa::Mnemonic* const mnemonic = find_operator(tokens);
    if (mnemonic == nullptr) {
        return;
    }
    const Tokens operands = tokens.subspan(1);
    ParsedStatement statement;
    choose_form(*mnemonic, operands, statement);
    if (statement.pseudo != nullptr && !m_session->options.allow_pseudo) {
        report(Message::pseudo_not_permitted, tokens[0], {});
    }
    const isa::Pattern& pattern = statement.basic != nullptr ? statement.basic->pattern : statement.pseudo->pattern;
    if (fit(pattern, operands).fit != Fit::fits) {
        report_misfit(*mnemonic, pattern, tokens);
        return;
    }
    statement.instruction.op = statement.basic != nullptr ? statement.basic->op : isa::Op::nop;
    read_operands(operands, statement);
    statement.text = m_line.text;
    statement.address = m_session->text_address.get();
    statement.line = m_line.number;
    statement.source_line = m_line.source_line;
    statement.body_line = m_line.body_line;
    statement.chain_begin = m_line.chain_begin;
    statement.chain_count = m_line.chain_count;
    statement.first_offset = first_offset;
    statement.operator_offset = tokens[0].offset;
    u32 length = 1;
    if (statement.pseudo != nullptr) {
        constexpr u32 defective_length = 2;
        length = static_cast<u32>(isa::expansion_length(*statement.pseudo, m_session->expansion_mode()));
        length = length == 0 ? defective_length : length;
    }
    m_session->text_address.advance(4 * length);
    m_unit->statements.push_back(statement);
    const u32 limit = m_session->options.limits.statements;
    if (++m_session->statement_count > limit) {
        m_session->stop(Message::too_many_statements, place_of(tokens[0]), {std::to_string(limit)});
    }
}

void Parser::report_misfit(const isa::Mnemonic& mnemonic, const isa::Pattern& pattern, Tokens tokens) {
    const FitResult result = fit(pattern, tokens.subspan(1));
    if (result.fit == Fit::too_few || result.fit == Fit::too_many) {
        const Message message = result.fit == Fit::too_few ? Message::too_few_operands : Message::too_many_operands;
        report(message, tokens[0], {tokens[0].text, mnemonic.example()});
        return;
    }
    const Token& operand = tokens[result.operand + 1];
    const isa::OperandKind wanted = pattern.operands[result.operand].kind;
    const bool is_range = result.fit == Fit::out_of_range;
    const Message message = is_range ? Message::operand_out_of_range : Message::operand_wrong_type;
    std::string hint = is_range ? hint_for_range(wanted) : hint_for_operand(operand.text, wanted);
    if (mnemonic.basic.size() + mnemonic.pseudo.size() > 1) {
        hint += "; `" + std::string(mnemonic.name) + "` has other forms too: see `mariner ref " +
                std::string(mnemonic.name) + "`";
    }
    report(message, operand, {operand.text}, std::move(hint));
}

/// A call is `name a b` or `name (a b)`.
bool Parser::expand_if_macro(Tokens tokens) {
    if (m_unit->macros.empty()) {
        return false;
    }
    const bool has_parens =
        tokens.size() > 2 && tokens[1].kind == TokenKind::open_paren && tokens.back().kind == TokenKind::close_paren;
    const Tokens arguments = has_parens ? tokens.subspan(2, tokens.size() - 3) : tokens.subspan(1);
    const Macro* const macro = m_unit->macros.find(tokens[0].text, arguments.size());
    if (macro == nullptr) {
        return false;
    }
    const Line call = m_line;
    expand(*macro, tokens[0], arguments, call);
    return true;
}

void Parser::expand(const Macro& macro, const Token& name, Tokens arguments, const Line& call) {
    MacroPool& pool = m_unit->macros;
    const u32 number = pool.next_number();
    const bool is_nested = call.chain_count > 0;
    if (!pool.push_call(call.number, is_nested ? call.number : call.source_line)) {
        Place place = place_of(name);
        place.length = 0;
        m_session->report(Message::macro_loop, place, {});
        return;
    }
    const u32 depth_limit = m_session->options.limits.macro_depth;
    if (m_depth >= depth_limit) {
        m_session->stop(Message::macro_too_deep, place_of(name), {std::to_string(depth_limit)});
        return;
    }
    if (m_levels.size() == m_depth) {
        m_levels.emplace_back();
    }
    TokenList& list = m_levels[m_depth++];
    Line line;
    line.source_line = call.source_line;
    line.chain_begin = static_cast<u32>(m_unit->chains.size());
    line.chain_count = static_cast<u32>(pool.calls().size());
    m_unit->chains.insert(m_unit->chains.end(), pool.calls().begin(), pool.calls().end());
    for (u32 body = macro.first_line + 1; body < macro.last_line && !m_session->is_stopped(); ++body) {
        line.number = body;
        line.body_line = body - macro.first_line + macro.first_line_in_file;
        m_line = line;
        line.text = m_scanner.scan(substitute(macro, body, arguments, number), body, list);
        if (!m_session->is_stopped()) {
            parse_line(line, list);
        }
    }
    --m_depth;
    pool.pop_call();
}

/// The source line with parameters and labels replaced, from its last token to its first, each where its text first
/// occurs in the line.
std::string_view Parser::substitute(const Macro& macro, u32 line, Tokens arguments, u32 number) {
    const std::string_view known = m_unit->text_of(line);
    m_line.text = known;
    m_session->lexer.scan(known, m_body_tokens);
    std::string text(m_unit->lines[line - 1].text);
    const std::string suffix = "_M" + std::to_string(number);
    u64 work = text.size();
    for (auto token = m_body_tokens.tokens.rbegin(); token != m_body_tokens.tokens.rend(); ++token) {
        if (is_macro_parameter(token->text)) {
            const size_t parameter = macro.find_parameter(token->text);
            if (parameter == Macro::npos) {
                report(Message::unknown_macro_parameter, *token, {token->text});
            } else {
                replace_first(text, token->text, arguments[parameter].text);
            }
        } else if (macro.has_label(token->text)) {
            replace_first(text, token->text, std::string(token->text) + suffix);
        } else {
            continue;
        }
        work += text.size();
        if (text.size() > m_session->options.limits.line_bytes ||
            work / 32 > m_session->options.limits.expanded_bytes) {
            break;
        }
    }
    Place place = m_session->place_in(*m_unit, line, known, 0, 0);
    if (text.size() > m_session->options.limits.line_bytes) {
        m_session->stop(Message::line_too_long, place, {std::to_string(m_session->options.limits.line_bytes)});
        return {};
    }
    return m_session->spend(place, 1, text.size(), work) ? m_session->arena.keep(text) : std::string_view();
}

void Parser::finish_unit() {
    if (m_in_macro) {
        const u32 line = m_unit->macros.current().first_line;
        m_session->report(Message::macro_not_ended, m_session->place_in(*m_unit, line, m_unit->text_of(line), 0, 0),
                          {});
    }
    export_globals();
    resolve_references();
}

void Parser::export_globals() {
    for (const GlobalDeclaration& declared : m_globals) {
        const Place place =
            m_session->place_in(*m_unit, declared.line, declared.text, declared.offset, declared.length);
        const LocalSymbols::Label* const label = m_unit->symbols.find(declared.name);
        if (label == nullptr) {
            m_session->report(Message::global_not_defined, place, {declared.name});
            continue;
        }
        const GlobalSymbols::Entry* const other = m_session->globals.find(declared.name);
        if (other != nullptr && other->address != not_found_address) {
            m_session->report(Message::global_redefined, place, {declared.name});
            continue;
        }
        const GlobalSymbols::Entry entry{declared.name, m_unit->symbols.address_of(*label), label->is_data, false,
                                         m_unit->file};
        m_unit->symbols.export_label(declared.name);
        if (!m_session->globals.add(entry)) {
            m_session->report(Message::label_redefined, place, {declared.name});
        }
    }
}

/// References that neither this file nor an earlier one explains wait for the global labels of later files.
void Parser::resolve_references() {
    for (const ForwardReference& reference : m_references) {
        if (const auto address = find_address(m_unit->symbols, m_session->globals, reference.name)) {
            m_session->data.store(reference.address, *address, reference.size);
        } else {
            m_session->unresolved.push_back(reference);
        }
    }
}

}  // namespace mariner::assembler
