// Breaks right programs by one slip of the fingers, at random: what the first way out makes of them should be the
// program as it was, and no way out may make it worse.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <random>
#include <sstream>

#include "emulator/assembler/render.hpp"
#include "emulator/tutor/line.hpp"
#include "emulator/tutor/program_text.hpp"
#include "emulator/tutor/tutor.hpp"

namespace mariner {
namespace {

namespace fs = std::filesystem;

struct Checked {
    size_t errors = 0;
    Diagnostics diagnostics;
};

Checked check(const std::string& program, bool teaching) {
    MemorySources sources;
    sources.add("hw.asm", program);
    const std::vector<std::string> files = {"hw.asm"};
    AssemblerOptions options;
    Assembly assembly = assemble(files, sources, options);
    Checked checked;
    if (teaching) {
        checked.diagnostics = assembly.diagnostics;
        teach(checked.diagnostics, files, sources, options);
    }
    options.collect_all_errors = true;
    const Assembly all = assemble(files, sources, options);
    checked.errors = static_cast<size_t>(std::ranges::count_if(all.diagnostics.all(), [](const Diagnostic& one) {
        const bool is_wrong =
            info(one.message).severity == Severity::error || one.message == Message::directive_ignored;
        return is_wrong && one.audience != Audience::mars_only;
    }));
    return checked;
}

/// Programs as people write them: those that assemble, without files that they include.
std::vector<std::string> right_programs() {
    constexpr size_t longest = 12'000;
    std::vector<fs::path> paths;
    const fs::path root(MARINER_SOURCE_DIR);
    for (const char* const folder :
         {"tests/conformance/cases/programs", "asm", "docs/examples", "tests/bench/programs"}) {
        for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
            if (entry.path().extension() == ".asm") {
                paths.push_back(entry.path());
            }
        }
    }
    std::ranges::sort(paths);
    std::vector<std::string> programs;
    for (const fs::path& path : paths) {
        std::ifstream in(path, std::ios::binary);
        std::ostringstream text;
        text << in.rdbuf();
        if (text.str().size() <= longest && check(text.str(), false).errors == 0) {
            programs.push_back(text.str());
        }
    }
    return programs;
}

/// A key beside another one.
char neighbour(char c, std::mt19937& random) {
    static constexpr std::string_view rows[] = {"qwertyuiop[",  "asdfghjkl;'", "zxcvbnm,./",
                                                "1234567890-=", "#$%^&*()_",   "\";"};
    for (const std::string_view row : rows) {
        const size_t at = row.find(c);
        if (at != std::string_view::npos) {
            const bool goes_right = at == 0 || (at + 1 < row.size() && random() % 2 == 0);
            return goes_right ? row[at + 1] : row[at - 1];
        }
    }
    return 'x';
}

/// Of the code, without comments and what strings hold.
std::vector<size_t> places_to_break(const std::string& program) {
    std::vector<size_t> places;
    size_t start = 0;
    while (start < program.size()) {
        const size_t end = std::min(program.find('\n', start), program.size());
        const std::string_view text = std::string_view(program).substr(start, end - start);
        for (const tutor::LinePiece& piece : tutor::read_line(text).pieces) {
            const bool is_string = piece.kind == tutor::PieceKind::string;
            for (u32 at = piece.offset; at < piece.end(); ++at) {
                if (!is_string || at == piece.offset || at + 1 == piece.end()) {
                    places.push_back(start + at);
                }
            }
        }
        start = end + 1;
    }
    return places;
}

std::string broken(const std::string& program, std::mt19937& random) {
    const std::vector<size_t> places = places_to_break(program);
    const size_t at = places[random() % places.size()];
    std::string text = program;
    switch (random() % 4) {
        case 0:
            text.erase(at, 1);
            break;
        case 1:
            text.insert(at, 1, text[at]);
            break;
        case 2:
            if (at + 1 < text.size() && text[at + 1] != '\n') {
                std::swap(text[at], text[at + 1]);
            }
            break;
        default:
            text[at] = neighbour(text[at], random);
    }
    return text;
}

TEST(Breaking, IsUndoneByTheFirstWayOut) {
    const std::vector<std::string> programs = right_programs();
    ASSERT_GT(programs.size(), 20U);
    std::mt19937 random(20261119);
    const char* const shown = std::getenv("MARINER_SHOW_BREAKS");
    const size_t wanted = shown != nullptr ? 300 : 600;
    size_t wrong = 0;
    size_t undone = 0;
    for (size_t i = 0; wrong < wanted && i < 20 * wanted; ++i) {
        const std::string& right = programs[random() % programs.size()];
        const std::string text = broken(right, random);
        const Checked checked = check(text, true);
        if (checked.errors == 0) {
            continue;
        }
        ++wrong;
        bool is_first = true;
        bool is_undone = false;
        for (const Diagnostic& message : checked.diagnostics.all()) {
            for (const Repair& repair :
                 message.audience != Audience::mars_only ? message.repairs : std::vector<Repair>()) {
                const std::string repaired =
                    repair.edits.empty() ? text : tutor::with_edits(text, repair.edits[0].file, repair.edits);
                is_undone |= is_first && repaired == right;
                is_first = false;
                EXPECT_LE(check(repaired, false).errors, checked.errors) << people_report(checked.diagnostics, {});
            }
        }
        undone += is_undone ? 1 : 0;
        if (shown != nullptr && !is_undone) {
            std::cout << people_report(checked.diagnostics, {}) << "----\n";
        }
    }
    std::cout << undone << " of " << wrong << " undone\n";
    EXPECT_GE(undone * 100, wrong * 70);
}

}  // namespace
}  // namespace mariner
