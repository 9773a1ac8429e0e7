#pragma once
// The picture of a program that stands still, by options, header comment or what was drawn: PNG or blocks.

#include <string>
#include <vector>

#include "bitmap/geometry.hpp"
#include "emulator/app/display_options.hpp"
#include "emulator/machine/machine.hpp"
#include "emulator/support/result.hpp"

namespace mariner::app {

class DebugPicture {
public:
    DebugPicture(const DisplayOptions& options, const std::vector<std::string>& sources)
        : m_options(options), m_sources(sources) {}

    /// Where the picture lies.
    [[nodiscard]] Result<bitmap::Geometry> geometry(const Machine& machine) const;
    [[nodiscard]] Result<void> write(const Machine& machine, const std::string& path) const;
    /// At most so many columns and lines of half blocks in colour.
    [[nodiscard]] Result<std::string> blocks(const Machine& machine, u32 columns, u32 lines) const;

private:
    const DisplayOptions& m_options;
    const std::vector<std::string>& m_sources;
};

}  // namespace mariner::app
