#pragma once
// Libraries that are found while the program runs, or not: it starts without them.

namespace mariner::platform {

/// Never unloaded: a library may keep threads and handlers of its own.
class DynamicLibrary {
public:
    /// None.
    DynamicLibrary() = default;
    /// By a path, or by a name where the system looks for libraries and beside this program.
    static DynamicLibrary load(const char* name);
    /// If something else has loaded it.
    static DynamicLibrary find_loaded(const char* name);

    explicit operator bool() const { return m_handle != nullptr; }
    /// Null if the library lacks it, or isn't there.
    template <class Function>
    [[nodiscard]] Function function(const char* name) const {
        return reinterpret_cast<Function>(address_of(name));
    }

private:
    explicit DynamicLibrary(void* handle) : m_handle(handle) {}
    [[nodiscard]] void* address_of(const char* name) const;

    void* m_handle = nullptr;
};

}  // namespace mariner::platform
