// Paths as the system writes them; in the tests / stands for its separator.

#include "emulator/platform/paths.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace mariner::platform {
namespace {

std::string local(std::string path) {
    std::ranges::replace(path, '/', separator);
    return path;
}

TEST(Paths, HaveAFolderAndAName) {
    EXPECT_EQ(file_name(local("a/b.asm")), "b.asm");
    EXPECT_EQ(folder_part(local("a/b.asm")), local("a/"));
    EXPECT_EQ(file_name("b.asm"), "b.asm");
    EXPECT_EQ(folder_part("b.asm"), "");
    EXPECT_EQ(folder_part(local("/b.asm")), local("/"));
    EXPECT_EQ(file_name(local("a/")), "");
}

TEST(Paths, AreAbsoluteFromARoot) {
    EXPECT_TRUE(is_absolute(local("/a")));
    EXPECT_FALSE(is_absolute("a"));
    EXPECT_FALSE(is_absolute(""));
}

TEST(Paths, AreSeenFromAFolder) {
    EXPECT_EQ(join("a", "b"), local("a/b"));
    EXPECT_EQ(join(local("a/"), "b"), local("a/b"));
    EXPECT_EQ(join(local("/"), "b"), local("/b"));
    EXPECT_EQ(join("a", local("/b")), local("/b"));
    EXPECT_EQ(join("", "b"), "b");
}

TEST(Paths, AreNormalizedAsJavaDoes) {
    EXPECT_EQ(normalized("a//b///c/"), local("a/b/c"));
    EXPECT_EQ(normalized("/"), local("/"));
    EXPECT_EQ(normalized(""), "");
    EXPECT_EQ(normalized("/a/"), local("/a"));
    EXPECT_EQ(normalized("a/../b"), local("a/../b"));
}

}  // namespace
}  // namespace mariner::platform
