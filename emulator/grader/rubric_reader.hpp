#pragma once
// The rubric's reader, whose parts are four files: rubric.cpp reads the document, rubric_case.cpp one case,
// rubric_play.cpp its calls, boards and games, rubric_points.cpp what lateness costs and what cases come to together.

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/grader/content_hash.hpp"
#include "emulator/grader/rubric.hpp"
#include "emulator/grader/rubric_table.hpp"

namespace mariner::grader {

/// What a case is known by that has no `id`. `number`: from 1.
std::string made_case_id(std::string_view name, size_t number);

class RubricReader {
public:
    RubricReader(std::string_view name, std::string_view text, const RubricFiles& files, const RubricPictures& pictures)
        : m_name(name), m_text(text), m_files(files), m_pictures(pictures) {
        m_hash.add(text);
    }

    Result<Rubric> run();

private:
    // rubric.cpp
    void read_document(RubricTable& document, Rubric& rubric);
    void read_studio(RubricTable& document, Rubric& rubric);
    void read_submission(RubricTable& document, Rubric& rubric);
    void read_program(RubricTable& document, Rubric& rubric);
    [[nodiscard]] std::string context_of_cases(const RubricTable& document, const Rubric& rubric) const;
    void read_deductions(RubricTable& document, Rubric& rubric);
    void read_check(RubricTable& document, Rubric& rubric);
    void read_self_test(RubricTable& document, Rubric& rubric);
    CaseLimits read_limits(RubricTable& parent, CaseLimits limits);
    Points read_points(RubricTable& table, std::string_view key, Points otherwise);
    StructureRule read_structure(RubricTable& parent, std::string_view key);
    std::string read_named_file(const toml::Value& path);
    std::optional<Pattern> compile(const toml::Value& source);
    std::vector<Pattern> read_patterns(RubricTable& table, std::string_view key);

    // rubric_case.cpp
    Case read_case(RubricTable& table, size_t number, const CaseLimits& limits);
    void read_identity(RubricTable& table, size_t number, Case& result);
    void read_input(RubricTable& table, Case& result);
    void read_expectations(RubricTable& table, Expectations& expect);
    std::optional<TextRule> read_output(RubricTable& table);
    std::optional<TextRule> text_rule(TextRuleKind kind, const toml::Value& wanted);
    void read_filters(RubricTable& table, Expectations& expect);
    void read_endings(RubricTable& table, Expectations& expect);
    std::vector<RegisterRule> read_registers(RubricTable& table, std::string_view key);
    std::vector<MemoryRule> read_memory(RubricTable& table, std::string_view key);
    /// The bytes of "text" (with a zero byte), "ascii" (without), "words", "halves", "bytes" or "space";
    /// false, and a problem, if there are none.
    bool read_data(RubricTable& table, MemoryRule& rule);
    void append_number(const toml::Value& value, u8 unit, std::vector<u8>& bytes);
    std::optional<u32> word_of(const toml::Value& value);
    void read_written_files(RubricTable& table, Expectations& expect);
    std::optional<PictureRule> read_picture(RubricTable& table);
    void read_picture_file(RubricTable& picture, PictureRule& rule);

    // rubric_play.cpp
    std::optional<CallRule> read_call(RubricTable& table);
    std::optional<CallArgument> read_argument(const toml::Value& value);
    std::optional<BoardRule> read_board(RubricTable& table);
    void read_board_place(RubricTable& board, BoardRule& rule);
    void read_moves(RubricTable& board, BoardRule& rule);
    std::optional<GameRule> read_game(RubricTable& table);

    // rubric_bots.cpp
    std::optional<MatchRule> read_match(RubricTable& table);
    std::optional<LeagueRule> read_league(RubricTable& table);

    // rubric_points.cpp
    void read_late(RubricTable& document, Rubric& rubric);
    void read_slip_days(RubricTable& late, LatePolicy& policy);
    void read_groups(RubricTable& document, Rubric& rubric);
    void read_group_cases(RubricTable& table, Rubric& rubric, CaseGroup& group);
    void read_points_table(RubricTable& document, Rubric& rubric);
    Points read_percent(RubricTable& table, std::string_view key, Points otherwise);

    std::string m_name;
    std::string_view m_text;
    const RubricFiles& m_files;
    const RubricPictures& m_pictures;
    ContentHash m_hash;
    std::string m_named_bytes;  // of the files that were named since it was emptied, as hashes
    RubricProblems m_problems;
    std::set<std::string> m_ids;
    std::set<std::string> m_grouped;  // ids of cases that are in a group
};

}  // namespace mariner::grader
