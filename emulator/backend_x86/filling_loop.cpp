// At the head of an untested loop that only fills (translate/loop_fill.hpp): 16 bytes are stored at once, as long as
// the rounds that this takes neither end the loop nor its share of the budget. Where that isn't so the loop goes on as
// it stands; and it comes by here again after a few rounds.
//
// eax counts through the addresses, rcx holds how far the loop's end is, xmm0 what is stored, xmm1 by how much it
// grows.

#include <array>

#include "emulator/backend_x86/select.hpp"

namespace mariner::backend_x86 {

namespace Inst = x86::Inst;

namespace {

using translate::fill_width;
using translate::LoopFill;

constexpr i32 most_stores = 4;  // behind each other, between two looks at the end

/// Below what scratch registers give up; nothing of that is in use between two rounds.
x86::Mem kept_distance() {
    return x86::qword_ptr(x86::rsp, -8);
}

/// So much of its distance must be left for so many rounds.
i32 least_distance(const LoopFill& fill, i32 rounds) {
    return (rounds - 1) * fill.end.step - fill.end.slack;
}

using Vector = std::array<u64, 2>;

/// A number for each lane of a vector, by its round (of those that are stored at once) and its place in that.
template <class Number>
Vector vector_of(const LoopFill& fill, Number number) {
    Vector vector{};
    const size_t in_round = fill.lanes.size();
    const size_t rounds = static_cast<size_t>(fill.rounds_at_once());
    for (size_t lane = 0; lane < rounds * in_round; ++lane) {
        const size_t round = fill.growth > 0 ? lane / in_round : rounds - 1 - lane / in_round;
        const u32 value = number(static_cast<u32>(round), fill.lanes[lane % in_round]);
        const size_t first = lane * fill.bytes;
        const u64 bits = u64{value} & (~u64{0} >> (64 - 8 * fill.bytes));
        vector[first / 8] |= bits << (8 * (first % 8));
    }
    return vector;
}

/// How much the values are more than in the first round, as its registers have it.
Vector offsets_of(const LoopFill& fill) {
    return vector_of(fill, [](u32 round, const LoopFill::Lane& lane) {
        return static_cast<u32>(lane.value.number) + round * static_cast<u32>(lane.growth);
    });
}

/// How much they grow from one store to the next.
Vector growth_of(const LoopFill& fill) {
    return vector_of(fill, [&](u32 /*round*/, const LoopFill::Lane& lane) {
        return static_cast<u32>(fill.rounds_at_once()) * static_cast<u32>(lane.growth);
    });
}

bool is_zero(const Vector& vector) {
    return vector == Vector{};
}

void load_vector(x86::Assembler& a, const Vector& vector) {
    a.mov(x86::rcx, vector[0]);
    a.movq(x86::xmm1, x86::rcx);
    if (vector[0] == vector[1]) {
        a.punpcklqdq(x86::xmm1, x86::xmm1);
    } else {
        a.mov(x86::rcx, vector[1]);
        a.pinsrq(x86::xmm1, x86::rcx, 1);
    }
}

void add_vector(x86::Assembler& a, u8 lane_bytes) {
    a.emit(lane_bytes == 4 ? Inst::kIdPaddd : lane_bytes == 2 ? Inst::kIdPaddw : Inst::kIdPaddb, x86::xmm0, x86::xmm1);
}

}  // namespace

void RegionEmitter::emit_fill(const LoopFill& fill) {
    const HostLabel round_by_round = m_a.newLabel();
    const i32 rounds = fill.rounds_at_once();
    distance_to_rcx(fill.end);
    m_a.cmp(x86::rcx, least_distance(fill, rounds));
    m_a.jle(round_by_round);
    m_a.cmp(budget_register, rounds * fill.steps);
    m_a.jl(round_by_round);
    m_a.mov(kept_distance(), x86::rcx);
    spread_values(fill);
    word_to_ecx({fill.address.sum, fill.address.number - (fill.growth < 0 ? fill_width + fill.growth : 0)});
    m_a.mov(x86::eax, x86::ecx);
    m_a.mov(x86::rcx, kept_distance());
    fill_many(fill, most_stores);
    fill_many(fill, 1);
    m_a.align(asmjit::AlignMode::kCode, 16);
    m_a.bind(round_by_round);
}

/// Spoils eax.
void RegionEmitter::word_to_ecx(const translate::LoopWord& word) {
    if (word.sum.empty()) {
        m_a.mov(x86::ecx, word.number);
        return;
    }
    const Gp sum = sum_of(word.sum);
    if (word.number != 0) {
        m_a.lea(x86::ecx, x86::ptr(sum.r64(), word.number));
    } else if (sum != x86::ecx) {
        m_a.mov(x86::ecx, sum);
    }
}

void RegionEmitter::distance_to_rcx(const translate::FillEnd& end) {
    const auto extended_to_rcx = [&](const translate::LoopWord& word) {
        word_to_ecx(word);
        if (end.measure == translate::FillEnd::Measure::is_signed) {
            m_a.movsxd(x86::rcx, x86::ecx);
        }
    };
    if (end.from.sum.empty() && end.from.number == 0) {
        return extended_to_rcx(end.to);
    }
    extended_to_rcx(end.from);
    m_a.mov(kept_distance(), x86::rcx);
    extended_to_rcx(end.to);
    m_a.sub(x86::rcx, kept_distance());
}

/// What the first store stores to xmm0, and by how much it grows to xmm1.
void RegionEmitter::spread_values(const LoopFill& fill) {
    const translate::LoopSum& first = fill.lanes.front().value.sum;
    bool is_one = true;
    for (const LoopFill::Lane& lane : fill.lanes) {
        is_one = is_one && lane.value.sum == first;
    }
    if (is_one && first.empty()) {
        m_a.pxor(x86::xmm0, x86::xmm0);
    } else if (is_one) {
        word_to_ecx({first, 0});
        if (fill.bytes < 4) {
            m_a.emit(Inst::kIdMovzx, x86::ecx, fill.bytes == 1 ? x86::Gp(x86::cl) : x86::Gp(x86::cx));
            m_a.imul(x86::ecx, x86::ecx, fill.bytes == 1 ? 0x01010101 : 0x00010001);
        }
        m_a.movd(x86::xmm0, x86::ecx);
        m_a.pshufd(x86::xmm0, x86::xmm0, 0);
    } else {
        for (u32 lane = 0; lane < 4; ++lane) {
            word_to_ecx({fill.lanes[lane % fill.lanes.size()].value.sum, 0});
            m_a.pinsrd(x86::xmm0, x86::ecx, lane);
        }
    }
    if (const Vector offsets = offsets_of(fill); !is_zero(offsets)) {
        load_vector(m_a, offsets);
        add_vector(m_a, fill.bytes);
    }
    if (const Vector growth = growth_of(fill); !is_zero(growth)) {
        load_vector(m_a, growth);
    }
}

/// So many stores at a time, as often as the distance and the budget allow.
void RegionEmitter::fill_many(const LoopFill& fill, i32 stores) {
    const HostLabel more = m_a.newLabel();
    const HostLabel out = m_a.newLabel();
    const HostLabel too_near = m_a.newLabel();
    const i32 rounds = stores * fill.rounds_at_once();
    const i32 least = least_distance(fill, rounds);
    const i32 forward = fill.growth > 0 ? fill_width : -fill_width;
    const bool grows = !is_zero(growth_of(fill));
    m_a.sub(x86::rcx, least);
    m_a.jle(too_near);
    m_a.sub(budget_register, rounds * fill.steps);
    m_a.jl(out);
    m_a.align(asmjit::AlignMode::kCode, 16);
    m_a.bind(more);
    for (i32 store = 0; store < stores; ++store) {
        m_a.movdqu(x86::ptr(host_register, x86::rax, 0, store * forward, fill_width), x86::xmm0);
        if (grows) {
            add_vector(m_a, fill.bytes);
        }
    }
    m_a.add(x86::eax, stores * forward);
    for (const LoopFill::Growth& one : fill.registers) {
        const i32 amount = static_cast<i32>(static_cast<u32>(rounds) * static_cast<u32>(one.amount));
        m_a.emit(Inst::kIdAdd, place_of(one.number), asmjit::Imm(amount));
    }
    m_a.sub(x86::rcx, rounds * fill.end.step);
    m_a.sub(budget_register, rounds * fill.steps);
    m_a.jl(out);
    m_a.test(x86::rcx, x86::rcx);
    m_a.jg(more);
    m_a.bind(out);
    m_a.add(budget_register, rounds * fill.steps);
    m_a.bind(too_near);
    m_a.add(x86::rcx, least);
}

}  // namespace mariner::backend_x86
