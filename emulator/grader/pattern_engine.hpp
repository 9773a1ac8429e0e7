#pragma once
// What searches for a pattern: RE2, or in a page the browser's own regular expressions, which need no room in a
// download. The first are safe against any pattern and text; the second run on the machine of whoever typed them. Used
// by Pattern.

#include <array>
#include <memory>
#include <string_view>

#include "emulator/support/result.hpp"
#include "emulator/support/types.hpp"

namespace mariner::grader {

class PatternEngine {
public:
    /// The match, then its groups; one that took no part has no data.
    using Groups = std::array<std::string_view, 10>;

    virtual ~PatternEngine() = default;
    /// The first match at or after `from`; of its groups at least `count` are told.
    virtual bool find(std::string_view text, size_t from, Groups& groups, size_t count) const = 0;

    static Result<std::shared_ptr<const PatternEngine>> compile(std::string_view source);
};

}  // namespace mariner::grader
