#pragma once
// Where a region keeps the guest's registers: in local variables, which V8 and its like put into the host's registers.
// All that the region uses are read from CpuState when it is entered; those that it writes go back when it is left.

#include <array>
#include <optional>

#include "emulator/backend_wasm/code_writer.hpp"
#include "emulator/translate/block.hpp"

namespace mariner::backend_wasm {

class GuestLocals {
public:
    /// For each pair of floating-point registers a bit: it is held as two singles, not as a double. Of those that a
    /// region uses in both ways, each part of it may choose; where parts meet, registers change their form.
    using Form = u32;
    static constexpr Form all_wide = 0;

    /// `cpu`: address of the CpuState.
    GuestLocals(CodeWriter& code, u32 cpu) : m_code(code), m_cpu(cpu) {}

    /// Before anything is emitted: each place that any operation gets or sets.
    void note(translate::GuestPlace place, bool is_written);
    void allocate();

    /// Those that have a choice.
    [[nodiscard]] Form mixed_pairs() const { return m_mixed; }
    /// Of what is emitted next.
    void set_form(Form form) { m_form = form; }
    void convert(Form from, Form to);

    /// In these two all pairs are wide.
    void load_all();
    void store_written();
    /// Pushes the value; pops and keeps it.
    void get(translate::GuestPlace place);
    void set(translate::GuestPlace place);

private:
    /// A word or pair of CpuState that has a local.
    struct Home {
        bool is_used = false;
        bool is_written = false;
        Local local = 0;
    };
    static constexpr u32 hi = 32, lo = 33, word_count = 34;

    [[nodiscard]] bool is_wide(u32 pair) const { return m_wides[pair].is_used && ((m_form >> pair) & 1U) == 0; }
    void join(u32 pair);
    void split(u32 pair);
    void get_half(u8 number);
    void set_half(u8 number);
    static u32 coprocessor_place(u8 number);

    CodeWriter& m_code;
    u32 m_cpu;
    std::array<Home, word_count> m_words{};
    std::array<Home, 8> m_flags{};
    std::array<Home, 32> m_singles{};
    std::array<Home, 16> m_wides{};  // pairs that anything uses as a whole
    Form m_mixed = 0;
    Form m_form = all_wide;
    std::optional<Local> m_single;  // on its way
    std::optional<Local> m_address;
};

}  // namespace mariner::backend_wasm
