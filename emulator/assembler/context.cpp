#include "emulator/assembler/context.hpp"

#include <algorithm>

#include "emulator/assembler/characters.hpp"

namespace mariner::assembler {

namespace {

/// Bytes copied or scanned for each byte of text that may be made: some seconds at most.
constexpr u64 work_per_byte = 32;
/// A line or word beyond this is shown cut.
constexpr size_t longest_shown = size_t{64} << 10;

std::string shown(std::string_view text) {
    size_t length = std::min(text.size(), longest_shown);
    while (length < text.size() && (static_cast<u8>(text[length]) & 0xC0) == 0x80) {
        --length;
    }
    return to_utf8(text.substr(0, length));
}

}  // namespace

AssemblyContext::AssemblyContext(const AssemblerOptions& options)
    : m_options(&options), m_diagnostics(options.limits.errors, options.limits.warnings) {}

void AssemblyContext::report(Message message, const SourcePlace& place,
                             std::initializer_list<std::string_view> arguments, std::string hint, Audience audience) {
    if (audience != Audience::people_only && m_diagnostics.limit_exceeded()) {
        return;
    }
    Diagnostic diagnostic;
    diagnostic.message = message;
    diagnostic.audience = audience;
    diagnostic.file = place.file;
    diagnostic.line = place.line;
    if (place.length > 0) {
        diagnostic.column = static_cast<u32>(unit_count(place.text.substr(0, place.offset))) + 1;
        diagnostic.length = static_cast<u32>(unit_count(place.text.substr(place.offset, place.length)));
    }
    diagnostic.chain.assign(place.chain.begin(), place.chain.end());
    diagnostic.mars_knows_chain = place.mars_knows_chain;
    for (const std::string_view argument : arguments) {
        diagnostic.arguments.push_back(shown(argument));
    }
    diagnostic.text = shown(place.text);
    diagnostic.hint = std::move(hint);
    m_diagnostics.add(std::move(diagnostic));
}

void AssemblyContext::stop(Message message, const SourcePlace& place,
                           std::initializer_list<std::string_view> arguments) {
    report(message, place, arguments);
    m_stopped = true;
}

void AssemblyContext::stop_at_limit(Message message, const SourcePlace& place, u64 limit) {
    stop(message, place, {std::to_string(limit)});
}

bool AssemblyContext::may_search(size_t candidates) {
    constexpr size_t most = 500'000;
    m_searched += candidates;
    return m_searched <= most && !m_options->collect_all_errors;
}

u64 AssemblyContext::made_lines() const {
    constexpr u64 bytes_per_line = 32;
    return m_expanded_lines + (m_expanded_bytes + m_work / work_per_byte) / bytes_per_line;
}

bool AssemblyContext::spend(const SourcePlace& place, u64 lines, u64 bytes, u64 work) {
    m_expanded_lines += lines;
    m_expanded_bytes += bytes;
    m_work += work;
    const bool too_much = m_expanded_lines > limits().expanded_lines || m_expanded_bytes > limits().expanded_bytes ||
                          m_work / work_per_byte > limits().expanded_bytes;
    if (too_much && !m_stopped) {
        stop(Message::expansion_too_large, place,
             {std::to_string(limits().expanded_lines), std::to_string(limits().expanded_bytes)});
    }
    return !too_much;
}

}  // namespace mariner::assembler
