#include "emulator/grader/package.hpp"

#include <algorithm>
#include <cstring>

#include "emulator/grader/archive_writer.hpp"
#include "emulator/support/json.hpp"
#include "emulator/support/text.hpp"

namespace mariner::grader {

namespace {

constexpr std::string_view made_by = "# Made by mariner grade package.\n";

/// A text in quotes, as JSON, YAML and Python read it.
std::string quoted_text(std::string_view text) {
    JsonWriter json(JsonLayout::compact);
    json.value(text);
    return std::string(trim(json.take()));
}

/// Letters and digits of the rubric's name, as a lab or a folder may be called: "hw2".
std::string plain_name(const Rubric& rubric) {
    std::string name;
    for (const char c : to_lower(rubric.name.substr(0, rubric.name.rfind('.')))) {
        const bool fits = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        name += fits ? std::string(1, c) : "";
    }
    return name.empty() ? "assignment" : name.substr(0, 40);
}

std::string main_file(const Rubric& rubric) {
    return rubric.main_file.empty() ? "program.asm" : rubric.main_file;
}

/// Where a script finds things, as a shell reads it.
struct ScriptPlaces {
    std::string_view program;  // its folder
    std::string_view rubric;   // the folder that `rubric/` is in
    std::string_view hand_in;
};

/// The command that grades.
std::string once(const PackagePlan& plan, const ScriptPlaces& at, std::string_view more) {
    const std::string system(autograder_names.at(static_cast<size_t>(plan.system)));
    return std::string(at.program) + "/mariner grade once " + system + " " + std::string(at.rubric) + "/rubric/" +
           shell_word(plan.rubric_name) + " " + std::string(at.hand_in) + " " + std::string(more) +
           (plan.has_leaderboard ? " --leaderboard" : "") + "\n";
}

/// The program and the rubric, which every package has.
std::vector<PackageFile> common_files(const PackagePlan& plan, const std::string& folder) {
    std::vector<PackageFile> files = {{folder + "mariner", plan.program, true}};
    for (const auto& [name, bytes] : plan.rubric_files) {
        files.push_back({folder + "rubric/" + name, bytes, false});
    }
    return files;
}

std::vector<PackageFile> gradescope(const PackagePlan& plan) {
    std::vector<PackageFile> files = common_files(plan, "");
    files.push_back({"setup.sh",
                     "#!/bin/sh\n" + std::string(made_by) +
                         "# Nothing to install. Only root may look at the rubric.\n"
                         "chmod -R go= /autograder/source\n"
                         "chmod 700 /autograder/source/mariner\n",
                     true});
    const std::string script =
        "#!/bin/sh\n" + std::string(made_by) +
        "# A result is there from the first moment; the program puts better ones into its place.\n"
        "cd /autograder || exit 1\n"
        "umask 077\n"
        "mkdir -p results\n"
        "chmod 700 source results source/mariner\n"
        "printf '%s' '{\"score\": 0, \"output\": \"The autograder could not begin. Tell your teacher.\", "
        "\"output_format\": \"text\"}' >results/early\n"
        "mv results/early results/results.json\n" +
        once(plan, {"source", "source", "submission"},
             "--metadata submission_metadata.json --result results/results.json --seconds 540") +
        "exit 0\n";
    files.push_back({"run_autograder", script, true});
    return files;
}

std::string prairielearn_info(const PackagePlan& plan) {
    const std::string& hash = plan.rubric->hash;  // 32 hexadecimal digits
    std::string uuid = hash.substr(0, 32);
    for (const size_t at : {8U, 13U, 18U, 23U}) {
        uuid.insert(std::min<size_t>(at, uuid.size()), "-");
    }
    JsonWriter json;
    json.begin_object();
    json.member("uuid", uuid);
    json.member("title", plan.rubric->title);
    json.member("topic", "Assembly");
    json.member("type", "v3");
    json.member("gradingMethod", "External");
    json.object("externalGradingOptions", [&] {
        json.member("enabled", true);
        json.member("image", "debian:stable-slim");
        json.member("entrypoint", "sh /grade/tests/run.sh");
        json.member("timeout", 300);
        json.member("enableNetworking", false);
    });
    json.end_object();
    return json.take();
}

std::vector<PackageFile> prairielearn(const PackagePlan& plan) {
    std::vector<PackageFile> files = common_files(plan, "tests/");
    files.push_back({"info.json", prairielearn_info(plan), false});
    files.push_back(
        {"question.html",
         "<pl-question-panel>\n  <p>Hand in your program.</p>\n  <pl-file-upload file-names=\"" +
             main_file(*plan.rubric) +
             "\"></pl-file-upload>\n</pl-question-panel>\n<pl-submission-panel>\n"
             "  <pl-external-grader-results></pl-external-grader-results>\n  <pl-file-preview></pl-file-preview>\n"
             "</pl-submission-panel>\n",
         false});
    const std::string script = "#!/bin/sh\n" + std::string(made_by) +
                               "umask 077\nmkdir -p /grade/results\nchmod 700 /grade/tests /grade/tests/mariner\n" +
                               once(plan, {"/grade/tests", "/grade/tests", "/grade/student"},
                                    "--result /grade/results/results.json --seconds 270") +
                               "exit 0\n";
    files.push_back({"tests/run.sh", script, true});
    return files;
}

std::string tar_of(const std::vector<PackageFile>& files) {
    std::string bytes;
    TarWriter tar([&](std::string_view more) {
        bytes += more;
        return Result<void>();
    });
    for (const PackageFile& file : files) {
        if (!tar.add(file.name, file.bytes, file.is_program)) {
            return {};
        }
    }
    return tar.finish() ? bytes : "";
}

/// A lab as Autolab exports one, with the two files that it runs by inside.
Result<std::vector<PackageFile>> autolab(const PackagePlan& plan) {
    const std::string lab = plain_name(*plan.rubric);
    const std::string hand_in = shell_word(main_file(*plan.rubric));
    std::vector<PackageFile> inner = common_files(plan, "grade/");
    inner.push_back({"grade/run.sh",
                     "#!/bin/sh\n" + std::string(made_by) + "chmod 700 grade grade/mariner\n" +
                         once(plan, {"grade", "grade", hand_in}, "--seconds 150") + "exit 0\n",
                     true});
    const std::string tar = tar_of(inner);
    if (tar.empty()) {
        return Error{"a file's name is too long for Autolab's tar"};
    }
    const std::string yml =
        "---\ngeneral:\n  name: " + lab + "\n  description: ''\n  display_name: " + quoted_text(plan.rubric->title) +
        "\n  handin_filename: " + main_file(*plan.rubric) +
        "\n  handin_directory: handin\n  max_grace_days: 0\n  max_size: 2\n  category_name: Homework\n"
        "problems:\n- name: Points\n  description: ''\n  max_score: " +
        points_text(plan.rubric->worth()) +
        "\n  optional: false\nautograder:\n  autograde_timeout: 180\n"
        "  autograde_image: autograding_image\n  release_score: true\n";
    return std::vector<PackageFile>{
        {lab + "/" + lab + ".yml", yml, false},
        {lab + "/autograde-Makefile", "all:\n\t@tar xf autograde.tar\n\t@sh grade/run.sh\n", false},
        {lab + "/autograde.tar", tar, false}};
}

std::vector<PackageFile> classroom50(const PackagePlan& plan) {
    std::vector<PackageFile> files = common_files(plan, "");
    const std::string script =
        std::string(made_by) +
        "# Grades the folder it is started in and leaves result.json there, whatever happens.\n"
        "import os\nimport pathlib\nimport subprocess\n\n"
        "here = pathlib.Path(__file__).resolve().parent\n"
        "os.chmod(here / \"mariner\", 0o700)\n"
        "subprocess.run([here / \"mariner\", \"grade\", \"once\", \"classroom50\", here / \"rubric\" / " +
        quoted_text(plan.rubric_name) +
        ", \".\",\n                \"--result\", \"result.json\", \"--seconds\", \"540\"], check=False)\n";
    files.push_back({"autograder.py", script, false});
    return files;
}

Result<std::vector<PackageFile>> submitty(const PackagePlan& plan) {
    if (plan.rubric->worth() % one_point != 0) {
        return Error{"Submitty has whole points only; the rubric is worth " + points_text(plan.rubric->worth())};
    }
    std::vector<PackageFile> files = common_files(plan, "custom_validation_code/");
    files.push_back({"custom_validation_code/run.sh",
                     "#!/bin/sh\n" + std::string(made_by) + "chmod 700 mariner\n" +
                         once(plan, {".", ".", "test01"}, "--result validation_results.json --seconds 270") +
                         "exit 0\n",
                     true});
    JsonWriter json;
    json.begin_object();
    json.array("testcases", [&] {
        json.begin_object();
        json.member("title", plan.rubric->title);
        json.member("command", "ls");
        json.member("points", plan.rubric->worth() / one_point);
        // Unless told, Submitty allows no second process, a gigabyte of addresses and ten seconds.
        json.object("resource_limits", [&] {
            json.member("RLIMIT_CPU", 300);
            json.member("RLIMIT_NPROC", 100);
            json.member("RLIMIT_FSIZE", 10'000'000);
            for (const std::string_view endless : {"RLIMIT_AS", "RLIMIT_DATA", "RLIMIT_STACK"}) {
                json.member(endless, "RLIM_INFINITY");
            }
        });
        json.array("validation", [&] {
            json.begin_object();
            json.member("method", "custom_validator");
            json.member("command", "./run.sh");  // a shell may not be among its programs
            json.member("actual_file", "STDOUT.txt");
            json.member("show_actual", "never");
            json.end_object();
        });
        json.end_object();
    });
    json.end_object();
    files.push_back({"config.json", json.take(), false});
    return files;
}

/// The system may have put it where nobody may write, or dropped that it may be executed.
constexpr std::string_view own_copy =
    "umask 077\nwork=$(mktemp -d)\ncp \"$here/mariner\" \"$work/mariner\"\n"
    "chmod 700 \"$work/mariner\"\n";

std::vector<PackageFile> codegrade(const PackagePlan& plan) {
    std::vector<PackageFile> files = common_files(plan, "");
    files.push_back(
        {"run.sh",
         "#!/bin/sh\n" + std::string(made_by) +
             "# A Custom Test: sh $UPLOADED_FILES/run.sh, started in the student's folder. The report is printed,\n"
             "# points go to CodeGrade's own descriptor.\nhere=$(dirname \"$0\")\n"
             "(: >&3) 2>/dev/null || exec 3>&1\n" +
             std::string(own_copy) + "printf '%s' \"$CG_INFO\" >\"$work/info.json\"\n" +
             once(plan, {"\"$work\"", "\"$here\"", "."},
                  "--metadata \"$work/info.json\" --result \"$work/result\" --seconds 270 3>&-") +
             "sed '$d' \"$work/result\"\nsed -n '$p' \"$work/result\" >&3\nrm -rf \"$work\"\n",
         true});
    return files;
}

std::vector<PackageFile> inginious(const PackagePlan& plan) {
    std::vector<PackageFile> files = common_files(plan, "");
    files.push_back({"task.yaml",
                     "name: " + quoted_text(plan.rubric->title) +
                         "\naccessible: false\nenvironment_id: default\nenvironment_type: docker\n"
                         "environment_parameters:\n  limits:\n    time: '120'\n    memory: '512'\n"
                         "network_grading: false\nproblems:\n  program:\n    type: file\n"
                         "    name: Your program\n    allowed_exts: [.asm, .s]\n    max_size: 1048576\n",
                     false});
    files.push_back(
        {"run",
         "#!/bin/sh\n" + std::string(made_by) + "# As a user who isn't root.\nhere=/task\n" + std::string(own_copy) +
             "mkdir \"$work/hand-in\"\n"
             "getinput program:value >\"$work/hand-in/\"" +
             shell_word(main_file(*plan.rubric)) + "\n" +
             once(plan, {"\"$work\"", "/task", "\"$work/hand-in\""}, "--result \"$work/result\" --seconds 100") +
             "if [ -s \"$work/result\" ]; then\n"
             "    feedback-result \"$(sed -n 1p \"$work/result\")\"\n"
             "    feedback-grade \"$(sed -n 2p \"$work/result\")\"\n"
             "    sed 1,2d \"$work/result\" | feedback-msg -a\n"
             "else\n    feedback-result crash\nfi\nrm -rf \"$work\"\n",
         true});
    return files;
}

}  // namespace

bool is_tar(Autograder system) {
    return system == Autograder::autolab;
}

std::string package_name(const PackagePlan& plan) {
    return is_tar(plan.system) ? plain_name(*plan.rubric) + ".tar"
                               : plain_name(*plan.rubric) + "-" +
                                     std::string(autograder_names.at(static_cast<size_t>(plan.system))) + ".zip";
}

Result<std::vector<PackageFile>> package_files(const PackagePlan& plan) {
    switch (plan.system) {
        case Autograder::gradescope:
            return gradescope(plan);
        case Autograder::prairielearn:
            return prairielearn(plan);
        case Autograder::autolab:
            return autolab(plan);
        case Autograder::classroom50:
            return classroom50(plan);
        case Autograder::submitty:
            return submitty(plan);
        case Autograder::codegrade:
            return codegrade(plan);
        case Autograder::inginious:
            break;
    }
    return inginious(plan);
}

std::string why_not_static(std::string_view program) {
    constexpr size_t header_size = 64;
    constexpr size_t entry_size = 56;
    constexpr u32 interpreter = 3;  // PT_INTERP: whoever loads its libraries
    const auto number = [&](size_t at, size_t size) {
        u64 value = 0;
        for (size_t i = 0; i < size && at + i < program.size(); ++i) {
            value |= u64{static_cast<u8>(program[at + i])} << (8 * i);
        }
        return value;
    };
    if (program.size() < header_size || !program.starts_with("\x7f"
                                                             "ELF\x02\x01")) {
        return "it is no program for 64-bit Linux";
    }
    const u64 table = number(32, 8);
    const u64 count = number(56, 2);
    for (u64 i = 0; i < count; ++i) {
        const u64 at = table + i * entry_size;
        if (at > program.size()) {
            return "it is damaged";
        }
        if (number(static_cast<size_t>(at), 4) == interpreter) {
            return "it needs libraries that the system may not have";
        }
    }
    return {};
}

}  // namespace mariner::grader
