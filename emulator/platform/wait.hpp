#pragma once
// Waiting for input or for another thread, never longer than was said. A signal ends each of these waits early.

#include <memory>

namespace mariner::platform {

inline constexpr int for_ever = -1;

/// Whether a read would not wait (bytes are there, or the end is), or not after so long. A negative descriptor never
/// is: that waits the whole time.
bool is_readable(int descriptor, int patience_milliseconds = 0);
bool is_writable(int descriptor, int patience_milliseconds = 0);

/// Ends another thread's wait: set from wake() to clear().
class WakeSignal {
public:
    WakeSignal();
    ~WakeSignal();
    WakeSignal(const WakeSignal&) = delete;
    WakeSignal& operator=(const WakeSignal&) = delete;

    /// From any thread.
    void wake();
    void clear();
    /// Until it is set; it stays set.
    void wait(int patience_milliseconds) const;

    struct WaitEnding {
        bool is_readable = false;
        bool is_woken = false;
    };
    /// Until the descriptor can be read, the signal is set, or the time is over.
    [[nodiscard]] WaitEnding wait_with(int descriptor, int patience_milliseconds) const;

private:
    struct Body;
    std::unique_ptr<Body> m_body;
};

/// Nothing but time passes.
void sleep(int milliseconds);

}  // namespace mariner::platform
