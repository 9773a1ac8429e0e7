#include "bitmap/synthesizer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace mariner::bitmap {
namespace {

constexpr u32 rate = 8000;

std::vector<i16> listen(Synthesizer& synthesizer, size_t count) {
    std::vector<i16> samples(count);
    synthesizer.mix(samples);
    return samples;
}

/// How much of one frequency there is.
double strength(const std::vector<i16>& samples, double hertz) {
    double sine = 0;
    double cosine = 0;
    for (size_t i = 0; i < samples.size(); ++i) {
        const double angle = 2 * std::numbers::pi * hertz * static_cast<double>(i) / rate;
        sine += samples[i] * std::sin(angle);
        cosine += samples[i] * std::cos(angle);
    }
    return std::sqrt(sine * sine + cosine * cosine) / static_cast<double>(samples.size());
}

TEST(Synthesizer, PlaysThePitchForTheTime) {
    Synthesizer synthesizer(rate);
    synthesizer.start({69, 500, 0, 100});
    const auto heard = listen(synthesizer, rate / 2);
    EXPECT_GT(strength(heard, 440), 10 * strength(heard, 415));
    EXPECT_GT(strength(heard, 440), 10 * strength(heard, 466));
    EXPECT_TRUE(synthesizer.is_silent());
    const auto after = listen(synthesizer, 100);
    EXPECT_TRUE(std::ranges::all_of(after, [](i16 sample) { return sample == 0; }));
}

TEST(Synthesizer, ObeysTheVolume) {
    const auto loudest = [](u8 volume) {
        Synthesizer synthesizer(rate);
        synthesizer.start({60, 100, 16, volume});
        const auto heard = listen(synthesizer, rate / 10);
        return *std::ranges::max_element(heard);
    };
    EXPECT_EQ(loudest(0), 0);
    EXPECT_GT(loudest(127), 2 * loudest(40));
}

TEST(Synthesizer, SoundsDifferentlyForEveryFamily) {
    std::vector<std::vector<i16>> heard;
    for (u8 instrument = 0; instrument < 128; instrument = static_cast<u8>(instrument + 8)) {
        Synthesizer synthesizer(rate);
        synthesizer.start({64, 200, instrument, 100});
        heard.push_back(listen(synthesizer, rate / 5));
        EXPECT_GT(*std::ranges::max_element(heard.back()), 500) << int{instrument};
        EXPECT_EQ(std::ranges::count(heard, heard.back()), 1) << int{instrument};
    }
}

TEST(Synthesizer, StaysInBoundsWhateverIsPlayed) {
    Synthesizer synthesizer(rate);
    for (u32 i = 0; i < 1000; ++i) {
        synthesizer.start({static_cast<u8>(i % 256), i % 7 == 0 ? 0xffffffff : i, static_cast<u8>(i), 255});
    }
    const auto heard = listen(synthesizer, 1000);
    EXPECT_GT(*std::ranges::max_element(heard), 1000);
    EXPECT_FALSE(synthesizer.is_silent());
}

}  // namespace
}  // namespace mariner::bitmap
