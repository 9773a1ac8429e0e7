#pragma once
// A small class for the tests of the reports: one good submission, one that is wrong in each way that reports show, and
// one whose every text is hostile.

#include "emulator/grader/results.hpp"

namespace mariner::grader::test {

inline const std::string hostile = "</pre><script>alert(1)</script>&\"'\x1b[2J\x01\xff\xe2\x80\xae=2+3\r";

inline CaseResult sample_case(std::string id, std::string name, Visibility visibility, Verdict verdict, Points points) {
    CaseResult result;
    result.id = std::move(id);
    result.name = std::move(name);
    result.visibility = visibility;
    result.verdict = verdict;
    result.points = points;
    result.worth = 500;
    result.ending = "exited";
    result.steps = 1234;
    result.input = "4\n4\n3\n";
    result.output = "Player 1 wins!\n";
    result.repeat = "mariner run --seed 7 main.asm < input.txt";
    result.repeat_with_rubric = "mariner grade rubric.toml submissions --only bert --case " + result.id;
    return result;
}

inline CaseResult wrong_output() {
    CaseResult result = sample_case("win-up", "four in a column win", Visibility::visible, Verdict::failed, 250);
    result.reason = "The output differs in 2 of 9 lines.";
    result.seed = 7;
    CheckResult check{"output", false, "2 of 9 lines differ", "", "", {}};
    using Kind = DiffKind;
    check.diff = {{Kind::gap, "5 equal lines"},
                  {Kind::same, " | X |   |   |   |   |   |   |"},
                  {Kind::missing, "Player 1 (X), choose a column (1-7): "},
                  {Kind::extra, "Player 2 (X), choose a column (1-7):"},
                  {Kind::missing, "Player 1 wins!"},
                  {Kind::same, ""}};
    result.checks = {{"exit status", true, "", "", "", {}}, check, {"$v0", false, "it is 3, not 4", "4", "3", {}}};
    return result;
}

inline CaseResult wrong_board() {
    CaseResult result = sample_case("board", "a full column is refused", Visibility::visible, Verdict::crashed, 0);
    result.reason = "The program crashed: address out of range, 0x10010100.";
    result.ending = "exception";
    result.place = PlaceResult{"main.asm", 42, "        sb      $t0, 0($t1)        # the cell"};
    result.explanation = "$t1 = 0x10010100 is behind the end of board (42 bytes from 0x100100d6)";
    BoardResult board;
    board.moves = "4444445";
    board.differs = true;
    for (const size_t cell : {3U, 17U, 31U, 4U}) {
        board.expected.at(cell) = 1;
        board.actual.at(cell) = 1;
    }
    for (const size_t cell : {10U, 24U, 38U}) {
        board.expected.at(cell) = 2;
        board.actual.at(cell) = 2;
    }
    board.actual.at(4) = 0;
    board.actual.at(5) = 3;
    result.board = board;
    return result;
}

inline CaseResult picture_case() {
    CaseResult result = sample_case("picture", "the board on the display", Visibility::visible, Verdict::limit, 0);
    result.reason = "Stopped after 2,000,000 instructions: an endless loop.";
    PictureResult picture{16, 16, std::vector<u32>(256, 0x001c4f9c), {}};
    for (u32 i = 0; i < 16; ++i) {
        picture.units[i * 16 + i] = 0x00ffd23f;
    }
    picture.expected = picture.units;
    picture.expected[5] = 0x00ff0000;
    result.picture = picture;
    return result;
}

inline GradingInfo sample_info() {
    GradingInfo info;
    info.title = "Connect Four";
    info.rubric_name = "connect_four.toml";
    info.rubric_hash = "00112233445566778899aabbccddeeff";
    info.program_version = "0.1.0";
    info.cases = {{"win-up", "four in a column win", 500, Visibility::visible, false, {}},
                  {"board", "a full column is refused", 500, Visibility::visible, false, {}},
                  {"picture", "the board on the display", 500, Visibility::visible, false, {}},
                  {"secret", "the case nobody knows", 500, Visibility::hidden, false, {}}};
    info.worth = 2000;
    return info;
}

inline SubmissionResult sample_submission(std::string id, std::string student) {
    SubmissionResult submission;
    submission.id = std::move(id);
    submission.student = std::move(student);
    submission.files = {{"main.asm", 5120}};
    submission.content_hash = "ffeeddccbbaa99887766554433221100";
    submission.assembled = true;
    for (const CaseInfo& info : sample_info().cases) {
        submission.cases.push_back(sample_case(info.id, info.name, info.visibility, Verdict::passed, info.worth));
    }
    submission.points = 2000;
    return submission;
}

inline SubmissionResult wrong_submission() {
    SubmissionResult submission = sample_submission("bert", "Bert Miller");
    submission.lms_id = "4711";
    submission.cases[0] = wrong_output();
    submission.cases[1] = wrong_board();
    submission.cases[2] = picture_case();
    submission.cases[3].verdict = Verdict::failed;
    submission.cases[3].points = 300;
    submission.deductions = {{"saved_register", 50, "CheckWin changes $s0 and doesn't restore it.",
                              PlaceResult{"main.asm", 77, "        jr      $ra"}, "Save it on the stack first."}};
    submission.notes = {"notes.pdf was left out: not a source file"};
    submission.points = 500;
    return submission;
}

inline SubmissionResult hostile_submission() {
    SubmissionResult submission = sample_submission("eve", hostile);
    submission.lms_id = hostile;
    submission.files = {{hostile, 1}};
    submission.notes = {hostile};
    submission.diagnostics = hostile;
    submission.deductions = {{hostile, 100, hostile, PlaceResult{hostile, 1, hostile}, hostile}};
    CaseResult& result = submission.cases[0];
    result = wrong_output();
    result.reason = result.output = result.explanation = result.repeat = result.repeat_with_rubric = hostile;
    result.input = hostile;
    result.arguments = {hostile};
    result.checks.push_back({hostile, false, hostile, hostile, hostile, {}});
    result.checks.push_back({"output", false, hostile, "", "", {{DiffKind::extra, hostile}}});
    result.place = PlaceResult{hostile, 3, hostile};
    submission.points = 1400;
    return submission;
}

/// A whole class in memory.
class ResultList final : public ResultSource {
public:
    ResultList(GradingInfo grading, std::vector<SubmissionResult> submissions)
        : m_info(std::move(grading)), m_submissions(std::move(submissions)) {}

    [[nodiscard]] const GradingInfo& info() const override { return m_info; }
    [[nodiscard]] size_t size() const override { return m_submissions.size(); }
    Result<SubmissionResult> submission(size_t index) override { return m_submissions[index]; }

private:
    GradingInfo m_info;
    std::vector<SubmissionResult> m_submissions;
};

inline ResultList sample_class() {
    return {sample_info(), {sample_submission("ada", "Ada Lovelace"), wrong_submission(), hostile_submission()}};
}

}  // namespace mariner::grader::test
