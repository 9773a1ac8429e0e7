#include "emulator/tools/source_heat.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "emulator/runtime/explain.hpp"
#include "emulator/support/text.hpp"

namespace mariner::tools {

std::string heat_bar(u64 count, u64 most) {
    constexpr double width = 10;
    const double part = most == 0 ? 0 : static_cast<double>(count) / static_cast<double>(most);
    const auto length = static_cast<size_t>(std::lround(width * part));
    return length == 0 && count != 0 ? "." : std::string(length, '#');
}

std::vector<std::string> source_heat(const ProgramImage& image, const std::vector<std::pair<u32, u64>>& counts) {
    struct HeatLine {
        u32 address = 0;
        u64 count = 0;
    };
    std::map<std::tuple<u32, u32, u32>, HeatLine> lines;  // by file, line, and address where there is no source
    for (const auto& [address, count] : counts) {
        const Statement* const statement = image.find_statement(address);
        HeatLine& line = lines[statement != nullptr ? std::tuple(statement->file, statement->line, 0U)
                                                    : std::tuple(0U, 0U, address)];
        line.address = line.count == 0 && line.address == 0 ? address : line.address;
        line.count += count;
    }
    u64 most = 0;
    for (const auto& [place, line] : lines) {
        most = std::max(most, line.count);
    }
    const size_t width = std::to_string(most).size();
    std::vector<std::string> text;
    text.reserve(lines.size());
    for (const auto& [place, line] : lines) {
        text.push_back(pad_left(std::to_string(line.count), width) + "  " + pad_right(heat_bar(line.count, most), 10) +
                       "  " + line_text(image, line.address));
    }
    return text;
}

}  // namespace mariner::tools
