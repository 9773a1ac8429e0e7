# Every native system by zig's clang: cmake --toolchain cmake/toolchains/zig.cmake -DMARINER_TARGET=x86_64-linux-gnu.2.17
# (tools/release does it all). The target is in zig's words: processor, system, C library and the oldest version of it.
set(MARINER_TARGET "" CACHE STRING "For whom to build, such as aarch64-linux-musl or x86_64-windows-gnu")
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES MARINER_TARGET)
if(NOT MARINER_TARGET MATCHES "^(x86_64|aarch64)-(linux|windows|macos)[-.]")
    message(FATAL_ERROR "MARINER_TARGET is \"${MARINER_TARGET}\": not x86_64 or aarch64 with linux, windows or macos")
endif()
set(CMAKE_SYSTEM_PROCESSOR ${CMAKE_MATCH_1})
set(systems_linux Linux)
set(systems_windows Windows)
set(systems_macos Darwin)
set(CMAKE_SYSTEM_NAME ${systems_${CMAKE_MATCH_2}})

include(${CMAKE_CURRENT_LIST_DIR}/zig_tools.cmake)
mariner_zig_compilers("cc -target ${MARINER_TARGET}" "c++ -target ${MARINER_TARGET}")
if(CMAKE_SYSTEM_NAME STREQUAL Windows AND NOT CMAKE_RC_COMPILER)
    mariner_zig_tool(rc "rc")
    set(CMAKE_RC_COMPILER ${MARINER_ZIG_TOOL_rc})
endif()
# No path of this machine gets into what is made. zig keeps frame pointers, which costs the fast core's handlers two
# instructions each (5 to 14 %).
foreach(language IN ITEMS C CXX)
    foreach(place IN ITEMS CMAKE_SOURCE_DIR CMAKE_BINARY_DIR MARINER_ZIG)
        string(APPEND CMAKE_${language}_FLAGS_INIT " \"-ffile-prefix-map=${${place}}=.\"")
    endforeach()
    set(CMAKE_${language}_FLAGS_RELEASE_INIT "-fomit-frame-pointer")
endforeach()
# What is made here goes to users: no symbols. musl gives a thread 128 KiB of stack unless its program says otherwise.
set(CMAKE_SHARED_LINKER_FLAGS_INIT "-s")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-s")
if(MARINER_TARGET MATCHES "musl")
    string(APPEND CMAKE_EXE_LINKER_FLAGS_INIT " -Wl,-z,stack-size=8388608")
endif()
# The compiler isn't run to find out about the system: what it makes can't be run here.
set(CMAKE_OSX_SYSROOT "" CACHE STRING "")
set(CMAKE_OSX_DEPLOYMENT_TARGET "" CACHE STRING "")
# CMake insists on a tool of Apple's that changes libraries where they are installed. Nothing here is.
set(CMAKE_INSTALL_NAME_TOOL ${CMAKE_COMMAND})
# Nothing of this machine's own: cmake/MarinerSources.cmake brings what the system's packages bring elsewhere.
set(CMAKE_FIND_ROOT_PATH ${CMAKE_BINARY_DIR}/nothing)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
