# Run at build time (cmake -P): writes OUTPUT, a .cpp with the text of each of PROGRAMS, for games/embedded_programs.hpp.
# With LIE_BESIDE none has a text. A character per byte: no escape to get wrong, no limit on a literal's length to meet.
set(body "")
foreach(program IN LISTS PROGRAMS)
    get_filename_component(room ${program} NAME_WE)
    if(LIE_BESIDE)
        string(APPEND rows "    {\"${room}\", {}},\n")
        continue()
    endif()
    file(READ ${program} hex HEX)
    string(REGEX MATCHALL ".." bytes "${hex}")
    list(LENGTH bytes size)
    string(REGEX REPLACE "(..)" "'\\\\x\\1'," characters "${hex}")
    string(APPEND body "constexpr char ${room}_text[] = {${characters}'\\0'};\n")
    string(APPEND rows "    {\"${room}\", {${room}_text, ${size}}},\n")
endforeach()
file(WRITE ${OUTPUT}.new "// Written by cmake/embed.cmake from asm/<room>/<room>.asm.
#include \"emulator/games/embedded_programs.hpp\"

namespace mariner::games {
namespace {
${body}constexpr EmbeddedProgram programs[] = {
${rows}};
}  // namespace

std::span<const EmbeddedProgram> embedded_programs() { return programs; }

}  // namespace mariner::games
")
file(RENAME ${OUTPUT}.new ${OUTPUT})
