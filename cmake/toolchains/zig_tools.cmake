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
