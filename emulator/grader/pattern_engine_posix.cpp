// By RE2. A matcher of our own (662 lines) was weighed against it: both take time in proportion to text times pattern,
// so that no output can stall a search; ours also counted its steps exactly, over all searches of a case; with RE2 the
// case's limit on processor time takes care of that. For it RE2 is known to everybody who writes patterns, tested by
// half the world, and not ours to keep. (Which is faster has not been measured.)

#include <re2/re2.h>

#include <string>

#include "emulator/grader/pattern_engine.hpp"

namespace mariner::grader {

namespace {

constexpr std::string_view every_line = "(?m)";  // where ^ and $ are places

class Re2Engine final : public PatternEngine {
public:
    Re2Engine(std::string_view source, const re2::RE2::Options& options)
        : m_pattern(std::string(every_line) + std::string(source), options) {}

    [[nodiscard]] const re2::RE2& pattern() const { return m_pattern; }

    bool find(std::string_view text, size_t from, Groups& groups, size_t count) const override {
        std::array<re2::StringPiece, std::tuple_size_v<Groups>> found;
        if (!m_pattern.Match(re2::StringPiece(text.data(), text.size()), from, text.size(), re2::RE2::UNANCHORED,
                             found.data(), static_cast<int>(count))) {
            return false;
        }
        for (size_t i = 0; i < count; ++i) {
            groups.at(i) = {found.at(i).data(), found.at(i).size()};
        }
        return true;
    }

private:
    re2::RE2 m_pattern;
};

}  // namespace

Result<std::shared_ptr<const PatternEngine>> PatternEngine::compile(std::string_view source) {
    re2::RE2::Options options;
    options.set_encoding(re2::RE2::Options::EncodingLatin1);  // bytes: outputs need not be UTF-8
    options.set_log_errors(false);
    const auto engine = std::make_shared<const Re2Engine>(source, options);
    if (engine->pattern().ok()) {
        return std::shared_ptr<const PatternEngine>(engine);
    }
    std::string why = engine->pattern().error();
    if (const size_t ours = why.find(every_line); ours != std::string::npos) {
        why.erase(ours, every_line.size());
    }
    return Error{why};
}

}  // namespace mariner::grader
