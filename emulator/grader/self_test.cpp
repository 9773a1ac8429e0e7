#include "emulator/grader/self_test.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <utility>

#include "emulator/games/mutant.hpp"
#include "emulator/isa/mnemonics.hpp"
#include "emulator/support/text.hpp"

namespace mariner::grader {

namespace {

/// A condition and what is easily written in its place.
struct Swap {
    std::string_view right;
    std::string_view wrong;
};
constexpr auto swaps = std::to_array<Swap>({
    {"beq", "bne"},
    {"bne", "beq"},
    {"beqz", "bnez"},
    {"bnez", "beqz"},
    {"blt", "ble"},
    {"ble", "blt"},
    {"bgt", "bge"},
    {"bge", "bgt"},
    {"bltz", "blez"},
    {"blez", "bltz"},
    {"bgtz", "bgez"},
    {"bgez", "bgtz"},
    {"slt", "sltu"},
    {"seq", "sne"},
    {"sne", "seq"},
    {"sge", "sgt"},
    {"sgt", "sge"},
    {"sle", "slt"},
    {"add", "sub"},
    {"addu", "subu"},
    {"sub", "add"},
    {"subu", "addu"},
    {"and", "or"},
    {"or", "and"},
    {"lb", "lbu"},
    {"sll", "srl"},
    {"srl", "sll"},
    {"div", "mult"},
    {"lh", "lhu"},
    {"lhu", "lh"},
    {"sra", "srl"},
    {"sltu", "slt"},
    {"slti", "sltiu"},
    {"mul", "add"},
    {"mult", "div"},
    {"mflo", "mfhi"},
    {"mfhi", "mflo"},
    {"rem", "div"},
    {"xor", "or"},
    {"nor", "or"},
    {"bltu", "bleu"},
    {"bleu", "bltu"},
    {"bgtu", "bgeu"},
    {"bgeu", "bgtu"},
    {"add.s", "sub.s"},
    {"sub.s", "add.s"},
    {"mul.s", "div.s"},
    {"div.s", "mul.s"},
    {"add.d", "sub.d"},
    {"sub.d", "add.d"},
    {"mul.d", "div.d"},
    {"div.d", "mul.d"},
    {"c.lt.s", "c.le.s"},
    {"c.le.s", "c.lt.s"},
    {"c.lt.d", "c.le.d"},
    {"c.le.d", "c.lt.d"},
    {"c.eq.s", "c.lt.s"},
    {"c.eq.d", "c.lt.d"},
    {"bc1t", "bc1f"},
    {"bc1f", "bc1t"},
    {"neg.s", "mov.s"},
    {"neg.d", "mov.d"},
    {"abs.s", "mov.s"},
    {"abs.d", "mov.d"},
    {"sqrt.s", "mov.s"},
    {"sqrt.d", "mov.d"},
    {"cvt.w.s", "mov.s"},
    {"round.w.s", "trunc.w.s"},
    {"trunc.w.s", "round.w.s"},
});
constexpr auto left_out = std::to_array<std::string_view>({"jal", "sw", "sb", "sh", "move", "j", "s.s", "s.d", "swc1"});
constexpr auto off_by_one =
    std::to_array<std::string_view>({"li", "addi", "addiu", "slti", "sltiu", "sll", "srl", "sra", "mul", "div", "rem",
                                     "andi", "bne", "beq", "blt", "bge", "bgt", "ble"});

struct ProgramLine {
    std::string_view text;
    size_t begin = 0;        // in the program
    size_t operator_at = 0;  // in the line
    std::string_view operator_word;
    size_t code_end = 0;  // where the comment begins
};

/// The instruction of a line, behind its labels; an empty word if there is none.
ProgramLine parse_line(std::string_view text, size_t begin) {
    ProgramLine line{text, begin, 0, {}, std::min(text.find('#'), text.size())};
    size_t at = 0;
    while (true) {
        at = text.find_first_not_of(" \t\r", at);
        if (at == std::string_view::npos || at >= line.code_end) {
            return line;
        }
        const size_t end = std::min(text.find_first_of(" \t\r#:", at), text.size());
        if (end < text.size() && text[end] == ':') {
            at = end + 1;
            continue;
        }
        line.operator_at = at;
        line.operator_word = text.substr(at, end - at);
        return line;
    }
}

/// The last whole number of a line's code that stands alone; where it begins and ends.
std::optional<std::pair<size_t, size_t>> last_number(const ProgramLine& line) {
    size_t end = line.code_end;
    while (end > 0 && (line.text[end - 1] == ' ' || line.text[end - 1] == '\t' || line.text[end - 1] == '\r')) {
        --end;
    }
    size_t begin = end;
    while (begin > 0 && line.text[begin - 1] >= '0' && line.text[begin - 1] <= '9') {
        --begin;
    }
    const char before = begin > 0 ? line.text[begin - 1] : 'x';
    const bool stands_alone = before == ' ' || before == ',' || before == '\t' || before == '-';
    return begin < end && end - begin < 10 && stands_alone ? std::optional(std::pair(begin, end)) : std::nullopt;
}

/// Where the last character constant of a line stands, if another one follows it in the alphabet.
std::optional<size_t> last_character(const ProgramLine& line) {
    const size_t close = line.text.substr(0, line.code_end).rfind('\'');
    const bool is_one = close != std::string_view::npos && close >= 2 && line.text[close - 2] == '\'';
    const char sign = is_one ? line.text[close - 1] : ' ';
    const bool has_next = (sign >= 'a' && sign < 'z') || (sign >= 'A' && sign <= 'Z') || (sign >= '0' && sign <= '9');
    return has_next ? std::optional(close - 1) : std::nullopt;
}

class WrongVersionMaker {
public:
    explicit WrongVersionMaker(std::string_view program) : m_program(program) {}

    std::vector<WrongVersion> run() {
        size_t begin = 0;
        for (m_number = 1; begin < m_program.size(); ++m_number) {
            const size_t end = std::min(m_program.find('\n', begin), m_program.size());
            const ProgramLine line = parse_line(m_program.substr(begin, end - begin), begin);
            if (isa::find_mnemonic(line.operator_word) != nullptr) {
                look_at(line);
            }
            begin = end + 1;
        }
        return std::move(m_versions);
    }

private:
    void look_at(const ProgramLine& line) {
        const std::string word = to_lower(line.operator_word);
        for (const Swap& swap : swaps) {
            if (word == swap.right) {
                add(line, line.operator_at, line.operator_word.size(), std::string(swap.wrong),
                    word + " became " + std::string(swap.wrong));
            }
        }
        if (std::find(left_out.begin(), left_out.end(), word) != left_out.end()) {
            add(line, line.operator_at, line.code_end - line.operator_at, "", word + " is left out");
        }
        const bool is_service = word == "li" && line.text.find("$v0") != std::string_view::npos;
        if (is_service || std::find(off_by_one.begin(), off_by_one.end(), word) == off_by_one.end()) {
            return;
        }
        if (const std::optional<size_t> at = last_character(line)) {
            const std::string now(1, line.text[*at]);
            const std::string next(1, static_cast<char>(line.text[*at] + 1));
            add(line, *at, 1, next, "'" + now + "' became '" + next + "'");
        } else if (const auto number = last_number(line)) {
            u64 value = 0;
            std::from_chars(line.text.data() + number->first, line.text.data() + number->second, value);
            add(line, number->first, number->second - number->first, std::to_string(value + 1),
                std::to_string(value) + " became " + std::to_string(value + 1));
        }
    }
    void add(const ProgramLine& line, size_t at, size_t size, const std::string& replacement, std::string fault) {
        std::string text(m_program);
        text.replace(line.begin + at, size, replacement);
        m_versions.push_back({"line " + std::to_string(m_number), std::move(fault), std::move(text)});
    }

    std::string_view m_program;
    size_t m_number = 0;
    std::vector<WrongVersion> m_versions;
};

Result<std::vector<WrongVersion>> read_mutants(const Rubric& rubric, const RubricFiles& files,
                                               std::string_view program) {
    std::vector<WrongVersion> versions;
    for (const std::string& path : rubric.self_test.mutants) {
        const Result<std::string> text = files(path);
        if (!text) {
            return text.error();
        }
        const Result<games::Mutant> mutant = games::parse_mutant(*text);
        Result<std::string> mutated =
            mutant ? games::apply_mutant(*mutant, program) : Result<std::string>(mutant.error());
        if (!mutated) {
            return Error{path + ": " + mutated.error().message};
        }
        versions.push_back({path, mutant->fault, std::move(*mutated)});
    }
    return versions;
}

Submission submission_of(const Rubric& rubric, std::string id, std::string text) {
    Submission submission;
    submission.student = id;
    submission.id = std::move(id);
    const std::string& reference = rubric.self_test.reference;
    const std::string name = rubric.main_file.empty() ? reference.substr(reference.rfind('/') + 1) : rubric.main_file;
    submission.files.push_back({name, std::move(text)});
    return submission;
}

}  // namespace

std::vector<WrongVersion> make_wrong_versions(std::string_view program, size_t most) {
    std::vector<WrongVersion> all = WrongVersionMaker(program).run();
    if (all.size() <= most) {
        return all;
    }
    std::vector<WrongVersion> chosen;
    for (size_t i = 0; i < most; ++i) {
        chosen.push_back(std::move(all[i * all.size() / most]));
    }
    return chosen;
}

Result<SelfTestReport> run_self_test(const Rubric& rubric, const RubricFiles& files, const WorkerOptions& options,
                                     const CaseProgress& progress) {
    const Result<std::string> program = files(rubric.self_test.reference);
    if (!program) {
        return program.error();
    }
    Result<std::vector<WrongVersion>> versions = read_mutants(rubric, files, *program);
    if (!versions) {
        return versions.error();
    }
    for (WrongVersion& made : make_wrong_versions(*program, rubric.self_test.made_mutants)) {
        versions->push_back(std::move(made));
    }
    SelfTestReport report;
    report.catches.resize(rubric.cases.size());
    std::map<size_t, SubmissionResult> results;  // by version; the solution is number 0
    size_t number = 0;
    const auto next = [&]() -> std::optional<Submission> {
        const size_t mine = number++;
        if (mine > versions->size()) {
            return std::nullopt;
        }
        return submission_of(rubric, std::to_string(mine), mine == 0 ? *program : (*versions)[mine - 1].text);
    };
    const auto take = [&](SubmissionResult result) -> Result<void> {
        results[static_cast<size_t>(std::stoul(result.id))] = std::move(result);
        return {};
    };
    WorkerOptions revealing = options;
    revealing.reveal = true;  // which cases catch a wrong version is what this is about
    if (Result<void> done = grade_in_workers(rubric, revealing, next, take, progress); !done) {
        return done.error();
    }
    for (auto& [index, result] : results) {
        if (index == 0) {
            report.reference = std::move(result);
            continue;
        }
        const WrongVersion& version = (*versions)[index - 1];
        if (!result.assembled) {
            report.not_assembled.push_back(version.name);
            continue;
        }
        SelfTestReport::MutantOutcome outcome{version.name, version.fault, version.text, {}};
        for (size_t i = 0; i < result.cases.size(); ++i) {
            if (result.cases[i].verdict != Verdict::passed) {
                outcome.caught_by.push_back(i);
                ++report.catches[i];
            }
        }
        report.outcomes.push_back(std::move(outcome));
    }
    return report;
}

}  // namespace mariner::grader
