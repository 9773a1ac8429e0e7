#include "emulator/platform/process.hpp"

#include <fcntl.h>
#include <io.h>

#include <array>
#include <cstdlib>

#include "emulator/platform/files.hpp"
#include "emulator/platform/handles_windows.hpp"
#include "emulator/platform/terminal.hpp"

namespace mariner::platform {

namespace {

/// The console outlives the process, and its next user expects what was there.
UINT input_code_page = 0;
UINT output_code_page = 0;
DWORD output_mode = 0;

void restore_console() {
    SetConsoleCP(input_code_page);
    SetConsoleOutputCP(output_code_page);
    SetConsoleMode(handle_of(standard_output), output_mode);
}

/// UTF-8 in and out, and sequences for colours.
void prepare_console() {
    input_code_page = GetConsoleCP();
    output_code_page = GetConsoleOutputCP();
    if (input_code_page == 0) {
        return;  // there is no console
    }
    if (GetConsoleMode(handle_of(standard_output), &output_mode) != 0) {
        SetConsoleMode(handle_of(standard_output), output_mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    }
    SetConsoleCP(CP_UTF8);
    SetConsoleOutputCP(CP_UTF8);
    std::atexit(restore_console);
}

}  // namespace

const bool has_threads = true;

std::string program_path() {
    std::array<char, 4096> path{};
    const DWORD size = GetModuleFileNameA(nullptr, path.data(), static_cast<DWORD>(path.size()));
    return size < path.size() ? std::string(path.data(), size) : std::string();
}

/// shell32 takes as long to load as many programs run: only who wants it waits for it.
bool open_in_browser(const std::string& path) {
    using Execute = HINSTANCE(WINAPI*)(HWND, LPCSTR, LPCSTR, LPCSTR, LPCSTR, INT);
    HMODULE const shell = LoadLibraryA("shell32.dll");
    const auto execute =
        shell != nullptr ? reinterpret_cast<Execute>(reinterpret_cast<void*>(GetProcAddress(shell, "ShellExecuteA")))
                         : nullptr;
    constexpr INT_PTR last_failure = 32;
    return execute != nullptr && reinterpret_cast<INT_PTR>(execute(nullptr, "open", path.c_str(), nullptr, nullptr,
                                                                   SW_SHOWNORMAL)) > last_failure;
}

bool has_console_of_its_own() {
    std::array<DWORD, 2> processes{};
    return is_terminal(standard_input) && is_terminal(standard_output) &&
           GetConsoleProcessList(processes.data(), static_cast<DWORD>(processes.size())) == 1;
}

bool prepare_process() {
    // A number that no file has is a failure of the function that gets it, and not the end of the process.
    _set_invalid_parameter_handler([](const wchar_t*, const wchar_t*, const wchar_t*, unsigned, uintptr_t) {});
    for (const int stream : {standard_input, standard_output, standard_error}) {
        // As for POSIX: what stands in for a closed stream is open the wrong way round.
        if (_get_osfhandle(stream) < 0) {
            const int nothing = _open("NUL", stream == standard_input ? _O_WRONLY : _O_RDONLY);
            if (nothing < 0 || (nothing != stream && (_dup2(nothing, stream) != 0 || _close(nothing) != 0))) {
                return false;
            }
        }
        _setmode(stream, _O_BINARY);
    }
    prepare_console();
    return true;
}

}  // namespace mariner::platform
