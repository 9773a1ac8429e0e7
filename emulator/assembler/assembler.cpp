#include "emulator/assembler/assembler.hpp"

#include "emulator/assembler/emitter.hpp"
#include "emulator/assembler/parser.hpp"
#include "emulator/assembler/reader.hpp"
#include "emulator/assembler/session.hpp"

namespace mariner {

Assembly assemble(std::span<const std::string> files, SourceProvider& sources, const AssemblerOptions& options) {
    using namespace assembler;
    assembler::Session session(sources, options);
    assembler::Reader(session).read(files);
    Assembly result;
    if (!session.diagnostics.has_errors()) {
        for (u32 unit = 0; unit < session.units.size() && !session.is_stopped(); ++unit) {
            if (session.diagnostics.limit_exceeded()) {
                break;
            }
            assembler::Parser(session, unit).run();
        }
        result.image = assembler::Emitter(session).emit();
    }
    result.diagnostics = std::move(session.diagnostics);
    return result;
}

}  // namespace mariner
