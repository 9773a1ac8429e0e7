#pragma once
// Cases for a first rubric beyond what is typed: single routines, a Connect Four board, pictures. Each is judged on the
// solution before it is proposed, by the judge that will judge the class; what the solution doesn't pass is no case.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "emulator/grader/draft_calls.hpp"
#include "emulator/grader/judge.hpp"

namespace mariner::grader {

class DraftJudge {
public:
    DraftJudge(std::string name, std::string source, RubricPictures pictures)
        : m_name(std::move(name)), m_source(std::move(source)), m_pictures(std::move(pictures)) {}
    /// What the solution makes of a case; nothing if the text is none. `files`: what it names.
    [[nodiscard]] std::optional<CaseResult> judge(const std::string& case_text,
                                                  const std::map<std::string, std::string>& files = {}) const;
    [[nodiscard]] bool passes(const std::string& case_text, const std::map<std::string, std::string>& files = {}) const;

private:
    std::string m_name;
    std::string m_source;
    RubricPictures m_pictures;
};

struct DraftedRoutines {
    std::string text;  // cases, and a comment for each routine that can't be called by itself
    size_t cases = 0;
    std::set<u32> reached;  // as TriedInput::reached
};
/// `wrong`: versions with a fault; a call is added for each that no other case notices and some call would.
DraftedRoutines draft_routines(const ProgramImage& image, const DraftJudge& judge,
                               const std::vector<ProgramImage>& wrong);

/// A case for a board of Connect Four, if the program keeps one at a label. `beginnings`: what may be typed before the
/// first move.
std::optional<std::string> draft_board(const ProgramImage& image, const DraftJudge& judge,
                                       const std::vector<std::string>& beginnings);

}  // namespace mariner::grader
