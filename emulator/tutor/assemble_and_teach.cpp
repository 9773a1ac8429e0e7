// In a file of its own: modules of the page that have no tutor have another in its place (web/without_tutor_wasm.cpp).

#include "emulator/tutor/tutor.hpp"

namespace mariner {

Assembly assemble_and_teach(std::span<const std::string> files, SourceProvider& sources,
                            const AssemblerOptions& options) {
    Assembly assembly = assemble(files, sources, options);
    teach(assembly.diagnostics, files, sources, options);
    return assembly;
}

}  // namespace mariner
