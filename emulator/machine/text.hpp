#pragma once
// The program's instructions where a machine runs them: one dense array per text segment, changed only by
// self-modifying code. Engines decode from here; dumps and memory displays read the words.

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "emulator/isa/instruction.hpp"
#include "emulator/program/memory_map.hpp"
#include "emulator/program/program_image.hpp"
#include "emulator/support/types.hpp"

namespace mariner {

enum class TextState : u8 {
    absent,  // no instruction here: a fetch ends the program
    present,
    undefined,  // a word that self-modifying code stored and that is no instruction
};

struct TextSlot {
    isa::Instruction instruction;
    u32 word = 0;
    TextState state = TextState::absent;
    bool is_stored = false;  // put here by self-modifying code: no source line made it
};

/// The slots of one segment, from the first instruction's address on.
struct TextBlock {
    u32 base = 0;
    std::vector<TextSlot> slots;

    [[nodiscard]] const TextSlot* find(u32 address) const {
        const u32 index = (address - base) / 4;
        return address % 4 == 0 && address >= base && index < slots.size() ? &slots[index] : nullptr;
    }
};

class Text {
public:
    explicit Text(const ProgramImage& image);

    [[nodiscard]] const TextBlock& user() const { return m_user; }
    [[nodiscard]] const TextBlock& kernel() const { return m_kernel; }

    /// An instruction (or undefined word) at this address, or null.
    [[nodiscard]] const TextSlot* find(u32 address) const;
    /// The instruction at this address; null where there is none, or an undefined word.
    [[nodiscard]] const isa::Instruction* instruction_at(u32 address) const;
    /// Whether a fetch from here may be made at all: word-aligned and in a text segment.
    [[nodiscard]] bool is_fetchable(u32 address) const;

    /// Calls `use` with each instruction that is there, and its address.
    template <class Use>
    void for_each(Use use) const {
        for (const TextBlock* const block : {&m_user, &m_kernel}) {
            for (u32 i = 0; i < block->slots.size(); ++i) {
                if (block->slots[i].state == TextState::present) {
                    use(block->slots[i].instruction, block->base + 4 * i);
                }
            }
        }
    }

    /// The word at an address of user text; 0 where there is no instruction.
    [[nodiscard]] u32 word(u32 address) const;
    /// Self-modifying code stores a whole word into user text; it is decoded as MARS decodes such words.
    void store_word(u32 address, u32 word);
    [[nodiscard]] bool is_modified() const { return m_modified; }
    /// Puts another instruction where there is one; its word stays. A debugger makes engines from such a text.
    void replace(u32 address, const isa::Instruction& instruction);

private:
    const MemoryMap* m_map;
    TextBlock m_user;
    TextBlock m_kernel;
    bool m_modified = false;
};

/// What a word means when self-modifying code stored it or runs it from data.
TextSlot decode_at_run_time(u32 word, u32 address);

}  // namespace mariner
