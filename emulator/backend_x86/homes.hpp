#pragma once
// Which host registers do what: rax, rcx, xmm0 and xmm1 are scratch; rsp also holds predicted returns (thunks.hpp).

#include <asmjit/x86.h>

#include "emulator/translate/register_map.hpp"

namespace mariner::backend_x86 {

namespace x86 = asmjit::x86;
namespace place = translate::place;
using translate::RegisterMap;

/// Bits above 31 are zero in all integer homes, so that they serve as addresses.
inline constexpr x86::Gp integer_home[RegisterMap::integer_homes] = {
    x86::esi, x86::edi, x86::r8d, x86::r9d, x86::r10d, x86::r11d, x86::r12d, x86::r13d, x86::r14d, x86::edx};
inline constexpr x86::Xmm float_home[RegisterMap::float_homes] = {
    x86::xmm2, x86::xmm3,  x86::xmm4,  x86::xmm5,  x86::xmm6,  x86::xmm7,  x86::xmm8,
    x86::xmm9, x86::xmm10, x86::xmm11, x86::xmm12, x86::xmm13, x86::xmm14, x86::xmm15};

inline constexpr x86::Gp cpu_register = x86::rbp;      // CpuState*
inline constexpr x86::Gp host_register = x86::rbx;     // of guest address 0
inline constexpr x86::Gp budget_register = x86::r15d;  // steps left, less the current block's debt

x86::Mem cpu_member(size_t offset, u32 size = 4);
/// The CpuState member of a place of RegisterMap, and of a floating-point register.
x86::Mem integer_slot(u8 number);
x86::Mem float_slot(u8 number, u32 size = 4);

void load_homes(x86::Assembler& a, const RegisterMap& map);
void store_homes(x86::Assembler& a, const RegisterMap& map);

}  // namespace mariner::backend_x86
