#include <array>

#include "emulator/assembler/parser.hpp"

namespace mariner::assembler {

namespace {

constexpr bool is_kernel(Directive directive) {
    return directive == Directive::kdata || directive == Directive::ktext;
}

}  // namespace

Parser::Handler Parser::handler_of(Directive directive) {
    static constexpr Handler handlers[] = {
#define DIRECTIVE(id, name, handler, operands, doc) &Parser::handler,
#include "emulator/assembler/directives.inc"
#undef DIRECTIVE
    };
    return handlers[static_cast<size_t>(directive)];
}

void Parser::execute_directive(Tokens tokens) {
    const Directive directive = tokens[0].directive;
    const bool ends_or_begins_macro = directive == Directive::macro || directive == Directive::end_macro;
    if (!m_in_macro || ends_or_begins_macro) {
        (this->*handler_of(directive))(tokens);
    }
}

void Parser::switch_to_data(Tokens tokens) {
    m_in_data = true;
    m_align = true;
    m_session->data_address.select_kernel(is_kernel(tokens[0].directive));
    if (tokens.size() > 1 && tokens[1].kind == TokenKind::integer) {
        m_session->data_address.set(static_cast<u32>(tokens[1].value));
    }
}

void Parser::switch_to_text(Tokens tokens) {
    m_in_data = false;
    m_session->text_address.select_kernel(is_kernel(tokens[0].directive));
    if (tokens.size() > 1 && tokens[1].kind == TokenKind::integer) {
        m_session->text_address.set(static_cast<u32>(tokens[1].value));
    }
}

bool Parser::is_in_data_segment(const Token& token) {
    if (!m_in_data) {
        report(Message::not_in_text_segment, token, {token.text});
    }
    return m_in_data;
}

bool Parser::has_one_number(Tokens tokens) {
    if (tokens.size() != 2) {
        report(Message::one_operand_required, tokens[0], {tokens[0].text});
        return false;
    }
    if (tokens[1].kind != TokenKind::integer || tokens[1].value < 0) {
        report(Message::non_negative_required, tokens[0], {tokens[0].text});
        return false;
    }
    return true;
}

void Parser::align_to(u32 boundary) {
    const u32 from = m_session->data_address.get();
    const u32 to = align_address(from, boundary);
    if (from != to) {
        m_unit->symbols.move(from, to);
        m_session->data_address.set(to);
    }
}

void Parser::align_data(Tokens tokens) {
    if (!is_in_data_segment(tokens[0]) || !has_one_number(tokens)) {
        return;
    }
    const i32 exponent = tokens[1].value;
    if (exponent == 0) {
        m_align = false;
        return;
    }
    constexpr i32 saturating_exponent = 31;
    constexpr u32 largest = 0x7fffffff;
    align_to(exponent >= saturating_exponent ? largest : u32{1} << exponent);
}

void Parser::reserve_space(Tokens tokens) {
    if (is_in_data_segment(tokens[0]) && has_one_number(tokens)) {
        m_session->data_address.advance(static_cast<u32>(tokens[1].value));
    }
}

void Parser::declare_extern(Tokens tokens) {
    if (tokens.size() != 3) {
        report(Message::extern_operands, tokens[0], {tokens[0].text});
        return;
    }
    const Token& size = tokens[2];
    if (size.kind != TokenKind::integer || size.value < 0) {
        report(Message::extern_size, tokens[0], {tokens[0].text});
        return;
    }
    const Token& name = tokens[1];
    const GlobalSymbols::Entry* const known = m_session->globals.find(name.text);
    if (known != nullptr && known->address != not_found_address) {
        return;
    }
    const bool is_operator = name.kind == TokenKind::mnemonic;
    if (!m_session->globals.add({name.text, m_session->extern_address, true, is_operator, m_unit->file})) {
        report(Message::label_redefined, name, {name.text});
    }
    m_session->extern_address += static_cast<u32>(size.value);
}

void Parser::declare_global(Tokens tokens) {
    if (tokens.size() < 2) {
        report(Message::argument_required, tokens[0], {tokens[0].text});
        return;
    }
    for (const Token& label : tokens.subspan(1)) {
        if (label.kind != TokenKind::identifier) {
            report(Message::globl_not_label, tokens[0], {tokens[0].text});
            return;
        }
        m_globals.push_back({label.text, m_line.text, m_line.number, label.offset, label.length});
    }
}

void Parser::begin_macro(Tokens tokens) {
    if (tokens.size() < 2) {
        report(Message::argument_required, tokens[0], {tokens[0].text});
        return;
    }
    const Token& name = tokens[1];
    if (name.kind != TokenKind::identifier) {
        report(Message::invalid_macro_name, name, {name.text});
        return;
    }
    if (m_in_macro) {
        report(Message::nested_macro, tokens[0], {});
        return;
    }
    m_in_macro = true;
    const bool in_expansion = m_line.chain_count > 0;
    m_unit->macros.begin(name.text, m_line.number, in_expansion ? m_line.number : m_line.source_line);
    for (const Token& parameter : tokens.subspan(2)) {
        if (parameter.kind == TokenKind::open_paren || parameter.kind == TokenKind::close_paren) {
            continue;
        }
        if (!is_macro_parameter(parameter.text)) {
            report(Message::invalid_macro_argument, parameter, {parameter.text});
            return;
        }
        m_unit->macros.current().add_parameter(parameter.text);
    }
}

void Parser::end_macro(Tokens tokens) {
    if (tokens.size() > 1) {
        report(Message::text_after_end_macro, tokens[0], {});
        return;
    }
    if (!m_in_macro) {
        report(Message::end_macro_without_macro, tokens[0], {});
        return;
    }
    m_in_macro = false;
    m_unit->macros.commit(m_line.number);
}

void Parser::warn_ignored(Tokens tokens) {
    report(Message::set_ignored, tokens[0], {});
}

/// .eqv was carried out while the lines were read.
void Parser::ignore_handled(Tokens /*tokens*/) {}

/// An .include with its string was carried out while the lines were read.
void Parser::refuse_include(Tokens tokens) {
    report(Message::include_not_carried_out, tokens[0], {tokens[0].text});
}

}  // namespace mariner::assembler
