#pragma once
// Ends another thread's poll(): one end is readable from wake() to drain().

#include <fcntl.h>
#include <unistd.h>

#include <array>

namespace mariner::bitmap {

class WakePipe {
public:
    WakePipe() {
        if (::pipe(m_ends.data()) == 0) {
            for (int end : m_ends) {
                ::fcntl(end, F_SETFL, O_NONBLOCK);
                ::fcntl(end, F_SETFD, FD_CLOEXEC);
            }
        }
    }
    ~WakePipe() {
        for (int end : m_ends) {
            ::close(end);
        }
    }
    WakePipe(const WakePipe&) = delete;
    WakePipe& operator=(const WakePipe&) = delete;

    [[nodiscard]] int descriptor() const { return m_ends[0]; }
    void wake() {
        const char byte = 0;
        // A full pipe is readable already, which is all that is wanted.
        [[maybe_unused]] const auto written = ::write(m_ends[1], &byte, 1);
    }
    void drain() {
        std::array<char, 64> bytes{};
        while (::read(m_ends[0], bytes.data(), bytes.size()) > 0) {
        }
    }

private:
    std::array<int, 2> m_ends{-1, -1};
};

}  // namespace mariner::bitmap
