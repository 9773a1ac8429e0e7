#include "emulator/web/pixels.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>
#include <vector>

namespace mariner::web {

namespace {

/// 0x00rrggbb as the bytes r, g, b, 255.
u32 unit_of(u32 word) {
    return 0xff000000U | (word & 0xff00U) | std::rotl(word & 0xff00ffU, 16);
}

/// The words to the end of a page, at most so many. A written page is looked at where it lies: pictures are large.
std::span<const u8> words_at(const debugger::Session& session, u32 address, u32 units, std::vector<u8>& copy) {
    const Memory& memory = session.machine().memory();
    const u32 offset = address % page_size;
    if (address % 4 == 0 && memory.is_written(address)) {
        return memory.page_bytes(address / page_size).subspan(offset, std::min(page_size - offset, units * 4));
    }
    const u32 size = std::min(page_size - offset / 4 * 4, units * 4);
    copy = session.read_memory(address, size);
    copy.resize(size);
    return copy;
}

}  // namespace

std::string pixels_of(const debugger::Session& session, u32 address, u32 units) {
    std::string pixels(size_t{units} * 4, '\0');
    std::vector<u8> copy;
    for (u32 done = 0; done < units;) {
        const std::span<const u8> words =
            words_at(session, address + done * 4, std::min(units - done, page_size), copy);
        char* const to = &pixels[size_t{done} * 4];
        for (size_t i = 0; i < words.size(); i += 4) {
            u32 word = 0;
            std::memcpy(&word, &words[i], sizeof word);
            word = unit_of(word);
            std::memcpy(to + i, &word, sizeof word);
        }
        done += static_cast<u32>(words.size() / 4);
    }
    return pixels;
}

}  // namespace mariner::web
