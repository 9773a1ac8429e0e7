// Where a class's files come from: folders and single files; of archives submissions_test.cpp tells.

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <functional>

#include "emulator/grader/submissions.hpp"
#include "tests/unit/grader/graded.hpp"

namespace mariner::grader {
namespace {

using namespace test;
namespace fs = std::filesystem;

std::vector<std::string> paths_of(const ClassFiles& files) {
    std::vector<std::string> paths;
    for (const ClassFile& file : files.files()) {
        paths.push_back(file.path);
    }
    return paths;
}

TEST(HarmlessPath, StaysInsideWhateverIsWritten) {
    const std::vector<std::pair<std::string, std::optional<std::string>>> rows = {
        {"a/b.asm", "a/b.asm"},
        {"a//./b.asm", "a/b.asm"},
        {"a\\b.asm", "a/b.asm"},
        {"Ivo Nováček, \"x\".asm", "Ivo Nováček, \"x\".asm"},
        {"张伟/=1+2.asm", "张伟/=1+2.asm"},
        {"two\nlines\x1b[m\x7f", "two?lines?[m?"},
        {"...", "..."},
        {"", std::nullopt},
        {".", std::nullopt},
        {"/etc/passwd", std::nullopt},
        {"\\x", std::nullopt},
        {"C:x", std::nullopt},
        {"..", std::nullopt},
        {"a/../../b", std::nullopt},
        {"a\\..\\b", std::nullopt},
        {std::string(1025, 'x'), std::nullopt},
    };
    for (const auto& [path, harmless] : rows) {
        EXPECT_EQ(harmless_path(path), harmless) << path;
    }
}

TEST(ClassFiles, OfAFolderAreSortedAndWithoutClutter) {
    const Folder folder;
    for (const char* const name : {"c/b/hw.asm", "c/a.asm", "c/.hidden.asm", "c/__MACOSX/a.asm", "c/b/Thumbs.db",
                                   "c/b/desktop.ini", "c/b/.DS_Store", "c/Müller, 张伟.asm"}) {
        folder.put(name, "x");
    }
    const auto files = open_class(folder / "c");
    ASSERT_TRUE(files);
    EXPECT_EQ(paths_of(**files), (std::vector<std::string>{"Müller, 张伟.asm", "a.asm", "b/hw.asm"}));
    EXPECT_TRUE((*files)->notes().empty());
}

TEST(ClassFiles, AnEmptyFolderIsAnEmptyClass) {
    const Folder folder;
    const auto files = open_class(folder / "");
    ASSERT_TRUE(files);
    EXPECT_TRUE((*files)->files().empty());
    EXPECT_TRUE((*files)->changed().empty());
}

TEST(ClassFiles, LinksPipesAndTwoOfOneNameAreNoted) {
    const Folder folder;
    folder.put("c/a\x01.asm", "first");
    folder.put("c/a\x02.asm", "second");
    EXPECT_EQ(::symlink("/etc", (folder / "c/link").c_str()), 0);
    EXPECT_EQ(::mkfifo((folder / "c/pipe").c_str(), 0600), 0);
    const auto files = open_class(folder / "c");
    ASSERT_TRUE(files);
    EXPECT_EQ(paths_of(**files), std::vector<std::string>{"a?.asm"});
    EXPECT_EQ(*(*files)->read(0, 100), "first");
    EXPECT_EQ((*files)->notes(), (std::vector<std::string>{"'a?.asm' is left out: another file has the same name",
                                                           "'link' is left out: it is a link",
                                                           "'pipe' is left out: it is no regular file"}));
}

TEST(ClassFiles, HaveLimits) {
    const Folder folder;
    folder.put("c/a.asm", "12345");
    folder.put("c/b.asm", "x");
    SubmissionLimits limits;
    limits.entries = 2;
    EXPECT_FALSE(open_class(folder / "c", limits));
    const auto files = open_class(folder / "c");
    ASSERT_TRUE(files);
    EXPECT_EQ(*(*files)->read(0, 5), "12345");
    const Result<std::string> large = (*files)->read(0, 4);
    ASSERT_FALSE(large);
    EXPECT_EQ(large.error().message, "it is larger than 4 bytes");
    EXPECT_TRUE((*files)->changed().empty());
}

TEST(ClassFiles, FoldersAreFollowedToABoundedDepth) {
    const Folder folder;
    std::string deep = "c";
    for (int i = 0; i < 20; ++i) {
        deep += "/d";
    }
    folder.put(deep + "/hw.asm", "x");
    const auto files = open_class(folder / "c");
    ASSERT_TRUE(files);
    EXPECT_TRUE((*files)->files().empty());
    ASSERT_EQ((*files)->notes().size(), 1U);
    EXPECT_NE((*files)->notes()[0].find("nested too deeply"), std::string::npos);
}

TEST(ClassFiles, AFileThatIsWrittenToOrReplacedHasChanged) {
    const auto change_after_listing = [](const std::function<void(const Folder&)>& change) {
        const Folder folder;
        folder.put("c/a/hw.asm", "12345");
        const auto files = open_class(folder / "c");
        EXPECT_TRUE(files);
        change(folder);
        EXPECT_FALSE((*files)->read(0, 100));
        return (*files)->changed();
    };
    EXPECT_EQ(change_after_listing([](const Folder& folder) { folder.put("c/a/hw.asm", "123456"); }), "a/hw.asm");
    EXPECT_EQ(change_after_listing([](const Folder& folder) { fs::remove(folder / "c/a/hw.asm"); }), "a/hw.asm");
    EXPECT_EQ(change_after_listing([](const Folder& folder) {
                  fs::rename(folder / "c/a", folder / "away");
                  fs::create_directory_symlink(folder / "away", folder / "c/a");
              }),
              "a/hw.asm");
}

TEST(ClassFiles, OneFileIsAClassUnderTheNameThatWasGiven) {
    const Folder folder;
    folder.put("real.asm", "x");
    EXPECT_EQ(::symlink("real.asm", (folder / "Ada, 1.asm").c_str()), 0);
    const auto files = open_class(folder / "Ada, 1.asm");
    ASSERT_TRUE(files);
    EXPECT_EQ(paths_of(**files), std::vector<std::string>{"Ada, 1.asm"});
    EXPECT_EQ(*(*files)->read(0, 100), "x");
}

TEST(ClassFiles, WhatIsNoClassIsAClearError) {
    const Folder folder;
    EXPECT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    folder.put("broken.zip", "PK\x03\x04 and no more");
    for (const auto& [name, reason] : std::vector<std::pair<std::string, std::string>>{
             {"none", "No such file"}, {"pipe", "neither a folder nor a file"}, {"broken.zip", "broken.zip: "}}) {
        const auto files = open_class(folder / name);
        ASSERT_FALSE(files) << name;
        EXPECT_NE(files.error().message.find(reason), std::string::npos) << files.error().message;
    }
}

}  // namespace
}  // namespace mariner::grader
