#pragma once
// What follows from an instruction's micro-operations: which places it reads and writes, whether it touches memory, may
// leave, branches ... For whoever analyses or compiles programs.

#include "emulator/isa/instruction.hpp"
#include "emulator/meaning/micro.hpp"

namespace mariner::meaning {

/// A bit per RegisterPlace.
struct PlaceSet {
    u32 bits = 0;

    template <class... Places>
    static constexpr PlaceSet of(Places... places) {
        return {(0U | ... | (1U << static_cast<u32>(places)))};
    }
    constexpr void add(RegisterPlace place) { bits |= of(place).bits; }
    [[nodiscard]] constexpr bool contains(RegisterPlace place) const { return meets(of(place)); }
    [[nodiscard]] constexpr bool meets(PlaceSet other) const { return (bits & other.bits) != 0; }
    [[nodiscard]] constexpr bool is_empty() const { return bits == 0; }
    friend constexpr PlaceSet operator|(PlaceSet a, PlaceSet b) { return {a.bits | b.bits}; }
    friend constexpr PlaceSet operator&(PlaceSet a, PlaceSet b) { return {a.bits & b.bits}; }
    friend constexpr PlaceSet operator~(PlaceSet a) { return {~a.bits}; }
    friend constexpr bool operator==(PlaceSet, PlaceSet) = default;
};
inline constexpr PlaceSet single_places = PlaceSet::of(RegisterPlace::fd, RegisterPlace::fs, RegisterPlace::ft);
inline constexpr PlaceSet pair_places = PlaceSet::of(RegisterPlace::pd, RegisterPlace::ps, RegisterPlace::pt);
inline constexpr PlaceSet flag_places = PlaceSet::of(RegisterPlace::flag_read, RegisterPlace::flag_written);
inline constexpr PlaceSet c0_places = PlaceSet::of(RegisterPlace::c0, RegisterPlace::status, RegisterPlace::epc);

/// What no operand names.
inline constexpr PlaceSet unnamed_places = PlaceSet::of(RegisterPlace::ra, RegisterPlace::hi, RegisterPlace::lo);

struct Facts {
    PlaceSet reads;   // but for what is only kept
    PlaceSet writes;  // always or perhaps
    PlaceSet keeps;   // named ones of `writes` that are written only perhaps, or keep some of their bytes (lwl)
    u8 loads = 0;     // bytes, of each access
    u8 stores = 0;
    bool may_raise = false;    // an exception
    bool is_branch = false;    // goes to the instruction's target, or on
    bool is_jump = false;      // never goes on
    bool is_indirect = false;  // goes to an address in a register
    bool links = false;        // leaves a return address
    bool calls_system = false;
    bool always_leaves = false;  // a system call or a certain exception

    [[nodiscard]] constexpr bool is_transfer() const { return is_branch || is_jump; }
    [[nodiscard]] constexpr bool touches_memory() const { return loads != 0 || stores != 0; }
    /// Floating-point registers or condition flags, but for moves between integer registers (movf).
    [[nodiscard]] constexpr bool is_float() const {
        return (reads | writes).meets(single_places | pair_places | flag_places) && !writes.contains(RegisterPlace::rd);
    }
    /// Does nothing but compute the places that it writes.
    [[nodiscard]] constexpr bool is_pure() const {
        return !touches_memory() && !is_transfer() && !may_raise && !always_leaves;
    }
};

/// The facts of the rows, in Op's order.
extern const std::array<Facts, isa::op_count> facts_table;

inline const Facts& facts(isa::Op op) {
    return facts_table[static_cast<size_t>(op)];
}
/// The micro-operations of a row.
MicroSpan micro_operations(isa::Op op);

constexpr Facts facts_in(MicroSpan list) {
    Facts facts;
    PlaceSet read;
    for (const Micro& micro : list) {
        switch (micro.code) {
            case MicroCode::get:
                read.add(micro.place);
                break;
            case MicroCode::set:
                facts.writes.add(micro.place);
                if (micro.guard != Micro::none && !unnamed_places.contains(micro.place)) {
                    facts.keeps.add(micro.place);
                }
                break;
            case MicroCode::link:
                facts.links = true;
                break;
            case MicroCode::load:
                facts.loads = micro.bytes;
                break;
            case MicroCode::store:
                facts.stores = micro.bytes;
                break;
            case MicroCode::raise:
            case MicroCode::service:
                facts.calls_system = micro.code == MicroCode::service;
                facts.always_leaves = true;
                break;
            case MicroCode::branch_if:
                facts.is_branch = true;
                break;
            case MicroCode::branch:
            case MicroCode::jump:
            case MicroCode::jump_now:
                facts.is_jump = true;
                facts.is_indirect = micro.code == MicroCode::jump;
                break;
            default:
                break;
        }
        facts.may_raise |= may_leave(micro.code);
    }
    // A load that reads what it overwrites puts bytes into it.
    if (facts.loads != 0) {
        facts.keeps = facts.keeps | (read & facts.writes);
    }
    facts.reads = read & ~facts.keeps;
    facts.may_raise |= facts.calls_system || (read | facts.writes).meets(pair_places);
    return facts;
}

}  // namespace mariner::meaning
