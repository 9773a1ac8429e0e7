// Any bytes as source: the assembler must end with a program or with a message that has a place, within its limits. The
// first byte chooses options; what follows a byte 0x1d is a second file, which the first may include as "b.asm" and
// which is assembled after it.

#include <array>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/assembler/assembler.hpp"
#include "emulator/assembler/render.hpp"

namespace {

using namespace mariner;

AssemblerOptions options_of(u8 flags) {
    AssemblerOptions options;
    options.configuration = static_cast<MemoryConfiguration>(flags % 3);
    options.allow_pseudo = (flags & 4) == 0;
    options.delayed_branching = (flags & 8) != 0;
    options.self_modifying_code = (flags & 16) != 0;
    options.warnings_are_errors = (flags & 32) != 0;
    options.limits.line_bytes = 10'000;
    options.limits.expanded_lines = 5'000;
    options.limits.expanded_bytes = 200'000;
    options.limits.data_items = 20'000;
    options.limits.include_depth = 5;
    options.limits.macro_depth = 50;
    options.limits.warnings = 100;
    return options;
}

void require(bool holds) {
    if (!holds) {
        std::abort();
    }
}

void check_image(const ProgramImage& image) {
    for (size_t i = 0; i < image.text.size(); ++i) {
        require(image.text[i].address % 4 == 0);
        require(i == 0 || image.text[i - 1].address < image.text[i].address);
        require(image.text[i].statement == TextEntry::no_statement ||
                image.text[i].statement < image.statements.size());
    }
    for (const Statement& statement : image.statements) {
        require(statement.file < image.files.size() && statement.main_file < image.files.size());
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const u8* data, size_t size) {
    if (size == 0) {
        return 0;
    }
    const std::string_view input(reinterpret_cast<const char*>(data) + 1, size - 1);
    const size_t split = input.find('\x1d');
    MemorySources sources;
    std::vector<std::string> files = {"a.asm"};
    sources.add("a.asm", std::string(input.substr(0, split)));
    if (split != std::string_view::npos) {
        sources.add("b.asm", std::string(input.substr(split + 1)));
        files.emplace_back("b.asm");
    }
    const Assembly assembly = assemble(files, sources, options_of(data[0]));
    require(assembly.image.has_value() || !assembly.diagnostics.all().empty());
    if (assembly.image) {
        check_image(*assembly.image);
    }
    require(assembly.diagnostics.all().empty() == people_report(assembly.diagnostics, {true, true}).empty());
    JsonWriter json;
    write_json(json, assembly.diagnostics);
    require(!json.take().empty() && mars_report(assembly.diagnostics).size() < size_t{100} << 20);
    return 0;
}
