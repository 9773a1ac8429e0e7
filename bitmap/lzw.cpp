#include "bitmap/lzw.hpp"

namespace mariner::bitmap {

namespace {

constexpr size_t longest_block = 255;

}  // namespace

LzwWriter::LzwWriter(std::string& out, u32 bits) : m_out(out), m_bits(bits), m_clear(1U << bits) {
    m_out += static_cast<char>(bits);
    forget();
    put(m_clear);
}

void LzwWriter::forget() {
    m_strings.fill({});
    m_next = m_clear + 2;  // behind it stands the code for the end
    m_width = m_bits + 1;
}

LzwWriter::LzwString& LzwWriter::find(u32 key) {
    size_t at = (key * 0x9e3779b1) >> 19;  // 13 bits, as many as there are places
    while (m_strings[at].key != none && m_strings[at].key != key) {
        at = (at + 1) % m_strings.size();
    }
    return m_strings[at];
}

void LzwWriter::add(u8 pixel) {
    if (m_current == none) {
        m_current = pixel;
        return;
    }
    const u32 key = m_current << 8 | pixel;
    LzwString& string = find(key);
    if (string.key == key) {
        m_current = string.code;
        return;
    }
    put(m_current);
    m_current = pixel;
    if (m_next < most_codes) {
        string = {key, m_next++};
    } else {
        put(m_clear);
        forget();
    }
}

void LzwWriter::put(u32 code) {
    m_waiting |= code << m_waiting_count;
    m_waiting_count += m_width;
    for (; m_waiting_count >= 8; m_waiting_count -= 8) {
        m_block += static_cast<char>(m_waiting);
        m_waiting >>= 8;
        if (m_block.size() == longest_block) {
            put_block();
        }
    }
    // A reader learns of a code one later than it is made; it widens its codes when the last one fits no more.
    m_width += m_next >= 1U << m_width ? 1 : 0;
}

void LzwWriter::put_block() {
    m_out += static_cast<char>(m_block.size());
    m_out += m_block;
    m_block.clear();
}

void LzwWriter::finish() {
    if (m_current != none) {
        put(m_current);
    }
    put(m_clear + 1);
    if (m_waiting_count > 0) {
        m_block += static_cast<char>(m_waiting);
    }
    if (!m_block.empty()) {
        put_block();
    }
    m_out += '\0';
}

}  // namespace mariner::bitmap
