# WebAssembly by zig's clang: cmake --toolchain cmake/toolchains/wasm.cmake (tools/wasm does it all).
#
# zig's own C++ library for WebAssembly has neither exceptions nor files, so its clang is called bare, with the headers zig
# ships, and cmake/MarinerWasm.cmake compiles zig's libc++ with exceptions. zig itself links: it brings libc and compiler-rt.
set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

include(${CMAKE_CURRENT_LIST_DIR}/zig_tools.cmake)
mariner_zig_compilers("clang" "clang --driver-mode=g++")
mariner_zig_tool(link "cc")

# One line for C and C++; what is asked of V8 and others is as old as Node 18 and the browsers of 2022: no tail calls.
string(JOIN " " shared
    --target=wasm32-wasi --no-default-config -fno-PIC -nostdinc
    -ffile-prefix-map=${MARINER_ZIG}=zig -ffile-prefix-map=${CMAKE_SOURCE_DIR}=.
    -fwasm-exceptions -mbulk-memory -msign-ext -mnontrapping-fptoint -mmultivalue -D_WASI_EMULATED_SIGNAL)
string(JOIN " " c_headers
    -isystem ${MARINER_ZIG_LIB}/include
    -isystem ${MARINER_ZIG_LIB}/libc/include/wasm-wasi-musl
    -isystem ${MARINER_ZIG_LIB}/libc/include/generic-musl)
string(JOIN " " cxx_headers
    -nostdinc++ -isystem ${MARINER_ZIG_LIB}/libcxx/include -isystem ${MARINER_ZIG_LIB}/libcxxabi/include)
string(JOIN " " libcxx
    -D_LIBCPP_ABI_VERSION=1 -D_LIBCPP_ABI_NAMESPACE=__1 -D_LIBCPP_HAS_THREADS=1 -D_LIBCPP_HAS_THREAD_API_PTHREAD=1 -D_LIBCPP_HAS_MONOTONIC_CLOCK
    -D_LIBCPP_HAS_TERMINAL -D_LIBCPP_HAS_MUSL_LIBC=1 -D_LIBCXXABI_DISABLE_VISIBILITY_ANNOTATIONS
    -D_LIBCPP_DISABLE_VISIBILITY_ANNOTATIONS -D_LIBCPP_HAS_VENDOR_AVAILABILITY_ANNOTATIONS=0 -D_LIBCPP_HAS_FILESYSTEM=1
    -D_LIBCPP_HAS_RANDOM_DEVICE -D_LIBCPP_HAS_LOCALIZATION -D_LIBCPP_HAS_UNICODE -D_LIBCPP_HAS_WIDE_CHARACTERS
    -D_LIBCPP_HAS_NO_STD_MODULES -D_LIBCPP_PSTL_BACKEND_SERIAL -D_LIBCPP_HARDENING_MODE=_LIBCPP_HARDENING_MODE_NONE)
set(CMAKE_C_FLAGS_INIT "${shared} ${c_headers}")
set(CMAKE_CXX_FLAGS_INIT "${shared} ${cxx_headers} ${c_headers} ${libcxx}")
foreach(language IN ITEMS C CXX)
    set(CMAKE_${language}_FLAGS_RELEASE "-O2 -DNDEBUG" CACHE STRING "")
    set(CMAKE_${language}_LINK_EXECUTABLE
        "'${CMAKE_BINARY_DIR}/tools/link' -target wasm32-wasi -mcpu=lime1+bulk_memory -s -Wl,-z,stack-size=8388608 <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")
endforeach()
# Nothing of this machine's own; headers that fit any target are borrowed one by one.
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY NEVER)
