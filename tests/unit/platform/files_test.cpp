// Files by descriptor, wherever the tests run.

#include "emulator/platform/files.hpp"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>

#include "emulator/platform/paths.hpp"

namespace mariner::platform {
namespace {

class PlatformFiles : public testing::Test {
protected:
    PlatformFiles()
        : m_folder(std::filesystem::path(testing::TempDir()) /
                   ("mariner files \xc3\xa9 " +
                    std::string(testing::UnitTest::GetInstance()->current_test_info()->name()))) {
        std::filesystem::remove_all(m_folder);
        std::filesystem::create_directories(m_folder);
    }
    ~PlatformFiles() override { std::filesystem::remove_all(m_folder); }
    [[nodiscard]] std::string path(const std::string& name) const { return (m_folder / name).string(); }
    [[nodiscard]] std::string content(const std::string& name) const {
        const Descriptor file = open_file(path(name), Opening::read);
        std::string bytes(1000, '\0');
        bytes.resize(read_patiently(file.number(), bytes).count);
        return bytes;
    }
    void write(const std::string& name, Opening opening, std::string_view bytes) const {
        const Descriptor file = open_file(path(name), opening);
        ASSERT_GE(file.number(), 0);
        EXPECT_TRUE(write_all(file.number(), bytes));
    }

    std::filesystem::path m_folder;
};

TEST_F(PlatformFiles, KeepBytesAsTheyAre) {
    const std::string bytes("a\nb\r\nc\x1a\0d", 9);
    write("x", Opening::replace, bytes);
    EXPECT_EQ(content("x"), bytes);
}

TEST_F(PlatformFiles, AreMadeOrKeptAsTheOpeningSays) {
    write("x", Opening::write, "abc");
    write("x", Opening::write, "X");
    EXPECT_EQ(content("x"), "Xbc");
    write("x", Opening::append, "d");
    EXPECT_EQ(content("x"), "Xbcd");
    write("x", Opening::replace, "n");
    EXPECT_EQ(content("x"), "n");
    EXPECT_LT(open_file(path("missing"), Opening::read).number(), 0);
    EXPECT_EQ(kind_of(path("missing")), FileKind::none);
}

TEST_F(PlatformFiles, AreReadFromAnyPlace) {
    write("x", Opening::replace, "0123456789");
    const Descriptor file = open_file(path("x"), Opening::read);
    EXPECT_EQ(size_of(file.number()), 10u);
    std::array<char, 4> four{};
    EXPECT_EQ(read_at(file.number(), 5, four), 4u);
    EXPECT_EQ(std::string(four.data(), 4), "5678");
    EXPECT_EQ(read_at(file.number(), 8, four), 2u);
    ASSERT_TRUE(seek(file.number(), 3));
    EXPECT_EQ(read(file.number(), std::span<char>(four)).count, 4u);
    EXPECT_EQ(std::string(four.data(), 4), "3456");
    ASSERT_TRUE(seek(file.number(), 10));
    const ByteTransfer end = read(file.number(), std::span<char>(four));
    EXPECT_EQ(end.state, TransferState::done);
    EXPECT_EQ(end.count, 0u);
}

TEST_F(PlatformFiles, SayWhatKindTheyAre) {
    write("x", Opening::replace, "");
    EXPECT_EQ(kind_of(path("x")), FileKind::regular);
    EXPECT_EQ(kind_of(path("")), FileKind::folder);
    EXPECT_EQ(kind_of(open_file(path("x"), Opening::read).number()), FileKind::regular);
    EXPECT_EQ(kind_of(-1), FileKind::none);
}

TEST_F(PlatformFiles, HaveOneRealPath) {
    write("x", Opening::replace, "");
    std::filesystem::create_directory(path("folder"));
    const std::string real = real_path(path("x"));
    EXPECT_FALSE(real.empty());
    EXPECT_EQ(real_path(path("folder/../x")), real);
    EXPECT_EQ(real_path(path("missing")), "");
}

TEST_F(PlatformFiles, MayBeLinks) {
    write("x", Opening::replace, "abc");
    std::error_code error;
    std::filesystem::create_symlink(path("x"), path("link"), error);
    if (error || !std::filesystem::is_symlink(path("link"), error)) {
        GTEST_SKIP() << "links can't be made here";
    }
    EXPECT_EQ(kind_of(path("link")), FileKind::other);
    EXPECT_EQ(real_path(path("link")), real_path(path("x")));
    EXPECT_EQ(content("link"), "abc");
    EXPECT_LT(open_file(path("link"), Opening::read, false).number(), 0);
    EXPECT_GE(open_file(path("x"), Opening::read, false).number(), 0);
}

TEST_F(PlatformFiles, FailWithoutAnOpenFile) {
    std::array<char, 4> four{};
    EXPECT_EQ(read(-1, std::span<char>(four)).state, TransferState::failed);
    EXPECT_EQ(platform::write(-1, "x").state, TransferState::failed);
    EXPECT_FALSE(write_all(-1, "x"));
    EXPECT_EQ(read_at(-1, 0, four), 0u);
    EXPECT_FALSE(seek(-1, 0));
}

}  // namespace
}  // namespace mariner::platform
