#include "emulator/backend_x86/code_arena.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <string>

namespace mariner::backend_x86 {
namespace {

// mov eax, 1; ret
constexpr u8 answer[] = {0xb8, 1, 0, 0, 0, 0xc3};

u8* append_answer(CodeArena& arena) {
    u8* place = nullptr;
    EXPECT_TRUE(arena.write(sizeof answer, [&](u8* to) {
        place = to;
        std::memcpy(to, answer, sizeof answer);
    }));
    return place;
}

int call(const u8* code) {
    return reinterpret_cast<int (*)()>(reinterpret_cast<u64>(code))();
}

/// What the system lets one do with this address: "r-xp", "---p" ...
std::string permissions(const u8* address) {
    std::ifstream maps("/proc/self/maps");
    std::string line;
    while (std::getline(maps, line)) {
        char* rest = nullptr;
        const u64 first = std::strtoull(line.c_str(), &rest, 16);
        const u64 end = std::strtoull(rest + 1, &rest, 16);
        if (first <= reinterpret_cast<u64>(address) && reinterpret_cast<u64>(address) < end) {
            return std::string(rest + 1, 4);
        }
    }
    return "nothing there";
}

TEST(CodeArena, RunsWhatWasWritten) {
    CodeArena arena;
    ASSERT_TRUE(arena.reserve());
    const u8* const code = append_answer(arena);
    EXPECT_EQ(call(code), 1);
}

TEST(CodeArena, IsNeverWritableAndExecutableAtOnce) {
    CodeArena arena;
    ASSERT_TRUE(arena.reserve());
    const u8* const beginning = arena.next();
    EXPECT_EQ(permissions(beginning), "---p");
    std::string within;
    EXPECT_TRUE(arena.write(1, [&](u8* to) { within = permissions(to); }));
    EXPECT_EQ(within, "rw-p");
    EXPECT_EQ(permissions(beginning), "r-xp");
    EXPECT_EQ(permissions(beginning + 65536), "---p") << "what isn't filled costs nothing";
}

TEST(CodeArena, HasATableThatCanAlwaysBeWritten) {
    CodeArena arena;
    ASSERT_TRUE(arena.reserve(3));
    const u8* const code = append_answer(arena);
    EXPECT_EQ(permissions(reinterpret_cast<const u8*>(arena.table())), "rw-p");
    arena.table()[2] = reinterpret_cast<u64>(code);
    EXPECT_EQ(call(reinterpret_cast<const u8*>(arena.table()[2])), 1);
}

TEST(CodeArena, KeepsEarlierCodeWhereItIsAndBeginsAnewAtAMultipleOf16) {
    CodeArena arena;
    ASSERT_TRUE(arena.reserve());
    const size_t room = arena.room();
    const u8* const first = append_answer(arena);
    const u8* const second = append_answer(arena);
    EXPECT_EQ(second - first, 16);
    EXPECT_EQ(arena.next() - second, 16);
    EXPECT_EQ(arena.room(), room - 32);
    EXPECT_EQ(call(first) + call(second), 2);
}

TEST(CodeArena, RefusesWhatDoesNotFit) {
    CodeArena arena;
    ASSERT_TRUE(arena.reserve());
    const u8* const code = append_answer(arena);
    bool was_asked = false;
    EXPECT_FALSE(arena.write(arena.room() + 1, [&](u8*) { was_asked = true; }));
    EXPECT_FALSE(was_asked);
    EXPECT_EQ(call(code), 1) << "and stays as it was";
}

}  // namespace
}  // namespace mariner::backend_x86
