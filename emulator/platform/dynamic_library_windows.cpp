#include "emulator/platform/dynamic_library.hpp"

#include "emulator/platform/handles_windows.hpp"

namespace mariner::platform {

/// Never from the current folder, where anybody may have put one.
DynamicLibrary DynamicLibrary::load(const char* name) {
    return DynamicLibrary(
        LoadLibraryExA(name, nullptr, LOAD_LIBRARY_SEARCH_APPLICATION_DIR | LOAD_LIBRARY_SEARCH_SYSTEM32));
}

DynamicLibrary DynamicLibrary::find_loaded(const char* name) {
    return DynamicLibrary(GetModuleHandleA(name));
}

void* DynamicLibrary::address_of(const char* name) const {
    return m_handle != nullptr ? reinterpret_cast<void*>(GetProcAddress(static_cast<HMODULE>(m_handle), name))
                               : nullptr;
}

}  // namespace mariner::platform
