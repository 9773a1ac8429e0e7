// Files with MARS's table of 32 descriptors and its quirks, and the rule that keeps a guest in its folder.

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "emulator/support/file.hpp"
#include "tests/unit/support/growth.hpp"
#include "tests/unit/syscalls/fixture.hpp"

namespace mariner {
namespace {

constexpr u32 minus_one = 0xffffffff;

class Files : public SyscallTest {
protected:
    void SetUp() override {
        std::string name = testing::TempDir() + "mariner-files-XXXXXX";
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        root = name;
        folder = root + "/inside";
        std::filesystem::create_directory(folder);
        start_in_folder();
    }
    void TearDown() override {
        syscalls.reset();
        std::filesystem::remove_all(root);
    }
    void start_in_folder() { start("input", {.files = {FileAccess::directory, folder}}); }

    u32 open(const std::string& name, u32 flags) {
        put_string(data, name);
        EXPECT_EQ(call(13, data, flags).kind, Kind::done);
        return v0();
    }

    std::string root;
    std::string folder;
};

TEST_F(Files, WritesAppendsAndReads) {
    const u32 file = open("a.txt", 1);
    EXPECT_EQ(file, 3U);
    put(data + 64, "hello");
    call(15, file, data + 64, 5);
    EXPECT_EQ(v0(), 5U);
    call(16, file);
    EXPECT_EQ(open("a.txt", 9), 3U);
    call(15, 3, data + 64, 2);
    call(16, 3);
    EXPECT_EQ(open("a.txt", 0), 3U);
    call(14, 3, data + 128, 100);
    EXPECT_EQ(v0(), 7U);
    EXPECT_EQ(get(data + 128, 8), std::string("hellohe\0", 8));
    call(14, 3, data + 128, 100);
    EXPECT_EQ(v0(), 0U);
    EXPECT_EQ(*read_file(folder + "/a.txt"), "hellohe");
}

TEST_F(Files, AFailedOpenBlocksItsName) {
    EXPECT_EQ(open("none.txt", 0), minus_one);
    EXPECT_EQ(open("none.txt", 1), minus_one);
    EXPECT_EQ(call(14, 3, data, 1).exception.kind, ExceptionKind::host_failure);
    call(16, 3);
    EXPECT_EQ(open("none.txt", 1), 3U);
}

TEST_F(Files, RefusesOtherFlagsAndOpenNames) {
    for (const u32 flags : {2U, 8U, 0x201U, 0x641U, minus_one}) {
        EXPECT_EQ(open("b.txt", flags), minus_one);
    }
    EXPECT_EQ(open("b.txt", 1), 3U);
    EXPECT_EQ(open("b.txt", 0), minus_one);
    EXPECT_EQ(open("STDIN", 0), minus_one);
}

TEST_F(Files, TheThirtiethFileKillsTheProgram) {
    for (u32 i = 3; i < 32; ++i) {
        EXPECT_EQ(open(std::to_string(i) + ".txt", 1), i);
    }
    put_string(data, "one more");
    EXPECT_EQ(call(13, data, 1).exception.kind, ExceptionKind::host_failure);
}

TEST_F(Files, StandardStreamsAreEntriesToo) {
    put(data, "raw\xe9");
    call(15, 1, data, 4);
    EXPECT_EQ(host->output(), "raw\xe9");
    call(15, 2, data, 3);
    EXPECT_EQ(host->error(), "raw");
    call(15, 0, data, 3);
    EXPECT_EQ(v0(), minus_one);
    call(14, 1, data, 3);
    EXPECT_EQ(v0(), minus_one);
    call(16, 1);
    call(15, 1, data, 0);
    EXPECT_EQ(v0(), 0U);
    call(15, 32, data, 1);
    EXPECT_EQ(v0(), minus_one);
    call(15, minus_one, data, 1);
    EXPECT_EQ(v0(), minus_one);
}

TEST_F(Files, WritingNeedsOneReadableByteMore) {
    const SyscallResult result = call(15, 1, 0x103ffffc, 4);
    EXPECT_EQ(result.exception.kind, ExceptionKind::address_load);
    EXPECT_EQ(result.exception.value, 0x10400000U);
    EXPECT_EQ(host->output(), "");
}

TEST_F(Files, NegativeLengthsKillTheProgram) {
    EXPECT_EQ(call(14, 0, data, minus_one).exception.kind, ExceptionKind::host_failure);
    EXPECT_EQ(call(15, 1, data, minus_one).exception.kind, ExceptionKind::host_failure);
    EXPECT_EQ(call(15, 1, data, 0x80000000).exception.kind, ExceptionKind::host_failure);
}

TEST_F(Files, AHugeLengthCostsNothing) {
    call(14, 0, data, 0x7fffffff);
    EXPECT_EQ(v0(), 5U);
    EXPECT_EQ(get(data, 5), "input");
    EXPECT_EQ(call(15, 1, data, 0x7ffffffe).exception.kind, ExceptionKind::address_load);
}

TEST_F(Files, StayInTheirFolder) {
    ASSERT_TRUE(write_file(root + "/secret", "x"));
    ASSERT_TRUE(write_file(folder + "/own", "x"));
    std::filesystem::create_symlink(root + "/secret", folder + "/link");
    std::filesystem::create_symlink(root, folder + "/up");
    std::filesystem::create_symlink("own", folder + "/fine");
    std::filesystem::create_symlink(root + "/new", folder + "/dangling");
    std::filesystem::create_directory(root + "/inside2");
    ASSERT_TRUE(write_file(root + "/inside2/x", "x"));
    for (const char* name :
         {"../secret", "link", "up/secret", "/etc/passwd", "../inside2/x", "./../secret", "", ".", ".."}) {
        EXPECT_EQ(open(name, 0), minus_one) << name;
    }
    EXPECT_EQ(open("../made", 1), minus_one);
    EXPECT_EQ(open("up/made", 1), minus_one);
    EXPECT_EQ(open("dangling", 1), minus_one);
    EXPECT_FALSE(std::filesystem::exists(root + "/made"));
    EXPECT_FALSE(std::filesystem::exists(root + "/new"));
    EXPECT_NE(open("fine", 0), minus_one);
    EXPECT_NE(open(folder + "/own", 0), minus_one);
    EXPECT_NE(open("../inside/./own", 0), minus_one);
    EXPECT_NE(syscalls->take_notes().find("../secret"), std::string::npos);
    EXPECT_EQ(syscalls->take_notes(), "");
}

TEST_F(Files, PipesAreNotWaitedFor) {
    ASSERT_EQ(::mkfifo((folder + "/pipe").c_str(), 0600), 0);
    EXPECT_EQ(open("pipe", 0), minus_one);
}

TEST_F(Files, NoFilesMeansNone) {
    start({}, {.files = {FileAccess::none, {}}});
    EXPECT_EQ(open("a.txt", 1), minus_one);
    EXPECT_NE(syscalls->take_notes(), "");
}

TEST_F(Files, NamesAreLatin1) {
    EXPECT_EQ(open("\xe9.txt", 1), 3U);
    EXPECT_TRUE(std::filesystem::exists(folder + "/\xc3\xa9.txt"));
}

TEST_F(Files, ReadAtTheSpeedOfMemory) {
    constexpr u32 size = 1U << 19;
    ASSERT_TRUE(write_file(folder + "/long", std::string(size, 'x')));
    const double storing = test::shortest_time([&] {
        for (u32 i = 0; i < size; ++i) {
            ASSERT_EQ(memory->store_byte(data + i, 'x'), ExceptionKind::none);
        }
    });
    const double reading = test::shortest_time([&] {
        const u32 file = open("long", 0);
        ASSERT_EQ(call(14, file, data, size).kind, Kind::done);
        ASSERT_EQ(v0(), size);
        call(16, file);
    });
    EXPECT_LT(reading, 1.5 * storing);
}

TEST_F(Files, CountAsOutput) {
    start({}, {.files = {FileAccess::directory, folder}, .max_output = 4});
    const u32 file = open("big", 1);
    put(data, "abcdefgh");
    EXPECT_EQ(call(15, file, data, 8).kind, Kind::limit);
    EXPECT_EQ(*read_file(folder + "/big"), "abcd");
}

}  // namespace
}  // namespace mariner
