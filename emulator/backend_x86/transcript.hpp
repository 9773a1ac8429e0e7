#pragma once
// The code of each instruction as text, while a region is emitted.

#include <asmjit/core.h>

#include "emulator/translate/translation.hpp"

namespace mariner::backend_x86 {

class Transcript {
public:
    void begin(asmjit::CodeHolder& code) {
        m_logger.addFlags(asmjit::FormatFlags::kHexImms | asmjit::FormatFlags::kHexOffsets);
        code.setLogger(&m_logger);
    }
    /// What was emitted since the last call is this instruction's.
    void take(u32 instruction, bool is_aside);
    void move_to(translate::TranslatedBlock& block);
    /// What passes over more than a block did.
    [[nodiscard]] translate::PassNotes& notes() { return m_notes; }

private:
    struct CodeLines {
        std::vector<std::string> host;
        std::vector<std::string> aside;
    };
    asmjit::StringLogger m_logger;
    std::vector<CodeLines> m_lines;  // per instruction of the listing
    translate::PassNotes m_notes;
};

}  // namespace mariner::backend_x86
