// By the regular expressions of the page (package/patterns.js), which hold a text until another one comes.

#include "emulator/grader/pattern_engine.hpp"

#define IMPORT(name) extern "C" [[clang::import_module("patterns"), clang::import_name(#name)]]

/// 0: the pattern is wrong.
IMPORT(compile) mariner::u32 patterns_compile(const char* source, mariner::u32 size);
IMPORT(release) void patterns_release(mariner::u32 pattern);
IMPORT(set_text) void patterns_set_text(const char* text, mariner::u32 size);
/// Writes begin and end of ten groups, the end before the begin where there is none.
IMPORT(find) mariner::u32 patterns_find(mariner::u32 pattern, mariner::u32 from, mariner::u32* places);

namespace mariner::grader {

namespace {

class PageEngine final : public PatternEngine {
public:
    explicit PageEngine(u32 pattern) : m_pattern(pattern) {}
    ~PageEngine() override { patterns_release(m_pattern); }
    PageEngine(const PageEngine&) = delete;
    PageEngine& operator=(const PageEngine&) = delete;

    /// Who goes on through a text begins at its start, or somewhere in one that was looked at last.
    bool find(std::string_view text, size_t from, Groups& groups, size_t /*count*/) const override {
        static std::string_view held;
        if (from == 0 || text.data() != held.data() || text.size() != held.size()) {
            patterns_set_text(text.data(), static_cast<u32>(text.size()));
            held = text;
        }
        std::array<u32, 2 * std::tuple_size_v<Groups>> places{};
        if (from > text.size() || patterns_find(m_pattern, static_cast<u32>(from), places.data()) == 0) {
            return false;
        }
        for (size_t i = 0; i < groups.size(); ++i) {
            const u32 begin = places.at(2 * i);
            const u32 end = places.at(2 * i + 1);
            groups.at(i) = begin <= end ? text.substr(begin, end - begin) : std::string_view();
        }
        return true;
    }

private:
    u32 m_pattern;
};

}  // namespace

Result<std::shared_ptr<const PatternEngine>> PatternEngine::compile(std::string_view source) {
    const u32 pattern = patterns_compile(source.data(), static_cast<u32>(source.size()));
    if (pattern == 0) {
        return Error{"a page can't search for it; mariner check may"};
    }
    return std::shared_ptr<const PatternEngine>(std::make_shared<const PageEngine>(pattern));
}

}  // namespace mariner::grader
