// Whether a file is still the one it was.

#include "emulator/platform/file_stamp_posix.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "emulator/platform/files.hpp"

namespace mariner::platform {
namespace {

class PlatformFileStamp : public testing::Test {
protected:
    PlatformFileStamp() : m_path(std::filesystem::path(testing::TempDir()) / "mariner stamp") { write(m_path, "one"); }
    ~PlatformFileStamp() override { std::filesystem::remove(m_path); }
    static void write(const std::filesystem::path& path, const char* text) { std::ofstream(path) << text; }
    [[nodiscard]] FileStamp stamp() const { return FileStamp::of(open_file(m_path.string(), Opening::read).number()); }

    std::filesystem::path m_path;
};

TEST_F(PlatformFileStamp, IsTheSameByNameAndByDescriptor) {
    struct stat facts {};
    ASSERT_EQ(::stat(m_path.c_str(), &facts), 0);
    EXPECT_EQ(FileStamp::of(facts), stamp());
    EXPECT_NE(stamp(), FileStamp());
}

TEST_F(PlatformFileStamp, ChangesWithTheBytes) {
    const FileStamp before = stamp();
    write(m_path, "two!");
    EXPECT_NE(stamp(), before);
}

/// Bytes of the same number at the old time: the file says when it was changed all the same.
TEST_F(PlatformFileStamp, ChangesThoughTheTimeIsSetBack) {
    const FileStamp before = stamp();
    const auto time = std::filesystem::last_write_time(m_path);
    write(m_path, "two");
    std::filesystem::last_write_time(m_path, time);
    EXPECT_EQ(stamp().written, before.written);
    EXPECT_NE(stamp(), before);
}

TEST_F(PlatformFileStamp, ChangesWhenAnotherFileTakesTheName) {
    const FileStamp before = stamp();
    const std::filesystem::path other = m_path.string() + " 2";
    write(other, "one");
    std::filesystem::rename(other, m_path);
    EXPECT_NE(stamp(), before);
}

}  // namespace
}  // namespace mariner::platform
