#include "emulator/app/look_alikes.hpp"

#include <algorithm>
#include <iterator>
#include <map>

#include "emulator/app/store_file.hpp"
#include "emulator/grader/submissions.hpp"
#include "emulator/grader/zip.hpp"
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
        result.digests.push_back(submission->content_hash);
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
Result<void> add_earlier(const std::vector<std::string>& terms, ComparedClass& submissions) {
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
    return {};
}

/// The programs of stores behind those of earlier classes, by the labels that they have there.
Result<void> add_stores(const std::vector<std::string>& stores, const similar::CompareOptions& options,
                        ComparedClass& submissions) {
    for (const std::string& path : stores) {
        const Result<similar::ProgramStore> store = read_store_file(path);
        if (!store) {
            return store.error();
        }
        if (store->k != options.k || store->w != options.w) {
            return Error{path + ": it was made with -k " + std::to_string(store->k) + " -w " +
                         std::to_string(store->w) + ", and can be compared only so"};
        }
        for (const similar::StoredProgram& program : store->programs) {
            submissions.names.push_back(program.label);
            submissions.programs.push_back(similar::program_from_store(program));
        }
    }
    return {};
}

}  // namespace

Result<ComparedClass> compare_class(const std::string& path, const ClassesBeside& beside,
                                    similar::CompareOptions options) {
    Result<std::vector<similar::ComparedProgram>> base = read_base(beside.templates);
    Result<ComparedClass> compared = base ? read_class(path) : Result<ComparedClass>(base.error());
    if (!compared) {
        return compared.error();
    }
    const size_t own = compared->programs.size();
    Result<void> added = add_earlier(beside.earlier, *compared);
    added = added ? add_stores(beside.stores, options, *compared) : added;
    if (!added) {
        return added.error();
    }
    options.earlier = compared->programs.size() - own;
    compared->options = options;
    compared->base = std::move(*base);
    compared->comparison = similar::compare(compared->programs, compared->base, options);
    return compared;
}

Result<size_t> add_class_to_store(const ComparedClass& compared, const std::string& path, const StoreOptions& options) {
    constexpr size_t digits_of_digest = 12;
    std::string term =
        options.term.empty() ? std::string(platform::file_name(platform::real_path(path))) : options.term;
    term = grader::is_zip_name(term) ? term.substr(0, term.size() - 4) : term;
    similar::ProgramStore more{compared.options.k, compared.options.w, {}};
    for (size_t i = 0; i < compared.digests.size(); ++i) {
        const std::string name =
            options.is_anonymous ? compared.digests[i].substr(0, digits_of_digest) : compared.names[i];
        similar::StoredProgram stored =
            similar::stored_form(compared.programs[i], term + "/" + name, compared.base, compared.options);
        if (!stored.marks.empty()) {
            more.programs.push_back(std::move(stored));
        }
    }
    return add_to_store_file(options.file, std::move(more));
}

Result<size_t> merge_stores(const std::vector<std::string>& stores, const std::string& out) {
    similar::ProgramStore all;
    for (const std::string& path : stores) {
        Result<similar::ProgramStore> store = read_store_file(path);
        const Result<void> added = store ? similar::add_to_store(all, std::move(*store)) : store.error();
        if (!added) {
            return store ? Error{path + ": " + added.error().message} : added.error();
        }
    }
    const Result<void> written = write_store_file(out, all);
    return written ? Result<size_t>(all.programs.size()) : written.error();
}

}  // namespace mariner::app
