#include "bitmap/sound_sdl.hpp"

#include <string>

#include "bitmap/sdl_library.hpp"

namespace mariner::bitmap {

namespace {

constexpr int samples_per_second = 44100;
constexpr Uint16 samples_per_piece = 512;

class SdlSound final : public Sound {
public:
    explicit SdlSound(const SdlLibrary& sdl) : m_sdl(sdl), m_synthesizer(samples_per_second) {}
    ~SdlSound() override {
        if (m_device != 0) {
            m_sdl.SDL_CloseAudioDevice(m_device);
        }
        m_sdl.SDL_QuitSubSystem(SDL_INIT_AUDIO);
    }

    Result<void> start() {
        m_sdl.SDL_SetMainReady();
        m_sdl.SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
        if (m_sdl.SDL_InitSubSystem(SDL_INIT_AUDIO) != 0) {
            return Error{std::string("no sound device (") + m_sdl.SDL_GetError() + ")"};
        }
        SDL_AudioSpec wanted{};
        wanted.freq = samples_per_second;
        wanted.format = AUDIO_S16SYS;
        wanted.channels = 1;
        wanted.samples = samples_per_piece;
        wanted.callback = &SdlSound::fill;
        wanted.userdata = this;
        m_device = m_sdl.SDL_OpenAudioDevice(nullptr, 0, &wanted, nullptr, 0);
        if (m_device == 0) {
            return Error{std::string("the sound device can't be opened (") + m_sdl.SDL_GetError() + ")"};
        }
        m_sdl.SDL_PauseAudioDevice(m_device, 0);
        return {};
    }

    void play(const NoteOn& note) override {
        m_sdl.SDL_LockAudioDevice(m_device);
        m_synthesizer.start(note);
        m_sdl.SDL_UnlockAudioDevice(m_device);
    }

private:
    /// On SDL's own thread, which holds the device's lock.
    static void SDLCALL fill(void* self, Uint8* stream, int bytes) {
        static_cast<SdlSound*>(self)->m_synthesizer.mix(
            {reinterpret_cast<i16*>(stream), static_cast<size_t>(bytes) / sizeof(i16)});
    }

    const SdlLibrary& m_sdl;
    Synthesizer m_synthesizer;
    SDL_AudioDeviceID m_device = 0;
};

}  // namespace

Result<std::unique_ptr<Sound>> Sound::open() {
    const auto sdl = sdl_library();
    if (!sdl) {
        return sdl.error();
    }
    auto sound = std::make_unique<SdlSound>(**sdl);
    if (auto started = sound->start(); !started) {
        return started.error();
    }
    return std::unique_ptr<Sound>(std::move(sound));
}

}  // namespace mariner::bitmap
