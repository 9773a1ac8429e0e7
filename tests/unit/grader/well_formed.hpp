#pragma once
// Whether markup is well formed: every element closed in order, every attribute quoted, every & an entity. Covers what
// our reports write, which is XML but for HTML's empty elements.

#include <regex>
#include <string>
#include <vector>

namespace mariner::grader::test {

/// Empty if it is; else what is wrong.
inline std::string fault_of_markup(const std::string& text) {
    static const std::regex tag(R"(<(/?)([A-Za-z][\w]*)((?: [\w:-]+(?:="[^"<]*")?)*) ?(/?)>)");
    static const std::regex entity("&(lt|gt|amp|quot|nbsp|#39);");
    std::vector<std::string> open;
    for (size_t at = 0; at < text.size(); ++at) {
        std::smatch match;
        const auto from = text.begin() + static_cast<std::ptrdiff_t>(at);
        if (text[at] == '&' &&
            !std::regex_search(from, text.end(), match, entity, std::regex_constants::match_continuous)) {
            return "stray &: " + text.substr(at, 40);
        }
        if (text[at] != '<' || text.compare(at, 2, "<?") == 0 || text.compare(at, 2, "<!") == 0) {
            continue;
        }
        if (!std::regex_search(from, text.end(), match, tag, std::regex_constants::match_continuous)) {
            return "stray <: " + text.substr(at, 40);
        }
        const std::string name = match[2];
        if (match[1].length() != 0) {
            if (open.empty() || open.back() != name) {
                return "closes " + name + " inside " + (open.empty() ? "nothing" : open.back());
            }
            open.pop_back();
        } else if (match[4].length() == 0 && name != "meta" && name != "col") {
            open.push_back(name);
        }
        at += static_cast<size_t>(match.length()) - 1;
    }
    return open.empty() ? "" : "never closes " + open.back();
}

}  // namespace mariner::grader::test
