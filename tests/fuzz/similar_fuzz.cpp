// Any bytes as a class: texts between bytes 0x1d are submissions, compared with each other and with the first as a
// handout. Each must be read within its limits, passages must be what they claim, and all reports must come out.

#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/similar/report.hpp"

namespace {

using namespace mariner;
using namespace mariner::similar;

void require(bool holds) {
    if (!holds) {
        std::abort();
    }
}

std::vector<ComparedProgram> read_all(std::string_view input) {
    std::vector<ComparedProgram> programs;
    while (programs.size() < 6) {
        const size_t end = input.find('\x1d');
        const std::vector<SourceFile> files = {{"a.asm", std::string(input.substr(0, end))}};
        programs.push_back(read_program(files, {20'000, 500}));
        require(programs.back().tokens.size() <= 500);
        if (end == std::string_view::npos) {
            break;
        }
        input.remove_prefix(end + 1);
    }
    return programs;
}

void check_pair(const Pair& pair, std::span<const ComparedProgram> programs, const CompareOptions& options) {
    u32 alike = 0;
    u32 end = 0;
    for (const Passage& passage : pair.passages) {
        require(passage.left >= end && passage.length >= options.k);
        end = passage.left + passage.length;
        for (u32 i = 0; i < passage.length; ++i) {
            require(programs[pair.left].tokens.at(passage.left + i).code ==
                    programs[pair.right].tokens.at(passage.right + i).code);
        }
        alike += passage.length;
    }
    require(alike == pair.alike && pair.percent() <= 100 && pair.percent() >= options.threshold);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const u8* data, size_t size) {
    const std::vector<ComparedProgram> programs = read_all({reinterpret_cast<const char*>(data), size});
    const std::vector<std::string> names(programs.size(), "x");
    CompareOptions options;
    options.k = 4;
    options.w = 3;
    for (const bool has_base : {false, true}) {
        const std::span<const ComparedProgram> base(programs.data(), has_base ? 1 : 0);
        const Comparison comparison = compare(programs, base, options);
        for (const Pair& pair : comparison.pairs) {
            check_pair(pair, programs, options);
        }
        const Report report{names, programs, comparison, options, {}};
        require(!similar_text(report).empty() && !similar_json(report).empty() && !similar_html(report).empty());
    }
    return 0;
}
