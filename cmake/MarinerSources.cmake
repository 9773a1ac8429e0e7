# The packages of a cross build, which no system brings: headers that fit any target are borrowed from where native builds
# have them, libraries are compiled from the sources that tools/fetch_sources brings (tools/sources.lock names them).
enable_language(C)

# mariner_borrow(VARIABLE FOLDER [PLACES...]): VARIABLE becomes a folder that holds nothing but FOLDER, a system's own or
# one in PLACES. The folder around it, with this system's headers, must stay out of sight.
function(mariner_borrow variable folder)
    find_path(MARINER_${folder}_HOME ${folder} PATHS ${ARGN} /usr/include /usr/local/include /opt/homebrew/include
              NO_CMAKE_FIND_ROOT_PATH)
    mark_as_advanced(MARINER_${folder}_HOME)
    if(NOT MARINER_${folder}_HOME)
        message(FATAL_ERROR "the headers ${folder}/ are missing: run tools/setup")
    endif()
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/borrowed/${folder})
    file(CREATE_LINK ${MARINER_${folder}_HOME}/${folder} ${PROJECT_BINARY_DIR}/borrowed/${folder}/${folder} SYMBOLIC)
    set(${variable} ${PROJECT_BINARY_DIR}/borrowed/${folder} PARENT_SCOPE)
endfunction()

# mariner_package(NAME [INCLUDE folder...] FILES pattern... [WITHOUT regex]): library mariner_<NAME>_package from
# .cache/sources/NAME, compiled as its makers wrote it.
function(mariner_package name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "WITHOUT" "INCLUDE;FILES")
    set(home ${PROJECT_SOURCE_DIR}/.cache/sources/${name})
    if(NOT EXISTS ${home}/.sum)
        message(FATAL_ERROR "the sources of ${name} are missing: run tools/fetch_sources ${name}")
    endif()
    list(TRANSFORM arg_FILES PREPEND ${home}/)
    file(GLOB_RECURSE files ${arg_FILES})
    if(arg_WITHOUT)
        list(FILTER files EXCLUDE REGEX "${arg_WITHOUT}")
    endif()
    set(target mariner_${name}_package)
    add_library(${target} STATIC EXCLUDE_FROM_ALL ${files})
    target_compile_options(${target} PRIVATE -w)
    set_target_properties(${target} PROPERTIES UNITY_BUILD OFF CXX_STANDARD 17)
    foreach(folder IN LISTS arg_INCLUDE)
        target_include_directories(${target} SYSTEM PUBLIC ${home}/${folder})
    endforeach()
endfunction()

mariner_borrow(MARINER_CLI11_DIR CLI)
mariner_borrow(MARINER_TOMLPP_DIR toml++)

# zlib, without the part that opens files.
mariner_package(zlib INCLUDE . FILES *.c WITHOUT "/(gz[a-z]+|contrib/.*|test/.*|examples/.*)[.]c$")
# It takes a Mac for one of those before Unix, which had no fdopen.
target_compile_definitions(mariner_zlib_package PRIVATE $<$<PLATFORM_ID:Darwin>:fdopen=fdopen>)
if(CMAKE_SYSTEM_NAME STREQUAL "WASI")
    target_compile_options(mariner_zlib_package PRIVATE -Oz)  # over a network size is felt, and pictures are small
endif()
add_library(ZLIB::ZLIB ALIAS mariner_zlib_package)
set(ZLIB_LIBRARY mariner_zlib_package)  # so that find_package(ZLIB) has found it
set(ZLIB_INCLUDE_DIR ${PROJECT_SOURCE_DIR}/.cache/sources/zlib)

# The compiling engine.
if(CMAKE_SYSTEM_PROCESSOR STREQUAL x86_64)
    mariner_package(asmjit INCLUDE src FILES src/asmjit/*.cpp)
    target_compile_definitions(mariner_asmjit_package PUBLIC ASMJIT_STATIC ASMJIT_NO_AARCH64 ASMJIT_NO_FOREIGN)
    add_library(asmjit::asmjit ALIAS mariner_asmjit_package)
endif()

# For grading.
if(CMAKE_SYSTEM_NAME STREQUAL Linux)
    mariner_package(re2 INCLUDE . FILES re2/*.cc util/rune.cc util/strutil.cc WITHOUT "/(testing|fuzzing)/|_test[.]cc$")
    add_library(re2::re2 ALIAS mariner_re2_package)
    mariner_package(libseccomp INCLUDE include FILES src/*.c WITHOUT "/src/(arch-syscall-(check|dump)|python/.*)[.]c$")
    target_include_directories(mariner_libseccomp_package PRIVATE ${PROJECT_SOURCE_DIR}/.cache/sources/libseccomp/src)
    # What its configure would write: the one answer that its sources ask for.
    file(WRITE ${PROJECT_BINARY_DIR}/libseccomp/configure.h "#define HAVE_LINUX_SECCOMP_H 1\n")
    target_include_directories(mariner_libseccomp_package PRIVATE ${PROJECT_BINARY_DIR}/libseccomp)
    target_compile_definitions(mariner_libseccomp_package PRIVATE _GNU_SOURCE)
    set(MARINER_SECCOMP_DIR ${PROJECT_SOURCE_DIR}/.cache/sources/libseccomp/include)
    set(MARINER_SECCOMP_LIBRARY mariner_libseccomp_package)
endif()

# SDL2 is found when the program runs; its headers say by themselves which system they are for.
if(NOT CMAKE_SYSTEM_NAME STREQUAL "WASI")
    set(MARINER_SDL2_DIR ${PROJECT_SOURCE_DIR}/.cache/sources/libsdl2/include)
endif()
