#include "bitmap/sdl_library.hpp"

#include <memory>
#include <string>

#include "emulator/platform/dynamic_library.hpp"

namespace mariner::bitmap {

namespace {

/// As Linux, macOS (the last two: where Homebrew puts libraries, and the system doesn't look) and Windows call it.
constexpr const char* names[] = {"libSDL2-2.0.so.0",
                                 "libSDL2-2.0.so",
                                 "libSDL2.so",
                                 "libSDL2-2.0.0.dylib",
                                 "libSDL2.dylib",
                                 "/opt/homebrew/lib/libSDL2-2.0.0.dylib",
                                 "/usr/local/lib/libSDL2-2.0.0.dylib",
                                 "SDL2.dll"};

Result<std::unique_ptr<SdlLibrary>> load() {
    platform::DynamicLibrary sdl;
    for (const char* const name : names) {
        sdl = sdl ? sdl : platform::DynamicLibrary::load(name);
    }
    if (!sdl) {
        return Error{"SDL2 is not installed (Debian: apt install libsdl2-2.0-0)"};
    }
    auto library = std::make_unique<SdlLibrary>();
    const char* missing = nullptr;
#define F(name)                                                   \
    library->name = sdl.function<decltype(library->name)>(#name); \
    missing = library->name == nullptr ? #name : missing;
    SDL_FUNCTIONS(F)
#undef F
    if (missing != nullptr) {
        return Error{std::string("the SDL2 found is too old: it lacks ") + missing};
    }
    return library;
}

}  // namespace

Result<const SdlLibrary*> sdl_library() {
    // Never unloaded: SDL keeps threads and handlers of its own.
    static const Result<std::unique_ptr<SdlLibrary>> loaded = load();
    if (!loaded) {
        return loaded.error();
    }
    return static_cast<const SdlLibrary*>((*loaded).get());
}

void survive_x11_errors() {
    // By hand and not by X's headers: SDL2 has loaded the library, and nothing else of mariner knows X.
    using ErrorHandler = int (*)(void* display, void* event);
    using SetErrorHandler = ErrorHandler (*)(ErrorHandler);
    const auto x11 = platform::DynamicLibrary::find_loaded("libX11.so.6");
    if (const auto set_handler = x11.function<SetErrorHandler>("XSetErrorHandler")) {
        set_handler([](void* /*display*/, void* /*event*/) { return 0; });
    }
}

}  // namespace mariner::bitmap
