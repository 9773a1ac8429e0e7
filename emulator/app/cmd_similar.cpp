// `mariner similar`: which programs of a class are alike, though registers, labels, layout and spelling differ.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "emulator/app/commands.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/app/look_alikes.hpp"
#include "emulator/app/run_options.hpp"
#include "emulator/platform/paths.hpp"
#include "emulator/similar/report.hpp"
#include "emulator/support/text.hpp"

namespace mariner::app {

namespace {

constexpr const char* similar_examples =
    "examples:\n"
    "  mariner similar submissions/\n"
    "  mariner similar submissions/ --template handout.asm --html alike.html\n"
    "  mariner similar submissions/ --threshold 50 --json alike.json\n"
    "  mariner similar submissions/ --earlier terms/2025 --earlier terms/2024\n"
    "  mariner similar submissions/ --store terms.store --add-to terms.store --term 2026\n"
    "                                                  compared with earlier terms, and kept for later ones\n"
    "  mariner similar merge --out all.store a.store b.store\n"
    "\nDIR holds a file or a folder per submission, or is a ZIP of them, as for mariner grade. docs/similar.md tells\n"
    "what is compared and what likeness means.\n"
    "\nexit codes: 0 compared, 2 wrong usage, 66 DIR or a handout can't be read, 73 a report can't be written\n";

struct SimilarOptions {
    std::string directory;
    ClassesBeside beside;
    StoreOptions store;
    std::string json;
    std::string html;
    std::string jplag;
    std::string dolos;
    similar::CompareOptions compare;
};

void add_options(CLI::App& app, SimilarOptions& options) {
    app.add_option("DIR", options.directory, "the submissions, a file or a folder each, or a ZIP")->required();
    app.add_option("--template,--base", options.beside.templates,
                   "a file or folder that was handed out: what stems from it isn't compared")
        ->allow_extra_args(false);
    app.add_option("--threshold", options.compare.threshold, "list pairs of which either is alike by so many per cent")
        ->check(CLI::Range(1, 100))
        ->capture_default_str();
    app.add_option(
           "--common", options.compare.common_share,
           "leave out passages that more per cent of the class have (and more than 10 programs); unless told, those "
           "that more than 200 programs have")
        ->check(CLI::Range(1, 100));
    app.add_option("-k", options.compare.k, "steps of the shortest passage that counts")
        ->check(CLI::Range(4, 200))
        ->capture_default_str();
    app.add_option("-w", options.compare.w,
                   "passages of which one is looked up; k + w - 1 equal steps are always found")
        ->check(CLI::Range(1, 200))
        ->capture_default_str();
    app.add_option("--json", options.json, "everything, for other programs; - for standard output");
    app.add_option("--html", options.html, "a page with the matching lines side by side");
    app.add_option("--jplag", options.jplag, "the pairs as JPlag's results.csv, to this file");
    app.add_option("--dolos", options.dolos, "the comparison as tables for `dolos serve`, into this folder");
    app.add_option("--earlier", options.beside.earlier,
                   "submissions of an earlier term: compared with those of DIR only; may be given again")
        ->allow_extra_args(false);
    app.add_option("--store", options.beside.stores,
                   "a store of earlier terms, made by --add-to: compared as with --earlier; may be given again")
        ->allow_extra_args(false);
    app.add_option("--add-to", options.store.file,
                   "put the fingerprints of DIR into this store, which is made if need be");
    app.add_option("--term", options.store.term,
                   "with --add-to: stands before each name there; DIR's name unless told");
    app.add_flag("--anonymous", options.store.is_anonymous, "with --add-to: digests in place of names");
    app.footer(similar_examples);
}

/// All files of a folder, which is made; the rest isn't written once one can't be.
bool write_tables(const std::string& folder, const std::vector<std::pair<std::string, std::string>>& tables) {
    if (tables.empty()) {
        print_error("similar", "this mariner writes no tables for Dolos; the one for Linux does");
        return false;
    }
    std::error_code error;
    std::filesystem::create_directory(folder, error);
    if (error) {
        print_error("similar", folder + ": " + error.message());
        return false;
    }
    return std::all_of(tables.begin(), tables.end(), [&](const auto& table) {
        return write_output(platform::join(folder, table.first), table.second);
    });
}

bool keep_in_store(const ComparedClass& compared, const SimilarOptions& options) {
    const Result<size_t> held = add_class_to_store(compared, options.directory, options.store);
    if (!held) {
        print_error("similar", held.error().message);
        return false;
    }
    print_message("mariner: " + options.store.file + " holds " + with_thousands(*held) + " programs\n");
    return true;
}

int execute(const SimilarOptions& options) {
    const Result<ComparedClass> compared = compare_class(options.directory, options.beside, options.compare);
    if (!compared) {
        return fail_with(exit_code::unreadable_file, "similar", compared.error().message);
    }
    const similar::Report report = compared->report();
    if (options.json != "-") {
        std::fputs(similar_text(report).c_str(), stdout);
    }
    const bool has_json = options.json.empty() || write_output(options.json, similar_json(report));
    const bool has_html = options.html.empty() || write_output(options.html, similar_html(report));
    const bool has_csv = options.jplag.empty() || write_output(options.jplag, similar_jplag_csv(report));
    const bool has_dolos = options.dolos.empty() || write_tables(options.dolos, similar_dolos_tables(report));
    const bool is_kept = options.store.file.empty() || keep_in_store(*compared, options);
    return has_json && has_html && has_csv && has_dolos && is_kept ? exit_code::success : exit_code::cannot_write;
}

struct StoreMergeOptions {
    std::vector<std::string> stores;
    std::string out;
};

int merge_command(int argc, char** argv) {
    StoreMergeOptions options;
    CLI::App app("Puts stores of earlier terms together. Of two programs of one label the later store's stays.",
                 "mariner similar merge");
    app.add_option("STORE", options.stores, "stores that --add-to has made")->required();
    app.add_option("--out", options.out, "the store to write")->required();
    if (const std::optional<int> code = parse_command_line(app, "similar", argc, argv)) {
        return *code;
    }
    const Result<size_t> held = merge_stores(options.stores, options.out);
    if (!held) {
        return fail_with(exit_code::unreadable_file, "similar", held.error().message);
    }
    print_message(options.out + " holds " + with_thousands(*held) + " programs\n");
    return exit_code::success;
}

}  // namespace

int cmd_similar(int argc, char** argv) {
    if (argc > 1 && argv[1] == std::string_view("merge")) {
        return merge_command(argc - 1, argv + 1);
    }
    SimilarOptions options;
    CLI::App app(
        "Finds the programs of a class that are alike, also behind other names, registers, spellings and orders.",
        "mariner similar");
    add_options(app, options);
    if (const std::optional<int> code = parse_command_line(app, "similar", argc, argv)) {
        return *code;
    }
    if (options.store.file.empty() && (options.store.is_anonymous || !options.store.term.empty())) {
        return fail_with(exit_code::usage, "similar", "--term and --anonymous go with --add-to");
    }
    return execute(options);
}

}  // namespace mariner::app
