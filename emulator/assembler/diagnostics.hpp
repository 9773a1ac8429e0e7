#pragma once
// What the assembler found wrong: a list of messages with their places. Every pass reports to one Diagnostics; it keeps
// MARS's limit and order. A plain value that outlives the assembler; render.hpp makes text or JSON of it.

#include <string>
#include <string_view>
#include <vector>

#include "emulator/support/types.hpp"

namespace mariner {

enum class Severity : u8 { warning, error };

enum class Message : u8 {
#define MESSAGE(id, severity, mars, ours, hint) id,
#include "emulator/assembler/messages.inc"
#undef MESSAGE
};

struct MessageInfo {
    std::string_view id;
    Severity severity{};
    std::string_view mars;
    std::string_view ours;
    std::string_view hint;
};

const MessageInfo& info(Message message);

/// Who sees a message. MARS repeats lexical errors and stops at an undefined symbol; people see each error once.
enum class Audience : u8 { all, mars_only, people_only };

/// A part of one line that is replaced by a text, which may bring lines of its own.
struct Edit {
    u32 file = 0;    // index into Diagnostics::files()
    u32 line = 0;    // from 1
    u32 column = 0;  // from 1, in UTF-16 units
    u32 length = 0;  // in the same units
    std::string text;
};

/// How sure it is that a repair is what was meant.
enum class Trust : u8 { certain, likely, sketch };

/// A way out of an error that was tried: with these edits the program assembles without it.
struct Repair {
    std::string sentence;
    Trust trust = Trust::likely;
    std::vector<Edit> edits;
};

struct Diagnostic {
    static constexpr u32 no_file = 0xffffffff;

    Message message{};
    Audience audience = Audience::all;
    u32 file = no_file;            // index into Diagnostics::files()
    u32 line = 0;                  // from 1; 0 if unknown. In a macro the line of its body
    u32 column = 0;                // from 1, in UTF-16 units of `text`; 0 if the line as a whole is meant
    u32 length = 0;                // of the marked part, in the same units
    u32 repetitions = 1;           // MARS prints the message that often
    std::vector<u32> chain;        // the lines of the macro calls that led here, outermost first
    bool mars_knows_chain = true;  // false: only people get to see it
    std::vector<std::string> arguments;
    std::string text;  // the line as it was assembled (after substitutions), UTF-8
    std::string hint;  // for the case at hand; empty: the message's general one
    // What the tutor found out about the case, if anything.
    std::string slip;   // the kind of mistake, a row of tutor/slips.inc
    std::string wrong;  // in place of the message's sentence
    std::string why;
    std::string see;  // words for `mariner ref`
    std::vector<Repair> repairs;
    bool stops = false;  // a warning that errors follow from, so that nothing runs
};

/// Of this message: that of its kind, or worse.
Severity severity_of(const Diagnostic& diagnostic);

/// A file by the name its user knows it by, and by the absolute path that MARS prints.
struct DiagnosticFile {
    std::string name;
    std::string path;
};

class Diagnostics {
public:
    explicit Diagnostics(u32 error_limit = 200, u32 warning_limit = 100'000)
        : m_error_limit(error_limit), m_warning_limit(warning_limit) {}

    /// Once more errors than the limit were reported, a last message says so and nothing more is kept.
    void add(Diagnostic diagnostic);

    /// Counts the last message once more; false if it is no warning, or nothing is kept any more.
    bool repeat_last_warning();

    [[nodiscard]] bool has_errors() const { return m_errors > 0; }
    [[nodiscard]] bool has_warnings() const { return m_warnings > 0; }
    [[nodiscard]] bool limit_exceeded() const { return m_errors > m_error_limit; }
    [[nodiscard]] const std::vector<Diagnostic>& all() const { return m_all; }

    /// From now on people see these in place of what was reported; MARS's report stays as it is.
    void show_people(std::vector<Diagnostic> instead);

    u32 add_file(DiagnosticFile file);
    [[nodiscard]] const std::vector<DiagnosticFile>& files() const { return m_files; }

private:
    void add_warning(Diagnostic diagnostic);
    void add_for_people(Diagnostic diagnostic);

    std::vector<Diagnostic> m_all;
    std::vector<DiagnosticFile> m_files;
    u32 m_error_limit;
    u32 m_warning_limit;
    u32 m_errors = 0;
    u32 m_warnings = 0;
    u32 m_people_errors = 0;
};

}  // namespace mariner
