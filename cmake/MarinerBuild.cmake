# How everything is compiled: language, warnings, sanitizers, packages. Included once by the root.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)

# With CMAKE_UNITY_BUILD files are compiled in bunches. Reading the standard library's headers is most of a small file's time,
# so a whole layer is a bunch: 157 s of processor time for `mariner`, 174 s with bunches of 16.
if(NOT DEFINED CMAKE_UNITY_BUILD_BATCH_SIZE)
    set(CMAKE_UNITY_BUILD_BATCH_SIZE 100)
endif()
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_SCAN_FOR_MODULES OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# Makes the target all_verify_interface_header_sets, which compiles each header alone.
set(CMAKE_VERIFY_INTERFACE_HEADER_SETS ON)

find_program(MARINER_CCACHE ccache)
mark_as_advanced(MARINER_CCACHE)
if(MARINER_CCACHE AND PROJECT_IS_TOP_LEVEL AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${MARINER_CCACHE})
endif()

# Every target of ours links this one: flags reach nobody who merely embeds us.
add_library(mariner_flags INTERFACE)
target_compile_options(mariner_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # g++ 12 sees an overlap in "text" + std::string, and copies past the end of one (its bug 105651), that cannot be; and reads
    # of an empty std::optional's value where nobody reads it. clang, which compiles the tests, looks for those, too.
    target_compile_options(mariner_flags INTERFACE -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow -Wno-maybe-uninitialized)
endif()
# g++ tidies its memory again and again while a bunch grows; where there is memory for every job, once is enough. That is an
# eighth of a build's time (of the largest bunch: 13 s for 21), for 1.5 GB at most instead of 1.1.
cmake_host_system_information(RESULT host_cores QUERY NUMBER_OF_LOGICAL_CORES)
cmake_host_system_information(RESULT host_megabytes QUERY TOTAL_PHYSICAL_MEMORY)
math(EXPR host_megabytes_per_job "${host_megabytes} / ${host_cores}")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND host_megabytes_per_job GREATER 1500)
    target_compile_options(mariner_flags INTERFACE --param=ggc-min-heapsize=1000000)
endif()
if(MARINER_WERROR)
    target_compile_options(mariner_flags INTERFACE -Werror)
endif()
if(MARINER_SANITIZE)
    target_compile_options(mariner_flags INTERFACE -fsanitize=${MARINER_SANITIZE} -fno-sanitize-recover=all
                                                   -fno-omit-frame-pointer)
    target_link_options(mariner_flags INTERFACE -fsanitize=${MARINER_SANITIZE})
endif()
if(MARINER_FUZZ)
    if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
        message(FATAL_ERROR "MARINER_FUZZ needs clang: cmake --preset fuzz")
    endif()
    target_compile_options(mariner_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
# For tests/spoil/run.py alone: a build in which one handler or one compiled form is wrong, chosen by its number in the
# environment. In all other builds there is nothing to choose.
option(MARINER_SPOIL "Build engines that can be made wrong, to test their tests" OFF)
# Linked behind it by the tests' own code, which takes long to compile: UBSan and coverage would find nothing there.
add_library(mariner_test_flags INTERFACE)
target_compile_options(mariner_test_flags INTERFACE $<$<CONFIG:Release>:-O1>)
if(MARINER_SANITIZE)
    target_compile_options(mariner_test_flags INTERFACE -fno-sanitize=undefined)
endif()
if(MARINER_FUZZ)
    target_compile_options(mariner_test_flags INTERFACE -fno-sanitize=fuzzer-no-link)
endif()
if(MARINER_COVERAGE)
    target_compile_options(mariner_flags INTERFACE --coverage)
    target_link_options(mariner_flags INTERFACE --coverage)
endif()
if(MARINER_LTO)
    set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
        # Inlined across files, std::vector::push_back looks to g++ 12 as if it wrote past the end.
        add_link_options(-Wno-stringop-overflow)
    endif()
endif()

if(CMAKE_CROSSCOMPILING)
    include(MarinerSources)
elseif(EXISTS ${PROJECT_SOURCE_DIR}/.cache/packages/usr/include)
    # What tools/setup unpacked where it wasn't allowed to install.
    list(APPEND CMAKE_PREFIX_PATH ${PROJECT_SOURCE_DIR}/.cache/packages/usr)
    include_directories(SYSTEM AFTER ${PROJECT_SOURCE_DIR}/.cache/packages/usr/include/${CMAKE_LIBRARY_ARCHITECTURE})
endif()
if(CMAKE_SYSTEM_NAME STREQUAL "WASI")
    include(MarinerWasm)
else()
    find_package(Threads REQUIRED)
endif()

# ELFIO: a system-wide one first, else the headers that tools/setup unpacked. Included by program/elf_*.cpp only.
find_path(MARINER_ELFIO_DIR elfio/elfio.hpp)
if(NOT MARINER_ELFIO_DIR)
    find_path(MARINER_ELFIO_DIR elfio/elfio.hpp PATHS ${PROJECT_SOURCE_DIR}/.cache/elfio NO_DEFAULT_PATH)
endif()
mark_as_advanced(MARINER_ELFIO_DIR)
add_library(mariner_elfio INTERFACE)
if(MARINER_ELFIO_DIR)
    target_include_directories(mariner_elfio SYSTEM INTERFACE ${MARINER_ELFIO_DIR})
endif()

# CLI11: headers only. Included by app/ only.
find_path(MARINER_CLI11_DIR CLI/CLI.hpp)
mark_as_advanced(MARINER_CLI11_DIR)
add_library(mariner_cli11 INTERFACE)
if(MARINER_CLI11_DIR)
    target_include_directories(mariner_cli11 SYSTEM INTERFACE ${MARINER_CLI11_DIR})
endif()

# libedit: keys and history at the debugger's prompt. Included by app/terminal_lines.cpp only; without it lines are read
# plainly. Archives with all that they need are preferred: shared, each command would load four libraries at its start.
find_path(MARINER_LIBEDIT_DIR histedit.h)
foreach(library IN ITEMS libedit.a libtinfo.a libbsd.a libmd.a)
    find_library(MARINER_${library} ${library})
    list(APPEND libedit ${MARINER_${library}})
    mark_as_advanced(MARINER_${library})
endforeach()
find_library(MARINER_LIBEDIT_SHARED edit)
mark_as_advanced(MARINER_LIBEDIT_DIR MARINER_LIBEDIT_SHARED)
set(MARINER_LIBEDIT ${libedit})
if(NOT MARINER_LIBEDIT_DIR OR libedit MATCHES "NOTFOUND")
    set(MARINER_LIBEDIT ${MARINER_LIBEDIT_SHARED})
endif()

# toml++: headers only. Included by support/toml.cpp only.
find_path(MARINER_TOMLPP_DIR toml++/toml.h)
mark_as_advanced(MARINER_TOMLPP_DIR)

# RE2: the patterns of rubrics. Included by grader/pattern.cpp only; without it there is no command grade. Newer ones bring
# a file for CMake.
find_package(re2 CONFIG QUIET)
if(NOT TARGET re2::re2)
    find_path(MARINER_RE2_DIR re2/re2.h)
    find_library(MARINER_RE2_LIBRARY NAMES libre2.a re2)
    mark_as_advanced(MARINER_RE2_DIR MARINER_RE2_LIBRARY)
    if(MARINER_RE2_DIR AND MARINER_RE2_LIBRARY)
        add_library(re2::re2 UNKNOWN IMPORTED)
        set_target_properties(re2::re2 PROPERTIES IMPORTED_LOCATION ${MARINER_RE2_LIBRARY}
                              INTERFACE_INCLUDE_DIRECTORIES ${MARINER_RE2_DIR} INTERFACE_LINK_LIBRARIES Threads::Threads)
    endif()
endif()

# libseccomp: the system call filter around a grader's workers. Included by grader/sandbox.cpp only; without it the program
# builds, and grading asks for --no-sandbox.
find_path(MARINER_SECCOMP_DIR seccomp.h)
find_library(MARINER_SECCOMP_LIBRARY NAMES libseccomp.a seccomp)  # the archive first: nothing to load at every start
mark_as_advanced(MARINER_SECCOMP_DIR MARINER_SECCOMP_LIBRARY)

# asmjit: the compiling engine, on x86-64 only. Included by backend_x86/ only; without it there is no such engine.
find_package(asmjit CONFIG QUIET)
set(MARINER_HAS_JIT OFF)
if(MARINER_JIT AND TARGET asmjit::asmjit AND CMAKE_SIZEOF_VOID_P EQUAL 8
   AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|amd64|AMD64)$")
    set(MARINER_HAS_JIT ON)
endif()
