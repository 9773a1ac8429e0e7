#pragma once
// Looks for what to call a program's routines with, so that their instructions are reached and their branches go both
// ways. What a routine takes is found out by calling it: an argument that it reads, one that it takes for an address.
// The same program gives the same calls. Used to propose a rubric's cases, and to tell a wrong version from the right.

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "emulator/grader/rubric.hpp"
#include "emulator/program/program_image.hpp"

namespace mariner::grader {

/// Bytes of an argument that a routine only writes to.
inline constexpr size_t room_for_writing = 64;

/// What a call was like from outside, and where it came by.
struct TriedCall {
    std::vector<CallArgument> arguments;  // `after` is filled in for data that has changed
    std::string input;                    // typed meanwhile
    std::string output;
    bool has_returned = false;
    std::optional<u32> returns;       // $v0, if the routine leaves something there
    std::optional<u32> returns_real;  // $f0, likewise
    std::vector<u32> reached;         // as TriedInput::reached
    [[nodiscard]] bool differs_from(const TriedCall& other) const;
};

/// A routine, and the calls that are worth a case each.
struct RoutineDraft {
    std::string label;
    std::vector<TriedCall> calls;
    std::set<u32> reached;  // by any call
};

/// Calls one program's routines again and again.
class RoutineTrial {
public:
    /// The image must outlive it.
    static Result<std::unique_ptr<RoutineTrial>> create(const ProgramImage& image);
    ~RoutineTrial();

    /// What is called, or global and not where the program begins.
    [[nodiscard]] std::vector<std::string> routines() const;
    RoutineDraft draft(const std::string& label);
    /// Calls to try, the plainest first; none of a routine that doesn't return.
    std::vector<TriedCall> candidates(const std::string& label, size_t count);
    /// With these arguments and this input.
    TriedCall call(const std::string& label, const TriedCall& like);

private:
    class Caller;
    explicit RoutineTrial(std::unique_ptr<Caller> inside);
    std::unique_ptr<Caller> m_inside;
};

/// "sum([3, 1, 2], 3)"
std::string call_text(const std::string& label, const TriedCall& call);
/// As a rubric writes it.
std::string call_case_text(const std::string& label, const TriedCall& call, size_t number, bool keeps_saved_registers);

}  // namespace mariner::grader
