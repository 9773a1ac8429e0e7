// Makes the result of a compiled form wrong: code behind the form's own.

#include <cstddef>

#include "emulator/backend_x86/region_emitter.hpp"
#include "emulator/meaning/facts.hpp"

namespace mariner::spoil {

using backend_x86::RegionEmitter;
namespace x86 = backend_x86::x86;

struct FormSpoiler {
    /// Between two instructions; scratch registers may hold something.
    static void alter(RegionEmitter& emitter) {
        const Alteration* const one = chosen();
        const DecodedOp& op = emitter.m_listing.op(emitter.m_index);
        if (one == nullptr || !one->is_compiled || static_cast<u8>(one->op) != op.code) {
            return;
        }
        const char letter = one->word.size() == 2 ? one->word[1] : ' ';
        const u8 number = letter == 'd' ? op.rd : letter == 't' ? op.rt : op.rs;
        if (one->way == Way::uncounted) {
            --emitter.m_debt;
        } else if (meaning::facts(one->op).is_transfer()) {
            return;  // control.cpp asks by itself
        } else if (one->way == Way::result) {
            const x86::Mem kept = x86::qword_ptr(x86::rsp, -128);
            emitter.m_a.mov(kept, x86::rax);
            alter_result(emitter, one->word, op, number);
            emitter.m_a.mov(x86::rax, kept);
        } else if (one->way == Way::neighbour && number != reg::bin) {
            const u8 neighbour = number ^ 1U;
            const x86::Mem kept = x86::qword_ptr(x86::rsp, -128);
            emitter.m_a.mov(kept, x86::rax);
            emitter.m_a.emit(x86::Inst::kIdMov, x86::eax, emitter.place_of(number));
            emitter.m_a.emit(x86::Inst::kIdMov, emitter.place_of(neighbour), x86::eax);
            emitter.m_a.mov(x86::rax, kept);
        }
    }

private:
    static void alter_result(RegionEmitter& emitter, std::string_view word, const DecodedOp& op, u8 number) {
        x86::Assembler& a = emitter.m_a;
        const asmjit::Imm bit(1);
        if (word == "rd" || word == "rt") {
            if (number != reg::bin) {
                a.emit(x86::Inst::kIdXor, emitter.place_of(number), bit);
            }
        } else if (word == "hi") {
            a.emit(x86::Inst::kIdXor, backend_x86::cpu_member(offsetof(CpuState, hi)), bit);
        } else if (word == "lo") {
            a.emit(x86::Inst::kIdXor, backend_x86::cpu_member(offsetof(CpuState, lo)), bit);
        } else if (word == "cc") {
            a.emit(x86::Inst::kIdXor, emitter.place_of(backend_x86::place::flags), bit);
        } else if (word.starts_with("mem")) {
            a.emit(x86::Inst::kIdMov, x86::eax, emitter.place_of(op.rs));
            a.add(x86::eax, op.imm);
            a.xor_(x86::byte_ptr(backend_x86::host_register, x86::rax), 1);
        } else if (!emitter.has_float_home(number)) {
            a.xor_(backend_x86::float_slot(number), 1);
        } else {
            const x86::Xmm home = emitter.float_register(number);
            const asmjit::Imm half(number % 2);
            a.pextrd(x86::eax, home, half);
            a.xor_(x86::eax, 1);
            a.pinsrd(home, x86::eax, half);
        }
    }
};

void alter_form(RegionEmitter& emitter) {
    FormSpoiler::alter(emitter);
}

}  // namespace mariner::spoil
