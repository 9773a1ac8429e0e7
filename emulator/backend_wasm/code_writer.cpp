#include "emulator/backend_wasm/code_writer.hpp"

#include <algorithm>

namespace mariner::backend_wasm {

namespace {

constexpr u8 no_result = 0x40;  // of a block

template <class Bits>
void append_bits(Bytes& bytes, Bits bits) {
    for (size_t i = 0; i < sizeof bits; ++i) {
        bytes.push_back(static_cast<u8>(bits >> (8 * i)));
    }
}

}  // namespace

void append_unsigned(Bytes& bytes, u64 number) {
    for (; number >= 0x80; number >>= 7) {
        bytes.push_back(static_cast<u8>(number | 0x80));
    }
    bytes.push_back(static_cast<u8>(number));
}

void append_signed(Bytes& bytes, i64 number) {
    while (number < -0x40 || number >= 0x40) {
        bytes.push_back(static_cast<u8>((number & 0x7f) | 0x80));
        number >>= 7;
    }
    bytes.push_back(static_cast<u8>(number & 0x7f));
}

Local CodeWriter::new_local(WasmType type) {
    m_locals.push_back(type);
    return m_parameters + static_cast<u32>(m_locals.size()) - 1;
}

void CodeWriter::emit(Opcode opcode) {
    const u32 code = static_cast<u32>(opcode);
    if (code > 0xff) {
        m_code.push_back(static_cast<u8>(code >> 8));
    }
    m_code.push_back(static_cast<u8>(code));
}

void CodeWriter::with_number(Opcode opcode, u32 number) {
    emit(opcode);
    append_unsigned(m_code, number);
}

void CodeWriter::word(u32 number) {
    emit(Opcode::i32_const);
    append_signed(m_code, static_cast<i32>(number));
}

void CodeWriter::long_word(u64 number) {
    emit(Opcode::i64_const);
    append_signed(m_code, static_cast<i64>(number));
}

void CodeWriter::single(u32 bits) {
    emit(Opcode::f32_const);
    append_bits(m_code, bits);
}

void CodeWriter::wide(u64 bits) {
    emit(Opcode::f64_const);
    append_bits(m_code, bits);
}

void CodeWriter::access(Opcode opcode, u32 log_size, u32 offset) {
    with_number(opcode, log_size);
    append_unsigned(m_code, offset);
}

WasmLabel CodeWriter::open(Opcode kind) {
    emit(kind);
    m_code.push_back(no_result);
    return ++m_depth;
}

void CodeWriter::close() {
    emit(Opcode::end);
    --m_depth;
}

void CodeWriter::branch_table(std::span<const WasmLabel> to, WasmLabel otherwise) {
    with_number(Opcode::br_table, static_cast<u32>(to.size()));
    for (const WasmLabel label : to) {
        append_unsigned(m_code, m_depth - label);
    }
    append_unsigned(m_code, m_depth - otherwise);
}

Bytes CodeWriter::function() const {
    // Locals stand in runs of one type.
    Bytes runs;
    u32 count = 0;
    for (size_t first = 0; first < m_locals.size();) {
        const size_t end =
            static_cast<size_t>(std::find_if(m_locals.begin() + static_cast<std::ptrdiff_t>(first), m_locals.end(),
                                             [&](WasmType type) { return type != m_locals[first]; }) -
                                m_locals.begin());
        append_unsigned(runs, end - first);
        runs.push_back(static_cast<u8>(m_locals[first]));
        ++count;
        first = end;
    }
    Bytes function;
    append_unsigned(function, count);
    function.insert(function.end(), runs.begin(), runs.end());
    function.insert(function.end(), m_code.begin(), m_code.end());
    function.push_back(static_cast<u8>(Opcode::end));
    return function;
}

}  // namespace mariner::backend_wasm
