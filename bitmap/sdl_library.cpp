#include "bitmap/sdl_library.hpp"

#include <dlfcn.h>

#include <memory>
#include <string>

namespace mariner::bitmap {

namespace {

constexpr const char* names[] = {"libSDL2-2.0.so.0", "libSDL2-2.0.so", "libSDL2.so", "libSDL2-2.0.0.dylib",
                                 "libSDL2.dylib"};

Result<std::unique_ptr<SdlLibrary>> load() {
    void* handle = nullptr;
    for (const char* name : names) {
        handle = handle == nullptr ? ::dlopen(name, RTLD_NOW | RTLD_LOCAL) : handle;
    }
    if (handle == nullptr) {
        return Error{"SDL2 is not installed (Debian: apt install libsdl2-2.0-0)"};
    }
    auto library = std::make_unique<SdlLibrary>();
    const char* missing = nullptr;
#define F(name)                                                                        \
    library->name = reinterpret_cast<decltype(library->name)>(::dlsym(handle, #name)); \
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
    void* handle = ::dlopen("libX11.so.6", RTLD_NOW | RTLD_NOLOAD);
    if (handle == nullptr) {
        return;
    }
    if (const auto set_handler = reinterpret_cast<SetErrorHandler>(::dlsym(handle, "XSetErrorHandler"))) {
        set_handler([](void* /*display*/, void* /*event*/) { return 0; });
    }
}

}  // namespace mariner::bitmap
