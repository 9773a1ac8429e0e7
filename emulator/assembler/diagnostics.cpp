#include "emulator/assembler/diagnostics.hpp"

#include <array>

namespace mariner {

namespace {

constexpr auto the_messages = std::to_array<MessageInfo>({
#define MESSAGE(id, severity, mars, ours, hint) {#id, Severity::severity, mars, ours, hint},
#include "emulator/assembler/messages.inc"
#undef MESSAGE
});

Diagnostic limit_message(Message message, u32 limit, const Diagnostic& at) {
    Diagnostic result;
    result.message = message;
    result.line = at.line;
    result.column = at.column;
    result.arguments = {std::to_string(limit)};
    return result;
}

bool is_same_warning(const Diagnostic& a, const Diagnostic& b) {
    return a.message == b.message && a.file == b.file && a.line == b.line && a.column == b.column &&
           a.chain == b.chain && a.arguments == b.arguments;
}

}  // namespace

const MessageInfo& info(Message message) {
    return the_messages[static_cast<size_t>(message)];
}

Severity severity_of(const Diagnostic& diagnostic) {
    return diagnostic.stops ? Severity::error : info(diagnostic.message).severity;
}

void Diagnostics::show_people(std::vector<Diagnostic> instead) {
    std::erase_if(m_all, [](const Diagnostic& one) { return one.audience == Audience::people_only; });
    for (Diagnostic& reported : m_all) {
        reported.audience = Audience::mars_only;
    }
    for (Diagnostic& shown : instead) {
        shown.audience = Audience::people_only;
        m_all.push_back(std::move(shown));
    }
}

u32 Diagnostics::add_file(DiagnosticFile file) {
    m_files.push_back(std::move(file));
    return static_cast<u32>(m_files.size() - 1);
}

void Diagnostics::add(Diagnostic diagnostic) {
    if (diagnostic.audience == Audience::people_only) {
        add_for_people(std::move(diagnostic));
        return;
    }
    if (limit_exceeded()) {
        return;
    }
    if (m_errors == m_error_limit) {
        // A warning too brings the limit's message once the errors have reached it.
        m_all.push_back(limit_message(Message::error_limit, m_error_limit, diagnostic));
        ++m_errors;
        return;
    }
    if (info(diagnostic.message).severity == Severity::warning) {
        add_warning(std::move(diagnostic));
        return;
    }
    ++m_errors;
    m_all.push_back(std::move(diagnostic));
}

bool Diagnostics::repeat_last_warning() {
    const bool is_warning = !m_all.empty() && m_errors < m_error_limit && m_warnings <= m_warning_limit &&
                            info(m_all.back().message).severity == Severity::warning;
    if (is_warning) {
        ++m_all.back().repetitions;
    }
    return is_warning;
}

void Diagnostics::add_warning(Diagnostic diagnostic) {
    if (m_warnings > 0 && !m_all.empty() && is_same_warning(m_all.back(), diagnostic)) {
        ++m_all.back().repetitions;
        return;
    }
    if (m_warnings > m_warning_limit) {
        return;
    }
    if (m_warnings == m_warning_limit) {
        diagnostic = limit_message(Message::warning_limit, m_warning_limit, diagnostic);
    }
    ++m_warnings;
    m_all.push_back(std::move(diagnostic));
}

void Diagnostics::add_for_people(Diagnostic diagnostic) {
    if (m_people_errors < m_error_limit) {
        ++m_people_errors;
        m_all.push_back(std::move(diagnostic));
    }
}

}  // namespace mariner
