#include "tests/unit/execute/reference.hpp"

#include <bit>
#include <cmath>
#include <limits>

#include "emulator/meaning/facts.hpp"

namespace mariner::test {

using isa::Op;

Reference::Reference(const ProgramImage& image, bool delayed)
    : m_map(memory_map(image.configuration)), m_delayed(delayed) {
    for (const TextEntry& entry : image.text) {
        m_text[entry.address] = entry.instruction;
    }
    for (const DataRange& range : image.data) {
        for (size_t i = 0; i < range.bytes.size(); ++i) {
            memory[range.address + static_cast<u32>(i)] = range.bytes[i];
        }
    }
    cpu.pc = image.entry;
    cpu.gpr[28] = m_map.global_pointer;
    cpu.gpr[29] = m_map.stack_pointer;
}

const isa::Instruction* Reference::find(u32 pc) const {
    const auto found = m_text.find(pc);
    return found == m_text.end() ? nullptr : &found->second;
}

void Reference::note_fetch(u32 pc) {
    if (m_map.text.contains(pc) && pc != m_last_fetch) {
        ++fetches;
        m_last_fetch = pc;
    }
}

Stop Reference::run(u64 budget) {
    if (cpu.delay_state == DelayState::due) {
        cpu.pc = cpu.delay_target;
        cpu.delay_state = DelayState::clear;
    }
    Stop stop;
    for (u64 left = budget;; --left) {
        m_pc = cpu.pc;
        stop.pc = m_pc;
        if (left == 0) {
            stop.reason = StopReason::step_limit;
            return stop;
        }
        if (m_pc % 4 != 0 || !(m_map.text.contains(m_pc) || m_map.kernel_text.contains(m_pc))) {
            stop.reason = StopReason::invalid_pc;
            cpu.cause = (cpu.cause & 0xfffffc83) | (4 << 2);
            cpu.epc = m_pc;
            cpu.status |= 2;
            cpu.bad_address = m_pc;
            cpu.delay_state = DelayState::clear;
            return stop;
        }
        note_fetch(m_pc);
        const isa::Instruction* instruction = find(m_pc);
        if (instruction == nullptr) {
            stop.reason = StopReason::end_of_text;
            cpu.delay_state = DelayState::clear;
            return stop;
        }
        ++steps;
        m_next = m_pc + 4;
        m_exception = Exception{};
        m_syscall = m_is_special = false;
        execute(*instruction);
        special += m_is_special || instruction->op == Op::eret || m_exception ? 1U : 0U;
        cpu.gpr[0] = 0;
        if (m_exception) {
            stop.reason = StopReason::exception;
            stop.exception = m_exception;
            return stop;
        }
        if (m_syscall) {
            cpu.pc = m_next;
            if (cpu.delay_state == DelayState::triggered) {
                cpu.delay_state = DelayState::due;
            }
            stop.reason = StopReason::syscall;
            return stop;
        }
        if (cpu.delay_state == DelayState::triggered) {
            m_next = cpu.delay_target;
            cpu.delay_state = DelayState::clear;
        } else if (cpu.delay_state == DelayState::registered) {
            cpu.delay_state = DelayState::triggered;
        }
        cpu.pc = m_next;
    }
}

bool Reference::enter_handler(const Exception& exception, u32 address) {
    u32 code = 0;
    switch (exception.kind) {
        case ExceptionKind::overflow:
            code = 12;
            break;
        case ExceptionKind::trap:
            code = 13;
            break;
        case ExceptionKind::break_with_code:
        case ExceptionKind::break_without_code:
            code = 9;
            break;
        case ExceptionKind::odd_all:
        case ExceptionKind::odd_both:
        case ExceptionKind::odd_first:
        case ExceptionKind::odd_second:
            break;
        case ExceptionKind::address_store:
        case ExceptionKind::misaligned_word_store:
        case ExceptionKind::misaligned_half_store:
        case ExceptionKind::misaligned_double_store:
        case ExceptionKind::text_store:
        case ExceptionKind::kernel_text_store:
            code = 5;
            break;
        default:
            code = 4;
            break;
    }
    if (exception.kind == ExceptionKind::host_failure) {
        return false;
    }
    if (code != 0) {
        cpu.cause = (cpu.cause & 0xfffffc83) | (code << 2);
        cpu.epc = address;
        cpu.status |= 2;
        if (code < 8) {
            cpu.bad_address = exception.value;
        }
    }
    if (find(m_map.exception_handler) == nullptr) {
        return false;
    }
    cpu.pc = m_map.exception_handler;
    if (cpu.delay_state != DelayState::clear) {
        cpu.pc = cpu.delay_target;
        cpu.delay_state = DelayState::clear;
    }
    return true;
}

void Reference::raise(ExceptionKind kind, u32 value) {
    m_exception.kind = kind;
    m_exception.value = value;
}

void Reference::set(u8 number, u32 value) {
    cpu.gpr[number] = value;
}

void Reference::set_double(u8 number, u64 bits) {
    cpu.fpr[number] = static_cast<u32>(bits);
    cpu.fpr[number + 1U] = static_cast<u32>(bits >> 32);
}

u64 Reference::get_double(u8 number) const {
    return (u64{cpu.fpr[number + 1U]} << 32) | cpu.fpr[number];
}

bool Reference::flag(u32 number) const {
    return ((cpu.condition_flags >> (number > 7 ? 0 : number)) & 1) != 0;
}

void Reference::set_flag(u32 number, bool value) {
    if (number <= 7) {
        cpu.condition_flags &= ~(1U << number);
        cpu.condition_flags |= static_cast<u32>(value) << number;
    }
}

void Reference::go_to(u32 target) {
    note_target(target);
    if (!m_delayed) {
        m_next = target;
        return;
    }
    if (cpu.delay_state == DelayState::clear) {
        cpu.delay_target = target;
    }
    cpu.delay_state = DelayState::registered;
}

void Reference::branch(bool taken, const isa::Instruction& instruction) {
    const u32 target = m_pc + 4 + static_cast<u32>(instruction.imm) * 4;
    note_target(target);
    if (taken) {
        go_to(target);
    }
}

/// Fast engines don't follow a transfer out of the text that it is in, nor one to itself, even if it isn't taken.
void Reference::note_target(u32 target) {
    const bool leaves = m_map.text.contains(m_pc) != m_map.text.contains(target);
    m_is_special |= target == m_pc || leaves || find(target) == nullptr;
}

/// Of what fits no integer, or barely.
void Reference::note_conversion(std::string_view mnemonic, u8 source) {
    if (mnemonic.find(".w.") != std::string_view::npos) {
        const double value = mnemonic.ends_with(".d") ? std::bit_cast<double>(get_double(source & 0xfeU))
                                                      : double{std::bit_cast<float>(cpu.fpr[source])};
        m_is_special |= !(std::abs(value) < 0x7fffffff);
    }
}

void Reference::set_hi_lo(u64 value) {
    cpu.hi = static_cast<u32>(value >> 32);
    cpu.lo = static_cast<u32>(value);
}

void Reference::execute(const isa::Instruction& instruction) {
    const isa::InstructionInfo& row = isa::info(instruction.op);
    note_conversion(row.mnemonic, instruction.rs);
    if (meaning::facts(row.op).touches_memory()) {
        execute_memory(instruction);
    } else if (meaning::facts(row.op).is_transfer() || row.chapter == "System" || row.chapter == "Traps") {
        execute_control(instruction);
    } else if (!meaning::facts(row.op).is_float()) {
        execute_integer(instruction);
    } else if (row.mnemonic.find(".d") != std::string_view::npos) {
        execute_double(instruction);
    } else {
        execute_single(instruction);
    }
}

void Reference::execute_integer(const isa::Instruction& i) {
    const u32 rs = cpu.gpr[i.rs];
    const u32 rt = cpu.gpr[i.rt];
    const i64 a = s32(rs);
    const i64 b = s32(rt);
    const i64 n = i.imm;
    const u32 k = static_cast<u32>(i.imm);
    const u64 hi_lo = (u64{cpu.hi} << 32) | cpu.lo;
    const auto checked = [&](u8 number, i64 value) {
        if (value < std::numeric_limits<i32>::min() || value > std::numeric_limits<i32>::max()) {
            raise(ExceptionKind::overflow);
        } else {
            set(number, u(value));
        }
    };
    switch (i.op) {
        case Op::nop:
            return;
        case Op::add:
            return checked(i.rd, a + b);
        case Op::addi:
            return checked(i.rt, a + n);
        case Op::sub:
            return checked(i.rd, a - b);
        case Op::addu:
            return set(i.rd, u(a + b));
        case Op::addiu:
            return set(i.rt, u(a + n));
        case Op::subu:
            return set(i.rd, u(a - b));
        case Op::mul:
            set(i.rd, u(a * b));
            return set_hi_lo(static_cast<u64>(a * b));
        case Op::mult:
            return set_hi_lo(static_cast<u64>(a * b));
        case Op::multu:
            return set_hi_lo(u64{rs} * u64{rt});
        case Op::madd:
            return set_hi_lo(hi_lo + static_cast<u64>(a * b));
        case Op::maddu:
            return set_hi_lo(hi_lo + u64{rs} * u64{rt});
        case Op::msub:
            return set_hi_lo(hi_lo - static_cast<u64>(a * b));
        case Op::msubu:
            return set_hi_lo(hi_lo - u64{rs} * u64{rt});
        case Op::div:
            if (b != 0) {
                cpu.lo = u(a / b);
                cpu.hi = u(a % b);
            }
            return;
        case Op::divu:
            if (rt != 0) {
                cpu.lo = rs / rt;
                cpu.hi = rs % rt;
            }
            return;
        case Op::mfhi:
            return set(i.rd, cpu.hi);
        case Op::mflo:
            return set(i.rd, cpu.lo);
        case Op::mthi:
            cpu.hi = rs;
            return;
        case Op::mtlo:
            cpu.lo = rs;
            return;
        case Op::clo:
        case Op::clz: {
            const u32 value = i.op == Op::clo ? ~rs : rs;
            u32 count = 0;
            while (count < 32 && ((value >> (31 - count)) & 1) == 0) {
                ++count;
            }
            return set(i.rd, count);
        }
        case Op::and_:
            return set(i.rd, rs & rt);
        case Op::andi:
            return set(i.rt, rs & k);
        case Op::or_:
            return set(i.rd, rs | rt);
        case Op::ori:
            return set(i.rt, rs | k);
        case Op::xor_:
            return set(i.rd, rs ^ rt);
        case Op::xori:
            return set(i.rt, rs ^ k);
        case Op::nor:
            return set(i.rd, ~(rs | rt));
        case Op::lui:
            return set(i.rt, k << 16);
        case Op::sll:
            return set(i.rd, rt << k);
        case Op::sllv:
            return set(i.rd, rt << (rs % 32));
        case Op::srl:
            return set(i.rd, rt >> k);
        case Op::srlv:
            return set(i.rd, rt >> (rs % 32));
        case Op::sra:
            return set(i.rd, u(b >> k));
        case Op::srav:
            return set(i.rd, u(b >> (rs % 32)));
        case Op::slt:
            return set(i.rd, a < b ? 1 : 0);
        case Op::slti:
            return set(i.rt, a < n ? 1 : 0);
        case Op::sltu:
            return set(i.rd, rs < rt ? 1 : 0);
        case Op::sltiu:
            return set(i.rt, rs < u(n) ? 1 : 0);
        case Op::movn:
            return rt != 0 ? set(i.rd, rs) : void();
        case Op::movz:
            return rt == 0 ? set(i.rd, rs) : void();
        case Op::movf:
        case Op::movf_cc:
            return !flag(i.rt) ? set(i.rd, rs) : void();
        case Op::movt:
        case Op::movt_cc:
            return flag(i.rt) ? set(i.rd, rs) : void();
        default:
            return raise(ExceptionKind::undefined_instruction);
    }
}

bool Reference::data_fits(u32 address, u32 size, bool store) {
    const bool edge = m_map.stack.base != 0 && address >= m_map.stack.base - 3 && address < m_map.stack.base;
    if (size > 1 && address % size != 0) {
        raise(size == 4 ? (store ? ExceptionKind::misaligned_word_store : ExceptionKind::misaligned_word_load)
                        : (store ? ExceptionKind::misaligned_half_store : ExceptionKind::misaligned_half_load),
              address);
    } else if (m_map.data.contains(address) || m_map.stack.contains(address) || m_map.kernel_data.contains(address) ||
               m_map.mmio.contains(address)) {
        return true;
    } else if (m_map.text.contains(address)) {
        raise(store ? ExceptionKind::text_store : ExceptionKind::text_load, address);
    } else if (m_map.kernel_text.contains(address)) {
        raise(store ? ExceptionKind::kernel_text_store : ExceptionKind::kernel_text_load, address);
    } else if (edge) {
        raise(ExceptionKind::host_failure, address);
    } else {
        raise(store ? ExceptionKind::address_store : ExceptionKind::address_load, address);
    }
    return false;
}

void Reference::note_access(u32 address, bool store) {
    constexpr u32 last = 4095;
    const auto holds_page = [&](const Segment& segment) {
        return segment.contains(address & ~last) && segment.contains(address | last);
    };
    const bool is_plain = holds_page(m_map.data) || holds_page(m_map.stack);
    const bool is_first = (store ? m_stored_pages : m_loaded_pages).insert(address & ~last).second;
    m_is_special |= is_first || !is_plain;
}

std::optional<u32> Reference::load(u32 address, u32 size) {
    if (!data_fits(address, size, false)) {
        return std::nullopt;
    }
    note_access(address, false);
    u32 value = 0;
    for (u32 i = 0; i < size; ++i) {
        const auto found = memory.find(address + i);
        value |= static_cast<u32>(found == memory.end() ? 0 : found->second) << (8 * i);
    }
    return value;
}

bool Reference::store(u32 address, u32 size, u32 value) {
    if (!data_fits(address, size, true)) {
        return false;
    }
    note_access(address, true);
    for (u32 i = 0; i < size; ++i) {
        memory[address + i] = static_cast<u8>(value >> (8 * i));
    }
    return true;
}

void Reference::execute_memory(const isa::Instruction& i) {
    const u32 address = cpu.gpr[i.rs] + static_cast<u32>(i.imm);
    const i32 remainder = s32(address) % 4;
    const auto load_to = [&](u32& place, u32 size, u32 sign_bit) {
        if (const std::optional<u32> value = load(address, size)) {
            place = (*value ^ sign_bit) - sign_bit;
        }
    };
    switch (i.op) {
        case Op::lw:
        case Op::ll:
            return load_to(cpu.gpr[i.rt], 4, 0);
        case Op::lh:
            return load_to(cpu.gpr[i.rt], 2, 0x8000);
        case Op::lhu:
            return load_to(cpu.gpr[i.rt], 2, 0);
        case Op::lb:
            return load_to(cpu.gpr[i.rt], 1, 0x80);
        case Op::lbu:
            return load_to(cpu.gpr[i.rt], 1, 0);
        case Op::lwc1:
            return load_to(cpu.fpr[i.rt], 4, 0);
        case Op::sw:
            store(address, 4, cpu.gpr[i.rt]);
            return;
        case Op::sh:
            store(address, 2, cpu.gpr[i.rt]);
            return;
        case Op::sb:
            store(address, 1, cpu.gpr[i.rt]);
            return;
        case Op::swc1:
            store(address, 4, cpu.fpr[i.rt]);
            return;
        case Op::sc:
            if (store(address, 4, cpu.gpr[i.rt])) {
                set(i.rt, 1);
            }
            return;
        case Op::ldc1:
        case Op::sdc1:
            if (i.rt % 2 != 0) {
                return raise(ExceptionKind::odd_first);
            }
            if (address % 8 != 0) {
                return raise(
                    i.op == Op::ldc1 ? ExceptionKind::misaligned_double_load : ExceptionKind::misaligned_double_store,
                    address);
            }
            for (u32 half = 0; half < 2 && !m_exception; ++half) {
                if (i.op == Op::sdc1) {
                    store(address + 4 * half, 4, cpu.fpr[i.rt + half]);
                } else if (const std::optional<u32> value = load(address + 4 * half, 4)) {
                    cpu.fpr[i.rt + half] = *value;
                }
            }
            return;
        case Op::lwl:
        case Op::lwr: {
            u32 result = cpu.gpr[i.rt];
            const i32 last = i.op == Op::lwl ? remainder : 3 - remainder;
            for (i32 at = 0; at <= last; ++at) {
                const std::optional<u32> byte = load(i.op == Op::lwl ? address - u(at) : address + u(at), 1);
                if (!byte) {
                    return;
                }
                const u32 shift = 8 * u(i.op == Op::lwl ? 3 - at : at % 4);
                result = (result & ~(0xffU << shift)) | (*byte << shift);
            }
            return set(i.rt, result);
        }
        case Op::swl:
        case Op::swr: {
            const i32 last = i.op == Op::swl ? remainder : 3 - remainder;
            for (i32 at = 0; at <= last && !m_exception; ++at) {
                const u32 shift = 8 * u(i.op == Op::swl ? 3 - at : at % 4);
                store(i.op == Op::swl ? address - u(at) : address + u(at), 1, cpu.gpr[i.rt] >> shift);
            }
            return;
        }
        default:
            return raise(ExceptionKind::undefined_instruction);
    }
}

void Reference::execute_control(const isa::Instruction& i) {
    const u32 rs = cpu.gpr[i.rs];
    const u32 rt = cpu.gpr[i.rt];
    const i32 a = s32(rs);
    const i32 b = s32(rt);
    const u32 k = static_cast<u32>(i.imm);
    const u32 back = m_pc + (m_delayed ? 8 : 4);
    const u32 target = ((m_pc + 4) & 0xf0000000) | (k & 0x0ffffffc);
    const auto trap_if = [&](bool condition) {
        if (condition) {
            raise(ExceptionKind::trap);
        }
    };
    switch (i.op) {
        case Op::beq:
            return branch(rs == rt, i);
        case Op::bne:
            return branch(rs != rt, i);
        case Op::bgez:
            return branch(a >= 0, i);
        case Op::bgtz:
            return branch(a > 0, i);
        case Op::blez:
            return branch(a <= 0, i);
        case Op::bltz:
            return branch(a < 0, i);
        case Op::bgezal:
        case Op::bltzal: {
            const bool taken = (i.op == Op::bltzal) == (a < 0);
            if (taken) {
                set(31, back);
            }
            return branch(taken, i);
        }
        case Op::bc1t:
        case Op::bc1t_cc:
            return branch(flag(i.rt), i);
        case Op::bc1f:
        case Op::bc1f_cc:
            return branch(!flag(i.rt), i);
        case Op::jal:
            set(31, back);
            return go_to(target);
        case Op::j:
            return go_to(target);
        case Op::jr:
            return go_to(rs);
        case Op::jalr:
            set(i.rd, back);
            cpu.gpr[0] = 0;
            return go_to(cpu.gpr[i.rs]);
        case Op::jalr_ra:
            set(31, back);
            return go_to(cpu.gpr[i.rs]);
        case Op::syscall:
            m_syscall = true;
            return;
        case Op::break_:
            return raise(ExceptionKind::break_without_code);
        case Op::break_code:
            return raise(ExceptionKind::break_with_code, k);
        case Op::eret:
            cpu.status &= 0xfffffffd;
            m_next = cpu.epc;
            return;
        case Op::mfc0:
            return set(i.rt, i.rd == 8    ? cpu.bad_address
                             : i.rd == 12 ? cpu.status
                             : i.rd == 13 ? cpu.cause
                             : i.rd == 14 ? cpu.epc
                                          : 0);
        case Op::mtc0:
            (i.rd == 8    ? cpu.bad_address
             : i.rd == 12 ? cpu.status
             : i.rd == 13 ? cpu.cause
             : i.rd == 14 ? cpu.epc
                          : cpu.gpr[0]) = rt;
            return;
        case Op::teq:
            return trap_if(a == b);
        case Op::teqi:
            return trap_if(a == i.imm);
        case Op::tne:
            return trap_if(a != b);
        case Op::tnei:
            return trap_if(a != i.imm);
        case Op::tge:
            return trap_if(a >= b);
        case Op::tgei:
            return trap_if(a >= i.imm);
        case Op::tgeu:
            return trap_if(rs >= rt);
        case Op::tgeiu:
            return trap_if(rs >= k);
        case Op::tlt:
            return trap_if(a < b);
        case Op::tlti:
            return trap_if(a < i.imm);
        case Op::tltu:
            return trap_if(rs < rt);
        case Op::tltiu:
            return trap_if(rs < k);
        default:
            return raise(ExceptionKind::undefined_instruction);
    }
}

}  // namespace mariner::test
