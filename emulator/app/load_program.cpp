#include "emulator/app/load_program.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <span>

#include "emulator/app/commands.hpp"
#include "emulator/assembler/render.hpp"
#include "emulator/platform/files.hpp"
#include "emulator/platform/terminal.hpp"
#include "emulator/program/elf_reader.hpp"
#include "emulator/support/file.hpp"
#include "emulator/support/json.hpp"
#include "emulator/support/visible.hpp"
#include "emulator/tutor/tutor.hpp"

namespace mariner::app {

namespace {

/// The files of the command line were read once, so that pipes work too; includes come from the disk.
class ReadSources final : public SourceProvider {
public:
    ReadSources(std::span<const std::string> files, std::span<const std::string> texts)
        : m_disk(current_directory()), m_files(files), m_texts(texts) {}

    Result<std::string> read(const std::string& path, size_t limit) override {
        const auto index = static_cast<size_t>(std::ranges::find(m_files, path) - m_files.begin());
        if (index == m_files.size()) {
            return m_disk.read(path, limit);
        }
        return m_texts[index].size() <= limit ? Result<std::string>(m_texts[index]) : Error{path + " is too long"};
    }
    std::string absolute_path(const std::string& path) override { return m_disk.absolute_path(path); }

private:
    DiskSources m_disk;
    std::span<const std::string> m_files;
    std::span<const std::string> m_texts;  // as many
};

LoadedProgram failed(int code, const std::string& sentence) {
    print_message("mariner: " + sentence + "\n");
    return {std::nullopt, code};
}

LoadedProgram load_elf(const std::string& path, const std::string& bytes) {
    Result<ProgramImage> image = read_elf(bytes);
    if (!image) {
        return failed(exit_code::wrong_source, path + ": " + image.error().message);
    }
    LoadedProgram program;
    program.is_elf = true;
    program.image = std::move(*image);
    return program;
}

bool write_json_report(const std::string& path, const Diagnostics& diagnostics) {
    JsonWriter json;
    json.begin_object();
    json.key("diagnostics");
    write_json(json, diagnostics);
    json.end_object();
    return write_output(path, json.take());
}

}  // namespace

LoadedProgram load_program(const LoadRequest& request) {
    std::vector<std::string> texts;
    for (const std::string& file : request.files) {
        Result<std::string> bytes = read_file(file == "-" ? "/dev/stdin" : file);
        if (!bytes) {
            return failed(exit_code::unreadable_file, bytes.error().message);
        }
        if (is_elf(*bytes)) {
            return request.files.size() == 1
                       ? load_elf(file, *bytes)
                       : failed(exit_code::usage, file + " is an ELF file: it runs alone, without further files");
        }
        texts.push_back(std::move(*bytes));
    }
    ReadSources sources(request.files, texts);
    Assembly assembly = assemble_and_teach(request.files, sources, request.options);
    std::fputs(people_report(assembly.diagnostics, {error_stream_has_colours(), true}).c_str(), stderr);
    LoadedProgram program;
    program.exit_code = assembly.image ? exit_code::success : exit_code::wrong_source;
    if (!request.json.empty() && !write_json_report(request.json, assembly.diagnostics)) {
        program.exit_code = exit_code::cannot_write;
        return program;
    }
    program.image = std::move(assembly.image);
    program.diagnostics = std::move(assembly.diagnostics);
    program.sources = std::move(texts);
    return program;
}

std::vector<std::string> read_sources(const LoadRequest& request, const LoadedProgram& program) {
    std::vector<std::string> texts;
    for (const std::string& file : program.image->files) {
        const auto named = std::find(request.files.begin(), request.files.end(), file);
        const auto index = static_cast<size_t>(named - request.files.begin());
        if (index < program.sources.size()) {
            texts.push_back(program.sources[index]);
        } else {
            const Result<std::string> text = program.is_elf ? Result<std::string>(std::string()) : read_file(file);
            texts.push_back(text ? *text : std::string());
        }
    }
    return texts;
}

std::string current_directory() {
    std::error_code error;
    const std::string path = std::filesystem::current_path(error).string();
    return error ? "." : path;
}

void print_message(std::string_view text) {
    std::fputs(visible_text(text).c_str(), stderr);
}

void print_error(std::string_view command, std::string_view sentence) {
    print_message("mariner " + std::string(command) + ": " + std::string(sentence) + "\n");
}

int fail_with(int code, std::string_view command, std::string_view sentence) {
    print_error(command, sentence);
    return code;
}

bool write_output(const std::string& path, std::string_view bytes) {
    if (path.empty() || path == "-") {
        const bool written =
            std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size() && std::fflush(stdout) == 0;
        if (!written) {
            print_message("mariner: standard output can't be written\n");
        }
        return written;
    }
    const Result<void> written = write_file(path, bytes);
    if (!written) {
        print_message("mariner: " + written.error().message + "\n");
    }
    return written.has_value();
}

bool error_stream_has_colours() {
    return platform::is_terminal(platform::standard_error) && std::getenv("NO_COLOR") == nullptr;
}

}  // namespace mariner::app
