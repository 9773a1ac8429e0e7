#pragma once
// From what the machine judged to what goes into the gradebook: lateness, extensions, slip days and adjustments by
// hand. None of it is kept in the journal; it is worked out whenever results are reported, from files that stand beside
// the rubric. So it survives every grading again, and a change of it runs no program.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "emulator/grader/results.hpp"
#include "emulator/grader/rubric.hpp"
#include "emulator/grader/slip_days.hpp"
#include "emulator/grader/student_table.hpp"

namespace mariner::grader {

class Standing {
public:
    /// `folder`: the rubric's. Of nobody in particular: tables about students are not read.
    static Result<Standing> load(const Rubric& rubric, const std::string& folder, Lms lms);

    /// Everybody, before anybody's points are settled.
    void meet(const HandedIn& student);
    /// Sentences: rows about students who aren't there.
    [[nodiscard]] std::vector<std::string> notes() const;

    /// The table of slip days as it is now. `to_write`: nobody else has it until put_slip_days().
    Result<void> open_slip_days(bool to_write);
    Result<void> put_slip_days(ResultSource& settled);

    void settle(SubmissionResult& submission) const;

private:
    Standing(LatePolicy policy, std::string title, Points worth, Lms lms)
        : m_policy(std::move(policy)), m_title(std::move(title)), m_worth(worth), m_lms(lms) {}

    Result<void> read_tables(const Rubric& rubric, const std::string& folder);
    /// Under which a table may know them.
    [[nodiscard]] std::vector<std::string> keys_of(const HandedIn& student) const;
    [[nodiscard]] std::vector<SlipDayUse> accounts_of(const HandedIn& student) const;
    [[nodiscard]] u32 slip_days_left(const HandedIn& student) const;
    void settle_lateness(SubmissionResult& submission) const;

    LatePolicy m_policy;
    std::string m_title;
    Points m_worth;
    Lms m_lms;
    std::string m_slip_days_path;
    std::vector<Extension> m_extensions;
    std::vector<Adjustment> m_adjustments;
    std::multimap<std::string, size_t> m_extensions_by_key;
    std::multimap<std::string, size_t> m_adjustments_by_key;
    std::map<std::string, size_t> m_bearers;  // of each name
    std::set<std::string> m_ids;
    std::optional<SlipDays> m_slip_days;
};

/// Results with everything settled.
class SettledResults final : public ResultSource {
public:
    /// Both must outlive this.
    SettledResults(ResultSource& judged, const Standing& standing) : m_judged(judged), m_standing(standing) {}

    [[nodiscard]] const GradingInfo& info() const override { return m_judged.info(); }
    [[nodiscard]] size_t size() const override { return m_judged.size(); }
    Result<SubmissionResult> submission(size_t index) override;

private:
    ResultSource& m_judged;
    const Standing& m_standing;
};

}  // namespace mariner::grader
