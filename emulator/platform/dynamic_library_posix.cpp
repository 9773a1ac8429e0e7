#include "emulator/platform/dynamic_library.hpp"

#include <dlfcn.h>

namespace mariner::platform {

DynamicLibrary DynamicLibrary::load(const char* name) {
    return DynamicLibrary(::dlopen(name, RTLD_NOW | RTLD_LOCAL));
}

DynamicLibrary DynamicLibrary::find_loaded(const char* name) {
    return DynamicLibrary(::dlopen(name, RTLD_NOW | RTLD_NOLOAD));
}

void* DynamicLibrary::address_of(const char* name) const {
    return m_handle != nullptr ? ::dlsym(m_handle, name) : nullptr;
}

}  // namespace mariner::platform
