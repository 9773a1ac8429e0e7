#pragma once
// A line of standard error that is written over, on a terminal only: for the commands that take a while.

#include <cstdio>
#include <string>
#include <string_view>

#include "emulator/platform/files.hpp"
#include "emulator/platform/terminal.hpp"
#include "emulator/support/types.hpp"

namespace mariner::app {

class ProgressBar {
public:
    explicit ProgressBar(std::string_view title)
        : m_title(title), m_active(platform::is_terminal(platform::standard_error)) {}
    ~ProgressBar() { clear(); }
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    /// `left`: what else there is to say, such as the time that is left.
    template <class Left>
    void show(u64 done, u64 total, const Left& left) {
        if (is_new(done, total)) {
            show(done, total);
            std::fprintf(stderr, "%s\033[K", left().c_str());
        }
    }
    void show(u64 done, u64 total) {
        constexpr u64 width = 40;
        if (!is_new(done, total)) {
            return;
        }
        const u64 percent = m_percent = percent_of(done, total);
        const std::string bar(static_cast<size_t>(percent * width / 100), '=');
        std::fprintf(stderr, "\r%-8s [%-40s] %3u %%", m_title.c_str(), bar.c_str(), static_cast<unsigned>(percent));
    }
    void clear() const {
        if (m_active) {
            std::fputs("\r\033[K", stderr);
        }
    }

private:
    static u64 percent_of(u64 done, u64 total) { return total == 0 ? 100 : done * 100 / total; }
    [[nodiscard]] bool is_new(u64 done, u64 total) const { return m_active && percent_of(done, total) != m_percent; }

    std::string m_title;
    bool m_active;
    u64 m_percent = ~u64{0};
};

}  // namespace mariner::app
