#pragma once
// The context in which bodies run at compile time, with symbols for values: recorded<op>() is the list of
// micro-operations that a row's body leaves. A symbol has no conversion to bool and no assignment, so that plain C++
// that depends on a value doesn't compile; fault_in() finds what the types can't, and a list with a fault doesn't
// compile either. The recorder takes the fast context's side: pairs are even, eight bytes are accessed at once.
//
// Costs the compiler a tenth of a second. Who needs no list in a constant expression includes facts.hpp.

#include "emulator/isa/instruction_table.hpp"
#include "emulator/meaning/language.hpp"
#include "emulator/meaning/micro.hpp"

namespace mariner::meaning {

struct MicroList {
    std::array<Micro, 80> micros{};
    u8 count = 0;

    [[nodiscard]] constexpr MicroSpan span() const { return {micros.data(), count}; }
    constexpr u8 add(const Micro& micro) {
        micros.at(count) = micro;
        return count++;
    }
};

class MicroRecorder;

/// A value that a body computes with.
template <ValueType Type>
class Symbolic {
public:
    constexpr Symbolic() = default;  // of a load that follows
    constexpr Symbolic(const Symbolic&) = default;
    Symbolic& operator=(const Symbolic&) = delete;

    /// Another value, made of this one and others.
    template <ValueType Result, class... Others>
    [[nodiscard]] constexpr Symbolic<Result> made(Micro micro, const Others&... others) const;
    template <ValueType Result, class... Others>
    [[nodiscard]] constexpr Symbolic<Result> made(MicroCode code, ValueType own, const Others&... others) const {
        return made<Result>(Micro{code, own}, others...);
    }
    [[nodiscard]] constexpr Symbolic number(u32 value) const;

private:
    friend class MicroRecorder;
    template <ValueType>
    friend class Symbolic;
    constexpr Symbolic(MicroRecorder* recorder, u8 value) : m_recorder(recorder), m_value(value) {}

    MicroRecorder* m_recorder = nullptr;
    u8 m_value = Micro::none;
};
using SymbolicWord = Symbolic<ValueType::i32>;
using SymbolicLong = Symbolic<ValueType::i64>;
using SymbolicFlag = Symbolic<ValueType::flag>;
using SymbolicSingle = Symbolic<ValueType::f32>;
using SymbolicWide = Symbolic<ValueType::f64>;

/// The same bits as the word, compared and shifted with their sign.
struct SymbolicSigned {
    SymbolicWord word;
};

class MicroRecorder {
public:
    static constexpr bool registers_are_even = true;
    static constexpr bool wide_access = true;

    template <class T>
    static constexpr ValueType type_of_loaded = sizeof(T) == 8              ? ValueType::f64
                                                : std::is_same_v<T, Single> ? ValueType::f32
                                                                            : ValueType::i32;
    template <class T>
    using SymbolicLoad = Symbolic<type_of_loaded<T>>;
    template <class T>
    static constexpr SymbolicLoad<T> unread() {
        return {};
    }

    constexpr u8 add(Micro micro) {
        micro.guard = m_guard;
        return m_list.add(micro);
    }
    [[nodiscard]] constexpr const MicroList& list() const { return m_list; }

    constexpr SymbolicWord number(u32 value) {
        Micro micro{MicroCode::constant, ValueType::i32};
        micro.number = value;
        return {this, add(micro)};
    }

    constexpr SymbolicWord rs() { return {this, get(RegisterPlace::rs)}; }
    constexpr SymbolicWord rt() { return {this, get(RegisterPlace::rt)}; }
    constexpr SymbolicWord hi() { return {this, get(RegisterPlace::hi)}; }
    constexpr SymbolicWord lo() { return {this, get(RegisterPlace::lo)}; }
    constexpr SymbolicSingle fs() { return {this, get(RegisterPlace::fs)}; }
    constexpr SymbolicSingle ft() { return {this, get(RegisterPlace::ft)}; }
    constexpr SymbolicWide ps() { return {this, get(RegisterPlace::ps)}; }
    constexpr SymbolicWide pt() { return {this, get(RegisterPlace::pt)}; }
    constexpr SymbolicFlag flag() { return {this, get(RegisterPlace::flag_read)}; }
    constexpr SymbolicWord coprocessor0() { return {this, get(RegisterPlace::c0)}; }
    constexpr SymbolicWord status() { return {this, get(RegisterPlace::status)}; }
    constexpr SymbolicWord epc() { return {this, get(RegisterPlace::epc)}; }
    constexpr SymbolicWord imm() { return {this, add({MicroCode::immediate, ValueType::i32})}; }
    constexpr SymbolicWord link() { return {this, add({MicroCode::link, ValueType::i32})}; }

    constexpr void set_rd(SymbolicWord value) { set(RegisterPlace::rd, value.m_value); }
    constexpr void set_rt(SymbolicWord value) { set(RegisterPlace::rt, value.m_value); }
    constexpr void set_rt_read(u32 value) { set(RegisterPlace::rt, number(value).m_value); }
    constexpr void set_ra(SymbolicWord value) { set(RegisterPlace::ra, value.m_value); }
    constexpr void set_hi(SymbolicWord value) { set(RegisterPlace::hi, value.m_value); }
    constexpr void set_lo(SymbolicWord value) { set(RegisterPlace::lo, value.m_value); }
    constexpr void set_fd(SymbolicSingle value) { set(RegisterPlace::fd, value.m_value); }
    constexpr void set_fs(SymbolicSingle value) { set(RegisterPlace::fs, value.m_value); }
    constexpr void set_ft(SymbolicSingle value) { set(RegisterPlace::ft, value.m_value); }
    constexpr void set_pd(SymbolicWide value) { set(RegisterPlace::pd, value.m_value); }
    constexpr void set_pt(SymbolicWide value) { set(RegisterPlace::pt, value.m_value); }
    constexpr void set_flag(SymbolicFlag value) { set(RegisterPlace::flag_written, value.m_value); }
    constexpr void set_coprocessor0(SymbolicWord value) { set(RegisterPlace::c0, value.m_value); }
    constexpr void set_status(SymbolicWord value) { set(RegisterPlace::status, value.m_value); }

    /// As long as it lives, all that is recorded has the guard. It can't be copied: a copy's end would end it.
    class Guard {
    public:
        constexpr Guard(MicroRecorder& recorder, u8 condition) : m_recorder(recorder), m_outer(recorder.m_guard) {
            m_recorder.m_guard = condition;
        }
        Guard(const Guard&) = delete;
        Guard& operator=(const Guard&) = delete;
        constexpr ~Guard() { m_recorder.m_guard = m_outer; }
        constexpr explicit operator bool() const { return true; }

    private:
        MicroRecorder& m_recorder;
        u8 m_outer;
    };
    constexpr Guard guard(SymbolicFlag condition) { return {*this, condition.m_value}; }

    template <class T>
    constexpr bool load(SymbolicWord address, SymbolicLoad<T>& value) {
        Micro micro{MicroCode::load, type_of_loaded<T>, Micro::none, {address.m_value, Micro::none, Micro::none}};
        micro.bytes = sizeof(T);
        micro.is_signed = std::is_signed_v<T>;
        value.m_recorder = this;
        value.m_value = add(micro);
        return true;
    }
    template <class T>
    constexpr bool load_if(SymbolicFlag condition, SymbolicWord address, SymbolicLoad<T>& value,
                           SymbolicLoad<T> otherwise) {
        SymbolicLoad<T> loaded;
        if (const auto guarded = guard(condition)) {
            load<T>(address, loaded);
        }
        value.m_recorder = this;
        value.m_value = add({MicroCode::select,
                             type_of_loaded<T>,
                             Micro::none,
                             {condition.m_value, loaded.m_value, otherwise.m_value}});
        return true;
    }
    template <class T, ValueType Type>
    constexpr bool store(SymbolicWord address, Symbolic<Type> value) {
        Micro micro{MicroCode::store, Type, Micro::none, {address.m_value, value.m_value, Micro::none}};
        micro.bytes = sizeof(T);
        add(micro);
        return true;
    }

    constexpr bool traps(SymbolicFlag condition, ExceptionKind kind) {
        Micro micro{MicroCode::trap_if, ValueType::flag, Micro::none, {condition.m_value, Micro::none, Micro::none}};
        micro.kind = kind;
        add(micro);
        return false;
    }
    constexpr Flow raise(ExceptionKind kind, SymbolicWord value) {
        Micro micro{MicroCode::raise, ValueType::i32, Micro::none, {value.m_value, Micro::none, Micro::none}};
        micro.kind = kind;
        add(micro);
        return Flow::leave;
    }
    constexpr Flow raise(ExceptionKind kind, u32 value) { return raise(kind, number(value)); }

    constexpr Flow branch() { return end(MicroCode::branch, ValueType::nothing, Micro::none); }
    constexpr Flow branch_if(SymbolicFlag c) { return end(MicroCode::branch_if, ValueType::flag, c.m_value); }
    constexpr Flow jump_to(SymbolicWord address) { return end(MicroCode::jump, ValueType::i32, address.m_value); }
    constexpr Flow jump_now_to(SymbolicWord address) {
        return end(MicroCode::jump_now, ValueType::i32, address.m_value);
    }
    constexpr Flow service() { return end(MicroCode::service, ValueType::nothing, Micro::none); }

private:
    constexpr u8 get(RegisterPlace place) {
        Micro micro{MicroCode::get, type_of(place)};
        micro.place = place;
        return add(micro);
    }
    constexpr void set(RegisterPlace place, u8 value) {
        Micro micro{MicroCode::set, type_of(place), Micro::none, {value, Micro::none, Micro::none}};
        micro.place = place;
        add(micro);
    }
    constexpr Flow end(MicroCode code, ValueType type, u8 value) {
        add({code, type, Micro::none, {value, Micro::none, Micro::none}});
        return Flow::next;
    }

    MicroList m_list;
    u8 m_guard = Micro::none;
};

template <ValueType Type>
template <ValueType Result, class... Others>
constexpr Symbolic<Result> Symbolic<Type>::made(Micro micro, const Others&... others) const {
    u8 at = 0;
    for (const u8 operand : {m_value, others.m_value...}) {
        micro.operands[at++] = operand;
    }
    return {m_recorder, m_recorder->add(micro)};
}
template <ValueType Type>
constexpr Symbolic<Type> Symbolic<Type>::number(u32 value) const {
    return m_recorder->number(value);
}

// The operators and functions of words.hpp for symbols. A number beside a symbol becomes one.

#define MARINER_WORD_OPERATOR(symbol, code)                                  \
    constexpr SymbolicWord operator symbol(SymbolicWord a, SymbolicWord b) { \
        return a.made<ValueType::i32>(MicroCode::code, ValueType::i32, b);   \
    }                                                                        \
    constexpr SymbolicWord operator symbol(SymbolicWord a, u32 b) {          \
        return a symbol a.number(b);                                         \
    }                                                                        \
    constexpr SymbolicWord operator symbol(u32 a, SymbolicWord b) {          \
        return b.number(a) symbol b;                                         \
    }
MARINER_WORD_OPERATOR(+, add)
MARINER_WORD_OPERATOR(-, sub)
MARINER_WORD_OPERATOR(&, bit_and)
MARINER_WORD_OPERATOR(|, bit_or)
MARINER_WORD_OPERATOR(^, bit_xor)
MARINER_WORD_OPERATOR(<<, shl)
MARINER_WORD_OPERATOR(>>, shr)
#undef MARINER_WORD_OPERATOR

constexpr SymbolicWord operator~(SymbolicWord a) {
    return a ^ ~0U;
}
constexpr SymbolicFlag operator!(SymbolicFlag a) {
    return a.made<ValueType::flag>(MicroCode::invert, ValueType::flag);
}
constexpr SymbolicFlag operator==(SymbolicWord a, SymbolicWord b) {
    return a.made<ValueType::flag>(MicroCode::eq, ValueType::i32, b);
}
constexpr SymbolicFlag operator==(SymbolicWord a, u32 b) {
    return a == a.number(b);
}
constexpr SymbolicFlag operator!=(SymbolicWord a, SymbolicWord b) {
    return !(a == b);
}
constexpr SymbolicFlag operator!=(SymbolicWord a, u32 b) {
    return !(a == b);
}
constexpr SymbolicFlag operator<(SymbolicWord a, SymbolicWord b) {
    return a.made<ValueType::flag>(MicroCode::lt_u, ValueType::flag, b);
}
constexpr SymbolicFlag operator>=(SymbolicWord a, SymbolicWord b) {
    return !(a < b);
}

constexpr SymbolicSigned as_signed(SymbolicWord a) {
    return {a};
}
constexpr SymbolicWord as_word(SymbolicSigned a) {
    return a.word;
}
constexpr SymbolicSigned operator>>(SymbolicSigned a, SymbolicWord b) {
    return {a.word.made<ValueType::i32>(MicroCode::sar, ValueType::i32, b)};
}
constexpr SymbolicSigned operator>>(SymbolicSigned a, u32 b) {
    return a >> a.word.number(b);
}
constexpr SymbolicFlag operator<(SymbolicSigned a, SymbolicSigned b) {
    return a.word.made<ValueType::flag>(MicroCode::lt_s, ValueType::flag, b.word);
}
constexpr SymbolicFlag operator>=(SymbolicSigned a, SymbolicSigned b) {
    return !(a < b);
}
constexpr SymbolicSigned number_beside(SymbolicSigned a, i32 number) {
    return {a.word.number(as_word(number))};
}
constexpr SymbolicFlag operator<(SymbolicSigned a, i32 b) {
    return a < number_beside(a, b);
}
constexpr SymbolicFlag operator>=(SymbolicSigned a, i32 b) {
    return !(a < b);
}
constexpr SymbolicFlag operator>(SymbolicSigned a, i32 b) {
    return number_beside(a, b) < a;
}
constexpr SymbolicFlag operator<=(SymbolicSigned a, i32 b) {
    return !(a > b);
}
constexpr SymbolicFlag operator!=(SymbolicSigned a, i32 b) {
    return a.word != as_word(b);
}

constexpr SymbolicWord bit(SymbolicFlag condition) {
    return condition.made<ValueType::i32>(MicroCode::bit, ValueType::i32);
}
constexpr SymbolicWord chosen(SymbolicFlag condition, SymbolicWord then, SymbolicWord otherwise) {
    return condition.made<ValueType::i32>(MicroCode::select, ValueType::i32, then, otherwise);
}
constexpr SymbolicWord leading_zeros(SymbolicWord a) {
    return a.made<ValueType::i32>(MicroCode::clz, ValueType::i32);
}
constexpr SymbolicFlag add_overflows(SymbolicWord a, SymbolicWord b) {
    return a.made<ValueType::flag>(MicroCode::add_over, ValueType::flag, b);
}
constexpr SymbolicFlag sub_overflows(SymbolicWord a, SymbolicWord b) {
    return a.made<ValueType::flag>(MicroCode::sub_over, ValueType::flag, b);
}
constexpr SymbolicWord quotient(SymbolicSigned a, SymbolicSigned b) {
    return a.word.made<ValueType::i32>(MicroCode::div_s, ValueType::i32, b.word);
}
constexpr SymbolicWord remainder(SymbolicSigned a, SymbolicSigned b) {
    return a.word.made<ValueType::i32>(MicroCode::rem_s, ValueType::i32, b.word);
}
constexpr SymbolicWord remainder(SymbolicSigned a, i32 b) {
    return remainder(a, number_beside(a, b));
}
constexpr SymbolicWord quotient(SymbolicWord a, SymbolicWord b) {
    return a.made<ValueType::i32>(MicroCode::div_u, ValueType::i32, b);
}
constexpr SymbolicWord remainder(SymbolicWord a, SymbolicWord b) {
    return a.made<ValueType::i32>(MicroCode::rem_u, ValueType::i32, b);
}

constexpr SymbolicLong widened_signed(SymbolicWord a) {
    return a.made<ValueType::i64>(MicroCode::extend_s, ValueType::i64);
}
constexpr SymbolicLong widened(SymbolicWord a) {
    return a.made<ValueType::i64>(MicroCode::extend_u, ValueType::i64);
}
constexpr SymbolicLong joined(SymbolicWord high, SymbolicWord low) {
    return high.made<ValueType::i64>(MicroCode::join, ValueType::i64, low);
}
constexpr SymbolicWord low_word(SymbolicLong a) {
    return a.made<ValueType::i32>(MicroCode::low, ValueType::i32);
}
constexpr SymbolicWord high_word(SymbolicLong a) {
    return a.made<ValueType::i32>(MicroCode::high, ValueType::i32);
}
constexpr SymbolicLong operator*(SymbolicLong a, SymbolicLong b) {
    return a.made<ValueType::i64>(MicroCode::mul, ValueType::i64, b);
}
constexpr SymbolicLong operator+(SymbolicLong a, SymbolicLong b) {
    return a.made<ValueType::i64>(MicroCode::add, ValueType::i64, b);
}
constexpr SymbolicLong operator-(SymbolicLong a, SymbolicLong b) {
    return a.made<ValueType::i64>(MicroCode::sub, ValueType::i64, b);
}

template <ValueType Type>
concept IsFloatType = is_float_type(Type);

template <ValueType Type>
requires IsFloatType<Type>
constexpr Symbolic<Type> canonical(Symbolic<Type> a) {
    return a.template made<Type>(MicroCode::canon, Type);
}
#define MARINER_FLOAT_OPERATOR(symbol, result, code, ending)                         \
    template <ValueType Type>                                                        \
    requires IsFloatType<Type>                                                       \
    constexpr Symbolic<result> operator symbol(Symbolic<Type> a, Symbolic<Type> b) { \
        return ending(a.template made<result>(MicroCode::code, Type, b));            \
    }
MARINER_FLOAT_OPERATOR(+, Type, fadd, canonical)
MARINER_FLOAT_OPERATOR(-, Type, fsub, canonical)
MARINER_FLOAT_OPERATOR(*, Type, fmul, canonical)
MARINER_FLOAT_OPERATOR(/, Type, fdiv, canonical)
MARINER_FLOAT_OPERATOR(==, ValueType::flag, eq, )
MARINER_FLOAT_OPERATOR(<, ValueType::flag, lt_f, )
MARINER_FLOAT_OPERATOR(<=, ValueType::flag, le_f, )
#undef MARINER_FLOAT_OPERATOR

#define MARINER_FLOAT_FUNCTION(name, code, ending)                   \
    template <ValueType Type>                                        \
    requires IsFloatType<Type>                                       \
    constexpr Symbolic<Type> name(Symbolic<Type> a) {                \
        return ending(a.template made<Type>(MicroCode::code, Type)); \
    }
MARINER_FLOAT_FUNCTION(square_root, fsqrt, canonical)
MARINER_FLOAT_FUNCTION(magnitude, fabs, )
MARINER_FLOAT_FUNCTION(negated, fneg, )
#undef MARINER_FLOAT_FUNCTION

constexpr SymbolicWord raw(SymbolicSingle a) {
    return a.made<ValueType::i32>(MicroCode::bits_of, ValueType::i32);
}
constexpr SymbolicSingle from_raw(SymbolicWord a) {
    return a.made<ValueType::f32>(MicroCode::of_bits, ValueType::f32);
}
constexpr SymbolicWide to_wide(SymbolicSingle a) {
    return canonical(a.made<ValueType::f64>(MicroCode::promote, ValueType::f64));
}
constexpr SymbolicSingle to_single(SymbolicWide a) {
    return canonical(a.made<ValueType::f32>(MicroCode::demote, ValueType::f32));
}
constexpr SymbolicWide to_wide(SymbolicSigned a) {
    return a.word.made<ValueType::f64>(MicroCode::from_i32, ValueType::f64);
}
constexpr SymbolicSingle to_single(SymbolicSigned a) {
    return a.word.made<ValueType::f32>(MicroCode::from_i32, ValueType::f32);
}
template <ValueType Type>
requires IsFloatType<Type>
constexpr SymbolicWord clamped(Symbolic<Type> a) {
    return a.template made<ValueType::i32>(MicroCode::clamp_i32, Type);
}
template <ValueType Type>
requires IsFloatType<Type>
constexpr SymbolicWord rounded(Symbolic<Type> a, Rounding rounding) {
    Micro micro{MicroCode::round_i32, Type};
    micro.rounding = rounding;
    return a.template made<ValueType::i32>(micro);
}
template <ValueType Type>
constexpr SymbolicWord rounded_up(Symbolic<Type> a) {
    return rounded(a, Rounding::up);
}
template <ValueType Type>
constexpr SymbolicWord rounded_down(Symbolic<Type> a) {
    return rounded(a, Rounding::down);
}
template <ValueType Type>
constexpr SymbolicWord rounded_to_nearest(Symbolic<Type> a) {
    return rounded(a, Rounding::to_nearest);
}
template <ValueType Type>
constexpr SymbolicWord rounded_to_zero(Symbolic<Type> a) {
    return rounded(a, Rounding::to_zero);
}

// What a list must obey and the types of symbols can't see to.

namespace detail {

constexpr bool has_right_types(MicroSpan list, size_t at) {
    const Micro& micro = list[at];
    const MicroInfo& row = info(micro.code);
    if (!is_among(micro.type, row.own)) {
        return false;
    }
    for (size_t i = 0; i < micro.operands.size(); ++i) {
        const ValueType wanted = resolved(row.operands[i], micro.type);
        const u8 operand = micro.operands[i];
        if (wanted == ValueType::nothing ? operand != Micro::none
                                         : operand >= at || result_type(list[operand]) != wanted) {
            return false;
        }
    }
    const bool names_place = micro.code == MicroCode::get || micro.code == MicroCode::set;
    return !(names_place && type_of(micro.place) != micro.type) &&
           (micro.guard == Micro::none || (micro.guard < at && result_type(list[micro.guard]) == ValueType::flag));
}

/// A guarded value is there only where its guard holds: behind the same guard, or as what a select by it chooses.
constexpr bool has_its_operands(MicroSpan list, size_t at) {
    const Micro& micro = list[at];
    for (size_t i = 0; i < micro.operands.size(); ++i) {
        const u8 operand = micro.operands[i];
        const u8 guard = operand == Micro::none ? Micro::none : list[operand].guard;
        const bool is_selected = micro.code == MicroCode::select && i == 1 && guard == micro.a();
        if (guard != Micro::none && guard != micro.guard && !is_selected) {
            return false;
        }
    }
    return true;
}

/// The letter that stands in an encoding for the operand that fills a place; 0 if nothing need fill it (a flag that a
/// row leaves out is flag 0).
constexpr char letter_of(RegisterPlace place) {
    using enum RegisterPlace;
    switch (place) {
        case rd:
        case c0:
            return 'd';
        case rs:
            return 's';
        case rt:
            return 't';
        case fd:
        case pd:
            return 'D';
        case fs:
        case ps:
            return 'S';
        case ft:
        case pt:
            return 'T';
        default:
            return '\0';
    }
}

constexpr bool fills_place(const isa::pattern::Encoding& encoding, const Micro& micro) {
    const bool names_place = micro.code == MicroCode::get || micro.code == MicroCode::set;
    const char letter = names_place ? letter_of(micro.place) : '\0';
    bool is_filled = letter == '\0';
    bool has_immediate = micro.code != MicroCode::immediate;
    for (const isa::pattern::Field& field : encoding.fields) {
        is_filled |= field.letter == letter;
        has_immediate |= field.letter != '\0' && isa::pattern::slot_of(field) == isa::Slot::imm;
    }
    return is_filled && has_immediate;
}

}  // namespace detail

/// What is wrong with a list of a row with this encoding; empty if nothing is.
constexpr std::string_view fault_in(MicroSpan list, const isa::pattern::Encoding& encoding) {
    bool has_set = false;
    for (size_t i = 0; i < list.size(); ++i) {
        if (!detail::has_right_types(list, i)) {
            return "an operand of another type than micro.inc says";
        }
        if (!detail::has_its_operands(list, i)) {
            return "a value that is computed under a guard and used outside it";
        }
        if (!detail::fills_place(encoding, list[i])) {
            return "a place that the encoding doesn't fill";
        }
        if (has_set && may_leave(list[i].code)) {
            return "a register is changed before something that may leave";
        }
        has_set |= list[i].code == MicroCode::set;
    }
    return {};
}

template <isa::Op Op>
consteval MicroList record() {
    MicroRecorder recorder;
    Body<Op>::run(recorder);
    return recorder.list();
}

/// The micro-operations of a row.
template <isa::Op Op>
inline constexpr MicroList recorded = record<Op>();

#define CHAPTER(title)
#define INSN(id, mnemonic, operands, encoding_, body, example, doc)                                         \
    static_assert(fault_in(recorded<isa::Op::id>.span(), isa::compiled_info(isa::Op::id).encoding).empty(), \
                  "the body " #body " of " mnemonic);
#include "emulator/isa/instructions.inc"
#undef INSN
#undef CHAPTER

}  // namespace mariner::meaning
