#include "emulator/app/grade_rubric.hpp"

#include "bitmap/image_file.hpp"
#include "emulator/app/commands.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/app/run_options.hpp"
#include "emulator/platform/paths.hpp"
#include "emulator/support/file.hpp"
#include "emulator/support/text.hpp"

namespace mariner::app {

namespace {

constexpr size_t longest_rubric_file = size_t{4} << 20;

}  // namespace

Result<std::vector<u32>> picture_units(std::string_view png, u32 columns, u32 rows) {
    const Result<bitmap::Pixels> pixels = bitmap::read_png(png);
    if (!pixels) {
        return pixels.error();
    }
    Result<bitmap::Picture> picture = bitmap::to_picture(*pixels, columns, rows);
    if (!picture) {
        return picture.error();
    }
    return std::move(picture->units);
}

grader::RubricFiles files_beside(const std::string& rubric) {
    return [folder = std::string(platform::folder_part(rubric))](const std::string& path) {
        return read_file(platform::join(folder, path), longest_rubric_file);
    };
}

std::optional<grader::Rubric> load_rubric_file(const std::string& path, int& code) {
    const Result<std::string> text = read_file(path, longest_rubric_file);
    if (!text) {
        code = fail_with(exit_code::unreadable_file, "grade", text.error().message);
        return std::nullopt;
    }
    const std::string name(platform::file_name(path));
    Result<grader::Rubric> rubric = grader::read_rubric(name, *text, files_beside(path), picture_units);
    if (!rubric) {
        for (const std::string_view line : lines_of(rubric.error().message)) {
            print_message(path + ":" + std::string(line) + "\n");
        }
        code = exit_code::wrong_source;
        return std::nullopt;
    }
    return std::move(*rubric);
}

Result<std::map<std::string, std::string>> rubric_with_files(const std::string& path, const std::string& text) {
    std::map<std::string, std::string> files;
    const grader::RubricFiles remember = [&](const std::string& name) {
        Result<std::string> bytes = read_file(platform::join(platform::folder_part(path), name));
        if (bytes) {
            files[name] = *bytes;
        }
        return bytes;
    };
    const grader::RubricPictures any_picture = [](std::string_view /*png*/, u32 columns, u32 rows) {
        return Result<std::vector<u32>>(std::vector<u32>(size_t{columns} * rows));
    };
    const Result<grader::Rubric> read = grader::read_rubric(platform::file_name(path), text, remember, any_picture);
    if (!read) {
        return read.error();
    }
    for (const auto& [name, bytes] : files) {
        if (grader::harmless_path(name) != name) {
            return Error{"it names a file outside its folder: " + name};
        }
    }
    files[std::string(platform::file_name(path))] = text;
    return files;
}

Result<grader::Standing> load_standing(const std::string& path, const grader::Rubric& rubric, grader::Lms lms) {
    return grader::Standing::load(rubric, std::string(platform::folder_part(path)), lms);
}

}  // namespace mariner::app
