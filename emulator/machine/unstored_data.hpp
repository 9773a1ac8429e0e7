#pragma once
// The words of a display that still hold what the program's data put there. MARS's Bitmap Display shows stores only, so
// these are black, until a store comes: even one of the value that is there. Their pages are watched; a display without
// such data costs the program nothing. Made before the program runs, by whoever shows its picture.

#include <span>
#include <vector>

#include "emulator/machine/machine.hpp"

namespace mariner {

class UnstoredData {
public:
    /// Watches until it goes, if there is anything to watch; in place of what was watched before.
    UnstoredData(Machine& machine, u32 base, size_t words);
    ~UnstoredData();
    UnstoredData(const UnstoredData&) = delete;
    UnstoredData& operator=(const UnstoredData&) = delete;

    /// For a machine that was reset.
    void restart();
    /// Now and then, while the guest doesn't run: ends the watch once all is stored over, or when it has cost too much
    /// for what it found. What is unstored by then is shown as soon as it differs.
    void rest();

    /// Each word's initial value until something is stored there (by the guest's thread); 0 elsewhere and behind.
    [[nodiscard]] std::span<const u32> words() const { return m_words; }

private:
    Machine& m_machine;
    u32 m_base;
    size_t m_count;
    std::vector<u32> m_words;
    size_t m_left = 0;
    u64 m_stores_in_vain = 0;
    bool m_is_watching = false;
};

}  // namespace mariner
