#pragma once
// Plays the recorded sessions of a room (asm/<room>/sessions) through its twin. Included by the rooms' tests, which
// know the seed and the transcript from the files only; nothing here knows a game.

#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/games/script_console.hpp"
#include "emulator/games/twin.hpp"

namespace mariner::games {

struct Played {
    std::string transcript;
    int status = 0;
    std::vector<Fact> facts;
    /// The facts at every line the game asked for.
    std::vector<std::vector<Fact>> waiting;
};

/// Memory and registers alike, as little-endian bytes.
inline std::vector<Fact> state_of(const Twin& twin) {
    std::vector<Fact> facts = twin.memory();
    for (const RegisterFact& fact : twin.registers()) {
        facts.push_back({fact.name, {}});
        for (int shift = 0; shift < 32; shift += 8) {
            facts.back().bytes.push_back(static_cast<u8>(fact.value >> shift));
        }
    }
    return facts;
}

inline Played play(TwinFactory make, std::string_view input, i32 seed) {
    const std::unique_ptr<Twin> twin = make();
    Played played;
    ScriptConsole console(input);
    console.on_wait([&](bool asleep) {
        if (!asleep) {
            played.waiting.push_back(state_of(*twin));
        }
    });
    JavaRandom random(seed);
    played.status = twin->play(console, random);
    played.transcript = console.transcript();
    played.facts = state_of(*twin);
    return played;
}

/// The bytes of a fact; none if there is no such fact.
inline std::vector<u8> fact(const std::vector<Fact>& facts, std::string_view label) {
    const auto found = std::find_if(facts.begin(), facts.end(), [&](const Fact& f) { return f.label == label; });
    return found == facts.end() ? std::vector<u8>{} : found->bytes;
}

inline std::string text_fact(const std::vector<Fact>& facts, std::string_view label) {
    const std::vector<u8> bytes = fact(facts, label);
    return {bytes.begin(), bytes.end()};
}

inline u32 word_fact(const std::vector<Fact>& facts, std::string_view label) {
    const std::vector<u8> bytes = fact(facts, label);
    u32 value = 0;
    for (size_t i = bytes.size(); i-- > 0;) {
        value = (value << 8) | bytes[i];
    }
    return value;
}

inline std::string file_text(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    EXPECT_TRUE(stream) << path;
    return {std::istreambuf_iterator<char>(stream), {}};
}

inline std::vector<std::filesystem::path> sessions_of(std::string_view room) {
    std::vector<std::filesystem::path> inputs;
    const auto folder = std::filesystem::path(MARINER_SOURCE_DIR) / "asm" / room / "sessions";
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".in") {
            inputs.push_back(entry.path());
        }
    }
    std::sort(inputs.begin(), inputs.end());
    return inputs;
}

/// The number in a line `--seed N`; the line is empty for a game that leaves nothing to chance.
inline i32 session_seed(const std::filesystem::path& input) {
    const std::string arguments = file_text(std::filesystem::path(input).replace_extension(".args"));
    const std::string_view option = "--seed ";
    i32 seed = 0;
    const size_t at = arguments.find(option);
    if (at == std::string::npos) {
        EXPECT_EQ(arguments, "\n") << input;
    } else {
        std::from_chars(arguments.data() + at + option.size(), arguments.data() + arguments.size(), seed);
    }
    return seed;
}

inline void expect_sessions_agree(TwinFactory make, std::string_view room) {
    const std::vector<std::filesystem::path> inputs = sessions_of(room);
    EXPECT_GE(inputs.size(), 8U);
    for (const std::filesystem::path& input : inputs) {
        const Played played = play(make, file_text(input), session_seed(input));
        EXPECT_EQ(played.transcript, file_text(std::filesystem::path(input).replace_extension(".out"))) << input;
        EXPECT_EQ(played.status, 0) << input;
    }
}

}  // namespace mariner::games
