#pragma once
// Notes to samples: a simple voice per note, with a timbre per family of General MIDI instruments. Pure, so that tests
// can listen; sound_sdl plays what it makes.

#include <span>
#include <vector>

#include "emulator/support/types.hpp"

namespace mariner::bitmap {

struct NoteOn {
    u8 pitch = 60;  // MIDI: 69 is 440 Hz
    u32 milliseconds = 1000;
    u8 instrument = 0;  // 0..127
    u8 volume = 100;    // 0..127
};

class Synthesizer {
public:
    explicit Synthesizer(u32 samples_per_second) : m_rate(samples_per_second) {}

    /// Sounds from the next sample on. With very many notes at once the oldest one ends.
    void start(const NoteOn& note);
    /// Fills `samples` with all notes that sound; silence is zeros.
    void mix(std::span<i16> samples);
    [[nodiscard]] bool is_silent() const { return m_voices.empty(); }

private:
    struct Voice {
        double step = 0;   // cycles per sample
        double phase = 0;  // cycles
        u64 position = 0;  // samples
        u64 length = 0;
        double loudness = 0;
        size_t family = 0;
        u32 noise = 1;
    };
    [[nodiscard]] double sample_of(Voice& voice) const;

    u32 m_rate;
    std::vector<Voice> m_voices;
};

}  // namespace mariner::bitmap
