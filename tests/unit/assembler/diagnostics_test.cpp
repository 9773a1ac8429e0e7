// Runs tests/diagnostics: a wrong program per row of messages.inc. A comment `expect: id@column ...` stands on every
// line that is wrong (`expect: id` where the line as a whole is meant), nothing else may be reported, and where
// <name>.mars exists, recorded from MARS, its lines must be those that `mariner mars` prints.

#include "emulator/assembler/diagnostics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "emulator/assembler/assembler.hpp"
#include "emulator/assembler/render.hpp"

namespace mariner {
namespace {

namespace fs = std::filesystem;

const fs::path folder = fs::path(MARINER_SOURCE_DIR) / "tests" / "diagnostics";

std::string read_text(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

std::vector<std::string> words_after(const std::string& line, std::string_view mark) {
    std::vector<std::string> words;
    const size_t at = line.find(mark);
    if (at != std::string::npos) {
        std::istringstream in(line.substr(at + mark.size()));
        for (std::string word; in >> word;) {
            words.push_back(word);
        }
    }
    return words;
}

void set_limit(AssemblerLimits& limits, const std::string& word) {
    const size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const auto value = static_cast<u32>(std::stoul(word.substr(equals + 1)));
    if (name == "source_lines") {
        limits.source_lines = value;
    } else if (name == "line_bytes") {
        limits.line_bytes = value;
    } else if (name == "expanded_lines") {
        limits.expanded_lines = value;
    } else if (name == "data_items") {
        limits.data_items = value;
    } else if (name == "statements") {
        limits.statements = value;
    } else if (name == "include_depth") {
        limits.include_depth = value;
    } else if (name == "macro_depth") {
        limits.macro_depth = value;
    } else if (name == "errors") {
        limits.errors = value;
    } else if (name == "warnings") {
        limits.warnings = value;
    } else {
        FAIL() << "unknown limit " << name;
    }
}

AssemblerOptions read_options(const std::string& text) {
    AssemblerOptions options;
    const std::string first = text.substr(0, text.find('\n'));
    for (const std::string& word : words_after(first, "# limits:")) {
        set_limit(options.limits, word);
    }
    for (const std::string& word : words_after(first, "# options:")) {
        options.allow_pseudo &= word != "np";
        options.warnings_are_errors |= word == "we";
    }
    return options;
}

/// "file:line: id@column" for every expectation in a file.
void collect_expectations(const fs::path& path, std::multiset<std::string>& out) {
    std::istringstream in(read_text(path));
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        for (const std::string& word : words_after(line, "# expect:")) {
            out.insert(path.filename().string() + ":" + std::to_string(number) + ": " + word);
        }
    }
}

std::string describe(const Diagnostics& all, const Diagnostic& diagnostic, const std::string& main_file) {
    const std::string file = diagnostic.file == Diagnostic::no_file
                                 ? main_file
                                 : fs::path(all.files()[diagnostic.file].name).filename().string();
    const std::string column = diagnostic.column > 0 ? std::string("@").append(std::to_string(diagnostic.column)) : "";
    return file + ":" + std::to_string(diagnostic.line) + ": " + std::string(info(diagnostic.message).id) + column;
}

std::string without_folder(std::string text) {
    const std::string prefix = folder.string() + "/";
    for (size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix, at)) {
        text.erase(at, prefix.size());
    }
    return text;
}

std::vector<std::string> names_of(std::string_view extension) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() == extension) {
            names.push_back(entry.path().stem());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

class WrongProgram : public testing::TestWithParam<std::string> {
protected:
    void SetUp() override {
        m_file = folder / (GetParam() + ".asm");
        DiskSources sources(folder.string());
        const std::vector<std::string> files = {m_file.string()};
        m_assembly = assemble(files, sources, read_options(read_text(m_file)));
    }

    fs::path m_file;
    Assembly m_assembly;
};

TEST_P(WrongProgram, IsReportedWhereItsCommentsSay) {
    std::multiset<std::string> expected;
    std::multiset<std::string> reported;
    for (const DiagnosticFile& file : m_assembly.diagnostics.files()) {
        collect_expectations(file.name, expected);
    }
    for (const Diagnostic& diagnostic : m_assembly.diagnostics.all()) {
        if (diagnostic.audience != Audience::mars_only) {
            reported.insert(describe(m_assembly.diagnostics, diagnostic, m_file.filename()));
        }
    }
    EXPECT_EQ(expected, reported);
    EXPECT_FALSE(reported.empty());
}

class RecordedProgram : public WrongProgram {};

TEST_P(RecordedProgram, IsReportedInMarsWords) {
    EXPECT_EQ(without_folder(mars_report(m_assembly.diagnostics)), read_text(folder / (GetParam() + ".mars")));
}

INSTANTIATE_TEST_SUITE_P(Diagnostics, WrongProgram, testing::ValuesIn(names_of(".asm")),
                         [](const auto& test) { return test.param; });

INSTANTIATE_TEST_SUITE_P(Diagnostics, RecordedProgram, testing::ValuesIn(names_of(".mars")),
                         [](const auto& test) { return test.param; });

TEST(DiagnosticsFolder, HasAProgramForEveryMessage) {
    const std::vector<std::string> programs = names_of(".asm");
    const auto has_program = [&](std::string_view id) {
        return std::find(programs.begin(), programs.end(), id) != programs.end();
    };
#define MESSAGE(id, severity, mars, ours, hint)                                     \
    if (Message::id != Message::file_unreadable && Message::id != Message::doubt) { \
        EXPECT_TRUE(has_program(#id)) << "tests/diagnostics/" << #id << ".asm";     \
    }
#include "emulator/assembler/messages.inc"
#undef MESSAGE
}

TEST(Diagnostics, NameAFileThatCannotBeRead) {
    MemorySources sources;
    const std::vector<std::string> files = {"missing.asm"};
    const Assembly assembly = assemble(files, sources, {});
    ASSERT_EQ(assembly.diagnostics.all().size(), 1U);
    EXPECT_EQ(assembly.diagnostics.all()[0].message, Message::file_unreadable);
    EXPECT_FALSE(assembly.image);
}

}  // namespace
}  // namespace mariner
