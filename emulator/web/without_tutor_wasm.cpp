// For the modules that are linked with this file nobody explains what is wrong with a program: in a page the language
// server does, in a module of its own. The tutor would be a seventh of what they load.

#include "emulator/tutor/tutor.hpp"

namespace mariner {

Assembly assemble_and_teach(std::span<const std::string> files, SourceProvider& sources,
                            const AssemblerOptions& options) {
    return assemble(files, sources, options);
}

}  // namespace mariner
