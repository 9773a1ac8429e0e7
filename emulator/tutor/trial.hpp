#pragma once
// Assembling a program to see what is wrong with it, and whether an edit makes it better. Every assembly is paid for,
// so that no source makes the tutor work for long.

#include <span>
#include <string>
#include <vector>

#include "emulator/assembler/assembler.hpp"
#include "emulator/tutor/program_text.hpp"
#include "emulator/tutor/survey.hpp"

namespace mariner::tutor {

/// An error (or a directive that is passed over), and the line of the text that it is about; line 0 if about none.
struct Fault {
    Diagnostic diagnostic;
    SourceSpot place;
    std::string key;  // the same fault has the same one after an edit elsewhere
    u32 origin = 0;   // of its line
};

struct Trial {
    ProgramText text;
    std::vector<Fault> faults;
    bool is_complete = true;  // all faults are listed
    bool is_too_large = false;
};

/// From the best to the worst. With the two in the middle, what is wrong is wrong in the same line.
enum class TrialOutcome : u8 { repaired, another_in_line, still_there, no_better };

class Trials {
public:
    Trials(std::span<const std::string> files, SourceProvider& sources, const AssemblerOptions& options);

    /// The files that an assembly read, as far as they can be read again.
    ProgramText read(const Diagnostics& diagnostics);

    /// The program as it is. All files it reads become part of the text.
    Trial assemble(ProgramText text);
    [[nodiscard]] bool may_go_on() const { return m_spent < m_budget; }
    /// Reading a text loosely costs as much as assembling it so many times.
    Survey survey(const ProgramText& text) {
        constexpr u64 cost = 10;
        m_spent += cost * text.line_count();
        return Survey(text);
    }

    /// Whether `target`, a fault of `before`, is gone in `after`, and no other came.
    [[nodiscard]] static TrialOutcome compare(const Trial& before, const Fault& target, const Trial& after);

private:
    std::span<const std::string> m_files;
    SourceProvider* m_sources;
    AssemblerOptions m_options;
    u64 m_budget = 0;  // in lines; known once the program was read
    u64 m_spent = 0;
};

}  // namespace mariner::tutor
