#include "emulator/machine/text.hpp"

#include "emulator/isa/decode.hpp"

namespace mariner {

namespace {

void fill(TextBlock& block, const Segment& segment, const ProgramImage& image) {
    block.base = segment.base;
    std::optional<u32> first;
    u32 last = 0;
    for (const TextEntry& entry : image.text) {
        if (segment.contains(entry.address) && entry.address % 4 == 0) {
            first = first ? *first : entry.address;
            last = entry.address;
        }
    }
    if (!first) {
        return;
    }
    block.base = *first;
    block.slots.resize((last - *first) / 4 + 1);
    for (const TextEntry& entry : image.text) {
        if (segment.contains(entry.address) && entry.address % 4 == 0 && entry.address >= *first) {
            block.slots[(entry.address - *first) / 4] = {entry.instruction, entry.word,
                                                         entry.undefined ? TextState::undefined : TextState::present};
        }
    }
}

}  // namespace

Text::Text(const ProgramImage& image) : m_map(&memory_map(image.configuration)) {
    fill(m_user, m_map->text, image);
    fill(m_kernel, m_map->kernel_text, image);
}

const TextSlot* Text::find(u32 address) const {
    const TextSlot* slot = m_user.find(address);
    if (slot == nullptr) {
        slot = m_kernel.find(address);
    }
    return slot != nullptr && slot->state != TextState::absent ? slot : nullptr;
}

const isa::Instruction* Text::instruction_at(u32 address) const {
    const TextSlot* const slot = find(address);
    return slot != nullptr && slot->state == TextState::present ? &slot->instruction : nullptr;
}

bool Text::is_fetchable(u32 address) const {
    return address % 4 == 0 && (m_map->text.contains(address) || m_map->kernel_text.contains(address));
}

u32 Text::word(u32 address) const {
    const TextSlot* slot = m_user.find(address);
    return slot != nullptr ? slot->word : 0;
}

void Text::store_word(u32 address, u32 word) {
    if (address % 4 != 0 || !m_map->text.contains(address)) {
        return;
    }
    if (m_user.slots.empty()) {
        m_user.base = address;
    }
    if (address < m_user.base) {
        m_user.slots.insert(m_user.slots.begin(), (m_user.base - address) / 4, TextSlot{});
        m_user.base = address;
    }
    const size_t index = (address - m_user.base) / 4;
    if (index >= m_user.slots.size()) {
        m_user.slots.resize(index + 1);
    }
    m_user.slots[index] = decode_at_run_time(word, address);
    m_modified = true;
}

void Text::replace(u32 address, const isa::Instruction& instruction) {
    if (const TextSlot* const slot = find(address)) {
        TextBlock& block = m_user.find(address) == slot ? m_user : m_kernel;
        block.slots[(address - block.base) / 4].instruction = instruction;
    }
}

TextSlot decode_at_run_time(u32 word, u32 address) {
    const std::optional<isa::Instruction> instruction = isa::decode(word, address, isa::DecodeRules::mars);
    if (!instruction) {
        return {{}, word, TextState::undefined, true};
    }
    return {*instruction, word, TextState::present, true};
}

}  // namespace mariner
