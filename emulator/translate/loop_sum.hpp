#pragma once
// What an address or a number of a loop is made of: multiples of what general registers hold when a round begins.

#include <array>
#include <initializer_list>

#include "emulator/support/types.hpp"

namespace mariner::translate {

struct LoopTerm {
    u8 number = 0;  // of a general register
    i32 factor = 0;
    friend bool operator==(const LoopTerm&, const LoopTerm&) = default;
};

/// Few of them, in the order of their registers.
class LoopSum {
public:
    static constexpr size_t most_terms = 3;

    LoopSum() = default;
    LoopSum(std::initializer_list<LoopTerm> terms) {
        for (const LoopTerm& term : terms) {
            m_terms[m_count++] = term;
        }
    }
    [[nodiscard]] const LoopTerm* begin() const { return m_terms.data(); }
    [[nodiscard]] const LoopTerm* end() const { return begin() + m_count; }
    [[nodiscard]] bool empty() const { return m_count == 0; }
    void clear() { *this = {}; }
    /// False if there would be too many.
    bool add(LoopTerm term);
    friend bool operator==(const LoopSum&, const LoopSum&) = default;

private:
    std::array<LoopTerm, most_terms> m_terms{};  // those not used are all zero
    u8 m_count = 0;
};

}  // namespace mariner::translate
