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
#define F(name) library->name = sdl.function<decltype(library->name)>(#name);
    SDL_FUNCTIONS(F)
    SDL_NEWER_FUNCTIONS(F)
#undef F
    const char* missing = nullptr;
#define F(name) missing = library->name == nullptr ? #name : missing;
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

namespace {

constexpr const char* x11_name = "libX11.so.6";

}  // namespace

void survive_x11_errors() {
    // By hand and not by X's headers: SDL2 has loaded the library, and nothing else of mariner knows X.
    using ErrorHandler = int (*)(void* display, void* event);
    using SetErrorHandler = ErrorHandler (*)(ErrorHandler);
    const auto x11 = platform::DynamicLibrary::find_loaded(x11_name);
    if (const auto set_handler = x11.function<SetErrorHandler>("XSetErrorHandler")) {
        set_handler([](void* /*display*/, void* /*event*/) { return 0; });
    }
}

bool has_window_manager() {
    using Connection = void*;
    using Id = unsigned long;
    const auto x11 = platform::DynamicLibrary::find_loaded(x11_name);
    const auto connect = x11.function<Connection (*)(const char*)>("XOpenDisplay");
    const auto root_of = x11.function<Id (*)(Connection)>("XDefaultRootWindow");
    const auto atom_of = x11.function<Id (*)(Connection, const char*, int)>("XInternAtom");
    using ReadProperty = int (*)(Connection, Id, Id, long, long, int, Id, Id*, int*, Id*, Id*, unsigned char**);
    const auto read = x11.function<ReadProperty>("XGetWindowProperty");
    const auto release = x11.function<int (*)(void*)>("XFree");
    const auto disconnect = x11.function<int (*)(Connection)>("XCloseDisplay");
    const Connection screen =
        connect && root_of && atom_of && read && release && disconnect ? connect(nullptr) : nullptr;
    if (screen == nullptr) {
        return true;  // another system's screen: somebody manages it
    }
    Id type = 0;
    int format = 0;
    Id count = 0;
    Id left = 0;
    unsigned char* value = nullptr;
    constexpr Id any_type = 0;
    read(screen, root_of(screen), atom_of(screen, "_NET_SUPPORTING_WM_CHECK", 0), 0, 1, 0, any_type, &type, &format,
         &count, &left, &value);
    if (value != nullptr) {
        release(value);
    }
    disconnect(screen);
    return count > 0;
}

}  // namespace mariner::bitmap
