#include "emulator/backend_wasm/guest_locals.hpp"

#include <cstddef>

#include "emulator/machine/cpu_state.hpp"

namespace mariner::backend_wasm {

using translate::GuestKind;
using translate::GuestPlace;

namespace {

constexpr u32 place_of_word(u32 number) {
    constexpr u32 hi = 32;
    return number < hi    ? static_cast<u32>(offsetof(CpuState, gpr)) + 4 * number
           : number == hi ? static_cast<u32>(offsetof(CpuState, hi))
                          : static_cast<u32>(offsetof(CpuState, lo));
}
constexpr u32 place_of_single(u32 number) {
    return static_cast<u32>(offsetof(CpuState, fpr)) + 4 * number;
}
constexpr u32 place_of_flags = static_cast<u32>(offsetof(CpuState, condition_flags));

}  // namespace

void GuestLocals::note(GuestPlace place, bool is_written) {
    const auto use = [is_written](Home& home) {
        home.is_used = true;
        home.is_written |= is_written;
    };
    switch (place.kind) {
        case GuestKind::gpr:
            return use(m_words[place.number]);
        case GuestKind::hi:
            return use(m_words[hi]);
        case GuestKind::lo:
            return use(m_words[lo]);
        case GuestKind::flag:
            return use(m_flags[place.number]);
        case GuestKind::single:
            return use(m_singles[place.number]);
        case GuestKind::pair:
            return use(m_wides[place.number / 2]);
        case GuestKind::c0:
            return;  // stay in memory
    }
}

void GuestLocals::allocate() {
    const auto make = [this](auto& homes, WasmType type) {
        for (Home& home : homes) {
            if (home.is_used) {
                home.local = m_code.new_local(type);
            }
        }
    };
    for (u32 pair = 0; pair < m_wides.size(); ++pair) {
        Home& even = m_singles[size_t{2} * pair];
        Home& odd = m_singles[size_t{2} * pair + 1];
        if (m_wides[pair].is_used && (even.is_used || odd.is_used)) {
            m_mixed |= 1U << pair;
            m_wides[pair].is_written |= even.is_written || odd.is_written;
            even = odd = {true, false, 0};
        }
    }
    make(m_words, WasmType::i32);
    make(m_flags, WasmType::i32);
    m_address = m_code.new_local(WasmType::i32);
    make(m_singles, WasmType::f32);
    if (m_mixed != 0) {
        m_single = m_code.new_local(WasmType::f32);
    }
    make(m_wides, WasmType::f64);
}

void GuestLocals::load_all() {
    const auto load = [this](const Home& home, Opcode opcode, u32 log_size, u32 place) {
        if (home.is_used) {
            m_code.word(m_cpu);
            m_code.access(opcode, log_size, place);
            m_code.set(home.local);
        }
    };
    for (u32 i = 0; i < m_words.size(); ++i) {
        load(m_words[i], Opcode::i32_load, log_word, place_of_word(i));
    }
    for (u32 i = 0; i < m_singles.size(); ++i) {
        if (((m_mixed >> (i / 2)) & 1U) == 0) {
            load(m_singles[i], Opcode::f32_load, log_word, place_of_single(i));
        }
    }
    for (u32 i = 0; i < m_wides.size(); ++i) {
        load(m_wides[i], Opcode::f64_load, log_word, place_of_single(2 * i));
    }
    for (u32 i = 0; i < m_flags.size(); ++i) {
        if (m_flags[i].is_used) {
            m_code.word(m_cpu);
            m_code.access(Opcode::i32_load, log_word, place_of_flags);
            m_code.word(i);
            m_code.emit(Opcode::i32_shr_u);
            m_code.word(1);
            m_code.emit(Opcode::i32_and);
            m_code.set(m_flags[i].local);
        }
    }
}

void GuestLocals::store_written() {
    const auto store = [this](const Home& home, Opcode opcode, u32 log_size, u32 place) {
        if (home.is_written) {
            m_code.word(m_cpu);
            m_code.get(home.local);
            m_code.access(opcode, log_size, place);
        }
    };
    for (u32 i = 0; i < m_words.size(); ++i) {
        store(m_words[i], Opcode::i32_store, log_word, place_of_word(i));
    }
    for (u32 i = 0; i < m_singles.size(); ++i) {
        store(m_singles[i], Opcode::f32_store, log_word, place_of_single(i));
    }
    for (u32 i = 0; i < m_wides.size(); ++i) {
        store(m_wides[i], Opcode::f64_store, log_word, place_of_single(2 * i));
    }
    for (u32 i = 0; i < m_flags.size(); ++i) {
        if (m_flags[i].is_written) {
            m_code.word(m_cpu);
            m_code.word(m_cpu);
            m_code.access(Opcode::i32_load, log_word, place_of_flags);
            m_code.word(~(1U << i));
            m_code.emit(Opcode::i32_and);
            m_code.get(m_flags[i].local);
            m_code.word(i);
            m_code.emit(Opcode::i32_shl);
            m_code.emit(Opcode::i32_or);
            m_code.access(Opcode::i32_store, log_word, place_of_flags);
        }
    }
}

void GuestLocals::get(GuestPlace place) {
    switch (place.kind) {
        case GuestKind::gpr:
            return m_code.get(m_words[place.number].local);
        case GuestKind::hi:
            return m_code.get(m_words[hi].local);
        case GuestKind::lo:
            return m_code.get(m_words[lo].local);
        case GuestKind::flag:
            return m_code.get(m_flags[place.number].local);
        case GuestKind::single:
            return is_wide(place.number / 2) ? get_half(place.number) : m_code.get(m_singles[place.number].local);
        case GuestKind::pair:
            if (!is_wide(place.number / 2)) {
                join(place.number / 2);
            }
            return m_code.get(m_wides[place.number / 2].local);
        case GuestKind::c0:
            m_code.word(m_cpu);
            return m_code.access(Opcode::i32_load, log_word, coprocessor_place(place.number));
    }
}

void GuestLocals::set(GuestPlace place) {
    switch (place.kind) {
        case GuestKind::gpr:
            return m_code.set(m_words[place.number].local);
        case GuestKind::hi:
            return m_code.set(m_words[hi].local);
        case GuestKind::lo:
            return m_code.set(m_words[lo].local);
        case GuestKind::flag:
            return m_code.set(m_flags[place.number].local);
        case GuestKind::single:
            return is_wide(place.number / 2) ? set_half(place.number) : m_code.set(m_singles[place.number].local);
        case GuestKind::pair:
            m_code.set(m_wides[place.number / 2].local);
            return is_wide(place.number / 2) ? void() : split(place.number / 2);
        case GuestKind::c0:
            m_code.set(*m_address);
            m_code.word(m_cpu);
            m_code.get(*m_address);
            return m_code.access(Opcode::i32_store, log_word, coprocessor_place(place.number));
    }
}

void GuestLocals::convert(Form from, Form to) {
    for (u32 pair = 0; pair < m_wides.size(); ++pair) {
        const bool was_split = ((from >> pair) & 1U) != 0;
        const bool is_split = ((to >> pair) & 1U) != 0;
        if (was_split && !is_split) {
            join(pair);
        } else if (is_split && !was_split) {
            split(pair);
        }
    }
}

/// From its singles to the double.
void GuestLocals::join(u32 pair) {
    m_code.get(m_singles[size_t{2} * pair + 1].local);
    m_code.emit(Opcode::i32_reinterpret_f32);
    m_code.emit(Opcode::i64_extend_i32_u);
    m_code.long_word(32);
    m_code.emit(Opcode::i64_shl);
    m_code.get(m_singles[size_t{2} * pair].local);
    m_code.emit(Opcode::i32_reinterpret_f32);
    m_code.emit(Opcode::i64_extend_i32_u);
    m_code.emit(Opcode::i64_or);
    m_code.emit(Opcode::f64_reinterpret_i64);
    m_code.set(m_wides[pair].local);
}

/// From the double to its singles.
void GuestLocals::split(u32 pair) {
    for (const u32 number : {2 * pair, 2 * pair + 1}) {
        get_half(static_cast<u8>(number));
        m_code.set(m_singles[number].local);
    }
}

/// The even register of a pair is its lower half.
void GuestLocals::get_half(u8 number) {
    m_code.get(m_wides[number / 2].local);
    m_code.emit(Opcode::i64_reinterpret_f64);
    if (number % 2 != 0) {
        m_code.long_word(32);
        m_code.emit(Opcode::i64_shr_u);
    }
    m_code.emit(Opcode::i32_wrap_i64);
    m_code.emit(Opcode::f32_reinterpret_i32);
}

void GuestLocals::set_half(u8 number) {
    const bool is_upper = number % 2 != 0;
    const Local pair = m_wides[number / 2].local;
    m_code.set(*m_single);
    m_code.get(pair);
    m_code.emit(Opcode::i64_reinterpret_f64);
    m_code.long_word(is_upper ? 0xffffffff : ~u64{0xffffffff});
    m_code.emit(Opcode::i64_and);
    m_code.get(*m_single);
    m_code.emit(Opcode::i32_reinterpret_f32);
    m_code.emit(Opcode::i64_extend_i32_u);
    if (is_upper) {
        m_code.long_word(32);
        m_code.emit(Opcode::i64_shl);
    }
    m_code.emit(Opcode::i64_or);
    m_code.emit(Opcode::f64_reinterpret_i64);
    m_code.set(pair);
}

u32 GuestLocals::coprocessor_place(u8 number) {
    switch (number) {
        case 8:
            return static_cast<u32>(offsetof(CpuState, bad_address));
        case 12:
            return static_cast<u32>(offsetof(CpuState, status));
        case 13:
            return static_cast<u32>(offsetof(CpuState, cause));
        default:
            return static_cast<u32>(offsetof(CpuState, epc));
    }
}

}  // namespace mariner::backend_wasm
