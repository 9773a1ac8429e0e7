#include "emulator/app/look_alikes.hpp"

#include <algorithm>
#include <iterator>
#include <map>

#include "emulator/grader/submissions.hpp"
#include "emulator/platform/paths.hpp"

namespace mariner::app {

namespace {

Result<ComparedClass> read_class(const std::string& path) {
    grader::SubmissionRules rules;
    rules.patterns = {"*.asm", "*.s"};
    Result<grader::Submissions> submissions = grader::Submissions::open(path, std::move(rules));
    if (!submissions) {
        return submissions.error();
    }
    std::map<std::string, int> bearers;
    for (size_t i = 0; i < submissions->size(); ++i) {
        ++bearers[submissions->who(i).student];
    }
    ComparedClass result;
    for (size_t i = 0; i < submissions->size(); ++i) {
        const Result<grader::Submission> submission = submissions->load(i);
        if (!submission) {
            return submission.error();
        }
        result.names.push_back(bearers[submission->student] == 1 ? submission->student : submission->id);
        result.programs.push_back(similar::read_program(submission->files));
    }
    result.notes = submissions->notes();
    return result;
}

Result<std::vector<similar::ComparedProgram>> read_base(const std::vector<std::string>& paths) {
    std::vector<similar::ComparedProgram> base;
    for (const std::string& path : paths) {
        Result<ComparedClass> handout = read_class(path);
        if (!handout) {
            return handout.error();
        }
        const auto has_code = [](const similar::ComparedProgram& program) { return !program.tokens.empty(); };
        if (std::none_of(handout->programs.begin(), handout->programs.end(), has_code)) {
            return Error{"there is no code in " + path};
        }
        std::move(handout->programs.begin(), handout->programs.end(), std::back_inserter(base));
    }
    return base;
}

/// Earlier terms behind the class, each program under its term's name: "2025/ada".
Result<size_t> add_earlier(const std::vector<std::string>& terms, ComparedClass& submissions) {
    const size_t own = submissions.programs.size();
    for (const std::string& path : terms) {
        Result<ComparedClass> term = read_class(path);
        if (!term) {
            return term.error();
        }
        const std::string name(platform::file_name(platform::real_path(path)));
        for (size_t i = 0; i < term->programs.size(); ++i) {
            submissions.names.push_back(name + "/" + term->names[i]);
            submissions.programs.push_back(std::move(term->programs[i]));
        }
    }
    return submissions.programs.size() - own;
}

}  // namespace

Result<ComparedClass> compare_class(const std::string& path, const std::vector<std::string>& templates,
                                    const std::vector<std::string>& earlier, similar::CompareOptions options) {
    const Result<std::vector<similar::ComparedProgram>> base = read_base(templates);
    Result<ComparedClass> compared = base ? read_class(path) : Result<ComparedClass>(base.error());
    const Result<size_t> former = compared ? add_earlier(earlier, *compared) : compared.error();
    if (!former) {
        return former.error();
    }
    options.earlier = *former;
    compared->options = options;
    compared->comparison = similar::compare(compared->programs, *base, options);
    return compared;
}

}  // namespace mariner::app
