#include "emulator/platform/wait.hpp"

#include <algorithm>
#include <chrono>

#include "emulator/platform/handles_windows.hpp"

namespace mariner::platform {

namespace {

/// Files, pipes, consoles and sockets can't be waited for together: they are looked at so often.
constexpr int look_milliseconds = 4;

/// Whether there is a key among what happened to the console; everything before it is forgotten.
bool has_key(HANDLE console) {
    INPUT_RECORD record{};
    DWORD count = 0;
    while (PeekConsoleInputW(console, &record, 1, &count) != 0 && count == 1) {
        if (record.EventType == KEY_EVENT && record.Event.KeyEvent.bKeyDown != 0 &&
            record.Event.KeyEvent.uChar.UnicodeChar != 0) {
            return true;
        }
        ReadConsoleInputW(console, &record, 1, &count);
    }
    return false;
}

bool is_ready(SOCKET socket, bool to_write) {
    fd_set set;
    FD_ZERO(&set);
    FD_SET(socket, &set);
    const timeval at_once{0, 0};
    return select(0, to_write ? nullptr : &set, to_write ? &set : nullptr, nullptr, &at_once) != 0;
}

bool is_readable_now(int descriptor) {
    if (descriptor < 0) {
        return false;
    }
    if (const std::optional<SOCKET> socket = find_socket(descriptor)) {
        return is_ready(*socket, false);
    }
    const HANDLE handle = handle_of(descriptor);
    if (is_console(handle)) {
        return console_has_rest() || has_key(handle);
    }
    DWORD count = 0;
    return GetFileType(handle) != FILE_TYPE_PIPE || PeekNamedPipe(handle, nullptr, 0, nullptr, &count, nullptr) == 0 ||
           count > 0;
}

/// `pause` waits for so long, or less, and says whether that is the end of it all.
template <class Pause>
bool wait_until_readable(int descriptor, int patience_milliseconds, Pause pause) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::milliseconds(patience_milliseconds);
    while (!is_readable_now(descriptor)) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
        if (patience_milliseconds >= 0 && left <= 0) {
            return false;
        }
        const int most = descriptor >= 0 ? look_milliseconds : 1000;
        if (pause(patience_milliseconds < 0 ? most : static_cast<int>(std::min<long long>(left, most)))) {
            return false;
        }
    }
    return true;
}

}  // namespace

bool is_readable(int descriptor, int patience_milliseconds) {
    return wait_until_readable(descriptor, patience_milliseconds, [](int milliseconds) {
        sleep(milliseconds);
        return false;
    });
}

bool is_writable(int descriptor, int patience_milliseconds) {
    const std::optional<SOCKET> socket = find_socket(descriptor);
    for (int waited = 0; socket && !is_ready(*socket, true); waited += look_milliseconds) {
        if (patience_milliseconds >= 0 && waited >= patience_milliseconds) {
            return false;
        }
        sleep(look_milliseconds);
    }
    return descriptor >= 0;
}

struct WakeSignal::Body {
    HANDLE event = CreateEventW(nullptr, TRUE, FALSE, nullptr);
};

WakeSignal::WakeSignal() : m_body(std::make_unique<Body>()) {}

WakeSignal::~WakeSignal() {
    CloseHandle(m_body->event);
}

void WakeSignal::wake() {
    SetEvent(m_body->event);
}

void WakeSignal::clear() {
    ResetEvent(m_body->event);
}

void WakeSignal::wait(int patience_milliseconds) const {
    WaitForSingleObject(m_body->event,
                        patience_milliseconds < 0 ? INFINITE : static_cast<DWORD>(patience_milliseconds));
}

WakeSignal::WaitEnding WakeSignal::wait_with(int descriptor, int patience_milliseconds) const {
    const auto is_woken = [&](int milliseconds) {
        return WaitForSingleObject(m_body->event, static_cast<DWORD>(milliseconds)) == WAIT_OBJECT_0;
    };
    const bool is_set = is_woken(0);
    const bool readable = wait_until_readable(descriptor, is_set ? 0 : patience_milliseconds, is_woken);
    return {readable, is_woken(0)};
}

void sleep(int milliseconds) {
    if (milliseconds > 0) {
        Sleep(static_cast<DWORD>(milliseconds));
    }
}

}  // namespace mariner::platform
