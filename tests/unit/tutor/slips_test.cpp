// Runs tests/diagnostics/slips: small wrong programs, each with what the tutor must say. A case is
//
//     == TITLE
//     the program
//     -- LINE | WORD | REPAIRED      a message: its line, a word of its reason, what its first repair makes of the line
//
// in the order of the messages. REPAIRED is a line with \n for line feeds and \\ for backslashes, "-" if no repair is
// known, and begins with @N where it is another line than the message's. A case without such lines must be silent.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "emulator/assembler/render.hpp"
#include "emulator/support/text.hpp"
#include "emulator/tutor/program_text.hpp"
#include "emulator/tutor/proposal.hpp"
#include "emulator/tutor/tutor.hpp"

namespace mariner {
namespace {

namespace fs = std::filesystem;

const fs::path folder = fs::path(MARINER_SOURCE_DIR) / "tests" / "diagnostics" / "slips";

struct Expected {
    u32 line = 0;
    std::string word;
    std::string repaired;
    u32 repaired_line = 0;
};

struct Slipped {
    std::string name;
    std::string program;
    std::vector<Expected> expected;
};

std::string unescaped(std::string_view text) {
    std::string out;
    for (size_t i = 0; i < text.size(); ++i) {
        const bool is_escape = text[i] == '\\' && i + 1 < text.size();
        out += is_escape ? (text[i + 1] == 'n' ? '\n' : text[i + 1]) : text[i];
        i += is_escape ? 1 : 0;
    }
    return out;
}

Expected read_expected(std::string_view line) {
    Expected expected;
    const size_t first = line.find(" | ");
    const size_t second = line.find(" | ", first + 3);
    expected.line = parse_digits<u32>(line.substr(3, first - 3)).value_or(0);
    expected.word = line.substr(first + 3, second - first - 3);
    std::string_view repaired = line.substr(std::min(second + 3, line.size()));
    expected.repaired_line = expected.line;
    if (repaired.starts_with('@')) {
        const size_t blank = repaired.find(' ');
        expected.repaired_line = parse_digits<u32>(repaired.substr(1, blank - 1)).value_or(0);
        repaired.remove_prefix(blank + 1);
    }
    expected.repaired = unescaped(repaired);
    return expected;
}

std::vector<Slipped> read_cases() {
    std::vector<Slipped> cases;
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder)) {
        files.push_back(entry.path());
    }
    std::ranges::sort(files);
    for (const fs::path& file : files) {
        std::ifstream in(file);
        bool has_begun = false;
        bool in_program = false;
        for (std::string line; std::getline(in, line);) {
            if (line.starts_with("== ")) {
                cases.push_back({file.stem().string() + ": " + line.substr(3), {}, {}});
                has_begun = in_program = true;
            } else if (has_begun && line.starts_with("-- ")) {
                cases.back().expected.push_back(read_expected(line));
                in_program = false;
            } else if (in_program && !line.empty()) {
                cases.back().program += line + "\n";
            }
        }
    }
    return cases;
}

Diagnostics taught(const std::string& program) {
    MemorySources sources;
    sources.add("hw.asm", program);
    sources.add("lib.asm", "        nop\n");
    const std::vector<std::string> files = {"hw.asm"};
    Assembly assembly = assemble(files, sources, {});
    teach(assembly.diagnostics, files, sources, {});
    return std::move(assembly.diagnostics);
}

std::vector<Diagnostic> shown(const Diagnostics& diagnostics) {
    std::vector<Diagnostic> all;
    std::ranges::copy_if(diagnostics.all(), std::back_inserter(all),
                         [](const Diagnostic& one) { return one.audience != Audience::mars_only; });
    return all;
}

std::string line_of(const std::string& text, u32 number) {
    const std::vector<std::string_view> lines = lines_of(text);
    return number <= lines.size() ? std::string(lines[number - 1]) : "";
}

size_t error_count(const std::string& program) {
    MemorySources sources;
    sources.add("hw.asm", program);
    sources.add("lib.asm", "        nop\n");
    const std::vector<std::string> files = {"hw.asm"};
    AssemblerOptions options;
    options.collect_all_errors = true;
    const Assembly assembly = assemble(files, sources, options);
    return static_cast<size_t>(std::ranges::count_if(assembly.diagnostics.all(), [](const Diagnostic& one) {
        return one.audience != Audience::mars_only && info(one.message).severity == Severity::error;
    }));
}

void check_repair(const Slipped& slipped, const Expected& expected, const Diagnostic& message) {
    if (expected.repaired == "-") {
        EXPECT_TRUE(message.repairs.empty());
        return;
    }
    ASSERT_FALSE(message.repairs.empty());
    const std::vector<Edit>& edits = message.repairs[0].edits;
    ASSERT_FALSE(edits.empty());
    std::string changed = "no edit of that line";
    for (const Edit& edit : edits) {
        if (edit.line == expected.repaired_line) {
            changed = tutor::with_edits(line_of(slipped.program, edit.line), edit.file,
                                        {{edit.file, 1, edit.column, edit.length, edit.text}});
        }
    }
    EXPECT_EQ(changed, expected.repaired);
    const std::string repaired = tutor::with_edits(slipped.program, edits[0].file, edits);
    EXPECT_LE(error_count(repaired) + (info(message.message).severity == Severity::error ? 1 : 0),
              std::max<size_t>(error_count(slipped.program), 1))
        << repaired;
}

TEST(Slips, AreExplainedAndRepaired) {
    const std::vector<Slipped> cases = read_cases();
    EXPECT_GT(cases.size(), 200U);
    for (const Slipped& slipped : cases) {
        const Diagnostics diagnostics = taught(slipped.program);
        const std::vector<Diagnostic> messages = shown(diagnostics);
        SCOPED_TRACE(slipped.name + "\n" + slipped.program + people_report(diagnostics, {}));
        EXPECT_EQ(messages.size(), slipped.expected.size());
        for (size_t i = 0; i < std::min(messages.size(), slipped.expected.size()); ++i) {
            const Expected& expected = slipped.expected[i];
            const std::string said = sentence(messages[i]) + " " + messages[i].hint + " " + messages[i].why;
            EXPECT_EQ(messages[i].line, expected.line);
            EXPECT_NE(said.find(expected.word), std::string::npos) << expected.word;
            check_repair(slipped, expected, messages[i]);
        }
    }
}

TEST(Slips, HaveACaseEach) {
    std::set<std::string> met;
    for (const Slipped& slipped : read_cases()) {
        for (const Diagnostic& message : shown(taught(slipped.program))) {
            met.insert(message.slip);
        }
    }
#define SLIP(id, trust, wrong, way, why, see) EXPECT_TRUE(met.contains(#id)) << #id;
#include "emulator/tutor/slips.inc"
#undef SLIP
}

/// What is right, and what MARS takes, has nothing doubtful in it but these.
TEST(Doubts, AreSilentAboutRightPrograms) {
    const std::set<std::string> doubtful = {
        "huge_numbers_wrap.asm",      // numbers that are cut off on purpose
        "numbers_as_reals.asm",       // one such
        "label_colon_only.asm",       // a label named nop that nothing uses
        "string_unterminated.asm",    // strings without an end, on purpose
        "unknown_operator_data.asm",  // an instruction among data, on purpose
        "odd_register_ldc1.asm",      // odd registers of doubles, on purpose, as in the next four
        "odd_register_add_d.asm",
        "odd_register_c_lt_d.asm",
        "odd_register_abs_d.asm",
        "handler_fpu_odd_register.asm",
        "string_adjacent.asm",  // texts side by side, on purpose
        "string_escapes.asm",   // escapes that there aren't, on purpose
        "token_string_ok.asm",  // likewise
        "entry_first.asm",      // no exit
        "entry_main.asm",       // nor here
        "range_fits.asm",       // results that nobody takes, on purpose
    };
    size_t count = 0;
    for (const char* const name :
         {"tests/conformance/cases", "tests/bench", "asm", "docs/examples", "tests/programs"}) {
        for (const auto& entry : fs::recursive_directory_iterator(fs::path(MARINER_SOURCE_DIR) / name)) {
            if (entry.path().extension() != ".asm" || doubtful.contains(entry.path().filename().string())) {
                continue;
            }
            DiskSources sources(entry.path().parent_path().string());
            const std::vector<std::string> files = {entry.path().string()};
            Assembly assembly = assemble(files, sources, {});
            if (!assembly.image) {
                continue;
            }
            ++count;
            teach(assembly.diagnostics, files, sources, {});
            for (const Diagnostic& message : shown(assembly.diagnostics)) {
                EXPECT_NE(message.message, Message::doubt)
                    << entry.path() << ":" << message.line << " " << message.slip;
            }
        }
    }
    EXPECT_GT(count, 500U);
}

}  // namespace
}  // namespace mariner
