# What a WebAssembly build makes itself, since no system has it: the C++ library with exceptions.
enable_language(C)

# zig's libc++, libc++abi and unwinder, as for a system with threads: locks work, and a thread can't be started.
file(GLOB libcxx ${MARINER_ZIG_LIB}/libcxx/src/*.cpp ${MARINER_ZIG_LIB}/libcxx/src/filesystem/*.cpp
     ${MARINER_ZIG_LIB}/libcxx/src/ryu/*.cpp)
file(GLOB libcxxabi ${MARINER_ZIG_LIB}/libcxxabi/src/*.cpp)
list(FILTER libcxx EXCLUDE REGEX "/(atomic|barrier|ryu/d2fixed)[.]cpp$")
list(APPEND libcxx ${CMAKE_CURRENT_LIST_DIR}/toolchains/wasm_digits.cpp)  # in its place
list(FILTER libcxxabi EXCLUDE REGEX "/(cxa_noexception|cxa_thread_atexit)[.]cpp$")
set(unwind ${MARINER_ZIG_LIB}/libunwind/src/Unwind-wasm.c)
add_library(wasm_cxx STATIC ${libcxx} ${libcxxabi} ${unwind})
set_target_properties(wasm_cxx PROPERTIES CXX_STANDARD 23 UNITY_BUILD OFF CXX_VISIBILITY_PRESET hidden
                      INTERPROCEDURAL_OPTIMIZATION OFF)
target_compile_options(wasm_cxx PRIVATE -w -Oz)
target_include_directories(wasm_cxx PRIVATE ${MARINER_ZIG_LIB}/libcxx/src ${MARINER_ZIG_LIB}/libcxx/libc
                           ${MARINER_ZIG_LIB}/libunwind/include)
set_source_files_properties(${libcxx} PROPERTIES COMPILE_DEFINITIONS
    "_LIBCPP_BUILDING_LIBRARY;LIBCXX_BUILDING_LIBCXXABI;LIBC_NAMESPACE=__llvm_libc_common_utils")
set_source_files_properties(${libcxxabi} PROPERTIES COMPILE_DEFINITIONS
    "_LIBCPP_BUILDING_LIBRARY;_LIBCXXABI_BUILDING_LIBRARY;\
_LIBCPP_ENABLE_CXX17_REMOVED_UNEXPECTED_FUNCTIONS;LIBCXXABI_NON_DEMANGLING_TERMINATE")
set_source_files_properties(${unwind} PROPERTIES COMPILE_OPTIONS "-fdeclspec" COMPILE_DEFINITIONS _LIBUNWIND_HIDE_SYMBOLS)

target_link_libraries(mariner_flags INTERFACE wasm_cxx -lwasi-emulated-signal)

# Nobody asks for a type by name, and the names of all that std::function holds were 70 KB of the command's module.
target_compile_options(mariner_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
# There is one thread: nobody else makes a static variable at the same time.
target_compile_options(mariner_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fno-threadsafe-statics>)
add_library(Threads::Threads INTERFACE IMPORTED GLOBAL)
