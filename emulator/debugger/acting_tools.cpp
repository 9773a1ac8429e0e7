#include "emulator/debugger/acting_tools.hpp"
#include "emulator/meaning/facts.hpp"

namespace mariner::debugger {

void ActingTools::look_ahead() {
    m_accesses.clear();
    m_pc = m_machine.cpu.pc;
    const isa::Instruction* const instruction = m_machine.text().instruction_at(m_pc);
    const bool is_access = instruction != nullptr &&
                           (meaning::facts(instruction->op).loads != 0 || meaning::facts(instruction->op).stores != 0);
    if (!is_access) {
        return;
    }
    constexpr bool one_instruction = true;  // not the whole statement
    Preview next = preview(m_machine, one_instruction);
    if (next.exception.kind == ExceptionKind::none) {
        m_accesses = std::move(next.accesses);
    }
}

void ActingTools::note_step() {
    for (const Preview::MemoryAccess& access : m_accesses) {
        m_tools->access({access.address, access.size, access.is_write, access.is_write ? access.value : 0, m_pc});
    }
    m_accesses.clear();
}

void ActingTools::interrupted(u32 address, u32 code) {
    m_accesses.clear();  // the instruction there hasn't been executed
    m_tools->interrupted(address, code);
    if (m_other != nullptr) {
        m_other->interrupted(address, code);
    }
}

void ActingTools::found_end(u32 address) {
    m_tools->found_end(address);
    if (m_other != nullptr) {
        m_other->found_end(address);
    }
}

}  // namespace mariner::debugger
