#include "emulator/assembler/reader.hpp"

#include <algorithm>

#include "emulator/assembler/characters.hpp"
#include "emulator/assembler/suggest.hpp"

namespace mariner::assembler {

namespace {

/// More replacements than any line needs: the names stand for each other.
constexpr u32 most_replacements = 10'000;

bool is_include(std::string_view text) {
    const DirectiveInfo* const row = text.starts_with('.') ? find_directive(fold_to_ascii(text)) : nullptr;
    return row != nullptr && row->id == Directive::include;
}

/// Without its first and last character, whatever the last one is.
std::string_view unquoted(std::string_view string_token) {
    return string_token.size() < 2 ? std::string_view() : string_token.substr(1, string_token.size() - 2);
}

}  // namespace

Place LineScanner::place_of(const Token& token) const {
    return m_session->place_in(*m_unit, m_line, m_text, token.offset, token.length);
}

void LineScanner::report_invalid(const TokenList& list, Audience audience) {
    for (const Token& token : list.tokens) {
        if (token.kind == TokenKind::invalid && !m_session->diagnostics.limit_exceeded()) {
            m_session->report(Message::invalid_element, place_of(token), {token.text}, hint_for_invalid(token.text),
                              audience);
        }
    }
}

std::string_view LineScanner::scan(std::string_view text, u32 line, TokenList& out, Audience audience) {
    m_text = text;
    m_line = line;
    bool is_told = false;
    for (u32 replacements = 0;; ++replacements) {
        m_session->lexer.scan(m_text, out);
        if (out.has_invalid) {
            report_invalid(out, is_told ? Audience::mars_only : audience);
            is_told = true;
        }
        if (const Token* directive = find_definition(out)) {
            define(out, static_cast<size_t>(directive - out.tokens.data()));
            return m_text;
        }
        const auto named =
            m_unit->eqv.empty()
                ? out.tokens.end()
                : std::find_if(out.tokens.begin(), out.tokens.end(), [&](const Token& token) {
                      return token.kind == TokenKind::identifier && m_unit->eqv.find(token.text) != nullptr;
                  });
        if (named == out.tokens.end()) {
            return m_text;
        }
        const Place place = place_of(*named);
        if (replacements == most_replacements) {
            m_session->stop(Message::substitution_endless, place, {});
            return m_text;
        }
        const std::string_view with = *m_unit->eqv.find(named->text);
        const size_t length = m_text.size() - named->length + with.size();
        if (length > m_session->options.limits.line_bytes) {
            m_session->stop(Message::line_too_long, place, {std::to_string(m_session->options.limits.line_bytes)});
            return m_text;
        }
        if (!m_session->spend(place, 0, length, 16 * length)) {
            return m_text;
        }
        std::string substituted(m_text);
        substituted.replace(named->offset, named->length, with);
        m_text = m_session->arena.keep(substituted);
        audience = Audience::all;
    }
}

/// .eqv as first token, or as third one (after a label, but nobody looks what stands there).
const Token* LineScanner::find_definition(const TokenList& list) const {
    const std::vector<Token>& tokens = list.tokens;
    if (tokens.size() < 3) {
        return nullptr;
    }
    const Token& directive = tokens[0].kind == TokenKind::directive ? tokens[0] : tokens[2];
    const bool is_eqv = directive.kind == TokenKind::directive && directive.directive == Directive::eqv;
    return is_eqv ? &directive : nullptr;
}

void LineScanner::define(const TokenList& list, size_t at) {
    const std::vector<Token>& tokens = list.tokens;
    const Token& directive = tokens[at];
    const bool has_comment = tokens.back().kind == TokenKind::comment;
    const size_t past_last = tokens.size() - (has_comment ? 1 : 0);
    if (past_last < at + 3) {
        m_session->report(Message::eqv_too_few, place_of(directive), {});
        return;
    }
    const Token& name = tokens[at + 1];
    if (name.kind != TokenKind::identifier) {
        m_session->report(Message::eqv_malformed, place_of(directive), {});
        return;
    }
    const auto is_name = [&](const Token& token) { return token.text == name.text; };
    if (std::any_of(tokens.begin() + static_cast<std::ptrdiff_t>(at) + 2, tokens.end(), is_name)) {
        m_session->report(Message::eqv_self, place_of(directive), {name.text});
        return;
    }
    if (!m_unit->eqv.define(name.text, replacement_text(list, at + 2))) {
        m_session->report(Message::eqv_redefined, place_of(name), {name.text});
    }
}

/// From a token to the end of the last one that is no comment. A character literal there counts as many characters as
/// its code has digits, so that the text is cut or goes on too far (tests/unit/assembler/macros_test.cpp shows it).
std::string_view LineScanner::replacement_text(const TokenList& list, size_t first) const {
    const std::vector<Token>& tokens = list.tokens;
    const Token& last = tokens[tokens.size() - (tokens.back().kind == TokenKind::comment ? 2 : 1)];
    const size_t start = tokens[first].offset;
    size_t end = last.offset;
    for (size_t left = unit_count(last.text); left > 0 && end < m_text.size(); --left) {
        end += unit_at(m_text, end).size;
    }
    return m_text.substr(start, end - start);
}

void Reader::read(std::span<const std::string> files) {
    for (const std::string& name : files) {
        read_unit(name);
        if (m_failed || m_session->is_stopped() || m_session->diagnostics.has_errors()) {
            return;
        }
    }
}

void Reader::read_unit(const std::string& name) {
    m_unit = &m_session->units.emplace_back();
    m_included.clear();
    m_has_eqv = false;
    std::string reason;
    m_unit->file = m_session->diagnostics.add_file({name, m_session->sources.absolute_path(name)});
    if (!load(name, &reason)) {
        if (!m_session->is_stopped()) {
            m_session->report(Message::file_unreadable, {}, {reason});
        }
        m_failed = true;
        return;
    }
    read_lines(m_session->contents.back(), m_unit->file, 0);
    if (!m_failed && !m_session->is_stopped() && m_has_eqv) {
        substitute_lines();
    } else if (!m_failed && !m_session->is_stopped() && m_session->diagnostics.has_errors()) {
        substitute_lines();  // the same errors again, as MARS reports them
    }
}

bool Reader::load(const std::string& name, std::string* reason) {
    const u64 left = m_session->options.limits.source_bytes - m_bytes;
    Result<std::string> bytes = m_session->sources.read(name, left);
    if (!bytes) {
        *reason = bytes.error().message;
        return false;
    }
    m_bytes += bytes->size();
    m_session->contents.push_back(decode_source(std::move(*bytes)));
    return true;
}

void Reader::read_lines(std::string_view text, u32 file, u32 depth) {
    u32 number = 0;
    size_t at = 0;
    if (depth == 0) {
        m_unit->lines.reserve(static_cast<size_t>(std::count(text.begin(), text.end(), '\n')) + 1);
    }
    while (at < text.size() && !m_failed && !m_session->is_stopped()) {
        size_t end = at;
        while (end < text.size() && text[end] != '\n' && text[end] != '\r') {
            ++end;
        }
        add_line(text.substr(at, end - at), file, ++number, depth);
        const bool is_pair = end + 1 < text.size() && text[end] == '\r' && text[end + 1] == '\n';
        at = end + (is_pair ? 2 : 1);
    }
}

void Reader::add_line(std::string_view line, u32 file, u32 number, u32 depth) {
    Place place{file, number, line, 0, 0, {}};
    if (line.size() > m_session->options.limits.line_bytes) {
        m_session->stop(Message::line_too_long, place, {std::to_string(m_session->options.limits.line_bytes)});
        return;
    }
    if (++m_lines > m_session->options.limits.source_lines) {
        m_session->stop(Message::too_many_lines, place, {std::to_string(m_session->options.limits.source_lines)});
        return;
    }
    m_session->lexer.scan(line, m_tokens);
    for (const Token& token : m_tokens.tokens) {
        m_has_eqv |= token.kind == TokenKind::directive && token.directive == Directive::eqv;
        if (token.kind == TokenKind::invalid && !m_session->diagnostics.limit_exceeded()) {
            place.offset = token.offset;
            place.length = token.length;
            m_session->report(Message::invalid_element, place, {token.text}, hint_for_invalid(token.text));
        }
    }
    const Token* const path = find_included(m_tokens);
    if (path == nullptr) {
        m_unit->lines.push_back({line, file, number});
        return;
    }
    place.offset = path->offset;
    place.length = path->length;
    include(*path, place, depth);
}

const Token* Reader::find_included(const TokenList& list) const {
    for (size_t i = 1; i < list.tokens.size(); ++i) {
        const Token& path = list.tokens[i];
        if (path.kind == TokenKind::string && is_include(list.tokens[i - 1].text)) {
            return &path;
        }
    }
    return nullptr;
}

void Reader::include(const Token& path, const Place& place, u32 depth) {
    const DiagnosticFile& from = m_session->diagnostics.files()[place.file];
    const std::string written = to_utf8(unquoted(path.text));
    const std::string name = m_session->sources.include_path(from.name, written);
    const std::string mars_path = m_session->sources.include_path(from.path, written);
    m_failed = true;
    if (!m_included.insert(mars_path).second) {
        m_session->report(Message::include_recursive, place, {mars_path, name});
        return;
    }
    if (depth >= m_session->options.limits.include_depth) {
        m_session->stop(Message::include_too_deep, place, {std::to_string(m_session->options.limits.include_depth)});
        return;
    }
    std::string reason;
    if (path.text.size() < 2 || !load(name, &reason)) {
        m_session->report(Message::include_unreadable, place, {mars_path, name});
        return;
    }
    m_failed = false;
    const u32 file = m_session->diagnostics.add_file({name, mars_path});
    read_lines(m_session->contents.back(), file, depth + 1);
}

void Reader::substitute_lines() {
    LineScanner scanner(*m_session, *m_unit);
    std::vector<std::string_view>& substituted = m_unit->substituted;
    substituted.reserve(m_unit->lines.size());
    for (u32 line = 1; line <= m_unit->lines.size() && !m_session->is_stopped(); ++line) {
        substituted.push_back(scanner.scan(m_unit->lines[line - 1].text, line, m_tokens, Audience::mars_only));
    }
}

}  // namespace mariner::assembler
