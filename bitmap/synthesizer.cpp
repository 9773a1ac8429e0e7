#include "bitmap/synthesizer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace mariner::bitmap {

namespace {

constexpr size_t most_voices = 32;
constexpr double release_seconds = 0.03;
/// Room for several notes at full volume before anything is cut off.
constexpr double headroom = 0.25;

/// How a family of eight instruments sounds: strengths of the first four partials, how fast a note swells and fades.
struct Timbre {
    std::array<double, 4> partials;
    double attack_seconds;
    double half_life_seconds;  // 0: sounds on
    double noise;
};

constexpr std::array<Timbre, 16> timbres = {{
    {{1.0, 0.5, 0.25, 0.12}, 0.004, 0.45, 0},  // pianos
    {{1.0, 0.0, 0.5, 0.3}, 0.002, 0.35, 0},    // chromatic percussion
    {{1.0, 0.7, 0.5, 0.4}, 0.01, 0, 0},        // organs
    {{1.0, 0.6, 0.3, 0.2}, 0.003, 0.3, 0},     // guitars
    {{1.0, 0.4, 0.1, 0.05}, 0.005, 0.5, 0},    // basses
    {{1.0, 0.5, 0.4, 0.3}, 0.08, 0, 0},        // strings
    {{1.0, 0.5, 0.4, 0.3}, 0.12, 0, 0},        // ensembles
    {{1.0, 0.8, 0.6, 0.5}, 0.03, 0, 0},        // brass
    {{1.0, 0.2, 0.6, 0.1}, 0.03, 0, 0},        // reeds
    {{1.0, 0.1, 0.05, 0.0}, 0.04, 0, 0.02},    // pipes
    {{1.0, 0.0, 0.33, 0.0}, 0.005, 0, 0},      // synth leads
    {{1.0, 0.3, 0.2, 0.1}, 0.2, 0, 0},         // synth pads
    {{1.0, 0.5, 0.0, 0.5}, 0.1, 0.8, 0.02},    // synth effects
    {{1.0, 0.6, 0.4, 0.2}, 0.004, 0.3, 0},     // folk instruments
    {{1.0, 0.0, 0.3, 0.0}, 0.001, 0.08, 0.5},  // percussive
    {{0.2, 0.0, 0.0, 0.0}, 0.02, 0.5, 1.0},    // sound effects
}};

}  // namespace

void Synthesizer::start(const NoteOn& note) {
    if (m_voices.size() >= most_voices) {
        m_voices.erase(m_voices.begin());
    }
    Voice voice;
    voice.step = 440.0 * std::exp2((note.pitch - 69) / 12.0) / m_rate;
    voice.length = std::max<u64>(u64{note.milliseconds} * m_rate / 1000, 1);
    voice.loudness = headroom * std::min<int>(note.volume, 127) / 127.0;
    voice.family = std::min<size_t>(note.instrument / 8, timbres.size() - 1);
    m_voices.push_back(voice);
}

double Synthesizer::sample_of(Voice& voice) const {
    const Timbre& timbre = timbres[voice.family];
    double sample = 0;
    for (size_t i = 0; i < timbre.partials.size(); ++i) {
        const auto multiple = static_cast<double>(i + 1);
        if (voice.step * multiple < 0.5) {
            sample += timbre.partials[i] * std::sin(2 * std::numbers::pi * voice.phase * multiple);
        }
    }
    voice.noise = voice.noise * 1664525 + 1013904223;
    sample += timbre.noise * (static_cast<double>(voice.noise >> 16) / 32768.0 - 1.0);
    const double seconds = static_cast<double>(voice.position) / m_rate;
    const double left = static_cast<double>(voice.length - voice.position) / m_rate;
    double envelope = std::min({1.0, seconds / timbre.attack_seconds, left / release_seconds});
    if (timbre.half_life_seconds > 0) {
        envelope *= std::exp2(-seconds / timbre.half_life_seconds);
    }
    voice.phase = std::fmod(voice.phase + voice.step, 1.0);
    ++voice.position;
    return sample * envelope * voice.loudness;
}

void Synthesizer::mix(std::span<i16> samples) {
    for (i16& sample : samples) {
        double sum = 0;
        for (Voice& voice : m_voices) {
            sum += voice.position < voice.length ? sample_of(voice) : 0;
        }
        sample = static_cast<i16>(std::lround(std::clamp(sum, -1.0, 1.0) * 32767));
    }
    std::erase_if(m_voices, [](const Voice& voice) { return voice.position >= voice.length; });
}

}  // namespace mariner::bitmap
