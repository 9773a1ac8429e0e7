#include "emulator/grader/report_files.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/unit/grader/graded.hpp"

namespace mariner::grader {
namespace {

using namespace test;
namespace fs = std::filesystem;

size_t files_in(const std::string& folder) {
    return static_cast<size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(ReportFiles, TakeTheirPlacesTogether) {
    const Folder folder;
    folder.put("a", "old");
    {
        ReportFiles files;
        ASSERT_TRUE(files.put(folder / "a", "new"));
        ASSERT_TRUE(files.put(folder / "b", "more"));
        EXPECT_EQ(*read_file(folder / "a"), "old");
        EXPECT_FALSE(fs::exists(folder / "b"));
        ASSERT_TRUE(files.commit());
    }
    EXPECT_EQ(*read_file(folder / "a"), "new");
    EXPECT_EQ(*read_file(folder / "b"), "more");
    EXPECT_EQ(files_in(folder / ""), 2U);
}

TEST(ReportFiles, LeaveNothingBehindWhenOneFails) {
    const Folder folder;
    folder.put("a", "old");
    {
        ReportFiles files;
        ASSERT_TRUE(files.put(folder / "a", "new"));
        const Result<void> second = files.put(folder / "no such folder/b", "x");
        ASSERT_FALSE(second);
        EXPECT_NE(second.error().message.find("No such file or directory"), std::string::npos);
    }
    EXPECT_EQ(*read_file(folder / "a"), "old");
    EXPECT_EQ(files_in(folder / ""), 1U);
}

TEST(ReportFiles, GoThroughLinksAndKeepPermissions) {
    const Folder folder;
    folder.put("real/a", "old");
    fs::permissions(folder / "real/a", fs::perms::owner_read | fs::perms::owner_write);
    fs::create_symlink(folder / "real/a", folder / "link");
    ReportFiles files;
    ASSERT_TRUE(files.put(folder / "link", "new"));
    ASSERT_TRUE(files.commit());
    EXPECT_TRUE(fs::is_symlink(folder / "link"));
    EXPECT_EQ(*read_file(folder / "real/a"), "new");
    EXPECT_EQ(fs::status(folder / "real/a").permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST(ReportFiles, WriteToADeviceAtOnce) {
    ReportFiles files;
    EXPECT_TRUE(files.put("/dev/null", "x"));
    const Result<void> full = files.put("/dev/full", "x");
    ASSERT_FALSE(full);
    EXPECT_NE(full.error().message.find("No space left on device"), std::string::npos);
}

TEST(ReportFiles, SweepTakesOnlyWhatWritersLeft) {
    const Folder folder;
    folder.put("ada.html", "x");
    folder.put(".mariner-aside-1-2", "x");
    sweep(folder / "");
    EXPECT_EQ(files_in(folder / ""), 1U);
    sweep(folder / "nowhere");
}

}  // namespace
}  // namespace mariner::grader
