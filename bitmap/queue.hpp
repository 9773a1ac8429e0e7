#pragma once
// Where two threads meet: values in, values out, in order, never more than a limit. The only lock of the display.

#include <deque>
#include <mutex>
#include <optional>
#include <utility>

#include "emulator/support/types.hpp"

namespace mariner::bitmap {

template <class T>
class Queue {
public:
    explicit Queue(size_t most) : m_most(most) {}

    /// False if the queue is full and the value was left out.
    bool push(T value) {
        const std::lock_guard lock(m_mutex);
        if (m_values.size() >= m_most) {
            return false;
        }
        m_values.push_back(std::move(value));
        return true;
    }

    std::optional<T> pop() {
        const std::lock_guard lock(m_mutex);
        if (m_values.empty()) {
            return std::nullopt;
        }
        std::optional<T> value(std::move(m_values.front()));
        m_values.pop_front();
        return value;
    }

    [[nodiscard]] bool empty() const {
        const std::lock_guard lock(m_mutex);
        return m_values.empty();
    }

private:
    mutable std::mutex m_mutex;
    std::deque<T> m_values;
    size_t m_most;
};

}  // namespace mariner::bitmap
