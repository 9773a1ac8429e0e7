#include "emulator/assembler/reader.hpp"

#include "emulator/assembler/characters.hpp"

namespace mariner::assembler {

namespace {

/// Without its first and last character, whatever the last one is.
std::string_view unquoted(std::string_view string_token) {
    return string_token.size() < 2 ? "" : string_token.substr(1, string_token.size() - 2);
}

}  // namespace

SourceFiles SourceReader::read(std::span<const std::string> files) {
    SourceFiles result;
    for (const std::string& name : files) {
        if (!result.units.empty() && m_sources->absolute_path(name) == m_sources->absolute_path(files.front())) {
            result.order.insert(result.order.begin(), 0);
            continue;
        }
        result.order.push_back(static_cast<u32>(result.units.size()));
        m_unit = &result.units.emplace_back();
        read_unit(name);
        const bool ends_here = m_context->diagnostics().has_errors() && !m_context->options().collect_all_errors;
        if (m_failed || m_context->is_stopped() || ends_here) {
            break;
        }
    }
    return result;
}

void SourceReader::read_unit(const std::string& name) {
    m_included.clear();
    m_has_eqv = false;
    std::string reason;
    m_unit->file = m_context->diagnostics().add_file({name, m_sources->absolute_path(name)});
    const std::optional<std::string_view> text = load(name, &reason);
    if (!text) {
        m_context->report(Message::file_unreadable, {}, {reason});
        m_failed = true;
        return;
    }
    m_unit->lines.reserve(static_cast<size_t>(std::count(text->begin(), text->end(), '\n')) + 1);
    read_lines(*text, m_unit->file, 0);
    // After an error the same ones again, as MARS reports them.
    if (!m_failed && !m_context->is_stopped() && (m_has_eqv || m_context->diagnostics().has_errors())) {
        replace_names();
    }
}

std::optional<std::string_view> SourceReader::load(const std::string& name, std::string* reason) {
    Result<std::string> bytes = m_sources->read(name, static_cast<size_t>(m_context->limits().source_bytes - m_bytes));
    if (!bytes) {
        *reason = bytes.error().message;
        return std::nullopt;
    }
    m_bytes += bytes->size();
    return m_context->arena().adopt(decode_source(std::move(*bytes)));
}

void SourceReader::read_lines(std::string_view text, u32 file, u32 depth) {
    const bool has_returns = text.find('\r') != std::string_view::npos;
    u32 number = 0;
    while (!text.empty() && !m_failed && !m_context->is_stopped()) {
        const size_t end = std::min(has_returns ? text.find_first_of("\r\n") : text.find('\n'), text.size());
        m_context->look_up();
        add_line(text.substr(0, end), file, ++number, depth);
        const bool is_pair = text.substr(end).starts_with("\r\n");
        text.remove_prefix(std::min(end + (is_pair ? 2 : 1), text.size()));
    }
}

void SourceReader::add_line(std::string_view line, u32 file, u32 number, u32 depth) {
    SourcePlace place;
    place.file = file;
    place.line = number;
    const AssemblerLimits& limits = m_context->limits();
    if (line.size() > limits.line_bytes) {
        m_context->stop_at_limit(Message::line_too_long, place.at(line, 0, 0), limits.line_bytes);
        return;
    }
    if (++m_lines > limits.source_lines) {
        m_context->stop_at_limit(Message::too_many_lines, place.at(line, 0, 0), limits.source_lines);
        return;
    }
    m_lexer.scan(line, m_tokens);
    if (m_tokens.has_invalid) {
        report_invalid_tokens(*m_context, place, line, m_tokens);
    }
    const Token* path = nullptr;
    for (const Token& token : m_tokens.tokens) {
        m_has_eqv |= token.is(Directive::eqv);
        path = token.is(Directive::include) && path == nullptr ? find_included(m_tokens) : path;
    }
    if (path != nullptr) {
        include(*path, place.at(line, path->offset, path->length), depth);
        return;
    }
    m_unit->lines.push_back(kept_line(line, file, number));
}

/// Of the tokens read last.
SourceLine SourceReader::kept_line(std::string_view text, u32 file, u32 number) {
    return {text.data(),
            static_cast<u32>(text.size()),
            static_cast<u32>(m_tokens.tokens.size()),
            m_unit->tokens.keep(m_tokens.tokens),
            file,
            number};
}

const Token* SourceReader::find_included(const TokenList& list) const {
    for (size_t i = 1; i < list.tokens.size(); ++i) {
        if (list.tokens[i].is(TokenKind::string) && list.tokens[i - 1].is(Directive::include)) {
            return &list.tokens[i];
        }
    }
    return nullptr;
}

void SourceReader::include(const Token& path, const SourcePlace& place, u32 depth) {
    const DiagnosticFile& from = m_context->diagnostics().files()[place.file];
    const std::string written = to_utf8(unquoted(path.text()));
    const std::string name = m_sources->include_path(from.name, written);
    const std::string mars_path = m_sources->include_path(from.path, written);
    m_failed = true;
    if (!m_included.insert(mars_path).second) {
        m_context->report(Message::include_recursive, place, {mars_path, name});
        return;
    }
    if (depth >= m_context->limits().include_depth) {
        m_context->stop_at_limit(Message::include_too_deep, place, m_context->limits().include_depth);
        return;
    }
    std::string reason;
    const auto text = path.length < 2 ? std::nullopt : load(name, &reason);
    if (!text) {
        m_context->report(Message::include_unreadable, place, {mars_path, name});
        return;
    }
    m_failed = false;
    read_lines(*text, m_context->diagnostics().add_file({name, mars_path}), depth + 1);
}

void SourceReader::replace_names() {
    EqvReplacer replacer(*m_context, m_unit->eqv);
    u32 number = 0;
    for (SourceLine& line : m_unit->lines) {
        ++number;
        SourceUnit::read_tokens(line, m_tokens.tokens);
        m_tokens.has_invalid =
            std::ranges::find(m_tokens.tokens, TokenKind::invalid, &Token::kind) != m_tokens.tokens.end();
        const std::string_view written = line.text();
        const std::string_view text = replacer.apply(written, m_unit->place(number), m_tokens, Audience::mars_only);
        if (m_context->is_stopped()) {
            return;
        }
        if (text.data() != written.data()) {
            m_unit->unreplaced.emplace_back(number, written);
            line = kept_line(text, line.file, line.line);
        }
    }
}

}  // namespace mariner::assembler
