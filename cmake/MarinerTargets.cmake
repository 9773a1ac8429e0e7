# Functions that make the project's targets. A folder of sources is a library; a new file in it needs no edit here.

# The layers of emulator/, lowest first: a folder includes only what stands before it (tools/check_layers reads this
# very list).
set(MARINER_LAYERS platform support isa program assembler machine execute jit syscalls devices runtime library analysis debugger
                   remote games grader similar app)

# What systems do differently stands in emulator/platform: a header for each concern, and a file for each system, such as
# files_posix.cpp. Of these only the ones for the target are compiled.
if(WIN32)
    set(MARINER_SYSTEM windows)
elseif(CMAKE_SYSTEM_NAME STREQUAL "WASI")
    set(MARINER_SYSTEM wasm)
else()
    set(MARINER_SYSTEM posix)
endif()
set(MARINER_OTHER_SYSTEMS posix windows wasm)
list(REMOVE_ITEM MARINER_OTHER_SYSTEMS ${MARINER_SYSTEM})
list(JOIN MARINER_OTHER_SYSTEMS "|" MARINER_OTHER_SYSTEMS)

# mariner_library(NAME FOLDER [EXCLUDE regex] [LINK targets...]): static library mariner_<NAME> of FOLDER's .cpp files,
# or a header-only one while there are none.
function(mariner_library name folder)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "EXCLUDE" "LINK")
    file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cpp)
    file(GLOB headers CONFIGURE_DEPENDS ${folder}/*.hpp)
    list(FILTER sources EXCLUDE REGEX "_(${MARINER_OTHER_SYSTEMS})[.]cpp$")
    if(arg_EXCLUDE)
        list(FILTER sources EXCLUDE REGEX ${arg_EXCLUDE})
        list(FILTER headers EXCLUDE REGEX ${arg_EXCLUDE})
    endif()
    set(target mariner_${name})
    if(sources)
        add_library(${target} STATIC ${sources})
        target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:mariner_flags>)
        set(scope PUBLIC)
    else()
        add_library(${target} INTERFACE)
        set(scope INTERFACE)
    endif()
    add_library(mariner::${name} ALIAS ${target})
    target_compile_features(${target} ${scope} cxx_std_20)
    target_link_libraries(${target} ${scope} ${arg_LINK})
    target_include_directories(${target} ${scope} $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
    if(headers)
        target_sources(${target} ${scope} FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${headers})
    endif()
endfunction()

# mariner_test_runner(NAME FOLDER LINK targets...): GoogleTest program <NAME>_tests of FOLDER's .cpp files, one ctest entry.
function(mariner_test_runner name folder)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "LINK")
    file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cpp)
    if(name STREQUAL jit)
        # The compiling engine is held against the same plain reference as the interpreters, and to the same promises.
        foreach(part IN ITEMS core_test lockstep random_program reference reference_float)
            list(APPEND sources ${PROJECT_SOURCE_DIR}/tests/unit/execute/${part}.cpp)
        endforeach()
        if(NOT MARINER_HAS_JIT)
            list(FILTER sources EXCLUDE REGEX "/jit/(claims|code_arena|homes|listing|region|register_map)_test")
        endif()
    endif()
    if(NOT sources)
        return()
    endif()
    add_executable(${name}_tests ${sources})
    target_link_libraries(${name}_tests PRIVATE mariner_flags mariner_test_flags ${arg_LINK} GTest::gtest_main)
    target_include_directories(${name}_tests PRIVATE ${PROJECT_SOURCE_DIR})
    target_compile_definitions(${name}_tests PRIVATE MARINER_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
    if(TARGET mariner_test_headers)
        target_precompile_headers(${name}_tests REUSE_FROM mariner_test_headers)
    endif()
    # A test file names things for itself, and isn't what is to be fast.
    set_target_properties(${name}_tests PROPERTIES UNITY_BUILD OFF INTERPROCEDURAL_OPTIMIZATION OFF)
    add_dependencies(unit_tests ${name}_tests)
    add_test(NAME unit_${name} COMMAND ${name}_tests --gtest_brief=1)
    set_tests_properties(unit_${name} PROPERTIES TIMEOUT 600)
endfunction()
