// Any text as a source: reading its comments ends, finds only settings that a display can have, and whatever geometry
// comes out of it never reaches behind the guest's memory. Run by tools/test.

#include <cstdlib>
#include <string_view>
#include <vector>

#include "bitmap/geometry.hpp"
#include "bitmap/guess.hpp"
#include "bitmap/header_hint.hpp"
#include "bitmap/picture.hpp"

using namespace mariner;
using namespace mariner::bitmap;

namespace {

void require(bool condition) {
    if (!condition) {
        std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const u8* data, size_t size) {
    const std::string_view sources[] = {{reinterpret_cast<const char*>(data), size}};
    const HeaderHint hint = read_header_hint(sources);
    constexpr Range memory[] = {{0x10000000, 0x10400000}, {0xffff0000, 0x100000000}};
    const Geometry geometry = hint.over({});
    require(check_start(geometry, memory).has_value());
    require(geometry.base + 4 * u64{words_inside(geometry, memory)} <= 0x100000000);
    require(words_inside(geometry, memory) <= geometry.units());

    std::vector<u32> words(64);
    for (size_t i = 0; i < words.size() && i < size; ++i) {
        words[i] = data[i];
    }
    const WordView view(words.data(), words.size());
    const Guess guess = guess_geometry(hint, written_region(geometry.base, view, {}), geometry.base, view);
    require(guess.geometry.units() > 0 && guess.geometry.units() <= size_t{max_display_size} * max_display_size);
    return 0;
}
