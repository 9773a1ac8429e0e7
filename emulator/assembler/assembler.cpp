#include "emulator/assembler/assembler.hpp"

#include "emulator/assembler/first_pass.hpp"
#include "emulator/assembler/image_builder.hpp"
#include "emulator/assembler/reader.hpp"

namespace mariner {

Assembly assemble(std::span<const std::string> files, SourceProvider& sources, const AssemblerOptions& options) {
    using namespace assembler;
    AssemblyContext context(options);
    Assembly result;
    ProgramDraft program(context.map(), options.self_modifying_code);
    program.files = SourceReader(context, sources).read(files);
    if (!context.diagnostics().has_errors() || options.collect_all_errors) {
        program.units.resize(program.files.units.size());
        for (const u32 unit : program.files.order) {
            if (context.must_end()) {
                break;
            }
            lay_out(context, program, unit);
        }
        for (SourceUnit& unit : program.files.units) {
            unit.forget_tokens();
        }
        BuiltImage built = build_image(context, program);
        (built.is_complete ? result.image.emplace() : result.partial) = std::move(built.image);
    }
    if (context.is_interrupted()) {
        result.image.reset();
        result.was_interrupted = true;
    }
    constexpr u64 items_per_line = 16;
    result.made_lines = context.made_lines() + program.segments.item_count / items_per_line;
    result.diagnostics = std::move(context.diagnostics());
    return result;
}

}  // namespace mariner
