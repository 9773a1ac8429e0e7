#include "emulator/platform/dynamic_library.hpp"

namespace mariner::platform {

// A module can't load another.

DynamicLibrary DynamicLibrary::load(const char* /*name*/) {
    return {};
}

DynamicLibrary DynamicLibrary::find_loaded(const char* /*name*/) {
    return {};
}

void* DynamicLibrary::address_of(const char* /*name*/) const {
    return nullptr;
}

}  // namespace mariner::platform
