// Libraries that aren't there; SDL2, which may be, is tested with the window.

#include "emulator/platform/dynamic_library.hpp"

#include <gtest/gtest.h>

namespace mariner::platform {
namespace {

TEST(DynamicLibraries, MayBeMissing) {
    for (const DynamicLibrary& library : {DynamicLibrary(), DynamicLibrary::load("mariner_has_no_such_library"),
                                          DynamicLibrary::find_loaded("mariner_has_no_such_library")}) {
        EXPECT_FALSE(library);
        EXPECT_EQ(library.function<void (*)()>("anything"), nullptr);
    }
}

}  // namespace
}  // namespace mariner::platform
