#include "emulator/remote/source_index.hpp"

#include <algorithm>
#include <filesystem>

#include "emulator/support/text.hpp"

namespace mariner::remote {

namespace {

std::string normal(std::string_view path) {
    return std::filesystem::path(path).lexically_normal().string();
}

}  // namespace

SourceIndex::SourceIndex(const ProgramImage& image, std::vector<std::string> paths)
    : m_image(image), m_paths(std::move(paths)), m_lines(image.files.size()) {
    std::transform(m_paths.begin(), m_paths.end(), m_paths.begin(), normal);
    m_paths.resize(image.files.size());
    u32 last = TextEntry::no_statement;
    for (const TextEntry& entry : image.text) {
        const bool is_new = entry.first_of_statement || entry.statement != last;
        last = entry.statement;
        if (!is_new || entry.statement >= image.statements.size()) {
            continue;
        }
        const Statement& statement = image.statements[entry.statement];
        if (statement.file < m_lines.size()) {
            CodeLine& line = m_lines[statement.file][statement.line];
            line.line = statement.line;
            line.addresses.push_back(entry.address);
        }
    }
}

std::optional<u32> SourceIndex::file_of(std::string_view path) const {
    const auto found = std::find(m_paths.begin(), m_paths.end(), normal(path));
    return found == m_paths.end() || found->empty() ? std::nullopt
                                                    : std::optional(static_cast<u32>(found - m_paths.begin()));
}

const CodeLine* SourceIndex::code_at(u32 file, u32 line) const {
    if (file >= m_lines.size()) {
        return nullptr;
    }
    const auto found = m_lines[file].lower_bound(line);
    return found == m_lines[file].end() ? nullptr : &found->second;
}

std::optional<SourcePosition> SourceIndex::position_of(u32 address) const {
    const Statement* const statement = m_image.find_statement(address);
    if (statement == nullptr || statement->file >= m_paths.size()) {
        return std::nullopt;
    }
    return SourcePosition{statement->file, statement->line, statement->column};
}

std::string SourceIndex::name_of(u32 address) const {
    const Symbol* const symbol = m_image.symbol_at(address, true);
    if (symbol == nullptr) {
        return hex32(address);
    }
    const u32 distance = address - symbol->address;
    return symbol->name + (distance == 0 ? "" : "+" + std::to_string(distance));
}

}  // namespace mariner::remote
