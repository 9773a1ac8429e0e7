#pragma once
// A drawing as SVG: a page shows it, a person reads its source, and nothing is needed beside it.

#include <string>
#include <string_view>

#include "emulator/support/types.hpp"

namespace mariner::tools {

struct SvgPoint {
    double x = 0;
    double y = 0;
};

class SvgPicture {
public:
    /// `style`: rules of CSS for the classes that the parts name.
    SvgPicture(double width, double height, std::string_view style);

    void line(SvgPoint from, SvgPoint to, std::string_view css);
    void box(SvgPoint corner, double width, double height, std::string_view css);
    /// "M 1 2 L 3 4"
    void path(std::string_view way, std::string_view css);
    void text(SvgPoint place, std::string_view words, std::string_view css);
    [[nodiscard]] std::string finish() const { return m_text + "</svg>\n"; }

private:
    std::string m_text;
};

/// As few digits as two places allow.
std::string svg_number(double number);

}  // namespace mariner::tools
