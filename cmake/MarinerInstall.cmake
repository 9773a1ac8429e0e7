# `cmake --install`: the program, `mars` for those whose scripts say so, completions and documents.
include(GNUInstallDirs)

if(TARGET mariner)
    install(TARGETS mariner RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    install(CODE "
        file(CREATE_LINK mariner \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/mars\" SYMBOLIC)")
endif()
