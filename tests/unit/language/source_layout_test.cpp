// A layout changes blanks only: the programs of this project, laid out, are the same programs.

#include "emulator/language/source_layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "emulator/assembler/assembler.hpp"
#include "emulator/support/file.hpp"

namespace mariner::language {
namespace {

namespace fs = std::filesystem;

std::string formatted(const std::string& text) {
    return laid_out(text, habit_of(TextDocument(text)));
}

TEST(SourceLayout, PutsTheRareLineWhereMostLinesAre) {
    EXPECT_EQ(formatted("main:   li      $t0, 4      # four\n"
                        "        li      $t1, 5      # five\n"
                        "  addu $t0,$t0 ,   $t1 # nine\n"
                        "loop:b loop\n"
                        "   # a note\n"
                        "# another\n"
                        "        addiu   $t0, $t0, 1\n"
                        "        sw      $t0, 4($sp)\n"),
              "main:   li      $t0, 4      # four\n"
              "        li      $t1, 5      # five\n"
              "        addu    $t0, $t0, $t1 # nine\n"
              "loop:   b       loop\n"
              "        # a note\n"
              "# another\n"
              "        addiu   $t0, $t0, 1\n"
              "        sw      $t0, 4($sp)\n");
}

TEST(SourceLayout, KeepsStringsAndWhatIsNoLanguageElement) {
    for (const char* const line : {"s: .asciiz \"a  ,  b\"\n", "   li   $t0, 'x\n", " .asciiz \"open   \n", "\f\n"}) {
        const std::string out = formatted(line);
        const std::string_view text(line);
        const size_t quote = std::min(text.find_first_of("\"'\f"), text.size());
        EXPECT_NE(out.find(text.substr(quote)), std::string::npos) << out;
    }
}

TEST(SourceLayout, KeepsTabsWhereTheyAreTheHabit) {
    const std::string text = "main:\tli\t$t0, 4\t# four\n\tli\t$t1, 5\t# five\n\tnop\n";
    EXPECT_EQ(formatted(text), text);
    EXPECT_EQ(formatted(text + " li $t2, 6 # six\n"), text + "\tli\t$t2, 6\t# six\n");
}

TEST(SourceLayout, TakesColumnsFromAnEditorConfig) {
    const std::string config =
        "root = true\n[*.{asm,s}]\nmariner_instruction_column = 4\nmariner_operand_column = 12\n"
        "mariner_comment_column = 24\n[*.c]\nmariner_comment_column = 60\n";
    const auto read = [&](const std::string& path) { return path == "/a/.editorconfig" ? config : std::string(); };
    const std::string text = "main: li $t0, 4 # four\n";
    const std::string out = laid_out(text, style_of(TextDocument(text), "/a/b/x.asm", read));
    EXPECT_EQ(out, "main: li      $t0, 4    # four\n");
    EXPECT_EQ(laid_out(text, style_of(TextDocument(text), "/a/b/x.txt", read)), formatted(text));
}

std::vector<fs::path> sources_below(const fs::path& folder) {
    std::vector<fs::path> paths;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.path().extension() == ".asm" || entry.path().extension() == ".s") {
            paths.push_back(entry.path());
        }
    }
    std::ranges::sort(paths);
    return paths;
}

/// Reads one file as another text, and what it includes from the disk.
class OneChanged final : public SourceProvider {
public:
    OneChanged(std::string path, std::string text) : m_path(std::move(path)), m_text(std::move(text)) {}
    Result<std::string> read(const std::string& path, size_t limit) override {
        return path == m_path ? Result<std::string>(m_text) : m_disk.read(path, limit);
    }
    std::string absolute_path(const std::string& path) override { return m_disk.absolute_path(path); }

private:
    std::string m_path;
    std::string m_text;
    DiskSources m_disk{"/"};
};

/// Everything about a program but the columns: words, data, symbols, the lines that instructions come from, messages.
std::string summary_of(const std::string& path, const std::string& text) {
    OneChanged sources(path, text);
    AssemblerOptions options;
    options.limits.expanded_lines = 20'000;
    const Assembly assembly = assemble(std::vector<std::string>{path}, sources, options);
    std::string out;
    for (const Diagnostic& one : assembly.diagnostics.all()) {
        out += std::to_string(one.line) + " " + std::string(info(one.message).id) + "\n";
    }
    if (assembly.image) {
        for (const TextEntry& entry : assembly.image->text) {
            const bool has_line = entry.statement != TextEntry::no_statement;
            out += std::to_string(entry.address) + " " + std::to_string(entry.word) + " " +
                   (has_line ? std::to_string(assembly.image->statements[entry.statement].line) : "") + "\n";
        }
        for (const DataRange& range : assembly.image->data) {
            out += std::to_string(range.address) + std::string(range.bytes.begin(), range.bytes.end()) + "\n";
        }
        for (const Symbol& symbol : assembly.image->symbols) {
            out += symbol.name + " " + std::to_string(symbol.address) + "\n";
        }
    }
    return out;
}

TEST(SourceLayout, ChangesNoByteOfAnyProgramAndNothingTheSecondTime) {
    size_t count = 0;
    size_t changed = 0;
    for (const char* const folder :
         {"tests/conformance/cases", "tests/programs", "tests/bench", "tests/diagnostics", "asm"}) {
        for (const fs::path& path : sources_below(fs::path(MARINER_SOURCE_DIR) / folder)) {
            const Result<std::string> text = read_file(path.string());
            ASSERT_TRUE(text.has_value());
            if (text->size() > 200'000) {
                continue;
            }
            const std::string once = formatted(*text);
            ++count;
            changed += once != *text ? 1 : 0;
            EXPECT_TRUE(formatted(once) == once) << path << " changes again";
            EXPECT_TRUE(summary_of(path.string(), once) == summary_of(path.string(), *text)) << path;
        }
    }
    EXPECT_GT(count, 900U);
    EXPECT_GT(changed, 20U);  // most are laid out by hand
}

/// As somebody writes who doesn't care: every run of blanks outside strings and comments is another one.
std::string untidy(const std::string& text, u32 seed) {
    std::string out;
    bool is_plain = true;
    for (size_t i = 0; i < text.size(); ++i) {
        is_plain = text[i] == '\n' || (is_plain && text[i] != '"' && text[i] != '\'' && text[i] != '#');
        seed = seed * 1664525U + 1013904223U;
        out += text[i];
        if (is_plain && text[i] == ' ' && (seed >> 28) < 5) {
            out += (seed >> 20) % 3 == 0 ? "\t" : "   ";
        }
    }
    return out;
}

TEST(SourceLayout, TidiesWhatIsUntidyWithoutChangingIt) {
    for (const fs::path& path : sources_below(fs::path(MARINER_SOURCE_DIR) / "tests/conformance/cases")) {
        const Result<std::string> text = read_file(path.string());
        ASSERT_TRUE(text.has_value());
        if (text->size() > 100'000) {
            continue;
        }
        const std::string wild = untidy(*text, 1);
        const std::string once = formatted(wild);
        EXPECT_TRUE(formatted(once) == once) << path << " changes again";
        EXPECT_TRUE(summary_of(path.string(), once) == summary_of(path.string(), wild)) << path;
    }
}

}  // namespace
}  // namespace mariner::language
