#include "emulator/assembler/first_pass.hpp"

namespace mariner::assembler {

namespace {

constexpr bool is_kernel(Directive directive) {
    return directive == Directive::kdata || directive == Directive::ktext;
}

}  // namespace

FirstPass::DirectiveHandler FirstPass::handler_of(Directive directive) {
    static constexpr DirectiveHandler handlers[] = {
#define DIRECTIVE(id, name, handler, operands, doc) &FirstPass::handler,
#include "emulator/assembler/directives.inc"
#undef DIRECTIVE
    };
    return handlers[static_cast<size_t>(directive)];
}

void FirstPass::execute_directive(Tokens tokens) {
    const Directive directive = tokens[0].directive();
    const bool ends_or_begins_macro = directive == Directive::macro || directive == Directive::end_macro;
    if (!m_in_macro || ends_or_begins_macro) {
        (this->*handler_of(directive))(tokens);
    }
}

void FirstPass::switch_to_data(Tokens tokens) {
    m_in_data = true;
    m_data.align_items(true);
    m_program->segments.data.select_kernel(is_kernel(tokens[0].directive()));
    if (tokens.size() > 1 && tokens[1].kind == TokenKind::integer) {
        m_program->segments.data.set(static_cast<u32>(tokens[1].value));
    }
}

void FirstPass::switch_to_text(Tokens tokens) {
    m_in_data = false;
    m_program->segments.text.select_kernel(is_kernel(tokens[0].directive()));
    if (tokens.size() > 1 && tokens[1].kind == TokenKind::integer) {
        m_program->segments.text.set(static_cast<u32>(tokens[1].value));
    }
}

bool FirstPass::is_in_data_segment(const Token& token) {
    if (!m_in_data) {
        m_lines.report(Message::not_in_text_segment, token, {token.text()});
    }
    return m_in_data;
}

bool FirstPass::has_one_number(Tokens tokens) {
    if (tokens.size() != 2) {
        m_lines.report(Message::one_operand_required, tokens[0], {tokens[0].text()});
        return false;
    }
    if (tokens[1].kind != TokenKind::integer || tokens[1].value < 0) {
        m_lines.report(Message::non_negative_required, tokens[0], {tokens[0].text()});
        return false;
    }
    return true;
}

void FirstPass::store_data(Tokens tokens) {
    m_data.select(tokens[0].directive());
    if (is_in_data_segment(tokens[0])) {
        m_data.store(tokens);
    }
}

void FirstPass::align_data(Tokens tokens) {
    if (!is_in_data_segment(tokens[0]) || !has_one_number(tokens)) {
        return;
    }
    const i32 exponent = tokens[1].value;
    if (exponent == 0) {
        m_data.align_items(false);
        return;
    }
    constexpr i32 saturating_exponent = 31;
    constexpr u32 largest = 0x7fffffff;
    m_data.align(exponent >= saturating_exponent ? largest : u32{1} << exponent);
}

void FirstPass::reserve_space(Tokens tokens) {
    if (is_in_data_segment(tokens[0]) && has_one_number(tokens)) {
        m_data.reserve(static_cast<u32>(tokens[1].value));
    }
}

void FirstPass::declare_extern(Tokens tokens) {
    if (tokens.size() != 3) {
        m_lines.report(Message::extern_operands, tokens[0], {tokens[0].text()});
        return;
    }
    const Token& size = tokens[2];
    if (size.kind != TokenKind::integer || size.value < 0) {
        m_lines.report(Message::extern_size, tokens[0], {tokens[0].text()});
        return;
    }
    const Token& name = tokens[1];
    const GlobalSymbol* const known = m_program->globals.find(name.text());
    if (known != nullptr && known->address != not_found_address) {
        return;
    }
    const bool is_operator = name.is(TokenKind::mnemonic);
    if (!m_program->globals.add({name.text(), m_program->segments.next_extern, true, is_operator, m_unit->file})) {
        m_lines.report(Message::label_redefined, name, {name.text()});
    }
    m_program->segments.next_extern += static_cast<u32>(size.value);
}

void FirstPass::declare_global(Tokens tokens) {
    if (tokens.size() < 2) {
        m_lines.report(Message::argument_required, tokens[0], {tokens[0].text()});
        return;
    }
    for (const Token& label : tokens.subspan(1)) {
        if (label.kind != TokenKind::identifier) {
            m_lines.report(Message::globl_not_label, tokens[0], {tokens[0].text()});
            return;
        }
        m_globals.push_back({label.text(), m_lines.place_of(label)});
        m_globals.back().place.chain = {};
    }
}

void FirstPass::begin_macro(Tokens tokens) {
    if (tokens.size() < 2) {
        m_lines.report(Message::argument_required, tokens[0], {tokens[0].text()});
        return;
    }
    const Token& name = tokens[1];
    if (name.kind != TokenKind::identifier) {
        m_lines.report(Message::invalid_macro_name, name, {name.text()});
        return;
    }
    if (m_in_macro) {
        m_lines.report(Message::nested_macro, tokens[0], {});
        return;
    }
    m_in_macro = true;
    const LineOrigin& line = m_lines.line();
    m_draft->macros.begin(name.text(), line.number, line.chain_count > 0 ? line.number : line.source_line);
    for (const Token& parameter : tokens.subspan(2)) {
        if (parameter.kind == TokenKind::open_paren || parameter.kind == TokenKind::close_paren) {
            continue;
        }
        if (!is_macro_parameter(parameter)) {
            m_lines.report(Message::invalid_macro_argument, parameter, {parameter.text()});
            return;
        }
        m_draft->macros.current().add_parameter(parameter.text());
    }
}

void FirstPass::end_macro(Tokens tokens) {
    if (tokens.size() > 1) {
        m_lines.report(Message::text_after_end_macro, tokens[0], {});
        return;
    }
    if (!m_in_macro) {
        m_lines.report(Message::end_macro_without_macro, tokens[0], {});
        return;
    }
    m_in_macro = false;
    m_draft->macros.commit(m_lines.line().number);
}

void FirstPass::warn_ignored(Tokens tokens) {
    m_lines.report(Message::set_ignored, tokens[0], {});
}

/// .eqv was carried out while the lines were read.
void FirstPass::ignore_handled(Tokens /*tokens*/) {}

/// An .include with its string was carried out while the lines were read.
void FirstPass::refuse_include(Tokens tokens) {
    m_lines.report(Message::include_not_carried_out, tokens[0], {tokens[0].text()});
}

}  // namespace mariner::assembler
