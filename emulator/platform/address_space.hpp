#pragma once
// A range of the host's addresses of which only what is committed and touched costs memory. The guest's memory and the
// compiled code lie in one each. Offsets count from its begin. Ranges needn't end at the host's pages (4 KiB, 16 KiB on
// Apple's processors, 64 KiB elsewhere): what a commit allows is rounded outwards to them.

#include <utility>
#include <vector>

#include "emulator/support/types.hpp"

namespace mariner::platform {

class AddressSpace {
public:
    enum class Use : u8 { data, code };
    /// Whether what is reserved costs nothing until it is touched.
    static const bool is_free_until_touched;

    /// Empty, as is one that the system refuses.
    AddressSpace() = default;
    static AddressSpace reserve(size_t size);
    /// Gives all of it back.
    ~AddressSpace();
    AddressSpace(AddressSpace&& other) noexcept
        : m_begin(std::exchange(other.m_begin, nullptr)), m_size(std::exchange(other.m_size, 0)) {}
    AddressSpace& operator=(AddressSpace&& other) noexcept {
        std::swap(m_begin, other.m_begin);
        std::swap(m_size, other.m_size);
        return *this;
    }

    [[nodiscard]] u8* begin() const { return m_begin; }
    [[nodiscard]] size_t size() const { return m_size; }
    explicit operator bool() const { return m_begin != nullptr; }

    /// From now on `size` bytes can be read, and written (data) or executed (code), never both. What was written there
    /// before stays; what wasn't is zero. False if the system refuses.
    [[nodiscard]] bool commit(size_t offset, size_t size, Use use = Use::data);
    /// Bytes committed as data are zero again, and those of whole pages cost nothing until they are touched.
    void zero(size_t offset, size_t size);
    /// For each of `count` units of data from `offset` on, whether it may have been touched since it was committed or
    /// zeroed. Where the system doesn't say: whether it holds anything but zeros.
    static constexpr size_t unit = 4096;
    [[nodiscard]] std::vector<bool> touched(size_t offset, size_t count) const;

private:
    u8* m_begin = nullptr;
    size_t m_size = 0;
};

}  // namespace mariner::platform
