// Makes the result of a compiled form wrong: code behind the form's own.

#include <cstddef>

#include "emulator/jit/emitter.hpp"
#include "emulator/meaning/facts.hpp"

namespace mariner::spoil {

using jit::HostEmitter;
namespace x86 = jit::x86;

struct FormSpoiler {
    static void alter(HostEmitter& emitter) {
        const Alteration* const one = chosen();
        const DecodedOp& op = emitter.op();
        if (one == nullptr || !one->is_compiled || static_cast<u8>(one->op) != op.code) {
            return;
        }
        const char letter = one->word.size() == 2 ? one->word[1] : ' ';
        const u8 number = letter == 'd' ? op.rd : letter == 't' ? op.rt : op.rs;
        if (one->way == Way::uncounted) {
            --emitter.m_debt;
        } else if (meaning::facts(one->op).is_transfer()) {
            return;  // emit_control.cpp asks by itself
        } else if (one->way == Way::result) {
            alter_result(emitter, one->word, number);
        } else if (one->way == Way::neighbour && number != reg::bin) {
            const u8 neighbour = number ^ 1U;
            emitter.m_a.emit(x86::Inst::kIdMov, x86::eax, emitter.place_of(number));
            emitter.m_a.emit(x86::Inst::kIdMov, emitter.place_of(neighbour), x86::eax);
        }
    }

private:
    static void alter_result(HostEmitter& emitter, std::string_view word, u8 number) {
        x86::Assembler& a = emitter.m_a;
        const asmjit::Imm bit(1);
        if (word == "rd" || word == "rt") {
            if (number != reg::bin) {
                a.emit(x86::Inst::kIdXor, emitter.place_of(number), bit);
            }
        } else if (word == "hi") {
            a.emit(x86::Inst::kIdXor, jit::cpu_member(offsetof(CpuState, hi)), bit);
        } else if (word == "lo") {
            a.emit(x86::Inst::kIdXor, jit::cpu_member(offsetof(CpuState, lo)), bit);
        } else if (word == "cc") {
            a.emit(x86::Inst::kIdXor, emitter.place_of(jit::place::flags), bit);
        } else if (word.starts_with("mem")) {
            emitter.move(x86::eax, emitter.source(emitter.op().rs));
            a.add(x86::eax, emitter.op().imm);
            a.xor_(x86::byte_ptr(jit::host_register, x86::rax), 1);
        } else {
            emitter.read_float_bits(x86::eax, number);
            a.xor_(x86::eax, 1);
            emitter.write_float_bits(number, x86::eax);
        }
    }
};

void alter_form(HostEmitter& emitter) {
    FormSpoiler::alter(emitter);
}

}  // namespace mariner::spoil
