# zig's programs as single words, for the toolchains beside this file.
set(MARINER_ZIG ${CMAKE_CURRENT_LIST_DIR}/../../.cache/zig/node_modules/@zigc)
file(REAL_PATH ${MARINER_ZIG} MARINER_ZIG)
set(MARINER_ZIG_LIB ${MARINER_ZIG}/lib)

# mariner_zig_tool(NAME COMMAND): a program in the build tree that is one of zig's, for what wants a single word.
function(mariner_zig_tool name command)
    set(tool ${CMAKE_BINARY_DIR}/tools/${name})
    file(CONFIGURE OUTPUT ${tool} @ONLY CONTENT "#!/bin/sh
ZIG_LIB_DIR='@MARINER_ZIG_LIB@' ZIG_GLOBAL_CACHE_DIR='@MARINER_ZIG@/cache' ZIG_LOCAL_CACHE_DIR='@MARINER_ZIG@/cache' \\
    exec '@MARINER_ZIG@/linux-x64/bin/zig' @command@ \"$@\"
")
    file(CHMOD ${tool} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
    set(MARINER_ZIG_TOOL_${name} ${tool} PARENT_SCOPE)
endfunction()

# mariner_zig_compilers(C CXX): what is given become the compilers, with zig's archiver. Where CMake tries a compiler in a
# tree of its own, it knows them already.
function(mariner_zig_compilers c cxx)
    if(CMAKE_C_COMPILER)
        return()
    endif()
    mariner_zig_tool(cc "${c}")
    mariner_zig_tool(c++ "${cxx}")
    mariner_zig_tool(ar "ar")
    mariner_zig_tool(ranlib "ranlib")
    set(CMAKE_C_COMPILER ${MARINER_ZIG_TOOL_cc} PARENT_SCOPE)
    set(CMAKE_CXX_COMPILER ${MARINER_ZIG_TOOL_c++} PARENT_SCOPE)
    set(CMAKE_AR ${MARINER_ZIG_TOOL_ar} CACHE FILEPATH "")
    set(CMAKE_RANLIB ${MARINER_ZIG_TOOL_ranlib} CACHE FILEPATH "")
endfunction()
