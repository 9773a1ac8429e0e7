#include "emulator/backend_x86/transcript.hpp"

#include <algorithm>
#include <string_view>

namespace mariner::backend_x86 {

void Transcript::take(u32 instruction, bool is_aside) {
    if (m_lines.size() <= instruction) {
        m_lines.resize(instruction + 1);
    }
    std::vector<std::string>& lines = is_aside ? m_lines[instruction].aside : m_lines[instruction].host;
    std::string_view text(m_logger.data(), m_logger.dataSize());
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        lines.emplace_back(line);
        text.remove_prefix(std::min(text.size(), line.size() + 1));
    }
    m_logger.clear();
}

void Transcript::move_to(translate::TranslatedBlock& block) {
    for (u32 i = block.block.first; i < block.block.end && i < m_lines.size(); ++i) {
        translate::TranslatedInstruction& to = block.instructions[i - block.block.first];
        to.host = std::move(m_lines[i].host);
        to.aside = std::move(m_lines[i].aside);
    }
    for (const translate::PassNote& note : m_notes) {
        if (note.instruction >= block.block.first && note.instruction < block.block.end) {
            block.instructions[note.instruction - block.block.first].operations.push_back(translate::text_of(note));
        }
    }
}

}  // namespace mariner::backend_x86
