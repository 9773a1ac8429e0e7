// Any bytes as a rubric: TOML, then the model. An error begins with line and column; a rubric that is read can be used.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "emulator/grader/rubric.hpp"
#include "emulator/grader/text_match.hpp"

using namespace mariner;

namespace {

Result<std::string> read_named(const std::string& path) {
    return path.size() % 2 == 0 ? Result<std::string>(path) : Result<std::string>(Error{"cannot read it"});
}

Result<std::vector<u32>> read_picture(std::string_view bytes, u32 columns, u32 rows) {
    return bytes.size() % 4 == 0 ? Result<std::vector<u32>>(std::vector<u32>(size_t{columns} * rows))
                                 : Result<std::vector<u32>>(Error{"no picture"});
}

void use(const grader::Rubric& rubric) {
    for (const grader::Case& one : rubric.cases) {
        if (one.expect.output) {
            static_cast<void>(grader::match_text("output", *one.expect.output, one.expect.filters, one.input));
        }
        static_cast<void>(grader::match_absent(one.expect.absent, one.input));
        if (one.info.id.empty() || one.info.worth < 0) {
            std::abort();
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    // What generates games is honest work, not reading: many small numbers would only make the fuzzer slow.
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (text.find("random_games") != std::string_view::npos || text.find("all_lines") != std::string_view::npos) {
        return 0;
    }
    const Result<grader::Rubric> rubric = grader::read_rubric("fuzz", text, read_named, read_picture);
    if (rubric) {
        use(*rubric);
    } else if (rubric.error().message.empty() || rubric.error().message[0] < '1' || rubric.error().message[0] > '9') {
        std::abort();
    }
    return 0;
}
