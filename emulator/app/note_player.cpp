#include "emulator/app/note_player.hpp"

#include <unistd.h>

#include <cstdlib>
#include <string>

namespace mariner::app {

namespace {

bool exists(const std::string& path) {
    return ::access(path.c_str(), F_OK) == 0;
}

/// Asked before SDL2 is loaded: without a sound system it takes long to find out, and ALSA complains on standard error.
[[maybe_unused]] bool sound_is_possible() {
#if defined(__APPLE__) || defined(_WIN32)
    return true;
#else
    const char* runtime = std::getenv("XDG_RUNTIME_DIR");
    const std::string folder = runtime == nullptr ? "/nonexistent" : runtime;
    return std::getenv("SDL_AUDIODRIVER") != nullptr || std::getenv("PULSE_SERVER") != nullptr ||
           exists(folder + "/pulse/native") || exists(folder + "/pipewire-0") || exists("/dev/snd/timer");
#endif
}

}  // namespace

bool NotePlayer::play(TerminalHost& host, const Host::Note& note, bool wait) {
    if (!m_is_tried) {
        m_is_tried = true;
#if MARINER_WINDOW
        if (sound_is_possible()) {
            auto sound = bitmap::Sound::open();
            m_sound = sound ? std::move(*sound) : nullptr;
        }
#endif
    }
    if (!m_sound) {
        return host.TerminalHost::play_note(note, wait);
    }
    m_sound->play({note.pitch, note.milliseconds, note.instrument, note.volume});
    return !wait || host.sleep_milliseconds(note.milliseconds);
}

}  // namespace mariner::app
