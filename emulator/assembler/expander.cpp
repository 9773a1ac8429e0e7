#include "emulator/assembler/expander.hpp"

#include <algorithm>

#include "emulator/assembler/splice.hpp"

namespace mariner::assembler {

namespace {

/// Longer lines of a body are replaced as text: looking for each name in the whole line would take too long.
constexpr size_t longest_exact = 4096;

/// Letters, digits and the signs that names have, so that it can't come together out of parts of others.
bool is_plain_name(std::string_view text) {
    return std::all_of(text.begin() + 1, text.end(),
                       [](char c) { return isa::pattern::is_name_character(c) || c == '.' || c == '$'; });
}

/// Replaces the first occurrence of `what` in a line, wherever it stands, be it in another word or a comment.
void replace_first(std::string& line, std::string_view what, std::string_view with) {
    const size_t at = line.find(what);
    if (at != std::string::npos) {
        line.replace(at, what.size(), with);
    }
}

}  // namespace

std::string_view Expander::expand(const Macro& macro, u32 line, Tokens arguments, u32 number, const SourcePlace& place,
                                  TokenList& list) {
    const BodyLine& body = body_line(macro, line);
    m_suffix = "_M" + std::to_string(number);
    std::string_view text = m_unit->line(line).text();
    if (body.is_exact && splice(body, text, arguments, list)) {
        if (!m_context->spend(place, 1, m_text.size(), (body.slots.size() + 1) * m_text.size())) {
            return {};
        }
        text = body.slots.empty() ? text : m_context->arena().keep(m_text);
        for (Token& token : list.tokens) {
            token.characters = token.characters == nullptr ? text.data() + token.offset : token.characters;
        }
    } else {
        text = substitute(macro, line, body.tokens, arguments, place);
        if (m_context->is_stopped()) {
            return {};
        }
        m_lexer.scan(text, list);
    }
    return m_replacer.apply(text, place, list);
}

const Expander::BodyLine& Expander::body_line(const Macro& macro, u32 line) {
    std::vector<BodyLine>& body = m_bodies[&macro];
    while (body.size() < line - macro.first_line) {
        body.push_back(read_body_line(macro, macro.first_line + 1 + static_cast<u32>(body.size())));
    }
    return body[line - macro.first_line - 1];
}

Expander::BodyLine Expander::read_body_line(const Macro& macro, u32 line) const {
    const std::string_view text = m_unit->line(line).text();
    BodyLine body;
    SourceUnit::read_tokens(m_unit->line(line), body.tokens);
    body.is_exact = m_unit->unreplaced_text(line).data() == text.data() && text.size() <= longest_exact;
    const Tokens tokens = body.tokens;
    for (size_t i = 0; i < tokens.size() && body.is_exact; ++i) {
        const bool is_parameter = is_macro_parameter(tokens[i]);
        if (!is_parameter && !macro.has_label(tokens[i].text())) {
            continue;
        }
        const std::string_view name = tokens[i].text();
        size_t from = 0;
        for (const ReplacedToken& slot : body.slots) {
            if (tokens[slot.token].text() == name) {
                from = tokens[slot.token].end();
                body.is_exact &= is_parameter;  // MARS numbers the first of two equal labels twice
            }
        }
        const size_t parameter = is_parameter ? macro.find_parameter(name) : Macro::npos;
        body.is_exact &= is_plain_name(name) && text.find(name, from) == tokens[i].offset &&
                         (parameter != Macro::npos) == is_parameter;
        body.slots.push_back({i, parameter});
    }
    return body;
}

/// False if an argument contains the name of a parameter or label, or reads otherwise where it is put.
bool Expander::splice(const BodyLine& body, std::string_view text, Tokens arguments, TokenList& list) {
    const Tokens tokens = body.tokens;
    const auto names_none = [&](const Token& argument) {
        return std::none_of(body.slots.begin(), body.slots.end(), [&](const ReplacedToken& slot) {
            return argument.text().find(tokens[slot.token].text()) != std::string_view::npos;
        });
    };
    list.clear();
    m_text.clear();
    size_t copied = 0;
    auto slot = body.slots.begin();
    for (size_t i = 0; i < tokens.size(); ++i) {
        Token token = tokens[i];
        if (slot == body.slots.end() || slot->token != i) {
            token.offset += static_cast<u32>(m_text.size() - copied);
            list.tokens.push_back(token);
            continue;
        }
        m_text.append(text, copied, token.offset - copied);
        copied = token.end();
        if (slot->parameter == Macro::npos) {
            m_text.append(token.text()).append(m_suffix);
            token.kind = TokenKind::identifier;
            token.length += static_cast<u32>(m_suffix.size());
        } else {
            token = arguments[slot->parameter];
            token.length = static_cast<u32>(token.text().size());
            token.number = token.is(TokenKind::integer) ? 0 : token.number;
            m_text.append(token.text());
        }
        token.offset = static_cast<u32>(m_text.size()) - token.length;
        const Token* const before = list.tokens.empty() ? nullptr : &list.tokens.back();
        const Token* const after = i + 1 < tokens.size() ? &tokens[i + 1] : nullptr;
        const bool touches = before != nullptr && before->end() == token.offset;
        const bool reads_the_same = is_self_contained({&token, 1}) &&
                                    fits_between(before, touches, {&token, 1}, after) &&
                                    (slot->parameter == Macro::npos || names_none(token));
        if (!reads_the_same) {
            return false;
        }
        token.characters = slot->parameter == Macro::npos ? nullptr : token.characters;
        list.tokens.push_back(token);
        ++slot;
    }
    m_text.append(text, copied);
    return true;
}

/// The source line with names replaced as MARS does: from the last token to the first, each where it first occurs.
std::string_view Expander::substitute(const Macro& macro, u32 line, Tokens tokens, Tokens arguments,
                                      const SourcePlace& place) {
    const std::string_view known = m_unit->line(line).text();
    const AssemblerLimits& limits = m_context->limits();
    std::string text(m_unit->unreplaced_text(line));
    u64 work = text.size();
    for (auto token = tokens.rbegin(); token != tokens.rend(); ++token) {
        if (is_macro_parameter(*token)) {
            const size_t parameter = macro.find_parameter(token->text());
            if (parameter == Macro::npos) {
                m_context->report(Message::unknown_macro_parameter, place.at(known, token->offset, token->length),
                                  {token->text()});
            } else {
                replace_first(text, token->text(), arguments[parameter].text());
            }
        } else if (macro.has_label(token->text())) {
            replace_first(text, token->text(), std::string(token->text()) + m_suffix);
        } else {
            continue;
        }
        work += text.size();
        if (text.size() > limits.line_bytes || work / 32 > limits.expanded_bytes) {
            break;
        }
    }
    if (text.size() > limits.line_bytes) {
        m_context->stop_at_limit(Message::line_too_long, place.at(known, 0, 0), limits.line_bytes);
        return {};
    }
    return m_context->spend(place.at(known, 0, 0), 1, text.size(), work) ? m_context->arena().keep(text)
                                                                         : std::string_view();
}

}  // namespace mariner::assembler
