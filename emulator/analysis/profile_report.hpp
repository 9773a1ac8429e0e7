#pragma once
// A profile in its forms: text for the terminal, a page with the source coloured by heat, callgrind's format, and
// coverage in lcov's. Pure functions from counts to text; `mariner profile` writes the files.

#include <string>
#include <vector>

#include "emulator/analysis/profile.hpp"
#include "emulator/program/program_image.hpp"

namespace mariner {

struct ProfileSources {
    const ProgramImage& image;
    std::vector<std::string> texts{};  // by ProgramImage::files; empty where a file's text is not at hand
};

/// A source line with all that was made from it; a macro's line gathers its calls.
struct LineCount {
    u32 file = 0;
    u32 line = 0;
    u64 executed = 0;           // how often the line was
    u64 instructions = 0;       // that it cost
    std::vector<u32> branches;  // addresses of its branches
};

struct FunctionCount {
    u32 entry = 0;
    std::string name;
    u64 calls = 0;
    u64 self = 0;  // instructions from its entry up to the next function's
    u64 inclusive = 0;
};

/// Lines with instructions, in order of file and line.
std::vector<LineCount> count_lines(const Profile& profile, const ProgramImage& image);
/// Functions in order of address.
std::vector<FunctionCount> count_functions(const Profile& profile, const ProgramImage& image);
/// What costs most, with all that it calls, first.
std::vector<FunctionCount> functions_by_cost(const Profile& profile, const ProgramImage& image);

std::string profile_text(const Profile& profile, const ProfileSources& sources);
std::string profile_html(const Profile& profile, const ProfileSources& sources);
std::string profile_callgrind(const Profile& profile, const ProgramImage& image);
std::string profile_lcov(const Profile& profile, const ProgramImage& image);

/// The source line as it stands in the file, or as the image remembers it.
std::string source_line(const ProfileSources& sources, u32 file, u32 line);

}  // namespace mariner
