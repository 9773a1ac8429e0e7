#include "emulator/grader/archive_writer.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "emulator/grader/zip.hpp"

namespace mariner::grader {
namespace {

std::string zipped(const std::vector<std::pair<std::string, std::string>>& files) {
    std::string bytes;
    ZipWriter zip([&](std::string_view more) {
        bytes += more;
        return Result<void>();
    });
    for (const auto& [name, content] : files) {
        EXPECT_TRUE(zip.add(name, content, name == "run"));
    }
    EXPECT_TRUE(zip.finish());
    return bytes;
}

TEST(ZipWriter, WhatItWritesIsReadBack) {
    std::string noise;
    for (u32 i = 0, state = 1; i < 100'000; ++i) {
        state = state * 1664525 + 1013904223;
        noise += static_cast<char>(state >> 24);
    }
    const std::vector<std::pair<std::string, std::string>> files = {
        {"run", "#!/bin/sh\n"}, {"empty", ""}, {"für/张伟.html", std::string(50'000, 'x')}, {"noise", noise}};
    const std::string bytes = zipped(files);
    EXPECT_EQ(bytes, zipped(files));  // no time in it
    const Result<ZipArchive> archive = ZipArchive::open(
        [&](u64 offset, std::span<char> into) {
            std::memcpy(into.data(), bytes.data() + offset, into.size());
            return true;
        },
        bytes.size(), 100);
    ASSERT_TRUE(archive) << archive.error().message;
    ASSERT_EQ(archive->entries().size(), files.size());
    for (size_t i = 0; i < files.size(); ++i) {
        EXPECT_EQ(archive->entries()[i].name, files[i].first);
        EXPECT_EQ(*archive->read(archive->entries()[i], 1'000'000), files[i].second);
    }
}

TEST(ZipWriter, AFullDiskIsAnError) {
    ZipWriter zip([](std::string_view) { return Result<void>(Error{"full"}); });
    EXPECT_EQ(zip.add("a", "b", false).error().message, "full");
}

TEST(TarWriter, WritesBlocksWithAChecksum) {
    std::string bytes;
    TarWriter tar([&](std::string_view more) {
        bytes += more;
        return Result<void>();
    });
    ASSERT_TRUE(tar.add("grade/run", "#!/bin/sh\n", true));
    ASSERT_TRUE(tar.finish());
    ASSERT_EQ(bytes.size(), 4 * 512U);
    EXPECT_EQ(bytes.substr(0, 10), std::string("grade/run\0", 10));
    EXPECT_EQ(bytes.substr(100, 7), "0000755");
    EXPECT_EQ(bytes.substr(124, 11), "00000000012");
    u32 sum = 8U * u32{' '};
    for (size_t i = 0; i < 512; ++i) {
        sum += i >= 148 && i < 156 ? 0U : u32{static_cast<u8>(bytes[i])};
    }
    EXPECT_EQ(std::stoul(bytes.substr(148, 6), nullptr, 8), sum);
    EXPECT_FALSE(tar.add(std::string(100, 'x'), "", false));
}

}  // namespace
}  // namespace mariner::grader
