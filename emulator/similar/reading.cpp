#include "emulator/similar/reading.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "emulator/assembler/assembler.hpp"
#include "emulator/similar/canonical.hpp"
#include "emulator/support/text.hpp"

namespace mariner::similar {

namespace {

/// Errors of one pass hide those of the next, and a line left out may take a label from others.
constexpr u32 max_rounds = 12;

using Texts = std::map<std::string, std::string>;

/// The file of an .include line, or empty.
std::string_view included_file(std::string_view line) {
    line = trim(line);
    if (!line.starts_with(".include")) {
        return {};
    }
    const size_t open = line.find('"');
    const size_t close = open == std::string_view::npos ? open : line.find('"', open + 1);
    return close == std::string_view::npos ? std::string_view() : line.substr(open + 1, close - open - 1);
}

/// The files that no other one includes, in order of their names.
std::vector<std::string> main_files(const Texts& texts) {
    MemorySources paths;
    std::set<std::string> included;
    for (const auto& [name, text] : texts) {
        for (const std::string_view line : lines_of(text)) {
            if (const std::string_view file = included_file(line); !file.empty()) {
                included.insert(paths.include_path(name, file));
            }
        }
    }
    std::vector<std::string> names;
    for (const auto& [name, text] : texts) {
        if (!included.contains(name)) {
            names.push_back(name);
        }
    }
    return names;
}

AssemblerOptions options_for(const ReadingLimits& limits) {
    AssemblerOptions options;
    options.limits.source_bytes = 4 * limits.source_bytes;  // a file may be included several times
    options.limits.source_lines = 200'000;
    options.limits.line_bytes = 100'000;
    options.limits.expanded_lines = 100'000;
    options.limits.expanded_bytes = u64{8} << 20;
    options.limits.data_items = u64{4} << 20;
    options.limits.statements = 100'000;
    options.limits.errors = 50'000;
    options.limits.warnings = 1'000;
    return options;
}

/// What to change in a file so that it gets further.
struct LineRepair {
    std::set<u32> wrong_lines;
    std::set<std::string> missing_labels;
};

std::map<std::string, LineRepair> repairs_of(const Diagnostics& diagnostics) {
    std::map<std::string, LineRepair> repairs;
    for (const Diagnostic& diagnostic : diagnostics.all()) {
        const bool has_place = diagnostic.line != 0 && diagnostic.file < diagnostics.files().size();
        if (info(diagnostic.message).severity != Severity::error || !has_place) {
            continue;
        }
        LineRepair& repair = repairs[diagnostics.files()[diagnostic.file].name];
        if (diagnostic.message == Message::undefined_symbol && !diagnostic.arguments.empty()) {
            repair.missing_labels.insert(diagnostic.arguments.front());
        } else {
            repair.wrong_lines.insert(diagnostic.line);
        }
    }
    return repairs;
}

/// Blanks the lines that have errors and puts missing labels behind the last line. Returns the number of changes.
u32 apply(const LineRepair& repair, std::string& text) {
    std::string kept;
    u32 number = 0;
    u32 changes = 0;
    for (const std::string_view line : lines_of(text)) {
        const bool is_wrong = repair.wrong_lines.contains(++number);
        changes += is_wrong && !line.empty() ? 1U : 0U;
        kept += is_wrong ? std::string_view() : line;
        kept += '\n';
    }
    for (const std::string& label : repair.missing_labels) {
        kept += label + ":\n";
        ++changes;
    }
    text = std::move(kept);
    return changes;
}

u32 repair_all(const Diagnostics& diagnostics, Texts& texts) {
    u32 changes = 0;
    for (const auto& [name, repair] : repairs_of(diagnostics)) {
        if (const auto text = texts.find(name); text != texts.end()) {
            changes += apply(repair, text->second);
        }
    }
    return changes;
}

Assembly assemble_texts(const Texts& texts, const AssemblerOptions& options) {
    MemorySources sources;
    for (const auto& [name, text] : texts) {
        sources.add(name, text);
    }
    return assemble(main_files(texts), sources, options);
}

}  // namespace

ComparedProgram read_program(std::span<const SourceFile> sources, const ReadingLimits& limits) {
    ComparedProgram program;
    Texts texts;
    size_t bytes = 0;
    for (const SourceFile& source : sources) {
        bytes += source.bytes.size();
        texts[source.name] = source.bytes;
    }
    if (sources.empty() || bytes > limits.source_bytes) {
        program.note = sources.empty() ? "no assembly source"
                                       : "longer than " + with_thousands(limits.source_bytes) + " bytes: not compared";
        return program;
    }
    const AssemblerOptions options = options_for(limits);
    Texts kept = texts;
    Assembly assembly = assemble_texts(kept, options);
    for (u32 round = 0; round < max_rounds && !assembly.image; ++round) {
        const u32 changes = repair_all(assembly.diagnostics, kept);
        if (changes == 0) {
            break;
        }
        program.repairs += changes;
        assembly = assemble_texts(kept, options);
    }
    if (!assembly.image) {
        program.note = "can't be read as MIPS assembly: not compared";
        return program;
    }
    program.files = assembly.image->files;
    for (const std::string& file : program.files) {
        const auto text = texts.find(file);
        program.texts.push_back(text == texts.end() ? std::string() : text->second);
    }
    program.tokens = canonical_tokens(*assembly.image);
    if (program.tokens.size() > limits.tokens) {
        program.tokens.resize(limits.tokens);
        program.note = "very long: only its first " + with_thousands(limits.tokens) + " steps are compared";
    } else if (program.repairs != 0) {
        program.note = "doesn't assemble: compared without its " + with_thousands(program.repairs) +
                       (program.repairs == 1 ? " error" : " errors");
    }
    return program;
}

}  // namespace mariner::similar
