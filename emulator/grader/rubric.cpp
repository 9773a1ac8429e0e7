#include "emulator/grader/rubric.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "emulator/grader/rubric_reader.hpp"
#include "emulator/isa/mnemonics.hpp"
#include "emulator/support/toml_text.hpp"
#include "emulator/syscalls/syscall.hpp"

namespace mariner::grader {

namespace {

constexpr i64 most_points = 100'000;
constexpr size_t most_cases = 2000;
constexpr std::array<std::string_view, 3> memory_names = {"default", "compact-data", "compact-text"};

std::optional<FindingKind> find_finding_kind(std::string_view name) {
    for (u8 i = 0; i <= static_cast<u8>(FindingKind::syscall_argument); ++i) {
        if (name_of(static_cast<FindingKind>(i)) == name) {
            return static_cast<FindingKind>(i);
        }
    }
    return std::nullopt;
}

/// A case's members but for its names, its points and who may see it.
std::string what_decides(const toml::Value& table) {
    static constexpr std::array<std::string_view, 5> others = {"id", "name", "points", "bonus", "visibility"};
    std::string text;
    for (const toml::Member& member : table.members) {
        if (std::ranges::find(others, member.key) == others.end()) {
            text += member.key + " = " + toml::text_of(member.value) + "\n";
        }
    }
    return text;
}

}  // namespace

GradingInfo Rubric::grading_info(std::string_view program_version, Lms lms) const {
    GradingInfo info;
    info.title = title;
    info.rubric_name = name;
    info.rubric_hash = hash;
    info.studio = studio;
    info.program_version = program_version;
    info.lms = lms;
    for (const Case& one : cases) {
        info.cases.push_back(one.info);
    }
    info.worth = worth();
    info.has_later_rules = late.takes_off() || !late.extensions.empty() || !adjustments.empty();
    return info;
}

Points Rubric::worth() const {
    std::vector<CaseScore> scores;
    for (const Case& one : cases) {
        scores.push_back({one.info.id, 0, one.info.worth, one.info.is_bonus});
    }
    return total_of(scores, groups, false).worth;
}

SubmissionRules Rubric::submission_rules() const {
    SubmissionRules rules;
    rules.patterns = patterns;
    rules.main_file = main_file;
    rules.attempt = attempt;
    rules.due = late.due;
    return rules;
}

Result<Rubric> read_rubric(std::string_view name, std::string_view text, const RubricFiles& files,
                           const RubricPictures& pictures) {
    return RubricReader(name, text, files, pictures).run();
}

Result<Rubric> RubricReader::run() {
    const Result<toml::Value> document = toml::parse(m_text);
    if (!document) {
        return document.error();
    }
    Rubric rubric;
    rubric.name = m_name;
    RubricTable table(*document, "a rubric", m_problems);
    read_document(table, rubric);
    table.finish();
    if (!m_problems.empty()) {
        return m_problems.error();
    }
    rubric.hash = m_hash.finish();
    return rubric;
}

void RubricReader::read_document(RubricTable& document, Rubric& rubric) {
    rubric.title = document.text("title").value_or(m_name);
    read_studio(document, rubric);
    read_submission(document, rubric);
    read_late(document, rubric);
    read_program(document, rubric);
    const CaseLimits limits = read_limits(document, {});
    std::vector<RubricTable> cases = document.tables("case");
    if (cases.empty() && m_problems.empty()) {
        document.problem(document.place(), "a rubric has at least one case: [[case]]");
    } else if (cases.size() > most_cases) {
        document.problem(cases[most_cases].place(), "a rubric has at most " + std::to_string(most_cases) + " cases");
        return;
    }
    const std::string provided = m_named_bytes;
    for (RubricTable& table : cases) {
        m_named_bytes.clear();
        rubric.cases.push_back(read_case(table, rubric.cases.size() + 1, limits));
        rubric.cases.back().info.fingerprint = what_decides(table.value()) + m_named_bytes;
    }
    read_groups(document, rubric);
    read_points_table(document, rubric);
    read_deductions(document, rubric);
    read_check(document, rubric);
    read_self_test(document, rubric);
    const std::string context = provided + context_of_cases(document, rubric);
    for (Case& one : rubric.cases) {
        ContentHash hash;
        hash.add(context);
        hash.add(one.info.fingerprint);
        one.info.fingerprint = hash.finish();
    }
}

/// What changes how any case comes out. Of `[check]` only that it is there: its points are settled afterwards.
std::string RubricReader::context_of_cases(const RubricTable& document, const Rubric& rubric) const {
    std::string text;
    for (const std::string_view key : {"program", "limits", "submission", "studio"}) {
        const toml::Value* const value = document.value().find(key);
        text += value == nullptr ? "-" : toml::text_of(*value);
    }
    return text + (rubric.check ? "checked" : "") + rubric.self_test.reference + "\n" + rubric.self_test.solution;
}

/// Nothing that a page could take for a script.
void RubricReader::read_studio(RubricTable& document, Rubric& rubric) {
    rubric.studio = document.text("studio").value_or("");
    const std::string& address = rubric.studio;
    const bool is_web = address.starts_with("https://") || address.starts_with("http://");
    const bool is_relative = address.find(':') == std::string::npos;
    if (address.find_first_of("#\"'<>\\ \n\r\t") != std::string::npos || !(is_web || is_relative)) {
        document.problem(document.place_of("studio"), "'studio' is an address of a studio: https://..., or a path");
    }
}

void RubricReader::read_submission(RubricTable& document, Rubric& rubric) {
    rubric.patterns = {"*.asm", "*.s"};
    std::optional<RubricTable> table = document.table("submission");
    if (!table) {
        return;
    }
    if (std::vector<std::string> patterns = table->texts("files"); !patterns.empty()) {
        rubric.patterns = std::move(patterns);
    }
    rubric.main_file = table->text("main").value_or("");
    rubric.attempt = static_cast<AttemptChoice>(table->choice("attempt", attempt_choice_names).value_or(0));
    for (const toml::Value& path : table->items("provided")) {
        if (path.kind != toml::Kind::string) {
            table->problem(path.place, "'provided' holds names of files");
        } else {
            rubric.provided[path.text.substr(path.text.rfind('/') + 1)] = read_named_file(path);
        }
    }
    table->finish();
}

void RubricReader::read_program(RubricTable& document, Rubric& rubric) {
    // A class sends hundreds of sources; no honest one comes near these.
    AssemblerLimits& limits = rubric.assembler.limits;
    limits.source_bytes = u64{4} << 20;
    limits.source_lines = 200'000;
    limits.line_bytes = u64{1} << 20;
    limits.expanded_lines = 200'000;
    limits.expanded_bytes = u64{16} << 20;
    limits.data_items = u64{4} << 20;
    limits.warnings = 1000;
    std::optional<RubricTable> table = document.table("program");
    if (!table) {
        return;
    }
    const size_t memory = table->choice("memory", memory_names).value_or(0);
    rubric.assembler.configuration = static_cast<MemoryConfiguration>(memory);
    rubric.assembler.allow_pseudo = table->flag("pseudo").value_or(true);
    rubric.assembler.delayed_branching = table->flag("delayed_branching").value_or(false);
    rubric.assembler.start_at_main = table->flag("start_at_main").value_or(false);
    rubric.assembler.warnings_are_errors = table->flag("warnings_are_errors").value_or(false);
    table->finish();
}

CaseLimits RubricReader::read_limits(RubricTable& parent, CaseLimits limits) {
    std::optional<RubricTable> table = parent.table("limits");
    if (!table) {
        return limits;
    }
    const auto take = [&](std::string_view key, i64 most, u64& limit) {
        limit = static_cast<u64>(table->number(key, 1, most).value_or(static_cast<i64>(limit)));
    };
    take("steps", 1'000'000'000'000, limits.steps);
    take("output", i64{64} << 20, limits.output_bytes);
    take("heap", i64{1} << 31, limits.heap_bytes);
    take("seconds", 3600, limits.seconds);
    table->finish();
    return limits;
}

Points RubricReader::read_points(RubricTable& table, std::string_view key, Points otherwise) {
    const toml::Value* const value = table.take(key);
    if (value == nullptr) {
        return otherwise;
    }
    const bool is_number = value->kind == toml::Kind::integer || value->kind == toml::Kind::real;
    const double points = value->kind == toml::Kind::integer ? static_cast<double>(value->integer) : value->real;
    const double hundredths = points * static_cast<double>(one_point);
    const bool is_fine = is_number && points >= 0 && points <= static_cast<double>(most_points) &&
                         std::abs(hundredths - std::round(hundredths)) < 1e-6;
    if (!is_fine) {
        table.problem(value->place, "'" + std::string(key) + "' is a number from 0 to " + std::to_string(most_points) +
                                        " with at most two decimals");
        return otherwise;
    }
    return std::llround(hundredths);
}

StructureRule RubricReader::read_structure(RubricTable& parent, std::string_view key) {
    StructureRule rule;
    std::optional<RubricTable> table = parent.table(key);
    if (!table) {
        return rule;
    }
    rule.instructions = table->texts("instructions");
    rule.labels = table->texts("labels");
    std::vector<std::string_view> names;
    for (const isa::Mnemonic& mnemonic : isa::all_mnemonics()) {
        names.push_back(mnemonic.name);
    }
    for (const std::string& word : rule.instructions) {
        if (isa::find_mnemonic(word) == nullptr) {
            table->problem(table->place_of("instructions"),
                           "there is no instruction '" + word + "'" + did_you_mean(word, names));
        }
    }
    for (const toml::Value& number : table->items("syscalls")) {
        if (number.kind != toml::Kind::integer || number.integer < 0 || number.integer > 1000 ||
            find_syscall(static_cast<u32>(number.integer)) == nullptr) {
            table->problem(number.place, "this is no number of a system call");
        } else {
            rule.syscalls.push_back(static_cast<u32>(number.integer));
        }
    }
    if (rule.empty()) {
        table->problem(table->place(), "'" + std::string(key) + "' names instructions, syscalls or labels");
    }
    table->finish();
    return rule;
}

void RubricReader::read_deductions(RubricTable& document, Rubric& rubric) {
    for (RubricTable& table : document.tables("deduction")) {
        Deduction deduction;
        deduction.name = table.text("name").value_or("");
        deduction.points = read_points(table, "points", 0);
        deduction.require = read_structure(table, "require");
        deduction.forbid = read_structure(table, "forbid");
        if (deduction.name.empty()) {
            table.problem(table.place(), "a deduction has a 'name'");
        }
        if (deduction.require.empty() && deduction.forbid.empty()) {
            table.problem(table.place(), "a deduction has something to 'require' or to 'forbid'");
        }
        table.finish();
        rubric.deductions.push_back(std::move(deduction));
    }
}

void RubricReader::read_check(RubricTable& document, Rubric& rubric) {
    std::optional<RubricTable> table = document.table("check");
    if (!table) {
        return;
    }
    CheckRule rule;
    rule.each = read_points(*table, "points", 0);
    rule.at_most = read_points(*table, "at_most", most_points * one_point);
    for (const std::string& word : table->texts("kinds")) {
        const std::optional<FindingKind> kind = find_finding_kind(word);
        if (kind) {
            rule.kinds.push_back(*kind);
        } else {
            table->problem(table->place_of("kinds"),
                           "there is no finding '" + word + "'; docs/analysis.md lists them all");
        }
    }
    table->finish();
    rubric.check = std::move(rule);
}

void RubricReader::read_self_test(RubricTable& document, Rubric& rubric) {
    std::optional<RubricTable> table = document.table("self_test");
    if (!table) {
        return;
    }
    rubric.self_test.reference = table->text("reference").value_or("");
    if (Result<std::string> solution = m_files(rubric.self_test.reference); solution) {
        m_hash.add(*solution);  // it says what is right on inputs that no case has
        rubric.self_test.solution = std::move(*solution);
    }
    rubric.self_test.mutants = table->texts("mutants");
    rubric.self_test.made_mutants =
        static_cast<u32>(table->number("made_mutants", 0, 10'000).value_or(rubric.self_test.made_mutants));
    if (rubric.self_test.reference.empty()) {
        table->problem(table->place(), "the self-test needs a solution: reference = \"solution.asm\"");
    }
    table->finish();
}

std::string RubricReader::read_named_file(const toml::Value& path) {
    Result<std::string> bytes = m_files(path.text);
    if (!bytes) {
        m_problems.add(path.place, bytes.error().message);
        return {};
    }
    m_hash.add(*bytes);
    ContentHash hash;
    hash.add(*bytes);
    m_named_bytes += hash.finish();
    return std::move(*bytes);
}

std::optional<Pattern> RubricReader::compile(const toml::Value& source) {
    if (source.kind != toml::Kind::string) {
        m_problems.add(source.place, "a pattern is a string");
        return std::nullopt;
    }
    Result<Pattern> pattern = Pattern::compile(source.text);
    if (!pattern) {
        m_problems.add(source.place, pattern.error().message);
        return std::nullopt;
    }
    return std::move(*pattern);
}

std::vector<Pattern> RubricReader::read_patterns(RubricTable& table, std::string_view key) {
    std::vector<Pattern> patterns;
    for (const toml::Value& source : one_or_many(table.take(key))) {
        if (std::optional<Pattern> pattern = compile(source)) {
            patterns.push_back(std::move(*pattern));
        }
    }
    return patterns;
}

}  // namespace mariner::grader
