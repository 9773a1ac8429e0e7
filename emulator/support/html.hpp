#pragma once
// What every page of ours shares: text made safe for HTML and XML, and a frame that needs nothing beside itself and
// lets nothing of a submission run. Called by all writers of HTML and XML reports.

#include <string>
#include <string_view>

#include "emulator/support/visible.hpp"

namespace mariner {

/// As visible_text, with < > & " ' escaped: fit for text and attributes of HTML and XML.
std::string escaped_markup(std::string_view text);

/// A whole page. `style` comes behind the common one, `body` is markup already. Scripts, frames and anything from
/// elsewhere are forbidden to it; pictures are data: URLs.
std::string html_page(std::string_view title, std::string_view style, std::string_view body);

/// A script of ours, and the hash by which the page lets it run and no other: "sha256-...".
struct PageScript {
    std::string_view text;
    std::string_view hash;
};
std::string html_page(std::string_view title, std::string_view style, std::string_view body, const PageScript& script);

/// The same in two parts, for a body that is larger than memory and stands between them.
std::string html_page_begin(std::string_view title, std::string_view style, const PageScript& script);
std::string html_page_end(const PageScript& script);

}  // namespace mariner
