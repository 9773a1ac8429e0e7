// Any bytes as a picture's file: an error, or as many pixels as it says.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "bitmap/image_file.hpp"

using namespace mariner;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Result<bitmap::Pixels> pixels = bitmap::read_png(std::string_view(reinterpret_cast<const char*>(data), size));
    if (!pixels) {
        return 0;
    }
    if (pixels->colours.size() != size_t{pixels->width} * pixels->height) {
        std::abort();
    }
    static_cast<void>(bitmap::to_picture(*pixels, 1 + pixels->width / 2, 1 + pixels->height / 2));
    return 0;
}
