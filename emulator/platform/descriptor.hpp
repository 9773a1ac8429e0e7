#pragma once
// A file, pipe or connection by the number that the system gave it, closed with its owner.

#include <utility>

namespace mariner {

class Descriptor {
public:
    explicit Descriptor(int number = -1) : m_number(number) {}
    ~Descriptor();
    Descriptor(Descriptor&& other) noexcept : m_number(std::exchange(other.m_number, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(m_number, other.m_number);
        return *this;
    }

    [[nodiscard]] int number() const { return m_number; }
    /// Whoever takes the number closes it.
    [[nodiscard]] int release() { return std::exchange(m_number, -1); }

private:
    int m_number;
};

}  // namespace mariner
