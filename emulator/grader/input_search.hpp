#pragma once
// Looks for what to type into a program so that every instruction is reached and every branch goes both ways: edge
// values first, then changes of what has reached something new. The same program gives the same inputs. Used to propose
// a rubric's cases, and to tell a wrong version from the right one.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/grader/rubric.hpp"
#include "emulator/program/program_image.hpp"
#include "emulator/runtime/runner.hpp"

namespace mariner::grader {

/// The files that a program finds and may write; nothing is granted unless told.
struct TrialFolder {
    bool is_granted = false;
    std::map<std::string, std::string> files;
    bool operator==(const TrialFolder&) const = default;
};

/// What a run was like from outside, and where it came by.
struct TriedInput {
    std::string input;
    TrialFolder folder;
    std::string output;
    std::map<std::string, std::string> written;  // files that came to be, or are other ones now
    std::set<std::string> refused;               // names that it couldn't open
    std::string ending;                          // runtime's word
    i32 exit_status = 0;
    bool says_status = false;  // it ended by the service that takes one
    u64 steps = 0;
    bool is_fine = false;      // it ended by itself
    bool wants_more = false;   // it read behind the end of the input
    bool draws = false;        // it wrote where the display usually is, or the heap
    std::vector<u32> reached;  // addresses of instructions, sorted; one more for a branch that is taken
};

/// Runs one program again and again.
class InputTrial {
public:
    /// The image must outlive it.
    static Result<std::unique_ptr<InputTrial>> create(const ProgramImage& image, const CaseLimits& limits,
                                                      TrialFolder folder = {});
    ~InputTrial();
    /// `counted`: also where it came by, which takes longer.
    TriedInput run(std::string_view input, bool counted);

private:
    class Inside;
    explicit InputTrial(std::unique_ptr<Inside> inside);
    std::unique_ptr<Inside> m_inside;
};

struct InputSearchLimits {
    size_t runs = 3000;
    size_t more_runs = 9000;      // where something is left that nothing has reached
    u64 steps = 300'000'000;      // of all runs together
    u64 case_steps = 20'000'000;  // of one
    size_t inputs = 12;           // that are proposed
};

struct FoundInputs {
    std::vector<TriedInput> proposed;  // together they reach what was reached by good runs; the first reach most
    std::vector<TriedInput> bad;       // on which the program itself goes wrong, one for each way
    std::set<u32> missed;              // as TriedInput::reached
    std::set<std::string> refused;     // by any run
    size_t runs = 0;
};

/// Changes inputs by the rules above, deterministically.
class InputMaker {
public:
    /// `program`: numbers and characters that it compares with are worth typing.
    InputMaker(const ProgramImage& program, std::vector<std::string> samples);
    /// Edge values by themselves and in short rows, and the samples.
    [[nodiscard]] const std::vector<std::string>& first() const { return m_first; }
    /// Something like one of these.
    std::string changed(const std::vector<std::string>& corpus);
    /// `base` with another line behind it.
    std::string longer(const std::string& base);

private:
    u32 random(size_t below);
    std::string line();
    /// Other letters, more of them, or the same backwards.
    void respell(std::string& line);
    /// Some of the lines again and again, up to where they ended or further: equal numbers, rows that are alike.
    void repeat(std::vector<std::string>& lines);

    std::vector<std::string> m_words;
    std::string m_signs;  // that are worth putting into a line
    std::vector<std::string> m_first;
    u64 m_state = 0x9e3779b97f4a7c15;
};

Result<FoundInputs> search_inputs(const ProgramImage& image, std::vector<std::string> samples,
                                  const InputSearchLimits& limits, const TrialFolder& folder = {});

/// The text of a file that stands beside the program; nothing if there is none.
using FileBeside = std::function<std::optional<std::string>(const std::string& name)>;

/// The same, and what to put into the files that the program opens: those beside it, or plain ones.
Result<FoundInputs> search_inputs_and_files(const ProgramImage& image, const std::vector<std::string>& samples,
                                            const InputSearchLimits& limits, const FileBeside& beside);

/// The same files with other texts in them.
std::vector<TrialFolder> folders_like(const TrialFolder& folder);

/// With lines taken out, and then made shorter and plainer, as long as `holds`.
std::string shrink_input(const std::string& input, const std::function<bool(const std::string&)>& holds);

}  // namespace mariner::grader
