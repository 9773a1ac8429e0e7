#include "emulator/assembler/eqv.hpp"

#include <algorithm>

#include "emulator/assembler/characters.hpp"
#include "emulator/assembler/splice.hpp"
#include "emulator/assembler/suggest.hpp"

namespace mariner::assembler {

namespace {

/// More replacements than any line needs: the names stand for each other.
constexpr u32 most_replacements = 10'000;

}  // namespace

const EqvTable::Definition* EqvTable::find(std::string_view name) const {
    const u32 number =
        m_by_name.find(m_by_name.hash_of(name), [&](u32 candidate) { return m_rows[candidate].name == name; });
    return number != IndexTable::none ? &m_rows[number] : nullptr;
}

void EqvTable::add(Definition row) {
    m_by_name.add(m_by_name.hash_of(row.name), static_cast<u32>(m_rows.size()));
    m_rows.push_back(std::move(row));
}

void report_invalid_tokens(AssemblyContext& context, const SourcePlace& line, std::string_view text,
                           const TokenList& list, Audience audience) {
    for (const Token& token : list.tokens) {
        if (token.is(TokenKind::invalid) && !context.diagnostics().limit_exceeded()) {
            context.report(Message::invalid_element, line.at(text, token.offset, token.length), {token.text()},
                           hint_for_invalid(token.text()), audience);
        }
    }
}

SourcePlace EqvReplacer::place_of(const Token& token) const {
    return m_line.at(m_text, token.offset, token.length);
}

std::string_view EqvReplacer::apply(std::string_view text, const SourcePlace& line, TokenList& list,
                                    Audience audience) {
    m_text = text;
    m_line = line;
    size_t at = 0;  // no name stands before it
    bool is_told = false;
    for (u32 replacements = 0;; ++replacements) {
        if (list.has_invalid) {
            report_invalid_tokens(*m_context, m_line, m_text, list, is_told ? Audience::mars_only : audience);
            is_told = true;
        }
        if (const Token* directive = find_definition(list)) {
            define(list, static_cast<size_t>(directive - list.tokens.data()));
            return m_text;
        }
        const EqvTable::Definition* row = nullptr;
        for (; row == nullptr && at < list.tokens.size() && !m_table->empty(); ++at) {
            row = list.tokens[at].is(TokenKind::identifier) ? m_table->find(list.tokens[at].text()) : nullptr;
        }
        if (row == nullptr) {
            return m_text;
        }
        const SourcePlace place = place_of(list.tokens[--at]);
        if (replacements == most_replacements) {
            m_context->stop(Message::substitution_endless, place, {});
            return m_text;
        }
        const size_t length = m_text.size() - place.length + row->text.size();
        if (length > m_context->limits().line_bytes) {
            m_context->stop_at_limit(Message::line_too_long, place, m_context->limits().line_bytes);
            return m_text;
        }
        if (!m_context->spend(place, 0, length, 16 * length)) {
            return m_text;
        }
        at = replace(list, at, *row) ? at : 0;
        audience = Audience::all;
    }
}

/// Puts the text in the place of a token. False if the whole line had to be read again.
bool EqvReplacer::replace(TokenList& list, size_t at, const EqvTable::Definition& row) {
    std::vector<Token>& tokens = list.tokens;
    const Token name = tokens[at];
    m_text = m_context->arena().join(m_text.substr(0, name.offset), row.text, m_text.substr(name.end()));
    const Token* const before = at > 0 ? &tokens[at - 1] : nullptr;
    const Token* const after = at + 1 < tokens.size() ? &tokens[at + 1] : nullptr;
    const bool touches = before != nullptr && before->end() == name.offset;
    if (row.tokens.empty() || list.has_invalid || !fits_between(before, touches, row.tokens, after)) {
        m_lexer.scan(m_text, list);
        return false;
    }
    const auto place = tokens.begin() + static_cast<std::ptrdiff_t>(at);
    *place = row.tokens.front();
    tokens.insert(place + 1, row.tokens.begin() + 1, row.tokens.end());
    const size_t past_inserted = at + row.tokens.size();
    for (size_t i = at; i < tokens.size(); ++i) {
        tokens[i].offset += i < past_inserted ? name.offset : static_cast<u32>(row.text.size()) - name.length;
    }
    return true;
}

/// .eqv as first token, or as third one (after a label, but nobody looks what stands there).
const Token* EqvReplacer::find_definition(const TokenList& list) const {
    const std::vector<Token>& tokens = list.tokens;
    if (tokens.size() < 3) {
        return nullptr;
    }
    const Token& directive = tokens[0].is(TokenKind::directive) ? tokens[0] : tokens[2];
    return directive.is(Directive::eqv) ? &directive : nullptr;
}

void EqvReplacer::define(const TokenList& list, size_t at) {
    const std::vector<Token>& tokens = list.tokens;
    const Token& directive = tokens[at];
    const bool has_comment = tokens.back().kind == TokenKind::comment;
    const size_t past_last = tokens.size() - (has_comment ? 1 : 0);
    if (past_last < at + 3) {
        m_context->report(Message::eqv_too_few, place_of(directive), {});
        return;
    }
    const Token& name = tokens[at + 1];
    if (name.kind != TokenKind::identifier) {
        m_context->report(Message::eqv_malformed, place_of(directive), {});
        return;
    }
    const auto is_name = [&](const Token& token) { return token.text() == name.text(); };
    if (std::any_of(tokens.begin() + static_cast<std::ptrdiff_t>(at) + 2, tokens.end(), is_name)) {
        m_context->report(Message::eqv_self, place_of(directive), {name.text()});
        return;
    }
    const std::string_view text = replacement_text(list, at + 2);
    if (const EqvTable::Definition* const known = m_table->find(name.text())) {
        if (known->text != text) {
            m_context->report(Message::eqv_redefined, place_of(name), {name.text()});
        }
        return;
    }
    m_lexer.scan(text, m_alone);
    const bool may_stand_anywhere = is_self_contained(m_alone.tokens);
    m_table->add({name.text(), text, may_stand_anywhere ? m_alone.tokens : std::vector<Token>()});
}

/// From a token to the end of the last one that is no comment. A character literal there counts as many characters as
/// its code has digits, so that the text is cut or goes on too far (tests/unit/assembler/macros_test.cpp shows it).
std::string_view EqvReplacer::replacement_text(const TokenList& list, size_t first) const {
    const std::vector<Token>& tokens = list.tokens;
    const Token& last = tokens[tokens.size() - (tokens.back().kind == TokenKind::comment ? 2 : 1)];
    const size_t start = tokens[first].offset;
    size_t end = last.offset;
    for (size_t left = unit_count(last.text()); left > 0 && end < m_text.size(); --left) {
        end += unit_at(m_text, end).size;
    }
    return m_text.substr(start, end - start);
}

}  // namespace mariner::assembler
