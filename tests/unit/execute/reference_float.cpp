// The floating-point half of the reference.

#include <bit>
#include <cmath>

#include "tests/unit/execute/reference.hpp"

namespace mariner::test {

namespace {

using isa::Op;

float to_float(u32 bits) {
    return std::bit_cast<float>(bits);
}
double to_double(u64 bits) {
    return std::bit_cast<double>(bits);
}
u32 from_float(float value) {
    return std::isnan(value) ? 0x7fc00000 : std::bit_cast<u32>(value);
}
u64 from_double(double value) {
    return std::isnan(value) ? 0x7ff8000000000000 : std::bit_cast<u64>(value);
}

/// Java's (int) of a double.
u32 java_int(double value) {
    if (std::isnan(value)) {
        return 0;
    }
    if (value > 2147483647.0) {
        return 0x7fffffff;
    }
    if (value < -2147483648.0) {
        return 0x80000000;
    }
    return u(static_cast<i64>(value));
}

/// Ties to even, spelt out.
double round_even(double value) {
    const double below = std::floor(value);
    const double distance = value - below;
    if (distance < 0.5) {
        return below;
    }
    if (distance > 0.5) {
        return below + 1;
    }
    return std::fmod(below, 2.0) == 0 ? below : below + 1;
}

u32 round_to_word(char how, double value, double greatest) {
    if (std::isnan(value) || std::isinf(value) || value < -2147483648.0 || value > greatest) {
        return 0x7fffffff;
    }
    switch (how) {
        case 'c':
            return java_int(std::ceil(value));
        case 'f':
            return java_int(std::floor(value));
        case 'r':
            return java_int(round_even(value));
        default:
            return java_int(value);
    }
}

}  // namespace

void Reference::execute_single(const isa::Instruction& i) {
    const u32 raw = cpu.fpr[i.rs];
    const float x = to_float(raw);
    const float y = to_float(cpu.fpr[i.rt]);
    u32& result = cpu.fpr[i.rd];
    const auto move_if = [&](bool condition) { result = condition ? raw : result; };
    constexpr double greatest = 2147483648.0;  // (float) 2147483647
    switch (i.op) {
        case Op::add_s:
            result = from_float(x + y);
            return;
        case Op::sub_s:
            result = from_float(x - y);
            return;
        case Op::mul_s:
            result = from_float(x * y);
            return;
        case Op::div_s:
            result = from_float(x / y);
            return;
        case Op::sqrt_s:
            result = x < 0 ? 0x7fc00000 : from_float(static_cast<float>(std::sqrt(static_cast<double>(x))));
            return;
        case Op::abs_s:
            result = raw & 0x7fffffff;
            return;
        case Op::neg_s:
            result = raw ^ 0x80000000;
            return;
        case Op::mov_s:
            result = raw;
            return;
        case Op::c_eq_s:
        case Op::c_eq_s_cc:
            return set_flag(i.rd, x == y);
        case Op::c_le_s:
        case Op::c_le_s_cc:
            return set_flag(i.rd, x <= y);
        case Op::c_lt_s:
        case Op::c_lt_s_cc:
            return set_flag(i.rd, x < y);
        case Op::cvt_s_w:
            result = from_float(static_cast<float>(s32(raw)));
            return;
        case Op::cvt_w_s:
            result = java_int(x);
            return;
        case Op::ceil_w_s:
            result = round_to_word('c', x, greatest);
            return;
        case Op::floor_w_s:
            result = round_to_word('f', x, greatest);
            return;
        case Op::round_w_s:
            result = round_to_word('r', x, greatest);
            return;
        case Op::trunc_w_s:
            result = round_to_word('t', x, greatest);
            return;
        case Op::movf_s:
        case Op::movf_s_cc:
            return move_if(!flag(i.rt));
        case Op::movt_s:
        case Op::movt_s_cc:
            return move_if(flag(i.rt));
        case Op::movn_s:
            return move_if(cpu.gpr[i.rt] != 0);
        case Op::movz_s:
            return move_if(cpu.gpr[i.rt] == 0);
        case Op::mfc1:
            return set(i.rt, raw);
        case Op::mtc1:
            cpu.fpr[i.rs] = cpu.gpr[i.rt];
            return;
        default:
            return raise(ExceptionKind::undefined_instruction);
    }
}

/// Which operands are pairs, by the letters of the mnemonic: "add.d", "c.lt.d", "cvt.s.d", "floor.w.d".
struct WideOperands {
    bool d;
    bool s;
    bool t;
};
static WideOperands wide_operands(const isa::InstructionInfo& row) {
    const std::string_view name = row.mnemonic;
    const bool converts = name.find('.') != name.rfind('.') && !name.starts_with("c.");
    if (converts) {
        return {name.find(".d.") != std::string_view::npos, name.ends_with(".d"), false};
    }
    return {!name.starts_with("c."), true, row.operands.find("ft") != std::string_view::npos};
}

void Reference::execute_double(const isa::Instruction& i) {
    const WideOperands wide = wide_operands(isa::info(i.op));
    const bool all = wide.d && wide.s && wide.t;
    const bool first_only = wide.d && !wide.s;
    const bool second_only = wide.s && !wide.d && !wide.t;
    if ((wide.d && i.rd % 2 != 0) || (wide.s && i.rs % 2 != 0) || (wide.t && i.rt % 2 != 0)) {
        return raise(all           ? ExceptionKind::odd_all
                     : first_only  ? ExceptionKind::odd_first
                     : second_only ? ExceptionKind::odd_second
                                   : ExceptionKind::odd_both);
    }
    const u64 raw = wide.s ? get_double(i.rs) : 0;
    const double x = to_double(raw);
    const double y = wide.t ? to_double(get_double(i.rt)) : 0;
    const auto move_if = [&](bool condition) { return condition ? set_double(i.rd, raw) : void(); };
    switch (i.op) {
        case Op::add_d:
            return set_double(i.rd, from_double(x + y));
        case Op::sub_d:
            return set_double(i.rd, from_double(x - y));
        case Op::mul_d:
            return set_double(i.rd, from_double(x * y));
        case Op::div_d:
            return set_double(i.rd, from_double(x / y));
        case Op::sqrt_d:
            return set_double(i.rd, x < 0 ? 0x7ff8000000000000 : from_double(std::sqrt(x)));
        case Op::abs_d:
            return set_double(i.rd, raw & 0x7fffffffffffffff);
        case Op::neg_d:
            return set_double(i.rd, raw ^ 0x8000000000000000);
        case Op::mov_d:
            return set_double(i.rd, raw);
        case Op::c_eq_d:
        case Op::c_eq_d_cc:
            return set_flag(i.rd, x == y);
        case Op::c_le_d:
        case Op::c_le_d_cc:
            return set_flag(i.rd, x <= y);
        case Op::c_lt_d:
        case Op::c_lt_d_cc:
            return set_flag(i.rd, x < y);
        case Op::cvt_d_s:
            return set_double(i.rd, from_double(to_float(cpu.fpr[i.rs])));
        case Op::cvt_d_w:
            return set_double(i.rd, from_double(s32(cpu.fpr[i.rs])));
        case Op::cvt_s_d:
            cpu.fpr[i.rd] = from_float(static_cast<float>(x));
            return;
        case Op::cvt_w_d:
            cpu.fpr[i.rd] = java_int(x);
            return;
        case Op::ceil_w_d:
            cpu.fpr[i.rd] = round_to_word('c', x, 2147483647.0);
            return;
        case Op::floor_w_d:
            cpu.fpr[i.rd] = round_to_word('f', x, 2147483647.0);
            return;
        case Op::round_w_d:
            cpu.fpr[i.rd] = round_to_word('r', x, 2147483647.0);
            return;
        case Op::trunc_w_d:
            cpu.fpr[i.rd] = round_to_word('t', x, 2147483647.0);
            return;
        case Op::movf_d:
        case Op::movf_d_cc:
            return move_if(!flag(i.rt));
        case Op::movt_d:
        case Op::movt_d_cc:
            return move_if(flag(i.rt));
        case Op::movn_d:
            return move_if(cpu.gpr[i.rt] != 0);
        case Op::movz_d:
            return move_if(cpu.gpr[i.rt] == 0);
        default:
            return raise(ExceptionKind::undefined_instruction);
    }
}

}  // namespace mariner::test
