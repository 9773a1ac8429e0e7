#pragma once
// Writes the body of one WebAssembly function: instructions, locals, and the blocks that branches leave.

#include <span>
#include <vector>

#include "emulator/backend_wasm/opcode.hpp"

namespace mariner::backend_wasm {

using Bytes = std::vector<u8>;

/// The alignment of a word, or of what lies at a multiple of 4.
inline constexpr u32 log_word = 2;

/// Numbers as WebAssembly writes them, seven bits to a byte.
void append_unsigned(Bytes& bytes, u64 number);
void append_signed(Bytes& bytes, i64 number);

/// A local variable's number.
using Local = u32;
/// What a branch can leave, or (a loop) begin again: how deep it lies.
using WasmLabel = u32;

class CodeWriter {
public:
    /// Parameters are the first locals.
    explicit CodeWriter(u32 parameters) : m_parameters(parameters) {}

    Local new_local(WasmType type);

    void emit(Opcode opcode);
    void get(Local local) { with_number(Opcode::local_get, local); }
    void set(Local local) { with_number(Opcode::local_set, local); }
    void tee(Local local) { with_number(Opcode::local_tee, local); }
    void word(u32 number);
    void long_word(u64 number);
    /// By its bits.
    void single(u32 bits);
    void wide(u64 bits);
    /// `offset`: what is added to the address on the stack. `log_size`: its alignment.
    void access(Opcode opcode, u32 log_size, u32 offset);

    /// Opcode::block, loop or if_.
    WasmLabel open(Opcode kind);
    void otherwise() { emit(Opcode::else_); }
    void close();
    void branch(WasmLabel to) { with_number(Opcode::br, m_depth - to); }
    void branch_if(WasmLabel to) { with_number(Opcode::br_if, m_depth - to); }
    /// By the number on the stack.
    void branch_table(std::span<const WasmLabel> to, WasmLabel otherwise);

    [[nodiscard]] size_t size() const { return m_code.size(); }
    /// The function as the module's code section has it, but for its size.
    [[nodiscard]] Bytes function() const;

private:
    void with_number(Opcode opcode, u32 number);

    u32 m_parameters;
    std::vector<WasmType> m_locals;
    Bytes m_code;
    u32 m_depth = 0;
};

}  // namespace mariner::backend_wasm
