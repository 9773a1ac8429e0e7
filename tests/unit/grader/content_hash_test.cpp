#include "emulator/grader/content_hash.hpp"

#include <gtest/gtest.h>

namespace mariner::grader {
namespace {

std::string hash_of(std::string_view first, std::string_view second = {}) {
    ContentHash hash;
    hash.add(first);
    if (!second.empty()) {
        hash.add(second);
    }
    return hash.finish();
}

// Another SHA-256 (Python's hashlib) over the length, a colon and the bytes of each piece, cut to 128 bits.
TEST(ContentHash, IsSha256WhateverTheLength) {
    const struct {
        size_t length;
        const char* hash;
    } rows[] = {
        {0, "ba768b331fd86cec803be04e56ab2b3d"},    {1, "4162fddd39a3e4225e8e2392eced237f"},
        {3, "6e474b3beed40cccd11d4398fa315b9a"},    {53, "f8b326776014b476ac9dcd2d89aaefab"},
        {54, "38dfe0f2a817f014257e3d455e8bcd34"},   {55, "a144c3b0743de7a6d3b3a323db43731b"},
        {56, "a8e8bf8f138c2be1bc7d88f4efd4a41c"},   {61, "6e6c364ef980b791fef500ba7030f0f9"},
        {62, "a29983cf07f035bf0aa8267749afe1b5"},   {63, "ad2aef82cda4d7a86ffb2358bdb204a5"},
        {64, "e9284fe1b01f4a4518b82564a35713ba"},   {65, "b25b0450275d4d9ad83013470c99f88f"},
        {1000, "ff1851fe72cf67d4758d0d0db209803e"}, {1000000, "de96d59bca99d95a073b6dbd2815e322"},
    };
    for (const auto& row : rows) {
        EXPECT_EQ(hash_of(std::string(row.length, 'a')), row.hash) << row.length;
    }
    EXPECT_EQ(hash_of("abc"), "aab5f9ae99b2e38fb462025c8f72f570");
    EXPECT_EQ(hash_of("ab", "c"), "430fb1b4ac43316eca81fab27a1930ab");
}

}  // namespace
}  // namespace mariner::grader
