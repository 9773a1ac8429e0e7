#pragma once
// SDL2, found when a window or a sound is first wanted and never before: a program that draws nothing doesn't pay for
// loading it, and one that runs where SDL2 isn't installed learns so in a sentence. Wrapper of SDL's types; included by
// window_sdl.cpp and sound_sdl.cpp only.

#define SDL_MAIN_HANDLED
#include <SDL.h>

#include "emulator/support/result.hpp"

namespace mariner::bitmap {

// The functions used, and nothing more: all are in SDL 2.0.4, which Ubuntu 16.04 has. Read below and by
// sdl_library.cpp.
#define SDL_FUNCTIONS(F)            \
    F(SDL_InitSubSystem)            \
    F(SDL_QuitSubSystem)            \
    F(SDL_GetError)                 \
    F(SDL_SetHint)                  \
    F(SDL_GetHint)                  \
    F(SDL_SetMainReady)             \
    F(SDL_GetCurrentVideoDriver)    \
    F(SDL_CreateWindow)             \
    F(SDL_DestroyWindow)            \
    F(SDL_GetWindowSize)            \
    F(SDL_SetWindowSize)            \
    F(SDL_GetWindowPosition)        \
    F(SDL_SetWindowPosition)        \
    F(SDL_GetDisplayBounds)         \
    F(SDL_SetWindowTitle)           \
    F(SDL_SetWindowFullscreen)      \
    F(SDL_SetWindowMinimumSize)     \
    F(SDL_SetWindowIcon)            \
    F(SDL_GetWindowFlags)           \
    F(SDL_GetWindowSurface)         \
    F(SDL_UpdateWindowSurfaceRects) \
    F(SDL_GetWindowDisplayIndex)    \
    F(SDL_GetDisplayDPI)            \
    F(SDL_GetCurrentDisplayMode)    \
    F(SDL_CreateRGBSurfaceFrom)     \
    F(SDL_FreeSurface)              \
    F(SDL_UpperBlit)                \
    F(SDL_WaitEventTimeout)         \
    F(SDL_PollEvent)                \
    F(SDL_PushEvent)                \
    F(SDL_RegisterEvents)           \
    F(SDL_StartTextInput)           \
    F(SDL_GetClipboardText)         \
    F(SDL_free)                     \
    F(SDL_OpenAudioDevice)          \
    F(SDL_CloseAudioDevice)         \
    F(SDL_PauseAudioDevice)         \
    F(SDL_LockAudioDevice)          \
    F(SDL_UnlockAudioDevice)

// Null in an SDL2 that is older.
#define SDL_NEWER_FUNCTIONS(F) F(SDL_GetDisplayUsableBounds)

struct SdlLibrary {
#define F(name) decltype(&::name) name = nullptr;
    SDL_FUNCTIONS(F)
    SDL_NEWER_FUNCTIONS(F)
#undef F
};

/// The functions, loaded at the first call and kept; or why there are none.
Result<const SdlLibrary*> sdl_library();

/// X's library ends the process at any protocol error, such as a focus asked for in the moment a window closes. A
/// program that runs beside its window must survive that. Call before and after SDL2 opens its display.
void survive_x11_errors();

/// Whether somebody on an X screen makes windows as large as it when they ask. True where the screen isn't X's.
bool has_window_manager();

}  // namespace mariner::bitmap
