# `cmake --install`: the program, `mars` for those whose scripts say so, completions, and the library with
# its CMake package.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

if(TARGET mariner)
    install(TARGETS mariner RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    install(CODE "
        file(CREATE_LINK mariner \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/mars\" SYMBOLIC)")
endif()

# The studio's page, where tools/studio/build has made it: `mariner studio` looks for it there. Nobody opens that one from
# a file, for which local.js holds all of it again.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/build/studio/ DESTINATION ${CMAKE_INSTALL_DATADIR}/mariner/studio OPTIONAL
        PATTERN local.js EXCLUDE)

# The licences of all that is inside, which Debian keeps here.
file(READ ${PROJECT_SOURCE_DIR}/LICENSE copyright)
foreach(package IN ITEMS libcli11 libtomlplusplus zlib1g libasmjit libre2 libseccomp libedit libbsd libmd libncurses libstdc++-12)
    if(EXISTS /usr/share/doc/${package}-dev/copyright)
        file(READ /usr/share/doc/${package}-dev/copyright text)
        string(APPEND copyright "\n==== ${package}\n\n${text}")
    endif()
endforeach()
# ELFIO's stands at the top of its header.
if(MARINER_ELFIO_DIR)
    file(READ ${MARINER_ELFIO_DIR}/elfio/elfio.hpp text)
    string(FIND "${text}" "*/" end)
    string(SUBSTRING "${text}" 2 ${end} text)
    string(REPLACE "*/" "" text "${text}")
    string(APPEND copyright "\n==== ELFIO\n\n${text}")
endif()
file(WRITE ${PROJECT_BINARY_DIR}/copyright "${copyright}")
install(FILES ${PROJECT_BINARY_DIR}/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/mariner4)

# What the messages of `mariner lsp` link to.
install(FILES ${PROJECT_SOURCE_DIR}/docs/messages.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/mariner)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/reference DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/mariner)

# Completions know the games by asm/games.inc; all else they ask of the program.
file(STRINGS ${PROJECT_SOURCE_DIR}/asm/games.inc rows REGEX "^GAME\\(")
set(rooms "")
foreach(row IN LISTS rows)
    string(REGEX REPLACE "^GAME\\(([a-z0-9_]+),.*" "\\1" room "${row}")
    list(APPEND rooms ${room})
endforeach()
list(JOIN rooms " " MARINER_GAMES)
foreach(script IN ITEMS mariner.bash _mariner mariner.fish)
    configure_file(${PROJECT_SOURCE_DIR}/tools/completion/${script}.in ${PROJECT_BINARY_DIR}/completion/${script} @ONLY)
endforeach()
install(FILES ${PROJECT_BINARY_DIR}/completion/mariner.bash RENAME mariner
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${PROJECT_BINARY_DIR}/completion/_mariner DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${PROJECT_BINARY_DIR}/completion/mariner.fish
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

# The manual page lists the commands as the help does, from their table.
file(STRINGS ${PROJECT_SOURCE_DIR}/emulator/app/commands.inc rows REGEX "^COMMAND\\(")
set(MARINER_MAN_COMMANDS "")
foreach(row IN LISTS rows)
    string(REGEX REPLACE "^COMMAND\\(([a-z]+), *\"(.*)\", *\"[^\"]*\"\\).*" ".TP\n.B \\1\n\\2\n" row "${row}")
    string(APPEND MARINER_MAN_COMMANDS "${row}")
endforeach()
configure_file(${PROJECT_SOURCE_DIR}/tools/man/mariner.1.in ${PROJECT_BINARY_DIR}/mariner.1 @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/mariner.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)

# The library in one file: everything up to the layer `library`. With MARINER_LTO on it can only be linked by the compiler
# that made it; a packager leaves that off.
set(objects "")
foreach(layer IN LISTS MARINER_LAYERS)
    get_target_property(kind mariner_${layer} TYPE)
    if(kind STREQUAL STATIC_LIBRARY)
        list(APPEND objects $<TARGET_OBJECTS:mariner_${layer}>)
    endif()
    if(layer STREQUAL library)
        break()
    endif()
endforeach()
add_library(mariner_bundle STATIC ${objects})
set_target_properties(mariner_bundle PROPERTIES OUTPUT_NAME mariner EXPORT_NAME mariner LINKER_LANGUAGE CXX)
target_compile_features(mariner_bundle PUBLIC cxx_std_20)
target_link_libraries(mariner_bundle PUBLIC Threads::Threads)
if(MARINER_HAS_JIT)
    target_link_libraries(mariner_bundle PUBLIC asmjit::asmjit)
endif()
target_include_directories(mariner_bundle INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
install(TARGETS mariner_bundle EXPORT mariner_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES ${PROJECT_SOURCE_DIR}/emulator/library/mariner.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/mariner)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/mariner)
install(EXPORT mariner_targets NAMESPACE mariner:: DESTINATION ${package} FILE marinerTargets.cmake)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/marinerConfig.cmake.in ${PROJECT_BINARY_DIR}/marinerConfig.cmake
                              INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/marinerConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/marinerConfig.cmake ${PROJECT_BINARY_DIR}/marinerConfigVersion.cmake
        DESTINATION ${package})

# `cpack --config build/release/CPackConfig.cmake` makes a package for Debian and Ubuntu of all this.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME mariner4)
set(CPACK_PACKAGE_VERSION ${MARINER_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGE_CONTACT "the Mariner 4 project")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION education)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS libsdl2-2.0-0)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/same_times.cmake)
include(CPack)
