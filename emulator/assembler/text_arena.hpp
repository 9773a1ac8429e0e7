#pragma once
// Memory for text that must live as long as the program: the files, lines after substitution, translated literals.
// Grows by chunks, never moves, gives nothing back before its end.

#include <algorithm>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/support/types.hpp"

namespace mariner::assembler {

class TextArena {
public:
    std::string_view keep(std::string_view text) { return join(text, {}, {}); }

    /// A text that is there already, such as a file's.
    std::string_view adopt(std::string text) { return m_adopted.emplace_back(std::move(text)); }

    /// Three texts as one.
    std::string_view join(std::string_view first, std::string_view second, std::string_view third) {
        const size_t size = first.size() + second.size() + third.size();
        if (size > m_left) {
            const size_t chunk = std::max(chunk_size, size);
            m_chunks.push_back(std::make_unique_for_overwrite<char[]>(chunk));
            m_next = m_chunks.back().get();
            m_left = chunk;
        }
        char* const place = m_next;
        for (const std::string_view part : {first, second, third}) {
            m_next = std::copy(part.begin(), part.end(), m_next);
        }
        m_left -= size;
        return {place, size};
    }

private:
    static constexpr size_t chunk_size = size_t{64} << 10;

    std::vector<std::unique_ptr<char[]>> m_chunks;
    std::deque<std::string> m_adopted;
    char* m_next = nullptr;
    size_t m_left = 0;
};

}  // namespace mariner::assembler
