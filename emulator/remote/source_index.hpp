#pragma once
// From source lines to instructions and back, with the files' absolute names: what editors speak in.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/program/program_image.hpp"

namespace mariner::remote {

struct SourcePosition {
    u32 file = 0;
    u32 line = 0;
    u32 column = 0;
};

/// A line that made instructions: the first one of each time it did (a macro's lines do so at each call).
struct CodeLine {
    u32 line = 0;
    std::vector<u32> addresses;
};

class SourceIndex {
public:
    /// `paths`: absolute names of the image's files. The image must outlive the index.
    SourceIndex(const ProgramImage& image, std::vector<std::string> paths);

    [[nodiscard]] const std::vector<std::string>& paths() const { return m_paths; }
    [[nodiscard]] std::optional<u32> file_of(std::string_view path) const;
    /// This line, or the next one below it that made instructions; null if there is none.
    [[nodiscard]] const CodeLine* code_at(u32 file, u32 line) const;
    [[nodiscard]] std::optional<SourcePosition> position_of(u32 address) const;
    /// "main+8", or the address alone.
    [[nodiscard]] std::string name_of(u32 address) const;

private:
    const ProgramImage& m_image;
    std::vector<std::string> m_paths;
    std::vector<std::map<u32, CodeLine>> m_lines;  // by file, then line
};

}  // namespace mariner::remote
