#include "emulator/web/pixels.hpp"

#include <cstring>

namespace mariner::web {

std::string pixels_of(const debugger::Session& session, u32 address, u32 units) {
    std::vector<u8> words = session.read_memory(address, units * 4);
    words.resize(size_t{units} * 4);
    std::string pixels(words.size(), '\0');
    for (size_t i = 0; i < words.size(); i += 4) {
        u32 word = 0;
        std::memcpy(&word, &words[i], sizeof word);
        word = 0xff000000U | (word & 0xffU) << 16U | (word & 0xff00U) | (word >> 16U & 0xffU);
        std::memcpy(&pixels[i], &word, sizeof word);
    }
    return pixels;
}

}  // namespace mariner::web
