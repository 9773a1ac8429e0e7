# What a WebAssembly build makes itself, since no system has it: the C++ library with exceptions, and zlib.
enable_language(C)

# Headers that fit any target, from where native builds have them; the folder around them must stay out of sight.
# mariner_borrow(VARIABLE FOLDER): VARIABLE becomes a folder that holds nothing but FOLDER.
function(mariner_borrow variable folder)
    find_path(MARINER_${folder}_HOME ${folder} PATHS /usr/include /usr/local/include /opt/homebrew/include
              NO_CMAKE_FIND_ROOT_PATH)
    mark_as_advanced(MARINER_${folder}_HOME)
    if(NOT MARINER_${folder}_HOME)
        message(FATAL_ERROR "the headers ${folder}/ are missing: run tools/setup")
    endif()
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/borrowed/${folder})
    file(CREATE_LINK ${MARINER_${folder}_HOME}/${folder} ${PROJECT_BINARY_DIR}/borrowed/${folder}/${folder} SYMBOLIC)
    set(${variable} ${PROJECT_BINARY_DIR}/borrowed/${folder} PARENT_SCOPE)
endfunction()
mariner_borrow(MARINER_CLI11_DIR CLI)
mariner_borrow(MARINER_TOMLPP_DIR toml++)

# zig's libc++, libc++abi and unwinder, as for a system with threads: locks work, and a thread can't be started.
file(GLOB libcxx ${MARINER_ZIG_LIB}/libcxx/src/*.cpp ${MARINER_ZIG_LIB}/libcxx/src/filesystem/*.cpp
     ${MARINER_ZIG_LIB}/libcxx/src/ryu/*.cpp)
file(GLOB libcxxabi ${MARINER_ZIG_LIB}/libcxxabi/src/*.cpp)
list(FILTER libcxx EXCLUDE REGEX "/(atomic|barrier)[.]cpp$")
list(FILTER libcxxabi EXCLUDE REGEX "/(cxa_noexception|cxa_thread_atexit)[.]cpp$")
set(unwind ${MARINER_ZIG_LIB}/libunwind/src/Unwind-wasm.c)
add_library(wasm_cxx STATIC ${libcxx} ${libcxxabi} ${unwind})
set_target_properties(wasm_cxx PROPERTIES CXX_STANDARD 23 UNITY_BUILD OFF CXX_VISIBILITY_PRESET hidden
                      INTERPROCEDURAL_OPTIMIZATION OFF)
target_compile_options(wasm_cxx PRIVATE -w)
target_include_directories(wasm_cxx PRIVATE ${MARINER_ZIG_LIB}/libcxx/src ${MARINER_ZIG_LIB}/libcxx/libc
                           ${MARINER_ZIG_LIB}/libunwind/include)
set_source_files_properties(${libcxx} PROPERTIES COMPILE_DEFINITIONS
    "_LIBCPP_BUILDING_LIBRARY;LIBCXX_BUILDING_LIBCXXABI;LIBC_NAMESPACE=__llvm_libc_common_utils")
set_source_files_properties(${libcxxabi} PROPERTIES COMPILE_DEFINITIONS
    "_LIBCPP_BUILDING_LIBRARY;_LIBCXXABI_BUILDING_LIBRARY;\
_LIBCPP_ENABLE_CXX17_REMOVED_UNEXPECTED_FUNCTIONS;LIBCXXABI_NON_DEMANGLING_TERMINATE")
set_source_files_properties(${unwind} PROPERTIES COMPILE_OPTIONS "-fdeclspec" COMPILE_DEFINITIONS _LIBUNWIND_HIDE_SYMBOLS)

target_link_libraries(mariner_flags INTERFACE wasm_cxx -lwasi-emulated-signal)
add_library(Threads::Threads INTERFACE IMPORTED GLOBAL)

# zlib, without the part that opens files.
set(zlib ${PROJECT_SOURCE_DIR}/.cache/sources/zlib)
if(NOT EXISTS ${zlib}/zlib.h)
    message(FATAL_ERROR "zlib's sources are missing: run tools/fetch_sources zlib")
endif()
file(GLOB zlib_sources ${zlib}/*.c)
list(FILTER zlib_sources EXCLUDE REGEX "/gz[a-z]+[.]c$")
add_library(wasm_zlib STATIC ${zlib_sources})
target_compile_options(wasm_zlib PRIVATE -w)
target_include_directories(wasm_zlib SYSTEM PUBLIC ${zlib})
add_library(ZLIB::ZLIB ALIAS wasm_zlib)
set(ZLIB_LIBRARY wasm_zlib)  # so that find_package(ZLIB) has found it
set(ZLIB_INCLUDE_DIR ${zlib})
