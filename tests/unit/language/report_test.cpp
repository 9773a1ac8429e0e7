#include "emulator/language/actions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "emulator/support/file.hpp"
#include "emulator/support/text.hpp"
#include "tests/unit/language/workspace_fixture.hpp"

namespace mariner::language {
namespace {

TEST(Report, MarksTheWrittenLineWhereAConstantWasReplaced) {
    const struct {
        std::string_view written, assembled;
        u32 column, length;
        std::string_view marked;
    } rows[] = {
        {"  li $t0, N # n", "  li $t0, N # n", 10, 1, "N"},
        {"  sll $t0, $t1, N", "  sll $t0, $t1, 70000", 16, 5, "N"},
        {"  addi $t0, N, $t9x", "  addi $t0, 5, $t9x", 15, 4, "$t9x"},
        {"  addi $t0x, $t1, LONG", "  addi $t0x, $t1, 5", 7, 4, "$t0x"},
        {"  lw $t0, OFF($sp)", "  lw $t0, 123456($sp)", 10, 6, "OFF"},
    };
    for (const auto& row : rows) {
        const TextRange range = range_in_line(3, row.written, row.assembled, row.column, row.length);
        EXPECT_EQ(row.written.substr(range.begin.offset, range.end.offset - range.begin.offset), row.marked);
    }
}

struct AllErrors {
    size_t count = 0;
    std::multiset<std::string> kinds;
};

AllErrors all_errors(const std::string& text) {
    MemorySources sources;
    sources.add("a.asm", text);
    AssemblerOptions options;
    options.collect_all_errors = true;
    AllErrors all;
    const Assembly assembly = assemble(std::vector<std::string>{"a.asm"}, sources, options);
    for (const Diagnostic& one : assembly.diagnostics.all()) {
        const bool is_fault =
            info(one.message).severity == Severity::error || one.message == Message::directive_ignored;
        if (is_fault && one.audience != Audience::mars_only) {
            ++all.count;
            all.kinds.insert(std::string(info(one.message).id) + (one.arguments.empty() ? "" : one.arguments[0]));
        }
    }
    return all;
}

/// The programs of tests/diagnostics.
std::vector<std::string> wrong_programs() {
    std::vector<std::string> programs;
    for (const auto& entry : std::filesystem::directory_iterator(MARINER_SOURCE_DIR "/tests/diagnostics/slips")) {
        const Result<std::string> text = read_file(entry.path().string());
        bool is_open = false;
        for (const std::string_view line : lines_of(*text)) {
            if (line.starts_with("== ")) {
                programs.emplace_back();
                is_open = true;
            } else if (line.starts_with("-- ") || line.empty()) {
                is_open = false;
            } else if (is_open) {
                programs.back() += std::string(line) + "\n";
            }
        }
    }
    for (const auto& entry : std::filesystem::directory_iterator(MARINER_SOURCE_DIR "/tests/diagnostics")) {
        constexpr u64 most = 20'000;  // the rest are tests of limits
        if (entry.path().extension() == ".asm" && entry.file_size() < most) {
            programs.push_back(*read_file(entry.path().string()));
        }
    }
    return programs;
}

TEST(Report, OffersRepairsThatTakeAnErrorAwayAndBringNone) {
    size_t tried = 0;
    for (const std::string& program : wrong_programs()) {
        OpenTexts texts(program);
        const AllErrors before = all_errors(program);
        for (const EditorAction& action : actions_at(*texts.view(), *texts.file(), texts.file()->text.whole())) {
            if (action.kind != ActionKind::repair) {
                continue;
            }
            const AllErrors after = all_errors(with_file_edits(texts.file()->text, action.edits));
            ++tried;
            if (action.repaired->kind == ReportKind::error) {
                EXPECT_LT(after.count, before.count) << program << action.title;
            } else {
                EXPECT_LE(after.count, before.count) << program << action.title;
            }
            EXPECT_TRUE(std::ranges::includes(before.kinds, after.kinds)) << program << action.title;
        }
    }
    EXPECT_GT(tried, 250U);
}

TEST(Report, TellsOfEveryFileOfAProgram) {
    OpenTexts texts({{"a.asm", ".globl main\nmain: jal f\n nop\n"}, {"b.asm", ".globl f\nf: lii $t0, 1\n"}});
    const std::vector<ReportEntry> entries = report_of(*texts.view(), false);
    ASSERT_EQ(entries.size(), 1U);
    EXPECT_EQ(entries[0].path, "b.asm");
    EXPECT_EQ(entries[0].range, (TextRange{{1, 3}, {1, 6}}));
}

}  // namespace
}  // namespace mariner::language
