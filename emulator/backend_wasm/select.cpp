#include "emulator/backend_wasm/select.hpp"

#include <algorithm>

namespace mariner::backend_wasm {

using translate::Code;
using translate::GuestKind;
using translate::GuestPlace;
using translate::no_value;
using translate::ValueType;

namespace {

constexpr u32 deepest_tree = 40;  // of values computed within values

constexpr WasmType wasm_type(ValueType type) {
    switch (type) {
        case ValueType::i64:
            return WasmType::i64;
        case ValueType::f32:
            return WasmType::f32;
        case ValueType::f64:
            return WasmType::f64;
        default:
            return WasmType::i32;  // flags too
    }
}

/// A bit for each register that a place is or is a part of.
std::array<u64, 2> cells_of(GuestPlace place) {
    constexpr u32 first_single = 64;
    std::array<u64, 2> cells{};
    const auto add = [&](u32 cell) { cells[cell / 64] |= u64{1} << (cell % 64); };
    switch (place.kind) {
        case GuestKind::single:
            add(first_single + place.number);
            break;
        case GuestKind::pair:
            add(first_single + place.number);
            add(first_single + place.number + 1);
            break;
        case GuestKind::c0:
            add(63);
            break;
        default:
            add(place.index());
            break;
    }
    return cells;
}

/// What one opcode does to the operands; `wide`: to those of 64 bits, if it is another.
struct OpcodeForm {
    Code code;
    Opcode opcode;
    Opcode wide = opcode;
};
constexpr OpcodeForm opcode_forms[] = {
    {Code::add, Opcode::i32_add, Opcode::i64_add},
    {Code::sub, Opcode::i32_sub, Opcode::i64_sub},
    {Code::bit_and, Opcode::i32_and},
    {Code::bit_or, Opcode::i32_or},
    {Code::bit_xor, Opcode::i32_xor},
    {Code::shl, Opcode::i32_shl},
    {Code::shr, Opcode::i32_shr_u},
    {Code::sar, Opcode::i32_shr_s},
    {Code::clz, Opcode::i32_clz},
    {Code::div_u, Opcode::i32_div_u},
    {Code::rem_s, Opcode::i32_rem_s},
    {Code::rem_u, Opcode::i32_rem_u},
    {Code::extend_s, Opcode::i64_extend_i32_s},
    {Code::extend_u, Opcode::i64_extend_i32_u},
    {Code::mul, Opcode::i64_mul},
    {Code::low, Opcode::i32_wrap_i64},
    {Code::lt_s, Opcode::i32_lt_s},
    {Code::lt_u, Opcode::i32_lt_u},
    {Code::lt_f, Opcode::f32_lt, Opcode::f64_lt},
    {Code::le_f, Opcode::f32_le, Opcode::f64_le},
    {Code::invert, Opcode::i32_eqz},
    {Code::fadd, Opcode::f32_add, Opcode::f64_add},
    {Code::fsub, Opcode::f32_sub, Opcode::f64_sub},
    {Code::fmul, Opcode::f32_mul, Opcode::f64_mul},
    {Code::fdiv, Opcode::f32_div, Opcode::f64_div},
    {Code::fsqrt, Opcode::f32_sqrt, Opcode::f64_sqrt},
    {Code::fabs, Opcode::f32_abs, Opcode::f64_abs},
    {Code::fneg, Opcode::f32_neg, Opcode::f64_neg},
    {Code::promote, Opcode::f64_promote_f32},
    {Code::demote, Opcode::f32_demote_f64},
    {Code::from_i32, Opcode::f32_convert_i32_s, Opcode::f64_convert_i32_s},
    {Code::clamp_i32, Opcode::i32_trunc_sat_f32_s, Opcode::i32_trunc_sat_f64_s},
    {Code::bits_of, Opcode::i32_reinterpret_f32},
    {Code::of_bits, Opcode::f32_reinterpret_i32},
};
constexpr Code longer_forms[] = {Code::get,  Code::constant, Code::immediate, Code::link,     Code::div_s,
                                 Code::join, Code::high,     Code::eq,        Code::add_over, Code::sub_over,
                                 Code::bit,  Code::select,   Code::canon,     Code::round_i32};
/// They leave no value on the stack: emit_operation's.
constexpr Code effects[] = {Code::load,      Code::store,     Code::set,       Code::trap_if,  Code::raise,
                            Code::branch_if, Code::branch,    Code::jump,      Code::jump_now, Code::service,
                            Code::step,      Code::interpret, Code::test_range};
static_assert(translate::have_all_codes(opcode_forms, longer_forms, effects));

constexpr auto form_of = translate::rows_by_code(opcode_forms);

}  // namespace

Local ScratchLocals::take(WasmType type) {
    std::vector<Local>& free = free_of(type);
    if (free.empty()) {
        return m_code.new_local(type);
    }
    const Local local = free.back();
    free.pop_back();
    return local;
}

BlockSelector::BlockSelector(const translate::LoweredBlock& block, const HostPlaces& host, CodeWriter& code,
                             GuestLocals& guest, ScratchLocals& scratch, ControlWriter& control)
    : m_block(block),
      m_host(host),
      m_code(code),
      m_guest(guest),
      m_scratch(scratch),
      m_control(control),
      m_values(block.operations.size()) {}

void BlockSelector::count_uses() {
    for (const Operation& operation : m_block.operations) {
        if (operation.is_removed) {
            continue;
        }
        for (const ValueId operand : operation.operands) {
            if (operand != no_value) {
                ++m_values[operand].uses;
            }
        }
        // A guard is tested where it is needed, perhaps again: never the last use.
        if (operation.guard != no_value) {
            m_values[operation.guard].uses += 2;
        }
    }
    // What only makes a value that nobody uses makes none.
    for (size_t i = m_values.size(); i-- > 0;) {
        const Operation& operation = m_block.operations[i];
        if (operation.is_removed || m_values[i].uses != 0 || !only_computes(operation.code)) {
            continue;
        }
        for (const ValueId operand : operation.operands) {
            if (operand != no_value) {
                --m_values[operand].uses;
            }
        }
    }
}

void BlockSelector::emit() {
    count_uses();
    find_groups();
    for (ValueId id = 0; id < m_values.size(); ++id) {
        if (!m_block[id].is_removed) {
            close_guard(id);
            open_guard(id);
            emit_operation(id);
        }
    }
    close_guard(static_cast<ValueId>(m_values.size()));
}

/// Before an operation: whatever its run of equal guards sets must be saved for those that need what it was.
void BlockSelector::open_guard(ValueId id) {
    const ValueId guard = m_block[id].guard;
    if (guard == no_value || guard == m_guard) {
        return;
    }
    for (ValueId at = id; at < m_values.size(); ++at) {
        const Operation& operation = m_block[at];
        if (!operation.is_removed && operation.guard != guard) {
            break;
        }
        if (!operation.is_removed && operation.code == Code::set) {
            keep_from(operation);
        }
    }
    m_values[guard].is_in_local ? m_code.get(m_values[guard].local) : compute(m_block[guard]);
    m_code.open(Opcode::if_);
    m_guard = guard;
}

void BlockSelector::close_guard(ValueId next) {
    if (m_guard != no_value && (next == m_values.size() || m_block[next].guard != m_guard)) {
        m_code.close();
        m_guard = no_value;
    }
}

void BlockSelector::emit_operation(ValueId id) {
    const Operation& operation = m_block[id];
    switch (operation.code) {
        case Code::set:
            push(operation.a());
            keep_from(operation);
            return m_guest.set(operation.place);
        case Code::load:
            return emit_load(id);
        case Code::store:
            return emit_store(id);
        case Code::test_range:
            return emit_range_test(operation);
        case Code::trap_if:
            push(operation.a());
            return m_control.leave_if(operation.instruction);
        case Code::raise:
        case Code::step:
        case Code::interpret:
        case Code::service:
            return m_control.leave(operation);
        case Code::branch_if:
            push(operation.a());
            return m_control.branch_if(operation);
        case Code::branch:
            return m_control.branch(operation);
        case Code::jump:
        case Code::jump_now:
            push(operation.a());
            return m_control.jump(operation);
        case Code::div_s:
        case Code::div_u:
        case Code::rem_s:
        case Code::rem_u:
            compute(operation);
            return keep_in_local(id);
        default:
            return defer(id);
    }
}

/// A value that nothing but its operands decides: computed where it is used, if that is one place.
void BlockSelector::defer(ValueId id) {
    const Operation& operation = m_block[id];
    ValueState& value = m_values[id];
    if (value.uses == 0 || operation.code == Code::constant) {
        return;
    }
    if (operation.code == Code::get) {
        value.reads = cells_of(operation.place);
    }
    for (const ValueId operand : operation.operands) {
        if (operand != no_value && !m_values[operand].is_in_local) {
            value.depth = std::max(value.depth, m_values[operand].depth + 1);
            value.reads[0] |= m_values[operand].reads[0];
            value.reads[1] |= m_values[operand].reads[1];
        }
    }
    if ((value.uses > 1 && operation.code != Code::get) || value.depth > deepest_tree) {
        materialize(id);
    } else {
        m_pending.push_back(id);
    }
}

void BlockSelector::materialize(ValueId id) {
    compute(m_block[id]);
    keep_in_local(id);
}

/// What is on the stack becomes the value.
void BlockSelector::keep_in_local(ValueId id) {
    ValueState& value = m_values[id];
    const WasmType type = wasm_type(result_type(m_block[id]));
    value.local = m_scratch.take(type);
    value.is_in_local = true;
    value.reads = {};
    m_code.set(value.local);
    if (value.uses == 0) {
        m_scratch.give_back(type, value.local);
    }
}

/// Computes what still wants to read a register that is about to change.
void BlockSelector::keep_from(const Operation& set) {
    const std::array<u64, 2> cells = cells_of(set.place);
    for (size_t i = 0; i < m_pending.size(); ++i) {
        const ValueState& value = m_values[m_pending[i]];
        const bool is_gone = value.uses == 0 || value.is_in_local;
        if (!is_gone && ((value.reads[0] & cells[0]) | (value.reads[1] & cells[1])) != 0) {
            materialize(m_pending[i]);
        }
    }
    std::erase_if(m_pending, [this](ValueId id) { return m_values[id].uses == 0 || m_values[id].is_in_local; });
}

void BlockSelector::push(ValueId id) {
    const Operation& operation = m_block[id];
    ValueState& value = m_values[id];
    if (operation.code == Code::constant) {
        return emit_constant(operation);
    }
    --value.uses;
    if (!value.is_in_local) {
        return compute(operation);
    }
    m_code.get(value.local);
    if (value.uses == 0) {
        m_scratch.give_back(wasm_type(result_type(operation)), value.local);
    }
}

/// For code that needs it more than once. To be given back.
Local BlockSelector::push_to_local(ValueId id, WasmType type) {
    push(id);
    const Local local = m_scratch.take(type);
    m_code.set(local);
    return local;
}

void BlockSelector::emit_constant(const Operation& operation) {
    if (operation.type == ValueType::i64) {
        return m_code.long_word(operation.number);
    }
    m_code.word(static_cast<u32>(operation.number));
}

void BlockSelector::emit_unary(const Operation& operation, Opcode opcode) {
    push(operation.a());
    m_code.emit(opcode);
}

void BlockSelector::emit_binary(const Operation& operation, Opcode opcode) {
    push(operation.a());
    push(operation.b());
    m_code.emit(opcode);
}

/// Pushes the value of an operation that makes one.
void BlockSelector::compute(const Operation& operation) {
    const OpcodeForm* const form = form_of[static_cast<size_t>(operation.code)];
    if (form == nullptr) {
        return compute_longer(operation);
    }
    for (const ValueId operand : operation.operands) {
        if (operand != no_value) {
            push(operand);
        }
    }
    const bool is_wide = operation.type == ValueType::i64 || operation.type == ValueType::f64;
    m_code.emit(is_wide ? form->wide : form->opcode);
}

void BlockSelector::compute_longer(const Operation& operation) {
    switch (operation.code) {
        case Code::get:
            return m_guest.get(operation.place);
        case Code::div_s:
            return emit_signed_quotient(operation);
        case Code::join:
            return emit_join(operation);
        case Code::high:
            return emit_high(operation);
        case Code::eq:
            return emit_binary(operation, operation.type == ValueType::i32   ? Opcode::i32_eq
                                          : operation.type == ValueType::f32 ? Opcode::f32_eq
                                                                             : Opcode::f64_eq);
        case Code::add_over:
            return emit_overflow(operation, Opcode::i32_add);
        case Code::sub_over:
            return emit_overflow(operation, Opcode::i32_sub);
        case Code::bit:
            return push(operation.a());
        case Code::select:
            push(operation.b());
            push(operation.c());
            return emit_unary(operation, Opcode::select);
        case Code::canon:
            return emit_canonical(operation);
        case Code::round_i32:
            return emit_rounded(operation);
        default:  // constants by now
            return emit_constant(operation);
    }
}

void BlockSelector::emit_join(const Operation& operation) {
    emit_unary(operation, Opcode::i64_extend_i32_u);
    m_code.long_word(32);
    m_code.emit(Opcode::i64_shl);
    push(operation.b());
    m_code.emit(Opcode::i64_extend_i32_u);
    m_code.emit(Opcode::i64_or);
}

void BlockSelector::emit_high(const Operation& operation) {
    push(operation.a());
    m_code.long_word(32);
    m_code.emit(Opcode::i64_shr_u);
    m_code.emit(Opcode::i32_wrap_i64);
}

/// Signs say it: of a sum, if both operands differ from it in theirs; of a difference, if a and b differ, and a and it.
void BlockSelector::emit_overflow(const Operation& operation, Opcode result) {
    if (result == Opcode::i32_add && m_block.is_constant(operation.b())) {
        return emit_overflow_by(operation, m_block.word(operation.b()));
    }
    const Local a = push_to_local(operation.a(), WasmType::i32);
    const Local b = push_to_local(operation.b(), WasmType::i32);
    const Local c = m_scratch.take(WasmType::i32);
    m_code.get(a);
    m_code.get(b);
    m_code.emit(result);
    m_code.tee(c);
    m_code.get(a);
    m_code.emit(Opcode::i32_xor);
    m_code.get(b);
    m_code.get(result == Opcode::i32_add ? c : a);
    m_code.emit(Opcode::i32_xor);
    m_code.emit(Opcode::i32_and);
    m_code.word(31);
    m_code.emit(Opcode::i32_shr_u);
    for (const Local local : {a, b, c}) {
        m_scratch.give_back(WasmType::i32, local);
    }
}

/// Of a sum with a number: what grows must not become less.
void BlockSelector::emit_overflow_by(const Operation& sum, u32 number) {
    const Local a = push_to_local(sum.a(), WasmType::i32);
    const bool grows = static_cast<i32>(number) >= 0;
    if (!grows) {
        m_code.get(a);
    }
    m_code.get(a);
    m_code.word(number);
    m_code.emit(Opcode::i32_add);
    if (grows) {
        m_code.get(a);
    }
    m_code.emit(Opcode::i32_lt_s);
    m_scratch.give_back(WasmType::i32, a);
}

/// -2^31 / -1 is what it is and must not trap: what is divided by -1 is negated.
void BlockSelector::emit_signed_quotient(const Operation& operation) {
    const Local a = push_to_local(operation.a(), WasmType::i32);
    const Local b = push_to_local(operation.b(), WasmType::i32);
    m_code.word(0);
    m_code.get(a);
    m_code.emit(Opcode::i32_sub);
    m_code.get(a);
    m_code.word(1);
    m_code.get(b);
    m_code.get(b);
    m_code.word(~0U);
    m_code.emit(Opcode::i32_eq);
    m_code.emit(Opcode::select);
    m_code.emit(Opcode::i32_div_s);
    m_code.get(b);
    m_code.word(~0U);
    m_code.emit(Opcode::i32_eq);
    m_code.emit(Opcode::select);
    m_scratch.give_back(WasmType::i32, a);
    m_scratch.give_back(WasmType::i32, b);
}

void BlockSelector::emit_canonical(const Operation& operation) {
    constexpr u32 single_nan = 0x7fc00000;
    constexpr u64 wide_nan = 0x7ff8000000000000;
    const bool is_single = operation.type == ValueType::f32;
    const WasmType type = wasm_type(operation.type);
    const Local value = push_to_local(operation.a(), type);
    m_code.get(value);
    is_single ? m_code.single(single_nan) : m_code.wide(wide_nan);
    m_code.get(value);
    m_code.get(value);
    m_code.emit(is_single ? Opcode::f32_eq : Opcode::f64_eq);
    m_code.emit(Opcode::select);
    m_scratch.give_back(type, value);
}

/// The limits are those of the format: as a single, the greatest integer is 2^31, which doesn't fit.
void BlockSelector::emit_rounded(const Operation& operation) {
    constexpr u32 no_integer = 0x7fffffff;
    struct RoundingLimits {
        Opcode least_by, below;
        u64 least, end;
    };
    const bool is_single = operation.type == ValueType::f32;
    const RoundingLimits limits =
        is_single ? RoundingLimits{Opcode::f32_ge, Opcode::f32_lt, 0xcf000000, 0x4f000000}
                  : RoundingLimits{Opcode::f64_ge, Opcode::f64_lt, 0xc1e0000000000000, 0x41e0000000000000};
    const auto number = [&](u64 bits) { is_single ? m_code.single(static_cast<u32>(bits)) : m_code.wide(bits); };
    constexpr u64 greatest_wide = 0x41dfffffffc00000;  // 2^31 - 1
    const WasmType type = wasm_type(operation.type);
    const Local value = push_to_local(operation.a(), type);
    const Local rounded = m_scratch.take(type);
    m_code.get(value);
    switch (operation.rounding) {
        case translate::Rounding::up:
            m_code.emit(is_single ? Opcode::f32_ceil : Opcode::f64_ceil);
            break;
        case translate::Rounding::down:
            m_code.emit(is_single ? Opcode::f32_floor : Opcode::f64_floor);
            break;
        case translate::Rounding::to_nearest:
            m_code.emit(is_single ? Opcode::f32_nearest : Opcode::f64_nearest);
            break;
        case translate::Rounding::to_zero:
            m_code.emit(is_single ? Opcode::f32_trunc : Opcode::f64_trunc);
            break;
    }
    m_code.tee(rounded);
    m_code.emit(is_single ? Opcode::i32_trunc_sat_f32_s : Opcode::i32_trunc_sat_f64_s);
    m_code.word(no_integer);
    m_code.get(value);
    number(limits.least);
    m_code.emit(limits.least_by);
    m_code.get(rounded);
    number(limits.end);
    m_code.emit(limits.below);
    m_code.emit(Opcode::i32_and);
    if (!is_single) {
        m_code.get(value);
        number(greatest_wide);
        m_code.emit(Opcode::f64_le);
        m_code.emit(Opcode::i32_and);
    }
    m_code.emit(Opcode::select);
    m_scratch.give_back(type, value);
    m_scratch.give_back(type, rounded);
}

}  // namespace mariner::backend_wasm
