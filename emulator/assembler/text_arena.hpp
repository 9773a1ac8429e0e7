#pragma once
// Memory for text that must live as long as the assembly: lines after substitution, translated literals. Grows by
// chunks, never moves, gives nothing back before its end.

#include <algorithm>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "emulator/support/types.hpp"

namespace mariner::assembler {

class TextArena {
public:
    std::string_view keep(std::string_view text) {
        if (text.size() > m_left) {
            const size_t chunk = std::max(chunk_size, text.size());
            m_chunks.push_back(std::make_unique_for_overwrite<char[]>(chunk));
            m_next = m_chunks.back().get();
            m_left = chunk;
        }
        char* const place = m_next;
        if (!text.empty()) {
            std::memcpy(place, text.data(), text.size());
        }
        m_next += text.size();
        m_left -= text.size();
        return {place, text.size()};
    }

private:
    static constexpr size_t chunk_size = size_t{64} << 10;

    std::vector<std::unique_ptr<char[]>> m_chunks;
    char* m_next = nullptr;
    size_t m_left = 0;
};

}  // namespace mariner::assembler
